//! Turns the position of an error into the finding that the decoder reports there, by running its own readers and
//! rules.

use std::borrow::Cow;

use crate::draft::{
    Draft, DraftAggregation, DraftCondition, DraftFilter, DraftGraph, DraftHaving, DraftMetric,
    DraftRetrieval, DraftSet, DraftSide, DraftSort, Word,
};
use crate::finding::{Finding, Stage, registry};
use crate::language::Role;
use crate::notation::{Notation, Spelling};
use crate::read;
use crate::read::json::tree;
use crate::resolve::resolve;
use crate::span::{Position, Span, Spanned};
use crate::tables::Tables;
use crate::version::ContractVersion;

#[derive(Debug, Clone)]
pub(super) struct FindingPlace {
    span: Span,
    /// The unknown word with its role; `None` if a key or a JSON type is wrong.
    word: Option<(Role, String)>,
}

impl FindingPlace {
    pub(super) const fn at(span: Span) -> Self {
        Self { span, word: None }
    }

    pub(super) fn of_word(span: Span, role: Role, word: &str) -> Self {
        Self {
            span,
            word: Some((role, word.to_owned())),
        }
    }

    /// The finding. `closed` is the text up to here with its brackets closed.
    pub(super) fn finding(
        &self,
        closed: &str,
        notation: Notation,
        tables: &Tables,
    ) -> Option<Finding> {
        let only = Spelling::Only(notation);
        let mut reading = read::read(closed, 0, only, tables).ok()?;
        let findings = match &self.word {
            None | Some((Role::Version, _)) => reading.findings,
            Some((role, word)) => {
                let word = Spanned::new(Cow::Borrowed(word.as_str()), self.span);
                say(&mut reading.draft, *role, word);
                let version = ContractVersion::default();
                let mut findings = resolve(&reading.draft, tables, version).findings;
                findings.retain(|finding| finding.rule.stage == Stage::Vocabulary);
                findings
            }
        };
        let here = findings
            .into_iter()
            .filter(|finding| finding.span == self.span);
        let mut finding = here.min_by_key(|finding| finding.rule.id)?;
        finding.position = Position::of(closed, finding.span.start);
        finding.pointer = reading.root.pointer_to(finding.span);
        finding.shorten();
        Some(finding)
    }
}

/// The finding for a text that cannot become JSON.
pub(super) fn of_grammar(text: &str, tables: &Tables) -> Option<Finding> {
    let mut finding = *tree::read(text, 0, &tables.limits).err()?;
    let ends = finding.rule.id == registry::UNEXPECTED_END.id && finding.span.end >= text.len();
    if ends {
        return None;
    }
    finding.position = Position::of(text, finding.span.start);
    finding.shorten();
    Some(finding)
}

/// Puts a word into a draft at its role, even if the surrounding part is incomplete.
fn say<'a>(draft: &mut Draft<'a>, role: Role, word: Word<'a>) {
    let span = word.span;
    let mut aggregation = DraftAggregation::default();
    let mut graph = DraftGraph::default();
    let mut retrieval = DraftRetrieval::default();
    match role {
        Role::Scenario => draft.scenario = Some(word),
        Role::Output => draft.output = Some(word),
        Role::Type => draft.targets.push(word),
        Role::Field(_) => draft.attributes.push(word),
        Role::Relation => graph.relations.push(word),
        Role::Direction => graph.direction = Some(word),
        Role::Order => {
            let sort = DraftSort {
                order: Some(word),
                ..DraftSort::default()
            };
            draft.sort.push(Spanned::new(sort, span));
        }
        Role::Operator => {
            let filter = DraftFilter {
                operator: word,
                ..DraftFilter::default()
            };
            let filter = DraftCondition::Filter(filter);
            draft.filters.push(Spanned::new(filter, span));
        }
        Role::MetricOperator => {
            let having = DraftHaving {
                operator: word,
                ..DraftHaving::default()
            };
            aggregation.having.push(Spanned::new(having, span));
        }
        Role::Function => {
            let metric = DraftMetric {
                function: Some(word),
                ..DraftMetric::default()
            };
            aggregation.metrics.push(Spanned::new(metric, span));
        }
        Role::SetOperator => {
            let side = || Spanned::new(DraftSide::Group(Cow::Borrowed("")), Span::default());
            let set = DraftSet {
                left: side(),
                operator: word,
                right: side(),
            };
            draft.set = Some(Spanned::new(set, span));
        }
        Role::Corpus => retrieval.corpora.push(word),
        Role::QuestionKind => retrieval.kind = Some(word),
        Role::RetrievalMode => retrieval.mode = Some(word),
        Role::Version | Role::Metric | Role::MetricOrField | Role::Group | Role::Free => {}
    }
    match role {
        Role::Relation | Role::Direction => draft.graph = Some(Spanned::new(graph, span)),
        Role::MetricOperator | Role::Function => {
            draft.aggregation = Some(Spanned::new(aggregation, span))
        }
        Role::Corpus | Role::QuestionKind | Role::RetrievalMode => {
            draft.retrieval = Some(Spanned::new(retrieval, span))
        }
        _ => {}
    }
}
