//! Raw rows → rows of the answer. The steps are account scope, required fields, anchor and recipe filter; every dropped
//! row is counted.
//!
//! Nearest rows are kept only where no row has the anchors: rows of the contract's owner under other contracts, or any
//! rows that a server returned for documents and bank operations. The status stays
//! `materialized_but_not_anchor_matched`, and the answer is a limited list, never a summary. A counterparty without
//! bank documents has no nearest rows.

use chrono::NaiveDate;

use crate::catalogue::RowShape;
use crate::filters::ExtractedFilters;
use crate::lane::address::column_names::{PERIOD, REGISTRATOR};
use crate::lane::address::execute::account_scope::{ScopeAudit, in_scope};
use crate::lane::address::execute::columns::{self, ColumnLayout};
use crate::lane::address::execute::row_filter::{self, Requirement};
use crate::lane::address::stage::{RowCounts, drop_reason};
use crate::ports::raw_row::{Cell, RawRow, Reference};
use crate::response::row::Row;
use crate::taxonomy::{DropReason, ScopeOutcome};

/// The criteria for rows.
#[derive(Debug, Clone, Copy)]
pub struct RowCriteria<'s> {
    /// The shape of the rows.
    pub shape: RowShape,
    /// The recipe filter.
    pub requirement: Requirement<'s>,
    /// True where the rows have account columns.
    pub shows_accounts: bool,
    /// Anchors without a column in the template, or that a sum is not grouped by.
    pub unshown: &'s [&'static str],
    /// Scope outcome of the first page; `None` on the first page.
    pub decided: Option<ScopeOutcome>,
    /// True where the nearest rows are kept if none has the anchors.
    pub keeps_nearest: bool,
    /// Effective filters.
    pub filters: &'s ExtractedFilters,
}

/// The remaining rows, with the counts of each stage.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Materialisation {
    /// The rows.
    pub rows: Vec<Row>,
    /// Index of each row among the raw rows.
    pub indexes: Vec<usize>,
    /// Row counts of each stage.
    pub counts: RowCounts,
    /// Why no row was materialised.
    pub drop_reason: DropReason,
    /// Outcome of the account scope.
    pub scope: ScopeAudit,
    /// Columns of the first row.
    pub keys: Vec<String>,
    /// Rows dropped because the server had returned them before.
    pub repeated: usize,
    /// The server's own report about its rows.
    pub said: ServerSummary,
    /// True where the limit separates rows of equal rank.
    pub is_tied: bool,
}

/// A server's report about the rows of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ServerSummary {
    /// The number of rows returned, where the server truncated them and says so.
    pub cut_to: Option<u64>,
    /// The total number of rows that the server reports, where it is wrong.
    pub miscounted: Option<u64>,
}

impl Materialisation {
    /// Rows of totals, which are complete and match.
    pub(super) fn of_totals(rows: Vec<Row>, keys: Vec<String>, scope: ScopeAudit) -> Self {
        let count = rows.len();
        Self {
            rows,
            indexes: (0..count).collect(),
            counts: RowCounts {
                rows_fetched: count,
                rows_unreadable: 0,
                raw_rows_received: count,
                rows_after_account_scope: count,
                rows_materialized: count,
                rows_after_anchor: count,
                rows_after_recipe_filter: count,
                rows_matched: count,
            },
            scope,
            keys,
            ..Self::default()
        }
    }

    /// Adds the rows that the codec could not read.
    pub(super) fn cannot_read(&mut self, unreadable: usize) {
        self.counts.rows_unreadable = unreadable;
        self.drop_reason = drop_reason(&self.counts, self.drop_reason);
    }

    /// Rows that could not be read or lack a required field.
    #[must_use]
    pub fn lost(&self) -> usize {
        let counts = &self.counts;
        let lacking = (counts.rows_after_account_scope).saturating_sub(counts.rows_materialized);
        counts.rows_unreadable.saturating_add(lacking)
    }

