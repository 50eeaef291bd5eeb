//! The worlds that the built-in domains run on, generated from a seed.
//!
//! A world knows its data, the queries that are put to it and the protocol of its server. It does not know contracts,
//! plans and catalogues: no crate of this workspace is among its dependencies, so it cannot answer in their favour.

pub mod one_c;
