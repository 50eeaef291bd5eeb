//! cMEC text → contract in one pass, with no draft between them.
//!
//! This is the path of the texts models usually write: the parts in the order of the prompt card, and nothing wrong.
//! Each part is resolved as it is read, by the same functions that resolve drafts. Whatever needs more than that (a
//! part out of order, a question, any finding) ends it with `None`, and the text is read the longer way,
//! which gives the same contract and the same ledger; a property test holds that.

use std::borrow::Cow;

use super::Resolver;
use super::constraints::PageOf;
use super::filters::Place;
use crate::contract::{
    Aggregation, Constraints, Contract, Defaultable, Entity, Filter, Grounding, Group, Intent,
    Relation, SetOp, Sort, Str, Valid,
};
use crate::draft::{
    DraftAggregation, DraftGraph, DraftGroup, DraftPage, DraftRetrieval, DraftSet, Words,
};
use crate::ledger::{Ledger, LedgerEntry, LedgerKind, LedgerValue};
use crate::notation::direct::{Key, Reader, parts};
use crate::span::Said;
use crate::tables::Tables;
use crate::vocabulary::{Output, Part, Scenario};

/// A contract that was read in one pass.
pub(crate) struct Fused<'a> {
    pub(crate) contract: Box<Valid<Contract<'a>>>,
    pub(crate) ledger: Ledger,
    pub(crate) tokens: usize,
}

/// What has been read so far.
#[derive(Default)]
struct Parts<'a> {
    scenario: Option<Scenario>,
    output: Option<Output>,
    targets: Vec<Str<'a>>,
    entities: Vec<Entity<'a>>,
    relations: Vec<Relation<'a>>,
    attributes: Vec<Str<'a>>,
    filters: Vec<Filter<'a>>,
    sort: Vec<Sort<'a>>,
    page: Option<Said<DraftPage<'a>>>,
    extended: Option<Box<Extended<'a>>>,
    graph: Option<Said<DraftGraph<'a>>>,
    retrieval: Option<Said<DraftRetrieval<'a>>>,
    /// Whether the target is the codebook's one type.
    derived: Option<&'a str>,
    /// Whether a part that names fields was read: what the intent is about must be known by then.
    grounded: bool,
    /// Lines of the ledger up to then.
    grounding_lines: usize,
}

/// The parts few intents have. They are resolved last, for their groups and metrics refer to one another.
#[derive(Default)]
struct Extended<'a> {
    aggregation: Option<Said<DraftAggregation<'a>>>,
    groups: Vec<Said<DraftGroup<'a>>>,
    set: Option<Said<DraftSet<'a>>>,
}

/// The same, resolved.
type Extensions<'a> = (
    Option<Box<Aggregation<'a>>>,
    Vec<Group<'a>>,
    Option<Box<SetOp<'a>>>,
);

/// Reads a text in one pass.
pub(crate) fn fused<'a>(text: &'a str, tables: &'a Tables) -> Option<Fused<'a>> {
    let mut reader = Reader::new(text, &tables.limits)?;
    let mut resolver = Resolver::new(tables, Words::Codes);
    let mut parts = Parts::default();
    reader.object(|reader, key| resolver.fused_part(reader, key, &mut parts))?;
    let tokens = reader.end()?;
    resolver.fused_end(parts, tokens)
}

impl<'a> Resolver<'a> {
    fn fused_part(
        &mut self,
        reader: &mut Reader<'a>,
        key: Key,
        into: &mut Parts<'a>,
    ) -> Option<()> {
        match key {
            Key::S => into.scenario = Some(Scenario::from_code(&reader.word()?.value)?),
            Key::O => into.output = Some(Output::from_code(&reader.word()?.value)?),
            Key::Tg if !into.grounded && into.relations.is_empty() => {
                into.targets = reader.list(|reader| {
                    let word = reader.word()?;
                    let name = self.tables.type_by_name(&word.value)?.name.as_ref();
                    self.about.types.push(name);
                    Some(Cow::Borrowed(name))
                })?;
            }
            Key::E if !into.grounded && into.relations.is_empty() => {
                into.entities =
                    reader.list(|reader| Some(self.entity(&parts::entity(reader)?.value)))?;
            }
            Key::R if !into.grounded => {
                into.relations = self.fused_relations(reader, &into.targets, &into.entities)?;
            }
            Key::A => {
                self.ground(into);
                into.attributes = reader.list(|reader| {
                    let field = self.field_here(&reader.word()?)?;
                    Some(Cow::Borrowed(field.path.as_ref()))
                })?;
            }
            Key::C => {
                self.ground(into);
                reader.object(|reader, key| self.fused_constraint(reader, key, into))?;
            }
            Key::G => into.graph = Some(parts::graph(reader)?),
            Key::Q => into.retrieval = Some(parts::retrieval(reader)?),
            _ => return None,
        }
        self.findings.is_empty().then_some(())
    }

