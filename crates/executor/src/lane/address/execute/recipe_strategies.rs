//! The strategies of a recipe: the requested rows first, then the fallbacks in order, with the code of each in an
//! answer. Pure.
//!
//! The first strategy that has rows serves all pages of the answer, so a cursor carries it. The answer names it in
//! `limitations` and in its summary; the envelope lists every attempt. Where no strategy has rows, status and counts
//! come from the one whose rows passed the most stages. A strict account scope has one strategy, and the compiler
//! rejects fallbacks for it (CB079).

use crate::catalogue::{Fallback, ParameterForm, Recipe, RowFilter, ScopeMode, Template};
use crate::filters::{ExtractedFilter, ExtractedFilters, Origin};
use crate::lane::address::plan::RecipeCall;
use crate::lane::address::strategy::Strategy;
use crate::taxonomy::{PeriodWindow, RowSource, ScopeOutcome};

/// The nearest rows do not have the anchor.
pub const NEAREST: &str = "anchor_not_matched_fallback_rows";
/// The requested period had no rows.
pub const AVAILABLE_PERIOD: &str = "period_window_auto_broadened_to_available_data";
/// The account scope had no rows.
pub const RAW_ROWS: &str = "account_scope_fallback_to_raw_rows";
/// The recipe had no rows of its own; these are bank documents of the anchor.
pub const BANK_ROWS: &str = "documents_fallback_to_bank_rows";
/// There were no bank documents either; these are any rows of the anchor.
pub const ANCHOR_ROWS: &str = "documents_fallback_to_anchor_rows";

/// The kinds of anchors that were resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConfirmedAnchors {
    /// True where a counterparty or a contract was resolved, so that rows are bounded without accounts.
    pub party: bool,
    /// True where a contract with a known owner was resolved.
    pub owner: bool,
}

/// The strategies of a question in the order of the attempts; the first is always the requested one.
#[must_use]
pub fn strategies(
    recipe: &Recipe,
    call: &RecipeCall<'_>,
    filters: &ExtractedFilters,
    anchors: ConfirmedAnchors,
) -> Vec<Strategy> {
    let has = |fallback: Fallback| recipe.fallbacks.contains(&fallback);
    let mut windows = vec![PeriodWindow::Said];
    if has(Fallback::AvailablePeriod) && says_period(filters) {
        windows.push(PeriodWindow::Available);
    }
    // Without an anchor the raw rows would be the whole ledger, which does not answer the question.
    let opens = recipe.scope.mode == ScopeMode::Preferred
        && !call.accounts.is_empty()
        && scopes_its_query(call.template)
        && anchors.party;
    let mut strategies = Vec::new();
    for window in windows {
        let asked = Strategy {
            window,
            ..Strategy::ASKED
        };
        strategies.push(asked);
        if has(Fallback::BankRows) {
            let source = RowSource::BankRows;
            strategies.push(Strategy { source, ..asked });
        }
        if opens {
            let scope = ScopeOutcome::RawRowsStay;
            strategies.push(Strategy { scope, ..asked });
        }
    }
    if has(Fallback::NearestRows) && anchors.owner {
        strategies.push(Strategy {
            source: RowSource::OwnersRows,
            ..Strategy::ASKED
        });
    }
    strategies
}

/// True where the query itself is bound to the accounts in scope. Otherwise only its rows are checked.
#[must_use]
pub fn scopes_its_query(template: &Template) -> bool {
    let mut parameters = template.parameters.iter();
    parameters.any(|parameter| parameter.form == ParameterForm::ScopeIsOpen)
}

/// The filters of a strategy: the contract's filters without the ones that the strategy drops.
#[must_use]
pub fn filters_of(strategy: Strategy, said: &ExtractedFilters) -> ExtractedFilters {
    let mut filters = said.clone();
    if strategy.window == PeriodWindow::Available {
        (filters.entries).retain(|entry| !is_period(entry));
    }
    if strategy.source == RowSource::OwnersRows {
        (filters.entries).retain(|entry| entry.filter != "contract");
    }
    filters
}

/// The codes in an answer of the strategy that returned its rows.
#[must_use]
pub fn codes(strategy: Strategy, recipe: &Recipe) -> Vec<&'static str> {
    let mut codes = Vec::new();
    if strategy.window == PeriodWindow::Available {
        codes.push(AVAILABLE_PERIOD);
    }
    match (strategy.source, strategy.scope) {
        (RowSource::BankRows, _) => codes.push(BANK_ROWS),
        (RowSource::Own, ScopeOutcome::RawRowsStay) => {
            codes.push(RAW_ROWS);
            // A recipe with a filter of its own falls back to no other rows.
            if recipe.fallbacks.contains(&Fallback::BankRows) && recipe.row_filter == RowFilter::Any
            {
                codes.push(ANCHOR_ROWS);
            }
        }
        (RowSource::Own, ScopeOutcome::Held) | (RowSource::OwnersRows | RowSource::Totals, _) => {}
    }
    codes
}

/// True where the contract gives a period. A single date is no period: it only sets the end.
fn says_period(filters: &ExtractedFilters) -> bool {
    let mut entries = filters.entries.iter();
    entries.any(|entry| entry.origin == Origin::Said && is_period(entry))
}

fn is_period(entry: &ExtractedFilter) -> bool {
    matches!(entry.filter.as_str(), "period_from" | "period_to")
}
