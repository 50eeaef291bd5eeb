//! Recorded answers.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::common::cmec;
use crate::{fixture, replayed, told};

/// What came of each question, in the order of the report.
fn outcomes(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let cases = report["cases"].as_array().unwrap().iter();
    let cases = cases.map(|case| (text(&case["id"]), text(&case["outcome"])));
    cases.collect()
}

/// Members of an answer.
const ANSWER: &[&str] = &["text", "calls", "refusal", "usage"];

/// The English text of a question of the fixtures; of another one its id.
fn question(id: &str) -> String {
    let set = std::fs::read_to_string(fixture("wine.questions.jsonl")).unwrap();
    let mut questions = set
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let own = questions.find(|own| own["id"] == id);
    own.map_or(id.to_owned(), |own| own["en"].as_str().unwrap().to_owned())
}

/// A file with these answers to questions in English; each has its notation and constraint.
fn record(folder: &TempDir, answers: &[(&str, &str, &str, Value)]) -> PathBuf {
    let path = folder.path().join("answers.jsonl");
    let lines = answers.iter().map(|(notation, constraint, id, own)| {
        let mut line = json!({
            "domain": "wine", "question": question(id), "language": "en", "notation": notation,
            "constraint": constraint, "model": "m", "latency_ms": 5,
        });
        let members = own.as_object().unwrap().clone();
        let (answer, more): (Map<_, _>, Map<_, _>) = members
            .into_iter()
            .partition(|(key, _)| ANSWER.contains(&key.as_str()));
        let line_members = line.as_object_mut().unwrap();
        line_members.insert("answer".to_owned(), Value::Object(answer));
        line_members.extend(more);
        format!("{line}\n")
    });
    std::fs::write(&path, lines.collect::<String>()).unwrap();
    path
}

/// The twelve answers are: two right contracts in another spelling, one with other names, one as it is; two wrong values that no wine
/// has, a wrong operator; one question back too many; one text that is no intent; one that never came; of the unclear ones
/// one that is asked back about and one that gets a contract.
#[test]
fn the_figures_are_those_worked_out_by_hand() {
    let path = PathBuf::from(fixture("wine.answers.jsonl"));
    let (code, report, error) = replayed(&path, &[]);
    // One answer never came.
    assert_eq!((code, error.as_str()), (5, ""));
    let expected = [
        ("dry_red", "right"),
        ("semi_dry_sparkling", "limited"),
        ("white_by_price", "right"),
        ("countries", "right"),
        ("of_region", "limited"),
        ("grape", "asked"),
        ("sweet", "rejected"),
        ("vintages", "failed"),
        ("rose", "right"),
        ("not_french", "silent_wrong"),
        ("weather", "right"),
        ("same_again", "silent_wrong"),
    ];
    let expected = expected.map(|(id, outcome)| (id.to_owned(), outcome.to_owned()));
    assert_eq!(outcomes(&report), expected);
    let row = &report["ways"][0];
    assert_eq!(
        row,
        &json!({
            "model": "own/model",
            "notation": "sql",
            "constraint": "none",
            "language": "en",
            "questions": 12,
            "right": 5,
            "silent_wrong": 2,
            "limited": 2,
            "asked": 1,
            "rejected": 1,
            "failed": 1,
            // (5 − 2) / 12 and (5 − 20) / 12.
            "rs_1": 0.25,
            "rs_10": -1.25,
            "right_by": {"contract": 4, "also": 0, "rows": 0, "question": 1},
            "uncompared": 0,
            // 4 of the 10 that have a contract.
            "clear_right": 0.4,
            // 2 of 12.
            "silent_wrong_share": 0.1667,
            // One of the two questions back is to one of the two unclear questions.
            "clarify": {
                "unclear": 2, "asked": 2, "asked_unclear": 1, "by_model": 1, "by_decoder": 0,
                "recall": 0.5,
            },
            "repairs": 0,
            // Eleven answers of 100 and 10.
            "tokens": {"prompt": 1100, "cached": 0, "completion": 110},
            // 100 to 1200 without 800: the sixth and the eleventh of eleven.
            "latency_ms": {"p50": 600, "p95": 1200},
            "kinds": {
                "filter": {
                    "questions": 7, "right": 2, "silent_wrong": 1, "limited": 2, "asked": 1, "rejected": 1, "failed": 0,
                    "rs_1": 0.1429, "rs_10": -1.1429,
                },
                "group": {
                    "questions": 1, "right": 1, "silent_wrong": 0, "limited": 0, "asked": 0, "rejected": 0, "failed": 0,
                    "rs_1": 1.0, "rs_10": 1.0,
                },
                "range": {
                    "questions": 2, "right": 1, "silent_wrong": 0, "limited": 0, "asked": 0, "rejected": 0, "failed": 1,
                    "rs_1": 0.5, "rs_10": 0.5,
                },
                "unclear": {
                    "questions": 2, "right": 1, "silent_wrong": 1, "limited": 0, "asked": 0, "rejected": 0, "failed": 0,
                    "rs_1": 0.0, "rs_10": -4.5,
                },
            },
        })
    );
}

