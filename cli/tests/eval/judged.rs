//! What an answer is right by: its contract, another right one, the rows of the demonstration, a question back.

use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::cmec;
use crate::told;

/// The report on one answer in SQL to each of some questions.
fn report(domain: &str, cases: &[(Value, &str)]) -> Value {
    let folder = TempDir::new().unwrap();
    let (mut set, mut answers) = (String::new(), String::new());
    for (place, (own, answer)) in cases.iter().enumerate() {
        let mut question =
            json!({"id": place.to_string(), "en": format!("q{place}"), "demo": {"rows": 1}});
        let members = own.as_object().unwrap().clone();
        question.as_object_mut().unwrap().extend(members);
        set.push_str(&format!("{question}\n"));
        let name = domain.rsplit('/').next().unwrap();
        let answer = json!({
            "domain": name, "question": format!("q{place}"), "language": "en", "notation": "sql",
            "constraint": "none", "model": "m", "answer": {"text": answer},
        });
        answers.push_str(&format!("{answer}\n"));
    }
    let file = |name: &str, text: String| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let mut command = cmec(&["eval", "--domain", domain, "--format", "json"]);
    command.arg("--set").arg(file("set.jsonl", set));
    command.arg("--replay").arg(file("answers.jsonl", answers));
    let (code, report, error) = told(&command.output().unwrap());
    assert_eq!((code, error.as_str()), (0, ""));
    report
}

/// Outcome and by what of each case, `!` behind it where there were no rows to judge by.
fn verdicts(report: &Value) -> Vec<String> {
    let cases = report["cases"].as_array().unwrap().iter();
    let cases = cases.map(|case| {
        let text = |key: &str| case[key].as_str().unwrap_or("-").to_owned();
        let mark = if case["uncompared"] == true { "!" } else { "" };
        format!("{} {}{mark}", text("outcome"), text("right_by"))
    });
    cases.collect()
}

#[test]
fn equal_rows_make_another_contract_right() {
    const ROSE: &str = "SELECT * FROM wine WHERE type = 'rose' AND region = 'Кахетия'";
    let wrong = "silent_wrong -";
    let cases = [
        // Columns beside those that are asked for, and an order that nobody asked for, say nothing.
        (
            "SELECT name, price FROM wine WHERE region = 'Кахетия'",
            "SELECT * FROM wine WHERE region = 'Кахетия'",
            "right rows",
        ),
        (
            ROSE,
            "```sql\nSELECT name FROM wine WHERE type = 'rose' AND region = 'Кахетия' ORDER BY price\n```",
            "right rows",
        ),
        (
            ROSE,
            "SELECT price FROM wine WHERE type = 'rose' AND region = 'Кахетия'",
            wrong,
        ),
        (
            "SELECT name, price FROM wine WHERE region = 'Кахетия'",
            "SELECT name FROM wine WHERE region = 'Кахетия'",
            wrong,
        ),
        // The first rows are the same, and there are more of them.
        (
            "SELECT * FROM wine WHERE price > 1000 ORDER BY price DESC LIMIT 1",
            "SELECT * FROM wine ORDER BY price DESC LIMIT 1",
            wrong,
        ),
        (
            "SELECT name FROM wine WHERE region = 'Кахетия' ORDER BY price",
            "SELECT name FROM wine WHERE region = 'Кахетия'",
            wrong,
        ),
        // A number is known by its value, and none of nothing.
        (
            "SELECT COUNT(*) FROM wine WHERE type = 'rose'",
            "SELECT COUNT(name) AS n FROM wine WHERE type = 'rose'",
            "right rows",
        ),
        (
            "SELECT COUNT(*) FROM wine WHERE type = 'rose'",
            "SELECT COUNT(*) FROM wine WHERE type = 'white'",
            wrong,
        ),
        (
            "SELECT COUNT(*) FROM wine WHERE price < 1",
            "SELECT COUNT(*) FROM wine WHERE price < 2",
            "silent_wrong -!",
        ),
        (
            "SELECT * FROM wine WHERE price < 1",
            "SELECT * FROM wine WHERE price < 2",
            "silent_wrong -!",
        ),
        (ROSE, "SELECT * FROM wine WHERE price < 1", wrong),
        // The answer says that no row has the value.
        (
            ROSE,
            "SELECT * FROM wine WHERE type = 'rose' AND region = 'Кахетияя'",
            "limited -",
        ),
    ];
    let asked: Vec<(Value, &str)> = (cases.iter())
        .map(|(intent, answer, _)| (json!({"intent": intent}), *answer))
        .collect();
    let expected: Vec<&str> = cases.iter().map(|(_, _, verdict)| *verdict).collect();
    let all = report("wine", &asked);
    assert_eq!(verdicts(&all), expected);
    assert_eq!(all["ways"][0]["uncompared"], json!(2));
    assert_eq!(all["ways"][0]["right_by"]["rows"], json!(3));
    // A folder has no demonstration: contracts judge alone.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../codebook/wine");
    let alone = report(folder.to_str().unwrap(), &asked[..1]);
    assert_eq!(verdicts(&alone), ["silent_wrong -!"]);
}

