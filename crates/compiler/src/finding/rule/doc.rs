//! `RuleDoc`: the documentation of a rule, for `cmec explain` and the reference.

use serde::Serialize;

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The codebook cannot be compiled.
    Error,
    /// It can be compiled but is probably not what was meant.
    Warning,
    /// Worth knowing.
    Note,
}

/// The documentation of a rule; `cmec explain` and the reference print it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RuleDoc {
    /// Stable id.
    pub id: &'static str,
    /// Short name.
    pub slug: &'static str,
    /// The severity of its findings.
    pub severity: Severity,
    /// The problem.
    pub what: &'static str,
    /// The reason why it matters.
    pub why: &'static str,
    /// An example of the mistake.
    pub example: &'static str,
    /// The correction.
    pub instead: &'static str,
}

/// A table of documented rules: name, id, slug, severity, and what is told of them.
macro_rules! rule_docs {
    ($($name:ident $id:literal $slug:literal $severity:ident {
        what: $what:literal, why: $why:literal, example: $example:literal, instead: $instead:literal,
    })+) => {
        $(pub(super) const $name: $crate::finding::RuleDoc = $crate::finding::RuleDoc {
            id: $id, slug: $slug, severity: $crate::finding::Severity::$severity,
            what: $what, why: $why, example: $example, instead: $instead,
        };)+
    };
}
pub(super) use rule_docs as table;
