//! Documents of a corpus, for an index of texts.
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
//! A corpus is written by many people and never quite in order, so each finding is a warning with its place, and the
//! other documents are read. Nothing is guessed: what is not said well is left out. All is done in time linear in the
//! input; of a file a hundred findings are told. A [`Place`](crate::Place) of these findings has the file 0: it is of the
//! file that was read. [`placed`] gives what [`render`](crate::render) and [`report`](crate::report) take.

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
