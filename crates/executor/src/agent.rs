//! From a question to an answer: a model that calls tools of a domain, within limits.
//!
//! ```text
//! question ─► AgentState ── Ask ─────► Chat      the model
//!                 ▲  └───── Execute ─► Toolbox ─► decode ─► Audit ─► plan ─► run
//!                 └──────── Event ◄────┘
//!            Finished ◄── the text, filled in, where it makes nothing up, or else the rows
//! ```
//!
//! The source is the seed of the wine agent. The state machine is pure and generic over tools. Texts of rows go to the model
//! as results of calls and in no other role.

pub mod audit;
pub mod budget;
pub mod call_run;
pub mod domain_tools;
pub mod doubt;
mod labels;
pub mod observer;
pub mod repair;
pub mod run;
mod said_again;
pub mod state;
pub mod step;
mod stopwatch;
pub mod template;
pub mod tool_result;
pub mod toolbox;
