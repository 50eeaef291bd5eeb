//! A server process with its child processes; on Unix they form a process group, which is ended as a whole.

use std::io;
use std::time::Duration;

use tokio::process::{Child, Command};
use tokio::runtime::Handle;
use tokio::time;

/// Interval of the checks whether a group has ended.
const LOOK: Duration = Duration::from_millis(10);

/// A server process. It is killed where it was not ended.
#[derive(Debug)]
pub(in crate::ports::mcp) struct ServerProcess {
    pub(super) child: Child,
    group: group::Group,
}

impl ServerProcess {
    pub(super) fn start(mut command: Command) -> io::Result<Self> {
        let child = group::led(&mut command).kill_on_drop(true).spawn()?;
        let group = group::Group::of(&child);
        Ok(Self { child, group })
    }

    /// Ends the process within a time limit, with its input closed. For half of the time it may end by itself; then its
    /// group is asked to terminate, and the rest is killed.
    pub(in crate::ports::mcp) async fn end(mut self, within: Duration) {
        let half = within / 2;
        let _ = time::timeout(half, self.child.wait()).await;
        self.group.terminate();
        let gone = async {
            let _ = self.child.wait().await;
            while self.group.is_there() {
                time::sleep(LOOK).await;
            }
        };
        let _ = time::timeout(half, gone).await;
    }

    /// Ends it in the background.
    pub(in crate::ports::mcp) fn end_aside(self, within: Duration) {
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(self.end(within));
        }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.group.kill();
    }
}

#[cfg(unix)]
mod group {
    use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
    use tokio::process::{Child, Command};

    #[derive(Debug)]
    pub(super) struct Group(Option<Pid>);

    /// Makes a command the leader of a new group.
    pub(super) fn led(command: &mut Command) -> &mut Command {
        command.process_group(0)
    }

    impl Group {
        pub(super) fn of(child: &Child) -> Self {
            let id = child.id().and_then(|id| i32::try_from(id).ok());
            Self(id.and_then(Pid::from_raw))
        }

        pub(super) fn is_there(&self) -> bool {
            self.0.is_some_and(|id| test_kill_process_group(id).is_ok())
        }

        pub(super) fn terminate(&self) {
            self.signal(Signal::TERM);
        }

        pub(super) fn kill(&self) {
            self.signal(Signal::KILL);
        }

        fn signal(&self, signal: Signal) {
            let _ = self.0.map(|id| kill_process_group(id, signal));
        }
    }
}

/// On other systems only the process itself is ended.
#[cfg(not(unix))]
mod group {
    use tokio::process::{Child, Command};

    #[derive(Debug)]
    pub(super) struct Group;

    pub(super) fn led(command: &mut Command) -> &mut Command {
        command
    }

    impl Group {
        pub(super) fn of(_: &Child) -> Self {
            Self
        }

        pub(super) fn is_there(&self) -> bool {
            false
        }

        pub(super) fn terminate(&self) {}

        pub(super) fn kill(&self) {}
    }
}
