//! Reads the calls that extend SQL: `MATCH` searches texts, `PATH` and `NEIGHBOURHOOD` walk, `LINKED` is a hop.

use std::borrow::Cow;

use crate::draft::{DraftEntity, DraftGraph, DraftPath, DraftRetrieval, Word};
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::language::Direction;
use crate::read::sql::draft::Context;
use crate::read::sql::draft::names::{self, Meaning};
use crate::read::sql::draft::query::{Hop, Query};
use crate::read::sql::draft::values::{digits, text};
use crate::read::sql::tree::{Call, Expression};
use crate::span::{Span, Spanned};
use crate::sql_words::is_same;

/// The entities and graph parameters of a walk.
#[derive(Debug, Default)]
pub(super) struct Walk<'a> {
    pub(super) entities: Vec<Spanned<DraftEntity<'a>>>,
    pub(super) graph: DraftGraph<'a>,
    /// `true` for a path, `false` for a neighbourhood.
    pub(super) is_path: bool,
}

pub(super) fn is_called(call: &Call<'_>, name: &str) -> bool {
    is_same(&call.name.value.text, name)
}

pub(super) fn is_linked(call: &Call<'_>) -> bool {
    is_called(call, "linked")
}

/// An argument and its name, if it has one.
type Argument<'a> = (Option<Cow<'a, str>>, Spanned<Expression<'a>>);

fn arguments<'a>(call: &Call<'a>) -> Vec<Argument<'a>> {
    let all = call.arguments.iter().map(|one| {
        let name = one.value.name.as_ref().map(|name| name.value.text.clone());
        (name, Spanned::new(one.value.value.clone(), one.span))
    });
    all.collect()
}

fn unfit<'a>(context: &mut Context<'a>, span: Span, help: &str) {
    let message = format!("`{}` is no such argument", context.slice(span));
    context.report(&registry::WRONG_SHAPE, span, message, help);
}

/// Reads `MATCH(…)`, a search for texts; `false` for another condition.
pub(super) fn search<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    said: &Spanned<Expression<'a>>,
    is_negated: bool,
) -> bool {
    let Expression::Call(call) = &said.value else {
        return false;
    };
    if !is_called(call, "match") || is_negated {
        return false;
    }
    if query.retrieval.is_some() {
        let help = "look one text up";
        context.report(
            &registry::SAID_TWICE,
            said.span,
            "a second text is looked up",
            help,
        );
        return true;
    }
    query.retrieval = retrieval(context, call).map(|found| Spanned::new(found, said.span));
    true
}

/// Reports a repeated argument; `true` if it is one.
fn is_twice(context: &mut Context<'_>, said: &mut Vec<String>, name: &str, span: Span) -> bool {
    let is_twice = said.iter().any(|before| before == name);
    if is_twice {
        let message = format!("`{name}` is said twice");
        context.report(&registry::SAID_TWICE, span, message, "say it once");
    }
    said.push(name.to_owned());
    is_twice
}

const MATCHED: &str = "write `MATCH('text', mode => 'deep', top => 10, corpus => 'adr', kind => …, tag => …, \
                       project => …, rerank => true)`";

pub(super) fn retrieval<'a>(
    context: &mut Context<'a>,
    call: &Call<'a>,
) -> Option<DraftRetrieval<'a>> {
    let mut found = DraftRetrieval::default();
    let mut said: Vec<String> = Vec::new();
    for (name, value) in arguments(call) {
        let name = name.unwrap_or(Cow::Borrowed("text")).to_ascii_lowercase();
        let word = text(&value);
        let may_repeat = matches!(name.as_str(), "corpus" | "tag");
        if !may_repeat && is_twice(context, &mut said, &name, value.span) {
            return None;
        }
        match (name.as_str(), word) {
            ("text", Some(word)) => found.text = Some(word),
            ("mode", Some(word)) => found.mode = Some(word),
            ("kind", Some(word)) => found.kind = Some(word),
            ("corpus", Some(word)) => found.corpora.push(word),
            ("tag", Some(word)) => found.tags.push(word),
            ("project", Some(word)) => found.project = Some(word),
            ("top", None) => found.top_k = Some(digits(context, &value, "number of texts")?),
            ("rerank", None) if matches!(value.value, Expression::Boolean(_)) => {
                found.rerank = Some(Spanned::new(
                    matches!(value.value, Expression::Boolean(true)),
                    value.span,
                ));
            }
            _ => {
                unfit(context, value.span, MATCHED);
                return None;
            }
        }
    }
    Some(found)
}

