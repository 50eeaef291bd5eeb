//! The answers of a search in rows.

use std::borrow::Cow;

use crate::lane::structured::plan::{Search, StructuredPlan};
use crate::lane::structured::search::Ranked;
use crate::lane::structured::sql::{AnswerColumn, Written};
use crate::limitation::Limitation;
use crate::ports::model_error::ModelError;
use crate::ports::raw_row::Cell;
use crate::redaction;
use crate::response::row::Row;
use crate::response::{Audience, Response, excerpt};
use crate::taxonomy::LimitedReason;

use super::{cell, listed};

/// Answers rows in the order of a search, each with its score.
pub(crate) fn ranked(
    plan: &StructuredPlan<'_>,
    search: &Search<'_>,
    written: &Written,
    ranked: Ranked,
    audience: Audience<'_>,
) -> Response {
    let names = cell::names(&written.columns);
    let said = &plan.contract.grounding.target_attributes;
    // A text that was fetched to be searched is shown where it was asked for.
    let is_shown =
        |column: &AnswerColumn| said.is_empty() || said.iter().any(|own| *own == column.name);
    let shown = ranked.rows.into_iter().map(|(score, row)| {
        let cells = row.into_iter().zip(&written.columns).zip(&names);
        let cells = cells.filter(|((_, column), _)| is_shown(column));
        let cells = cells.map(|((value, column), name)| (name.clone(), cell::cell(value, column)));
        let score = Cell::Number(format!("{score:.4}"));
        let score = (Cow::Borrowed(ranked.by.column()), score);
        Row {
            values: cells.chain([score]).collect(),
        }
    });
    let mut plan = plan.clone();
    plan.contract.constraints.pagination.limit = search.top_k;
    listed(&plan, (shown.collect(), ranked.more), Vec::new(), audience)
}

/// Says that rows have vectors, and why they are ranked without them.
pub(crate) fn name_unused_vectors(response: &mut Response, why: &ModelError) {
    response.reasons.push(why.code().to_owned());
    let why = redaction::secrets(&excerpt(&why.to_string()));
    response.limitations.push(Limitation::VectorsUnused { why });
}

/// Says that rows have other texts now than when their vectors were made. `of`: how many, of how many rows.
pub(crate) fn name_outdated_vectors(response: &mut Response, (changed, shown): (usize, usize)) {
    response.limitations.push(Limitation::VectorsOutdated {
        changed: changed as u64,
        rows: shown as u64,
    });
}

/// Answers a search where the vectors of rows and that of the question are not of one kind.
pub(crate) fn unfit_vectors(why: &str, audience: Audience<'_>) -> Response {
    let summary = audience.locale.pick(
        "行的向量与问题的向量不能比较",
        "Строки и вопрос нельзя сравнить по их векторам",
        "The vectors of rows cannot be compared with that of the question",
    );
    let category = LimitedReason::ExecutionError;
    let mut response = Response::limited(category, summary.to_owned(), audience.trace_id);
    response.reasons.push("vectors_unfit".to_owned());
    let why = why.to_owned();
    response.limitations.push(Limitation::VectorsUnfit { why });
    response
}

/// Answers a search whose nearest row is too far from the question.
pub(crate) fn too_far(
    plan: &StructuredPlan<'_>,
    (cosine, least): (f32, f32),
    audience: Audience<'_>,
) -> Response {
    let mut response = not_searched(plan, "weak_match", audience);
    response.limitations.push(Limitation::RowsFar {
        cosine: format!("{cosine:.2}"),
        least: format!("{least:.2}"),
    });
    response
}

/// Says which words of a question no row has.
pub(crate) fn name_absent_words(response: &mut Response, words: &[String]) {
    let absent = words.iter().map(|word| excerpt(word));
    (response.limitations).extend(absent.map(|word| Limitation::WordNotFound { word }));
}

/// Says which words of a question stand in so many rows that those that have no other one were not ranked.
pub(crate) fn name_common_words(response: &mut Response, words: &[String]) {
    let common = words.iter().map(|word| excerpt(word));
    (response.limitations).extend(common.map(|word| Limitation::CommonWord { word }));
}

/// Says that there are more rows than were ranked.
pub(crate) fn name_unranked(response: &mut Response, most: u32) {
    let most = most.into();
    response.limitations.push(Limitation::RankedFirst { most });
}

/// Answers a search that leaves more rows than are compared by their vectors.
pub(crate) fn too_many_to_compare(
    plan: &StructuredPlan<'_>,
    most: u32,
    audience: Audience<'_>,
) -> Response {
    let reason = "too_many_rows_to_compare";
    let mut response = not_searched(plan, reason, audience);
    response.limited_reason_category = Some(LimitedReason::RecipeVisibilityGap);
    let summary = (audience.locale).pick(
        "符合的行太多，无法排序",
        "Строк, которые надо упорядочить, слишком много",
        "Too many rows are to be ranked",
    );
    response.summary = summary.to_owned();
    let most = most.into();
    response
        .limitations
        .push(Limitation::TooManyToCompare { most });
    response
}

/// Answers a search that found no rows, or could not be made, with the reason.
pub(crate) fn not_searched(
    plan: &StructuredPlan<'_>,
    reason: &str,
    audience: Audience<'_>,
) -> Response {
    let mut response = listed(plan, (Vec::new(), false), Vec::new(), audience);
    response.reasons = vec![reason.to_owned()];
    response
}
