//! Lanes: the ways of answering. A lane is a folder, and lanes do not know each other.

pub mod address;
pub mod retrieval;
