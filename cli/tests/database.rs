//! A database of one's own: its tables become a codebook, and what changes in it is told.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and writes its files"
)]

mod common;

use std::path::{Path, PathBuf};
use std::process::Output;

use common::{answer, cmec};
use serde_json::Value;

const TABLES: &str = "
CREATE TABLE parks (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT);
CREATE TABLE firms (id INTEGER PRIMARY KEY, name TEXT, staff INTEGER, park_id INTEGER REFERENCES parks (id));
CREATE INDEX firms_park ON firms (park_id);
INSERT INTO parks VALUES (1, 'a', 'small'), (2, 'b', 'large');
INSERT INTO firms VALUES (1, 'x', 5, 1), (2, 'y', NULL, 1), (3, 'z', 7, 2);
";

/// A codebook that was made of a database, and the database.
struct Imported {
    folder: tempfile::TempDir,
}

impl Imported {
    fn new() -> Self {
        let own = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        own.change(TABLES);
        let mut import = cmec(&["import", &own.url(), "--values", "5", "--out"]);
        let output = import.arg(own.codebook()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let mut compile = cmec(&["compile"]);
        compile.arg(own.codebook()).arg("--out");
        let output = compile.arg(own.folder.path().join("out")).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        own
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("own.db")
    }

    fn url(&self) -> String {
        format!("sqlite:{}", self.file().display())
    }

    fn codebook(&self) -> PathBuf {
        self.folder.path().join("own")
    }

    fn change(&self, script: &str) {
        let connection = rusqlite::Connection::open(self.file()).unwrap();
        connection.execute_batch(script).unwrap();
    }

    /// What `check` ends with and says, a finding a line.
    fn check(&self) -> (i32, Vec<Value>) {
        let output = checked(&self.codebook(), &self.url());
        let lines = std::str::from_utf8(&output.stdout).unwrap().lines();
        let findings = lines.map(|line| serde_json::from_str(line).unwrap());
        (output.status.code().unwrap(), findings.collect())
    }
}

fn checked(codebook: &Path, url: &str) -> Output {
    let mut check = cmec(&["check", "--format", "json", "--db", url]);
    check.arg(codebook).output().unwrap()
}

#[test]
fn three_commands_lead_to_an_answer() {
    let own = Imported::new();
    assert_eq!(own.check(), (0, vec![]));
    let sql = own.folder.path().join("sql");
    let text = "SELECT firm.name FROM firm JOIN park WHERE park.kind = 'small' ORDER BY firm.name";
    std::fs::write(&sql, text).unwrap();
    let mut run = cmec(&["run", "--format", "json", "--db", &own.url(), "--domain"]);
    let (code, said, stderr) = answer(&run.arg(own.codebook()).arg(&sql).output().unwrap());
    assert_eq!((code, stderr.as_str()), (0, ""), "{said}");
    let rows = said["rows"].as_array().unwrap();
    let names: Vec<&Value> = rows.iter().map(|row| &row["values"]["firm.name"]).collect();
    assert_eq!(names, ["x", "y"], "{said}");
}

#[test]
fn what_changes_in_the_database_is_told() {
    let own = Imported::new();
    let changes = [
        ("INSERT INTO parks VALUES (3, 'c', 'huge')", 0, "CB155"),
        ("UPDATE firms SET staff = 'few' WHERE id = 1", 0, "CB156"),
        ("DROP INDEX firms_park", 0, "CB154"),
        ("ALTER TABLE parks RENAME COLUMN kind TO size", 4, "CB151"),
        ("DROP TABLE firms", 4, "CB150"),
    ];
    for (change, code, id) in changes {
        own.change(change);
        let (ended, findings) = own.check();
        assert_eq!(ended, code, "{change}: {findings:?}");
        assert!(
            findings.iter().any(|finding| finding["id"] == id),
            "{change}: {findings:?}"
        );
    }
}

#[test]
fn a_database_that_is_not_there_is_a_failure() {
    let own = Imported::new();
    let output = checked(&own.codebook(), "sqlite:/nowhere/at/all.db");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("cannot be opened"), "{said}");
    assert!(!Path::new("/nowhere").exists());
    let output = checked(&own.codebook(), "mysql://somewhere");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("no address of a database"), "{said}");
}

