//! Compose: the result of a run → the response. Pure. An answer has facts only where rows matched.

pub mod anchor_question;
mod recipe_question;
mod totals_summary;
mod wording;

use crate::catalogue::{Recipe, ResultMode, Template};
use crate::filters::ExtractedFilters;
use crate::lane::address::column_names::{self, BALANCE};
use crate::lane::address::compose::wording::ListPage;
use crate::lane::address::execute::Execution;
use crate::lane::address::execute::page::{NextPage, StaleCursor};
use crate::lane::address::execute::recipe_strategies;
use crate::lane::address::plan::{AddressPlan, RecipeCall, RowOrder, Step};
use crate::lane::address::resolve::resolution::Resolution;
use crate::lane::address::run::Outcome;
use crate::lane::address::running_balance;
use crate::lane::address::stage::{Facts, facts};
use crate::limitation::Limitation;
use crate::locale::Locale;
use crate::ports::one_c::PortError;
use crate::redaction;
use crate::response::anchor::AnswerAnchor;
use crate::response::limited_answer::LimitedAnswer;
use crate::response::row::Row;
use crate::response::{Audience, Response};
use crate::taxonomy::{
    Confidence, DropReason, LimitedReason, Readiness, ResponseType, StageStatus, name,
};
use crate::wording::intent;

/// A response, and whether its intent can be answered from live data.
pub type Answer = (Response, Readiness);

const ALWAYS: [&str; 3] = ["direction", "side", "advance"];

/// The intent whose answer says whom the balance favours.
const RECONCILIATION: &str = "reconciliation";

/// Maximum number of characters of a server's own message in an answer.
const LONGEST_WORDS: usize = 1000;

/// Makes the response. Every answer of the lane is made here.
#[must_use]
pub fn compose(
    plan: &AddressPlan<'_>,
    outcome: Outcome,
    resolutions: &[Resolution],
    audience: Audience<'_>,
) -> Answer {
    let (mut response, readiness) = match outcome {
        Outcome::Limited(answer) => limited(plan, &answer, audience),
        Outcome::Failed(error) => failed(plan, &error, audience),
        Outcome::Unresolved(resolution) => anchor_question::unresolved(plan, &resolution, audience),
        Outcome::Stale(why) => stale_cursor(plan, why, audience),
        Outcome::Executed(execution) => answered(plan, *execution, resolutions, audience),
    };
    add_anchors(&mut response, resolutions, audience.locale);
    (response, readiness)
}

fn limited(plan: &AddressPlan<'_>, limited: &LimitedAnswer, audience: Audience<'_>) -> Answer {
    let mut response = base(plan, limited.category, audience);
    response.reasons.clone_from(&limited.reasons);
    for code in &limited.reasons {
        if let Some(hint) = wording::hint_of_reason(audience.locale, code) {
            response.hints = vec![hint.to_owned()];
        }
        if let Some(summary) = wording::summary_of_reason(audience.locale, code) {
            summary.clone_into(&mut response.summary);
        }
    }
    response.limitations.clone_from(&limited.limitations);
    if !limited.nearest.is_empty() {
        let code = limited.reasons.first().map_or("", String::as_str);
        response.clarify = Some(recipe_question::question(&limited.nearest, code, audience));
    }
    (response, limited.readiness)
}

fn failed(plan: &AddressPlan<'_>, error: &PortError, audience: Audience<'_>) -> Answer {
    let mut response = base(plan, LimitedReason::ExecutionError, audience);
    wording::failed(audience.locale, error).clone_into(&mut response.summary);
    if matches!(error, PortError::Busy { .. } | PortError::Starting(_)) {
        response.hints = vec![wording::later(audience.locale).to_owned()];
    }
    let response = response.because(error.code()).limited_by(of_server(error));
    (response, LimitedReason::ExecutionError.readiness())
}

/// A server error as a limitation. The server's message may be long, contain a page of HTML or leak a connection
/// string, so it ends where HTML begins, is shortened and put on one line, and its secrets are hidden.
fn of_server(error: &PortError) -> Limitation {
    let words = |said: &str| {
        let said: String = before_page(said).chars().take(LONGEST_WORDS).collect();
        let words: Vec<&str> = said.split_whitespace().collect();
        redaction::secrets(&words.join(" "))
    };
    error.clone().map_words(words).limitation()
}

/// The text before a page of HTML, which adds nothing to the status.
fn before_page(said: &str) -> &str {
    let starts = |(at, _): &(usize, &str)| {
        let rest = said.get(*at..).unwrap_or_default();
        ["<!doctype", "<html", "<body", "<?xml"].iter().any(|page| {
            (rest.get(..page.len())).is_some_and(|start| start.eq_ignore_ascii_case(page))
        })
    };
    let page = said.match_indices('<').find(starts);
    let before = page.and_then(|(at, _)| said.get(..at));
    match before.map(str::trim_end) {
        None => said,
        Some("") => "…",
        Some(before) => before,
    }
}

