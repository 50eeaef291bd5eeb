//! Compose: the result of a run → the response. Pure. Every answer of the lane is made here.

use cmec_decoder::contract::Intent;
use cmec_decoder::language::{Output, Scenario};

use crate::filters::filter_list::filters_said;
use crate::lane::absent_values::is_nothing;
use crate::lane::structured::cell::OutOfForm;
use crate::lane::structured::cursor::Cursor;
use crate::lane::structured::entity_question::unresolved;
use crate::lane::structured::graph::GraphRows;
use crate::lane::structured::match_modes::{Comparison, MatchedValue};
use crate::lane::structured::page_rows::{PageRows, scored_rows};
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::{Resolution, ResolveError};
use crate::lane::structured::result::{Notes, Outcome, StructuredResult};
use crate::limitation::Limitation;
use crate::limitation::reason::Obstacle;
use crate::locale::Locale;
use crate::ports::database::{ANSWER_BYTES, DatabaseError, DatabaseValue};
use crate::ports::raw_row::Reference;
use crate::redaction;
use crate::response::anchor::AnswerAnchor;
use crate::response::row::Row;
use crate::response::{Audience, Response, excerpt, quoted};
use crate::taxonomy::{Confidence, LimitedReason};

/// Maximum number of characters of a database's own message in an answer.
const LONGEST_WORDS: usize = 1000;

pub(super) fn compose(
    plan: &StructuredPlan<'_>,
    found: StructuredResult,
    audience: Audience<'_>,
) -> Response {
    let StructuredResult {
        outcome,
        resolutions,
        mut notes,
    } = found;
    let mut response = match outcome {
        Outcome::Unresolved(place) => match resolutions.get(place) {
            Some(open) => unresolved(open, audience),
            None => Response::unsupported(audience),
        },
        Outcome::StaleCursor => stale_cursor(audience),
        // A zero over a value that does not exist says nothing about the question.
        Outcome::Rows(PageRows { ref rows, .. }) | Outcome::Graph(GraphRows { ref rows, .. })
            if notes.has_absent() && is_nothing(&plan.contract, rows) =>
        {
            let total = notes.total.map(|_| 0);
            listed(plan, Vec::new(), (0, false), total, audience)
        }
        Outcome::Rows(page) => {
            let limit = plan.page().limit;
            let mut response = listed(plan, page.rows, (limit, page.more), notes.total, audience);
            add_next_page(&mut response, plan, &notes, page.next);
            response
        }
        Outcome::Graph(found) => {
            let shown = u32::try_from(found.rows.len()).unwrap_or(u32::MAX);
            let behind = plan.page().offset.saturating_add(shown);
            let next = found.more.then(|| (behind, Vec::new()));
            let limit = plan.page().limit;
            let mut response = listed(plan, found.rows, (limit, found.more), None, audience);
            response.limitations.splice(0..0, found.limitations);
            add_next_page(&mut response, plan, &notes, next);
            response
        }
        Outcome::Failed(error) => failed(&error, audience),
        outcome => searched(plan, outcome, &mut notes.out_of_form, audience),
    };
    add_notes(&mut response, notes, audience.locale);
    add_anchors(&mut response, &resolutions, audience.locale);
    response
}

fn searched(
    plan: &StructuredPlan<'_>,
    outcome: Outcome,
    out_of_form: &mut OutOfForm,
    audience: Audience<'_>,
) -> Response {
    let nothing = |reason: &str| Response {
        reasons: vec![reason.to_owned()],
        ..listed(plan, Vec::new(), (0, false), None, audience)
    };
    match outcome {
        Outcome::Ranked(written, ranked) => {
            let limit = plan.search.as_ref().map_or(0, |search| search.top_k);
            let more = ranked.more;
            let rows = scored_rows(plan, &written, ranked, out_of_form);
            listed(plan, rows, (limit, more), None, audience)
        }
        Outcome::Nothing(reason) => nothing(reason),
        Outcome::Weak(judgement) => nothing("weak_match").limited_by(judgement.limitation()),
        Outcome::Far(cosine, least) => nothing("weak_match").limited_by(Limitation::RowsFar {
            cosine: format!("{cosine:.2}"),
            least: format!("{least:.2}"),
        }),
        Outcome::TooMany(most) => {
            let summary = (audience.locale).pick(
                "符合的行太多，无法排序",
                "Строк, которые надо упорядочить, слишком много",
                "Too many rows are to be ranked",
            );
            let most = most.into();
            Response {
                summary: summary.to_owned(),
                limited_reason_category: Some(LimitedReason::RecipeVisibilityGap),
                ..nothing("too_many_rows_to_compare")
            }
            .limited_by(Limitation::TooManyToCompare { most })
        }
        Outcome::UnfitVectors(why) => {
            let summary = audience.locale.pick(
                "行的向量与问题的向量不能比较",
                "Строки и вопрос нельзя сравнить по их векторам",
                "The vectors of rows cannot be compared with that of the question",
            );
            Response::limited(LimitedReason::ExecutionError, summary, audience.trace_id)
                .because("vectors_unfit")
                .limited_by(Limitation::VectorsUnfit { why })
        }
        // The branches above answer the other outcomes.
        _ => Response::unsupported(audience),
    }
}

