//! Graph parameters with their codes resolved.

use std::borrow::Cow;

use crate::contract::{PathParams, Str};
use crate::draft::{DraftGraph, DraftPath, Word};
use crate::finding::topic::{Elements, Name, Number};
use crate::language::{Direction, Scenario};
use crate::resolve::checks;
use crate::resolve::context::Context;
use crate::resolve::names::codes;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::span::{Span, Spanned};
use crate::tables::RelationDef;

pub(crate) fn texts<'a>(words: &[Word<'a>]) -> Vec<Str<'a>> {
    words.iter().map(|word| word.value.clone()).collect()
}

/// Graph parameters with their codes resolved; the default means that the text has none.
#[derive(Default)]
pub(crate) struct ResolvedGraph<'a> {
    pub(crate) span: Span,
    pub(crate) direction: Option<Spanned<Direction>>,
    pub(crate) depth: Option<Spanned<u32>>,
    pub(crate) relations: Vec<Str<'a>>,
    pub(crate) path: Option<ResolvedPath<'a>>,
}

/// A path with its codes resolved.
pub(crate) struct ResolvedPath<'a> {
    pub(crate) span: Span,
    /// Its parameters. If `hops` is `None`, `max_hops` is not final yet.
    pub(crate) params: PathParams<'a>,
    pub(crate) hops: Option<u32>,
}

pub(crate) fn said_graph<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &Spanned<DraftGraph<'a>>,
    relations_said: usize,
    scenario: Scenario,
) -> ResolvedGraph<'a> {
    let value = &said.value;
    ResolvedGraph {
        span: said.span,
        direction: (value.direction.as_ref()).and_then(|word| {
            Some(Spanned::new(
                codes::member(context, notes, word)?,
                word.span,
            ))
        }),
        depth: value.depth.as_ref().and_then(|digits| {
            let depth = levels(context, notes, digits, scenario, relations_said)?;
            Some(Spanned::new(depth, digits.span))
        }),
        relations: relation_names(context, scope, notes, &value.relations),
        path: value
            .path
            .as_ref()
            .map(|path| path_params(context, scope, notes, path)),
    }
}

/// Resolves a depth: levels of a subgraph, or hops along relations or a path.
pub(crate) fn levels<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    digits: &Spanned<&'a str>,
    scenario: Scenario,
    relations_said: usize,
) -> Option<u32> {
    let (number, cap) = most_levels(context, scenario, relations_said);
    checks::count(notes, digits, number, 0, cap)
}

/// The unit and the cap of a depth.
pub(crate) const fn most_levels(
    context: &Context<'_>,
    scenario: Scenario,
    relations_said: usize,
) -> (Number, u32) {
    let limits = &context.tables.limits;
    if matches!(scenario, Scenario::Subgraph) && relations_said == 0 {
        (Number::Levels, limits.depth_cap)
    } else {
        (Number::Hops, limits.hops_cap)
    }
}

fn path_params<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &Spanned<DraftPath<'a>>,
) -> ResolvedPath<'a> {
    let value = &said.value;
    checks::list_cap(context, notes, &value.sources, Elements::Sources);
    checks::list_cap(context, notes, &value.targets, Elements::Types);
    for word in &value.sources {
        checks::not_empty(notes, word, Name::Source);
    }
    let cap = context.tables.limits.hops_cap;
    let hops = value.hops.as_ref();
    let hops = hops.map(|digits| checks::count(notes, digits, Number::Hops, 1, cap).unwrap_or(cap));
    let params = PathParams {
        source_ids: texts(&value.sources),
        target_types: codes::type_names(context, notes, &value.targets),
        max_hops: hops.unwrap_or_default(),
        allowed_relations: relation_names(context, scope, notes, &value.relations),
    };
    ResolvedPath {
        span: said.span,
        params,
        hops,
    }
}

fn relation_names<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    words: &[Word<'a>],
) -> Vec<Str<'a>> {
    checks::list_cap(context, notes, words, Elements::Relations);
    if words.is_empty() {
        return Vec::new();
    }
    let near = scope.about.types.names().to_vec();
    let touches =
        |def: &RelationDef| near.contains(&def.from.as_ref()) || near.contains(&def.to.as_ref());
    words
        .iter()
        .filter_map(|word| {
            let def = codes::relation(context, scope, notes, word, touches)?;
            Some(Cow::Borrowed(def.name.as_ref()))
        })
        .collect()
}
