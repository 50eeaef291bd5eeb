//! Applies the account scope of a recipe to raw rows. The query is bound to the scope as well, so that pages are full;
//! this check does not rely on the server.

use crate::catalogue::ScopeMode;
use crate::lane::address::execute::row_filter::Requirement;
use crate::ports::raw_row::RawRow;
use crate::taxonomy::{ScopeMatchStrategy, ScopeOutcome};

/// How the account scope was applied, for the debug envelope.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ScopeAudit {
    /// True where the raw rows were kept because the scope left none.
    pub fallback_applied: bool,
    /// Columns that were checked.
    pub fields_checked: Vec<&'static str>,
    /// How accounts were compared.
    pub match_strategy: ScopeMatchStrategy,
    /// Why rows were dropped.
    pub drop_reason: Option<&'static str>,
}

impl ScopeAudit {
    /// The scope outcome for the following pages; the strategy's outcome where the recipe has no accounts.
    #[must_use]
    pub const fn outcome(&self, of_strategy: ScopeOutcome) -> ScopeOutcome {
        if self.fallback_applied {
            ScopeOutcome::RawRowsStay
        } else {
            of_strategy
        }
    }
}

/// The rows in scope with their indexes, and the number of rows whose account is unreadable. `decided` is the outcome
/// of the first page, `None` on the first page.
pub(super) fn in_scope<'r>(
    raw: &'r [RawRow],
    requirement: Requirement<'_>,
    decided: Option<ScopeOutcome>,
    is_unreadable: impl Fn(&RawRow) -> bool,
) -> (Vec<(usize, &'r RawRow)>, ScopeAudit) {
    let mut audit = ScopeAudit::default();
    let all: Vec<(usize, &RawRow)> = raw.iter().enumerate().collect();
    let scope = requirement.scope;
    if requirement.accounts.is_empty() {
        return (all, audit);
    }
    let fields: Vec<&'static str> = requirement.account_columns().collect();
    let inside = |row: &RawRow| fields.iter().any(|field| requirement.touches(row, field));
    let (mut inside_scope, mut outside_scope) = (0_usize, 0_usize);
    let scoped: Vec<(usize, &RawRow)> = (all.iter().copied())
        .filter(|(_, row)| {
            is_unreadable(row) || {
                let inside = inside(row);
                inside_scope += usize::from(inside);
                outside_scope += usize::from(!inside);
                inside
            }
        })
        .collect();
    audit.match_strategy = ScopeMatchStrategy::ExactOrChild;
    if outside_scope > 0 {
        audit.drop_reason = Some("account_outside_scope");
    }
    audit.fields_checked = fields;
    let is_open = match decided {
        Some(outcome) => outcome == ScopeOutcome::RawRowsStay,
        None => inside_scope == 0 && outside_scope > 0,
    };
    if is_open && scope.mode == ScopeMode::Preferred {
        audit.fallback_applied = true;
        return (all, audit);
    }
    (scoped, audit)
}
