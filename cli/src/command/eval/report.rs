//! The report of a run as data.

use std::collections::BTreeMap;

use serde::Serialize;

use super::confidence::{Discrimination, tellings};
use super::figures::{Case, Counts, Figures};
use super::judgement::Judgement;
use super::run::Job;
use crate::domain::strategy::AskVariant;

#[derive(Debug, Serialize)]
pub(super) struct EvalReport<'r> {
    pub(super) domain: &'r str,
    /// Questions of the set.
    pub(super) questions: usize,
    /// Questions that appear on a card and were therefore skipped.
    pub(super) left_out: usize,
    /// True where every question was asked.
    pub(super) complete: bool,
    /// The ignored parts of a replayed recording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) record: Option<ReplayDifferences>,
    pub(super) ways: Vec<Row<'r>>,
    pub(super) cases: Vec<QuestionReport<'r>>,
}

/// The ignored or differing parts of a replayed recording.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct ReplayDifferences {
    /// Questions without an answer, in strategies and languages that have answers.
    pub(super) unanswered: usize,
    /// Answers in another language or to a question that is not asked.
    pub(super) left_out: usize,
    /// Answers to more retries than allowed now.
    pub(super) repairs_left_out: usize,
    /// Answers replaced by later ones.
    pub(super) replaced: usize,
    /// Answers to another prompt or question.
    pub(super) other_prompts: usize,
    /// True where the file ends in an incomplete answer.
    pub(super) half: bool,
}

/// The figures of a strategy, in one language or in all.
#[derive(Debug, Serialize)]
pub(super) struct Row<'r> {
    pub(super) model: &'r str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(super) types: &'r [String],
    pub(super) notation: &'static str,
    pub(super) constraint: &'static str,
    /// `null` for all languages.
    pub(super) language: Option<&'static str>,
    /// True for a complete set of answers.
    #[serde(skip)]
    pub(super) is_whole: bool,
    #[serde(flatten)]
    pub(super) figures: Figures,
    /// Counts by kind of question.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) kinds: BTreeMap<&'r str, Counts>,
    /// Statistics on confidence; empty if it is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) confidence: Vec<Discrimination>,
}

/// The outcome of a question.
#[derive(Debug, Serialize)]
pub(super) struct QuestionReport<'r> {
    model: &'r str,
    notation: &'static str,
    constraint: &'static str,
    language: &'static str,
    id: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'r str>,
    #[serde(flatten)]
    pub(super) judged: Judgement,
    /// The reason why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'r str>,
}

/// The rows of some strategies, in total and by language, and the outcome of each question.
pub(super) fn rows<'r>(
    ways: &'r [AskVariant],
    jobs: &[Job<'r>],
    cases: &'r [Option<Case>],
) -> (Vec<Row<'r>>, Vec<QuestionReport<'r>>) {
    let mut rows = Vec::new();
    for way in ways {
        let own = jobs.iter().zip(cases);
        let own = own.filter(|(job, _)| job.way == way);
        let own: Vec<(&Job<'_>, &Case)> = own
            .filter_map(|(job, case)| Some((job, case.as_ref()?)))
            .collect();
        let mut languages: Vec<&'static str> = own.iter().map(|(job, _)| job.language).collect();
        languages.sort_unstable();
        languages.dedup();
        let mut each: Vec<Option<&'static str>> = languages.iter().copied().map(Some).collect();
        if each.len() != 1 {
            each.insert(0, None);
        }
        for (place, language) in each.into_iter().enumerate() {
            let is_own = |job: &Job<'_>| language.is_none_or(|own| own == job.language);
            let mut cases: Vec<&Case> = Vec::new();
            let mut told: Vec<(&str, &Case)> = Vec::new();
            let mut kinds: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
            for (job, case) in own.iter().filter(|(job, _)| is_own(job)) {
                cases.push(case);
                told.push((job.question.id.as_str(), case));
                if let Some(kind) = &job.question.kind {
                    kinds.entry(kind).or_default().push(case);
                }
            }
            let kinds = kinds.into_iter();
            rows.push(Row {
                model: &way.model,
                types: &way.types,
                notation: way.said.name(),
                constraint: way.held.name(),
                language,
                is_whole: place == 0,
                figures: Figures::of(&cases),
                kinds: kinds.map(|(kind, own)| (kind, Counts::of(&own))).collect(),
                confidence: tellings(&told),
            });
        }
    }
    let told = jobs.iter().zip(cases).filter_map(|(job, case)| {
        let case = case.as_ref()?;
        Some(QuestionReport {
            model: &job.way.model,
            notation: job.way.said.name(),
            constraint: job.way.held.name(),
            language: job.language,
            id: &job.question.id,
            kind: job.question.kind.as_deref(),
            judged: case.judged,
            reason: case.reason.as_deref(),
        })
    });
    (rows, told.collect())
}
