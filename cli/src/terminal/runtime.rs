//! The async runtime of commands with input or output.

use std::ops::Deref;
use std::time::Duration;

use tokio::runtime::{Builder, Handle, Runtime};

use crate::terminal::exit::CliError;

/// How long the command waits for runtime threads at its end. A thread may be blocked forever in a file of a lost
/// network mount or in a database function.
const THREADS: Duration = Duration::from_millis(500);

/// A runtime that shuts down when dropped, even with blocked threads.
pub(crate) struct CommandRuntime {
    handle: Handle,
    runtime: Option<Runtime>,
}

impl Deref for CommandRuntime {
    type Target = Handle;

    fn deref(&self) -> &Handle {
        &self.handle
    }
}

impl Drop for CommandRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(THREADS);
        }
    }
}

pub(crate) fn runtime() -> Result<CommandRuntime, CliError> {
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(CliError::failed)?;
    Ok(CommandRuntime {
        handle: runtime.handle().clone(),
        runtime: Some(runtime),
    })
}
