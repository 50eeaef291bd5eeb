//! What a ledger is made of: firms, counterparties, contracts, documents.

use super::calendar::{EMPTY_DATE, dotted_with_time, iso};
use super::names::Party;
use crate::calendar::Day;

/// An own firm.
#[derive(Debug)]
pub(super) struct Organization {
    pub(super) uuid: String,
    pub(super) name: String,
    pub(super) full_name: String,
    pub(super) inn: String,
}

/// A counterparty, or a folder of the catalogue.
#[derive(Debug)]
pub(super) struct Counterparty {
    pub(super) uuid: String,
    pub(super) name: String,
    pub(super) full_name: String,
    pub(super) inn: String,
    pub(super) is_group: bool,
    pub(super) deleted: bool,
}

/// A contract of a counterparty with one of the own firms.
#[derive(Debug)]
pub(super) struct Contract {
    pub(super) uuid: String,
    pub(super) party: Party,
    /// Which of the counterparty's contracts it is, from 0.
    pub(super) index: usize,
    /// Number of the owner in [`Ledger::counterparties`].
    pub(super) owner: usize,
    pub(super) name: String,
    pub(super) number: String,
    /// `None` for a contract nobody ever dated.
    pub(super) signed: Option<Day>,
    /// Number of the firm in [`Ledger::organizations`].
    pub(super) organization: usize,
}

/// Kind of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DocumentKind {
    Payment,
    Receipt,
    Sale,
    Purchase,
    Operation,
}

/// A document and its postings.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) uuid: String,
    pub(super) kind: DocumentKind,
    pub(super) number: String,
    pub(super) day: Day,
    /// Seconds since the start of the day.
    pub(super) seconds: i64,
    /// Number of its contract in [`Ledger::contracts`].
    pub(super) contract: usize,
    pub(super) amount: i64,
    pub(super) purpose: String,
    pub(super) posted: bool,
    pub(super) postings: Vec<Posting>,
    /// What of it is under other contracts than its own, or under its own in parts; empty for most documents.
    pub(super) parts: Vec<DocumentPart>,
    /// Whether its postings count: those of a document marked for deletion do not.
    pub(super) active: bool,
}

/// A part of a document, under a contract of its own.
#[derive(Debug)]
pub(super) struct DocumentPart {
    /// Number of its contract in [`Ledger::contracts`].
    pub(super) contract: usize,
    pub(super) amount: i64,
    pub(super) postings: Vec<Posting>,
}

/// A posting: debit account, credit account, kopecks.
pub(super) type Posting = (&'static str, &'static str, i64);

/// Everything that is written into the tables.
#[derive(Debug)]
pub(super) struct Ledger {
    pub(super) organizations: Vec<Organization>,
    pub(super) counterparties: Vec<Counterparty>,
    pub(super) contracts: Vec<Contract>,
    /// In the order of their dates.
    pub(super) documents: Vec<Document>,
}

impl Ledger {
    /// The unique ids of a contract's firm, its counterparty and itself.
    pub(super) fn sides(
        &self,
        contract: usize,
    ) -> (Option<String>, Option<String>, Option<String>) {
        let contract = self.contracts.get(contract);
        let firm = contract.and_then(|contract| self.organizations.get(contract.organization));
        let party = contract.and_then(|contract| self.counterparties.get(contract.owner));
        (
            firm.map(|firm| firm.uuid.clone()),
            party.map(|party| party.uuid.clone()),
            contract.map(|contract| contract.uuid.clone()),
        )
    }
}

impl DocumentKind {
    /// Name of the kind in the configuration.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Payment => "СписаниеСРасчетногоСчета",
            Self::Receipt => "ПоступлениеНаРасчетныйСчет",
            Self::Sale => "РеализацияТоваровУслуг",
            Self::Purchase => "ПоступлениеТоваровУслуг",
            Self::Operation => "ОперацияБух",
        }
    }

    /// Whether it moves money on a bank account.
    pub(super) fn is_bank(self) -> bool {
        matches!(self, Self::Payment | Self::Receipt)
    }

    fn title(self) -> &'static str {
        match self {
            Self::Payment => "Списание с расчетного счета",
            Self::Receipt => "Поступление на расчетный счет",
            Self::Sale => "Реализация (акт, накладная, УПД)",
            Self::Purchase => "Поступление (акт, накладная, УПД)",
            Self::Operation => "Операция",
        }
    }
}

impl Document {
    /// How 1C shows a reference to it.
    pub(super) fn presentation(&self) -> String {
        let moment = dotted_with_time(self.day, self.seconds);
        format!("{} {} от {moment}", self.kind.title(), self.number)
    }

    /// Its date as the tables keep it.
    pub(super) fn date(&self) -> String {
        iso(self.day, self.seconds)
    }
}

impl Contract {
    /// Its date as the tables keep it; 1C has no null here but an empty date.
    pub(super) fn date(&self) -> String {
        self.signed
            .map_or_else(|| EMPTY_DATE.to_owned(), |day| iso(day, 0))
    }
}
