//! stub
pub mod catalogue;
