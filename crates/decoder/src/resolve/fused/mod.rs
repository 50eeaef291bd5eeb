//! cMEC text → contract in one pass, with no draft between them.
//!
//! This is the path of the texts models usually write: the parts in the order of the prompt card, and nothing wrong.
//! Each part is put into the contract as it is read: what was measured to cost most was moving structs about. Whatever
//! needs more than that (a part out of order, a question, any finding) ends it with `None`, and the text is read the
//! longer way, which gives the same contract and the same ledger; a property test holds that.

mod aggregation;
mod constraints;
mod filter;
mod graph;
mod grounding;
mod groups;
mod parts;
mod retrieval;

use std::borrow::Cow;

use super::constraints::PageOf;
use super::{Resolver, Telling};
use crate::contract::{Contract, Defaultable, Valid};
use crate::draft::{DraftSet, Words};
use crate::ledger::Ledger;
use crate::notation::direct::{Key, Reader};
use crate::span::Said;
use crate::tables::{FieldDef, Tables};
use crate::vocabulary::{Output, Scenario};

/// A contract that was read in one pass.
pub(crate) struct Fused<'a> {
    pub(crate) contract: Box<Valid<Contract<'a>>>,
    pub(crate) ledger: Ledger<'a>,
    pub(crate) tokens: usize,
}

/// What has been read so far: the contract itself, and what must be known about the text until its end.
struct Fusing<'a> {
    contract: Box<Valid<Contract<'a>>>,
    scenario: Option<Scenario>,
    output: Option<Output>,
    /// Whether the target is the codebook's one type.
    derived: Option<&'a str>,
    /// Whether a part that names fields was read: what the intent is about must be known by then.
    grounded: bool,
    /// Lines of the ledger that stand before those of the filters.
    first_lines: usize,
    /// Resolved last, for it names groups.
    set: Option<Box<Said<DraftSet<'a>>>>,
    limit: Option<u32>,
    offset: Option<u32>,
    paged: bool,
    /// Whether filters were said; some may have been dropped.
    filtered: bool,
    walked: bool,
    has_path: bool,
}

/// Reads a text in one pass.
pub(crate) fn fused<'a>(text: &'a str, tables: &'a Tables) -> Option<Fused<'a>> {
    let mut reader = Reader::new(text, &tables.limits)?;
    let mut resolver = Resolver::new(tables, Words::Codes, Telling::Places);
    let mut into = Fusing::new();
    reader.object(|reader, key| resolver.fused_part(reader, key, &mut into))?;
    let tokens = reader.end()?;
    resolver.fused_end(&mut into)?;
    Some(Fused {
        contract: into.contract,
        ledger: resolver.ledger,
        tokens,
    })
}

impl<'a> Resolver<'a> {
    fn fused_part(
        &mut self,
        reader: &mut Reader<'a>,
        key: Key,
        into: &mut Fusing<'a>,
    ) -> Option<()> {
        match key {
            Key::S => into.scenario = Some(Scenario::from_code_bytes(reader.code()?)?),
            Key::O => into.output = Some(Output::from_code_bytes(reader.code()?)?),
            Key::Tg | Key::E | Key::R if !into.grounded => {
                self.fused_grounding(reader, key, into)?;
            }
            Key::A => {
                self.ground(into);
                into.contract.value.grounding.target_attributes = reader.list(|reader| {
                    let field = self.fused_field(reader.code()?)?;
                    Some(Cow::Borrowed(field.path.as_ref()))
                })?;
            }
            // Lines of the ledger come in the order constraints, graph.
            Key::C if !into.walked => {
                self.ground(into);
                reader.object(|reader, key| self.fused_constraint(reader, key, into))?;
            }
            Key::G => {
                self.ground(into);
                self.fused_graph(reader, into)?;
            }
            Key::Q => self.fused_retrieval(reader, into)?,
            _ => return None,
        }
        self.reports.is_empty().then_some(())
    }

    /// A field the intent may use.
    #[inline]
    fn fused_field(&self, code: &[u8]) -> Option<&'a FieldDef> {
        let field = self.tables.field_by_code_bytes(code)?;
        self.about.allows(&field.type_name).then_some(field)
    }

    /// What the intent is about is known from here on: a codebook with one type has its target.
    fn ground(&mut self, into: &mut Fusing<'a>) {
        if into.grounded {
            return;
        }
        into.grounded = true;
        into.first_lines = self.ledger.lines();
        let grounding = &mut into.contract.value.grounding;
        if grounding.target_types.is_empty()
            && grounding.entity_list.is_empty()
            && let [only] = self.tables.types.as_ref()
        {
            self.about.types.push(&only.name);
            into.derived = Some(&only.name);
            grounding.target_types.push(Cow::Borrowed(&only.name));
        }
    }

    fn fused_end(&mut self, into: &mut Fusing<'a>) -> Option<()> {
        self.ground(into);
        let scenario = into
            .scenario
            .filter(|scenario| *scenario != Scenario::Clarify)?;
        let row = self.tables.scenario(scenario)?;
        let met = row
            .required
            .iter()
            .all(|line| line.any_of.iter().any(|part| into.has(*part)));
        (met && !row.forbidden.iter().any(|part| into.says(*part))).then_some(())?;
        into.within_caps(&self.tables.limits).then_some(())?;
        if let Some(said) = into.set.take() {
            let groups = &into.contract.value.constraints.groups;
            let set = self.set(&said.value, groups)?;
            into.contract.value.constraints.set_ops = Some(Box::new(set));
        }
        if let Some(only) = into.derived {
            self.ledger.derived_target(only);
        }
        if scenario == Scenario::AttributesFetch
            && into.contract.value.grounding.target_attributes.is_empty()
        {
            self.ledger.default_attributes();
        }
        let output = into.output.or(row.default_output)?;
        if into.output.is_none() {
            self.defaults.add(Defaultable::Output);
            self.ledger.default_output(output);
        }
        if !into.walked {
            let grounding = &into.contract.value.grounding;
            into.contract.value.graph_params =
                self.graph(None, grounding.relations.len(), scenario, grounding);
        }
        let (limit, offset) = (into.limit.map(Some), into.offset.map(Some));
        into.contract.value.constraints.pagination =
            self.page_with(limit, offset, PageOf::Answer, scenario);
        into.contract.value.intent.scenario = scenario;
        into.contract.value.intent.output_type = output;
        into.contract.defaulted = self.defaults;
        self.reports.is_empty().then_some(())
    }
}
