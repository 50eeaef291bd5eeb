//! Running balances, pages, and what is asked where no recipe answers.

use std::collections::HashMap;

use cmec_decoder::{Decoder, Verdict};
use cmec_executor::Response;

use crate::books::{Books, cells, limitations};
use crate::checks::quoted;

/// What a balance of a statement is of.
const KEYS: [&str; 4] = ["organization", "account", "bank_account", "currency"];

/// The rows of an answer by these columns.
fn rows(response: &Response, columns: &[&str]) -> Vec<Vec<String>> {
    let rows = response.rows.iter();
    rows.map(|row| cells(row, columns)).collect()
}

/// Statements with the flows of their rows, and the balances they open with by SQL.
fn statement(books: &Books, account: &str, from: &str) -> HashMap<Vec<String>, i64> {
    let sql = format!(
        "SELECT firm, account, coalesce(party, ''), currency, sum(amount) FROM entry
        WHERE account LIKE '{account}%' AND day < '{from}' GROUP BY firm, account, party, currency"
    );
    let opening = books.by_hand(&sql).into_iter();
    opening
        .map(|mut row| {
            let amount = row.pop().unwrap().parse().unwrap();
            (row, amount)
        })
        .collect()
}

#[tokio::test]
async fn a_balance_follows_each_line_of_a_whole_statement() {
    let books = Books::open().await;
    let mut checked = 0;
    for (account, period, from) in [
        ("51", "2026-07", "2026-07-01"),
        ("51", "2026-08", "2026-08-01"),
        ("52", "2026-Q3", "2026-07-01"),
        ("50", "2026-Q3", "2026-07-01"),
        ("51", "2026-06-15", "2026-06-15"),
    ] {
        let intent = format!(
            "SELECT * FROM bank_statement WHERE account = '{account}' AND period = '{period}'"
        );
        let mut balances = statement(&books, account, from);
        let columns: Vec<&str> = [&KEYS[..], &["income", "expense", "balance"]].concat();
        let response = books.answer(&intent).await;
        assert!(!response.truncated, "{intent}");
        let lines = rows(&response, &columns);
        for line in &lines {
            let (key, figures) = line.split_at(KEYS.len());
            let balance = balances.entry(key.to_vec()).or_default();
            let figure = |at: usize| figures[at].parse::<i64>().unwrap();
            *balance += figure(0) - figure(1);
            assert_eq!(*balance, figure(2), "{intent}: {line:?}");
            checked += 1;
        }
        // The newest first has the same balances.
        let newest = format!("{intent} ORDER BY period DESC");
        let mut newest = rows(&books.answer(&newest).await, &columns);
        newest.reverse();
        assert_eq!(newest, lines, "{intent}");
    }
    assert!(checked >= 60, "{checked}");
}

#[tokio::test]
async fn the_balance_of_a_reconciliation_ends_where_its_totals_do() {
    let books = Books::open().await;
    let party = quoted("ООО \"Утренний кофе\"");
    let intent = format!(
        "SELECT * FROM reconciliation WHERE counterparty = '{party}' AND period = '2026-Q3'"
    );
    let response = books.answer(&intent).await;
    let mut sums: HashMap<String, i64> = HashMap::new();
    for line in rows(&response, &["organization", "debit", "credit", "balance"]) {
        let figure = |at: usize| line[at].parse::<i64>().unwrap();
        let balance = sums.entry(line[0].clone()).or_default();
        *balance += figure(1) - figure(2);
        assert_eq!(*balance, figure(3), "{line:?}");
    }
    assert_eq!(sums.len(), 2);
    for (firm, balance) in sums {
        let firm = quoted(&firm);
        let sql = format!(
            "SELECT sum(amount) FROM entry WHERE firm = '{firm}' AND party = '{party}' AND day <= '2026-09-30'
            AND (account LIKE '60%' OR account LIKE '62%' OR account LIKE '76.0%')"
        );
        assert_eq!(books.number(&sql), balance, "{firm}");
    }
}

