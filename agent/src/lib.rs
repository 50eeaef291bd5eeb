//! From a question to an answer: a model that calls tools of a domain, within limits.
//!
//! ```text
//! question ─► AgentState ── Ask ─────► Chat      the model
//!                 ▲  └───── Execute ─► Toolbox ─► decode ─► Audit ─► plan ─► run
//!                 └──────── Event ◄────┘
//!         AgentResult ◄── the text with values filled in, if it is grounded, or else the rows
//! ```
//!
//! The state machine is pure and generic over tools. Texts of rows reach the model only as results of calls.

// A chat model over HTTP, and its constraints.
pub mod chat;

pub mod enforcement;

// Results of tools, and the text made from them.
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