fn stale_cursor(plan: &AddressPlan<'_>, why: StaleCursor, audience: Audience<'_>) -> Answer {
    let (category, reason, limitation) = match why {
        StaleCursor::AnchorChanged => (
            LimitedReason::MissingAnchor,
            "anchor_changed_since_cursor",
            Limitation::CursorAnchorChanged,
        ),
        StaleCursor::StrategyGone => (
            LimitedReason::RecipeVisibilityGap,
            "cursor_way_gone",
            Limitation::CursorStrategyGone,
        ),
        StaleCursor::RowGone => (
            LimitedReason::RecipeVisibilityGap,
            "cursor_row_gone",
            Limitation::CursorRowGone,
        ),
    };
    let response = Response {
        hints: vec![wording::from_the_start(audience.locale).to_owned()],
        ..base(plan, category, audience)
    };
    let response = response.because(reason).limited_by(limitation);
    (response, Readiness::LiveQueryableWithLimits)
}

fn answered(
    plan: &AddressPlan<'_>,
    execution: Execution,
    resolutions: &[Resolution],
    audience: Audience<'_>,
) -> Answer {
    let (Step::Call(call), Some(recipe)) = (&plan.step, plan.recipe) else {
        // Only a called recipe has rows.
        return (Response::unsupported(audience), Readiness::Unknown);
    };
    let status = execution.stage.mcp_call_status;
    let facts = facts(status, execution.found.counts.rows_matched);
    let fallbacks = fallbacks(recipe, &execution, facts);
    let truncated = execution.next != NextPage::None;
    let mut limitations = call.limitations.clone();
    limitations.extend(fallbacks.iter().map(|code| Limitation::of_code(code)));
    let lost = &execution.found;
    let outside = match facts {
        Facts::None => 0,
        Facts::Matched | Facts::Nearest if lost.scope.fallback_applied => 0,
        Facts::Matched | Facts::Nearest => lost.outside_scope(),
    };
    let (repeated, unreadable, outside) =
        (lost.repeated as u64, lost.lost() as u64, outside as u64);
    let counts = [
        (repeated, Limitation::RowsRepeated { rows: repeated }),
        (unreadable, Limitation::RowsUnreadable { rows: unreadable }),
        (outside, Limitation::RowsOutsideScope { rows: outside }),
    ];
    let counts = counts.into_iter().filter(|(rows, _)| *rows > 0);
    limitations.extend(counts.map(|(_, limitation)| limitation));
    if let Some(told) = lost.said.miscounted {
        let rows = lost.counts.rows_fetched as u64;
        limitations.push(Limitation::RowsMiscounted { told, rows });
    }
    if execution.totals_are_cut {
        limitations.push(Limitation::TotalsCut);
    }
    if lost.is_tied {
        limitations.push(Limitation::TiedAtEnd);
    }
    if truncated && facts != Facts::None {
        let most = call.limit.limit.min(execution.cap).into();
        limitations.push(match lost.said.cut_to {
            Some(rows) => Limitation::RowsCutByServer { rows },
            None => Limitation::RowsTruncated { most },
        });
    }
    let next_cursor = match execution.next {
        NextPage::At(cursor) => cursor.text(),
        NextPage::Unreachable(why) => {
            limitations.push(Limitation::NextPageOutOfReach { why });
            None
        }
        NextPage::None => None,
    };
    let data_through = execution.data_through.clone();
    let (mut response, readiness) = match facts {
        Facts::None => without_facts(plan, call, &execution, audience),
        Facts::Matched | Facts::Nearest => {
            let readiness = match limitations.is_empty() {
                true => Readiness::LiveQueryable,
                false => Readiness::LiveQueryableWithLimits,
            };
            let whole = (plan, recipe, call);
            let response = with_facts(whole, execution, &fallbacks, resolutions, audience);
            (response, readiness)
        }
    };
    if let Some(day) = &data_through {
        (response.summary).push_str(&wording::data_through(audience.locale, day));
    }
    limitations.extend(response.limitations);
    let response = Response {
        data_through,
        truncated,
        next_cursor,
        filters_applied: plan.detection.filters.entries.clone(),
        limitations,
        ..response
    };
    (response, readiness)
}

