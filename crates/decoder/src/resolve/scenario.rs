//! Checks a draft against the scenario table: required and forbidden parts.
//!
//! The specification asks every contract for a target type or an entity. So an aggregation and a hybrid search need
//! one, a group of a set operation takes its own type or the intent's, and a path needs a source or a target.

use crate::draft::{Draft, DraftFilter, DraftPage, Words};
use crate::finding::candidates::Choice;
use crate::finding::topic::{List, Number, Topic};
use crate::finding::{Candidate, registry};
use crate::language::object::place_of;
use crate::language::{NamingStyle, Part, Scenario};
use crate::resolve::context::Context;
use crate::resolve::names::codes;
use crate::resolve::names::codes::field_named;
use crate::resolve::notes::Notes;
use crate::span::{Span, Spanned};
use crate::tables::ScenarioDef;

pub(crate) fn check_parts<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    row: &ScenarioDef,
) {
    for requirement in row.required.iter() {
        let mut any_of = requirement.any_of.iter();
        let met = any_of.any(|part| draft.misread.has(*part) || has(context, draft, *part));
        if !met {
            let about = types_of_filters(context, draft);
            missing(context, notes, draft.span, row, &requirement.any_of, &about);
        }
    }
    for part in row.forbidden.iter() {
        // An aggregation without metrics is forbidden in the same scenarios.
        let span = match part {
            Part::Metric => draft.aggregation.as_ref().map(|said| said.span),
            Part::Page if is_written_out(context, draft) => None,
            part => said_at(draft, *part),
        };
        if let Some(span) = span {
            notes.report(&registry::FORBIDDEN_PART, span, |finding| {
                let (scenario, what) = (context.word_of(row.scenario), in_words(*part));
                let said = part_named(context, *part);
                let finding = finding.said(format!("`{scenario}` cannot have {what}"));
                if let Some((topic, help)) = within_groups(context, row, *part) {
                    return finding.help(help).on(topic);
                }
                // SQL has no keys that a message could name.
                let help = match context.words {
                    Words::Sql => {
                        format!("leave {what} out, or choose the scenario that has it")
                    }
                    _ => format!("leave `{said}` out, or choose the scenario that has it"),
                };
                (finding.help(help)).on(Topic::Mixed(row.scenario, *part))
            });
        }
    }
}

/// Reports parts that the contract version does not support.
pub(crate) fn check_version<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    row: &ScenarioDef,
) {
    for part in context.version.lacks() {
        // A part that the scenario forbids already has its finding.
        let Some(span) = said_at(draft, *part).filter(|_| row.may_have(*part)) else {
            continue;
        };
        notes.report(&registry::NOT_IN_VERSION, span, |finding| {
            let (version, what) = (context.version.name(), in_words(*part));
            let message = format!("a contract of version `{version}` has no place for {what}");
            finding
                .explain(message, "ask for the rows instead, or upgrade the host")
                .on(Topic::Lacking(*part))
        });
    }
}

/// The types of the filtered fields.
fn types_of_filters<'a>(context: &Context<'a>, draft: &Draft<'a>) -> Vec<&'a str> {
    let filters = draft.filters.iter().flat_map(|said| said.value.filters());
    let named =
        |filter: &DraftFilter<'a>| field_named(&filter.field.value, draft.words, context.tables);
    let fields = filters.filter_map(named);
    fields.map(|field| field.type_name.as_ref()).collect()
}

/// The given types as candidates; if there are none, examples from all types.
fn types_to_choose(context: &Context<'_>, names: &[&str]) -> Vec<Candidate> {
    let types = context.tables.types.iter();
    if names.is_empty() {
        return context.candidates("", types.map(Choice::type_def).collect());
    }
    let named = types.filter(|def| names.contains(&def.name.as_ref()));
    let candidates = named.map(|def| Choice::type_def(def).said_in(context.words).candidate());
    candidates.take(context.cap()).collect()
}

