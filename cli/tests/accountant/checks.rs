//! Each recipe over days, firms, counterparties and accounts of the ledger, against SQL by hand to the kopeck.

use crate::books::{Books, FIGURES, SETTLEMENTS, limitations};

/// Days within today's part of the ledger, and within the later one.
const DAYS: [&str; 4] = ["2025-12-31", "2026-03-31", "2026-06-30", "2026-09-30"];

/// Periods as a question writes them, each with its first and last day.
const PERIODS: [[&str; 3]; 4] = [
    ["2026-05", "2026-05-01", "2026-05-31"],
    ["2026-Q1", "2026-01-01", "2026-03-31"],
    ["2026-08", "2026-08-01", "2026-08-31"],
    ["2026-Q3", "2026-07-01", "2026-09-30"],
];

/// What was compared of a recipe.
pub(crate) struct Compared<'b> {
    books: &'b Books,
    checks: usize,
    with_rows: usize,
}

impl<'b> Compared<'b> {
    pub(crate) const fn new(books: &'b Books) -> Self {
        Self {
            books,
            checks: 0,
            with_rows: 0,
        }
    }

    pub(crate) async fn same(&mut self, intent: &str, columns: &[&str], sql: &str) {
        let expected = self.books.by_hand(sql);
        let found = self.books.rows(intent, columns).await;
        match expected.is_empty() {
            // Where nothing is left a row of totals says so, which is of nobody.
            true => assert!(
                found.iter().all(|row| row[0].is_empty()),
                "{intent}\n{found:?}"
            ),
            false => assert_eq!(found, expected, "{intent}\n{sql}"),
        }
        self.checks += 1;
        self.with_rows += usize::from(!expected.is_empty());
    }

    pub(crate) fn ends(&self, least: usize) {
        assert!(
            self.checks >= least && self.with_rows >= 9,
            "{} of {}",
            self.with_rows,
            self.checks
        );
    }
}

pub(crate) fn quoted(text: &str) -> String {
    text.replace('\'', "''")
}

/// Counterparties with postings on settlement accounts: the latest first, then those with the fewest postings.
pub(crate) fn parties(books: &Books, most: usize) -> Vec<String> {
    let sql = format!(
        "SELECT party FROM entry WHERE {SETTLEMENTS} AND party IS NOT NULL AND account LIKE '6%'
        GROUP BY party_id ORDER BY max(day) DESC, count(*), party LIMIT {most}"
    );
    books.texts(&sql)
}

#[tokio::test]
async fn balances_are_those_of_the_ledger() {
    let books = Books::open().await;
    let mut compared = Compared::new(&books);
    let columns = [
        "counterparty",
        "contract",
        "account",
        "currency",
        "organization",
        "balance_debit",
        "balance_credit",
    ];
    let by_hand = |condition: &str| {
        format!(
            "SELECT party, contract, account, currency, firm, max(sum(amount), 0), max(-sum(amount), 0) FROM entry
            WHERE {condition} GROUP BY party_id, contract_id, account, currency, firm HAVING sum(amount) <> 0"
        )
    };
    for day in DAYS {
        for party in parties(&books, 8) {
            let party = quoted(&party);
            compared
                .same(
                    &format!("SELECT * FROM settlement_balance WHERE counterparty = '{party}' AND as_of_date = '{day}'"),
                    &columns,
                    &by_hand(&format!("{SETTLEMENTS} AND party = '{party}' AND day <= '{day}'")),
                )
                .await;
        }
        for account in ["60", "62.01", "76"] {
            compared
                .same(
                    &format!("SELECT * FROM settlement_balance WHERE account = '{account}' AND as_of_date = '{day}'"),
                    &columns,
                    &by_hand(&format!(
                        "account LIKE '{account}%' AND account NOT LIKE '76.А%' AND account NOT LIKE '76.ВА%' AND day <= '{day}'"
                    )),
                )
                .await;
        }
        // Two accounts of which one lies under the other are counted once.
        compared
            .same(
                &format!("SELECT * FROM settlement_balance WHERE account IN ('62', '62.01') AND as_of_date = '{day}'"),
                &columns,
                &by_hand(&format!("account LIKE '62%' AND day <= '{day}'")),
            )
            .await;
        for firm in books.texts("SELECT name FROM organizations") {
            let firm = quoted(&firm);
            compared
                .same(
                    &format!("SELECT * FROM settlement_balance WHERE organization = '{firm}' AND as_of_date = '{day}'"),
                    &columns,
                    &by_hand(&format!("{SETTLEMENTS} AND firm = '{firm}' AND day <= '{day}'")),
                )
                .await;
        }
    }
    for person in books.texts("SELECT name FROM persons ORDER BY name") {
        let person = quoted(&person);
        compared
            .same(
                &format!("SELECT * FROM settlement_balance WHERE person = '{person}' AND as_of_date = '2026-09-30'"),
                &["counterparty", "account", "organization", "balance_debit", "balance_credit"],
                &format!(
                    "SELECT party, account, firm, max(sum(amount), 0), max(-sum(amount), 0) FROM entry
                    WHERE account LIKE '71%' AND party = '{person}' GROUP BY account, firm HAVING sum(amount) <> 0"
                ),
            )
            .await;
    }
    compared.ends(40);
}

