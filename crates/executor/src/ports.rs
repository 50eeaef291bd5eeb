//! Ports: the only ways from the executor to the world.

pub mod codec;
pub mod debug_sink;
pub mod mcp;
pub mod one_c;
pub mod retry;
