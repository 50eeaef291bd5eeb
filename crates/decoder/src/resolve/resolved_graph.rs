//! `G` as it was said, with its codes resolved.

use std::borrow::Cow;

use crate::contract::{PathParams, Str};
use crate::draft::{DraftGraph, DraftPath, Word};
use crate::finding::topic::{Elements, Name, Number};
use crate::language::{Direction, Scenario};
use crate::resolve::Resolver;
use crate::span::{Span, Spanned};
use crate::tables::RelationDef;

/// Words as the texts they are.
pub(crate) fn texts<'a>(words: &[Word<'a>]) -> Vec<Str<'a>> {
    words.iter().map(|word| word.value.clone()).collect()
}

/// `G` with its codes resolved.
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
    /// Its parameters; without hops that were said the number is not that of the contract yet.
    pub(crate) params: PathParams<'a>,
    pub(crate) hops: Option<u32>,
}

impl<'a> Resolver<'a> {
    pub(crate) fn said_graph(
        &mut self,
        said: &Spanned<DraftGraph<'a>>,
        relations_said: usize,
        scenario: Scenario,
    ) -> ResolvedGraph<'a> {
        let value = &said.value;
        ResolvedGraph {
            span: said.span,
            direction: (value.direction.as_ref())
                .and_then(|word| Some(Spanned::new(self.member(word)?, word.span))),
            depth: value.depth.as_ref().and_then(|digits| {
                let depth = self.levels(digits, scenario, relations_said)?;
                Some(Spanned::new(depth, digits.span))
            }),
            relations: self.relation_names(&value.relations),
            path: value.path.as_ref().map(|path| self.path_params(path)),
        }
    }

    /// A depth: levels of a subgraph, or hops where relations or a path are walked.
    pub(crate) fn levels(
        &mut self,
        digits: &Spanned<&'a str>,
        scenario: Scenario,
        relations_said: usize,
    ) -> Option<u32> {
        let (number, cap) = self.most_levels(scenario, relations_said);
        self.count(digits, number, 0, cap)
    }

    /// What the depth of a walk counts, and the most of it.
    pub(crate) const fn most_levels(
        &self,
        scenario: Scenario,
        relations_said: usize,
    ) -> (Number, u32) {
        let limits = &self.tables.limits;
        if matches!(scenario, Scenario::Subgraph) && relations_said == 0 {
            (Number::Levels, limits.depth_cap)
        } else {
            (Number::Hops, limits.hops_cap)
        }
    }

    fn path_params(&mut self, said: &Spanned<DraftPath<'a>>) -> ResolvedPath<'a> {
        let value = &said.value;
        self.list_cap(&value.sources, Elements::Sources);
        self.list_cap(&value.targets, Elements::Types);
        for word in &value.sources {
            self.not_empty(word, Name::Source);
        }
        let cap = self.tables.limits.hops_cap;
        let hops = value
            .hops
            .as_ref()
            .map(|digits| self.count(digits, Number::Hops, 1, cap).unwrap_or(cap));
        let params = PathParams {
            source_ids: texts(&value.sources),
            target_types: self.type_names(&value.targets),
            max_hops: hops.unwrap_or_default(),
            allowed_relations: self.relation_names(&value.relations),
        };
        ResolvedPath {
            span: said.span,
            params,
            hops,
        }
    }

    fn relation_names(&mut self, words: &[Word<'a>]) -> Vec<Str<'a>> {
        self.list_cap(words, Elements::Relations);
        if words.is_empty() {
            return Vec::new();
        }
        let near: Vec<&str> = self.about.types.to_vec();
        let touches = |def: &RelationDef| {
            near.contains(&def.from.as_ref()) || near.contains(&def.to.as_ref())
        };
        words
            .iter()
            .filter_map(|word| {
                let def = self.relation(word, touches)?;
                Some(Cow::Borrowed(def.name.as_ref()))
            })
            .collect()
    }
}
