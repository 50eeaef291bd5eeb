//! What must hold of any day, firm and counterparty: the answers agree with one another.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tokio::runtime::Runtime;

use crate::books::{Books, FIGURES, SETTLEMENTS};

/// Days of the ledger.
const FIRST: i64 = 19_358;
const LAST: i64 = 20_727;

fn day(number: i64) -> String {
    let day = chrono::NaiveDate::from_ymd_opt(1970, 1, 1).unwrap()
        + chrono::Days::new(number.unsigned_abs());
    day.to_string()
}

fn figures(rows: &[Vec<String>], from: usize) -> Vec<Vec<i64>> {
    let numbers = |row: &Vec<String>| {
        row[from..]
            .iter()
            .map(|cell| cell.parse().unwrap_or(0))
            .collect()
    };
    rows.iter().map(numbers).collect()
}

fn net(rows: &[Vec<i64>], debit: usize, credit: usize) -> i64 {
    rows.iter().map(|row| row[debit] - row[credit]).sum()
}

fn with(columns: &[&'static str]) -> Vec<&'static str> {
    columns.iter().copied().chain(FIGURES).collect()
}

/// Of every row what was there and what came is what is there; a trial balance balances; its rows of settlements are the
/// balances, the closings of reconciliations and, where nothing is paid in advance, the ages; the closing of a statement is the
/// account of money; payments without returns are the turnover of money against settlements.
#[test]
fn answers_agree() {
    let runtime = Runtime::new().unwrap();
    let books = runtime.block_on(Books::open());
    let firms = books.texts("SELECT name FROM organizations ORDER BY name");
    let mut runner = TestRunner::new(Config {
        cases: 24,
        failure_persistence: None,
        ..Config::default()
    });
    let asked = (FIRST..LAST, 0_i64..120, prop::sample::select(firms));
    let ran = runner.run(&asked, |(start, length, firm)| {
        let (from, to) = (day(start), day((start + length).min(LAST)));
        let firm = firm.replace('\'', "''");
        let period = format!("period BETWEEN '{from}' AND '{to}' AND organization = '{firm}'");
        let rows = |intent: String, columns: &[&str]| runtime.block_on(books.rows(&intent, columns));
        let trial = rows(format!("SELECT * FROM trial_balance WHERE {period}"), &with(&["account", "off_balance"]));
        for row in figures(&trial, 2) {
            prop_assert_eq!(row[0] - row[1] + row[2] - row[3], row[4] - row[5]);
        }
        let own: Vec<Vec<String>> = trial.iter().filter(|row| row[1] != "1").cloned().collect();
        for (debit, credit) in [(0, 1), (2, 3), (4, 5)] {
            prop_assert_eq!(net(&figures(&own, 2), debit, credit), 0, "{} {:?}", period, own);
        }
        let of = |account: &str| -> Vec<Vec<i64>> {
            let rows: Vec<Vec<String>> = own.iter().filter(|row| row[0].starts_with(account)).cloned().collect();
            figures(&rows, 2)
        };
        // The row of 62 is the balances added up.
        let balances = rows(
            format!("SELECT * FROM settlement_balance WHERE account = '62' AND organization = '{firm}' AND as_of_date = '{to}'"),
            &["balance_debit", "balance_credit", "advance"],
        );
        let balances = figures(&balances, 0);
        prop_assert_eq!(net(&of("62"), 4, 5), net(&balances, 0, 1), "{}", period);
        // Debts by age add up to the balances without advances.
        let aged = rows(
            format!("SELECT * FROM debt_by_age WHERE organization = '{firm}' AND as_of_date = '{to}'"),
            &["side", "amount", "age_0_30", "age_31_60", "age_61_90", "age_over_90", "age_unknown"],
        );
        let all = rows(
            format!("SELECT * FROM settlement_balance WHERE organization = '{firm}' AND as_of_date = '{to}'"),
            &["balance_debit", "balance_credit", "advance"],
        );
        let all: Vec<Vec<i64>> = figures(&all, 0).into_iter().filter(|row| row[2] != 1).collect();
        let sides = aged.iter().map(|row| if row[0] == "дебиторская" { 1 } else { -1 });
        let owed: i64 = sides.zip(figures(&aged, 1)).map(|(sign, row)| sign * row[0]).sum();
        prop_assert_eq!(owed, net(&all, 0, 1), "{} {}", firm, to);
        for row in figures(&aged, 1) {
            prop_assert_eq!(row[0], row[1..].iter().sum::<i64>());
        }
        // The closing of the statement is the account of money.
        let statement = runtime.block_on(books.answer(&format!("SELECT * FROM bank_statement WHERE {period} LIMIT 1")));
        let closing = net(&of("51"), 4, 5);
        let sql = format!("SELECT coalesce(sum(amount), 0) FROM entry WHERE account LIKE '51%' AND firm = '{firm}' AND day <= '{to}'");
        prop_assert_eq!(closing, books.number(&sql));
        prop_assert!(closing == 0 || statement.returned > 0, "{:?}", statement);
        // Payments without returns are the turnover of 51 against settlements.
        let paid = rows(
            format!("SELECT SUM(amount) FROM payment_total WHERE account = '51' AND {period}"),
            &["direction", "amount", "returns"],
        );
        let signs = paid.iter().map(|row| if row[0] == "приход" { 1 } else { -1 });
        let paid: i64 = signs.zip(figures(&paid, 1)).map(|(sign, row)| sign * (row[0] - row[1])).sum();
        let sql = format!(
            "SELECT coalesce(sum(amount), 0) FROM entry WHERE account LIKE '51%' AND firm = '{firm}' AND day BETWEEN '{from}' AND '{to}'
            AND (other LIKE '60%' OR other LIKE '62%' OR other LIKE '76%') AND other NOT LIKE '76.АВ%' AND other NOT LIKE '76.ВА%'"
        );
        prop_assert_eq!(paid, books.number(&sql));
        Ok(())
    });
    ran.unwrap();
}

/// The closings of all reconciliations are the balances of settlements.
#[test]
fn reconciliations_close_where_balances_are() {
    let runtime = Runtime::new().unwrap();
    let books = runtime.block_on(Books::open());
    let sql = format!(
        "SELECT party FROM entry WHERE {SETTLEMENTS} AND party IS NOT NULL GROUP BY party ORDER BY max(day) DESC, party LIMIT 14"
    );
    for party in books.texts(&sql) {
        let said = party.replace('\'', "''");
        let closing = format!(
            "SELECT sum(amount) FROM entry WHERE {SETTLEMENTS} AND party = '{said}' AND day <= '2026-09-30'"
        );
        let intent = format!(
            "SELECT * FROM reconciliation WHERE counterparty = '{said}' AND period = '2026-Q3' LIMIT 1000"
        );
        let response = runtime.block_on(books.answer(&intent));
        let closing = books.number(&closing);
        let amount = format!("{}.{:02}", closing.abs() / 100, closing.abs() % 100);
        let summary = response
            .summary
            .replace([' ', '\u{a0}'], "")
            .replace(',', ".");
        let firms = books.number(&format!(
            "SELECT count(*) FROM (SELECT DISTINCT firm, currency FROM entry WHERE {SETTLEMENTS} AND party = '{said}' AND day <= '2026-09-30')"
        ));
        // Of several firms and currencies each has its own sentence.
        if firms == 1 {
            let wanted = if closing == 0 {
                "задолженностимежду".to_owned()
            } else {
                amount
            };
            assert!(
                summary.contains(&wanted),
                "{party}: {wanted}: {}",
                response.summary
            );
        }
        if closing != 0 {
            let whose = "задолженность в пользу";
            assert!(response.summary.contains(whose), "{}", response.summary);
        }
    }
}