/// Where rows are left out no row has a balance: the first month that fits is named, and a later page says what it opens
/// with.
#[tokio::test]
async fn a_page_says_what_it_opens_with() {
    let books = Books::open().await;
    let intent = "SELECT * FROM bank_statement WHERE organization = 'ООО \"Листопад\"' \
        AND account = '51' AND period >= '2026-07-01' LIMIT 18";
    let mut balances: HashMap<Vec<String>, i64> = HashMap::new();
    let (mut pages, mut cursor) = (0, None::<String>);
    loop {
        let response = books.page(intent, cursor.as_deref()).await;
        let columns: Vec<&str> = [&KEYS[..], &["income", "expense", "balance"]].concat();
        let told = response.summary.split("на начало страницы: ").nth(1);
        assert_eq!(told.is_some(), pages > 0, "{}", response.summary);
        if let Some(told) = told {
            // Blanks within amounts do not break.
            let told = told
                .replace(['\u{a0}', '\u{202f}', ' '], "")
                .replace(',', ".");
            for (key, balance) in &balances {
                let amount = format!("{}.{:02}", balance / 100, balance % 100);
                let key = key[2].replace(' ', "").replace(',', ".");
                assert!(
                    told.contains(&key) && told.contains(&amount),
                    "{told}: {amount}"
                );
            }
        }
        let month = response
            .hints
            .iter()
            .any(|hint| hint.contains("period = '2026-07'"));
        assert_eq!(month, pages == 0, "{:?}", response.hints);
        for line in rows(&response, &columns) {
            let (key, figures) = line.split_at(KEYS.len());
            let figure = |at: usize| figures[at].parse::<i64>().unwrap();
            assert_eq!(figures[2], "", "{line:?}");
            *balances.entry(key.to_vec()).or_default() += figure(0) - figure(1);
        }
        pages += 1;
        cursor = response.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(pages, 2);
}

#[tokio::test]
async fn a_statement_is_of_one_bank_account() {
    let books = Books::open().await;
    let accounts = books
        .texts("SELECT number FROM bank_accounts AS a JOIN organizations AS o ON o.uuid = a.owner");
    assert!(accounts.len() >= 5);
    let mut with_rows = 0;
    for number in accounts {
        let columns = ["period", "document", "income", "expense"];
        let intent = format!(
            "SELECT * FROM bank_statement WHERE bank_account = '{number}' AND period = '2026-Q3'"
        );
        let found = books.rows(&intent, &columns).await;
        let expected = books.by_hand(&format!(
            "SELECT day, doc, debit, credit FROM entry
            WHERE (account LIKE '51%' OR account LIKE '52%' OR account LIKE '55%') AND party LIKE '{number}%'
                AND day BETWEEN '2026-07-01' AND '2026-09-30'"
        ));
        if !expected.is_empty() {
            assert_eq!(found, expected, "{number}");
            with_rows += 1;
        }
    }
    assert!(with_rows >= 5, "{with_rows}");
    // A part of a number is a question.
    let intent = "SELECT * FROM bank_statement WHERE bank_account = '5205' AND period = '2026-Q3'";
    let response = books.answer(intent).await;
    let offered = &response.clarify.unwrap().reasons[0].candidates;
    assert_eq!(offered.len(), 1, "{offered:?}");
}

#[tokio::test]
async fn a_balance_on_a_period_is_that_of_its_last_day() {
    let books = Books::open().await;
    for (period, day) in [
        ("2026-03", "2026-03-31"),
        ("2026-Q3", "2026-09-30"),
        ("2025", "2025-12-31"),
    ] {
        let intent = |said: &str| {
            format!("SELECT * FROM settlement_balance WHERE as_of_date = '{said}' LIMIT 1000")
        };
        let (of_period, of_day) = (
            books.answer(&intent(period)).await,
            books.answer(&intent(day)).await,
        );
        assert!(!of_day.rows.is_empty());
        assert_eq!(of_period.rows, of_day.rows, "{period}");
        let applied = of_period.filters_applied.iter();
        let applied: Vec<&str> = applied.map(|filter| filter.value.as_str()).collect();
        assert_eq!(applied, [day]);
    }
}

#[tokio::test]
async fn what_is_overdue_and_what_is_most_comes_alone() {
    let books = Books::open().await;
    let intent = "SELECT * FROM debt_by_age WHERE as_of_date = '2026-09-30'";
    let columns = [
        "counterparty",
        "side",
        "currency",
        "organization",
        "overdue",
    ];
    let overdue = |mut rows: Vec<Vec<String>>, bound: i64| {
        rows.retain(|row| row[4].parse::<i64>().unwrap() > bound);
        rows
    };
    let all = books.rows(intent, &columns).await;
    for (bound, least) in [(0, "0"), (50_000_000, "500000")] {
        let found = books
            .rows(&format!("{intent} AND overdue > {least}"), &columns)
            .await;
        let expected = overdue(all.clone(), bound);
        assert!(
            !expected.is_empty() && expected.len() < all.len(),
            "{bound}"
        );
        assert_eq!(found, expected);
    }
    let greatest = "SELECT * FROM settlement_balance WHERE as_of_date = '2026-09-30' ORDER BY balance_debit DESC LIMIT 5";
    let greatest = rows(&books.answer(greatest).await, &["balance_debit"]);
    let by_hand = books.by_hand(
        "SELECT sum(amount) AS owed FROM entry WHERE day <= '2026-09-30'
            AND (account LIKE '60%' OR account LIKE '62%' OR account LIKE '76.0%')
        GROUP BY firm, party_id, contract_id, account, currency ORDER BY owed DESC LIMIT 5",
    );
    let number = |rows: Vec<Vec<String>>| {
        let mut numbers: Vec<i64> = rows.iter().map(|row| row[0].parse().unwrap()).collect();
        numbers.sort_unstable();
        numbers
    };
    assert_eq!(number(greatest), number(by_hand));
}

/// A short number means the number with its leading zeros, and no number that ends with it.
#[tokio::test]
async fn a_short_number_is_no_end_of_another() {
    let books = Books::open().await;
    let columns = ["document", "number", "organization"];
    for (said, whole) in [("1", "000001"), ("11", "000011"), ("101", "000101")] {
        let found = books
            .rows(
                &format!("SELECT * FROM any_document WHERE number = '{said}'"),
                &columns,
            )
            .await;
        let expected = books.by_hand(&format!(
            "SELECT DISTINCT d.presentation, d.number, o.name FROM postings AS p
            JOIN documents AS d ON d.uuid = p.document JOIN organizations AS o ON o.uuid = p.organization
            WHERE p.active AND d.number LIKE '%{whole}'"
        ));
        assert!(!expected.is_empty(), "{said}");
        assert_eq!(found, expected, "{said}");
    }
}

/// A report is read whole: without a limit it has more rows than a list has.
#[tokio::test]
async fn a_report_without_a_limit_is_whole() {
    let books = Books::open().await;
    for intent in [
        "SELECT * FROM trial_balance WHERE period = '2026-Q3'",
        "SELECT * FROM bank_statement WHERE period = '2026-08'",
    ] {
        let response = books.answer(intent).await;
        assert!(
            !response.truncated && response.returned > 20,
            "{intent}: {}",
            response.returned
        );
    }
}

/// What no recipe answers is a question, and each candidate is answered.
#[tokio::test]
async fn other_shapes_are_questions() {
    let books = Books::open().await;
    let tables = cmec_decoder::generated::builtin("address").unwrap();
    for (intent, code, candidates) in [
        (
            "SELECT AVG(amount) FROM payment_total WHERE period = '2026' AND counterparty = 'ООО \"Сосновка\"'",
            "aggregation: recipes have no such part",
            &[
                "SELECT * FROM payment_total WHERE period >= '2026-01-01' AND period <= '2026-12-31' AND counterparty = 'ООО \"Сосновка\"'",
                "SELECT SUM(amount) FROM payment_total WHERE period >= '2026-01-01' AND period <= '2026-12-31' AND counterparty = 'ООО \"Сосновка\"'",
            ][..],
        ),
        (
            "SELECT SUM(returns) FROM payment_total WHERE period = '2026-08'",
            "returns: recipes have no such part",
            &[
                "SELECT * FROM payment_total WHERE period >= '2026-08-01' AND period <= '2026-08-31'",
                "SELECT SUM(amount) FROM payment_total WHERE period >= '2026-08-01' AND period <= '2026-08-31'",
            ],
        ),
        (
            "SELECT SUM(balance_debit) FROM settlement_balance WHERE account IN ('60', '62') AND as_of_date = '2026-08'",
            "settlement_balance: no recipe answers it",
            &[
                "SELECT * FROM settlement_balance WHERE account IN ('60', '62') AND as_of_date = '2026-08-31'",
            ],
        ),
        (
            "SELECT COUNT(*) FROM debt_by_age WHERE side = 'дебиторская' AND amount >= 1000.5 AND overdue > 0",
            "debt_by_age: no recipe answers it",
            &[
                "SELECT * FROM debt_by_age WHERE side = 'дебиторская' AND amount >= 1000.5 AND overdue > 0",
            ],
        ),
    ] {
        let response = books.answer(intent).await;
        let told = limitations(&response);
        assert!(
            response.rows.is_empty() && told.iter().any(|own| own == code),
            "{intent}: {told:?}"
        );
        let offered = response.clarify.unwrap().reasons.remove(0).candidates;
        let offered: Vec<String> = offered.into_iter().map(|own| own.code).collect();
        assert_eq!(offered, candidates, "{intent}");
        for candidate in &offered {
            let decoded = Decoder::new(tables).decode(candidate, "t");
            assert!(
                matches!(decoded.verdict, Verdict::Contract(_)),
                "{candidate}"
            );
            let answer = books.answer(candidate).await;
            assert!(!answer.rows.is_empty(), "{candidate}: {}", answer.summary);
        }
    }
}
