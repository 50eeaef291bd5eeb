//! The retrieval lane: a contract → the request of RAG Query Specification v0.1. Pure; the index comes behind a port.

pub mod decompose;
