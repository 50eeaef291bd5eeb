//! The books of the firms: current balances, and the sides of postings.

use std::collections::BTreeMap;

use crate::calendar::{Day, day};
use crate::one_c::ledger::records::{
    Contract, Document, DocumentKind, Ledger, Line, ROUBLES, Side,
};
use crate::one_c::ledger::table::{number, rows};
use crate::one_c::ledger::trade::tax;
use crate::random::Random;

/// The key of a balance: firm, account, analytics and currency.
type Key = (usize, &'static str, [Option<String>; 3], &'static str);

/// The books, and the documents entered so far.
#[derive(Debug)]
pub(super) struct Books<'l> {
    random: Random,
    ledger: &'l Ledger,
    first_firm: usize,
    today: Day,
    /// The month whose exchange rates apply.
    month: u32,
    pub(super) documents: Vec<Document>,
    /// Debit minus credit, in kopecks and in hundredths of the currency.
    balances: BTreeMap<Key, (i64, i64)>,
}

/// A contract with the accounts for its operations.
#[derive(Debug, Clone, Copy)]
pub(super) struct At<'l> {
    pub(super) contract: &'l Contract,
    place: usize,
    pub(super) debt: &'static str,
    pub(super) advances: &'static str,
    pub(super) tax_of_advances: &'static str,
    /// The account of the goods, and the account of their tax.
    pub(super) goods: &'static str,
    pub(super) tax: &'static str,
    pub(super) is_sale: bool,
}

impl At<'_> {
    pub(super) fn currency(self) -> &'static str {
        self.contract.terms.currency()
    }

    /// A posting of a sale; for a purchase, the sides are swapped.
    pub(super) fn line(self, debit: Side, credit: Side, amount: i64) -> Line {
        if self.is_sale {
            line(debit, credit, amount)
        } else {
            line(credit, debit, amount)
        }
    }
}

impl<'l> Books<'l> {
    pub(super) fn new(random: Random, ledger: &'l Ledger, first_firm: usize) -> Self {
        Self {
            random,
            ledger,
            first_firm,
            today: 0,
            month: 0,
            documents: Vec::new(),
            balances: BTreeMap::new(),
        }
    }

    pub(super) fn begin(&mut self, month: u32, on: u32) {
        (self.month, self.today) = (month, day(2026, month, on));
    }

    /// Moves to the last day of a month, at the next month's rates.
    pub(super) fn end(&mut self, month: u32) {
        self.begin(month + 1, 1);
        self.today -= 1;
    }

    /// A random amount around this number of thousands, in hundredths.
    pub(super) fn drawn(&mut self, thousands: i64) -> i64 {
        self.random.between(thousands * 80_000, thousands * 120_000)
    }

    /// A random time of a working day, in seconds.
    pub(super) fn drawn_time(&mut self) -> i64 {
        self.random.between(9 * 3_600, 18 * 3_600)
    }