/// Reports that none of `any_of` is present. `span` is the whole intent; `about` are the types of its filters' fields,
/// offered where a type is missing.
pub(crate) fn missing<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    span: Span,
    row: &ScenarioDef,
    any_of: &[Part],
    about: &[&str],
) {
    notes.report(&registry::MISSING_PART, span, |mut finding| {
        let words: Vec<&str> = any_of.iter().map(|part| in_words(*part)).collect();
        let (scenario, words) = (context.word_of(row.scenario), words.join(" or "));
        let codes = any_of.iter().map(|part| part_named(context, *part));
        let codes: Vec<String> = codes.collect();
        let candidates = if any_of.contains(&Part::TargetType) {
            types_to_choose(context, about)
        } else if any_of.contains(&Part::Relation) {
            context.candidates("", codes::known_relations(context, |_| true))
        } else {
            Vec::new()
        };
        finding.topic = any_of.first().copied().map(Topic::Missing);
        finding
            .said(format!("`{scenario}` needs {words}"))
            .help(format!("say it in `{}`", codes.join("` or `")))
            .candidates(candidates)
    });
}

/// `true` for a page that a MEC document writes out and that changes nothing: it has the default values, or the groups
/// have a page of their own.
fn is_written_out<'a>(context: &Context<'a>, draft: &Draft<'a>) -> bool {
    let Some(page) = draft
        .page
        .as_ref()
        .filter(|_| context.words == Words::Names)
    else {
        return false;
    };
    let numbers = draft.aggregation.as_ref();
    let of_groups = numbers.and_then(|said| said.value.page.as_ref()?.value.limit.as_ref());
    let said = |digits: &Option<Spanned<&str>>, default: u32| {
        let number = digits.as_ref().map(|digits| digits.value.parse());
        number.is_none_or(|number| number == Ok(default))
    };
    let default = context.tables.limits.page_default;
    // Destructured in full, so that a new key must be handled here.
    let DraftPage { limit, offset, per } = &page.value;
    per.is_empty() && (of_groups.is_some() || (said(limit, default) && said(offset, 0)))
}

/// The topic and location for an order or page of rows in an aggregation, which belongs to its groups.
fn within_groups(
    context: &Context<'_>,
    row: &ScenarioDef,
    part: Part,
) -> Option<(Topic, &'static str)> {
    if row.scenario != Scenario::Aggregation {
        return None;
    }
    match part {
        Part::Sort => Some((
            Topic::Which(List::Order),
            context.tell(
                "its rows are groups: say their order in `C.agg.srt`",
                "its rows are groups: say their order in `constraints.aggregation.sort`",
                "its rows are groups: order them by what is selected",
            ),
        )),
        Part::Page => Some((
            Topic::Number(Number::Rows),
            context.tell(
                "its rows are groups: say how many in `C.agg.pg`",
                "its rows are groups: say how many in `constraints.aggregation.pagination`",
                "its rows are groups: say how many with `LIMIT`",
            ),
        )),
        _ => None,
    }
}

/// The name of a part in the notation of the text.
fn part_named(context: &Context<'_>, part: Part) -> String {
    if part == Part::TwoEnds {
        let said = context.tell(
            "E` with two entities, or in `E` and `tg",
            "grounding.entity_list` with two entities, or in it and `grounding.target_types",
            "two names",
        );
        return said.to_owned();
    }
    let place = place_of(part, NamingStyle::Names).map_or_else(Vec::new, |(path, _)| path);
    context.say(part.code(), &place.join(".")).to_owned()
}

fn has<'a>(context: &Context<'a>, draft: &Draft<'a>, part: Part) -> bool {
    match part {
        // In a codebook with one type, the target is derived.
        Part::TargetType => {
            !draft.targets.is_empty()
                || (context.tables.types.len() == 1 && draft.entities.is_empty())
        }
        Part::TwoEnds => {
            draft.entities.len() >= 2 || (draft.entities.len() == 1 && !draft.targets.is_empty())
        }
        // An aggregation without metrics and grouping does not count as the part.
        Part::Metric => (draft.aggregation.as_ref())
            .is_some_and(|said| !said.value.metrics.is_empty() || !said.value.group_by.is_empty()),
        part => said_at(draft, part).is_some(),
    }
}

/// The span of a part in the draft; an empty list counts as absent.
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
