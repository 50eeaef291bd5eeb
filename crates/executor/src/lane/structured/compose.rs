//! Compose: rows of the database → the response. Pure.

mod cell;
mod question;
#[cfg(feature = "retrieval")]
mod searched;

use cmec_decoder::language::{Output, Scenario};

use crate::filters::said::filters_said;
use crate::lane::structured::cursor::Cursor;
use crate::lane::structured::graph::GraphRows;
use crate::lane::structured::matching::ByPart;
use crate::lane::structured::nearest::Absent;
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::{Resolution, Unresolved};
use crate::lane::structured::sql::{Anchors, Written};
use crate::limitation::Limitation;
use crate::limitation::reason::Obstacle;
use crate::locale::Locale;
use crate::ports::database::{DatabaseRow, DatabaseValue};
use crate::ports::raw_row::Reference;
use crate::redaction;
use crate::response::anchor::AnswerAnchor;
#[cfg(not(feature = "retrieval"))]
use crate::response::limited_answer::NO_LANE_YET;
use crate::response::row::Row;
use crate::response::{Audience, Response, excerpt};
use crate::taxonomy::{Confidence, LimitedReason, ResponseType};

pub(super) use question::unresolved;
#[cfg(feature = "retrieval")]
pub(super) use searched::{
    name_absent_words, name_common_words, name_outdated_vectors, name_unranked,
    name_unused_vectors, not_searched, ranked, too_far, too_many_to_compare, unfit_vectors,
};

/// Most characters of a database's own words that an answer has.
const LONGEST_WORDS: usize = 1000;

/// Answers the rows of a statement: those of its page, and one more where there are more.
#[must_use]
pub fn answered(
    plan: &StructuredPlan<'_>,
    written: &Written,
    rows: Vec<DatabaseRow>,
    anchors: &Anchors,
    audience: Audience<'_>,
) -> Response {
    let existence = plan.contract.intent.output_type == Output::Existence;
    let limit = usize::try_from(plan.page().limit).unwrap_or(usize::MAX);
    let fetched = rows.len();
    let names = cell::names(&written.columns);
    let number = written.columns.len();
    let in_page = rows
        .into_iter()
        .filter(|row| number_in_page(plan, row.get(number)));
    let most = match (existence, is_per(plan)) {
        (true, _) => 1,
        (false, true) => usize::MAX,
        (false, false) => limit,
    };
    let (mut shown, mut last) = (Vec::with_capacity(fetched.min(most)), Vec::new());
    for mut row in in_page.take(most) {
        // Behind the columns stands the number of the row in its page, and then what it is sorted by.
        last = row.split_off(row.len().min(number + 1));
        let cells = row.into_iter().zip(&written.columns);
        let cells = cells.map(|(value, column)| cell::cell(value, column));
        shown.push(Row {
            values: names.iter().cloned().zip(cells).collect(),
        });
    }
    let truncated = shown.len() < fetched;
    let before = plan.cursor.as_ref().map_or(0, |cursor| cursor.before);
    let next = match (truncated && !existence, is_per(plan)) {
        (false, _) => None,
        (true, true) => Some((
            plan.page().offset.saturating_add(plan.page().limit),
            Vec::new(),
        )),
        (true, false) => {
            let shown = u32::try_from(shown.len()).unwrap_or(u32::MAX);
            Some((before.saturating_add(shown), last))
        }
    };
    let mut response = listed(plan, (shown, truncated), Vec::new(), audience);
    name_next_page(&mut response, plan, anchors, next);
    response
}

/// Says where the next page starts: behind so many rows, or behind one with these values.
fn name_next_page(
    response: &mut Response,
    plan: &StructuredPlan<'_>,
    anchors: &Anchors,
    next: Option<(u32, Vec<DatabaseValue>)>,
) {
    let Some((before, values)) = next else {
        return;
    };
    let cursor = Cursor {
        question: plan.question,
        anchors: anchors.fingerprint(),
        before,
        values,
    };
    response.next_cursor = cursor.text();
    if response.next_cursor.is_none() {
        let why = Obstacle::LongValues;
        (response.limitations).push(Limitation::NextPageOutOfReach { why });
    }
}

/// Says how many rows there are on all pages.
pub(super) fn name_total(
    response: &mut Response,
    total: Option<u64>,
    plan: &StructuredPlan<'_>,
    locale: Locale,
) {
    response.total = total;
    if let Some(total) = total.filter(|_| response.returned > 0) {
        let scenario = plan.contract.intent.scenario;
        response.summary = summary(locale, scenario, response.returned, Some(total), false);
    }
}

/// Answers a search in texts by a program that was built without it.
#[cfg(not(feature = "retrieval"))]
pub(super) fn not_searched_yet(audience: Audience<'_>) -> Response {
    let mut response = Response::unsupported(audience);
    response.reasons.push(NO_LANE_YET.to_owned());
    response.limitations.push(Limitation::RowTextsUnsearched);
    response
}

