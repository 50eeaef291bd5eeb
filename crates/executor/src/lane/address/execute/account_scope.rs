//! The account scope of a recipe, held against raw rows.

use serde::Serialize;

use crate::catalogue::{AccountScope, ScopeMode, Side};
use crate::lane::address::account;
use crate::ports::one_c::{Cell, RawRow};
use crate::taxonomy::ScopeMatchStrategy;

/// How the account scope of a recipe that only prefers it went. The first page decides for all: a scope that held some
/// of its rows is not given up where a later page has none of them, and one that was given up stays so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ScopeOutcome {
    /// The scope held.
    Held,
    /// It left nothing, so the raw rows stayed.
    RawRowsStay,
}

/// How the account scope went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ScopeAudit {
    /// How hard the scope is.
    pub mode: ScopeMode,
    /// Whether the raw rows stayed because the scope left none.
    pub fallback_applied: bool,
    /// Columns that were looked at.
    pub fields_checked: Vec<&'static str>,
    /// How they were compared.
    pub match_strategy: ScopeMatchStrategy,
    /// Why rows were lost.
    pub drop_reason: Option<&'static str>,
}

impl ScopeAudit {
    /// The outcome for the pages that follow; that of the way where the recipe has no accounts to hold rows against.
    #[must_use]
    pub const fn outcome(&self, of_way: ScopeOutcome) -> ScopeOutcome {
        if self.fallback_applied {
            ScopeOutcome::RawRowsStay
        } else {
            of_way
        }
    }
}

/// The rows in scope, each with its index. `decided`: what the first page decided; `None` on the first page.
pub(super) fn in_scope<'r>(
    raw: &'r [RawRow],
    scope: &AccountScope,
    accounts: &[String],
    decided: Option<ScopeOutcome>,
) -> (Vec<(usize, &'r RawRow)>, ScopeAudit) {
    let mut audit = ScopeAudit {
        mode: scope.mode,
        fallback_applied: false,
        fields_checked: Vec::new(),
        match_strategy: ScopeMatchStrategy::None,
        drop_reason: None,
    };
    let all: Vec<(usize, &RawRow)> = raw.iter().enumerate().collect();
    if accounts.is_empty() {
        return (all, audit);
    }
    let columns: &[&str] = match scope.side {
        Side::Debit => &["СчетДт"],
        Side::Credit => &["СчетКт"],
        Side::Either => &["СчетДт", "СчетКт"],
    };
    let fields: Vec<&'static str> = columns.iter().copied().chain(["Счет"]).collect();
    let inside = |row: &RawRow| {
        fields.iter().any(|field| {
            row.first(&[field])
                .and_then(Cell::shown)
                .is_some_and(|shown| account::lies_under(shown, accounts))
        })
    };
    let scoped: Vec<(usize, &RawRow)> = (all.iter().copied())
        .filter(|(_, row)| inside(row))
        .collect();
    audit.match_strategy = ScopeMatchStrategy::ExactOrChild;
    if scoped.len() < all.len() {
        audit.drop_reason = Some("account_outside_scope");
    }
    audit.fields_checked = fields;
    let given_up = match decided {
        Some(outcome) => outcome == ScopeOutcome::RawRowsStay,
        None => scoped.is_empty() && !all.is_empty(),
    };
    if given_up && scope.mode == ScopeMode::Preferred {
        audit.fallback_applied = true;
        return (all, audit);
    }
    (scoped, audit)
}