fn without_facts(
    plan: &AddressPlan<'_>,
    call: &RecipeCall<'_>,
    execution: &Execution,
    audience: Audience<'_>,
) -> Answer {
    let mut reason = empty_reason(execution.stage.mcp_call_status);
    // Rows outside of the account scope were readable.
    let lacking = execution.found.drop_reason;
    let readable = [DropReason::None, DropReason::DroppedByAccountScopeFilter];
    let is_read = execution.found.lost() == 0 && readable.contains(&lacking);
    let category = match is_read {
        true => LimitedReason::EmptyMatch,
        false => LimitedReason::RecipeVisibilityGap,
    };
    let mut response = base(plan, category, audience);
    if !is_read {
        if lacking != DropReason::None {
            let limitation = Limitation::of_code(&name(&lacking));
            response.limitations.push(limitation);
        }
        wording::not_read(audience.locale).clone_into(&mut response.summary);
        response.hints = vec![wording::unreadable(audience.locale).to_owned()];
    } else if execution.next != NextPage::None {
        wording::none_here(audience.locale).clone_into(&mut response.summary);
    } else if call.after.is_some() {
        "no_rows_after_cursor".clone_into(&mut reason);
        wording::no_more(audience.locale).clone_into(&mut response.summary);
        response.hints = Vec::new();
    }
    let has_balances =
        |totals: &Template| column_names::of_template(totals).contains(&"balance_debit");
    let is_empty = execution.found.counts.raw_rows_received == 0 && call.after.is_none();
    if is_read && is_empty && call.totals.is_some_and(has_balances) {
        response.limitations.push(Limitation::NoMovements);
    }
    response.reasons.push(reason);
    (response, category.readiness())
}

fn with_facts(
    (plan, recipe, call): (&AddressPlan<'_>, &Recipe, &RecipeCall<'_>),
    execution: Execution,
    fallbacks: &[&str],
    resolutions: &[Resolution],
    audience: Audience<'_>,
) -> Response {
    let mut rows = execution.found.rows;
    let filters = &plan.detection.filters;
    let page = ListPage {
        returned: rows.len(),
        before: call.before(),
        has_more: execution.next != NextPage::None,
    };
    let subject = intent::subject(audience.locale, &recipe.intent, &recipe.purpose);
    let list = wording::list(audience.locale, subject, page);
    let mut summary = match (call.totals, execution.totals.as_slice()) {
        (Some(template), [first, ..]) if recipe.result == ResultMode::FactualSummary => {
            match totals_summary::is_by_firm(template) {
                true => {
                    let (totals, locale) = (&execution.totals, audience.locale);
                    let lines = totals_lines(totals, recipe, filters, resolutions, locale);
                    [vec![list], lines].concat().join("; ")
                }
                false => {
                    let account = call.accounts.join(", ");
                    totals_summary::totals(audience.locale, &account, filters, first)
                }
            }
        }
        _ => list,
    };
    if let Some(line) = wording::page_opening(audience.locale, &execution.page_opening) {
        summary.push_str(&line);
    }
    let mut shown = column_names::of_keys(execution.found.keys.iter().map(String::as_str));
    if rows.iter().any(|row| row.get(BALANCE).is_some()) {
        shown.push(BALANCE);
        shown.sort_by_key(|name| column_names::position(name));
    }
    let is_cut = page.before == 0 && page.has_more && call.order == RowOrder::PeriodAsc;
    let flows = column_names::flows(&shown);
    let wants_balance = call.columns.is_empty() || call.columns.iter().any(|own| own == BALANCE);
    let month = flows
        .filter(|_| is_cut && wants_balance)
        .and_then(|_| running_balance::first_whole_month(&rows, filters.value("period_from")));
    if !call.columns.is_empty() {
        // An amount has no meaning without its direction.
        let is_asked =
            |name: &str| ALWAYS.contains(&name) || call.columns.iter().any(|own| own == name);
        shown.retain(|name| is_asked(name));
        for row in &mut rows {
            row.values.retain(|(name, _)| is_asked(name));
        }
    }
    // The summary says first which fallback the rows come from, then how many there are.
    let summary: String = (fallbacks.iter())
        .filter_map(|name| wording::fallback(audience.locale, name))
        .map(|words| format!("{words}; "))
        .chain([summary])
        .collect();
    Response {
        response_type: match recipe.result {
            ResultMode::FactualList => ResponseType::FactualList,
            ResultMode::FactualSummary => ResponseType::FactualSummary,
        },
        returned: rows.len(),
        rows,
        columns: shown,
        limit: Some(call.limit.limit),
        limited_reason_category: None,
        hints: month.map_or_else(Vec::new, |month| {
            vec![wording::month_that_fits(audience.locale, &month)]
        }),
        ..Response::limited(LimitedReason::EmptyMatch, summary, audience.trace_id)
    }
}