#[tokio::test]
async fn a_balance_of_nothing_is_a_fact_where_there_were_movements() {
    let books = Books::open().await;
    let sql = format!(
        "SELECT party FROM entry WHERE {SETTLEMENTS} AND party IS NOT NULL GROUP BY party_id
        HAVING sum(amount) = 0 AND max(abs(amount)) > 0 AND count(DISTINCT party) = 1 ORDER BY party LIMIT 3"
    );
    let settled = books.texts(&sql);
    assert!(!settled.is_empty());
    for party in settled {
        let ask = |day: &str| {
            format!(
                "SELECT * FROM settlement_balance WHERE counterparty = '{}' AND as_of_date = '{day}'",
                quoted(&party)
            )
        };
        let response = books.answer(&ask("2026-12-31")).await;
        let nought = response.rows.iter().all(|row| {
            let shown = |column| {
                row.get(column)
                    .and_then(cmec_executor::ports::raw_row::Cell::shown)
            };
            shown("balance_debit") == shown("balance_credit")
        });
        assert!(response.returned > 0 && nought, "{response:?}");
        let before = books.answer(&ask("2019-01-01")).await;
        let said = limitations(&before);
        assert!(
            before.rows.is_empty() && said.contains(&"no_movements".to_owned()),
            "{before:?}"
        );
    }
}

const PAYMENTS: &str = "
    SELECT iif(debit <> 0 AND other NOT LIKE '60%' OR credit <> 0 AND other LIKE '62%', 'приход', 'расход') AS direction,
        debit <> 0 AND other LIKE '60%' OR credit <> 0 AND other LIKE '62%' AS is_return,
        account, other_party AS party, other_party_id, currency, firm, debit + credit AS amount, document, day
    FROM entry
    WHERE (account LIKE '50%' OR account LIKE '51%' OR account LIKE '52%' OR account LIKE '55%')
        AND (other LIKE '60%' OR other LIKE '62%' OR other LIKE '76%')
        AND other NOT LIKE '76.АВ%' AND other NOT LIKE '76.ВА%'";

