//! The account scope of a recipe, applied to raw rows. The query text is bound to the scope as well, so that pages are
//! full; what the server gives is checked all the same.

use crate::catalogue::ScopeMode;
use crate::lane::address::execute::row_filter::Requirement;
use crate::ports::raw_row::RawRow;
use crate::taxonomy::{ScopeMatchStrategy, ScopeOutcome};

/// How the account scope was applied, for the debug envelope.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ScopeAudit {
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
    /// The outcome for the pages that follow; that of the strategy where the recipe has no accounts.
    #[must_use]
    pub const fn outcome(&self, of_strategy: ScopeOutcome) -> ScopeOutcome {
        if self.fallback_applied {
            ScopeOutcome::RawRowsStay
        } else {
            of_strategy
        }
    }
}

/// The rows in scope, each with its index, and those that are unreadable: what account they are of nobody can tell.
/// `decided`: what the first page decided; `None` on the first page.
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
