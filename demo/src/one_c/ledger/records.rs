//! The records of a ledger: firms, counterparties, contracts, documents.

use super::calendar::{dotted_with_time, iso};
use super::names::Party;
use crate::calendar::Day;

/// The name of the home currency in 1C.
pub(super) const ROUBLES: &str = "руб.";

#[derive(Debug)]
pub(super) struct Organization {
    pub(super) uuid: String,
    pub(super) name: String,
    pub(super) full_name: String,
    pub(super) inn: String,
    pub(super) kpp: String,
}

/// A counterparty, or a folder of the catalogue.
#[derive(Debug, Default)]
pub(super) struct Counterparty {
    pub(super) uuid: String,
    pub(super) name: String,
    pub(super) full_name: String,
    pub(super) inn: String,
    pub(super) kpp: String,
    pub(super) is_person: bool,
    pub(super) is_group: bool,
    pub(super) deleted: bool,
}

#[derive(Debug)]
pub(super) struct BankAccount {
    pub(super) uuid: String,
    /// Id of a firm or a counterparty.
    pub(super) owner: String,
    pub(super) number: String,
    pub(super) bank: &'static str,
    pub(super) bik: &'static str,
    pub(super) currency: &'static str,
    pub(super) is_main: bool,
}

/// An employee who is paid or accounts for cash.
#[derive(Debug)]
pub(super) struct Person {
    pub(super) uuid: String,
    pub(super) name: String,
    pub(super) inn: String,
}

/// A contract between a counterparty and an own firm.
#[derive(Debug)]
pub(super) struct Contract {
    pub(super) uuid: String,
    pub(super) party: Party,
    /// Its index among the contracts of the counterparty, from 0.
    pub(super) index: usize,
    /// Index of the owner in [`Ledger::counterparties`].
    pub(super) owner: usize,
    pub(super) name: String,
    pub(super) number: String,
    /// `None` for an undated contract.
    pub(super) signed: Option<Day>,
    /// Index of the firm in [`Ledger::organizations`].
    pub(super) organization: usize,
    pub(super) terms: Terms,
}

/// The terms of a contract; empty for most.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Terms {
    /// The account of its debts, which implies kind and currency.
    pub(super) debt: &'static str,
    /// Days until payment is due after a delivery.
    pub(super) days: Option<i64>,
    pub(super) valid_until: Option<Day>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DocumentKind {
    Payment,
    Receipt,
    Sale,
    Purchase,
    #[default]
    Operation,
    Opening,
    Settlement,
    GoodsReturn,
    CashIn,
    CashOut,
    ExpenseReport,
    Salary,
    Routine,
}

/// A document with its postings.
#[derive(Debug, Default)]
pub(super) struct Document {
    pub(super) uuid: String,
    pub(super) kind: DocumentKind,
    pub(super) number: String,
    pub(super) day: Day,
    /// Seconds since the start of the day.
    pub(super) seconds: i64,
    /// Index of the firm in [`Ledger::organizations`].
    pub(super) organization: usize,
    /// Index of the contract in [`Ledger::contracts`].
    pub(super) contract: Option<usize>,
    pub(super) amount: i64,
    pub(super) currency: &'static str,
    pub(super) purpose: String,
    pub(super) posted: bool,
    pub(super) postings: Vec<Posting>,
    /// Parts under other contracts, or several under its own; empty for most documents.
    pub(super) parts: Vec<DocumentPart>,
    /// False for a document marked for deletion, whose postings do not count.
    pub(super) active: bool,
    /// Postings with their own analytics, instead of those by contract.
    pub(super) lines: Vec<Line>,
    /// Account, and id of the bank account, if known.
    pub(super) bank: Option<(&'static str, String)>,
    pub(super) person: Option<String>,
    pub(super) is_return: bool,
}

/// A part of a document, with a contract.
#[derive(Debug)]
pub(super) struct DocumentPart {
    /// Index of the contract in [`Ledger::contracts`].
    pub(super) contract: usize,
    pub(super) amount: i64,
    pub(super) postings: Vec<Posting>,
}

/// A posting: debit account, credit account, kopecks.
pub(super) type Posting = (&'static str, &'static str, i64);

/// A posting with analytics; a negative amount reverses another.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) debit: Side,
    pub(super) credit: Side,
    pub(super) amount: i64,
}

