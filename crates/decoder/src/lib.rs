//! stub
pub mod tables;
pub mod vocabulary;