#[test]
fn every_notation_is_read_as_it_is_said() {
    let folder = TempDir::new().unwrap();
    let filters = json!([
        {"f": "F008", "op": "EQ", "v": "dry"},
        {"f": "F007", "op": "EQ", "v": "red"},
        {"f": "F012", "op": "LE", "v": 2000.0},
    ]);
    let cmec = json!({"s": "IS", "C": {"flt": filters}}).to_string();
    let nulls = json!({"s": "IS", "o": null, "C": {"flt": filters, "srt": null}}).to_string();
    let call =
        |name: &str, arguments: &str| json!({"id": "1", "name": name, "arguments": arguments});
    let lean = json!({"wine_type": "red", "sweetness": "dry", "price_max": 2000}).to_string();
    let lean = call("search_wines", &lean);
    let strict = "tools.function.strict";
    let path = record(
        &folder,
        &[
            (
                "sql",
                "none",
                "dry_red",
                json!({"text": "```sql\nSELECT * FROM wine WHERE type = 'red' AND sweetness = 'dry' AND price <= 2000;\n```"}),
            ),
            ("sql", "none", "rose", json!({"text": cmec})),
            ("c0.2", "none", "dry_red", json!({"text": cmec})),
            (
                "c0.2",
                "none",
                "rose",
                json!({"text": "SELECT * FROM wine WHERE type = 'rose'"}),
            ),
            (
                "c0.2",
                "response_format.json_schema",
                "dry_red",
                json!({"text": nulls}),
            ),
            (
                "c0.2",
                "response_format.json_schema",
                "rose",
                json!({"text": "{"}),
            ),
            (
                "strict-tool",
                strict,
                "dry_red",
                json!({"calls": [call("query_wine", &nulls)]}),
            ),
            (
                "strict-tool",
                strict,
                "weather",
                json!({"calls": [call("query_wine", &json!({"s": "CL", "X": {"q": "What?"}}).to_string())]}),
            ),
            ("tools", "none", "dry_red", json!({"calls": [lean]})),
            ("tools", "none", "rose", json!({"calls": [lean, lean]})),
            (
                "tools",
                "none",
                "weather",
                json!({"text": "Which wine do you mean?"}),
            ),
            (
                "tools",
                "none",
                "same_again",
                json!({"text": "Here it is."}),
            ),
            ("tools", "none", "sweet", json!({"refusal": "I will not."})),
        ],
    );
    let (code, report, error) = replayed(&path, &[]);
    assert_eq!((code, error.as_str()), (0, ""));
    let cases: Vec<String> = (report["cases"].as_array().unwrap().iter())
        .map(|case| {
            let text = |key: &str| case[key].as_str().unwrap();
            let (notation, held) = (text("notation"), text("constraint"));
            format!("{notation} {held} {} {}", text("id"), text("outcome"))
        })
        .collect();
    assert_eq!(
        cases,
        [
            "sql none dry_red right",
            "sql none rose rejected",
            "c0.2 none dry_red right",
            "c0.2 none rose rejected",
            "c0.2 response_format.json_schema dry_red right",
            "c0.2 response_format.json_schema rose rejected",
            "strict-tool tools.function.strict dry_red right",
            "strict-tool tools.function.strict weather right",
            "tools none dry_red right",
            "tools none sweet rejected",
            "tools none rose rejected",
            "tools none weather right",
            "tools none same_again rejected",
        ]
    );
}