    pub(super) fn numbered(&self, number: &str) -> Option<At<'l>> {
        let mut contracts = self.ledger.contracts.iter().enumerate();
        let (place, contract) = contracts.find(|(_, contract)| contract.number == number)?;
        let mut ways = rows::<6>(include_str!("ways.tsv"));
        let of_contract = ways.find(|[debt, ..]| *debt == contract.terms.debt);
        let [debt, advances, tax_of_advances, goods, tax, way] = of_contract?;
        Some(At {
            contract,
            place,
            debt,
            advances,
            tax_of_advances,
            goods,
            tax,
            is_sale: way == "sale",
        })
    }

    pub(super) fn firm(&self, at: At<'_>) -> usize {
        at.contract.organization - self.first_firm
    }

    pub(super) fn of_firm(
        &self,
        kind: DocumentKind,
        firm: usize,
        seconds: i64,
        amount: i64,
    ) -> Document {
        Document {
            organization: self.first_firm + firm,
            ..Document::new(kind, None, (self.today, seconds), amount)
        }
    }

    /// A document of a contract, in the contract's currency.
    pub(super) fn under(
        &mut self,
        kind: DocumentKind,
        at: At<'_>,
        seconds: i64,
        units: i64,
    ) -> Document {
        Document {
            uuid: self.random.uuid(),
            organization: at.contract.organization,
            currency: at.currency(),
            ..Document::new(kind, Some(at.place), (self.today, seconds), units)
        }
    }

    /// The bank account for payments of a contract.
    pub(super) fn bank(&self, at: At<'_>, units: i64) -> Side {
        let account = match (at.currency() == ROUBLES, at.place % 2) {
            (false, _) => "52:2",
            (true, 0) => "51",
            (true, _) => "51:1",
        };
        self.side(self.firm(at), account, units)
    }

    /// A side from a text such as `51:1`: the account, and the index of the firm's bank account or person.
    pub(super) fn side(&self, firm: usize, text: &'static str, units: i64) -> Side {
        let (account, place) = text.split_once(':').unwrap_or((text, "0"));
        let place: usize = number(place);
        let mut side = plain(account);
        let [first, ..] = &mut side.analytics;
        if is_bank(account) {
            let bank = self.ledger.bank_accounts.get(3 * firm + place);
            *first = bank.map(|bank| bank.uuid.clone());
            let currency = bank.map(|bank| (bank.currency, units));
            side.currency = currency.filter(|(currency, _)| *currency != ROUBLES);
        } else if is_personal(account) {
            let person = self.ledger.persons.get(2 * firm + place);
            *first = person.map(|person| person.uuid.clone());
        }
        side
    }

    /// A side by counterparty, contract and document.
    pub(super) fn settlement(
        &self,
        at: At<'_>,
        account: &'static str,
        document: &str,
        units: i64,
    ) -> Side {
        let (party, contract) = self.ledger.sides(Some(at.place));
        Side {
            account: Some(account),
            analytics: [party, contract, Some(document.to_owned())],
            currency: (at.currency() != ROUBLES).then_some((at.currency(), units)),
        }
    }

    /// The documents of a contract with an open balance, the oldest first: id, kopecks, hundredths of the currency.
    pub(super) fn left(&self, at: At<'_>, account: &'static str) -> Vec<(String, i64, i64)> {
        let documents = self.documents.iter();
        let documents = documents.filter(|document| document.contract == Some(at.place));
        let left = documents.map(|document| {
            let side = self.settlement(at, account, &document.uuid, 0);
            let (amount, units) = self.balance(at, &side);
            (document.uuid.clone(), amount.abs(), units.abs())
        });
        left.filter(|(_, _, units)| *units != 0).collect()
    }

    pub(super) fn balance(&self, at: At<'_>, side: &Side) -> (i64, i64) {
        let key = key(at.contract.organization, side);
        let balance = key.and_then(|key| self.balances.get(&key));
        balance.copied().unwrap_or_default()
    }

    /// The total balance of a firm's accounts with this prefix.
    pub(super) fn total(&self, firm: usize, account: &str) -> i64 {
        let of = (self.balances.iter()).filter(|((of, code, ..), _)| {
            self.first_firm + firm == *of && code.starts_with(account)
        });
        of.map(|(_, (amount, _))| amount).sum()
    }

    /// The gains and losses of a firm's money and debts by exchange rates.
    pub(super) fn revalued(&self, firm: usize) -> Vec<Line> {
        let mut lines = Vec::new();
        for ((of, account, analytics, currency), (amount, units)) in &self.balances {
            if *of == self.first_firm + firm && ["52", "60.21", "62.21"].contains(account) {
                let side = Side {
                    account: Some(account),
                    analytics: analytics.clone(),
                    currency: Some((currency, 0)),
                };
                lines.push(match self.in_rubles(currency, *units) - amount {
                    gain @ 0.. => line(side, plain("91.01"), gain),
                    loss => line(plain("91.02"), side, -loss),
                });
            }
        }
        lines
    }

    /// Converts hundredths of a currency to kopecks.
    pub(super) fn in_rubles(&self, currency: &str, units: i64) -> i64 {
        let month = self.month.to_string();
        let mut rates = rows::<3>(include_str!("rates.tsv"));
        let rate = rates.find(|[of, from, _]| *of == currency && *from == month);
        let rate: i64 = rate.map_or(100, |[.., rate]| number(rate));
        units * rate / 100
    }

    /// The tax included in an amount; zero for foreign trade.
    pub(super) fn tax(&self, at: At<'_>, amount: i64) -> i64 {
        if at.currency() == ROUBLES {
            tax(self.today, amount).1
        } else {
            0
        }
    }

    /// Enters a document with its postings and derives its bank account and person from them.
    pub(super) fn enter(&mut self, mut document: Document, mut lines: Vec<Line>) {
        lines.retain(|line| line.amount != 0);
        for line in &lines {
            for (side, sign) in [(&line.debit, 1), (&line.credit, -1)] {
                let Some(key) = key(document.organization, side) else {
                    continue;
                };
                let units = side.currency.map_or(line.amount, |(_, units)| units);
                let balance = self.balances.entry(key).or_default();
                balance.0 += sign * line.amount;
                balance.1 += sign * units;
                let account = side.account.unwrap_or_default();
                let [first, ..] = &side.analytics;
                if is_personal(account) {
                    document.person.clone_from(first);
                } else if is_bank(account) && document.kind.is_bank() {
                    // For a transfer between two accounts, the paying one counts, which comes last.
                    document.bank = first.clone().map(|bank| (account, bank));
                }
            }
        }
        document.lines = lines;
        self.documents.push(document);
    }
}

fn key(organization: usize, side: &Side) -> Option<Key> {
    let currency = side.currency.map_or(ROUBLES, |(currency, _)| currency);
    Some((
        organization,
        side.account?,
        side.analytics.clone(),
        currency,
    ))
}

fn is_bank(account: &str) -> bool {
    account == "51" || account == "52"
}

fn is_personal(account: &str) -> bool {
    account == "70" || account == "71.01"
}

/// A side without analytics; without an account if the code is empty.
pub(super) fn plain(account: &'static str) -> Side {
    Side {
        account: Some(account).filter(|account| !account.is_empty()),
        ..Side::default()
    }
}

pub(super) fn line(debit: Side, credit: Side, amount: i64) -> Line {
    Line {
        debit,
        credit,
        amount,
    }
}

/// An opening balance: a debit, or a credit if negative.
pub(super) fn opening(side: Side, amount: i64) -> Line {
    if amount < 0 {
        line(plain("000"), side, -amount)
    } else {
        line(side, plain("000"), amount)
    }
}
