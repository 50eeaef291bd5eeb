//! Text → [`Draft`], with one reader for each notation.
//!
//! A reader checks keys and JSON types, but no rules of the contract. A draft keeps the words of its notation with
//! their spans, and all later steps are the same for all notations. Only the SQL reader uses the codebook.

pub(crate) mod c02;
pub(crate) mod detect;
mod doubly_encoded;
pub(crate) mod extract;
mod intent;
pub(crate) mod json;
pub(crate) mod mec;
mod mec_v01;
pub(crate) mod shape;
pub(crate) mod sql;
mod tool_call;

use crate::contract::Str;
use crate::draft::Draft;
use crate::finding::Finding;
use crate::language::NamingStyle;
use crate::ledger::{Ledger, LedgerKind, LedgerValue};
use crate::notation::{Notation, Spelling};
use crate::read::json::tree::{self, Json, JsonKind};
use crate::read::shape::{BannedKeys, Shape};
use crate::tables::Tables;

/// The result of reading a text.
pub(crate) struct Reading<'a> {
    pub(crate) notation: Notation,
    pub(crate) root: Json<'a>,
    pub(crate) draft: Draft<'a>,
    /// The errors found so far.
    pub(crate) findings: Vec<Finding>,
    pub(crate) ledger: Ledger<'a>,
    /// The model's reasoning, if it was removed and is a text.
    pub(crate) reasoning: Option<Str<'a>>,
}

/// A grammar error that kept a text from being read.
pub(crate) struct ReadError {
    pub(crate) notation: Notation,
    pub(crate) finding: Box<Finding>,
}

/// Reads a text from the byte `from` to its end.
pub(crate) fn read<'a>(
    text: &'a str,
    from: usize,
    spelling: Spelling,
    tables: &'a Tables,
) -> Result<Reading<'a>, ReadError> {
    let unread = |notation| move |finding| ReadError { notation, finding };
    let said = match spelling {
        Spelling::Auto => None,
        Spelling::Only(notation) => Some(notation),
    };
    let begins = || sql::may_begin(text, from) || sql::may_change(text, from);
    if said == Some(Notation::Sql) || (said.is_none() && begins()) {
        return sql::read(text, from, tables);
    }
    let mut document =
        tree::read(text, from, &tables.limits).map_err(unread(said.unwrap_or(Notation::C02)))?;
    let notation = said.unwrap_or_else(|| detect::detect(&document.root));
    if let JsonKind::Text(text) = &document.root.kind
        && doubly_encoded::holds_intent(text)
    {
        let finding = doubly_encoded::finding(document.root.span);
        return Err(unread(notation)(finding));
    }
    let mut shape = match notation {
        Notation::C02 | Notation::ToolCall | Notation::Sql => {
            Shape::new(NamingStyle::Codes, BannedKeys::Finding)
        }
        Notation::Mec => Shape::new(NamingStyle::Names, BannedKeys::Finding),
        Notation::MecV01 => Shape::new(NamingStyle::Names, BannedKeys::Cut),
    };
    let draft = match notation {
        Notation::C02 | Notation::Sql => c02::read(&mut shape, &document.root),
        Notation::Mec => mec::read(&mut shape, &document.root),
        Notation::MecV01 => mec_v01::document(&mut shape, &document.root),
        Notation::ToolCall => tool_call::read(&mut shape, &mut document.root, text, tables)
            .map_err(unread(notation))?,
    };
    shape.twice(&document.duplicates);
    let mut reasoning = None;
    for aside in shape.aside {
        let path = document.root.pointer_to(aside.span);
        if aside.kind == LedgerKind::CutAway && path.ends_with("/reasoning") {
            reasoning = reasoning.or_else(|| document.root.at(&path)?.as_text().cloned());
        }
        let none = LedgerValue::Null;
        shape
            .ledger
            .note(aside.kind, path, none, aside.why, Some(aside.span));
    }
    Ok(Reading {
        notation,
        root: document.root,
        draft,
        findings: shape.findings,
        ledger: shape.ledger,
        reasoning,
    })
}
