//! Lanes: each plans, runs and explains the contracts of its scenarios.
//!
//! A lane is a folder, and lanes do not know each other. A new lane is a folder here, a member of
//! [`LanePlan`](crate::plan::LanePlan), and a line in `contract_to_plan.rs` and in `run.rs`.

pub mod address;
pub mod retrieval;
pub mod structured;
