//! A value that no row has is named in every kind of answer, and a zero over it is no fact.

use cmec_decoder::{Decoder, Verdict, generated};
use cmec_executor::ports::database::sqlite::Sqlite;
use cmec_executor::response::Response;
use cmec_executor::taxonomy::ResponseType;
use cmec_executor::{Catalogue, Principals};
use tokio::runtime::Runtime;

use crate::Pg;
use crate::host::Host;
use crate::wine_tools;

/// Answers of every shape, with a condition in the place of `{}`.
const SHAPES: &[&str] = &[
    "SELECT * FROM wine WHERE {}",
    "SELECT name, price FROM wine WHERE {} ORDER BY price DESC LIMIT 3",
    "SELECT DISTINCT country FROM wine WHERE {}",
    "SELECT COUNT(*) FROM wine WHERE {}",
    "SELECT COUNT(*) FROM wine WHERE type = 'red' AND {}",
    "SELECT AVG(price), MAX(year) FROM wine WHERE {}",
    "SELECT SUM(price), COUNT(DISTINCT region) FROM wine WHERE {}",
    "SELECT EXISTS (SELECT 1 FROM wine WHERE {})",
    "SELECT type, COUNT(*) FROM wine WHERE {} GROUP BY type",
    "SELECT type, AVG(price) FROM wine WHERE {} GROUP BY type HAVING COUNT(*) > 1",
    "SELECT * FROM wine WHERE type = 'red' EXCEPT SELECT * FROM wine WHERE {}",
    "SELECT * FROM wine WHERE {} UNION SELECT * FROM wine WHERE type = 'rose'",
];

/// Conditions on a field, which is in the place of `<f>`, with a value in the place of `<v>`.
const CONDITIONS: &[&str] = &[
    "<f> = '<v>'",
    "<f> <> '<v>'",
    "<f> IN ('<v>', '<there>')",
    "<f> NOT IN ('<v>', '<there>')",
    "<f> LIKE '%<v>%'",
    "<f> NOT LIKE '%<v>%'",
    "(<f> = '<v>' OR year = 2018)",
];

/// Fields, with a value that some row has.
const FIELDS: [(&str, &str); 3] = [
    ("country", "Италия"),
    ("food", "паста"),
    ("producer", "Casa Rossa"),
];

const ABSENT: [&str; 4] = ["Italy", "Италии", "Итaлия", "null"];

fn answered(check: impl Fn(&str, &Response)) -> usize {
    let runtime = Runtime::new().unwrap();
    let world = wine_tools::world(wine_tools::DATA);
    let host = Host {
        tables: generated::builtin("wine").unwrap(),
        catalogue: Catalogue {
            structured: Some(world.catalogue.clone()),
            ..cmec_executor::generated::builtin("wine").unwrap().clone()
        },
        principals: Principals::NONE,
        total: false,
    };
    let database = Sqlite::new(&world.file);
    let mut answers = 0;
    for shape in SHAPES {
        for condition in CONDITIONS {
            for (field, there) in FIELDS {
                let values: &[&str] = &ABSENT;
                for value in values.iter().chain([&there]) {
                    let condition = condition
                        .replace("<f>", field)
                        .replace("<v>", value)
                        .replace("<there>", there);
                    let sql = shape.replace("{}", &condition);
                    let decoded = Decoder::new(host.tables).decode(&sql, "");
                    if matches!(decoded.verdict, Verdict::Contract(_)) {
                        check(&sql, &runtime.block_on(host.answer(&sql, &database)));
                        answers += 1;
                    }
                }
            }
        }
    }
    answers
}

#[test]
fn a_value_that_no_row_has_is_named_in_every_answer() {
    let answers = answered(|sql, response| {
        let absent = ABSENT
            .iter()
            .find(|own| sql.contains(&format!("{own}'")) || sql.contains(&format!("{own}%")));
        let is_named = response.reasons.iter().any(|own| own == "value_not_found");
        assert_eq!(is_named, absent.is_some(), "{sql}\n{response:?}");
        let cells = response.rows.iter().flat_map(|row| &row.values);
        let cells: Vec<String> = cells.map(|(_, cell)| format!("{cell:?}")).collect();
        let says = |text: &str| cells.iter().all(|cell| cell.contains(text));
        let is_zero = says("\"0\"") || says("Null") || says("false");
        if absent.is_some() && is_zero {
            assert_eq!(
                response.response_type,
                ResponseType::LimitedWithReason,
                "{sql}"
            );
            assert!(response.rows.is_empty(), "{sql}");
        }
    });
    assert!(answers > 500, "{answers}");
}

/// Names as they are stored: a letter and its mark apart, letters of full width, both as usual.
const FORMS: [&str; 4] = ["Мои\u{306}ка", "Cafe\u{301}", "ＡＣＭＥ７", "Пруд"];

#[test]
fn a_value_in_another_form_of_letters_is_found_and_told() {
    let runtime = Runtime::new().unwrap();
    let tables = generated::builtin("enterprise").unwrap();
    let bound = cmec_executor::generated::builtin("enterprise").unwrap();
    let host = Host::new(tables, bound.structured.clone().unwrap());
    let rows = FORMS.iter().enumerate();
    let rows = rows.map(|(key, name)| format!("({key}, 'e{key}', '{name}')"));
    let script = format!(
        "DROP TABLE IF EXISTS enterprises;
        CREATE TABLE enterprises (id bigint PRIMARY KEY, name text, industry_name text);
        INSERT INTO enterprises VALUES {}",
        rows.collect::<Vec<_>>().join(", ")
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("forms.db");
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.execute_batch(&script).unwrap();
    let sqlite = Sqlite::new(&file);
    let pg = runtime.block_on(Pg::start());
    if let Some(pg) = &pg {
        runtime.block_on(async {
            let mut admin = pg.admin.lock().await;
            let made = sqlx::raw_sql(sqlx::AssertSqlSafe(script)).execute(&mut *admin);
            made.await.unwrap();
        });
    }
    for (condition, names, forms) in [
        ("= 'Мойка'", &FORMS[..1], 1),
        ("= 'Café'", &FORMS[1..2], 1),
        (
            "IN ('Пруд', 'ACME7', 'Мойка')",
            &[FORMS[0], FORMS[2], FORMS[3]][..],
            2,
        ),
        ("LIKE '%cme7%'", &FORMS[2..3], 1),
        ("LIKE 'мой%'", &FORMS[..1], 1),
        ("<> 'Café'", &[FORMS[0], FORMS[2], FORMS[3]][..], 1),
        ("= 'Мои\u{306}ка'", &FORMS[..1], 0),
        ("= 'мойка'", &[][..], 0),
        ("= 'Пруд'", &FORMS[3..], 0),
    ] {
        let question = format!("SELECT industry FROM enterprise WHERE industry {condition}");
        let of_pg = pg
            .as_ref()
            .map(|pg| runtime.block_on(host.answer(&question, &pg.database)));
        for response in of_pg
            .into_iter()
            .chain([runtime.block_on(host.answer(&question, &sqlite))])
        {
            let shown: Vec<String> = response
                .rows
                .iter()
                .flat_map(|row| &row.values)
                .filter_map(|(_, cell)| cell.shown().map(str::to_owned))
                .collect();
            assert_eq!(shown, names, "{condition}\n{response:?}");
            let said = response.limitations.iter().map(ToString::to_string);
            let told = said.filter(|said| said.starts_with("matched_by_form"));
            assert_eq!(told.count(), forms, "{condition}\n{response:?}");
        }
    }
}
