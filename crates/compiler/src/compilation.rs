//! `compile`: sources → findings, and the checked codebook where none of them is an error.
//!
//! A compilation costs little more than its YAML: the bench `compile` holds it against the parser. Texts move from
//! the source into the tables, names of messages are written only for a message, a rule looks names up and never
//! searches for them, and the lock is made when somebody asks for it.

use crate::finding::list::{settle, sort};
use crate::finding::{Finding, Place, Remarks, Rule, Severity};
use crate::lock::LOCK_FILE;
use crate::resolve::checked::Checked;
use crate::source::files::{CODEBOOK, CORE, OVERLAY, SourceSet};
use crate::suppressions::ignored;
use crate::{check, provider_budgets, resolve, source};

/// What came of compiling one codebook.
#[derive(Debug, Clone)]
pub struct Compilation {
    /// Everything there is to say: errors before warnings, of the codebook before the files that speak of it, each in the
    /// order of places.
    pub findings: Vec<Finding>,
    /// How many warnings there are besides those among the findings, which are bounded.
    untold: usize,
    /// Warnings that the codebook ignores.
    pub ignored: Vec<Finding>,
    /// The codebook; there when no finding is an error.
    pub model: Option<Checked>,
}

impl Compilation {
    /// The most serious severity among the findings.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(Finding::severity).min()
    }

    /// How many warnings there are, those that are not told included.
    #[must_use]
    pub fn warnings(&self) -> usize {
        let is_one = |finding: &&Finding| {
            finding.severity() == Severity::Warning && finding.rule != Rule::MoreWarnings
        };
        self.findings.iter().filter(is_one).count() + self.untold
    }
}

/// Only the first step of [`compile`]: what is wrong with a codebook's files as YAML, before anything in them is looked
/// at. No compilation can cost less.
#[must_use]
pub fn parse(sources: &SourceSet) -> Vec<Finding> {
    let mut findings = Vec::new();
    source::parse(sources, &mut findings);
    settle(&mut findings);
    findings
}

/// What the lock beside a codebook lacks, if anything (CB096, CB097). No part of [`compile`], which a lock is written
/// after: it is for those who ask whether everything was committed.
#[must_use]
pub fn lock_state(sources: &SourceSet, model: &Checked) -> Option<Finding> {
    lock_finding(sources, model).filter(|found| model.ignores(found.rule.doc().id).is_none())
}

fn lock_finding(sources: &SourceSet, model: &Checked) -> Option<Finding> {
    const HELP: &str = "run `cmec compile DIR --out DIR`, and commit the lock with the codebook";
    let Some((file, have)) = sources.named(LOCK_FILE) else {
        let (file, _) = sources.named(CODEBOOK)?;
        let message = format!("there is no `{LOCK_FILE}`");
        let place = Place::file_start(file);
        return Some(Finding::new(Rule::LockMissing, place, message).help(HELP));
    };
    let next = model.lock();
    let message = if let Some(code) = next.first_new(model.locked()) {
        format!("`{LOCK_FILE}` lacks `{code}`, or what is new of it")
    } else if model.lacks_aliases() {
        format!("`{LOCK_FILE}` lacks an alias that can be given")
    } else if next.artefact().text != have.text {
        format!("`{LOCK_FILE}` is not in the form that is written now")
    } else {
        return None;
    };
    Some(Finding::new(Rule::LockStale, Place::file_start(file), message).help(HELP))
}

/// Compiles one codebook: reads, checks, and resolves it where nothing is wrong.
#[must_use]
pub fn compile(sources: &SourceSet) -> Compilation {
    compiled(sources, LockUse::ToLock)
}

/// Compiles one codebook whether or not it keeps to its lock, to be compared with another one: what a lock forbids is
/// for the comparison to tell. The lock still gives the aliases of all codes that mean what they meant.
#[must_use]
pub fn compile_to_compare(sources: &SourceSet) -> Compilation {
    compiled(sources, LockUse::ToNothing)
}

/// What a codebook is held to besides its own rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LockUse {
    ToLock,
    ToNothing,
}

fn compiled(sources: &SourceSet, held_to: LockUse) -> Compilation {
    let mut findings = Vec::new();
    let mut source = source::read(sources, &mut findings);
    if let Some(source) = &mut source {
        let lock = match held_to {
            LockUse::ToLock => None,
            LockUse::ToNothing => source.lock.take(),
        };
        check::check(source, &mut findings);
        if let Some(mut lock) = lock {
            lock.leave_what_holds(&source.codebook);
            source.lock = Some(lock);
        }
    }
    let ignored = (source.as_ref())
        .map(|source| ignored(&source.codebook, &mut findings))
        .unwrap_or_default();
    let mut compilation = Compilation {
        ignored: ignored.take(&mut findings),
        findings,
        untold: 0,
        model: None,
    };
    compilation.untold = settle(&mut compilation.findings);
    causes_first(&mut compilation.findings, sources);
    if compilation.worst() != Some(Severity::Error) {
        let held = source
            .as_ref()
            .map(|source| provider_budgets::held(&source.codebook));
        let found = &mut compilation.findings;
        compilation.model = source.and_then(|source| resolve::resolve(source, sources, found));
        if compilation.worst() == Some(Severity::Error) {
            compilation.model = None;
            sort(&mut compilation.findings);
            causes_first(&mut compilation.findings, sources);
        }
        if let (Some(model), Some(held)) = (&compilation.model, held) {
            let found = &mut compilation.findings;
            provider_budgets::check(model.tables(), model.catalogue(), &held, found);
            sort(&mut compilation.findings);
            causes_first(&mut compilation.findings, sources);
            (compilation.ignored).extend(ignored.take(&mut compilation.findings));
        }
        compilation.model = (compilation.model).map(|model| model.ignoring(ignored));
    }
    compilation
}

/// Errors come before warnings, and what is wrong with the elements before what is wrong with the files that speak of
/// them.
fn causes_first(findings: &mut [Finding], sources: &SourceSet) {
    let ranks: Vec<u8> = (sources.iter())
        .map(|(_, file)| match file.name.as_str() {
            CODEBOOK => 0,
            OVERLAY => 1,
            CORE => 2,
            LOCK_FILE => 4,
            _ => 3,
        })
        .collect();
    let rank = |finding: &Finding| ranks.get(finding.primary.place.file).copied();
    findings.sort_by_key(|finding| (finding.severity(), rank(finding)));
}
