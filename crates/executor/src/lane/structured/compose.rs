//! Compose: rows of the database → the response. Pure.

mod cell;
mod filters_said;
mod question;

use cmec_decoder::language::{Output, Scenario};

use crate::lane::structured::explain::page_limit;
use crate::lane::structured::graph::GraphRows;
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::{Resolution, Unresolved};
use crate::lane::structured::sql::AnswerColumn;
use crate::locale::Locale;
use crate::ports::database::{DatabaseRow, DatabaseValue};
use crate::ports::raw_row::Reference;
use crate::redaction;
use crate::response::anchor::AnswerAnchor;
use crate::response::row::Row;
use crate::response::{Audience, Response, excerpt};
use crate::taxonomy::{Confidence, LimitedReason, ResponseType};

pub(super) use question::unresolved;

/// Most characters of a database's own words that an answer has.
const LONGEST_WORDS: usize = 1000;

/// Answers the rows of a statement: those of its page, and one more where there are more.
#[must_use]
pub fn answered(
    plan: &StructuredPlan<'_>,
    columns: &[AnswerColumn],
    rows: Vec<DatabaseRow>,
    audience: Audience<'_>,
) -> Response {
    let contract = &plan.contract;
    let limit = page_limit(plan);
    let existence = contract.intent.output_type == Output::Existence;
    let fetched = rows.len();
    let names = cell::names(columns);
    let in_page = rows.into_iter().filter(|row| number_in_page(plan, row));
    let most = match is_per(plan) {
        true => usize::MAX,
        false => usize::try_from(limit).unwrap_or(usize::MAX),
    };
    let mut shown = Vec::with_capacity(fetched.min(most));
    for row in in_page.take(if existence { 1 } else { most }) {
        let cells = row.into_iter().zip(columns);
        let cells = cells.map(|(value, column)| cell::cell(value, column));
        shown.push(Row {
            values: names.iter().cloned().zip(cells).collect(),
        });
    }
    let truncated = shown.len() < fetched;
    listed(plan, (shown, truncated), Vec::new(), audience)
}

/// Answers the rows of a graph.
pub(super) fn graph(
    plan: &StructuredPlan<'_>,
    found: GraphRows,
    audience: Audience<'_>,
) -> Response {
    listed(plan, (found.rows, found.more), found.limitations, audience)
}

/// A list of rows, or that there are none.
fn listed(
    plan: &StructuredPlan<'_>,
    (shown, truncated): (Vec<Row>, bool),
    limitations: Vec<String>,
    audience: Audience<'_>,
) -> Response {
    let contract = &plan.contract;
    let limit = page_limit(plan);
    let filters_applied = filters_said::filters_said(contract);
    if shown.is_empty() {
        let locale = audience.locale;
        let summary = locale.pick("没有符合的记录", "Ничего не найдено", "Nothing was found");
        let category = LimitedReason::EmptyMatch;
        let mut response = Response::limited(category, summary.to_owned(), audience.trace_id);
        response.reasons.push("no_rows".to_owned());
        response.filters_applied = filters_applied;
        response.limitations = limitations;
        return response;
    }
    let scenario = contract.intent.scenario;
    let summary = summary(audience.locale, scenario, shown.len(), truncated);
    let mut response = Response {
        response_type: ResponseType::FactualList,
        returned: shown.len(),
        rows: shown,
        limit: Some(limit),
        truncated,
        limited_reason_category: None,
        filters_applied,
        limitations,
        ..Response::limited(LimitedReason::EmptyMatch, summary, audience.trace_id)
    };
    if truncated {
        response
            .limitations
            .push(format!("rows_truncated_to_limit: {limit}"));
    }
    response
}

/// Whether each value of some columns has a page of its own.
fn is_per(plan: &StructuredPlan<'_>) -> bool {
    let constraints = &plan.contract.constraints;
    let numbers = constraints.aggregation.as_deref();
    let page = numbers.map_or(&constraints.pagination, |numbers| &numbers.pagination);
    !page.per.is_empty()
}

