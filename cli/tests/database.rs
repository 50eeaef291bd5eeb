//! A database of one's own: its tables become a codebook, and what changes in it is told.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and writes its files"
)]

mod common;
#[path = "../../crates/executor/tests/structured/postgres.rs"]
mod postgres;

use std::path::{Path, PathBuf};
use std::process::Output;

use common::{answer, cmec};
use postgres::Server;
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

/// A database as people keep it, and the questions that head its script.
struct Kept {
    name: String,
    script: String,
    questions: Vec<Question>,
}

/// `-- ? SQL`, or `-- sqlite? SQL` where SQLite alone has it, and `-- postgres? SQL`; `-- = SQL` gives the rows in SQLite.
struct Question {
    /// The engine that alone has it.
    only: Option<&'static str>,
    text: String,
    by_hand: String,
}

fn kept() -> Vec<Kept> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/import/databases");
    let files = std::fs::read_dir(folder).unwrap();
    let kept = files.map(|file| {
        let file = file.unwrap().path();
        let script = std::fs::read_to_string(&file).unwrap();
        let mut questions: Vec<Question> = Vec::new();
        for line in script.lines().filter_map(|line| line.strip_prefix("-- ")) {
            let (kind, text) = line.split_once(' ').unwrap();
            match kind {
                "=" => text.clone_into(&mut questions.last_mut().unwrap().by_hand),
                kind => questions.push(Question {
                    only: ["sqlite", "postgres"]
                        .into_iter()
                        .find(|own| kind.starts_with(own)),
                    text: text.to_owned(),
                    by_hand: text.to_owned(),
                }),
            }
        }
        Kept {
            name: file.file_stem().unwrap().to_str().unwrap().to_owned(),
            script,
            questions,
        }
    });
    kept.collect()
}

/// Each question over each database has the rows that SQLite gives for the same SQL, in PostgreSQL, too; one view that the
/// database cannot run stops nothing.
#[test]
fn databases_answer_by_their_own_names() {
    let server = Server::start();
    let kept = kept();
    assert!(kept.len() >= 9);
    for Kept {
        name,
        script,
        questions,
    } in kept
    {
        assert!(questions.len() >= 5, "{name}");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("own.db");
        let by_hand = rusqlite::Connection::open(&file).unwrap();
        by_hand.execute_batch(&script).unwrap();
        let broken = "CREATE VIEW broken AS SELECT * FROM absent";
        by_hand.execute_batch(broken).unwrap();
        let mut urls = vec![(format!("sqlite:{}", file.display()), "sqlite")];
        if let Some(server) = &server {
            server.psql(&format!("CREATE DATABASE \"{name}\""));
            let url = server.url().replace("/postgres", &format!("/{name}"));
            let file = folder.path().join("script.sql");
            std::fs::write(&file, &script).unwrap();
            server.psql_file_in(&name, &file);
            urls.push((url, "postgres"));
        }
        for (url, engine) in urls {
            let own = folder.path().join(engine);
            let output = cmec(&["import", &url, "--name", "own", "--out"])
                .arg(&own)
                .output();
            let output = output.unwrap();
            assert!(output.status.success(), "{name} {engine}: {output:?}");
            let output = checked(&own, &url);
            assert_eq!(output.status.code(), Some(0), "{name} {engine}: {output:?}");
            for question in &questions {
                if question.only.is_some_and(|only| only != engine) {
                    continue;
                }
                let text = &question.text;
                let found = rows(&own, &url, text);
                let expected = rows_by_hand(&by_hand, &question.by_hand);
                assert!(!expected.is_empty(), "{name}: {text}");
                assert_eq!(found, expected, "{name} {engine}: {text}");
            }
        }
    }
}

/// The rows of an answer, their values and themselves in order.
fn rows(codebook: &Path, url: &str, question: &str) -> Vec<Vec<String>> {
    let (code, said, stderr) = asked(codebook, url, question);
    assert_eq!((code, stderr.as_str()), (0, ""), "{question}: {said}");
    let rows = said["rows"].as_array().unwrap().iter();
    let values = |row: &Value| {
        let values = row["values"].as_object().unwrap().values();
        values.map(text_of).collect()
    };
    in_order(rows.map(values).collect())
}