/// Adds the cursor of the next page, by an offset or by the sort values of the last row.
fn add_next_page(
    response: &mut Response,
    plan: &StructuredPlan<'_>,
    notes: &Notes,
    next: Option<(u32, Vec<DatabaseValue>)>,
) {
    let Some((before, values)) = next else {
        return;
    };
    let cursor = Cursor {
        question: plan.question,
        anchors: notes.anchors,
        before,
        values,
    };
    response.next_cursor = cursor.text();
    if response.next_cursor.is_none() {
        let why = Obstacle::LongValues;
        (response.limitations).push(Limitation::NextPageOutOfReach { why });
    }
}

/// The answer to a cursor whose entities resolve to other instances than when the cursor was made.
fn stale_cursor(audience: Audience<'_>) -> Response {
    let summary = audience.locale.pick(
        "所说的对象已不是原来的那个",
        "Названное теперь означает другое",
        "What is named means another instance now",
    );
    Response::limited(LimitedReason::MissingAnchor, summary, audience.trace_id)
        .because("anchor_changed_since_cursor")
        .limited_by(Limitation::CursorAnchorChanged)
}

/// A list of rows with its limit and whether more follow, or the answer that there are none.
fn listed(
    plan: &StructuredPlan<'_>,
    rows: Vec<Row>,
    (limit, more): (u32, bool),
    total: Option<u64>,
    audience: Audience<'_>,
) -> Response {
    let contract = &plan.contract;
    let (locale, trace_id) = (audience.locale, audience.trace_id);
    let response = if rows.is_empty() {
        let summary = locale.pick("没有符合的记录", "Ничего не найдено", "Nothing was found");
        Response::limited(LimitedReason::EmptyMatch, summary, trace_id).because("no_rows")
    } else {
        let summary = summary(locale, &contract.intent, rows.len(), total, more);
        Response::list(rows, (limit, more), summary, trace_id)
    };
    Response {
        total,
        filters_applied: filters_said(contract),
        ..response
    }
}

fn summary(locale: Locale, intent: &Intent, rows: usize, total: Option<u64>, more: bool) -> String {
    let what = match (intent.scenario, intent.output_type) {
        (_, Output::Existence | Output::Instances) => locale.pick("行数", "Строк", "Rows"),
        (Scenario::Aggregation, _) => locale.pick("组数", "Групп", "Groups"),
        (Scenario::PathQuery, _) => locale.pick("路径数", "Путей", "Paths"),
        (Scenario::Subgraph, _) => locale.pick("关系数", "Связей", "Links"),
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

fn failed(error: &ResolveError, audience: Audience<'_>) -> Response {
    let (category, reason, words) = match error {
        ResolveError::Unwritten(error) => {
            let category = LimitedReason::RecipeVisibilityGap;
            (category, "no_statement", error.to_string())
        }
        ResolveError::Failed(error) => {
            let category = LimitedReason::ExecutionError;
            (category, error.code(), error.to_string())
        }
    };
    let is_too_long = matches!(error, ResolveError::Failed(DatabaseError::TooLong));
    let summary = match category {
        _ if is_too_long => (audience.locale).pick(
            "数据库的答案太长",
            "Ответ базы данных слишком длинный",
            "The answer of the database is too long",
        ),
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
    let said: String = words.chars().take(LONGEST_WORDS).collect();
    let words: Vec<&str> = said.split_whitespace().collect();
    let why = redaction::secrets(&words.join(" "));
    let limitation = match error {
        ResolveError::Unwritten(_) => Limitation::StatementMissing { why },
        ResolveError::Failed(DatabaseError::TooLong) => Limitation::DatabaseAnswerTooLong {
            most: (ANSWER_BYTES >> 20) as u64,
        },
        ResolveError::Failed(_) => Limitation::DatabaseError { why },
    };
    Response::limited(category, summary, audience.trace_id)
        .because(reason)
        .limited_by(limitation)
}

fn add_notes(response: &mut Response, notes: Notes, locale: Locale) {
    // An answer without rows names the values that do not exist, but not how they were compared.
    if !response.rows.is_empty() {
        let matched = notes.matched.into_iter();
        (response.limitations).extend(matched.filter_map(matched_value));
    }
    response.limitations.extend(notes.limitations);
    let out_of_form = notes.out_of_form.into_iter();
    (response.limitations).extend(out_of_form.map(|(path, count)| match count {
        Some(count) => Limitation::ValuesOutOfForm { path, count },
        None => Limitation::FormNotChecked { path },
    }));
    for absent in notes.absent {
        absent.tell(response, locale);
    }
    if let Some(error) = notes.unused_vectors {
        response.reasons.push(error.code().to_owned());
        let why = redaction::secrets(&excerpt(&error.to_string()));
        (response.limitations).push(Limitation::VectorsUnused { why });
    }
}

/// The limitation that says how a value was compared, where a reader may expect another comparison.
fn matched_value(one: MatchedValue) -> Option<Limitation> {
    let (path, value) = (one.path, excerpt(&one.value));
    match one.comparison {
        Comparison::ByPart => Some(Limitation::MatchedByPart { path, value }),
        Comparison::Whole(wider) if wider.is_empty() => None,
        Comparison::Whole(wider) => {
            let members = quoted(&wider);
            Some(Limitation::AlsoAsPart {
                path,
                value,
                members,
            })
        }
    }
}

/// Adds the instances that the entities resolve to; an instance that was found by words comes first.
fn add_anchors(response: &mut Response, resolutions: &[Resolution], locale: Locale) {
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
