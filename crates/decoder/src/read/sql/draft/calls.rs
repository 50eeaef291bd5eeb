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
use crate::read::sql::tree::{Argument, Call, Expression};
use crate::span::{Span, Spanned};
use crate::sql_words::is_same;
use crate::tables::ways_between;

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

/// The name of an argument in lower case.
fn name_of(argument: &Argument<'_>) -> Option<String> {
    let name = argument.name.as_ref()?;
    Some(name.value.text.to_ascii_lowercase())
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
        let message = "a second text is looked up";
        context.report(&registry::SAID_TWICE, said.span, message, help);
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
    for argument in &call.arguments {
        let (name, value) = (name_of(argument), &argument.value);
        let name = name.unwrap_or_else(|| "text".to_owned());
        let word = text(value);
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
            ("top", None) => found.top_k = Some(digits(context, value, "number of texts")?),
            ("rerank", None) if let Expression::Boolean(again) = value.value => {
                found.rerank = Some(Spanned::new(again, value.span));
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
    for Argument { value, .. } in &call.arguments {
        match &value.value {
            Expression::Column(path) if text(value).is_none() => {
                match names::meaning(context, query, path, value.span) {
                    Some(Meaning::Instances(place)) => ends.push(place),
                    _ => return unfit(context, value.span, HELP),
                }
            }
            Expression::Number(digits) => times.push(Spanned::new(*digits, value.span)),
            _ => match text(value) {
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
    let ways = ways_between(context.tables, &from_type.name, &to_type.name);
    let tables = context.tables;
    let named = |word: &Word<'a>| {
        let all = tables.relations.iter();
        let mut all = all.filter(|own| names::goes_by(own, &word.value));
        all.find_map(|own| match (&own.from, &own.to) {
            (from, to) if *from == from_type.name && *to == to_type.name => {
                Some((own, Direction::Out))
            }
            (from, to) if *to == from_type.name && *from == to_type.name => {
                Some((own, Direction::In))
            }
            _ => None,
        })
    };
    let mut way = None;
    for word in &mut relations {
        let Some((relation, own)) = named(word) else {
            let known = ways.iter().map(|(own, _)| Choice::relation(tables, own));
            let (said, from, to) = (&word.value, &from_type.name, &to_type.name);
            let message = format!("no relation `{said}` is between `{from}` and `{to}`");
            let rule = &registry::UNKNOWN_RELATION;
            return context.unknown(rule, (said, word.span), message, known.collect());
        };
        way = way.or(Some(own));
        word.value = Cow::Borrowed(relation.code.as_ref());
    }
    let Some(way) = way else {
        return unfit(context, span, HELP);
    };
    let direction = if is_either { Direction::Both } else { way };
    let times = match times.as_slice() {
        [] => None,
        [most] => Some([most.clone(), most.clone()]),
        [least, most, ..] => Some([least.clone(), most.clone()]),
    };
    let is_absent = is_absent || query.is_absent(*from) || query.is_absent(*to);
    query.hops.push(Hop {
        from: *from,
        to: *to,
        relations,
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
    let is_around = is_called(call, "neighbourhood") || is_called(call, "neighborhood");
    (is_path || is_around).then_some(())?;
    let mut walk = Walk {
        is_path,
        ..Walk::default()
    };
    let mut path: Option<DraftPath<'a>> = None;
    let (mut hops, mut along) = (None, Vec::new());
    let mut said: Vec<String> = Vec::new();
    for argument in &call.arguments {
        let (key, value) = (name_of(argument), &argument.value);
        let (word, span) = (text(value), value.span);
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
                    ..DraftEntity::default()
                };
                walk.entities.push(Spanned::new(entity, span));
            }
            (Some(_), Some(text)) => {
                let name = argument.name.as_ref().map(|name| name.value.text.as_ref());
                let types = names::types_called(context.tables, name.unwrap_or_default());
                let [of] = types.as_slice() else {
                    unfit(context, span, HELP);
                    continue;
                };
                let entity = DraftEntity {
                    text,
                    type_name: Some(Spanned::new(Cow::Borrowed(of.name.as_ref()), span)),
                    id: None,
                };
                walk.entities.push(Spanned::new(entity, span));
            }
            (None | Some("hops" | "depth"), None) => {
                hops = digits(context, value, "number of hops")
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
