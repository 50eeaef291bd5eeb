//! The ledger: everything in a contract that was not said in so many words, and everything said that is not in it.

use std::borrow::Cow;

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
    /// A key that contracts never carry was cut from an older document.
    CutAway,
    /// A part of an older document has another place now.
    ContractUpgraded,
    /// Text around the intent was cut away.
    Extracted,
}

/// One line of the ledger.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LedgerEntry {
    /// What happened.
    pub kind: LedgerKind,
    /// JSON pointer into the contract.
    pub path: Cow<'static, str>,
    /// The value now there, as JSON; `null` where there is none.
    pub value: LedgerValue,
    /// Place in the model's text it comes from, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// Why, in a few words.
    pub why: &'static str,
}

/// A value in the ledger. Most are names of the vocabulary or small numbers, which cost no allocation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum LedgerValue {
    /// No value.
    Null,
    /// A whole number.
    Number(u32),
    /// A text.
    Text(Cow<'static, str>),
}

impl From<u32> for LedgerValue {
    fn from(number: u32) -> Self {
        Self::Number(number)
    }
}

impl From<&'static str> for LedgerValue {
    fn from(name: &'static str) -> Self {
        Self::Text(Cow::Borrowed(name))
    }
}

impl From<String> for LedgerValue {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<LedgerValue> for serde_json::Value {
    fn from(value: LedgerValue) -> Self {
        match value {
            LedgerValue::Null => Self::Null,
            LedgerValue::Number(number) => Self::from(number),
            LedgerValue::Text(text) => Self::from(text),
        }
    }
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
        path: impl Into<Cow<'static, str>>,
        value: impl Into<LedgerValue>,
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

    /// Adds the lines of another ledger after its own.
    pub(crate) fn extend(&mut self, other: Self) {
        self.entries.extend(other.entries);
    }

    /// The lines.
    #[must_use]
    pub fn entries(&self) -> &[LedgerEntry] {
        &self.entries
    }
}
