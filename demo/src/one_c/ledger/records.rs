//! What a ledger is made of: firms, counterparties, contracts, documents.

use super::calendar::{dotted_with_time, iso};
use super::names::Party;
use crate::calendar::Day;

/// What 1C calls the currency of the books.
pub(super) const ROUBLES: &str = "руб.";

/// An own firm.
#[derive(Debug)]
pub(super) struct Organization {
    pub(super) uuid: String,
    pub(super) name: String,
    pub(super) full_name: String,
    pub(super) inn: String,
    pub(super) kpp: String,
}

/// A counterparty, or a folder of the catalogue.
#[derive(Debug)]
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

/// An account at a bank.
#[derive(Debug)]
pub(super) struct BankAccount {
    pub(super) uuid: String,
    /// Unique id of a firm or a counterparty.
    pub(super) owner: String,
    pub(super) number: String,
    pub(super) bank: &'static str,
    pub(super) bik: &'static str,
    pub(super) currency: &'static str,
    pub(super) is_main: bool,
}

/// Someone who is paid or accounts for cash.
#[derive(Debug)]
pub(super) struct Person {
    pub(super) uuid: String,
    pub(super) name: String,
    pub(super) inn: String,
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
    pub(super) terms: Terms,
}

/// What a contract says of itself; nothing in most.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Terms {
    /// The account of its debts, which tells its kind and currency.
    pub(super) debt: &'static str,
    /// Days until a delivery must be paid.
    pub(super) days: Option<i64>,
    pub(super) valid_until: Option<Day>,
}

/// Kind of a document.
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

/// A document and its postings.
#[derive(Debug, Default)]
pub(super) struct Document {
    pub(super) uuid: String,
    pub(super) kind: DocumentKind,
    pub(super) number: String,
    pub(super) day: Day,
    /// Seconds since the start of the day.
    pub(super) seconds: i64,
    /// Number of its firm in [`Ledger::organizations`].
    pub(super) organization: usize,
    /// Number of its contract in [`Ledger::contracts`].
    pub(super) contract: Option<usize>,
    pub(super) amount: i64,
    pub(super) currency: &'static str,
    pub(super) purpose: String,
    pub(super) posted: bool,
    pub(super) postings: Vec<Posting>,
    /// What of it is under other contracts than its own, or under its own in parts; empty for most documents.
    pub(super) parts: Vec<DocumentPart>,
    /// Whether its postings count: those of a document marked for deletion do not.
    pub(super) active: bool,
    /// Postings with analytics of their own, instead of those by contract.
    pub(super) lines: Vec<Line>,
    /// The account and the unique id of the bank account, where it is known.
    pub(super) bank: Option<(&'static str, String)>,
    pub(super) person: Option<String>,
    pub(super) is_return: bool,
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

/// A posting with its analytics; a negative one reverses another.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) debit: Side,
    pub(super) credit: Side,
    pub(super) amount: i64,
}

/// A side of a posting; no account is the empty side of one off the balance.
#[derive(Debug, Clone, Default)]
pub(super) struct Side {
    pub(super) account: Option<&'static str>,
    pub(super) analytics: [Option<String>; 3],
    /// A currency and its hundredths.
    pub(super) currency: Option<(&'static str, i64)>,
}

/// Everything that is written into the tables.
#[derive(Debug)]
pub(super) struct Ledger {
    pub(super) organizations: Vec<Organization>,
    pub(super) counterparties: Vec<Counterparty>,
    pub(super) contracts: Vec<Contract>,
    /// In the order of their dates; what the later firms add comes behind.
    pub(super) documents: Vec<Document>,
    pub(super) bank_accounts: Vec<BankAccount>,
    pub(super) persons: Vec<Person>,
}

impl Ledger {
    /// The unique id of a document's firm.
    pub(super) fn firm(&self, document: &Document) -> Option<&String> {
        let firm = self.organizations.get(document.organization);
        firm.map(|firm| &firm.uuid)
    }

    /// The unique ids of a contract's counterparty and itself.
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
    /// Name of the kind in the configuration, and what people read.
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

    /// Whether it moves money on a bank account.
    pub(super) fn is_bank(self) -> bool {
        matches!(self, Self::Payment | Self::Receipt)
    }
}

impl Document {
    /// A posted document; number and unique id come later.
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

    /// How 1C shows a reference to it.
    pub(super) fn presentation(&self) -> String {
        let moment = dotted_with_time(self.day, self.seconds);
        format!("{} {} от {moment}", self.kind.names().1, self.number)
    }

    /// Its date as the tables keep it.
    pub(super) fn date(&self) -> String {
        iso(self.day, self.seconds)
    }
}

impl Terms {
    /// Kind of the contract, as 1C names it.
    pub(super) fn kind(&self) -> &'static str {
        match self.debt.get(..2) {
            None => "",
            Some("60") => "С поставщиком",
            Some("62") => "С покупателем",
            Some(_) => "Прочее",
        }
    }

    /// Currency of the settlements.
    pub(super) fn currency(&self) -> &'static str {
        if self.debt.contains(".2") {
            "EUR"
        } else {
            ROUBLES
        }
    }
}
