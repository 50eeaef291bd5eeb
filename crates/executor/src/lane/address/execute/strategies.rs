//! Fallbacks: which ways to rows a recipe has, in the order they are tried, and what each is called in an answer.
//!
//! Pure. A recipe without fallbacks and with a strict scope has one way: what is asked for, or nothing.

use crate::catalogue::{Fallback, ParameterForm, Recipe, ScopeMode, Template};
use crate::lane::address::decompose::extraction::{Filters, Origin};
use crate::lane::address::execute::account_scope::ScopeOutcome;
use crate::lane::address::plan::RecipeCall;
use crate::lane::address::strategy::{Source, Way, Window};

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

/// What is known of the anchors of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Anchored {
    /// A counterparty or a contract was confirmed: rows are bounded without accounts.
    pub by_party: Bounded,
    /// A contract was confirmed and its owner is known.
    pub by_owner: Bounded,
}

/// Whether rows are bounded by an anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bounded {
    /// They are.
    Yes,
    /// They are not.
    No,
}

/// The ways to the rows of a question, in the order they are tried; the first is always what is asked for.
#[must_use]
pub fn ways(
    recipe: &Recipe,
    call: &RecipeCall<'_>,
    filters: &Filters,
    anchored: Anchored,
) -> Vec<Way> {
    let has = |fallback: Fallback| recipe.fallbacks.contains(&fallback);
    let mut windows = vec![Window::Said];
    if has(Fallback::AvailablePeriod) && says_period(filters) {
        windows.push(Window::Available);
    }
    // Without an anchor the raw rows would be the whole ledger, which says nothing about the question.
    let opens = recipe.scope.mode == ScopeMode::Preferred
        && !call.accounts.is_empty()
        && scopes_its_query(call.template)
        && anchored.by_party == Bounded::Yes;
    let mut ways = Vec::new();
    for window in windows {
        let asked = Way {
            window,
            ..Way::ASKED
        };
        ways.push(asked);
        if has(Fallback::BankRows) {
            let source = Source::BankRows;
            ways.push(Way { source, ..asked });
        }
        if opens {
            let scope = ScopeOutcome::RawRowsStay;
            ways.push(Way { scope, ..asked });
        }
    }
    if has(Fallback::NearestRows) && anchored.by_owner == Bounded::Yes {
        ways.push(Way {
            source: Source::OwnersRows,
            ..Way::ASKED
        });
    }
    ways
}

/// Whether the query itself is bound to the accounts in scope. Otherwise only its rows are held against them.
#[must_use]
pub fn scopes_its_query(template: &Template) -> bool {
    let mut parameters = template.parameters.iter();
    parameters.any(|parameter| parameter.form == ParameterForm::ScopeIsOpen)
}

/// The filters of a way: those of the contract, without what the way gives up.
#[must_use]
pub fn filters_of(way: Way, said: &Filters) -> Filters {
    let mut filters = said.clone();
    if way.window == Window::Available {
        filters.forget(&["period_from", "period_to"]);
    }
    if way.source == Source::OwnersRows {
        filters.forget(&["contract"]);
    }
    filters
}

/// What an answer says of the way its rows came by.
#[must_use]
pub fn named(way: Way, recipe: &Recipe) -> Vec<&'static str> {
    let mut names = Vec::new();
    if way.window == Window::Available {
        names.push(AVAILABLE_PERIOD);
    }
    match (way.source, way.scope) {
        (Source::BankRows, _) => names.push(BANK_ROWS),
        (Source::Own, ScopeOutcome::RawRowsStay) => {
            names.push(RAW_ROWS);
            if recipe.fallbacks.contains(&Fallback::BankRows) {
                names.push(ANCHOR_ROWS);
            }
        }
        (Source::Own, ScopeOutcome::Held) | (Source::OwnersRows, _) => {}
    }
    names
}

/// Whether the contract says a period; a date alone is no period, it ends the question.
fn says_period(filters: &Filters) -> bool {
    (filters.extracted.iter()).any(|entry| {
        entry.origin == Origin::Said && matches!(entry.filter.as_str(), "period_from" | "period_to")
    })
}