/// The right answer of every built-in question is right, in every language.
#[test]
fn every_built_in_question_has_a_right_answer() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("answers.jsonl");
    for domain in ["address", "enterprise", "mind", "wine"] {
        let set = format!("../fixtures/questions/{domain}.jsonl");
        let set = Path::new(env!("CARGO_MANIFEST_DIR")).join(set);
        let set = std::fs::read_to_string(set).unwrap();
        let mut answers = String::new();
        for question in set.lines() {
            let question: Value = serde_json::from_str(question).unwrap();
            let text = question["intent"].as_str().unwrap_or("ASK '?'");
            for language in ["en", "ru", "zh"] {
                // What SQL has no words for is cMEC.
                let notation = if text.starts_with('{') { "c0.2" } else { "sql" };
                let answer = json!({
                    "domain": domain, "question": question[language], "language": language,
                    "notation": notation, "constraint": "none", "model": "m",
                    "answer": {"text": text, "usage": {"prompt": 1, "completion": 1}},
                });
                answers.push_str(&format!("{answer}\n"));
            }
        }
        std::fs::write(&path, answers).unwrap();
        let asked = ["eval", "--domain", domain, "--format", "json", "--replay"];
        let output = cmec(&asked).arg(&path).output().unwrap();
        let (code, report, error) = told(&output);
        assert_eq!((code, error.as_str()), (0, ""), "{domain}");
        // Of a notation all languages together, then each.
        let ways = report["ways"].as_array().unwrap();
        assert_eq!(ways.len() % 4, 0);
        let mut right = 0;
        for whole in ways.iter().filter(|way| way["language"].is_null()) {
            assert_eq!(whole["right"], whole["questions"], "{domain}");
            right += whole["right"].as_u64().unwrap();
        }
        assert!(right >= 3 * 40, "{domain}");
    }
}

#[test]
fn what_is_wrong_with_a_record_is_told() {
    let folder = TempDir::new().unwrap();
    let good = json!({"text": "SELECT * FROM wine WHERE type = 'rose'"});
    for (answers, said) in [
        (
            vec![("sql", "none", "nobody", good.clone())],
            "an answer to `nobody`",
        ),
        (
            vec![("no\u{1b}[31m", "none", "rose", good.clone())],
            r"line 1: unknown variant `no\u{1b}[31m`",
        ),
        (
            vec![("sql", "grammar", "rose", good.clone())],
            "line 1: `none`, or a mechanism: response_format.json_schema, ",
        ),
        (
            vec![("sql", "guided_json", "rose", good.clone())],
            "line 1: there is no `sql` held to `guided_json`",
        ),
        (
            vec![("sql", "none", "rose", json!({"domain": "mind"}))],
            "line 1: an answer about `mind`, not `wine`",
        ),
        (
            vec![("sql", "none", "rose", json!({"types": ["vine"]}))],
            "there is no type `vine`",
        ),
        (
            vec![("sql", "none", "rose", json!({"text": 5}))],
            "line 1: invalid type",
        ),
        (
            vec![("sql", "none", "rose", json!({"repair": 1}))],
            "line 1: unknown field `repair`",
        ),
        (
            vec![(
                "sql",
                "none",
                "rose",
                json!({"error": {"code": "model_timeout"}}),
            )],
            "line 1: either an `answer` or an `error` is expected",
        ),
        (
            vec![("sql", "none", "rose", json!({"language": "fr"}))],
            "line 1: unknown variant `fr`",
        ),
        (vec![], "no answer to look at"),
    ] {
        let path = record(&folder, &answers);
        let (code, report, error) = replayed(&path, &[]);
        assert!(code == 1 || code == 2, "{code} {error}");
        assert_eq!(report, Value::Null);
        assert!(error.contains(said), "{said}\n{error}");
    }
    // Numbers as large as there are cost nobody a report.
    let huge = json!({"text": "SELECT * FROM wine WHERE type = 'rose'", "usage": {"prompt": u64::MAX, "completion": u64::MAX}, "latency_ms": u64::MAX});
    let path = record(
        &folder,
        &[
            ("sql", "none", "rose", huge.clone()),
            ("sql", "none", "sweet", huge),
        ],
    );
    assert_eq!(replayed(&path, &[]).0, 0);
}

