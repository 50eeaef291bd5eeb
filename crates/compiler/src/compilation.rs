//! `compile`: sources → findings, and a checked codebook if none of them is an error.
//!
//! A compilation costs little more than parsing its YAML, which the bench `compile` checks: texts move from the source
//! into the tables, messages are formatted only if needed, rules look names up in maps, and the lock is computed on
//! demand.

use crate::finding::list::{settle, sort};
use crate::finding::{Finding, Place, Remarks, Rule, Severity};
use crate::lock::LOCK_FILE;
use crate::resolve::checked::Checked;
use crate::source::files::{CODEBOOK, CORE, OVERLAY, SourceSet};
use crate::suppressions::ignored;
use crate::{check, provider_budgets, resolve, source};

/// The result of compiling one codebook.
#[derive(Debug, Clone)]
pub struct Compilation {
    /// All findings: errors before warnings, findings about the codebook before those about the files that refer to it,
    /// each sorted by place.
    pub findings: Vec<Finding>,
    /// The number of warnings beyond the bound on findings.
    untold: usize,
    /// Warnings that the codebook suppresses.
    pub ignored: Vec<Finding>,
    /// The codebook, if no finding is an error.
    pub model: Option<Checked>,
}

impl Compilation {
    /// The most serious severity among the findings.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(Finding::severity).min()
    }

    /// The number of warnings, including those beyond the bound.
    #[must_use]
    pub fn warnings(&self) -> usize {
        let is_one = |finding: &&Finding| {
            finding.severity() == Severity::Warning && finding.rule != Rule::MoreWarnings
        };
        self.findings.iter().filter(is_one).count() + self.untold
    }
}

/// The first step of [`compile`] alone: the YAML errors in a codebook's files. This is the least cost of any
/// compilation.
#[must_use]
pub fn parse(sources: &SourceSet) -> Vec<Finding> {
    let mut findings = Vec::new();
    source::parse(sources, &mut findings);
    settle(&mut findings);
    findings
}

/// The finding for an outdated or missing lock (CB096, CB097). It is separate from [`compile`], because the lock is
/// written after compiling; it answers if everything is committed.
#[must_use]
pub fn lock_state(sources: &SourceSet, model: &Checked) -> Option<Finding> {
    lock_finding(sources, model).filter(|found| model.ignores(found.rule.doc().id).is_none())
}

fn lock_finding(sources: &SourceSet, model: &Checked) -> Option<Finding> {
    const HELP: &str = "run `cmec compile DIR --out DIR`, and commit the lock with the codebook";
    let Some((file, have)) = sources.named(LOCK_FILE) else {
        let (file, _) = sources.named(CODEBOOK)?;
        let message = format!("there is no `{LOCK_FILE}`");
        let place = Place::point(file, 0);
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
    Some(Finding::new(Rule::LockStale, Place::point(file, 0), message).help(HELP))
}

/// Compiles one codebook: reads, checks and, without errors, resolves it.
#[must_use]
pub fn compile(sources: &SourceSet) -> Compilation {
    compiled(sources, LockUse::ToLock)
}

/// Compiles one codebook without enforcing its lock, for a comparison, which reports such changes itself. The lock
/// still provides the aliases of all codes that keep their meaning.
#[must_use]
pub fn compile_to_compare(sources: &SourceSet) -> Compilation {
    compiled(sources, LockUse::ToNothing)
}

/// The constraints on a codebook apart from its own rules.
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

/// Puts errors before warnings, and findings about elements before those about the files that refer to them.
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
