//! The strategies of a recipe: what is asked for first, then its fallbacks in their order, and the code of each in an
//! answer. Pure.
//!
//! The first strategy that has rows serves all pages of the answer, which is why a cursor carries it. The answer names it in
//! `limitations` and in its summary; the envelope lists every attempt. Where no strategy has rows, status and counts are those
//! of the one whose rows came furthest. A strict account scope has one strategy, and the compiler refuses it others (CB079).

use crate::catalogue::{Fallback, ParameterForm, Recipe, RowFilter, ScopeMode, Template};
use crate::filters::{ExtractedFilter, ExtractedFilters, Origin};
use crate::lane::address::plan::RecipeCall;
use crate::lane::address::strategy::Strategy;
use crate::taxonomy::{PeriodWindow, RowSource, ScopeOutcome};

/// The rows that lie nearest to an anchor do not have it.
pub const NEAREST: &str = "anchor_not_matched_fallback_rows";
/// The period that was said had no rows.
pub const AVAILABLE_PERIOD: &str = "period_window_auto_broadened_to_available_data";
/// The account scope had no rows.
pub const RAW_ROWS: &str = "account_scope_fallback_to_raw_rows";
/// The recipe's own rows were none; these are bank documents of the anchor.
pub const BANK_ROWS: &str = "documents_fallback_to_bank_rows";
/// Neither were there bank documents; these are whatever rows the anchor has.
pub const ANCHOR_ROWS: &str = "documents_fallback_to_anchor_rows";

/// Which anchors of a question were confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConfirmedAnchors {
    /// Whether a counterparty or a contract was: rows are bounded without accounts.
    pub party: bool,
    /// Whether a contract was, and its owner is known.
    pub owner: bool,
}

/// The strategies of a question, in the order they are tried; the first is always what is asked for.
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
    // Without an anchor the raw rows would be the whole ledger, which says nothing about the question.
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

/// Whether the query itself is bound to the accounts in scope. Otherwise only its rows are checked against them.
#[must_use]
pub fn scopes_its_query(template: &Template) -> bool {
    let mut parameters = template.parameters.iter();
    parameters.any(|parameter| parameter.form == ParameterForm::ScopeIsOpen)
}

/// The filters of a strategy: those of the contract, without what the strategy gives up.
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

/// What an answer says of the strategy that gave its rows.
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
            // A recipe with a filter of its own keeps to what it is about.
            if recipe.fallbacks.contains(&Fallback::BankRows) && recipe.row_filter == RowFilter::Any
            {
                codes.push(ANCHOR_ROWS);
            }
        }
        (RowSource::Own, ScopeOutcome::Held) | (RowSource::OwnersRows | RowSource::Totals, _) => {}
    }
    codes
}

/// Whether the contract says a period; a date alone is no period, it ends the question.
fn says_period(filters: &ExtractedFilters) -> bool {
    let mut entries = filters.entries.iter();
    entries.any(|entry| entry.origin == Origin::Said && is_period(entry))
}

fn is_period(entry: &ExtractedFilter) -> bool {
    matches!(entry.filter.as_str(), "period_from" | "period_to")
}