/// What a question ends with and says.
fn asked(codebook: &Path, url: &str, question: &str) -> (i32, Value, String) {
    let folder = tempfile::tempdir().unwrap();
    let sql = folder.path().join("sql");
    std::fs::write(&sql, question).unwrap();
    let mut run = cmec(&["run", "--format", "json", "--db", url, "--domain"]);
    answer(&run.arg(codebook).arg(&sql).output().unwrap())
}

fn rows_by_hand(connection: &rusqlite::Connection, question: &str) -> Vec<Vec<String>> {
    let mut statement = connection.prepare(question).unwrap();
    let columns = statement.column_count();
    let rows = statement.query_map((), |row| {
        (0..columns).map(|at| row.get(at).map(by_hand)).collect()
    });
    in_order(rows.unwrap().map(Result::unwrap).collect())
}

fn in_order(mut rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    rows.iter_mut().for_each(|row| row.sort());
    rows.sort();
    rows
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
    let script = r#"
CREATE TABLE wine (id INTEGER PRIMARY KEY, name TEXT, "Grapes" JSON, more JSON, empty JSON);
INSERT INTO wine VALUES (1, 'a', '["Мерло", "Мальбек"]', '{"x": 1}', NULL), (2, 'b', '[]', '["x"]', NULL);
"#;
    let (folder, said, code) = imported(script, &[]);
    assert!(
        code == 0 && said.contains("unsupported_datatype: 2"),
        "{said}"
    );
    let question = r#"SELECT name FROM wine WHERE "Grapes" = 'Мальбек'"#;
    let (code, said, _) = asked(&own_codebook(&folder), &url(&folder), question);
    assert_eq!(
        (code, &said["rows"][0]["values"]["wine.name"]),
        (0, &"a".into()),
        "{said}"
    );
}

/// A name with a blank needs its quotes: without them it is not read as another table with an alias.
#[test]
fn half_a_name_is_no_table() {
    let script = r#"
CREATE TABLE "Order" (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE "Order Details" (id INTEGER PRIMARY KEY, name TEXT, "Unit Price" INTEGER);
CREATE TABLE Item (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE "Item Note" (id INTEGER PRIMARY KEY, name TEXT);
"#;
    let (folder, said, code) = imported(script, &[]);
    assert_eq!(code, 0, "{said}");
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
        let output = decode
            .arg(own_codebook(&folder))
            .arg(&sql)
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            output.status.code() != Some(0) && text.contains(said),
            "{question}: {text}"
        );
    }
}

/// What a folder has after an import in text, and what the import says.
fn imported(script: &str, more: &[&str]) -> (tempfile::TempDir, String, i32) {
    let folder = tempfile::tempdir().unwrap();
    let connection = rusqlite::Connection::open(folder.path().join("own.db")).unwrap();
    connection.execute_batch(script).unwrap();
    let mut import = cmec(&["import", &url(&folder), "--report", "text"]);
    let output = import
        .args(more)
        .arg("--out")
        .arg(own_codebook(&folder))
        .output();
    let output = output.unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).unwrap();
    (folder, said, output.status.code().unwrap())
}

/// The database of a folder, and the codebook that was made of it.
fn url(folder: &tempfile::TempDir) -> String {
    format!("sqlite:{}", folder.path().join("own.db").display())
}

fn own_codebook(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("own")
}

/// A foreign key is a number in SQL also where its rows have a name.
#[test]
fn a_number_beside_a_foreign_key_is_the_key_of_its_row() {
    let script = "CREATE TABLE buyer (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE bill (no TEXT PRIMARY KEY NOT NULL, buyer_id INTEGER REFERENCES buyer);
        INSERT INTO buyer VALUES (1, 'Ann'), (2, 'Bob');
        INSERT INTO bill VALUES ('a', 1), ('b', 2), ('c', 1);";
    let (folder, said, code) = imported(script, &[]);
    assert_eq!(code, 0, "{said}");
    for (condition, expected) in [
        ("buyer_id = 1", vec!["a", "c"]),
        ("buyer_id IN (1, 2)", vec!["a", "b", "c"]),
        ("buyer_id <> 1", vec!["b"]),
        ("buyer_id = 'Ann'", vec!["a", "c"]),
    ] {
        let question = format!("SELECT no FROM bill WHERE {condition}");
        let found = rows(&own_codebook(&folder), &url(&folder), &question);
        assert_eq!(found.concat(), expected, "{question}");
    }
}

