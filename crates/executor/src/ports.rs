//! Ports: the only ways from the executor to the world. They know the catalogue's templates and nothing above it.

pub mod codec;
pub mod json_lines;
pub mod mcp;
pub mod moment;
pub mod one_c;
pub mod retry;
