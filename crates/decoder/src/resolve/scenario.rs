//! The scenario table: what must be there, and what must not.
//!
//! An intent is about something: the specification asks every contract for a target type or an entity. So an aggregation
//! and a hybrid search need one, a group of a set operation is of a type of its own or of the intent's, and a path leads
//! from somewhere or to somewhere.

use crate::contract::Contract;
use crate::draft::Draft;
use crate::finding::candidates::Known;
use crate::finding::partial_finding::Advice;
use crate::finding::registry;
use crate::finding::topic::Topic;
use crate::language::Part;
use crate::resolve::Resolver;
use crate::span::Span;
use crate::tables::ScenarioDef;

impl<'a> Resolver<'a> {
    pub(crate) fn check_parts(&mut self, draft: &Draft<'a>, row: &ScenarioDef) {
        for requirement in row.required.iter() {
            let mut any_of = requirement.any_of.iter();
            let met = any_of.any(|part| draft.misread.has(*part) || self.has(draft, *part));
            if !met {
                self.missing(draft.span, row, &requirement.any_of);
            }
        }
        for part in row.forbidden.iter() {
            // An aggregation without metrics is one all the same where none may be.
            let span = match part {
                Part::Metric => draft.aggregation.as_ref().map(|said| said.span),
                part => said_at(draft, *part),
            };
            if let Some(span) = span {
                self.report(
                    &registry::FORBIDDEN_PART,
                    span,
                    |me| {
                        let scenario = me.say(row.scenario.code(), row.scenario.name());
                        format!("`{scenario}` cannot have {}", in_words(*part))
                    },
                    |me| {
                        let said = me.say(part.code(), path(*part));
                        Advice::help(format!(
                            "leave `{said}` out, or choose the scenario that has it"
                        ))
                        .on(Topic::Mixed(row.scenario, *part))
                    },
                );
            }
        }
    }

    /// Parts the version of the contract has no place for.
    pub(crate) fn check_version(&mut self, draft: &Draft<'a>, row: &ScenarioDef) {
        for part in self.version.lacks() {
            // What the scenario forbids has its finding.
            let Some(span) = said_at(draft, *part).filter(|_| !row.forbidden.contains(part)) else {
                continue;
            };
            self.report(
                &registry::NOT_IN_VERSION,
                span,
                |me| {
                    let version = me.version.name();
                    format!(
                        "a contract of version `{version}` has no place for {}",
                        in_words(*part)
                    )
                },
                |_| {
                    Advice::help("ask for the rows instead, or upgrade the host")
                        .on(Topic::Lacking(*part))
                },
            );
        }
    }

    /// A filter the scenario needs may be among those that were dropped.
    pub(crate) fn check_kept(
        &mut self,
        draft: &Draft<'a>,
        row: &ScenarioDef,
        contract: &Contract<'a>,
    ) {
        if draft.filters.is_empty() || !contract.constraints.filters.is_empty() {
            return;
        }
        for requirement in row.required.iter() {
            let others = requirement.any_of.iter();
            let mut others = others.filter(|part| **part != Part::Filter);
            let needs = requirement.any_of.contains(&Part::Filter);
            // A filter with a finding of its own is not missing.
            if needs && self.findings.is_empty() && !others.any(|part| self.has(draft, *part)) {
                self.missing(draft.span, row, &requirement.any_of);
            }
        }
    }

