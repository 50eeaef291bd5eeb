//! cMEC text → contract in one pass, with no draft between them.
//!
//! This is the path of the texts models usually write: the parts in the order of the prompt card, and nothing wrong.
//! Each part is put into the contract as it is read: what was measured to cost most was moving structs about. Whatever
//! needs more than that (a part out of order, a question, most findings) ends it with `None`, and the text is read the
//! longer way, which gives the same contract and the same ledger; a property test holds that.

mod aggregation;
mod constraints;
mod filter;
mod graph;
mod grounding;
mod groups;
mod retrieval;

use std::borrow::Cow;

use crate::contract::{Contract, Str, Valid};
use crate::draft::Words;
use crate::fast::{Accepted, Fusing};
use crate::finding::Violation;
use crate::finding::report::{Detail, Report};
use crate::ledger::Ledger;
use crate::read::json::cursor::{Key, Keys, Reader};
use crate::read::json::tree::Prospect;
use crate::resolve::Resolver;
use crate::tables::Tables;
use crate::version::ContractVersion;
use crate::vocabulary::{Output, Scenario};

/// A text that was read in one pass.
pub(crate) struct Fused<'a> {
    /// The contract, to be used only when there are no reports.
    pub(crate) contract: Box<Valid<Contract<'a>>>,
    /// What is wrong with it, by rule and place.
    pub(crate) reports: Vec<Report>,
    /// What is wrong with members that were left out: their keys are not known, or stand twice.
    pub(crate) strangers: Vec<Violation>,
    pub(crate) ledger: Ledger<'a>,
}

impl<'a> Fused<'a> {
    /// The contract, where nothing is wrong with it.
    #[inline]
    pub(crate) fn accepted(self) -> Option<Accepted<'a>> {
        (self.reports.is_empty() && self.strangers.is_empty()).then_some(())?;
        Some(Accepted {
            contract: self.contract,
            ledger: self.ledger,
        })
    }
}

/// Why a text was not read in one pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// It is not right in syntax or shape: only the tree knows what to say about it.
    Text(Prospect),
    /// It needs more than one pass.
    Order,
}

/// Reads a text in one pass.
pub(crate) fn fused<'a>(
    text: &'a str,
    tables: &'a Tables,
    version: ContractVersion,
) -> Result<Fused<'a>, Unfit> {
    let mut reader = Reader::new(text, &tables.limits).ok_or(Unfit::Order)?;
    let mut resolver = Resolver::new(tables, version, Words::Codes, Detail::RulesOnly);
    let mut into = Fusing::new();
    let whole = resolver.fused_whole(&mut reader, &mut into);
    if whole.is_none() {
        return Err(if reader.failed() {
            Unfit::Text(reader.prospect())
        } else {
            Unfit::Order
        });
    }
    Ok(Fused {
        contract: into.contract,
        reports: resolver.reports,
        strangers: reader.strangers(),
        ledger: resolver.ledger,
    })
}

impl<'a> Resolver<'a> {
    /// Reads the whole text.
    fn fused_whole(&mut self, reader: &mut Reader<'a>, into: &mut Fusing<'a>) -> Option<()> {
        let whole = reader.object(Keys::INTENT, |reader, key| {
            self.fused_part(reader, key, into)
        })?;
        reader.end()?;
        self.fused_end(whole, reader.reads_all(), into)
    }

    fn fused_part(
        &mut self,
        reader: &mut Reader<'a>,
        key: Key,
        into: &mut Fusing<'a>,
    ) -> Option<()> {
        match key {
            Key::S => into.scenario = Some(Scenario::from_packed(reader.code()?)?),
            Key::O => into.output = Some(Output::from_packed(reader.code()?)?),
            Key::Tg | Key::E | Key::R if !into.grounded => {
                self.fused_grounding(reader, key, into)?;
            }
            Key::A => {
                self.ground(into);
                into.contract.value.grounding.target_attributes = reader.list_some(|reader| {
                    into.wanted += 1;
                    self.fused_attribute(reader)
                })?;
                into.local = self.reports.len();
            }
            // Lines of the ledger come in the order constraints, graph.
            Key::C if !into.walked => {
                self.ground(into);
                reader.object(Keys::CONSTRAINTS, |reader, key| {
                    self.fused_constraint(reader, key, into)
                })?;
            }
            Key::G => {
                self.ground(into);
                self.fused_graph(reader, into)?;
            }
            Key::Q => self.fused_retrieval(reader, into)?,
            _ => return None,
        }
        (self.reports.len() == into.local).then_some(())
    }

    /// An attribute; `Some(None)`: something is wrong with it.
    fn fused_attribute(&mut self, reader: &mut Reader<'a>) -> Option<Option<Str<'a>>> {
        reader.peek()?;
        let start = reader.place();
        if let Some(field) = reader.code().and_then(|code| self.fused_field(code)) {
            return Some(Some(Cow::Borrowed(field.path.as_ref())));
        }
        reader.go_back(start);
        let field = self.field_here(&reader.word()?);
        Some(field.map(|field| Cow::Borrowed(field.path.as_ref())))
    }
}
