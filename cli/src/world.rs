//! Servers, databases and indexes that a command asks: the ports of the lanes.

pub(crate) mod database;
pub(crate) mod known_server;
pub(crate) mod lanes;
pub(crate) mod models;
pub(crate) mod server;
pub(crate) mod text_index;