#[test]
fn the_server_of_records_is_asked_too() {
    let intent = |name: &str| format!("SELECT * FROM document WHERE counterparty = '{name}'");
    let balance = |day: &str| {
        format!("SELECT * FROM account_balance WHERE account = '51' AND date = '{day}'")
    };
    let (full, other) = (intent("АО Приборист"), balance("2026-03-02"));
    let all = report(
        "address",
        &[
            (json!({"intent": intent("Приборист")}), &full),
            (json!({"intent": balance("2026-03-01")}), &other),
        ],
    );
    assert_eq!(verdicts(&all), ["right rows", "silent_wrong -"]);
}

#[test]
fn kinds_scores_and_who_asked_back_are_in_the_report() {
    let rose = "SELECT * FROM wine WHERE type = 'rose'";
    let white = "SELECT * FROM wine WHERE type = 'white'";
    let clear = |more: Value| {
        let mut own = json!({"intent": "SELECT * FROM wine WHERE type = 'red'", "kind": "filter"});
        own.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        own
    };
    let unclear = || json!({"unclear": true, "kind": "chat", "why": "no wine"});
    let no_column = "SELECT * FROM wine WHERE weather = 'sunny'";
    let all = report(
        "wine",
        &[
            (clear(json!({"also": [rose]})), rose),
            (
                clear(json!({"literal": [rose], "loose": ["query_text"]})),
                rose,
            ),
            (clear(json!({})), white),
            (clear(json!({})), "ASK 'Which?'"),
            (clear(json!({"ask_ok": true})), "ASK 'Which?'"),
            (unclear(), "Which wine do you mean?"),
            (unclear(), no_column),
            (unclear(), rose),
        ],
    );
    let expected = [
        "right also",
        "right also",
        "silent_wrong -",
        "asked -",
        "right question",
        "right question",
        "right question",
        "silent_wrong -",
    ];
    assert_eq!(verdicts(&all), expected);
    assert_eq!(all["cases"][6]["asked_by"], json!("decoder"));
    assert_eq!(all["cases"][6]["kind"], json!("chat"));
    let row = &all["ways"][0];
    assert_eq!(
        (&row["clarify"]["by_model"], &row["clarify"]["by_decoder"]),
        (&json!(1), &json!(1))
    );
    // (5 − 2) / 8 and (5 − 20) / 8; 3 of 5 clear ones are right, 2 by a contract.
    assert_eq!(
        (&row["rs_1"], &row["rs_10"]),
        (&json!(0.375), &json!(-1.875))
    );
    assert_eq!(row["clear_right"], json!(0.6));
    assert_eq!(
        row["kinds"]["chat"],
        json!({
            "questions": 3, "right": 2, "silent_wrong": 1, "limited": 0, "asked": 0, "rejected": 0, "failed": 0,
            "rs_1": 0.3333, "rs_10": -2.6667,
        })
    );
}
