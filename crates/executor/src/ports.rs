//! Ports: the only ways from the executor to the world. They know the catalogue's templates and nothing above it.

#[cfg(feature = "mcp")]
pub mod codec;
pub mod json_lines;
#[cfg(feature = "mcp")]
pub mod mcp;
pub mod moment;
#[cfg(feature = "mcp")]
pub mod one_c;
pub mod raw_row;
#[cfg(feature = "mcp")]
pub mod retry;
#[cfg(feature = "mcp")]
pub mod session;