/// A unique index over columns that are never empty is a key in SQLite as in PostgreSQL; a name may be a sign.
#[test]
fn a_unique_index_is_a_key() {
    let script = "CREATE TABLE country (code TEXT NOT NULL UNIQUE, name TEXT);
        CREATE TABLE city (id INTEGER PRIMARY KEY, cc TEXT NOT NULL REFERENCES country(code), \"№\" TEXT);
        INSERT INTO country VALUES ('LV', 'Latvia'), ('NO', 'Norway');
        INSERT INTO city VALUES (1, 'LV', 'first'), (2, 'NO', 'second');";
    let (folder, said, code) = imported(script, &[]);
    assert_eq!(code, 0, "{said}");
    let question = "SELECT \"№\" FROM city JOIN country ON city.cc = country.code WHERE country.name = 'Latvia'";
    let found = rows(&own_codebook(&folder), &url(&folder), question);
    assert_eq!(found.concat(), ["first"], "{said}");
}

/// A table with another name keeps its codes where a person says so; one whose name begins alike does not move.
#[test]
fn a_renamed_table_keeps_its_codes() {
    let script = "CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE ab (id INTEGER PRIMARY KEY, name TEXT);";
    let (folder, said, code) = imported(script, &[]);
    assert_eq!(code, 0, "{said}");
    let connection = rusqlite::Connection::open(folder.path().join("own.db")).unwrap();
    let renamed = "ALTER TABLE a RENAME TO client; ALTER TABLE ab RENAME TO other;";
    connection.execute_batch(renamed).unwrap();
    let again = |more: &[&str]| {
        let mut import = cmec(&["import", &url(&folder), "--format", "json", "--into"]);
        let output = import.arg(own_codebook(&folder)).args(more).output();
        answer(&output.unwrap())
    };
    let (code, said, _) = again(&[]);
    let help = said["help"].as_str().unwrap();
    assert!(
        code == 4 && help.contains("--moved table:OLD=table:NEW"),
        "{said}"
    );
    let (code, said, _) = again(&["--moved", "table:a=table:client"]);
    // Reserved are the two fields of the other table, and its type.
    let codes = serde_json::json!({"kept": 2, "new": 2, "reserved": 3});
    assert_eq!((code, &said["codes"]), (0, &codes), "{said}");
}

/// Tables behind a virtual one are none; JSON is no value; labels are in the language of their letters.
#[test]
fn names_and_values_are_read_as_people_see_them() {
    let script = r#"CREATE VIRTUAL TABLE "Статьи" USING fts5("Текст");
        CREATE TABLE "Договоры" (id INTEGER PRIMARY KEY, "Номер" TEXT, "Метки" TEXT, "Вид" TEXT);
        INSERT INTO "Договоры" VALUES (1, 'a', '["Ж"]', 'аренда'), (2, 'b', '["y"]', 'аренда');"#;
    let (folder, said, code) = imported(script, &["--values", "5"]);
    assert!(code == 0 && said.contains("2 types"), "{said}");
    assert!(
        said.contains("languages: ru") && said.contains("read_as_text: 1"),
        "{said}"
    );
    let codebook = std::fs::read_to_string(own_codebook(&folder).join("codebook.yaml")).unwrap();
    assert!(
        codebook.contains("аренда") && !codebook.contains('Ж'),
        "{codebook}"
    );
}

/// SQLite repeats a foreign key in the letters of its `REFERENCES`.
#[test]
fn a_foreign_key_may_be_written_in_other_letters() {
    let script = "CREATE TABLE Firm (Id INTEGER PRIMARY KEY, Title TEXT);
        CREATE TABLE Bill (No TEXT PRIMARY KEY NOT NULL, Firm_Id INTEGER REFERENCES FIRM(ID));
        INSERT INTO Firm VALUES (1, 'Acme'), (2, 'Beta');
        INSERT INTO Bill VALUES ('a', 1), ('b', 2);";
    let (folder, said, code) = imported(script, &[]);
    assert_eq!(code, 0, "{said}");
    let question = "SELECT No FROM Bill JOIN Firm ON Bill.Firm_Id = Firm.Id WHERE Title = 'Beta'";
    let found = rows(&own_codebook(&folder), &url(&folder), question);
    assert_eq!(found.concat(), ["b"], "{said}");
}

/// A column, or a table, in letters of another case is not taken for the one of this very name.
#[test]
fn names_that_differ_in_case_alone_are_told_apart() {
    let Some(server) = Server::start() else {
        return;
    };
    server.psql(
        "CREATE TABLE u (id int PRIMARY KEY, name text, \"Name\" text);
        INSERT INTO u VALUES (1, 'low', 'CAP');
        CREATE TABLE a (id int PRIMARY KEY, name text);
        CREATE TABLE \"Log\" (id int PRIMARY KEY, name text);
        CREATE TABLE log (a int REFERENCES a, l int REFERENCES \"Log\", PRIMARY KEY (a, l));
        INSERT INTO \"Log\" VALUES (1, 'big');
        CREATE TABLE \"User\" (id int PRIMARY KEY, name text);
        CREATE TABLE \"user\" (id int PRIMARY KEY, name text, \"by\" int REFERENCES \"User\");
        INSERT INTO \"User\" VALUES (1, 'big');
        INSERT INTO \"user\" VALUES (2, 'small', 1);",
    );
    let folder = tempfile::tempdir().unwrap();
    let (own, url) = (folder.path().join("own"), server.url());
    let import = cmec(&["import", &url, "--name", "own", "--out"])
        .arg(&own)
        .output();
    let import = import.unwrap();
    assert!(import.status.success(), "{import:?}");
    for (column, expected) in [("name", "low"), ("\"name\"", "low"), ("\"Name\"", "CAP")] {
        let found = rows(&own, &url, &format!("SELECT {column} FROM u"));
        assert_eq!(found.concat(), [expected], "{column}");
    }
    let (code, said, _) = asked(&own, &url, "SELECT * FROM log");
    assert_eq!(code, 3, "{said}");
    let joined = "SELECT \"user\".name FROM \"user\" JOIN \"User\" ON \"user\".\"by\" = \"User\".id WHERE \"User\".name = 'big'";
    assert_eq!(rows(&own, &url, joined).concat(), ["small"]);
}

/// A person is found by each name, and by both in either order; never by her job.
#[test]
fn several_columns_are_a_name() {
    let script = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/import/databases/staff.sql"),
    );
    let (folder, said, code) = imported(&script.unwrap(), &["--values", "20"]);
    assert_eq!(code, 0, "{said}");
    let (url, own) = (url(&folder), own_codebook(&folder));
    let bindings = std::fs::read_to_string(own.join("bindings.yaml")).unwrap();
    assert!(
        bindings.contains("label: [first_name, last_name]"),
        "{bindings}"
    );
    let codebook = std::fs::read_to_string(own.join("codebook.yaml")).unwrap();
    // Neither a secret nor the values of people.
    assert!(said.contains("secret: 1"), "{said}");
    assert!(
        !codebook.contains("password") && !codebook.contains("m@x"),
        "{codebook}"
    );
    assert!(codebook.contains("Office"), "{codebook}");
    for (name, found) in [
        ("Margaret Peacock", vec!["100", "98"]),
        ("Peacock Margaret", vec!["100", "98"]),
        ("Fuller", vec!["99"]),
        ("fuller andrew", vec!["99"]),
    ] {
        let question = format!("SELECT id FROM orders WHERE employee_id = '{name}'");
        let found: Vec<Vec<String>> = found.iter().map(|own| vec![(*own).to_owned()]).collect();
        assert_eq!(rows(&own, &url, &question), found, "{name}");
    }
    let question = "SELECT id FROM orders WHERE employee_id = 'Peacock'";
    let (code, said, _) = asked(&own, &url, question);
    let candidates = &said["clarify"]["reasons"][0]["candidates"];
    let names = [&candidates[0]["label"], &candidates[1]["label"]];
    assert_eq!(
        (code, names),
        (5, [&"Anna Peacock".into(), &"Margaret Peacock".into()]),
        "{said}"
    );
}

/// A database of 300 tables, and one of 500 columns, are imported whole and answer.
#[test]
fn large_schemas_answer() {
    let tables = (0..300).map(|at| {
        let refers = |name: &str, to: i32| format!(", {name}_id INTEGER REFERENCES t{to} (id)");
        let keys = [("parent", at - 1), ("half", at / 2), ("third", at / 3)];
        let keys = keys.iter().filter(|(_, to)| (0..at).contains(to));
        let keys: String = keys.map(|(name, to)| refers(name, *to)).collect();
        format!(
            "CREATE TABLE t{at} (id INTEGER PRIMARY KEY, name TEXT, amount REAL{keys});
             INSERT INTO t{at} (id, name, amount) VALUES (1, 'n{at}', {at});"
        )
    });
    let columns: String = (0..500).map(|at| format!(", c{at} REAL")).collect();
    let wide = format!(
        "CREATE TABLE w (id INTEGER PRIMARY KEY, name TEXT{columns}); INSERT INTO w (id, c499) VALUES (1, 7);"
    );
    let script = tables.chain([wide]).collect::<String>();
    let (folder, said, code) = imported(&script, &[]);
    assert_eq!(code, 0, "{said}");
    let (url, own) = (url(&folder), own_codebook(&folder));
    for (question, expected) in [
        ("SELECT name FROM t299 WHERE amount = 299", "n299"),
        ("SELECT c499 FROM w", "7"),
    ] {
        assert_eq!(rows(&own, &url, question), [[expected]], "{question}");
    }
}

/// What a codebook cannot list stays a text, and the report says which value; what has no key says what to write.
#[test]
fn an_import_is_checked_before_it_is_ok() {
    let script = "
CREATE TABLE client (id INTEGER PRIMARY KEY, kind TEXT, note TEXT);
INSERT INTO client VALUES (1, 'with space', 'Coventry House' || char(10) || 'Miner Rd.'), (2, 'a\"b', 'x');
CREATE VIEW totals AS SELECT kind, COUNT(*) AS own FROM client GROUP BY kind;
CREATE TABLE log (at TEXT, what TEXT);
";
    let (_folder, said, code) = imported(script, &["--values", "20"]);
    assert_eq!(code, 0, "{said}");
    for line in [
        "read_as_text: 1 (taken as a string, which is wider than what the ontology says): table:client.note",
        "row_number: 1 (a table without a key: its rows are identified by their numbers, which VACUUM may change): log",
        "no_key: 1 (nothing tells its rows apart, no primary key and no unique index: an overlay can bind it, with the columns that do as its `key`): totals",
    ] {
        assert!(said.contains(line), "{line} not in {said}");
    }
}

/// `IN` over a list compares letter by letter, so a value in another case is absent; `=` ignores case.
#[test]
fn a_member_of_a_list_in_another_case_is_absent_for_in_alone() {
    let reasons = ["tags = 'sme'", "tags IN ('sme')", "tags IN ('SME')"].map(|condition| {
        let sql = format!("SELECT COUNT(*) FROM enterprise WHERE {condition}");
        let arguments = ["run", "--domain", "enterprise", "--format", "json"];
        let (_, value, _) = answer(&common::pipe(&arguments, &sql));
        value["reasons"].clone()
    });
    let absent = serde_json::json!(["no_rows", "value_not_found"]);
    let none = serde_json::json!([]);
    assert_eq!(reasons, [none.clone(), absent, none]);
}
