//! Documents of a corpus, parsed for a text index.
//!
//! ```text
//! bytes of a file
//!    │ document_text       4 MiB at most, UTF-8
//!    ▼
//!  text ── front_matter    YAML, with the compiler's own reader ─┐
//!    │  └─ json_line       a line of JSON ───────────────────────┤ metadata: known keys, known types
//!    │ sections            cut at its headings                    │
//!    ▼                                                            ▼
//! Document ◄──────────────────────────────────────────────────────┘
//! ```
//!
//! A corpus has many authors and is never quite in order, so every finding is a warning with its place, and the other
//! documents are still read. Nothing is guessed: unclear metadata is left out. The cost is linear in the input, and a
//! file has at most a hundred findings. A [`Place`](crate::Place) in these findings has file 0, the file that was read.
//! [`placed`] prepares them for [`render`](crate::render) and [`report`](fn@crate::report).

mod day;
mod document_text;
mod document_types;
mod file_findings;
mod findings_in_text;
mod front_matter;
mod json_line;
mod json_lines;
mod markdown;
mod metadata;
mod nesting;
mod sections;

pub use document_types::DocumentTypes;
pub use findings_in_text::placed;
pub use json_lines::read_json_lines;
pub use markdown::read_markdown;