    fn fused_relations(
        &mut self,
        reader: &mut Reader<'a>,
        targets: &[Str<'a>],
        entities: &[Entity<'a>],
    ) -> Option<Vec<Relation<'a>>> {
        // The longer way knows the targets as names of the tables.
        let names: Vec<&'a str> = targets
            .iter()
            .filter_map(|name| Some(self.tables.type_by_name(name)?.name.as_ref()))
            .collect();
        let mut index = 0;
        reader.list(|reader| {
            let said = parts::relation(reader)?;
            let (relation, def) = self.relation_hop(index, &said, entities.len())?;
            self.relation_fits(&said.value.relation, def, &names, entities);
            self.about.types.push(&def.from);
            self.about.types.push(&def.to);
            index += 1;
            Some(relation)
        })
    }

    fn fused_constraint(
        &mut self,
        reader: &mut Reader<'a>,
        key: Key,
        into: &mut Parts<'a>,
    ) -> Option<()> {
        match key {
            // Lines of the ledger come in the order filters, sort.
            Key::Flt if into.sort.is_empty() => {
                let mut filter = 0;
                into.filters = reader.list(|reader| {
                    let said = parts::filter(reader)?;
                    let place = Place {
                        group: None,
                        filter,
                        element: None,
                    };
                    filter += 1;
                    self.filter(&said.value, said.span, place)
                })?;
            }
            Key::Srt => {
                let mut index = 0;
                into.sort = reader.list(|reader| {
                    let said = parts::sort(reader, Key::F)?;
                    index += 1;
                    self.sort_key(&said.value, index - 1)
                })?;
            }
            Key::Pg => into.page = Some(parts::page(reader)?),
            Key::Agg => into.extended().aggregation = Some(parts::aggregation(reader)?),
            // The types of groups allow fields that were read before them.
            Key::Grp
                if into.attributes.is_empty()
                    && into.filters.is_empty()
                    && into.sort.is_empty() =>
            {
                let groups = reader.list(parts::group)?;
                for word in groups.iter().flat_map(|group| &group.value.targets) {
                    let name = self.tables.type_by_name(&word.value)?.name.as_ref();
                    self.about.types.push(name);
                }
                into.extended().groups = groups;
            }
            Key::Set => into.extended().set = Some(parts::set(reader)?),
            _ => return None,
        }
        self.findings.is_empty().then_some(())
    }

    /// What the intent is about is known from here on: a codebook with one type has its target.
    fn ground(&mut self, into: &mut Parts<'a>) {
        if into.grounded {
            return;
        }
        into.grounded = true;
        into.grounding_lines = self.ledger.lines();
        if into.targets.is_empty()
            && into.entities.is_empty()
            && let [only] = self.tables.types.as_ref()
        {
            self.about.types.push(&only.name);
            into.derived = Some(&only.name);
            into.targets.push(Cow::Borrowed(&only.name));
        }
    }

    fn fused_end(mut self, mut parts: Parts<'a>, tokens: usize) -> Option<Fused<'a>> {
        self.ground(&mut parts);
        let scenario = parts
            .scenario
            .filter(|scenario| *scenario != Scenario::Clarify)?;
        let row = self.tables.scenario(scenario)?;
        let has = |part: &Part| parts.has(*part);
        let met = row.required.iter().all(|line| line.any_of.iter().any(has));
        (met && !row.forbidden.iter().any(|part| parts.says(*part))).then_some(())?;
        self.within_caps(&parts).then_some(())?;
        let output = parts.output.or(row.default_output)?;
        let (aggregation, groups, set_ops) = match parts.extended.as_deref() {
            Some(extended) => {
                // Their lines come between those of the grounding and those of the filters.
                let after = self.ledger.split_off(parts.grounding_lines);
                let resolved = self.fused_extended(extended);
                self.ledger.append(after);
                resolved
            }
            None => (None, Vec::new(), None),
        };
        if let Some(only) = parts.derived {
            self.ledger.note_first(LedgerEntry::new(
                LedgerKind::Derived,
                "/grounding/target_types/0",
                only.to_owned(),
                "the codebook has one type",
                None,
            ));
        }
        if scenario == Scenario::AttributesFetch && parts.attributes.is_empty() {
            self.ledger.note_first(LedgerEntry::new(
                LedgerKind::DefaultApplied,
                "/grounding/target_attributes",
                LedgerValue::Null,
                "none is said: all of them",
                None,
            ));
        }
        if parts.output.is_none() {
            self.defaults.add(Defaultable::Output);
            self.ledger.default_output(output);
        }
        let pagination = self.page(parts.page.as_ref(), PageOf::Answer, scenario);
        let grounding = Grounding {
            target_types: parts.targets,
            entity_list: parts.entities,
            relations: parts.relations,
            target_attributes: parts.attributes,
        };
        let relations = grounding.relations.len();
        let graph_params = self.graph(parts.graph.as_ref(), relations, scenario, &grounding);
        let rag_params = parts.retrieval.as_ref().map(|said| self.retrieval(said));
        self.findings.is_empty().then_some(())?;
        let contract = Contract {
            intent: Intent {
                scenario,
                output_type: output,
            },
            grounding,
            constraints: Constraints {
                filters: parts.filters,
                sort: parts.sort,
                pagination,
                aggregation,
                groups,
                set_ops,
            },
            graph_params,
            rag_params,
        };
        Some(Fused {
            contract: Box::new(Valid::new(contract, self.defaults)),
            ledger: self.ledger,
            tokens,
        })
    }

    fn fused_extended(&mut self, said: &Extended<'a>) -> Extensions<'a> {
        let aggregation = said.aggregation.as_ref();
        let aggregation = aggregation.map(|said| self.aggregation(said));
        let groups = self.groups(&said.groups);
        let set = said.set.as_ref();
        let set = set.and_then(|said| self.set(&said.value, &groups));
        (aggregation.map(Box::new), groups, set.map(Box::new))
    }

    /// Whether no list is longer than its cap; what is longer has its finding on the longer way.
    fn within_caps(&self, parts: &Parts<'a>) -> bool {
        let limits = &self.tables.limits;
        let within = |length: usize, cap: u32| length <= cap as usize;
        within(parts.targets.len(), limits.list_cap)
            && within(parts.entities.len(), limits.list_cap)
            && within(parts.attributes.len(), limits.list_cap)
            && within(parts.sort.len(), limits.list_cap)
            && within(parts.relations.len(), limits.hops_cap)
            && within(parts.filters.len(), limits.filters_cap)
    }
}

impl<'a> Parts<'a> {
    fn extended(&mut self) -> &mut Extended<'a> {
        self.extended.get_or_insert_default()
    }

    /// Whether a part is said; an empty list says nothing.
    fn says(&self, part: Part) -> bool {
        let extended = self.extended.as_deref();
        match part {
            Part::TargetType => !self.targets.is_empty() && self.derived.is_none(),
            Part::Entity | Part::TwoEnds => !self.entities.is_empty(),
            Part::Relation => !self.relations.is_empty(),
            Part::Attributes => !self.attributes.is_empty(),
            Part::Filter => !self.filters.is_empty(),
            Part::Sort => !self.sort.is_empty(),
            Part::Page => self.page.is_some(),
            Part::Graph => self.graph.is_some(),
            Part::Path => self
                .graph
                .as_ref()
                .is_some_and(|said| said.value.path.is_some()),
            Part::Retrieval => self.retrieval.is_some(),
            Part::QueryText => self
                .retrieval
                .as_ref()
                .is_some_and(|said| said.value.text.is_some()),
            Part::Metric => extended.is_some_and(|parts| parts.aggregation.is_some()),
            Part::Groups => extended.is_some_and(|parts| !parts.groups.is_empty()),
            Part::Set => extended.is_some_and(|parts| parts.set.is_some()),
            Part::Question => false,
        }
    }

    /// Whether a part that is required is there, said or derived.
    fn has(&self, part: Part) -> bool {
        match part {
            Part::TargetType => !self.targets.is_empty(),
            Part::TwoEnds => {
                self.entities.len() >= 2 || (self.entities.len() == 1 && !self.targets.is_empty())
            }
            Part::Metric => (self.extended.as_deref())
                .and_then(|parts| parts.aggregation.as_ref())
                .is_some_and(|said| !said.value.metrics.is_empty()),
            part => self.says(part),
        }
    }
}