/// One line for each row of totals; for a reconciliation, also whom each balance favours.
fn totals_lines(
    totals: &[Row],
    recipe: &Recipe,
    filters: &ExtractedFilters,
    resolutions: &[Resolution],
    locale: Locale,
) -> Vec<String> {
    let lines = totals.iter().map(|own| totals_summary::line(locale, own));
    let mut lines: Vec<String> = lines.collect();
    if recipe.intent == RECONCILIATION {
        let mut anchors = resolutions.iter();
        let party = anchors.find(|own| own.anchor_type == "counterparty");
        let party = party.and_then(|own| own.resolved.as_ref());
        let party = party.map_or("", |own| own.presentation.as_str());
        let favours = totals.iter();
        let favours = favours.map(|own| totals_summary::in_favour_of(locale, filters, party, own));
        lines.extend(favours);
    }
    lines
}

/// Names the elements that the anchors resolve to. An element found otherwise than by its number or whole name comes
/// first.
fn add_anchors(response: &mut Response, resolutions: &[Resolution], locale: Locale) {
    let unsure = resolutions.iter().filter_map(|found| {
        let element = found.resolved.as_ref()?;
        (found.confidence != Confidence::High).then(|| {
            wording::taken_for(locale, &found.raw, &element.presentation, found.confidence)
        })
    });
    let unsure: String = unsure.map(|words| format!("{words}; ")).collect();
    response.summary.insert_str(0, &unsure);
    response.anchors = resolutions
        .iter()
        .map(|found| AnswerAnchor {
            filter: found.anchor_type.clone(),
            said: found.raw.clone(),
            element: found.resolved.clone(),
            details: (found.resolved.as_ref())
                .and_then(|element| {
                    let mut candidates = found.candidates.iter();
                    candidates.find(|candidate| candidate.reference.id == element.id)
                })
                .map(|candidate| candidate.details.clone())
                .unwrap_or_default(),
            matched_by: found.matched_by,
            confidence: found.confidence,
        })
        .collect();
}

/// Codes of the fallbacks that gave the rows; empty without facts.
fn fallbacks(recipe: &Recipe, execution: &Execution, facts: Facts) -> Vec<&'static str> {
    let mut names = match facts {
        Facts::Matched | Facts::Nearest => recipe_strategies::codes(execution.strategy, recipe),
        Facts::None => Vec::new(),
    };
    if facts != Facts::None
        && execution.found.scope.fallback_applied
        && !names.contains(&recipe_strategies::RAW_ROWS)
    {
        names.push(recipe_strategies::RAW_ROWS);
    }
    if facts == Facts::Nearest {
        names.push(recipe_strategies::NEAREST);
    }
    names
}

/// An answer without facts, with its hints.
pub(super) fn base(
    plan: &AddressPlan<'_>,
    category: LimitedReason,
    audience: Audience<'_>,
) -> Response {
    let detection = &plan.detection;
    let summary = if detection.missing_required_filters.is_empty() {
        wording::limited(audience.locale, category).to_owned()
    } else {
        wording::not_all_said(audience.locale).to_owned()
    };
    Response {
        missing_required_filters: detection.missing_required_filters.clone(),
        hints: hints(plan, category, audience.locale),
        ..Response::limited(category, summary, audience.trace_id)
    }
}

/// Hints: one for each missing filter, otherwise one for the category.
fn hints(plan: &AddressPlan<'_>, category: LimitedReason, locale: Locale) -> Vec<String> {
    let missing = &plan.detection.missing_required_filters;
    if missing.is_empty() {
        return vec![wording::hint(locale, category).to_owned()];
    }
    let hint = |filter: &String| wording::missing_filter(locale, filter);
    missing.iter().map(hint).collect()
}

/// Why there are no facts. A row query whose rows all matched always gives facts.
fn empty_reason(status: StageStatus) -> String {
    name(&match status {
        StageStatus::Skipped | StageStatus::Error | StageStatus::MatchedNonEmpty => {
            StageStatus::NoRawRows
        }
        status => status,
    })
}

#[cfg(test)]
mod tests {
    use super::before_page;

    #[test]
    fn words_end_where_a_page_begins() {
        for (said, left) in [
            ("Ошибка 1С: <!DOCTYPE html><html>…", "Ошибка 1С:"),
            ("502 <HTML><body>Bad Gateway", "502"),
            ("<html>", "…"),
            (
                "поле <Неопределено> не найдено",
                "поле <Неопределено> не найдено",
            ),
            ("1 < 2", "1 < 2"),
            ("", ""),
        ] {
            assert_eq!(before_page(said), left);
        }
    }
}
