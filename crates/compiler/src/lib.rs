//! Compiles a codebook into the tables, schemas and documents that must agree.
//!
//! ```text
//! codebook/<domain>/*.yaml, codebook.lock, queries/*.1c
//!    │ load_dir            files       the only file that reads files
//!    ▼
//! SourceSet                            texts by name
//!    │ parse               yaml        every value keeps its bytes
//!    ▼
//!  Node                                scalars, lists, maps
//!    │ read                source/*    known keys, right shapes
//!    ▼
//!  Source                              as written: names with places, nothing resolved
//!    │ check               check/*     one rule per file; all findings at once
//!    ▼
//!  Checked                             tables, catalogue, the next lock
//!    │ emit                emit/*      pure functions
//!    ▼
//! Rust · table file · schemas · grammars · tools · card · reference
//! ```
//!
//! Two checked codebooks have a [`diff`](fn@diff): what changed between them, and for whom that breaks something.
//!
//! [`compile`] never fails: what is wrong with a codebook is a [`Finding`] with its place. The compiler knows no
//! model, no execution and no network; apart from [`load_dir`] it is a function from texts to texts.

mod alias;
mod check;
mod checked;
mod files;
mod finding;
mod hash;
mod lock;
mod lookalike;
mod nearest;
mod outline;
mod query;
mod read;
mod registry;
mod render;
mod source;
mod source_to_catalogue;
mod source_to_tables;
mod words;
mod yaml;

pub mod catalogue;
pub mod diff;
pub mod emit;
#[cfg(feature = "import")]
pub mod import;
#[cfg(feature = "tokens")]
pub mod tokens;

#[cfg(test)]
mod tests;

pub use alias::Cost;
pub use checked::Checked;
pub use diff::{Change, diff};
pub use emit::{Artefact, EmitKind, emit};
pub use files::{BUILTIN_CORE, SourceSet, load_dir};
pub use finding::{Finding, Label, Place};
pub use lock::{LOCK_FILE, Lock};
pub use registry::{Rule, RuleDoc, Severity, rules};
pub use render::{Colour, Report, ReportPlace, render, report};

/// What came of compiling one codebook.
#[derive(Debug, Clone)]
pub struct Compilation {
    /// Everything there is to say, in the order of files and places.
    pub findings: Vec<Finding>,
    /// The codebook; there when no finding is an error.
    pub model: Option<Checked>,
}

impl Compilation {
    /// The most serious severity among the findings.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(Finding::severity).min()
    }
}

/// Compiles one codebook: reads, checks, and resolves it where nothing is wrong.
#[must_use]
pub fn compile(sources: &SourceSet) -> Compilation {
    let mut findings = Vec::new();
    let source = source::read(sources, &mut findings);
    if let Some(source) = &source {
        check::check(source, &mut findings);
    }
    finding::sort(&mut findings);
    let mut compilation = Compilation {
        findings,
        model: None,
    };
    if compilation.worst() != Some(Severity::Error) {
        compilation.model = source.and_then(|source| resolve(source, sources));
    }
    compilation
}

fn resolve(source: source::Source, sources: &SourceSet) -> Option<Checked> {
    let lock = lock::next(&source);
    let tables = source_to_tables::tables(&source, hash::source_hash(sources), &lock)?;
    let catalogue = source_to_catalogue::catalogue(&source)?;
    Some(Checked::new(tables, catalogue, lock, source.outline))
}
