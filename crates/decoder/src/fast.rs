//! Text → contract in one pass: no tree, no draft, no words about what is wrong.
//!
//! This is the way of the texts models usually write: the parts in the order of the prompt card, and nothing wrong.
//! Each part is put into the contract as it is read: what was measured to cost most was moving structs about. A list of
//! attributes, filters or sort keys with something wrong in it is read again by itself, with its places; a part that is
//! missing is reported. Anything else (a part out of order, a question, any other finding) ends it with `None`, and the
//! text is read the other way, which gives the same contract and the same ledger; property tests hold that.
//!
//! One way over a generic input, cursor or tree, was tried on filters: it took 22 % more instructions on texts with
//! filters, because each filter then passes through a draft.

pub(crate) mod c02;
pub(crate) mod line;
mod part_set;

use std::borrow::Cow;

use crate::contract::{Condition, Contract, Defaultable, Group, SetSide, Str, Valid};
use crate::finding::partial_finding::PartialFinding;
use crate::language::{Output, Part, Scenario};
use crate::ledger::Ledger;
use crate::line::marks;
use crate::list::List;
use crate::notation::{Notation, Spelling};
use crate::resolve::Resolver;
use crate::resolve::constraints::PageOf;
use crate::span::Span;
use crate::tables::Tables;
use crate::version::ContractVersion;

/// A text that was read in one pass.
pub(crate) struct FastReading<'a> {
    /// The contract, to be used only where there are no findings.
    pub(crate) contract: Box<Valid<Contract<'a>>>,
    /// What is wrong with it: everything, by rule and place.
    pub(crate) findings: Vec<PartialFinding>,
    pub(crate) ledger: Ledger<'a>,
    pub(crate) notation: Notation,
}

/// Reads a text in one pass; `None`: it is for the way that tells everything.
#[inline]
pub(crate) fn contract<'a>(
    text: &'a str,
    spelling: Spelling,
    tables: &'a Tables,
    version: ContractVersion,
) -> Option<FastReading<'a>> {
    match notation(text, spelling)? {
        Notation::Line => line::contract(text, tables, version),
        _ => c02::contract(text, tables, version),
    }
}

/// The notation of a text that may be read in one pass: a line, or cMEC.
#[inline]
fn notation(text: &str, spelling: Spelling) -> Option<Notation> {
    match spelling {
        Spelling::Only(notation @ (Notation::C02 | Notation::Line)) => Some(notation),
        Spelling::Only(_) => None,
        Spelling::Auto => Some(match text.as_bytes().first() {
            Some(b'{') => Notation::C02,
            Some(b'a'..=b'z') => Notation::Line,
            _ if marks::may_begin(text, 0) => Notation::Line,
            _ => Notation::C02,
        }),
    }
}

/// The contract as far as it is read, and what must be known about the text until its end.
struct ContractBuilder<'a> {
    contract: Box<Valid<Contract<'a>>>,
    scenario: Option<Scenario>,
    output: Option<Output>,
    /// The codebook's one type, where it is the target without being said.
    derived_target: Option<&'a str>,
    /// Whether a part that names fields was read: what the intent is about must be known by then.
    types_settled: bool,
    /// The limit and the offset, where they are said: so many, or something else.
    limit: Option<Option<u32>>,
    offset: Option<Option<u32>>,
    attributes_said: bool,
    filters_said: bool,
    sort_said: bool,
    page_said: bool,
    graph_said: bool,
    path_said: bool,
    set_said: bool,
    /// Whether metrics are said that are not all in the contract.
    metrics_said: bool,
    /// Reports that are the same whatever else is said; any other ends the reading.
    reported: usize,
}

impl ContractBuilder<'_> {
    fn new() -> Self {
        Self {
            contract: Box::new(Valid::BLANK),
            scenario: None,
            output: None,
            derived_target: None,
            types_settled: false,
            limit: None,
            offset: None,
            attributes_said: false,
            filters_said: false,
            sort_said: false,
            page_said: false,
            graph_said: false,
            path_said: false,
            set_said: false,
            metrics_said: false,
            reported: 0,
        }
    }
}

