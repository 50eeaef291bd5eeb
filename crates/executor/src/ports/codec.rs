//! The codec of a 1C MCP server: query calls → tool arguments, result texts → raw rows. Pure.
//!
//! ```text
//!  QueryCall ── arguments ──► tools/call ··· its text ── rows ──► RawRows
//! ```
//!
//! The codec accepts complete responses only: a TOON table must have a header and as many rows as the header says. Any
//! other response is malformed, and the error gives the position. The exception is a JSON list, whose elements that are
//! not rows are counted and skipped, since they do not make the others doubtful.

mod json_rows;
pub mod metadata;
pub mod roctup;
pub mod tool_schema;
mod toon_table;
