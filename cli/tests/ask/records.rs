//! What is kept of a run: recordings and debug envelopes.

use super::*;

fn record(name: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/ask");
    format!("{root}/{name}.jsonl")
}

#[test]
fn a_record_has_no_key_and_stands_in_for_a_model() {
    let runtime = Runtime::new().unwrap();
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("case.jsonl");
    let file = file.to_str().unwrap();
    let (_, first, _) = asked(
        &runtime,
        vec![Turn::Says(
            "SELECT * FROM wine WHERE type = 'red' AND sweetness = 'dry' LIMIT 3",
        )],
        &["--strategy", "sql", "--save", file],
    );
    assert!(!std::fs::read_to_string(file).unwrap().contains(KEY));
    let replay = cmec(&[
        "ask", "--domain", "wine", "--replay", file, "--format", "json",
    ]);
    let (code, text, error) = told(&{ replay }.output().unwrap());
    assert_eq!((code, error.as_str()), (0, ""));
    let second: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(second["response"]["rows"], first["response"]["rows"]);
    let other = cmec(&["ask", "White wine", "--domain", "wine", "--replay", file]);
    let (_, _, error) = told(&{ other }.output().unwrap());
    assert!(
        error.contains("the record is of another question: "),
        "{error}"
    );
    assert!(error.contains("1 requests differ"), "{error}");
    let other = cmec(&["ask", "--domain", "mind", "--replay", file]);
    let (code, _, error) = told(&{ other }.output().unwrap());
    assert_eq!(code, 1);
    assert!(
        error.contains("line 1: an answer about `wine`, not `mind`"),
        "{error}"
    );
}

/// A recording of `ask` is measured by `eval`, and one of `eval` answers a question.
#[test]
fn a_record_is_one_of_ask_and_of_eval() {
    let runtime = Runtime::new().unwrap();
    let folder = TempDir::new().unwrap();
    let [file, set] = ["case.jsonl", "set.jsonl"].map(|name| folder.path().join(name));
    let [file, set] = [&file, &set].map(|path| path.to_str().unwrap());
    let on_the_day = ["--strategy", "sql", "--today", "2026-11-26", "--save", file];
    asked(
        &runtime,
        vec![Turn::Says(
            "SELECT * FROM wine WHERE type = 'red' AND sweetness = 'dry' LIMIT 3",
        )],
        &on_the_day,
    );
    let question = json!({"id": "one", "ru": QUESTION, "intent": "SELECT * FROM wine WHERE sweetness = 'dry' AND type = 'red' LIMIT 3"});
    std::fs::write(set, question.to_string()).unwrap();
    let eval = cmec(&[
        "eval", "--domain", "wine", "--set", set, "--replay", file, "--format", "json",
    ]);
    let (code, text, error) = told(&{ eval }.output().unwrap());
    assert_eq!((code, error.as_str()), (0, ""));
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["ways"][0]["right"], json!(1), "{report}");
    // It was asked for with the same request.
    assert_eq!(report["record"], Value::Null);

    let root = env!("CARGO_MANIFEST_DIR");
    let answers = format!("{root}/../fixtures/eval/wine.answers.jsonl");
    let question =
        "Whites from 1500 to 2999.99 roubles with an acidity of 4 or more, from cheap to dear";
    let ask = cmec(&[
        "ask", question, "--domain", "wine", "--replay", &answers, "--format", "json",
    ]);
    let (code, text, error) = told(&{ ask }.output().unwrap());
    assert_eq!((code, error.as_str()), (0, ""));
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["kind"], json!("rows"));
}

#[test]
fn the_envelope_tells_what_the_model_did_and_what_the_intent_costs() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("debug.jsonl");
    for (domain, forms) in [
        ("address", &["sql", "mec", "tool-call", "statement"][..]),
        ("enterprise", &["sql", "mec", "tool-call", "statement"]),
        ("mind", &["sql", "mec", "tool-call"]),
        ("wine", &["sql", "mec", "tool-call", "statement"]),
    ] {
        let _ = std::fs::remove_file(&file);
        let path = file.to_str().unwrap();
        let record = record(domain);
        let ask = cmec(&[
            "ask",
            "--domain",
            domain,
            "--replay",
            &record,
            "--debug-out",
            path,
        ]);
        assert_eq!(told(&{ ask }.output().unwrap()).0, 0);
        let envelope: Value =
            serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let model = &envelope["model"];
        let costs = model["intent_cost"].as_array().unwrap();
        let own: Vec<&str> = costs
            .iter()
            .map(|own| own["form"].as_str().unwrap())
            .collect();
        assert_eq!(own, forms, "{domain}");
        let tokens = |own: &Value| own["tokens"].as_u64().unwrap();
        assert!(tokens(&costs[0]) < tokens(&costs[1]), "{domain}: {costs:?}");
        assert_eq!(model["tokenizer"], json!("o200k_base"));
        let steps = model["steps"].as_array().unwrap();
        assert!(steps.len() >= 2, "{domain}");
        // Whatever the model said is kept, an intent, too.
        let said = |step: &Value| step["said"].is_string() || step["called"] == "model";
        assert!(steps.iter().all(said), "{domain}: {steps:?}");
        assert!(steps[1]["said"].is_string(), "{domain}: {steps:?}");
        assert!(
            envelope["reasoning"].as_str().unwrap().len() > 10,
            "{domain}"
        );
        let assistant = envelope["assistant"].as_object().unwrap();
        for (key, value) in assistant {
            // No rule stood in for the model.
            assert_eq!(
                value.is_null(),
                key == "fallback_rule_hit",
                "{domain}: {key}"
            );
        }
    }
}
