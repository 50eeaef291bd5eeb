//! Events of the quarter → documents with postings.

use super::books::{At, Books, line, opening, plain};
use crate::one_c::ledger::records::{Document, DocumentKind, Line, ROUBLES};
use crate::one_c::ledger::table::{number, rows};
use crate::one_c::ledger::trade::rubles;

const NOON: i64 = 12 * 3_600;

/// Enters the quarter month by month.
pub(super) fn enter_all(books: &mut Books<'_>) {
    for [contract, month, on, thousands] in rows(include_str!("openings.tsv")) {
        books.begin(number(month), number(on));
        if let Some(at) = books.numbered(contract) {
            open(books, at, number(thousands));
        }
    }
    for month in 7..=9_u32 {
        let is_now = |months: &str| months.contains(&month.to_string());
        for [months, on, firm, debit, credit, thousands] in rows(include_str!("moves.tsv")) {
            if is_now(months) {
                books.begin(month, number(on));
                transfer(books, number(firm), debit, credit, number(thousands));
            }
        }
        for [months, on, event, contract, size] in rows(include_str!("happenings.tsv")) {
            books.begin(month, number(on));
            if let Some(at) = books.numbered(contract).filter(|_| is_now(months)) {
                happen(books, at, event, number(size));
            }
        }
        if month == 7 {
            balance_openings(books);
        }
        close(books, month);
    }
}

/// Enters a debt from before the quarter (an advance if negative), with its document.
fn open(books: &mut Books<'_>, at: At<'_>, thousands: i64) {
    let units = thousands.abs() * 100_000;
    let is_advance = thousands < 0;
    let document = books.under(DocumentKind::Settlement, at, NOON, units);
    let id = document.uuid.clone();
    let tax = books.tax(at, units);
    books.enter(document, Vec::new());
    books.begin(7, 1);
    let account = if is_advance { at.advances } else { at.debt };
    let amount = books.in_rubles(at.currency(), units);
    let sign = if at.is_sale == is_advance { -1 } else { 1 };
    let mut lines = vec![opening(
        books.settlement(at, account, &id, units),
        sign * amount,
    )];
    if is_advance {
        let side = books.settlement(at, at.tax_of_advances, &id, 0);
        lines.push(opening(side, -sign * tax));
    }
    let document = books.of_firm(DocumentKind::Opening, books.firm(at), 0, amount);
    books.enter(document, lines);
}

/// Closes the opening balances against profit.
fn balance_openings(books: &mut Books<'_>) {
    books.begin(7, 1);
    for firm in 0..2 {
        let profit = books.total(firm, "000");
        let document = books.of_firm(DocumentKind::Opening, firm, 0, profit.abs());
        books.enter(document, vec![opening(plain("84.01"), profit)]);
    }
}

fn happen(books: &mut Books<'_>, at: At<'_>, event: &str, size: i64) {
    match event {
        "deliver" => deliver(books, at, size),
        "advance" => advance(books, at, size),
        "goods back" => take_back(books, at, size),
        "report" => report(books, at, size),
        _ => pay(books, at, event, size),
    }
}

fn deliver(books: &mut Books<'_>, at: At<'_>, thousands: i64) {
    let units = books.drawn(thousands);
    let amount = books.in_rubles(at.currency(), units);
    let kind = if at.is_sale {
        DocumentKind::Sale
    } else {
        DocumentKind::Purchase
    };
    let seconds = books.drawn_time();
    let document = books.under(kind, at, seconds, units);
    let id = document.uuid.clone();
    let mut lines = goods(books, at, &id, units, amount);
    let mut rest = amount;
    for (advance, paid, _) in books.left(at, at.advances) {
        let part = paid.min(rest);
        rest -= part;
        let debt = books.settlement(at, at.debt, &id, part);
        let paid_before = books.settlement(at, at.advances, &advance, part);
        let of_tax = books.settlement(at, at.tax_of_advances, &advance, 0);
        // The end of an advance also ends its tax, to the kopeck.
        let tax = if part == paid {
            books.balance(at, &of_tax).0.abs()
        } else {
            books.tax(at, part)
        };
        lines.push(at.line(paid_before, debt, part));
        lines.push(at.line(plain("68.02"), of_tax, tax));
    }
    books.enter(document, lines);
}

/// Postings of a delivery, or of a return if the amounts are negative.
fn goods(books: &Books<'_>, at: At<'_>, id: &str, units: i64, amount: i64) -> Vec<Line> {
    let tax = books.tax(at, amount);
    let debt = |units| books.settlement(at, at.debt, id, units);
    if !at.is_sale {
        return vec![
            line(plain(at.goods), debt(units - tax), amount - tax),
            line(plain(at.tax), debt(tax), tax),
        ];
    }
    let is_of_goods = at.goods == "90.01.1";
    let cost = i64::from(is_of_goods) * (amount - tax) * 60 / 100;
    vec![
        line(debt(units), plain(at.goods), amount),
        line(plain(at.tax), plain("68.02"), tax),
        line(plain("90.02.1"), plain("41.01"), cost),
    ]
}

fn advance(books: &mut Books<'_>, at: At<'_>, thousands: i64) {
    let units = books.drawn(thousands);
    let amount = books.in_rubles(at.currency(), units);
    let document = payment(books, at, at.is_sale, units, "Предоплата");
    let id = document.uuid.clone();
    let paid = books.settlement(at, at.advances, &id, units);
    let of_tax = books.settlement(at, at.tax_of_advances, &id, 0);
    let lines = vec![
        at.line(books.bank(at, units), paid, amount),
        at.line(of_tax, plain("68.02"), books.tax(at, amount)),
    ];
    books.enter(document, lines);
}

