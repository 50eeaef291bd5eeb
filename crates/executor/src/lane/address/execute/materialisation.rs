//! Raw rows → rows of the answer: account scope, required fields, anchor, recipe filter; every loss is counted.

use crate::catalogue::{AccountScope, RowFilter, RowShape};
use crate::lane::address::decompose::extraction::Filters;
use crate::lane::address::execute::account_scope::{ScopeAudit, ScopeOutcome, in_scope};
use crate::lane::address::execute::columns::{Layout, PERIOD, REGISTRATOR, Row};
use crate::lane::address::execute::row_filter::{self, Standard};
use crate::lane::address::stage::{Counts, Lacks, drop_reason};
use crate::ports::one_c::{Cell, RawRow, Reference};
use crate::taxonomy::DropReason;

/// How rows are to be held.
#[derive(Debug, Clone, Copy)]
pub struct Sieve<'s> {
    /// What the rows are.
    pub shape: RowShape,
    /// Account scope of the recipe.
    pub scope: &'s AccountScope,
    /// Accounts in scope.
    pub accounts: &'s [String],
    /// How the scope went on the first page; `None` where this is it.
    pub decided: Option<ScopeOutcome>,
    /// Anchors that were confirmed, by filter.
    pub anchors: &'s [(&'s str, Reference)],
    /// The recipe's own filter.
    pub row_filter: RowFilter,
    /// Whether rows that lie near the anchors are kept where none has them.
    pub nearest: Nearest,
    /// Filters in force.
    pub filters: &'s Filters,
}

/// Whether rows that lie near an anchor are kept where none has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nearest {
    /// They are.
    Kept,
    /// They are not.
    Dropped,
}

/// Rows that are left, and how many were lost where.
#[derive(Debug, Clone, PartialEq)]
pub struct Sifted {
    /// The rows.
    pub rows: Vec<Row>,
    /// Index of each among the raw rows.
    pub indexes: Vec<usize>,
    /// Rows at each stage.
    pub counts: Counts,
    /// Why none was materialised.
    pub drop_reason: DropReason,
    /// How the account scope went.
    pub scope: ScopeAudit,
    /// Columns of the first row.
    pub keys: Vec<String>,
    /// Rows that were left out before, since the server had given them already.
    pub repeated: usize,
}

/// Holds rows against the recipe. `fetched`: rows the server gave, those that are not looked at here included.
#[must_use]
pub fn sift(raw: &[RawRow], fetched: usize, sieve: Sieve<'_>) -> Sifted {
    let keys = raw
        .first()
        .map(|row| row.cells.iter().map(|(name, _)| name.clone()).collect())
        .unwrap_or_default();
    let (scoped, scope) = in_scope(raw, sieve.scope, sieve.accounts, sieve.decided);
    let lacks: Vec<Option<Lacks>> = scoped
        .iter()
        .map(|(_, row)| lacks(row, sieve.shape))
        .collect();
    let materialised: Vec<(usize, &RawRow)> = scoped
        .iter()
        .zip(&lacks)
        .filter(|(_, lacks)| lacks.is_none())
        .map(|(row, _)| *row)
        .collect();
    let anchored: Vec<(usize, &RawRow)> = materialised
        .iter()
        .filter(|(_, row)| has_anchors(row, sieve.anchors))
        .copied()
        .collect();
    let nearest = anchored.is_empty() && sieve.nearest == Nearest::Kept;
    let standard = Standard {
        filter: sieve.row_filter,
        scope: sieve.scope,
        accounts: sieve.accounts,
        anchors: sieve.anchors,
    };
    let candidates = if nearest { &materialised } else { &anchored };
    let mut layout = Layout::default();
    let (indexes, rows): (Vec<usize>, Vec<Row>) = candidates
        .iter()
        .filter(|(_, row)| in_period(row, sieve) && row_filter::counts(row, standard))
        .map(|(index, row)| (*index, layout.row(row)))
        .unzip();
    let counts = Counts {
        rows_fetched: fetched,
        raw_rows_received: raw.len(),
        rows_after_account_scope: scoped.len(),
        rows_materialized: materialised.len(),
        rows_after_anchor: anchored.len(),
        rows_after_recipe_filter: rows.len(),
        rows_matched: rows.len(),
    };
    let first_lack = lacks.iter().flatten().next().copied();
    Sifted {
        rows,
        indexes,
        counts,
        drop_reason: drop_reason(&counts, first_lack.unwrap_or(Lacks::Shape)),
        scope,
        keys,
        repeated: 0,
    }
}

/// What a row lacks to be a row of its template.
fn lacks(row: &RawRow, shape: RowShape) -> Option<Lacks> {
    if !Row::is_in(row) {
        return Some(Lacks::Shape);
    }
    if !matches!(shape, RowShape::Movement | RowShape::Document) {
        return None;
    }
    match (row.first(PERIOD), row.first(REGISTRATOR)) {
        (Some(_), Some(_)) => None,
        (None, Some(_)) => Some(Lacks::Period),
        (Some(_), None) => Some(Lacks::Registrator),
        (None, None) => Some(Lacks::PeriodAndRegistrator),
    }
}

