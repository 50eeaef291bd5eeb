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
//! model, no execution and no network; apart from [`load_dir`], and from [`Build`] for build scripts, it is a function
//! from texts to texts.

mod alias;
mod bindings_to_catalogue;
mod bounds;
mod budgets;
mod build;
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
mod transliterate;
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
pub use build::{Build, BuildError};
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

/// Only the first step of [`compile`]: what is wrong with a codebook's files as YAML, before anything in them is looked
/// at. No compilation can cost less.
#[must_use]
pub fn parse(sources: &SourceSet) -> Vec<Finding> {
    let mut findings = Vec::new();
    source::parse(sources, &mut findings);
    bounds::settle(&mut findings);
    findings
}

/// Compiles one codebook: reads, checks, and resolves it where nothing is wrong.
#[must_use]
pub fn compile(sources: &SourceSet) -> Compilation {
    let mut findings = Vec::new();
    let source = source::read(sources, &mut findings);
    if let Some(source) = &source {
        check::check(source, &mut findings);
    }
    bounds::settle(&mut findings);
    let mut compilation = Compilation {
        findings,
        model: None,
    };
    if compilation.worst() != Some(Severity::Error) {
        let held = source
            .as_ref()
            .map(|source| budgets::held(&source.codebook));
        compilation.model = source.and_then(|source| resolve(source, sources));
        if let (Some(model), Some(held)) = (&compilation.model, held) {
            budgets::check(model.tables(), &held, &mut compilation.findings);
            finding::sort(&mut compilation.findings);
        }
    }
    compilation
}

fn resolve(source: source::Source, sources: &SourceSet) -> Option<Checked> {
    let catalogue = source_to_catalogue::catalogue(&source)?;
    let locked = source.lock.map(|locked| locked.lock).unwrap_or_default();
    let tables = source_to_tables::tables(
        &source.core,
        source.codebook,
        source.retrieval.as_ref(),
        source.tools.as_ref(),
        hash::source_hash(sources),
        &locked,
    )?;
    Some(Checked::new(tables, catalogue, locked, source.outline))
}
