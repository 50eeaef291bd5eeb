//! A value that no row has is named in every kind of answer, and a zero over it is no fact.

use cmec_decoder::{Decoder, Verdict, generated};
use cmec_executor::ports::database::sqlite::Sqlite;
use cmec_executor::response::Response;
use cmec_executor::taxonomy::ResponseType;
use cmec_executor::{Catalogue, Principals};
use tokio::runtime::Runtime;

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
