//! The runtime of the commands that reach the world.

use tokio::runtime::{Builder, Runtime};

use crate::exit::Failure;

/// Starts it.
pub(crate) fn runtime() -> Result<Runtime, Failure> {
    Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(Failure::failed)
}
