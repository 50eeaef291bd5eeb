//! `RuleDoc`: what a rule is about, for `cmec explain` and the reference.

use serde::Serialize;

/// How serious a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The codebook cannot be compiled.
    Error,
    /// It can be compiled and is probably not what was meant.
    Warning,
    /// Worth knowing.
    Note,
}

/// What a rule is about; `cmec explain` and the reference print it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RuleDoc {
    /// Stable id.
    pub id: &'static str,
    /// Short name.
    pub slug: &'static str,
    /// How serious its findings are.
    pub severity: Severity,
    /// What is wrong.
    pub what: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// What it looks like.
    pub example: &'static str,
    /// What to write instead.
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