/// Databases as people keep them, each with questions in its own names and what SQLite says to the same SQL.
const REAL: &[(&str, &[&str])] = &[
    (
        r#"
CREATE TABLE "Клиенты" ("Код" INTEGER PRIMARY KEY, "Наименование" TEXT NOT NULL, "Город" TEXT);
CREATE TABLE "Продажи" ("Номер" INTEGER PRIMARY KEY, "Дата продажи" DATE NOT NULL, "Сумма" NUMERIC NOT NULL,
    "Клиент" INTEGER REFERENCES "Клиенты" ("Код"));
INSERT INTO "Клиенты" VALUES (1, 'Ромашка', 'Москва'), (2, 'Лютик', 'Тула'), (3, 'Ёж', NULL);
INSERT INTO "Продажи" VALUES (1, '2026-03-05', 100.5, 1), (2, '2026-03-20', 50, 2), (3, '2026-04-01', 70, 1);
"#,
        &[
            r#"SELECT "Наименование", "Город" FROM "Клиенты" WHERE "Город" = 'Тула'"#,
            r#"SELECT Наименование FROM Клиенты ORDER BY Наименование"#,
            r#"SELECT SUM("Сумма") FROM "Продажи" WHERE "Дата продажи" BETWEEN '2026-03-01' AND '2026-03-31'"#,
            r#"SELECT к."Наименование", SUM(п."Сумма") FROM "Продажи" п JOIN "Клиенты" к ON п."Клиент" = к."Код" GROUP BY к."Наименование""#,
            r#"SELECT COUNT(*) FROM "Продажи" WHERE "Сумма" >= 70"#,
        ],
    ),
    (
        r#"
CREATE TABLE "学生" ("学号" INTEGER PRIMARY KEY, "姓名" TEXT, "入学日期" DATE);
CREATE TABLE "成绩" ("编号" INTEGER PRIMARY KEY, "学生" INTEGER REFERENCES "学生" ("学号"), "课程" TEXT, "分数" INTEGER);
INSERT INTO "学生" VALUES (1, '李明', '2025-09-01'), (2, '王芳', '2024-09-01');
INSERT INTO "成绩" VALUES (1, 1, '数学', 90), (2, 1, '语文', 80), (3, 2, '数学', 70);
"#,
        &[
            r#"SELECT "姓名" FROM "学生" WHERE "入学日期" BETWEEN '2025-01-01' AND '2025-12-31'"#,
            r#"SELECT COUNT(*) FROM 成绩 WHERE 课程 = '数学'"#,
            r#"SELECT s."姓名", AVG(c."分数") FROM "成绩" c JOIN "学生" s ON c."学生" = s."学号" GROUP BY s."姓名""#,
            r#"SELECT MAX("分数") FROM "成绩""#,
            r#"SELECT "课程", "分数" FROM "成绩" WHERE "分数" < 90"#,
        ],
    ),
    (
        r#"
CREATE TABLE "Orders" ("OrderID" INTEGER PRIMARY KEY, "ShipName" TEXT, "OrderDate" DATE, "ShipCountry" TEXT);
CREATE TABLE "Order Details" ("ID" INTEGER PRIMARY KEY, "OrderID" INTEGER REFERENCES "Orders" ("OrderID"),
    "Unit Price" NUMERIC, "Quantity" INTEGER, "group" TEXT, "a""b" TEXT);
CREATE VIEW "No More" AS SELECT * FROM "Nothing";
INSERT INTO "Orders" VALUES (1, 'Vins', '2026-01-05', 'France'), (2, 'Toms', '2026-02-05', 'Germany');
INSERT INTO "Order Details" VALUES (1, 1, 14, 12, 'a', 'x'), (2, 1, 9.8, 10, 'b', NULL), (3, 2, 5, 1, 'a', 'y');
"#,
        &[
            r#"SELECT "Unit Price", "group" FROM "Order Details" WHERE "Unit Price" > 9"#,
            r#"SELECT o.ShipName, SUM(d.Quantity) FROM "Order Details" d JOIN Orders o ON d.OrderID = o.OrderID GROUP BY o.ShipName"#,
            r#"SELECT "a""b" FROM "Order Details" WHERE "a""b" = 'x'"#,
            r#"SELECT ShipName FROM Orders WHERE OrderDate BETWEEN '2026-02-01' AND '2026-02-28'"#,
            r#"SELECT shipcountry, COUNT(*) FROM orders GROUP BY shipcountry"#,
        ],
    ),
    (
        r#"
CREATE TABLE ORDERS (id INTEGER PRIMARY KEY, name TEXT, "a b" TEXT, "A_B" TEXT, day DATE);
CREATE TABLE orders_ (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE "main.orders" (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE "Order" (id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO ORDERS VALUES (1, 'right', 'first', 'second', '9999-12-31'), (2, 'old', NULL, NULL, '2020-01-01');
INSERT INTO orders_ VALUES (1, 'wrong');
INSERT INTO "main.orders" VALUES (1, 'dotted');
INSERT INTO "Order" VALUES (1, 'one');
"#,
        &[
            "SELECT name FROM orders",
            "SELECT a_b FROM orders WHERE a_b = 'second'",
            "SELECT name FROM main.orders",
            r#"SELECT name FROM "main.orders""#,
            r#"SELECT name FROM "Order" WHERE name = 'one'"#,
            "SELECT name FROM orders WHERE day BETWEEN '9999-01-01' AND '9999-12-31'",
        ],
    ),
];

#[test]
fn tables_of_any_names_answer() {
    for (script, questions) in REAL {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("own.db");
        let connection = rusqlite::Connection::open(&file).unwrap();
        connection.execute_batch(script).unwrap();
        let (url, own) = (
            format!("sqlite:{}", file.display()),
            folder.path().join("own"),
        );
        let mut import = cmec(&["import", &url, "--out"]);
        let output = import.arg(&own).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let output = checked(&own, &url);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        for question in *questions {
            let sql = folder.path().join("sql");
            std::fs::write(&sql, question).unwrap();
            let mut run = cmec(&["run", "--format", "json", "--db", &url, "--domain"]);
            let output = run.arg(&own).arg(&sql).output().unwrap();
            let (code, said, stderr) = answer(&output);
            assert_eq!((code, stderr.as_str()), (0, ""), "{question}: {said}");
            let rows = said["rows"].as_array().unwrap().iter();
            let mut found: Vec<Vec<String>> = rows
                .map(|row| {
                    row["values"]
                        .as_object()
                        .unwrap()
                        .values()
                        .map(text_of)
                        .collect()
                })
                .collect();
            let mut statement = connection.prepare(question).unwrap();
            let columns = statement.column_count();
            let rows = statement.query_map((), |row| {
                (0..columns).map(|at| row.get(at).map(by_hand)).collect()
            });
            let mut expected: Vec<Vec<String>> = rows.unwrap().map(Result::unwrap).collect();
            for rows in [&mut found, &mut expected] {
                rows.iter_mut().for_each(|row| row.sort());
                rows.sort();
            }
            assert!(!expected.is_empty(), "{question}");
            assert_eq!(found, expected, "{question}");
        }
    }
}

/// A value of an answer; numbers by what they are.
fn text_of(value: &Value) -> String {
    match value {
        Value::Number(number) => number.as_f64().unwrap().to_string(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn by_hand(value: rusqlite::types::Value) -> String {
    use rusqlite::types::Value as Stored;
    match value {
        Stored::Integer(number) => (number as f64).to_string(),
        Stored::Real(number) => number.to_string(),
        Stored::Text(text) => text,
        other => format!("{other:?}"),
    }
}

/// A column that is declared as JSON is a list where all it holds are lists of texts; any other is left out and told.
#[test]
fn lists_of_json_are_lists() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.db");
    let script = r#"
CREATE TABLE wine (id INTEGER PRIMARY KEY, name TEXT, "Grapes" JSON, more JSON, empty JSON);
INSERT INTO wine VALUES (1, 'a', '["Мерло", "Мальбек"]', '{"x": 1}', NULL), (2, 'b', '[]', '["x"]', NULL);
"#;
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.execute_batch(script).unwrap();
    let (url, own) = (
        format!("sqlite:{}", file.display()),
        folder.path().join("own"),
    );
    let output = cmec(&["import", &url, "--report", "text", "--out"])
        .arg(&own)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && said.contains("unsupported_datatype: 2"),
        "{said}"
    );
    let sql = folder.path().join("sql");
    std::fs::write(&sql, r#"SELECT name FROM wine WHERE "Grapes" = 'Мальбек'"#).unwrap();
    let mut run = cmec(&["run", "--format", "json", "--db", &url, "--domain"]);
    let (code, said, _) = answer(&run.arg(&own).arg(&sql).output().unwrap());
    assert_eq!(
        (code, &said["rows"][0]["values"]["wine.name"]),
        (0, &"a".into()),
        "{said}"
    );
}

/// A name with a blank needs its quotes: without them it is not read as another table with an alias.
#[test]
fn half_a_name_is_no_table() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.db");
    let script = r#"
CREATE TABLE "Order" (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE "Order Details" (id INTEGER PRIMARY KEY, name TEXT, "Unit Price" INTEGER);
CREATE TABLE Item (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE "Item Note" (id INTEGER PRIMARY KEY, name TEXT);
"#;
    rusqlite::Connection::open(&file)
        .unwrap()
        .execute_batch(script)
        .unwrap();
    let (url, own) = (
        format!("sqlite:{}", file.display()),
        folder.path().join("own"),
    );
    let output = cmec(&["import", &url, "--out"]).arg(&own).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let sql = folder.path().join("sql");
    for (question, said) in [
        ("SELECT name FROM Order Details", "expected a table"),
        ("SELECT name FROM Item Note", "\\\"Item Note\\\""),
        (
            "SELECT unitprice FROM \"Order Details\"",
            "\\\"Unit Price\\\"",
        ),
    ] {
        std::fs::write(&sql, question).unwrap();
        let mut decode = cmec(&["decode", "--format", "json", "--domain"]);
        let output = decode.arg(&own).arg(&sql).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            output.status.code() != Some(0) && text.contains(said),
            "{question}: {text}"
        );
    }
}