/// What of a record is not looked at.
#[test]
fn what_is_not_looked_at_is_told() {
    let folder = TempDir::new().unwrap();
    let own = |text: &str| json!({"text": text});
    let with = |text: &str, more: Value| {
        let mut own = own(text);
        let members = more.as_object().unwrap().clone();
        own.as_object_mut().unwrap().extend(members);
        own
    };
    let path = record(
        &folder,
        &[
            (
                "sql",
                "none",
                "rose",
                own("SELECT * FROM wine WHERE type = 'white'"),
            ),
            (
                "sql",
                "none",
                "rose",
                own("SELECT * FROM wine WHERE type = 'rose'"),
            ),
            (
                "sql",
                "none",
                "sweet",
                with(
                    "SELECT * FROM wine WHERE sweetness = 'sweet'",
                    json!({"language": "ru"}),
                ),
            ),
            (
                "sql",
                "none",
                "rose",
                with("SELECT * FROM wine WHERE type = 'rose'", json!({"turn": 1})),
            ),
            (
                "sql",
                "none",
                "grape",
                with(
                    "SELECT * FROM wine WHERE type = 'rose'",
                    json!({"request": "0"}),
                ),
            ),
        ],
    );
    let (code, report, error) = replayed(&path, &[]);
    assert_eq!((code, error.as_str()), (0, ""));
    let told = &report["record"];
    let unanswered = told["unanswered"].as_u64().unwrap();
    assert_eq!(
        *told,
        json!({
            "unanswered": unanswered, "left_out": 1, "repairs_left_out": 1, "replaced": 1,
            "other_prompts": 1, "half": false,
        })
    );
    assert!(unanswered > 5);
}

/// A line without an end counts, half a line is told, and what is no record is left as it is.
#[test]
fn the_end_of_a_record_is_not_lost() {
    let folder = TempDir::new().unwrap();
    let path = record(
        &folder,
        &[(
            "sql",
            "none",
            "rose",
            json!({"text": "SELECT * FROM wine WHERE type = 'rose'"}),
        )],
    );
    let whole = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, whole.trim_end()).unwrap();
    let (code, report, _) = replayed(&path, &[]);
    assert_eq!((code, &report["ways"][0]["right"]), (0, &json!(1)));
    assert_eq!(report["record"]["half"], false);
    std::fs::write(
        &path,
        format!("{whole}{{\"domain\":\"wine\",\"question\":\"ros"),
    )
    .unwrap();
    let (code, report, _) = replayed(&path, &[]);
    assert_eq!((code, &report["record"]["half"]), (0, &json!(true)));
    for kept in ["my notes", "{\"domain\": 1}", "[1,"] {
        std::fs::write(&path, kept).unwrap();
        let asked = crate::eval(&[
            "--endpoint",
            "http://127.0.0.1:9/v1",
            "--model",
            "m",
            "--record",
        ]);
        let output = { asked }.arg(&path).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{kept}");
        let left = std::fs::read_to_string(&path).unwrap();
        assert_eq!(left, kept);
    }
}
