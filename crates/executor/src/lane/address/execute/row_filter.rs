//! The recipe's own filter: the rows with the anchors that match. It applies with every strategy and scope outcome, so
//! that no fallback reports a payable that is none. Payables and receivables require the account and the anchor on
//! their side of the posting; bank operations require a bank document.
//!
//! The query of `movements` is bound to the accounts and the side of the recipe, so that pages are full; this check
//! does not rely on the server.

use crate::catalogue::{AccountScope, RowFilter, ScopeMode, Side};
use crate::lane::address::account;
use crate::lane::address::column_names::REGISTRATOR;
use crate::ports::raw_row::{Cell, RawRow, Reference};

/// Documents that move money on a bank account, by their 1C type names.
const BANK_DOCUMENTS: &[&str] = &["СписаниеСРасчетногоСчета", "ПоступлениеНаРасчетныйСчет"];

/// One side of a posting: its account and its first and second analytics.
pub(super) struct Columns {
    pub(super) account: &'static str,
    analytics: &'static [&'static str],
    contract: &'static str,
}

const DEBIT: Columns = Columns {
    account: "СчетДт",
    analytics: &["СубконтоДт1", "СубконтоДт2", "СубконтоДт3"],
    contract: "СубконтоДт2",
};

const CREDIT: Columns = Columns {
    account: "СчетКт",
    analytics: &["СубконтоКт1", "СубконтоКт2", "СубконтоКт3"],
    contract: "СубконтоКт2",
};

/// The conditions that a row must meet.
#[derive(Debug, Clone, Copy)]
pub struct Requirement<'s> {
    /// The recipe's own filter.
    pub filter: RowFilter,
    /// Account scope of the recipe.
    pub scope: &'s AccountScope,
    /// Accounts in scope.
    pub accounts: &'s [String],
    /// Resolved anchors, by filter.
    pub anchors: &'s [(&'s str, Reference)],
}

pub(super) fn passes(row: &RawRow, requirement: Requirement<'_>) -> bool {
    match requirement.filter {
        RowFilter::Any => true,
        RowFilter::BankDocuments => is_of_bank(row),
        RowFilter::SideInScope => sides(requirement.scope.side)
            .iter()
            .any(|side| requirement.touches(row, side.account) && carries(row, side, requirement)),
        RowFilter::ContractInScope => sides(requirement.scope.side).iter().any(|side| {
            requirement.touches(row, side.account) && row.first(&[side.contract]).is_some()
        }),
    }
}

const fn sides(side: Side) -> &'static [Columns] {
    match side {
        Side::Debit => &[DEBIT],
        Side::Credit => &[CREDIT],
        Side::Either => &[DEBIT, CREDIT],
    }
}

impl Requirement<'_> {
    pub(super) fn account_columns(&self) -> impl Iterator<Item = &'static str> + use<> {
        let columns = sides(self.scope.side).iter().map(|side| side.account);
        columns.chain(["Счет"])
    }

    /// True where a row has columns for a required account but no account in them.
    pub(super) fn lacks_account(&self, row: &RawRow) -> bool {
        let has = |name: &str| row.cells.iter().any(|(column, _)| column == name);
        self.scope.mode == ScopeMode::Strict
            && !self.accounts.is_empty()
            && self.account_columns().any(has)
            && !self.shows_account(row)
    }

    pub(super) fn shows_account(&self, row: &RawRow) -> bool {
        self.account_columns().any(|name| {
            row.first(&[name])
                .is_some_and(|cell| cell.shown().is_some())
        })
    }

    /// True where a column shows an account in scope.
    pub(super) fn touches(&self, row: &RawRow, column: &str) -> bool {
        let is_in = |shown: &str| {
            account::lies_under(shown, self.accounts)
                && !account::lies_under(shown, &self.scope.except)
        };
        row.first(&[column])
            .and_then(Cell::shown)
            .is_some_and(is_in)
    }
}

/// True where this side shows every resolved counterparty and contract: a set-off between two counterparties is a debt
/// of one of them only.
fn carries(row: &RawRow, side: &Columns, requirement: Requirement<'_>) -> bool {
    (requirement.anchors.iter())
        .filter(|(filter, _)| matches!(*filter, "counterparty" | "contract"))
        .all(|(_, anchor)| {
            side.analytics.iter().any(|column| {
                matches!(row.first(&[column]), Some(Cell::Reference(found)) if found.id == anchor.id)
            })
        })
}

fn is_of_bank(row: &RawRow) -> bool {
    let Some(Cell::Reference(document)) = row.first(REGISTRATOR) else {
        return false;
    };
    let kind = document.type_name.rsplit('.').next().unwrap_or_default();
    BANK_DOCUMENTS.contains(&kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(id: &str, type_name: &str) -> Reference {
        Reference {
            id: id.to_owned(),
            type_name: type_name.to_owned(),
            presentation: id.to_owned(),
        }
    }

    /// Debit account and party, credit account and party, kind of the document.
    fn row(debit: (&str, &str), credit: (&str, &str), kind: &str) -> RawRow {
        let party = |id: &str| Cell::Reference(reference(id, "СправочникСсылка.Контрагенты"));
        let document = reference("d", &format!("ДокументСсылка.{kind}"));
        let cells = [
            ("Регистратор", Cell::Reference(document)),
            ("СчетДт", Cell::Text(debit.0.to_owned())),
            ("СчетКт", Cell::Text(credit.0.to_owned())),
            ("СубконтоДт1", party(debit.1)),
            ("СубконтоКт1", party(credit.1)),
            ("СубконтоДт2", party("contract")),
        ];
        RawRow {
            cells: cells.map(|(name, cell)| (name.to_owned(), cell)).to_vec(),
        }
    }

    #[test]
    fn each_filter_has_rows_it_keeps_and_rows_it_does_not() {
        use RowFilter::{Any, BankDocuments, ContractInScope, SideInScope};
        let set_off = row(("60.01", "a"), ("62.01", "b"), "КорректировкаДолга");
        let left_out = row(("60.09", "a"), ("68.02", "-"), "СчетФактураВыданный");
        let payment = row(("60.01", "a"), ("51", "-"), "СписаниеСРасчетногоСчета");
        for (filter, side, account, anchor, row, kept) in [
            (Any, Side::Credit, "60", "b", &payment, true),
            (SideInScope, Side::Debit, "60", "a", &set_off, true),
            (SideInScope, Side::Debit, "60", "b", &set_off, false),
            (SideInScope, Side::Credit, "60", "a", &set_off, false),
            (SideInScope, Side::Either, "62", "b", &set_off, true),
            (SideInScope, Side::Either, "6", "a", &set_off, false),
            (SideInScope, Side::Debit, "60", "a", &left_out, false),
            (ContractInScope, Side::Debit, "60", "a", &left_out, false),
            (ContractInScope, Side::Either, "60", "a", &payment, true),
            (ContractInScope, Side::Either, "51", "a", &payment, false),
            (BankDocuments, Side::Either, "51", "a", &payment, true),
            (BankDocuments, Side::Either, "60", "a", &set_off, false),
        ] {
            let scope = AccountScope {
                mode: ScopeMode::Preferred,
                accounts: Vec::new().into(),
                except: vec!["60.09".into()].into(),
                also: Vec::new().into(),
                said: false,
                side,
            };
            let anchors = [("counterparty", reference(anchor, ""))];
            let requirement = Requirement {
                filter,
                scope: &scope,
                accounts: &[account.to_owned()],
                anchors: &anchors,
            };
            assert_eq!(
                passes(row, requirement),
                kept,
                "{filter:?} {side:?} {account} {anchor}"
            );
        }
    }
}