    /// Rows dropped because they lie outside of the account scope.
    #[must_use]
    pub fn outside_scope(&self) -> usize {
        let counts = &self.counts;
        (counts.raw_rows_received).saturating_sub(counts.rows_after_account_scope)
    }
}

/// Checks rows against the criteria. `fetched` is the number of rows the server returned, including rows not passed
/// here.
#[must_use]
pub fn materialise(raw: &[RawRow], fetched: usize, criteria: RowCriteria<'_>) -> Materialisation {
    let first = raw.iter().take(1).flat_map(|row| &row.cells);
    let keys = first.map(|(name, _)| name.clone()).collect();
    let requirement = criteria.requirement;
    let lacks = |row: &RawRow| {
        let lacks_account = || {
            (criteria.shape != RowShape::Group && requirement.lacks_account(row))
                .then_some(DropReason::UnknownRowShape)
        };
        lacking_fields(row, criteria.shape).or_else(lacks_account)
    };
    // A sum over accounts has no account column.
    let shows_no_account = |row: &RawRow| {
        !criteria.shows_accounts
            || (criteria.shape == RowShape::Group && !requirement.shows_account(row))
    };
    let (scoped, scope) = in_scope(raw, requirement, criteria.decided, |row| {
        shows_no_account(row) || lacks(row).is_some()
    });
    let mut lacking = None;
    let materialised: Vec<(usize, &RawRow)> = (scoped.iter().copied())
        .filter(|(_, row)| {
            let lacks = lacks(row);
            lacking = lacking.or(lacks);
            lacks.is_none()
        })
        .collect();
    let anchored: Vec<(usize, &RawRow)> = (materialised.iter().copied())
        .filter(|(_, row)| has_anchors(row, criteria, requirement.anchors))
        .collect();
    let nearest = anchored.is_empty() && criteria.keeps_nearest;
    let candidates = if nearest { &materialised } else { &anchored };
    let mut layout = ColumnLayout::default();
    let (indexes, rows): (Vec<usize>, Vec<Row>) = candidates
        .iter()
        .filter(|(_, row)| in_period(row, criteria) && row_filter::passes(row, requirement))
        .map(|(index, row)| (*index, layout.row(row)))
        .unzip();
    let counts = RowCounts {
        rows_fetched: fetched,
        rows_unreadable: 0,
        raw_rows_received: raw.len(),
        rows_after_account_scope: scoped.len(),
        rows_materialized: materialised.len(),
        rows_after_anchor: anchored.len(),
        rows_after_recipe_filter: rows.len(),
        rows_matched: rows.len(),
    };
    Materialisation {
        rows,
        indexes,
        counts,
        drop_reason: drop_reason(&counts, lacking.unwrap_or(DropReason::UnknownRowShape)),
        scope,
        keys,
        ..Materialisation::default()
    }
}

fn lacking_fields(row: &RawRow, shape: RowShape) -> Option<DropReason> {
    if !columns::has_named_column(row) {
        return Some(DropReason::UnknownRowShape);
    }
    if !matches!(shape, RowShape::Movement | RowShape::Document) {
        return None;
    }
    let has_day = (row.first(PERIOD)).is_some_and(|cell| cell.shown().is_some_and(begins_with_day));
    let registrator = row.first(REGISTRATOR);
    let has_registrator = registrator.is_some_and(|cell| !matches!(cell, Cell::Other(_)));
    match (has_day, has_registrator) {
        (true, true) => None,
        (false, true) => Some(DropReason::MissingPeriodField),
        (true, false) => Some(DropReason::MissingRegistratorField),
        (false, false) => Some(DropReason::MissingPeriodAndRegistratorFields),
    }
}

/// True where a text begins with a day in the format of 1C.
pub(super) fn begins_with_day(text: &str) -> bool {
    (text.get(..10)).is_some_and(|day| NaiveDate::parse_from_str(day, "%Y-%m-%d").is_ok())
}