#[tokio::test]
async fn payments_are_added_up_by_the_server() {
    let books = Books::open().await;
    let mut compared = Compared::new(&books);
    for [period, from, to] in PERIODS {
        for direction in ["приход", "расход"] {
            compared
                .same(
                    &format!("SELECT SUM(amount) FROM payment_total WHERE direction = '{direction}' AND period = '{period}'"),
                    &["amount", "returns", "currency", "organization", "documents"],
                    &format!(
                        "SELECT sum(iif(is_return, 0, amount)), sum(iif(is_return, amount, 0)), currency, firm, count(DISTINCT document)
                        FROM ({PAYMENTS}) WHERE day BETWEEN '{from}' AND '{to}' AND direction = '{direction}' GROUP BY currency, firm"
                    ),
                )
                .await;
            compared
                .same(
                    &format!(
                        "SELECT counterparty, SUM(amount) FROM payment_total WHERE direction = '{direction}' AND period = '{period}'
                        GROUP BY counterparty"
                    ),
                    &["counterparty", "amount", "returns", "currency", "organization"],
                    &format!(
                        "SELECT party, sum(iif(is_return, 0, amount)), sum(iif(is_return, amount, 0)), currency, firm
                        FROM ({PAYMENTS}) WHERE day BETWEEN '{from}' AND '{to}' AND direction = '{direction}'
                        GROUP BY other_party_id, currency, firm"
                    ),
                )
                .await;
        }
        for party in parties(&books, 4) {
            let party = quoted(&party);
            compared
                .same(
                    &format!("SELECT account, SUM(amount) FROM payment_total WHERE counterparty = '{party}' AND period = '{period}' GROUP BY account"),
                    &["direction", "account", "amount", "returns", "currency", "organization"],
                    &format!(
                        "SELECT direction, account, sum(iif(is_return, 0, amount)), sum(iif(is_return, amount, 0)), currency, firm
                        FROM ({PAYMENTS}) WHERE day BETWEEN '{from}' AND '{to}' AND party = '{party}'
                        GROUP BY direction, account, currency, firm"
                    ),
                )
                .await;
        }
        compared
            .same(
                &format!("SELECT SUM(amount) FROM payment_total WHERE account = '51' AND period = '{period}'"),
                &["direction", "amount", "returns", "organization"],
                &format!(
                    "SELECT direction, sum(iif(is_return, 0, amount)), sum(iif(is_return, amount, 0)), firm
                    FROM ({PAYMENTS}) WHERE day BETWEEN '{from}' AND '{to}' AND account LIKE '51%' GROUP BY direction, firm"
                ),
            )
            .await;
    }
    compared.ends(30);
}

#[tokio::test]
async fn statements_have_every_line() {
    let books = Books::open().await;
    let mut compared = Compared::new(&books);
    let days = books.texts("SELECT DISTINCT day FROM entry WHERE account LIKE '51%' AND day > '2026-06-10' ORDER BY day LIMIT 40");
    let days = days
        .iter()
        .step_by(4)
        .map(|day| (day.as_str(), day.as_str(), day.as_str()));
    let periods = PERIODS
        .iter()
        .skip(2)
        .take(1)
        .map(|[said, from, to]| (*said, *from, *to));
    for (said, from, to) in days.chain(periods) {
        for account in ["51", "50", "52"] {
            compared
                .same(
                    &format!("SELECT * FROM bank_statement WHERE period = '{said}' AND account = '{account}'"),
                    &["period", "document", "account", "corresponding_account", "corresponding_detail", "income", "expense", "organization"],
                    &format!(
                        "SELECT day, doc, account, other, other_party, debit, credit, firm FROM entry
                        WHERE account LIKE '{account}%' AND day BETWEEN '{from}' AND '{to}'"
                    ),
                )
                .await;
        }
    }
    assert!(
        compared.checks >= 30 && compared.with_rows >= 12,
        "{}",
        compared.with_rows
    );
}

fn turnovers(groups: &str, condition: &str, [from, to]: [&str; 2]) -> String {
    let sums =
        "max(sum(iif(day < '{from}', amount, 0)), 0), max(-sum(iif(day < '{from}', amount, 0)), 0),
            sum(iif(day >= '{from}', debit, 0)), sum(iif(day >= '{from}', credit, 0)),
            max(sum(amount), 0), max(-sum(amount), 0)"
            .replace("{from}", from);
    format!(
        "SELECT {groups}, {sums} FROM entry WHERE {condition} AND day <= '{to}' GROUP BY {groups}
        HAVING sum(iif(day < '{from}', amount, 0)) <> 0 OR sum(iif(day >= '{from}', abs(amount), 0)) <> 0"
    )
}