/// Answers a cursor whose entities mean other instances than when it was given.
pub(super) fn stale_cursor(audience: Audience<'_>) -> Response {
    let summary = audience.locale.pick(
        "所说的对象已不是原来的那个",
        "Названное теперь означает другое",
        "What is named means another instance now",
    );
    let category = LimitedReason::MissingAnchor;
    let mut response = Response::limited(category, summary.to_owned(), audience.trace_id);
    response
        .reasons
        .push("anchor_changed_since_cursor".to_owned());
    response.limitations.push(Limitation::CursorAnchorChanged);
    response
}

/// Answers the rows of a graph.
pub(super) fn graph(
    plan: &StructuredPlan<'_>,
    found: GraphRows,
    anchors: &Anchors,
    audience: Audience<'_>,
) -> Response {
    let shown = u32::try_from(found.rows.len()).unwrap_or(u32::MAX);
    let behind = plan.page().offset.saturating_add(shown);
    let next = found.more.then(|| (behind, Vec::new()));
    let mut response = listed(plan, (found.rows, found.more), found.limitations, audience);
    name_next_page(&mut response, plan, anchors, next);
    response
}

/// A list of rows, or that there are none.
fn listed(
    plan: &StructuredPlan<'_>,
    (shown, truncated): (Vec<Row>, bool),
    limitations: Vec<Limitation>,
    audience: Audience<'_>,
) -> Response {
    let contract = &plan.contract;
    let limit = plan.page().limit;
    let filters_applied = filters_said(contract);
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
    let summary = summary(audience.locale, scenario, shown.len(), None, truncated);
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
        let most = limit.into();
        response
            .limitations
            .push(Limitation::RowsTruncated { most });
    }
    response
}

/// Whether each value of some columns has a page of its own.
fn is_per(plan: &StructuredPlan<'_>) -> bool {
    !plan.page().per.is_empty()
}

/// Whether a row stands in its page, and not behind it, by its number there.
fn number_in_page(plan: &StructuredPlan<'_>, number: Option<&DatabaseValue>) -> bool {
    let page = plan.page();
    let last = u64::from(page.offset) + u64::from(page.limit);
    let number = match number {
        Some(DatabaseValue::Integer(number)) => u64::try_from(*number).ok(),
        Some(DatabaseValue::Text(number)) => number.parse().ok(),
        _ => None,
    };
    page.per.is_empty() || number.is_none_or(|number| number <= last)
}

fn summary(
    locale: Locale,
    scenario: Scenario,
    rows: usize,
    total: Option<u64>,
    more: bool,
) -> String {
    let what = match scenario {
        Scenario::Aggregation => locale.pick("组数", "Групп", "Groups"),
        Scenario::PathQuery => locale.pick("路径数", "Путей", "Paths"),
        Scenario::Subgraph => locale.pick("关系数", "Связей", "Links"),
        _ => locale.pick("行数", "Строк", "Rows"),
    };
    let colon = locale.pick("：", ": ", ": ");
    let rest = match (total, more) {
        (Some(total), _) => format!("{}{total}", locale.pick("，共 ", " из ", " of ")),
        (None, true) => {
            (locale.pick("，还有更多", ", есть ещё", ", and there are more")).to_owned()
        }
        (None, false) => String::new(),
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
    let why = redaction::secrets(&words.join(" "));
    response.limitations.push(match error {
        Unresolved::Unwritten(_) => Limitation::StatementMissing { why },
        Unresolved::Failed(_) => Limitation::DatabaseError { why },
    });
    response
}

/// Says of an answer which values no member of a list equals, so that they were looked for as parts.
pub(super) fn name_parts(response: &mut Response, by_part: &[ByPart]) {
    for ByPart { path, value } in by_part {
        response.limitations.push(Limitation::MatchedByPart {
            path: path.to_string(),
            value: excerpt(value),
        });
    }
}

/// Says of an empty answer which values exist nowhere, and which are the nearest.
pub(super) fn name_absent(response: &mut Response, absent: &[Absent], locale: Locale) {
    for absent in absent {
        if !absent.in_others {
            response.reasons.push("value_not_found".to_owned());
        }
        let (path, value) = (absent.path.to_string(), excerpt(&absent.value));
        let nearest: Vec<String> = absent
            .nearest
            .iter()
            .map(|value| format!("`{}`", excerpt(value)))
            .collect();
        let nearest = nearest.join(", ");
        if !nearest.is_empty() {
            response.hints.push(match locale {
                Locale::Zh => format!("最接近 `{value}` 的有：{nearest}"),
                Locale::Ru => format!("Ближайшие к `{value}`: {nearest}"),
                Locale::En => format!("The nearest to `{value}`: {nearest}"),
            });
        }
        response.limitations.push(match absent.in_others {
            true => Limitation::ValueInOtherRows { path, value },
            false => Limitation::ValueNotFound { path, value },
        });
    }
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