/// True where every anchor occurs in some cell of the row, by its id.
fn has_anchors(row: &RawRow, criteria: RowCriteria<'_>, anchors: &[(&str, Reference)]) -> bool {
    let stands = |anchor: &Reference| {
        (row.cells.iter())
            .any(|(_, cell)| matches!(cell, Cell::Reference(found) if found.id == anchor.id))
    };
    anchors.iter().all(|(filter, anchor)| match *filter {
        own if criteria.unshown.contains(&own) => true,
        // Rows show an account by its code, which the account scope has checked.
        "account" => true,
        // Groups of a profile cover the whole selection and show no firm.
        "organization" if criteria.shape == RowShape::Profile => true,
        _ => stands(anchor),
    })
}

/// The query bounds the period already; a server that ignored the bound must not cause a false fact.
fn in_period(row: &RawRow, criteria: RowCriteria<'_>) -> bool {
    if !matches!(criteria.shape, RowShape::Movement | RowShape::Document) {
        return true;
    }
    let moment = row.first(PERIOD).and_then(Cell::shown);
    let Some(day) = moment.and_then(|text| text.get(..10)) else {
        return false;
    };
    let from = criteria.filters.value("period_from");
    let until = |filter: &str| criteria.filters.value(filter).is_none_or(|to| day <= to);
    from.is_none_or(|from| day >= from) && until("period_to") && until("as_of_date")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{AccountScope, RowFilter, ScopeMode, Side};

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
            except: Vec::new().into(),
            also: Vec::new().into(),
            said: false,
            side,
        }
    }

    fn criteria<'s>(
        scope: &'s AccountScope,
        accounts: &'s [String],
        filters: &'s ExtractedFilters,
    ) -> RowCriteria<'s> {
        RowCriteria {
            shape: RowShape::Movement,
            requirement: Requirement {
                filter: RowFilter::Any,
                scope,
                accounts,
                anchors: &[],
            },
            shows_accounts: true,
            unshown: &[],
            decided: None,
            keeps_nearest: false,
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
        let filters = ExtractedFilters::default();
        for (mode, side, account, left, fallback) in [
            (ScopeMode::Strict, Side::Either, "62", 2, false),
            (ScopeMode::Strict, Side::Debit, "62", 1, false),
            (ScopeMode::Strict, Side::Credit, "62", 1, false),
            (ScopeMode::Strict, Side::Either, "60", 0, false),
            (ScopeMode::Preferred, Side::Either, "60", 3, true),
        ] {
            let scope = scope(mode, side);
            let accounts = [account.to_owned()];
            let materialised =
                materialise(&rows, rows.len(), criteria(&scope, &accounts, &filters));
            assert_eq!(materialised.rows.len(), left, "{mode:?} {side:?} {account}");
            assert_eq!(
                materialised.scope.fallback_applied, fallback,
                "{mode:?} {side:?} {account}"
            );
        }
    }

    #[test]
    fn the_first_page_decides_whether_the_scope_holds() {
        use ScopeOutcome::{Held, RawRowsStay};
        let rows = [posting("62.01", "90.01"), posting("51", "76.АВ")];
        let filters = ExtractedFilters::default();
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
            let criteria = RowCriteria {
                decided,
                ..criteria(&scope, &accounts, &filters)
            };
            let materialised = materialise(&rows, rows.len(), criteria);
            assert_eq!(materialised.indexes, left, "{mode:?} {account} {decided:?}");
            if let (ScopeMode::Preferred, Some(decided)) = (mode, decided) {
                assert_eq!(
                    materialised.scope.outcome(ScopeOutcome::Held),
                    decided,
                    "{account}"
                );
            }
        }
    }

    #[test]
    fn rows_without_their_fields_are_counted_and_named() {
        let scope = scope(ScopeMode::Strict, Side::Either);
        let filters = ExtractedFilters::default();
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
            let materialised = materialise(&[RawRow { cells }], 1, criteria(&scope, &[], &filters));
            assert_eq!(materialised.drop_reason, reason, "{keys:?}");
        }
    }
}