#[tokio::test]
async fn trial_balances_are_those_of_the_ledger() {
    let books = Books::open().await;
    let mut compared = Compared::new(&books);
    for [period, from, to] in PERIODS {
        let columns: Vec<&str> = ["account", "organization"]
            .into_iter()
            .chain(FIGURES)
            .collect();
        compared
            .same(
                &format!("SELECT * FROM trial_balance WHERE period = '{period}'"),
                &columns,
                &turnovers("account, firm", "1", [from, to]),
            )
            .await;
        for firm in books.texts("SELECT name FROM organizations") {
            let firm = quoted(&firm);
            compared
                .same(
                    &format!("SELECT * FROM trial_balance WHERE period = '{period}' AND organization = '{firm}'"),
                    &columns,
                    &turnovers("account, firm", &format!("firm = '{firm}'"), [from, to]),
                )
                .await;
        }
        for account in ["60", "62.01", "51", "71"] {
            let columns: Vec<&str> = [
                "account",
                "analytic_1",
                "analytic_2",
                "currency",
                "organization",
            ]
            .into_iter()
            .chain(FIGURES)
            .collect();
            compared
                .same(
                    &format!("SELECT * FROM trial_balance WHERE account = '{account}' AND period = '{period}'"),
                    &columns,
                    &turnovers("account, party, contract, currency, firm", &format!("account LIKE '{account}%'"), [from, to]),
                )
                .await;
        }
    }
    compared.ends(30);
}

#[tokio::test]
async fn documents_of_all_kinds_are_found() {
    let books = Books::open().await;
    let mut compared = Compared::new(&books);
    let columns = [
        "period",
        "document",
        "number",
        "amount",
        "currency",
        "organization",
    ];
    let by_hand = |condition: &str| {
        format!(
            "SELECT DISTINCT entry.day, entry.doc, d.number, d.amount_kopecks, d.currency, entry.firm FROM entry
            JOIN documents AS d ON d.uuid = entry.document WHERE {condition}"
        )
    };
    for party in parties(&books, 6) {
        let party = quoted(&party);
        for [period, from, to] in PERIODS {
            let condition = format!("party = '{party}' AND day BETWEEN '{from}' AND '{to}'");
            compared
                .same(
                    &format!("SELECT * FROM any_document WHERE counterparty = '{party}' AND period = '{period}'"),
                    &columns,
                    &by_hand(&condition),
                )
                .await;
            compared
                .same(
                    &format!(
                        "SELECT * FROM any_document WHERE counterparty = '{party}' AND period = '{period}' AND amount >= 100000.5 AND amount <= 3000000"
                    ),
                    &columns,
                    &by_hand(&format!("{condition} AND d.amount_kopecks BETWEEN 10000050 AND 300000000")),
                )
                .await;
        }
    }
    for number in ["000001", "000017", "000123", "ПС00-000002"] {
        compared
            .same(
                &format!("SELECT * FROM any_document WHERE number = '{number}'"),
                &columns,
                &by_hand(&format!("d.number LIKE '%{number}'")),
            )
            .await;
    }
    assert!(
        compared.checks >= 50 && compared.with_rows >= 20,
        "{}",
        compared.with_rows
    );
}

#[tokio::test]
async fn reconciliations_have_no_offsets() {
    let books = Books::open().await;
    let mut compared = Compared::new(&books);
    for party in parties(&books, 10) {
        let party = quoted(&party);
        for [period, from, to] in PERIODS {
            // Where nothing moved the row of totals is the answer.
            let moved = format!(
                "{SETTLEMENTS} AND party = '{party}' AND day BETWEEN '{from}' AND '{to}'
                AND NOT coalesce(other_party_id = party_id AND (other LIKE '60%' OR other LIKE '62%' OR other LIKE '76%')
                    AND other NOT LIKE '76.АВ%' AND other NOT LIKE '76.ВА%', 0)"
            );
            if books.number(&format!("SELECT count(*) FROM entry WHERE {moved}")) == 0 {
                continue;
            }
            compared
                .same(
                    &format!("SELECT * FROM reconciliation WHERE counterparty = '{party}' AND period = '{period}'"),
                    &["period", "document", "contract", "currency", "debit", "credit", "organization"],
                    &format!(
                        "SELECT day, doc, contract, currency, sum(debit), sum(credit), firm FROM entry WHERE {moved}
                        GROUP BY day, document, contract_id, currency, firm"
                    ),
                )
                .await;
        }
    }
    compared.ends(9);
}
