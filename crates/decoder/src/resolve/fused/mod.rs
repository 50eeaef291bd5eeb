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
mod line;
mod parts;
mod retrieval;

use std::borrow::Cow;

pub(crate) use self::line::fused_line;
use self::parts::Parts;
use super::constraints::PageOf;
use super::{Report, Resolver, Telling};
use crate::code::Code;
use crate::contract::{Contract, Defaultable, Str, Valid};
use crate::draft::{DraftSet, Words};
use crate::finding::Flaw;
use crate::ledger::Ledger;
use crate::list::List;
use crate::notation::Prospect;
use crate::notation::direct::{Key, Keys, Reader};
use crate::span::{Said, Span};
use crate::tables::{FieldDef, Tables};
use crate::version::ContractVersion;
use crate::vocabulary::{Output, Part, Scenario};

/// A text that was read in one pass.
pub(crate) struct Fused<'a> {
    /// The contract, to be used only when there are no reports.
    pub(crate) contract: Box<Valid<Contract<'a>>>,
    /// What is wrong with it, by rule and place.
    pub(crate) reports: Vec<Report>,
    /// What is wrong with members that were left out: their keys are not known, or stand twice.
    pub(crate) strangers: Vec<Flaw>,
    pub(crate) ledger: Ledger<'a>,
}

/// A contract that was read in one pass, with nothing wrong.
pub(crate) struct Accepted<'a> {
    pub(crate) contract: Box<Valid<Contract<'a>>>,
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
    limit: Option<Option<u32>>,
    offset: Option<Option<u32>>,
    paged: bool,
    /// Reports on entities, attributes, filters, sort keys, the page, the graph, retrieval and what is missing. They are the same
    /// on the longer way, whatever else is said; any other report ends this one.
    local: usize,
    /// Whether filters were said; some may have been dropped.
    filtered: bool,
    /// Whether sort keys were said.
    sorted: bool,
    /// The number of attributes that were said.
    wanted: usize,
    walked: bool,
    has_path: bool,
}

/// How far reports and ledger had come.
#[derive(Clone, Copy)]
struct Mark {
    reports: usize,
    lines: usize,
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
    let mut resolver = Resolver::new(tables, version, Words::Codes, Telling::Places);
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

    /// How far reports and ledger have come, to come back to.
    fn mark(&self) -> Mark {
        Mark {
            reports: self.reports.len(),
            lines: self.ledger.lines(),
        }
    }

    /// Takes back what was reported and noted since.
    fn go_back(&mut self, to: Mark) {
        self.reports.truncate(to.reports);
        self.ledger.split_off(to.lines);
    }

    /// A field the intent may use.
    #[inline]
    fn fused_field(&self, code: Code<'_>) -> Option<&'a FieldDef> {
        let field = self.tables.field_by_packed(code)?;
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
            grounding
                .target_types
                .add(Cow::Borrowed(only.name.as_ref()));
        }
    }

    /// `all`: whether every member was read, so that what is not there was not said in another way.
    fn fused_end(&mut self, whole: Span, all: bool, into: &mut Fusing<'a>) -> Option<()> {
        self.ground(into);
        let scenario = into
            .scenario
            .filter(|scenario| *scenario != Scenario::Clarify)?;
        let row = self.tables.scenario(scenario)?;
        let said = into.said();
        let there = into.there(said);
        let unfit = Parts::of(&row.forbidden).meet(said);
        let lacking = Parts::of(self.version.lacks()).meet(said);
        (!unfit && !lacking).then_some(())?;
        for line in row.required.iter() {
            let any_of = Parts::of(&line.any_of);
            if !any_of.meet(there) {
                // A filter that was said and left out is told of on the longer way.
                (all && !any_of.meet(said)).then_some(())?;
                self.missing(whole, row, &line.any_of);
                into.local = self.reports.len();
            }
        }
        into.within_caps(&self.tables.limits).then_some(())?;
        if let Some(said) = into.set.take() {
            let groups = &into.contract.value.constraints.groups;
            let set = self.sets(&said, groups)?;
            into.contract.value.constraints.set_ops = Some(Box::new(set));
        }
        if let Some(only) = into.derived {
            self.ledger.derived_target(only);
        }
        if scenario == Scenario::AttributesFetch && into.wanted == 0 {
            self.ledger.default_attributes();
        }
        let output = into.output.or(row.default_output)?;
        if into.output.is_none() {
            self.defaults.add(Defaultable::Output);
            self.ledger.default_output(output);
        }
        let walks = matches!(scenario, Scenario::Subgraph | Scenario::PathQuery);
        if !into.walked && (walks || said.have(Part::Relation)) {
            let grounding = &into.contract.value.grounding;
            into.contract.value.graph_params =
                self.graph(None, grounding.relations.len(), scenario, grounding);
        }
        into.contract.value.constraints.pagination =
            self.page_with(into.limit, into.offset, PageOf::Answer, scenario);
        self.add_always(&mut into.contract.value);
        into.contract.value.intent.scenario = scenario;
        into.contract.value.intent.output_type = output;
        into.contract.defaulted = self.defaults;
        (self.reports.len() == into.local).then_some(())
    }
}

/// Whether no two elements have the same name; what has gets its finding on the longer way.
fn all_differ<'a, T>(elements: &[T], name: impl Fn(&T) -> &Str<'a>) -> bool {
    elements.iter().enumerate().all(|(index, element)| {
        let mut before = elements.iter().take(index);
        before.all(|other| name(other) != name(element))
    })
}
