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

// A chat model over HTTP, and what it enforces.
pub mod chat;

pub mod enforcement;

// Results of tools, and the text that is filled in from them.
mod labels;
pub mod tool_result;

pub mod template;

// One call of a tool.
pub mod audit;
pub mod budget;
pub mod low_confidence;
mod repair_text;
mod stopwatch;
pub mod toolbox;

pub mod call_run;
pub mod repair;
pub mod step;

pub mod domain_tools;
pub mod observer;
pub mod state;

pub mod run;