/// Every anchor must stand in some cell of the row, by its id.
fn has_anchors(row: &RawRow, anchors: &[(&str, Reference)]) -> bool {
    anchors.iter().all(|(filter, anchor)| {
        // Rows show an account by its code, which the account scope has held already.
        *filter == "account"
            || row
                .cells
                .iter()
                .any(|(_, cell)| matches!(cell, Cell::Reference(found) if found.id == anchor.id))
    })
}

/// The query bounds the period already; a server that ignored it must not make a false fact.
fn in_period(row: &RawRow, sieve: Sieve<'_>) -> bool {
    if !matches!(sieve.shape, RowShape::Movement | RowShape::Document) {
        return true;
    }
    let Some(day) = row
        .first(PERIOD)
        .and_then(Cell::shown)
        .and_then(|text| text.get(..10))
    else {
        return false;
    };
    let from = sieve.filters.value("period_from");
    let until = |filter: &str| sieve.filters.value(filter).is_none_or(|to| day <= to);
    from.is_none_or(|from| day >= from) && until("period_to") && until("as_of_date")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{ScopeMode, Side};

    fn text(value: &str) -> Cell {
        Cell::Text(value.to_owned())
    }

    fn posting(debit: &str, credit: &str) -> RawRow {
        RawRow {
            cells: vec![
                ("Период".to_owned(), text("2026-01-31T00:00:00")),
                ("Регистратор".to_owned(), text("документ")),
                ("СчетДт".to_owned(), text(debit)),
                ("СчетКт".to_owned(), text(credit)),
            ],
        }
    }

    fn scope(mode: ScopeMode, side: Side) -> AccountScope {
        AccountScope {
            mode,
            accounts: Vec::new().into(),
            said: false,
            side,
        }
    }

    fn sieve<'s>(
        scope: &'s AccountScope,
        accounts: &'s [String],
        filters: &'s Filters,
    ) -> Sieve<'s> {
        Sieve {
            shape: RowShape::Movement,
            scope,
            accounts,
            decided: None,
            anchors: &[],
            row_filter: RowFilter::Any,
            nearest: Nearest::Dropped,
            filters,
        }
    }

    #[test]
    fn scopes_by_side_and_mode() {
        let rows = [
            posting("62.01", "90.01"),
            posting("51", "62.02"),
            posting("601", "51"),
        ];
        let filters = Filters::default();
        for (mode, side, account, left, fallback) in [
            (ScopeMode::Strict, Side::Either, "62", 2, false),
            (ScopeMode::Strict, Side::Debit, "62", 1, false),
            (ScopeMode::Strict, Side::Credit, "62", 1, false),
            (ScopeMode::Strict, Side::Either, "60", 0, false),
            (ScopeMode::Preferred, Side::Either, "60", 3, true),
        ] {
            let scope = scope(mode, side);
            let accounts = [account.to_owned()];
            let sifted = sift(&rows, rows.len(), sieve(&scope, &accounts, &filters));
            assert_eq!(sifted.rows.len(), left, "{mode:?} {side:?} {account}");
            assert_eq!(
                sifted.scope.fallback_applied, fallback,
                "{mode:?} {side:?} {account}"
            );
        }
    }

    #[test]
    fn the_first_page_decides_whether_the_scope_holds() {
        use ScopeOutcome::{Held, RawRowsStay};
        let rows = [posting("62.01", "90.01"), posting("51", "76.АВ")];
        let filters = Filters::default();
        for (mode, account, decided, left) in [
            (ScopeMode::Preferred, "62", Some(Held), vec![0]),
            (ScopeMode::Preferred, "62", Some(RawRowsStay), vec![0, 1]),
            (ScopeMode::Preferred, "60", Some(Held), vec![]),
            (ScopeMode::Preferred, "60", Some(RawRowsStay), vec![0, 1]),
            (ScopeMode::Strict, "62", Some(RawRowsStay), vec![0]),
            (ScopeMode::Preferred, "76", None, vec![1]),
        ] {
            let scope = scope(mode, Side::Either);
            let accounts = [account.to_owned()];
            let sieve = Sieve {
                decided,
                ..sieve(&scope, &accounts, &filters)
            };
            let sifted = sift(&rows, rows.len(), sieve);
            assert_eq!(sifted.indexes, left, "{mode:?} {account} {decided:?}");
            if let (ScopeMode::Preferred, Some(decided)) = (mode, decided) {
                assert_eq!(
                    sifted.scope.outcome(ScopeOutcome::Held),
                    decided,
                    "{account}"
                );
            }
        }
    }

    #[test]
    fn rows_without_their_fields_are_counted_and_named() {
        let scope = scope(ScopeMode::Strict, Side::Either);
        let filters = Filters::default();
        for (keys, reason) in [
            (vec!["Период", "Регистратор"], DropReason::None),
            (vec!["Регистратор"], DropReason::MissingPeriodField),
            (vec!["Дата"], DropReason::MissingRegistratorField),
            (vec!["Сумма"], DropReason::MissingPeriodAndRegistratorFields),
            (vec!["Column1"], DropReason::UnknownRowShape),
        ] {
            let cells = keys
                .iter()
                .map(|key| ((*key).to_owned(), text("2026-01-01T00:00:00")))
                .collect();
            let sifted = sift(&[RawRow { cells }], 1, sieve(&scope, &[], &filters));
            assert_eq!(sifted.drop_reason, reason, "{keys:?}");
        }
    }
}
