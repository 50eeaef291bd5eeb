//! The trade under each contract: deliveries, payments, advances. Regular documents are in `routine`.

use super::names::Role;
use super::records::{Contract, Document, DocumentKind, Posting};
use crate::calendar::{Day, day, year};
use crate::random::Random;

/// The final state of a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Every delivery is paid.
    Settled,
    /// Some of the last deliveries are unpaid or partly paid.
    Open,
    /// An advance was paid without a delivery so far.
    Advance,
    Unpaid,
}

/// The accounts of sales or of purchases.
pub(super) struct Direction {
    pub(super) delivery: DocumentKind,
    pub(super) money: DocumentKind,
    /// The account of debts, and the account of advances.
    pub(super) debt: &'static str,
    advance: &'static str,
    /// The account of the goods or of the revenue.
    goods: &'static str,
    is_sale: bool,
}

pub(super) const SALES: Direction = Direction {
    delivery: DocumentKind::Sale,
    money: DocumentKind::Receipt,
    debt: "62.01",
    advance: "62.02",
    goods: "90.01",
    is_sale: true,
};

pub(super) const PURCHASES: Direction = Direction {
    delivery: DocumentKind::Purchase,
    money: DocumentKind::Payment,
    debt: "60.01",
    advance: "60.02",
    goods: "41.01",
    is_sale: false,
};

impl Direction {
    /// The postings of a delivery without an advance.
    pub(super) fn delivered(&self, amount: i64, tax: i64) -> Vec<Posting> {
        if self.is_sale {
            vec![(self.debt, self.goods, amount), ("90.03", "68.02", tax)]
        } else {
            let net = amount - tax;
            vec![(self.goods, self.debt, net), ("19.03", self.debt, tax)]
        }
    }

    /// The posting of a payment against an account.
    pub(super) fn paid(&self, account: &'static str, amount: i64) -> Posting {
        if self.is_sale {
            ("51", account, amount)
        } else {
            (account, "51", amount)
        }
    }
}

/// The documents of one contract as they are generated.
pub(super) struct Journal {
    contract: usize,
    pub(super) name: String,
    pub(super) random: Random,
    documents: Vec<Document>,
}

pub(super) fn first_day() -> Day {
    day(2023, 1, 1)
}

pub(super) fn last_day() -> Day {
    day(2026, 6, 30)
}

/// The documents of all contracts, without numbers.
pub(super) fn documents(seed: u64, contracts: &[Contract]) -> Vec<Document> {
    let mut all = Vec::new();
    for (index, contract) in contracts.iter().enumerate() {
        let mut journal = Journal {
            contract: index,
            name: contract.name.clone(),
            random: Random::new(seed, &format!("trade {index}")),
            documents: Vec::new(),
        };
        journal.live(contract);
        all.append(&mut journal.documents);
    }
    all
}

impl Journal {
    fn live(&mut self, contract: &Contract) {
        let start = contract.signed.unwrap_or(0).max(first_day());
        let weight = contract.party.weight;
        match contract.party.role {
            Role::Both if contract.index % 2 == 1 => self.trade(&PURCHASES, start, weight, None),
            Role::Buyer | Role::Both => self.trade(&SALES, start, weight, None),
            Role::BuyerOnCredit => self.trade(&SALES, start, weight, Some(Outcome::Unpaid)),
            Role::Supplier => self.trade(&PURCHASES, start, weight, None),
            Role::SupplierOnCredit => self.trade(&PURCHASES, start, weight, Some(Outcome::Unpaid)),
            Role::Services => self.services("44.01", "60.01"),
            Role::OtherServices => self.services("26", "76.09"),
            Role::Bank => self.fees(),
            Role::Lender => self.loan(),
            Role::Retail => self.retail(),
            Role::Idle | Role::Deleted => {}
        }
    }

    fn trade(&mut self, way: &Direction, start: Day, weight: i64, outcome: Option<Outcome>) {
        let outcome = outcome.unwrap_or(match self.random.between(0, 99) {
            0..45 => Outcome::Settled,
            45..85 => Outcome::Open,
            _ => Outcome::Advance,
        });
        // Early enough for the last delivery to be paid in time.
        let last_delivery = last_day() - 50;
        let count = self.random.between(10, 16) * weight;
        let mut days: Vec<Day> = (0..count)
            .map(|_| self.random.between(start, last_delivery))
            .collect();
        days.sort_unstable();
        let unpaid = match outcome {
            Outcome::Settled | Outcome::Advance => 0,
            Outcome::Open => usize::try_from(self.random.between(1, 3)).unwrap_or(1),
            Outcome::Unpaid => days.len(),
        };
        let paid = days.len().saturating_sub(unpaid);
        for (index, delivered) in days.into_iter().enumerate() {
            let amount = self.amount(way);
            if index < paid {
                self.paid_delivery(way, start, delivered, amount);
            } else {
                self.deliver(way, delivered, amount, 0);
                if index == paid && outcome == Outcome::Open && self.random.chance(50) {
                    let part = amount * self.random.between(20, 80) / 100;
                    self.pay(way, delivered + 20, part, false);
                }
            }
        }
        if outcome == Outcome::Advance {
            let amount = self.amount(way);
            let paid_on = self.random.between(last_day() - 40, last_day());
            self.pay(way, paid_on, amount, true);
        }
        if outcome != Outcome::Unpaid && self.random.chance(40) {
            self.draft(way);
        }
    }

