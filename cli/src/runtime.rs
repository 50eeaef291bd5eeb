//! The runtime of the commands that reach the world.

use std::ops::Deref;
use std::time::Duration;

use tokio::runtime::{Builder, Handle, Runtime};

use crate::exit::Failure;

/// Longest time for its threads to end when the command has its answer. One may stand in a file of a network that is gone,
/// or in a function of a database, and would never.
const THREADS: Duration = Duration::from_millis(500);

/// A runtime that is ended when it is dropped, whatever its threads wait for.
pub(crate) struct Ended {
    handle: Handle,
    runtime: Option<Runtime>,
}

impl Deref for Ended {
    type Target = Handle;

    fn deref(&self) -> &Handle {
        &self.handle
    }
}

impl Drop for Ended {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(THREADS);
        }
    }
}

/// Starts it.
pub(crate) fn runtime() -> Result<Ended, Failure> {
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(Failure::failed)?;
    Ok(Ended {
        handle: runtime.handle().clone(),
        runtime: Some(runtime),
    })
}