/// A side of a posting; no account for the empty side of an off-balance posting.
#[derive(Debug, Clone, Default)]
pub(super) struct Side {
    pub(super) account: Option<&'static str>,
    pub(super) analytics: [Option<String>; 3],
    /// A currency and an amount in hundredths.
    pub(super) currency: Option<(&'static str, i64)>,
}

/// The content of all tables.
#[derive(Debug)]
pub(super) struct Ledger {
    pub(super) organizations: Vec<Organization>,
    pub(super) counterparties: Vec<Counterparty>,
    pub(super) contracts: Vec<Contract>,
    /// Sorted by date, followed by the documents of the later firms.
    pub(super) documents: Vec<Document>,
    pub(super) bank_accounts: Vec<BankAccount>,
    pub(super) persons: Vec<Person>,
}

impl Ledger {
    /// The id of a document's firm.
    pub(super) fn firm(&self, document: &Document) -> Option<&String> {
        let firm = self.organizations.get(document.organization);
        firm.map(|firm| &firm.uuid)
    }

    /// The ids of a contract's counterparty and of the contract.
    pub(super) fn sides(&self, contract: Option<usize>) -> (Option<String>, Option<String>) {
        let contract = contract.and_then(|contract| self.contracts.get(contract));
        let party = contract.and_then(|contract| self.counterparties.get(contract.owner));
        (
            party.map(|party| party.uuid.clone()),
            contract.map(|contract| contract.uuid.clone()),
        )
    }
}

impl DocumentKind {
    /// The name in the configuration, and the display name.
    pub(super) fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Payment => ("СписаниеСРасчетногоСчета", "Списание с расчетного счета"),
            Self::Receipt => (
                "ПоступлениеНаРасчетныйСчет",
                "Поступление на расчетный счет",
            ),
            Self::Sale => ("РеализацияТоваровУслуг", "Реализация (акт, накладная, УПД)"),
            Self::Purchase => (
                "ПоступлениеТоваровУслуг",
                "Поступление (акт, накладная, УПД)",
            ),
            Self::Operation => ("ОперацияБух", "Операция"),
            Self::Opening => ("ВводНачальныхОстатков", "Ввод начальных остатков"),
            Self::Settlement => (
                "ДокументРасчетовСКонтрагентом",
                "Документ расчетов с контрагентом (ручной учет)",
            ),
            Self::GoodsReturn => (
                "ВозвратТоваровОтПокупателя",
                "Возврат товаров от покупателя",
            ),
            Self::CashIn => ("ПриходныйКассовыйОрдер", "Поступление наличных"),
            Self::CashOut => ("РасходныйКассовыйОрдер", "Выдача наличных"),
            Self::ExpenseReport => ("АвансовыйОтчет", "Авансовый отчет"),
            Self::Salary => ("НачислениеЗарплаты", "Начисление зарплаты"),
            Self::Routine => ("РегламентнаяОперация", "Регламентная операция"),
        }
    }

    pub(super) fn is_bank(self) -> bool {
        matches!(self, Self::Payment | Self::Receipt)
    }
}

impl Document {
    /// A posted document; number and id are assigned later.
    pub(super) fn new(
        kind: DocumentKind,
        contract: Option<usize>,
        (day, seconds): (Day, i64),
        amount: i64,
    ) -> Self {
        Self {
            kind,
            day,
            seconds,
            contract,
            amount,
            currency: ROUBLES,
            posted: true,
            active: true,
            ..Self::default()
        }
    }

    /// The display form of a reference in 1C.
    pub(super) fn presentation(&self) -> String {
        let moment = dotted_with_time(self.day, self.seconds);
        format!("{} {} от {moment}", self.kind.names().1, self.number)
    }

    /// The date as stored in the tables.
    pub(super) fn date(&self) -> String {
        iso(self.day, self.seconds)
    }
}

impl Terms {
    /// The kind of the contract in 1C.
    pub(super) fn kind(&self) -> &'static str {
        match self.debt.get(..2) {
            None => "",
            Some("60") => "С поставщиком",
            Some("62") => "С покупателем",
            Some(_) => "Прочее",
        }
    }

    pub(super) fn currency(&self) -> &'static str {
        if self.debt.contains(".2") {
            "EUR"
        } else {
            ROUBLES
        }
    }
}