    fn amount(&mut self, way: &Direction) -> i64 {
        let top = if way.is_sale { 90_000_000 } else { 75_000_000 };
        let kopecks = self.random.between(1_200_000, top);
        // People prefer round sums.
        if self.random.chance(60) {
            kopecks / 50_000 * 50_000
        } else {
            kopecks
        }
    }

    /// A delivery that is paid in full: before it, after it, or in two parts.
    fn paid_delivery(&mut self, way: &Direction, start: Day, delivered: Day, amount: i64) {
        let early = delivered - self.random.between(3, 10);
        if early >= start && self.random.chance(20) {
            self.pay(way, early, amount, true);
            self.deliver(way, delivered, amount, amount);
            return;
        }
        self.deliver(way, delivered, amount, 0);
        let due = delivered + self.random.between(2, 25);
        if self.random.chance(15) {
            let part = amount * self.random.between(30, 60) / 100;
            self.pay(way, due, part, false);
            let rest_due = due + self.random.between(3, 20);
            self.pay(way, rest_due, amount - part, false);
        } else {
            self.pay(way, due, amount, false);
        }
    }

    /// Adds a delivery; `offset` of its amount was paid in advance.
    fn deliver(&mut self, way: &Direction, delivered: Day, amount: i64, offset: i64) {
        let (_, tax) = tax(delivered, amount);
        let mut postings = way.delivered(amount, tax);
        if offset > 0 && way.is_sale {
            postings.push((way.advance, way.debt, offset));
            // Advance tax has the rate of the day of the payment, and the delivery reverses the same amount.
            let advance_tax = self.tax_of_last_advance();
            postings.extend(advance_tax.map(|tax| ("68.02", "76.АВ", tax)));
        } else if offset > 0 {
            postings.push((way.debt, way.advance, offset));
        }
        let seconds = self.random.between(9 * 3_600, 18 * 3_600);
        self.enter_goods(way.delivery, delivered, seconds, amount, postings);
    }

    /// Adds a payment.
    fn pay(&mut self, way: &Direction, paid_on: Day, amount: i64, in_advance: bool) {
        let account = if in_advance { way.advance } else { way.debt };
        let (rate, tax) = tax(paid_on, amount);
        let mut postings = vec![way.paid(account, amount)];
        if in_advance && way.is_sale {
            postings.push(("76.АВ", "68.02", tax));
        }
        let what = if in_advance {
            "Предоплата"
        } else {
            "Оплата"
        };
        let (name, tax) = (&self.name, rubles(tax));
        let purpose = format!("{what} по: {name}. В т.ч. НДС {rate}% - {tax}");
        self.enter_money(way.money, paid_on, amount, purpose, postings);
    }

    fn tax_of_last_advance(&self) -> Option<i64> {
        self.documents
            .iter()
            .rev()
            .flat_map(|document| &document.postings)
            .find(|(debit, _, _)| *debit == "76.АВ")
            .map(|(_, _, tax)| *tax)
    }

    /// Adds an unposted bank document.
    fn draft(&mut self, way: &Direction) {
        let amount = self.amount(way);
        let entered = self.random.between(last_day() - 300, last_day());
        let purpose = format!("Оплата по: {}. Черновик", self.name);
        self.enter_money(way.money, entered, amount, purpose, Vec::new());
        if let Some(document) = self.documents.last_mut() {
            document.posted = false;
        }
    }

    /// Adds a document of goods or services.
    pub(super) fn enter_goods(
        &mut self,
        kind: DocumentKind,
        day: Day,
        seconds: i64,
        amount: i64,
        postings: Vec<Posting>,
    ) {
        let moment = (day, seconds);
        self.documents.push(Document {
            postings,
            ..Document::new(kind, Some(self.contract), moment, amount)
        });
    }

    /// Adds a bank document at noon, so that several have the same time.
    pub(super) fn enter_money(
        &mut self,
        kind: DocumentKind,
        day: Day,
        amount: i64,
        purpose: String,
        postings: Vec<Posting>,
    ) {
        self.enter_goods(kind, day, 12 * 3_600, amount, postings);
        if let Some(document) = self.documents.last_mut() {
            document.purpose = purpose;
        }
    }
}

/// The rate of value added tax on a day, in percent, and the tax included in an amount.
pub(super) fn tax(on: Day, amount: i64) -> (i64, i64) {
    let rate = if year(on) < 2026 { 20 } else { 22 };
    (rate, (amount * rate * 2 + 100 + rate) / (2 * (100 + rate)))
}

/// `12345-67`, the notation of banks.
pub(super) fn rubles(kopecks: i64) -> String {
    format!("{}-{:02}", kopecks / 100, kopecks % 100)
}
