//! The retrieval lane: a contract → the request of RAG Query Specification v0.1. Pure; the index comes behind a port.

pub mod kind;
pub mod request;
mod words;