    /// Reports that none of these is there; `span`: the whole intent.
    pub(crate) fn missing(&mut self, span: Span, row: &ScenarioDef, any_of: &[Part]) {
        self.report(
            &registry::MISSING_PART,
            span,
            |me| {
                let words: Vec<&str> = any_of.iter().map(|part| in_words(*part)).collect();
                let scenario = me.say(row.scenario.code(), row.scenario.name());
                format!("`{scenario}` needs {}", words.join(" or "))
            },
            |me| {
                let codes = any_of.iter().map(|part| me.say(part.code(), path(*part)));
                let codes: Vec<&str> = codes.collect();
                let known: Vec<Known<'_>> = if any_of.contains(&Part::TargetType) {
                    me.tables.types.iter().map(Known::type_def).collect()
                } else if any_of.contains(&Part::Relation) {
                    me.tables.relations.iter().map(Known::relation).collect()
                } else {
                    Vec::new()
                };
                let advice = Advice::help(format!("say it in `{}`", codes.join("` or `")))
                    .or(me.candidates("", known));
                match any_of.first() {
                    Some(part) => advice.on(Topic::Missing(*part)),
                    None => advice,
                }
            },
        );
    }

    fn has(&self, draft: &Draft<'a>, part: Part) -> bool {
        match part {
            // A codebook with one type needs no target: it is derived.
            Part::TargetType => {
                !draft.targets.is_empty()
                    || (self.tables.types.len() == 1 && draft.entities.is_empty())
            }
            Part::TwoEnds => {
                draft.entities.len() >= 2
                    || (draft.entities.len() == 1 && !draft.targets.is_empty())
            }
            // An aggregation without one computes nothing, and is still no part of another scenario.
            Part::Metric => {
                (draft.aggregation.as_ref()).is_some_and(|said| !said.value.metrics.is_empty())
            }
            part => said_at(draft, part).is_some(),
        }
    }
}

/// Where a part is said; an empty list says nothing.
fn said_at(draft: &Draft<'_>, part: Part) -> Option<Span> {
    let retrieval = draft.retrieval.as_ref();
    match part {
        Part::TargetType => draft.targets.first().map(|said| said.span),
        Part::Entity | Part::TwoEnds => draft.entities.first().map(|said| said.span),
        Part::Relation => draft.relations.first().map(|said| said.span),
        Part::Attributes => draft.attributes.first().map(|said| said.span),
        Part::Filter => draft.filters.first().map(|said| said.span),
        Part::Sort => draft.sort.first().map(|said| said.span),
        Part::Page => draft.page.as_ref().map(|said| said.span),
        Part::Metric => draft.aggregation.as_ref().map(|said| said.span),
        Part::Groups => draft.groups.first().map(|said| said.span),
        Part::Set => draft.set.as_ref().map(|said| said.span),
        Part::Graph => draft.graph.as_ref().map(|said| said.span),
        Part::Path => draft
            .graph
            .as_ref()
            .and_then(|said| said.value.path.as_ref())
            .map(|said| said.span),
        Part::Retrieval => retrieval.map(|said| said.span),
        Part::QueryText => retrieval
            .and_then(|said| said.value.text.as_ref())
            .map(|said| said.span),
        Part::Question => draft.question.as_ref().map(|said| said.span),
    }
}

/// Where a contract holds a part.
const fn path(part: Part) -> &'static str {
    match part {
        Part::TargetType => "grounding.target_types",
        Part::Entity => "grounding.entity_list",
        Part::TwoEnds => "grounding.entity_list + target_types",
        Part::Relation => "grounding.relations",
        Part::Attributes => "grounding.target_attributes",
        Part::Filter => "constraints.filters",
        Part::Sort => "constraints.sort",
        Part::Page => "constraints.pagination",
        Part::Metric => "constraints.aggregation",
        Part::Groups => "constraints.groups",
        Part::Set => "constraints.set_ops",
        Part::Graph => "graph_params",
        Part::Path => "graph_params.path",
        Part::Retrieval => "rag_params",
        Part::QueryText => "rag_params.query_text",
        Part::Question => "clarify",
    }
}

const fn in_words(part: Part) -> &'static str {
    match part {
        Part::TargetType => "a target type",
        Part::Entity => "an entity",
        Part::TwoEnds => "two ends",
        Part::Relation => "a relation",
        Part::Attributes => "attributes",
        Part::Filter => "a filter",
        Part::Sort => "a sort",
        Part::Page => "a page",
        Part::Metric => "a metric",
        Part::Groups => "groups",
        Part::Set => "a set operation",
        Part::Graph => "graph parameters",
        Part::Path => "a path",
        Part::Retrieval => "retrieval parameters",
        Part::QueryText => "a query text",
        Part::Question => "a question",
    }
}
