//! Text → contract in one pass: no tree, no draft, no words about what is wrong.

pub(crate) mod c02;
pub(crate) mod line;
mod parts;

use std::borrow::Cow;

use crate::code::Code;
use crate::contract::{Contract, Defaultable, Str, Valid};
use crate::draft::DraftSet;
use crate::fast::parts::Parts;
use crate::ledger::Ledger;
use crate::list::List;
use crate::resolve::Resolver;
use crate::resolve::constraints::PageOf;
use crate::span::{Span, Spanned};
use crate::tables::FieldDef;
use crate::vocabulary::{Output, Part, Scenario};

/// A contract that was read in one pass, with nothing wrong.
pub(crate) struct Accepted<'a> {
    pub(crate) contract: Box<Valid<Contract<'a>>>,
    pub(crate) ledger: Ledger<'a>,
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
    set: Option<Box<Spanned<DraftSet<'a>>>>,
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

impl<'a> Resolver<'a> {
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
