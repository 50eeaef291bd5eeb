//! A ledger in a file, asked by the server's way and by hand.

use std::path::PathBuf;

use cmec_demo::one_c::answer::answer;
use cmec_demo::one_c::value::{Cell, Param, Params};
use cmec_demo::one_c::{Ledger, Query};
use rusqlite::Connection;
use rusqlite::types::Value;
use tempfile::TempDir;

pub(crate) const START: &str = "0001-01-01T00:00:00";
pub(crate) const END: &str = "3999-12-31T23:59:59";

/// A ledger in a file, and a second connection to it for SQL written by hand.
pub(crate) struct Fixture {
    pub(crate) ledger: Ledger,
    sql: Connection,
    pub(crate) path: PathBuf,
    _dir: TempDir,
}

impl Fixture {
    pub(crate) async fn new(seed: u64) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("ledger.sqlite");
        let ledger = Ledger::open(Some(&path), seed).await.unwrap();
        let sql = Connection::open(&path).unwrap();
        Self {
            ledger,
            sql,
            path,
            _dir: dir,
        }
    }

    /// Rows of SQL written by hand, each as texts; null is `-`.
    pub(crate) async fn by_hand(&self, sql: &str) -> Vec<Vec<String>> {
        let mut statement = self.sql.prepare(sql).unwrap();
        let columns = statement.column_count();
        let rows = statement.query_map((), |row| {
            (0..columns)
                .map(|index| row.get(index).map(text_of))
                .collect()
        });
        rows.unwrap().map(Result::unwrap).collect()
    }

    pub(crate) async fn value(&self, sql: &str) -> String {
        self.by_hand(sql).await[0][0].clone()
    }

    pub(crate) async fn party(&self, name: &str) -> String {
        let sql = format!("SELECT uuid FROM counterparties WHERE name = '{name}'");
        self.value(&sql).await
    }

    /// An own firm, as a parameter.
    pub(crate) async fn firm(&self, name: &str) -> Param {
        let sql = format!("SELECT uuid FROM organizations WHERE name = '{name}'");
        Param::Reference(self.value(&sql).await)
    }

    /// Rows of the server, each as texts: a reference by its identifier, money in kopecks, null as `-`.
    pub(crate) async fn rows(&self, query: Query, params: &[(&str, Param)]) -> Vec<Vec<String>> {
        let table = answer(&self.ledger, query, &map(params)).await.unwrap();
        assert!(
            table
                .rows
                .iter()
                .all(|row| row.len() == table.columns.len())
        );
        let plain = |cell: &Cell| match cell {
            Cell::Null => "-".to_owned(),
            Cell::Text(text) | Cell::Date(text) => text.clone(),
            Cell::Money(number) | Cell::Count(number) => number.to_string(),
            Cell::Flag(flag) => u8::from(*flag).to_string(),
            Cell::Reference(reference) => reference.uuid.clone(),
        };
        table
            .rows
            .iter()
            .map(|row| row.iter().map(plain).collect())
            .collect()
    }
}

fn text_of(value: Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::Integer(number) => number.to_string(),
        Value::Text(text) => text,
        other => panic!("{other:?}"),
    }
}

/// Parameters as the server takes them, with the constants of the recipes.
pub(crate) fn map(params: &[(&str, Param)]) -> Params {
    let constants = [
        ("КодПоставщиков", text("60%")),
        ("КодПокупателей", text("62%")),
    ];
    let all = params.iter().chain(&constants);
    all.map(|(name, param)| ((*name).to_owned(), param.clone()))
        .collect()
}

pub(crate) fn date(text: &str) -> Param {
    Param::Date(text.to_owned())
}

pub(crate) fn text(text: &str) -> Param {
    Param::Text(text.to_owned())
}

/// Parameters of the open contracts, without any narrowing.
pub(crate) fn open_contracts(moment: &str, accounts: &[&str]) -> Vec<(&'static str, Param)> {
    vec![
        ("Момент", date(moment)),
        (
            "Счета",
            Param::List(accounts.iter().map(|code| text(code)).collect()),
        ),
        ("КромеСчетов", Param::List(Vec::new())),
        ("ПериодЗадан", Param::Flag(false)),
        ("НачалоПериода", date(START)),
        ("КонецПериода", date(END)),
        ("ЕстьОрганизация", Param::Flag(false)),
        ("Организация", Param::Null),
        ("ЕстьКонтрагент", Param::Flag(false)),
        ("Контрагент", Param::Null),
        ("ЕстьДоговор", Param::Flag(false)),
        ("Договор", Param::Null),
    ]
}

/// Parameters of the movements of no account, without any narrowing.
pub(crate) fn movements() -> Vec<(&'static str, Param)> {
    vec![
        ("НачалоПериода", date(START)),
        ("КонецПериода", date(END)),
        ("БезСчетов", Param::Flag(false)),
        ("СчетаДт", Param::Null),
        ("СчетаКт", Param::Null),
        ("КромеСчетов", Param::Null),
        ("ЕстьКонтрагент", Param::Flag(false)),
        ("Контрагент", Param::Null),
        ("ЕстьДоговор", Param::Flag(false)),
        ("Договор", Param::Null),
        ("ЕстьОрганизация", Param::Flag(false)),
        ("Организация", Param::Null),
    ]
}

pub(crate) fn replace(params: &mut [(&'static str, Param)], name: &str, value: Param) {
    params
        .iter_mut()
        .find(|(known, _)| *known == name)
        .unwrap()
        .1 = value;
}
