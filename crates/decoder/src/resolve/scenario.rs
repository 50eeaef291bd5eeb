//! The scenario table: what must be there, and what must not.
//!
//! An intent is about something: the specification asks every contract for a target type or an entity. So an aggregation
//! and a hybrid search need one, a group of a set operation is of a type of its own or of the intent's, and a path leads
//! from somewhere or to somewhere.

use crate::contract::Contract;
use crate::draft::Draft;
use crate::finding::candidates::Known;
use crate::finding::registry;
use crate::finding::topic::Topic;
use crate::language::object::place_of;
use crate::language::{Naming, Part};
use crate::resolve::Resolver;
use crate::span::{Span, Spanned};
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
                self.report(&registry::FORBIDDEN_PART, span, |me, finding| {
                    let (scenario, what) = (me.word_of(row.scenario), in_words(*part));
                    let said = me.part_named(*part);
                    finding
                        .said(format!("`{scenario}` cannot have {what}"))
                        .help(format!(
                            "leave `{said}` out, or choose the scenario that has it"
                        ))
                        .on(Topic::Mixed(row.scenario, *part))
                });
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
            self.report(&registry::NOT_IN_VERSION, span, |me, finding| {
                let (version, what) = (me.version.name(), in_words(*part));
                let message = format!("a contract of version `{version}` has no place for {what}");
                finding
                    .explain(message, "ask for the rows instead, or upgrade the host")
                    .on(Topic::Lacking(*part))
            });
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
        self.report(&registry::MISSING_PART, span, |me, mut finding| {
            let words: Vec<&str> = any_of.iter().map(|part| in_words(*part)).collect();
            let (scenario, words) = (me.word_of(row.scenario), words.join(" or "));
            let codes: Vec<String> = any_of.iter().map(|part| me.part_named(*part)).collect();
            let known: Vec<Known<'_>> = if any_of.contains(&Part::TargetType) {
                me.tables.types.iter().map(Known::type_def).collect()
            } else if any_of.contains(&Part::Relation) {
                me.known_relations(|_| true)
            } else {
                Vec::new()
            };
            finding.topic = any_of.first().copied().map(Topic::Missing);
            finding
                .said(format!("`{scenario}` needs {words}"))
                .help(format!("say it in `{}`", codes.join("` or `")))
                .candidates(me.candidates("", known))
        });
    }

    /// Where a text says a part.
    fn part_named(&self, part: Part) -> String {
        let place = place_of(part, Naming::Names).map_or_else(Vec::new, |(path, _)| path);
        let mut path = place.join(".");
        if part == Part::TwoEnds {
            path.push_str(" + target_types");
        }
        self.say(part.code(), &path).to_owned()
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
    fn first<T>(list: &[Spanned<T>]) -> Option<Span> {
        list.first().map(|said| said.span)
    }
    fn place<T>(said: Option<&Spanned<T>>) -> Option<Span> {
        said.map(|said| said.span)
    }
    let graph = draft.graph.as_ref();
    let retrieval = draft.retrieval.as_ref();
    match part {
        Part::TargetType => first(&draft.targets),
        Part::Entity | Part::TwoEnds => first(&draft.entities),
        Part::Relation => first(&draft.relations),
        Part::Attributes => first(&draft.attributes),
        Part::Filter => first(&draft.filters),
        Part::Sort => first(&draft.sort),
        Part::Page => place(draft.page.as_ref()),
        Part::Metric => place(draft.aggregation.as_ref()),
        Part::Groups => first(&draft.groups),
        Part::Set => place(draft.set.as_ref()),
        Part::Graph => place(graph),
        Part::Path => place(graph.and_then(|said| said.value.path.as_ref())),
        Part::Retrieval => place(retrieval),
        Part::QueryText => place(retrieval.and_then(|said| said.value.text.as_ref())),
        Part::Question => place(draft.question.as_ref()),
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
