//! How a 1C MCP server is asked, and how its answers are read. Pure: texts and JSON in and out.
//!
//! ```text
//!  QueryCall ── arguments ──► tools/call ··· its text ── rows ──► RawRows
//! ```
//!
//! The codec wants the whole form: the header of a table in TOON with as many rows as it says. An answer that differs is
//! malformed, and the error names the place. The exception is a JSON list, whose elements that are no rows are counted and
//! left out: nothing around them is in doubt.

mod json_rows;
pub mod metadata;
pub mod roctup;
pub mod tool_schema;
mod toon_table;
