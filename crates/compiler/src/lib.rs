//! Compiles a codebook into the tables, schemas and documents that must agree.
//!
//! ```text
//! codebook/<domain>/*.yaml, codebook.lock, queries/*.1c
//!    │ load_dir            source/files      the only file that reads files
//!    ▼
//! SourceSet                                  texts by name
//!    │ parse               source/yaml       every value keeps its bytes
//!    ▼
//!  Node                                      scalars, lists, maps
//!    │ read                source/*          one file a YAML file: known keys, right shapes
//!    ▼
//!  Source                                    as written: names with places, nothing resolved
//!    │ check               check/*           one rule a file; all findings at once
//!    ▼
//!  Source                                    every name in it is there
//!    │ resolve             resolve/*         tables, catalogue, aliases, the next lock
//!    ▼
//!  Checked
//!    │ emit                emit/*            pure functions
//!    ▼
//! Rust · table file · schemas · tools · card · reference
//! ```
//!
//! [`diff`](fn@diff) compares two checked codebooks: the changes, and the audiences that they break.
//! [`drift`](fn@drift) compares a codebook with a live database: the bindings that the database does not match.
//!
//! [`compile`] never fails: every problem is a [`Finding`] with its place. The compiler knows no model, no execution
//! and no network. Apart from [`load_dir`], and from [`Build`] for build scripts, it is a function from texts to texts.

// Texts and artefacts.
mod artefact;
mod text;

// Forms that all steps share.
mod finding;
mod lock;
mod words;

// The steps from texts to artefacts.
mod source;

mod check;

mod resolve;

pub mod emit;

// Reports about a codebook, apart from its artefacts.
mod provider_budgets;
mod report;
#[cfg(feature = "tokens")]
pub mod tokens;

// Comparisons of codebooks, and imports.
pub mod diff;
pub mod drift;
#[cfg(feature = "import")]
pub mod import;

// The texts of a corpus, for an index.
#[cfg(feature = "documents")]
pub mod documents;

// Suppressed findings and changes.
mod suppressions;

// All steps in one call, and that call in a build script.
mod compilation;

mod build;

#[cfg(test)]
mod tests;

pub use artefact::Artefact;
pub use build::{Build, BuildError};
pub use compilation::{Compilation, compile, compile_to_compare, lock_state, parse};
pub use diff::change::Change;
pub use diff::diff;
pub use drift::drift;
pub use emit::{EmitKind, emit};
pub use finding::{Finding, Label, Place, Rule, RuleDoc, Severity, rules};
pub use lock::{LOCK_FILE, Lock};
pub use report::data::{Report, ReportPlace, report};
pub use report::drawing::{Colour, render};
pub use resolve::aliases::Cost;
pub use resolve::checked::Checked;
pub use source::files::{BUILTIN_CORE, SourceSet, load_dir};
