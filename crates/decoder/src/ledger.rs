//! The ledger: everything in a contract that was not said in so many words, and everything said that is not in it.

use serde::Serialize;

use crate::span::Span;

/// What happened to a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LedgerKind {
    /// A default of the codebook or of the scenario was filled in.
    DefaultApplied,
    /// The part follows from other parts.
    Derived,
    /// An enum synonym became its value.
    SynonymResolved,
    /// A part that says nothing was left out.
    LeftOut,
    /// A filter was dropped because the codebook's policy says so.
    Dropped,
}

/// One line of the ledger.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LedgerEntry {
    /// What happened.
    pub kind: LedgerKind,
    /// JSON pointer into the contract.
    pub path: String,
    /// The value now there, as JSON; `null` where there is none.
    pub value: serde_json::Value,
    /// Place in the model's text it comes from, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// Why, in a few words.
    pub why: &'static str,
}

/// All lines, in the order they were made.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(transparent)]
pub struct Ledger {
    entries: Vec<LedgerEntry>,
}

impl Ledger {
    /// Adds a line.
    pub(crate) fn note(
        &mut self,
        kind: LedgerKind,
        path: impl Into<String>,
        value: impl Into<serde_json::Value>,
        why: &'static str,
        span: Option<Span>,
    ) {
        self.entries.push(LedgerEntry {
            kind,
            path: path.into(),
            value: value.into(),
            span,
            why,
        });
    }

    /// The lines.
    #[must_use]
    pub fn entries(&self) -> &[LedgerEntry] {
        &self.entries
    }

    /// Places of the values that are defaults.
    pub(crate) fn defaulted(&self) -> Vec<String> {
        self.entries
            .iter()
            .filter(|entry| entry.kind == LedgerKind::DefaultApplied)
            .map(|entry| entry.path.clone())
            .collect()
    }
}