fn pay(books: &mut Books<'_>, at: At<'_>, event: &str, percent: i64) {
    let left = books.left(at, at.debt);
    let Some((of, amount, units)) = left.first() else {
        return;
    };
    let (amount, units) = (amount * percent / 100, units * percent / 100);
    let is_return = event == "pay back";
    let what = if is_return {
        "Возврат"
    } else {
        "Оплата"
    };
    let mut document = payment(books, at, at.is_sale != is_return, units, what);
    document.is_return = is_return;
    let mut through = books.bank(at, units);
    if event == "pay in cash" {
        document.kind = DocumentKind::CashIn;
        through = plain("50.01");
    }
    let debt = books.settlement(at, at.debt, of, units);
    let posting = if is_return {
        at.line(debt, through, amount)
    } else {
        at.line(through, debt, amount)
    };
    books.enter(document, vec![posting]);
}

fn take_back(books: &mut Books<'_>, at: At<'_>, percent: i64) {
    let left = books.left(at, at.debt);
    if let Some((of, amount, _)) = left.last() {
        let part = amount * percent / 100;
        let document = books.under(DocumentKind::GoodsReturn, at, 15 * 3_600, part);
        let lines = goods(books, at, of, -part, -part);
        books.enter(document, lines);
    }
}

fn report(books: &mut Books<'_>, at: At<'_>, percent: i64) {
    let left = books.left(at, at.debt);
    if let Some((of, amount, _)) = left.first() {
        let (expenses, paid) = (1_250_000, amount * percent / 100);
        let person = books.side(books.firm(at), "71.01", 0);
        let debt = books.settlement(at, at.debt, of, paid);
        let lines = vec![
            line(plain("26"), person.clone(), expenses),
            line(debt, person, paid),
        ];
        let amount = expenses + paid;
        let document = books.under(DocumentKind::ExpenseReport, at, 17 * 3_600, amount);
        books.enter(document, lines);
    }
}

fn transfer(
    books: &mut Books<'_>,
    firm: usize,
    debit: &'static str,
    credit: &'static str,
    thousands: i64,
) {
    let units = thousands * 100_000;
    let kind = match (debit.get(..2), credit.get(..2)) {
        (Some("00"), Some(_)) | (_, Some("00")) => DocumentKind::Opening,
        (Some("50"), _) => DocumentKind::CashIn,
        (_, Some("50")) => DocumentKind::CashOut,
        (_, Some("51")) => DocumentKind::Payment,
        (Some("51"), _) => DocumentKind::Receipt,
        (_, Some("70")) => DocumentKind::Salary,
        _ => DocumentKind::Operation,
    };
    let purpose = match debit.get(..2) {
        _ if !kind.is_bank() => "",
        Some("70") => "Выплата заработной платы",
        Some("91") => "Комиссия банка",
        _ => "Перевод собственных средств",
    };
    let (debit, credit) = (
        books.side(firm, debit, units),
        books.side(firm, credit, units),
    );
    let currency = debit.currency.map_or(ROUBLES, |(currency, _)| currency);
    let amount = books.in_rubles(currency, units);
    let seconds = if kind == DocumentKind::Opening {
        0
    } else {
        NOON
    };
    let document = Document {
        purpose: purpose.to_owned(),
        currency,
        ..books.of_firm(kind, firm, seconds, units)
    };
    books.enter(document, vec![line(debit, credit, amount)]);
}

/// Closes a month: revalues currencies at the last day's rate, and closes expenses and results.
fn close(books: &mut Books<'_>, month: u32) {
    books.end(month);
    for firm in 0..2 {
        let lines = books.revalued(firm);
        enter_routine(books, firm, lines);
        let lines = [("44.01", "90.07.1"), ("26", "90.08.1")]
            .map(|(from, to)| line(plain(to), plain(from), books.total(firm, from)));
        enter_routine(books, firm, lines.into());
        let lines =
            [("90", "90.09"), ("91", "91.09")].map(|(of, to)| match books.total(firm, of) {
                loss @ 1.. => line(plain("99.01.1"), plain(to), loss),
                profit => line(plain(to), plain("99.01.1"), -profit),
            });
        enter_routine(books, firm, lines.into());
    }
}

fn enter_routine(books: &mut Books<'_>, firm: usize, lines: Vec<Line>) {
    let amount = lines.iter().map(|line| line.amount).sum();
    if amount != 0 {
        let document = books.of_firm(DocumentKind::Routine, firm, 86_399, amount);
        books.enter(document, lines);
    }
}

fn payment(books: &mut Books<'_>, at: At<'_>, comes_in: bool, units: i64, what: &str) -> Document {
    let kind = if comes_in {
        DocumentKind::Receipt
    } else {
        DocumentKind::Payment
    };
    let tax = match books.tax(at, units) {
        0 => "НДС не облагается".to_owned(),
        tax => format!("В т.ч. НДС 22% - {}", rubles(tax)),
    };
    let purpose = format!("{what} по: {}. {tax}", at.contract.name);
    Document {
        purpose,
        ..books.under(kind, at, NOON, units)
    }
}
