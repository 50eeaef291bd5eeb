//! Answers in SQL: what is right and what is wrong over a small database, and hostile statements.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::cmec;
use crate::told;

/// Five wines. Two cost the same, one has no price.
const WINES: &str = "
CREATE TABLE wines (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, producer TEXT, region TEXT, country TEXT, vintage_year INTEGER,
    grape_varieties TEXT, wine_type TEXT NOT NULL, sweetness TEXT, body INTEGER, tannins INTEGER, acidity INTEGER,
    price_rub DECIMAL(10, 2), description TEXT, tasting_notes TEXT, food_pairings TEXT
);
CREATE TABLE guests (id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO wines (id, name, country, wine_type, sweetness, price_rub, grape_varieties) VALUES
    (1, 'Одно', 'Италия', 'red', 'dry', 1000.5, '[\"мерло\",\"санджовезе\"]'),
    (2, 'Два', 'Италия', 'red', 'dry', 2000, '[\"мерло\"]'),
    (3, 'Три', 'Франция', 'red', 'dry', 2000, NULL),
    (4, 'Четыре', 'Франция', 'rose', 'semi_dry', NULL, NULL),
    (5, 'Пять', NULL, 'white', 'sweet', 3000, '[\"рислинг\"]');
";

/// Questions over them: an id and a line, or none where the question is unclear.
const QUESTIONS: &[(&str, Option<&str>)] = &[
    ("dry_red", Some("red dry")),
    ("priced", Some("red .name .price -price")),
    ("countries", Some("count:n avg(price):p by country")),
    ("grapes", Some(".name .varieties")),
    ("dearest", Some("-price 2")),
    ("spanish", Some("country=Испания")),
    ("prose", Some("\"something nice\"")),
    ("weather", None),
    ("yesterday", None),
];

/// A small world: the database, the questions, and a record.
struct World {
    folder: TempDir,
}

impl World {
    fn new() -> Self {
        let own = Self {
            folder: TempDir::new().unwrap(),
        };
        let connection = rusqlite::Connection::open(own.path("own.db")).unwrap();
        connection.execute_batch(WINES).unwrap();
        let questions = QUESTIONS.iter().map(|(id, line)| {
            let mut question = json!({"id": id, "en": id});
            match line {
                Some(line) => question["intent"] = json!(line),
                None => question["unclear"] = json!(true),
            }
            format!("{question}\n")
        });
        std::fs::write(own.path("questions.jsonl"), questions.collect::<String>()).unwrap();
        std::fs::create_dir(own.path("temporary")).unwrap();
        own
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What comes of these answers: exit code, report, standard error.
    fn replayed(&self, answers: &[(&str, &str)], more: &[&str]) -> (i32, Value, String) {
        let lines = answers.iter().map(|(id, text)| {
            let line = json!({
                "domain": "wine", "id": id, "language": "en", "notation": "sql", "constraint": "none", "model": "m",
                "text": text, "usage": {"prompt": 10, "completion": 1},
            });
            format!("{line}\n")
        });
        std::fs::write(self.path("answers.jsonl"), lines.collect::<String>()).unwrap();
        let mut command = cmec(&["eval", "--domain", "wine", "--format", "json"]);
        command.arg("--set").arg(self.path("questions.jsonl"));
        command.arg("--replay").arg(self.path("answers.jsonl"));
        command
            .arg("--db")
            .arg(format!("sqlite:{}", self.path("own.db").display()));
        command.env("TMPDIR", self.path("temporary"));
        told(&command.args(more).output().unwrap())
    }

    /// The kind of one answer to a question that every statement of the tests is wrong about, and why.
    fn one(&self, text: &str) -> (String, String) {
        let (code, report, error) = self.replayed(&[("dry_red", text)], &["--run-sql"]);
        assert_eq!((code, error.as_str()), (0, ""), "{text}");
        let case = &report["cases"][0];
        let said = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
        (said("outcome"), said("reason"))
    }
}

/// Right rows, in other columns and other orders where the contract does not sort; others; an error; questions back; what
/// cannot be compared.
#[test]
fn the_figures_of_sql_are_those_worked_out_by_hand() {
    let world = World::new();
    let answers = [
        // Names are compared, whatever stands beside them.
        (
            "dry_red",
            "SELECT price_rub, name FROM wines WHERE wine_type = 'red' ORDER BY 1 DESC;",
        ),
        // Two wines cost the same: they may change places. The cheapest stands last.
        (
            "priced",
            "SELECT name, price_rub FROM wines WHERE wine_type = 'red' ORDER BY price_rub DESC, id DESC",
        ),
        // A mean of prices without the one that is missing, as the contract has it, and of no country too.
        (
            "countries",
            "SELECT avg(price_rub), count(*), country FROM wines GROUP BY country",
        ),
        // A list is JSON in the database, and between commas here.
        (
            "grapes",
            "SELECT name, replace(replace(replace(grape_varieties, '[', ''), ']', ''), '\"', '') FROM wines",
        ),
        // The dearest first: the other way round.
        (
            "dearest",
            "SELECT name, price_rub FROM wines WHERE id IN (5, 2) ORDER BY price_rub",
        ),
        // No wine is Spanish: nothing to compare.
        (
            "spanish",
            "SELECT name FROM wines WHERE country = 'Испания'",
        ),
        // A text to look for has no table for an answer.
        ("prose", "SELECT name FROM wines"),
        ("weather", "?\"Which wine?\""),
        ("yesterday", "SELECT name FROM wines"),
    ];
    let (code, report, error) = world.replayed(&answers, &["--run-sql"]);
    assert_eq!((code, error.as_str()), (0, ""));
    let outcomes: Vec<(&str, &str)> = (report["cases"].as_array().unwrap().iter())
        .map(|case| {
            (
                case["id"].as_str().unwrap(),
                case["outcome"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        outcomes,
        [
            ("dry_red", "right"),
            ("priced", "right"),
            ("countries", "right"),
            ("grapes", "right"),
            ("dearest", "silent_wrong"),
            ("spanish", "not_run"),
            ("weather", "right"),
            ("yesterday", "silent_wrong"),
        ]
    );
    assert_eq!(report["no_tables"], 1);
    let row = &report["ways"][0];
    assert_eq!(row["notation"], "sql");
    assert_eq!(row["not_run"], 1);
    // 4 of the 5 clear ones that were compared, 6 statements with rows of 7, 2 of 7.
    assert_eq!(row["contract_equality"], 0.8);
    assert_eq!(row["executable"], 0.8571);
    assert_eq!(row["silent_wrong_share"], 0.2857);
    assert_eq!(row["filter_f1"], Value::Null);
    let asking =
        json!({"unclear": 2, "asked": 1, "asked_unclear": 1, "precision": 1.0, "recall": 0.5});
    assert_eq!(row["clarify"], asking);
    assert_eq!(row["tokens"]["prompt"], 80);
}

#[test]
fn what_is_not_to_be_run_is_only_counted() {
    let world = World::new();
    let answers = [
        ("dry_red", "SELECT 1"),
        ("weather", "?\"Which?\""),
        ("priced", "Here: SELECT 1"),
    ];
    let (code, report, error) = world.replayed(&answers, &[]);
    assert_eq!((code, error.as_str()), (0, ""));
    let row = &report["ways"][0];
    let figures = ["right", "silent_wrong", "asked", "rejected", "not_run"]
        .map(|key| row[key].as_u64().unwrap());
    assert_eq!(figures, [1, 0, 0, 1, 1]);
    // What was not run is not wrong.
    assert_eq!(
        (&row["contract_equality"], &row["executable"]),
        (&json!(0.0), &json!(0.0))
    );
}

/// Each ends as a rejected answer with its reason, in bounded time, and nothing is written anywhere.
#[test]
fn a_hostile_statement_ends_in_time_and_changes_nothing() {
    let world = World::new();
    let before = std::fs::read(world.path("own.db")).unwrap();
    let other = world.path("other.db");
    let attach = format!("ATTACH '{}' AS other", other.display());
    let vacuum = format!("VACUUM INTO '{}'", other.display());
    let begun = "it begins with no SELECT";
    for (text, why) in [
        (attach.as_str(), begun),
        (&vacuum, begun),
        ("PRAGMA writable_schema = 1", begun),
        ("DELETE FROM wines", begun),
        ("EXPLAIN SELECT 1", begun),
        ("```sql\nSELECT name FROM wines\n```", begun),
        ("?", "it is no question back"),
        (
            "WITH gone AS (SELECT 1) DELETE FROM wines",
            "not authorized",
        ),
        (
            "WITH gone AS (SELECT 1) INSERT INTO guests SELECT 1, 'x'",
            "not authorized",
        ),
        ("SELECT * FROM pragma_table_info('wines')", "not authorized"),
        (
            "SELECT load_extension('evil')",
            "not authorized to use function: load_extension",
        ),
        (
            "SELECT name FROM wines; DELETE FROM wines",
            "not authorized",
        ),
        (
            "SELECT name FROM wines; SELECT name FROM wines",
            "Multiple statements provided",
        ),
        (
            "SELECT name FROM wines WHERE price_rub < ?",
            "it has parameters, and nobody gives them a value",
        ),
        ("SELECT grape FROM wines", "no such column: grape"),
        ("SELECT", "incomplete input"),
        ("SELECT zeroblob(1000000000)", "string or blob too big"),
        ("SELECT hex(randomblob(200000))", "string or blob too big"),
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
            "more than 50000 rows",
        ),
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT hex(randomblob(100000)) FROM n",
            "more than 33554432 bytes",
        ),
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
            "no answer within 5 seconds",
        ),
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT DISTINCT i FROM n",
            "no answer within 5 seconds",
        ),
    ] {
        let since = Instant::now();
        let (outcome, reason) = world.one(text);
        assert_eq!(outcome, "rejected", "{text}");
        assert!(reason.contains(why), "{text}: {reason}");
        assert!(since.elapsed() < Duration::from_secs(30), "{text}");
    }
    assert_eq!(std::fs::read(world.path("own.db")).unwrap(), before);
    assert!(!other.exists());
    // The copies are gone.
    let mut copies = std::fs::read_dir(world.path("temporary")).unwrap();
    assert!(copies.next().is_none());
    let mut left = std::fs::read_dir(world.folder.path()).unwrap();
    assert!(left.all(|own| {
        !own.unwrap()
            .file_name()
            .to_str()
            .unwrap()
            .starts_with("own.db-")
    }));
}

/// What is in a journal beside the file is copied with it.
#[test]
fn a_copy_has_what_a_write_ahead_log_holds() {
    let world = World::new();
    let connection = rusqlite::Connection::open(world.path("own.db")).unwrap();
    connection
        .pragma_update(None, "journal_mode", "WAL")
        .unwrap();
    connection
        .execute("UPDATE wines SET wine_type = 'white' WHERE id = 1", ())
        .unwrap();
    let (outcome, _) = world.one("SELECT name FROM wines WHERE id IN (2, 3)");
    assert_eq!(outcome, "right");
}

#[test]
fn what_no_sql_can_be_asked_of_is_usage() {
    let asked = |domain: &str, more: &[&str]| {
        let mut command = cmec(&["eval", "--domain", domain, "--notation", "sql"]);
        command.args(["--endpoint", "http://127.0.0.1:1/v1", "--model", "m"]);
        told(&command.args(more).output().unwrap())
    };
    let folder = TempDir::new().unwrap();
    let empty = folder.path().join("empty.db");
    rusqlite::Connection::open(&empty)
        .unwrap()
        .execute_batch("CREATE TABLE t (a)")
        .unwrap();
    let empty = format!("sqlite:{}", empty.display());
    for (domain, more, expected, said) in [
        ("address", &[][..], 2, "`address` has no `bindings.yaml`"),
        ("mind", &[], 2, "`mind` has no `bindings.yaml`"),
        (
            "wine",
            &["--db", "postgres://u@h/n"],
            2,
            "takes SQLite files alone",
        ),
        ("wine", &["--types", "vine"], 2, "there is no type `vine`"),
        (
            "wine",
            &["--db", &empty],
            1,
            "it has none of the tables of `bindings.yaml`",
        ),
        ("wine", &["--db", "sqlite:nowhere.db"], 1, "nowhere.db"),
        (
            "wine",
            &["--constraint", "grammar"],
            2,
            "can hold none of these notations",
        ),
    ] {
        let (code, _, error) = asked(domain, more);
        assert_eq!(code, expected, "{error}");
        assert!(error.contains(said), "{said}\n{error}");
    }
}
