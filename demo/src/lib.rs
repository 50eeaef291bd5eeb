//! The worlds that the built-in domains run on, generated from a seed.
//!
//! Three kinds of them: a server that answers queries of 1C over a ledger (`one_c`), and databases whose tables are those
//! that the bindings of a domain name (`tables`), and texts (`texts`).
//!
//! A world knows its data, the queries that are put to it and the protocol of its server. It does not know contracts,
//! plans and catalogues: no crate of this workspace is among its dependencies, so it cannot answer in their favour.

mod calendar;
mod random;
mod rows;

pub mod one_c;
pub mod tables;
pub mod texts;