/// Whether a row stands in its page, and not behind it: the last column numbers the rows of a page.
fn number_in_page(plan: &StructuredPlan<'_>, row: &DatabaseRow) -> bool {
    let constraints = &plan.contract.constraints;
    let numbers = constraints.aggregation.as_deref();
    let page = numbers.map_or(&constraints.pagination, |numbers| &numbers.pagination);
    let last = u64::from(page.offset) + u64::from(page.limit);
    let number = match row.last() {
        Some(DatabaseValue::Integer(number)) => u64::try_from(*number).ok(),
        Some(DatabaseValue::Text(number)) => number.parse().ok(),
        _ => None,
    };
    page.per.is_empty() || number.is_none_or(|number| number <= last)
}

fn summary(locale: Locale, scenario: Scenario, rows: usize, more: bool) -> String {
    let what = match scenario {
        Scenario::Aggregation => locale.pick("组数", "Групп", "Groups"),
        Scenario::PathQuery => locale.pick("路径数", "Путей", "Paths"),
        Scenario::Subgraph => locale.pick("关系数", "Связей", "Links"),
        _ => locale.pick("行数", "Строк", "Rows"),
    };
    let colon = locale.pick("：", ": ", ": ");
    let rest = match more {
        true => locale.pick("，还有更多", ", есть ещё", ", and there are more"),
        false => "",
    };
    format!("{what}{colon}{rows}{rest}")
}

/// Answers a failure.
pub(super) fn failed(error: &Unresolved, audience: Audience<'_>) -> Response {
    let (category, reason, words) = match error {
        Unresolved::Unwritten(error) => {
            let category = LimitedReason::RecipeVisibilityGap;
            (category, "no_statement", error.to_string())
        }
        Unresolved::Failed(error) => (
            LimitedReason::ExecutionError,
            error.code(),
            error.to_string(),
        ),
    };
    let summary = match category {
        LimitedReason::ExecutionError => (audience.locale).pick(
            "数据库没有给出答案",
            "База данных не дала ответа",
            "The database gave no answer",
        ),
        _ => (audience.locale).pick(
            "数据库中没有所问的内容",
            "В базе данных нет того, о чём спрошено",
            "The database has no place for what is asked",
        ),
    };
    let mut response = Response::limited(category, summary.to_owned(), audience.trace_id);
    response.reasons.push(reason.to_owned());
    let said: String = words.chars().take(LONGEST_WORDS).collect();
    let words: Vec<&str> = said.split_whitespace().collect();
    response
        .limitations
        .push(redaction::secrets(&words.join(" ")));
    response
}

/// Says of an answer which instances its entities mean; of one that was found by its words, first of all.
pub(super) fn name_anchors(response: &mut Response, resolutions: &[Resolution], locale: Locale) {
    let unsure = resolutions.iter().filter_map(|one| {
        let element = one.element()?;
        (one.confidence() != Confidence::High).then(|| {
            let (said, name) = (excerpt(&one.said), excerpt(&element.name));
            match locale {
                Locale::Zh => format!("`{said}` 视为 `{name}`；"),
                Locale::Ru => format!("`{said}` понято как `{name}`; "),
                Locale::En => format!("`{said}` is taken for `{name}`; "),
            }
        })
    });
    let unsure: String = unsure.collect();
    response.summary.insert_str(0, &unsure);
    let anchors = resolutions.iter().map(|one| AnswerAnchor {
        filter: one.type_name.clone().unwrap_or_else(|| "entity".to_owned()),
        said: one.said.clone(),
        element: one.element().map(|element| Reference {
            id: element.id(),
            type_name: element.type_name.clone(),
            presentation: element.name.clone(),
        }),
        details: String::new(),
        matched_by: one.matched_by,
        confidence: one.confidence(),
    });
    response.anchors = anchors.collect();
}
