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