/// Reads `LINKED(a, b, 'upstream', 1, 3, 'either')`, a hop along any of the named relations.
pub(super) fn linked<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    call: &Call<'a>,
    (is_absent, span): (bool, Span),
) {
    const HELP: &str = "write `LINKED(a, b, 'relation')`, behind it the fewest and the most hops, and `'either'` \
                        where the way does not matter";
    let (mut ends, mut relations, mut times, mut is_either) =
        (Vec::new(), Vec::new(), Vec::new(), false);
    for (_, value) in arguments(call) {
        match &value.value {
            Expression::Column(path) if text(&value).is_none() => {
                let Some(Meaning::Instances(place)) =
                    names::meaning(context, query, path, value.span)
                else {
                    return unfit(context, value.span, HELP);
                };
                ends.push(place);
            }
            Expression::Number(digits) => times.push(Spanned::new(*digits, value.span)),
            _ => match text(&value) {
                Some(word) if is_same(&word.value, "either") => is_either = true,
                Some(word) => relations.push(word),
                None => return unfit(context, value.span, HELP),
            },
        }
    }
    let [from, to] = ends.as_slice() else {
        return unfit(context, span, HELP);
    };
    let of = |place: usize| query.places.get(place).map(|place| place.of);
    let (Some(from_type), Some(to_type)) = (of(*from), of(*to)) else {
        return;
    };
    let ways = context.tables.ways_between(&from_type.name, &to_type.name);
    let named = |word: &Word<'a>| {
        let all = context.tables.relations.iter();
        let all = all.filter(|own| names::goes_by(own, &word.value));
        let mut fitting = all.filter_map(|own| {
            if own.from == from_type.name && own.to == to_type.name {
                Some((own, Direction::Out))
            } else if own.to == from_type.name && own.from == to_type.name {
                Some((own, Direction::In))
            } else {
                None
            }
        });
        fitting.next()
    };
    let mut found = Vec::new();
    for word in &relations {
        match named(word) {
            Some((relation, way)) => found.push((
                Spanned::new(Cow::Borrowed(relation.code.as_ref()), word.span),
                way,
            )),
            None => {
                let known = ways.iter();
                let known = known
                    .map(|(own, _)| Choice::relation(context.tables, own))
                    .collect();
                let message = format!(
                    "no relation `{}` is between `{}` and `{}`",
                    word.value, from_type.name, to_type.name
                );
                return context.unknown(
                    &registry::UNKNOWN_RELATION,
                    (&word.value, word.span),
                    message,
                    known,
                );
            }
        }
    }
    let Some((_, way)) = found.first() else {
        return unfit(context, span, HELP);
    };
    let direction = if is_either { Direction::Both } else { *way };
    let times = match times.as_slice() {
        [] => None,
        [most] => Some([most.clone(), most.clone()]),
        [least, most, ..] => Some([least.clone(), most.clone()]),
    };
    let is_absent = is_absent || query.is_absent(*from) || query.is_absent(*to);
    query.hops.push(Hop {
        from: *from,
        to: *to,
        relations: found.into_iter().map(|(word, _)| word).collect(),
        direction,
        times,
        is_absent,
        is_path: false,
        span,
    });
}

/// Reads `PATH(…)` or `NEIGHBOURHOOD(…)` in `FROM`; `None` for another call.
pub(super) fn walk<'a>(context: &mut Context<'a>, call: &Call<'a>) -> Option<Walk<'a>> {
    const HELP: &str = "write `PATH('a', 'b')` or `NEIGHBOURHOOD('a', 2)`, a thing of a type as `enterprise => 'a'`, and \
                        `hops => 3`, `along => 'relation'`, `way => 'out'`, `id => 'key'`, `to => 'type'` where needed";
    let is_path = is_called(call, "path");
    let is_around = ["neighbourhood", "neighborhood"]
        .iter()
        .any(|name| is_called(call, name));
    (is_path || is_around).then_some(())?;
    let mut walk = Walk {
        is_path,
        ..Walk::default()
    };
    let mut path: Option<DraftPath<'a>> = None;
    let (mut hops, mut along) = (None, Vec::new());
    let mut said: Vec<String> = Vec::new();
    for (name, value) in arguments(call) {
        let span = value.span;
        let key = name.as_deref().map(str::to_ascii_lowercase);
        let word = text(&value);
        let once = match (key.as_deref(), &word) {
            (Some("way"), _) => Some("way"),
            (None | Some("hops" | "depth"), None) => Some("hops"),
            _ => None,
        };
        if once.is_some_and(|name| is_twice(context, &mut said, name, span)) {
            continue;
        }
        match (key.as_deref(), word) {
            (Some("along"), Some(word)) => along.push(word),
            (Some("way"), Some(word)) => {
                let way = match word.value.to_ascii_lowercase().as_str() {
                    "in" => Direction::In.code(),
                    "either" | "both" => Direction::Both.code(),
                    "out" => Direction::Out.code(),
                    _ => {
                        unfit(context, span, HELP);
                        continue;
                    }
                };
                walk.graph.direction = Some(Spanned::new(Cow::Borrowed(way), span));
            }
            (Some("id"), Some(word)) => path.get_or_insert_default().sources.push(word),
            (Some("to"), Some(word)) => path.get_or_insert_default().targets.push(word),
            (None, Some(text)) => {
                let entity = DraftEntity {
                    text,
                    type_name: None,
                    id: None,
                };
                walk.entities.push(Spanned::new(entity, span));
            }
            (Some(_), Some(text)) => {
                let name = name.unwrap_or_default();
                let types = names::types_called(context.tables, &name);
                let [of] = types.as_slice() else {
                    unfit(context, span, HELP);
                    continue;
                };
                let type_name = Some(Spanned::new(Cow::Borrowed(of.name.as_ref()), span));
                let entity = DraftEntity {
                    text,
                    type_name,
                    id: None,
                };
                walk.entities.push(Spanned::new(entity, span));
            }
            (None | Some("hops" | "depth"), None) => {
                hops = digits(context, &value, "number of hops")
            }
            _ => unfit(context, span, HELP),
        }
    }
    for word in &mut along {
        let mut relations = context.tables.relations.iter();
        let found = relations.find(|own| names::goes_by(own, &word.value));
        if let Some(found) = found {
            word.value = Cow::Borrowed(found.code.as_ref());
        }
    }
    match path {
        Some(mut path) => {
            path.hops = hops;
            path.relations = along;
            walk.graph.path = Some(Spanned::new(path, call.name.span));
        }
        None => {
            walk.graph.depth = hops;
            walk.graph.relations = along;
        }
    }
    Some(walk)
}