impl<'a> Resolver<'a> {
    /// From here on it is known what the intent is about: a codebook with one type has its target.
    fn settle_types(&mut self, into: &mut ContractBuilder<'a>) {
        if into.types_settled {
            return;
        }
        into.types_settled = true;
        let grounding = &mut into.contract.value.grounding;
        if grounding.target_types.is_empty()
            && grounding.entity_list.is_empty()
            && let [only] = self.tables.types.as_ref()
        {
            self.about.types.push(&only.name);
            into.derived_target = Some(&only.name);
            grounding
                .target_types
                .add(Cow::Borrowed(only.name.as_ref()));
        }
    }

    /// What follows once all is read: the scenario's parts, defaults, and what the codebook adds. `whole`: the place of
    /// what lacks a part; without it a missing part ends the reading.
    fn complete(&mut self, into: &mut ContractBuilder<'a>, whole: Option<Span>) -> Option<()> {
        self.settle_types(into);
        let scenario = into
            .scenario
            .filter(|scenario| *scenario != Scenario::Clarify)?;
        let row = self.tables.scenario(scenario)?;
        let said = into.said();
        let available = into.available(said);
        let lacks = self.version.lacks();
        (!said.has_one_of(&row.forbidden) && !said.has_one_of(lacks)).then_some(())?;
        for line in row.required.iter() {
            if !available.has_one_of(&line.any_of) {
                (!said.has_one_of(&line.any_of)).then_some(())?;
                let filters = &into.contract.value.constraints.filters;
                let filters = filters.iter().flat_map(Condition::filters);
                let fields = filters.filter_map(|filter| self.tables.field_by_path(&filter.field));
                let about: Vec<&str> = fields.map(|field| field.type_name.as_ref()).collect();
                self.missing(whole?, row, &line.any_of, &about);
                into.reported = self.findings.len();
            }
        }
        if let Some(only) = into.derived_target {
            self.ledger.derived_target(only);
        }
        // Groups that no operation uses are read the longer way.
        let groups = &into.contract.value.constraints.groups;
        (groups.is_empty() || into.set_said).then_some(())?;
        // The columns of groups, and numbers over matches, are read the longer way.
        let matches = into.output == Some(Output::Relations);
        let newer = said.contains(Part::Attributes) || matches;
        (scenario != Scenario::Aggregation || !newer).then_some(())?;
        if scenario == Scenario::AttributesFetch && !said.contains(Part::Attributes) {
            self.ledger.default_attributes();
        }
        let output = into.output.or(row.default_output())?;
        row.outputs.contains(&output).then_some(())?;
        if into.output.is_none() {
            self.defaults.add(Defaultable::Output);
            self.ledger.default_output(output);
        }
        let walks = matches!(scenario, Scenario::Subgraph | Scenario::PathQuery);
        if !into.graph_said && (walks || said.contains(Part::Relation)) {
            let grounding = &into.contract.value.grounding;
            into.contract.value.graph_params =
                self.graph(None, grounding.relations.len(), scenario, grounding);
        }
        into.contract.value.constraints.pagination =
            self.page_with(into.limit, into.offset, PageOf::Answer, scenario);
        into.contract.value.intent.scenario = scenario;
        into.contract.value.intent.output_type = output;
        (self.clashes(&into.contract.value).is_empty()).then_some(())?;
        (self.reads_plainly(&into.contract.value)).then_some(())?;
        self.add_row_filters(&mut into.contract.value);
        into.contract.defaulted = self.defaults;
        into.contract.version = self.uses;
        (self.findings.len() == into.reported).then_some(())
    }
}

/// The side of a set operation that is a group which was read.
fn group_side<'a>(groups: &[Group<'a>], name: Str<'a>) -> Option<SetSide<'a>> {
    let mut groups = groups.iter();
    (groups.any(|group| group.name == name)).then_some(SetSide::Group(name))
}

/// Whether no two elements have the same name.
fn all_differ<'a, T>(elements: &[T], name: impl Fn(&T) -> &Str<'a>) -> bool {
    elements.iter().enumerate().all(|(index, element)| {
        let mut before = elements.iter().take(index);
        before.all(|other| name(other) != name(element))
    })
}
