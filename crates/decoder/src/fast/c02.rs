//! cMEC text → contract in one pass: the bytes are read by a cursor that is told which part comes.

mod aggregation;
mod constraints;
mod filters;
mod graph;
mod grounding;
mod groups;
mod keys;
mod retrieval;

use std::borrow::Cow;

use crate::contract::Str;
use crate::draft::{DraftAggregation, DraftCondition, DraftValue, Word, Words, compared_with};
use crate::fast::c02::keys::{Key, Keys};
use crate::fast::{ContractBuilder, FastReading};
use crate::finding::Detail;
use crate::finding::topic::Elements;
use crate::language::{Output, Scenario};
use crate::notation::Notation;
use crate::read::json::cursor::Cursor;
use crate::read::part;
use crate::resolve::Resolver;
use crate::span::Spanned;
use crate::tables::{FieldDef, Tables};
use crate::version::ContractVersion;

/// Deepest nesting of the notation itself, without operations on sets. A lower cap is left to the tree, which counts.
const OWN_DEPTH: u32 = 8;

/// Reads a text in one pass.
pub(crate) fn contract<'a>(
    text: &'a str,
    tables: &'a Tables,
    version: ContractVersion,
) -> Option<FastReading<'a>> {
    (tables.limits.input_depth >= OWN_DEPTH).then_some(())?;
    let mut cursor = Cursor::from(text, 0, &tables.limits);
    let mut resolver = Resolver::new(tables, version, Words::Codes, Detail::RulesOnly);
    let mut into = ContractBuilder::new();
    let whole = cursor.object(Keys::INTENT, |cursor, key| {
        resolver.c02_part(cursor, key, &mut into)
    })?;
    cursor.end()?;
    resolver.complete(&mut into, Some(whole))?;
    Some(FastReading {
        contract: into.contract,
        findings: resolver.findings,
        ledger: resolver.ledger,
        notation: Notation::C02,
    })
}

impl<'a> Resolver<'a> {
    fn c02_part(
        &mut self,
        cursor: &mut Cursor<'a>,
        key: Key,
        into: &mut ContractBuilder<'a>,
    ) -> Option<()> {
        match key {
            Key::S => into.scenario = Some(Scenario::from_code(cursor.plain()?)?),
            Key::O => into.output = Some(Output::from_code(cursor.plain()?)?),
            Key::Tg | Key::E | Key::R if !into.types_settled => {
                self.c02_grounding(cursor, key, into)?;
            }
            Key::A => {
                self.settle_types(into);
                (
                    into.attributes_said,
                    into.contract.value.grounding.target_attributes,
                ) = self.c02_attributes(cursor)?;
            }
            Key::C => {
                self.settle_types(into);
                cursor.object(Keys::CONSTRAINTS, |cursor, key| {
                    self.c02_constraint(cursor, key, into)
                })?;
            }
            Key::G => {
                self.settle_types(into);
                self.c02_graph(cursor, into)?;
            }
            Key::Q => {
                into.contract.value.rag_params = Some(self.c02_retrieval(cursor)?);
            }
            _ => return None,
        }
        into.reported = self.findings.len();
        Some(())
    }

    /// A part as the fast pass reads it, or, where something is wrong with it, read again with its places by the
    /// reader of the whole and resolved as `told`. `None`: the whole text must be read again.
    fn c02_or_told<T, D: DraftValue<'a>>(
        &mut self,
        cursor: &mut Cursor<'a>,
        fast: impl FnOnce(&mut Self, &mut Cursor<'a>) -> Option<T>,
        told: impl FnOnce(&mut Self, D) -> Option<T>,
    ) -> Option<T> {
        let place = cursor.place();
        let (lines, findings) = (self.ledger.len(), self.findings.len());
        if let Some(part) = fast(self, cursor) {
            return Some(part);
        }
        if cursor.stopped().is_some() {
            return None;
        }
        cursor.go_back(place);
        self.ledger.truncate(lines);
        self.findings.truncate(findings);
        let said = part::read(cursor)?;
        told(self, said)
    }

    /// The attributes, and whether any is said.
    fn c02_attributes(&mut self, cursor: &mut Cursor<'a>) -> Option<(bool, Vec<Str<'a>>)> {
        self.c02_or_told(
            cursor,
            |me, cursor| {
                let attributes = cursor.list(|cursor| {
                    let field = me.c02_field(cursor.plain()?)?;
                    Some(Cow::Borrowed(field.path.as_ref()))
                })?;
                let said = !attributes.is_empty();
                (attributes.len() <= me.most_elements()).then_some((said, attributes))
            },
            |me, said: Vec<Word<'a>>| {
                me.list_cap(&said, Elements::Attributes);
                Some((!said.is_empty(), me.attributes(&said)))
            },
        )
    }

    /// The most elements of a list that has no cap of its own.
    const fn most_elements(&self) -> usize {
        self.tables.limits.list_cap as usize
    }

    /// A field the intent may use.
    #[inline]
    fn c02_field(&self, code: &str) -> Option<&'a FieldDef> {
        let field = self.tables.field_by_code(code)?;
        self.about.allows(&field.type_name).then_some(field)
    }
}

/// What compares with a group is read the longer way.
fn compares_no_group(
    filters: &[Spanned<DraftCondition<'_>>],
    numbers: Option<&Spanned<DraftAggregation<'_>>>,
) -> Option<()> {
    (compared_with(filters, numbers).next().is_none()).then_some(())
}
