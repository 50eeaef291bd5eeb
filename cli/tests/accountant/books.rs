//! A ledger in a file, a session with a server of it, and SQL on the same file.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use cmec_demo::one_c::{DEFAULT_SEED, Ledger};
use cmec_executor::ports::mcp::stdio::{ServerLog, StdioServer};
use cmec_executor::ports::one_c::{OneC, OneCConnector, SharedOneC};
use cmec_executor::ports::raw_row::Cell;
use cmec_executor::response::row::Row;
use cmec_executor::{Locale, Response, RunContext};
use rusqlite::Connection;
use rusqlite::types::Value;
use tempfile::TempDir;

use crate::common::ask;

/// A time that no answer needs, on a busy machine either.
const LONG: Duration = Duration::from_secs(60);

/// Each posting as two entries, with names in the place of references.
const ENTRY: &str = "
    CREATE TEMP VIEW entry AS
    SELECT p.id, substr(p.period, 1, 10) AS day, p.document, d.presentation AS doc, o.name AS firm,
        p.account_debit AS account, p.account_credit AS other,
        e.name AS party, c.name AS contract, p.debit_1 AS party_id, p.debit_2 AS contract_id,
        f.name AS other_party, p.credit_1 AS other_party_id, p.debit_3 AS settled,
        coalesce(p.currency_debit, 'руб.') AS currency,
        p.amount_kopecks AS debit, 0 AS credit, p.amount_kopecks AS amount
    FROM postings AS p
    JOIN documents AS d ON d.uuid = p.document JOIN organizations AS o ON o.uuid = p.organization
    LEFT JOIN elements AS e ON e.uuid = p.debit_1 LEFT JOIN contracts AS c ON c.uuid = p.debit_2
    LEFT JOIN elements AS f ON f.uuid = p.credit_1
    WHERE p.active AND p.account_debit IS NOT NULL
    UNION ALL
    SELECT p.id, substr(p.period, 1, 10), p.document, d.presentation, o.name,
        p.account_credit, p.account_debit,
        e.name, c.name, p.credit_1, p.credit_2,
        f.name, p.debit_1, p.credit_3,
        coalesce(p.currency_credit, 'руб.'),
        0, p.amount_kopecks, -p.amount_kopecks
    FROM postings AS p
    JOIN documents AS d ON d.uuid = p.document JOIN organizations AS o ON o.uuid = p.organization
    LEFT JOIN elements AS e ON e.uuid = p.credit_1 LEFT JOIN contracts AS c ON c.uuid = p.credit_2
    LEFT JOIN elements AS f ON f.uuid = p.debit_1
    WHERE p.active AND p.account_credit IS NOT NULL";

/// Accounts of settlements, without the tax on advances.
pub(crate) const SETTLEMENTS: &str = "(account LIKE '60%' OR account LIKE '62%' OR account LIKE '76%') \
    AND account NOT LIKE '76.АВ%' AND account NOT LIKE '76.ВА%'";

/// Columns of a row of balances and turnovers.
pub(crate) const FIGURES: [&str; 6] = [
    "opening_debit",
    "opening_credit",
    "turnover_debit",
    "turnover_credit",
    "balance_debit",
    "balance_credit",
];

/// The codes and texts of what an answer does not see.
pub(crate) fn limitations(response: &Response) -> Vec<String> {
    let told = response.limitations.iter();
    told.map(ToString::to_string).collect()
}

pub(crate) struct Books {
    sql: Connection,
    server: Arc<dyn OneC>,
    _folder: TempDir,
}

impl Books {
    pub(crate) async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.sqlite");
        drop(Ledger::open(Some(&path), DEFAULT_SEED).await.unwrap());
        let sql = Connection::open(&path).unwrap();
        sql.execute_batch(ENTRY).unwrap();
        let stdio = StdioServer {
            program: env!("CARGO_BIN_EXE_cmec").into(),
            arguments: vec!["demo-1c".into(), "--ledger".into(), path.into()],
            log: ServerLog::Traced,
        };
        Self {
            sql,
            server: stdio.open(LONG).await.unwrap(),
            _folder: folder,
        }
    }

    /// The answer to SQL as a model writes it.
    pub(crate) async fn answer(&self, intent: &str) -> Response {
        self.page(intent, None).await
    }

    /// A page of it.
    pub(crate) async fn page(&self, intent: &str, cursor: Option<&str>) -> Response {
        let run = RunContext {
            trace_id: "t",
            locale: Locale::Ru,
            timeout: LONG,
            ignored: &[],
            total: false,
        };
        ask::ask(&SharedOneC(Arc::clone(&self.server)), intent, run, cursor).await
    }

    /// The named columns of all rows of an answer, amounts in kopecks; none where it has no facts.
    pub(crate) async fn rows(&self, intent: &str, columns: &[&str]) -> Vec<Vec<String>> {
        let response = self.answer(&format!("{intent} LIMIT 1000")).await;
        assert!(!response.truncated, "{intent}");
        let mut rows: Vec<Vec<String>> = response
            .rows
            .iter()
            .map(|row| cells(row, columns))
            .collect();
        rows.sort_unstable();
        rows
    }

    /// The rows of SQL by hand, sorted.
    pub(crate) fn by_hand(&self, sql: &str) -> Vec<Vec<String>> {
        let mut statement = self
            .sql
            .prepare(sql)
            .unwrap_or_else(|error| panic!("{error}: {sql}"));
        let columns = statement.column_count();
        let rows = statement.query_map((), |row| {
            (0..columns)
                .map(|index| row.get(index).map(text_of))
                .collect()
        });
        let rows: Result<Vec<Vec<String>>, _> = rows.and_then(Iterator::collect);
        let mut rows = rows.unwrap_or_else(|error| panic!("{error}: {sql}"));
        rows.sort_unstable();
        rows
    }

    /// The texts of one column.
    pub(crate) fn texts(&self, sql: &str) -> Vec<String> {
        self.by_hand(sql).into_iter().flatten().collect()
    }

    /// One number.
    pub(crate) fn number(&self, sql: &str) -> i64 {
        self.texts(sql)[0].parse().unwrap_or(0)
    }
}

/// The named columns of a row, amounts in kopecks.
pub(crate) fn cells(row: &Row, columns: &[&str]) -> Vec<String> {
    let cells: BTreeMap<&str, &Cell> = row
        .values
        .iter()
        .map(|(name, cell)| (name.as_ref(), cell))
        .collect();
    let text = |column: &&str| match cells.get(column) {
        Some(Cell::Number(digits)) if !COUNTS.contains(column) => kopecks(digits).to_string(),
        Some(Cell::Text(text)) if DAYS.contains(column) => text.chars().take(10).collect(),
        Some(Cell::Boolean(yes)) => i32::from(*yes).to_string(),
        Some(cell) => cell.shown().unwrap_or_default().to_owned(),
        None => String::new(),
    };
    columns.iter().map(text).collect()
}

/// Columns of numbers that are no amounts, and of days.
const COUNTS: [&str; 2] = ["documents", "payment_days"];
const DAYS: [&str; 2] = ["period", "valid_until"];

/// An amount in kopecks.
pub(crate) fn kopecks(digits: &str) -> i64 {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, digits),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let part: i64 = format!("{part:0<2}").parse().unwrap();
    sign * (whole.parse::<i64>().unwrap() * 100 + part)
}

fn text_of(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Integer(number) => number.to_string(),
        Value::Text(text) => text,
        other => panic!("{other:?}"),
    }
}
