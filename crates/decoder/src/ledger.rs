//! The ledger: records every part of a contract that the text does not state, and every part of the text that the
//! contract does not contain.
//!
//! Entries are added in any order and sorted for display.

mod path;

use std::borrow::Cow;
use std::fmt;

use bounded_static::{IntoBoundedStatic, ToStatic};
use serde::{Serialize, Serializer};

pub use crate::ledger::path::LedgerPath;
use crate::span::Span;

/// Initial capacity: the entries for a typical walk along relations without directions and pages.
const ROOM: usize = 8;

/// What happened to a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// An argument of a tool was ignored because the tool's definition says so.
    Dropped,
    /// A key that contracts never carry was cut from an older document.
    CutAway,
    /// A part of an older document has another place now.
    ContractUpgraded,
    /// Text around the intent was cut away.
    Extracted,
    /// A filter was added that the codebook always adds.
    AddedByHost,
}

/// One line of the ledger.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LedgerEntry<'a> {
    /// What happened.
    pub kind: LedgerKind,
    /// JSON pointer into the contract.
    #[cfg_attr(feature = "schema", schemars(with = "String", length(min = 0)))]
    pub path: LedgerPath,
    /// The value now there, as JSON; `null` where there is none.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    pub value: LedgerValue<'a>,
    /// Place in the model's text it comes from, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// Why, in a few words.
    pub why: &'static str,
}

impl<'a> LedgerEntry<'a> {
    #[inline]
    pub(crate) fn new(
        kind: LedgerKind,
        path: impl Into<LedgerPath>,
        value: impl Into<LedgerValue<'a>>,
        why: &'static str,
        span: Option<Span>,
    ) -> Self {
        Self {
            kind,
            path: path.into(),
            value: value.into(),
            span,
            why,
        }
    }

    /// The entry with owned values.
    #[must_use]
    pub fn into_owned(self) -> LedgerEntry<'static> {
        LedgerEntry {
            kind: self.kind,
            path: self.path,
            value: self.value.into_static(),
            span: self.span,
            why: self.why,
        }
    }
}

/// A value in the ledger. Most are names of the tables or small numbers, which need no allocation.
#[derive(Debug, Clone, PartialEq, Eq, ToStatic, Serialize)]
#[serde(untagged)]
pub enum LedgerValue<'a> {
    /// No value.
    Null,
    /// A whole number.
    Number(u32),
    /// A text.
    Text(Cow<'a, str>),
}

impl From<u32> for LedgerValue<'_> {
    fn from(number: u32) -> Self {
        Self::Number(number)
    }
}

impl<'a> From<&'a str> for LedgerValue<'a> {
    fn from(name: &'a str) -> Self {
        Self::Text(Cow::Borrowed(name))
    }
}

impl<'a> From<Cow<'a, str>> for LedgerValue<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Self::Text(text)
    }
}

impl From<String> for LedgerValue<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl fmt::Display for LedgerValue<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => formatter.write_str("null"),
            Self::Number(number) => number.fmt(formatter),
            Self::Text(text) => formatter.write_str(text),
        }
    }
}

impl From<LedgerValue<'_>> for serde_json::Value {
    fn from(value: LedgerValue<'_>) -> Self {
        match value {
            LedgerValue::Null => Self::Null,
            LedgerValue::Number(number) => Self::from(number),
            LedgerValue::Text(text) => Self::from(text.into_owned()),
        }
    }
}

/// All entries.
#[derive(Debug, Clone, Default)]
pub struct Ledger<'a> {
    entries: Vec<LedgerEntry<'a>>,
}

/// A default page limit and the reason for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DefaultLimit {
    pub(crate) limit: u32,
    pub(crate) why: &'static str,
}

impl DefaultLimit {
    /// The limit of the scenario.
    pub(crate) const fn of_scenario(limit: u32) -> Self {
        let why = "default limit of the scenario";
        Self { limit, why }
    }

    /// The limit of the called tool.
    pub(crate) const fn of_tool(limit: u32) -> Self {
        let why = "limit of the tool";
        Self { limit, why }
    }

    /// The limit of the codebook, for scenarios without their own.
    pub(crate) const fn of_codebook(limit: u32) -> Self {
        let why = "default limit of the codebook";
        Self { limit, why }
    }

    /// All rows, up to `limit`.
    pub(crate) const fn all(limit: u32) -> Self {
        let why = "all rows of a group";
        Self { limit, why }
    }
}

impl<'a> Ledger<'a> {
    #[inline]
    pub(crate) fn note(
        &mut self,
        kind: LedgerKind,
        path: impl Into<LedgerPath>,
        value: impl Into<LedgerValue<'a>>,
        why: &'static str,
        span: Option<Span>,
    ) {
        if self.entries.capacity() == 0 {
            self.entries = Vec::with_capacity(ROOM);
        }
        let entry = LedgerEntry::new(kind, path, value, why, span);
        self.entries.push(entry);
    }

    /// Adds an entry for a default value.
    #[inline]
    pub(crate) fn default_value(
        &mut self,
        path: impl Into<LedgerPath>,
        value: impl Into<LedgerValue<'a>>,
        why: &'static str,
    ) {
        self.note(LedgerKind::DefaultApplied, path, value, why, None);
    }

    /// Adds an entry for a value that follows from other parts.
    #[inline]
    pub(crate) fn derived_value(
        &mut self,
        path: impl Into<LedgerPath>,
        value: impl Into<LedgerValue<'a>>,
        why: &'static str,
    ) {
        self.note(LedgerKind::Derived, path, value, why, None);
    }

    /// Shifts the spans of the entries by a number of bytes.
    pub(crate) fn shifted(mut self, by: usize) -> Self {
        for entry in &mut self.entries {
            entry.span = entry.span.map(|span| span.shifted(by));
        }
        self
    }

    pub(crate) fn into_entries(self) -> Vec<LedgerEntry<'a>> {
        self.entries
    }

    pub(crate) fn append(&mut self, lines: Vec<LedgerEntry<'a>>) {
        self.entries.extend(lines);
    }

    /// The ledger with owned values and mapped spans.
    pub(crate) fn moved(self, to: impl Fn(Span) -> Span) -> Ledger<'static> {
        let entries = self.entries.into_iter().map(|entry| {
            let mut entry = entry.into_owned();
            entry.span = entry.span.map(&to);
            entry
        });
        Ledger {
            entries: entries.collect(),
        }
    }

    pub(crate) fn extend(&mut self, other: Self) {
        self.append(other.entries);
    }

    /// The entries about ignored arguments of a tool, in text order.
    pub fn dropped(&self) -> impl Iterator<Item = &LedgerEntry<'a>> {
        let lines = self.entries.iter();
        lines.filter(|line| line.kind == LedgerKind::Dropped)
    }

    /// The same lines without borrowed texts.
    #[must_use]
    pub fn into_owned(self) -> Ledger<'static> {
        let entries = self.entries().into_iter().map(LedgerEntry::into_owned);
        Ledger {
            entries: entries.collect(),
        }
    }

    /// The entries in the order of the contract's parts; entries about one part are in order of creation.
    #[must_use]
    pub fn entries(&self) -> Vec<LedgerEntry<'a>> {
        let mut lines = self.entries.clone();
        lines.sort_by_cached_key(|line| line.path.position());
        lines
    }
}

/// Ledgers are equal if their sorted entries are, because different paths through the decoder add them in different
/// orders.
impl PartialEq for Ledger<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.entries() == other.entries()
    }
}

impl Serialize for Ledger<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.entries().serialize(serializer)
    }
}
