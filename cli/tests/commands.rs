//! `check`, `compile`, `decode`, `plan`, `explain`: what they print and how they exit.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure and writes its files"
)]

mod common;

use std::path::Path;

use common::{answer, cmec, names, pipe, repository};
use serde_json::{Value, json};

fn exit(arguments: &[&str]) -> (i32, String, String) {
    let output = cmec(arguments).output().unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// A copy of a domain's codebook with one text replaced.
fn damaged(domain: &str, file: &str, from: &str, to: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = repository(&format!("codebook/{domain}"));
    for name in ["", "queries"] {
        let Ok(entries) = std::fs::read_dir(root.join(name)) else {
            continue;
        };
        std::fs::create_dir_all(folder.path().join(name)).unwrap();
        for entry in entries.map(Result::unwrap) {
            if entry.file_type().unwrap().is_file() {
                std::fs::copy(
                    entry.path(),
                    folder.path().join(name).join(entry.file_name()),
                )
                .unwrap();
            }
        }
    }
    let path = folder.path().join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from}");
    std::fs::write(path, text.replacen(from, to, 1)).unwrap();
    folder
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn the_shipped_codebooks_are_clean() {
    for domain in ["enterprise", "address", "mind", "wine"] {
        let folder = repository(&format!("codebook/{domain}"));
        let (code, stdout, stderr) = exit(&[
            "check",
            "--deny-warnings",
            "--format",
            "text",
            name(&folder),
        ]);
        assert_eq!((code, stderr.as_str()), (0, ""));
        assert!(
            stdout.trim_end().ends_with("ok, 0 errors, 0 warnings"),
            "{stdout}"
        );
    }
}

#[test]
fn a_finding_is_drawn_with_file_line_label_and_help() {
    let folder = damaged(
        "enterprise",
        "codebook.yaml",
        "path: enterprise.code",
        "path: entreprise.code",
    );
    let (code, _, stderr) = exit(&["check", "--format", "text", name(folder.path())]);
    assert_eq!(code, 4);
    for part in [
        "error[CB026]",
        "codebook.yaml:",
        "entreprise",
        "^^^",
        "help: ",
    ] {
        assert!(stderr.contains(part), "{part}: {stderr}");
    }
    let (code, stdout, _) = exit(&["check", "--format", "json", name(folder.path())]);
    // What depends on the type is found as well, in the order of the files.
    let mut values = stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    assert!(code == 4 && values.any(|finding| finding["id"] == "CB026"));
}

/// Tool definitions in every form, of a built-in domain and of a folder alike.
#[test]
fn tools_are_printed_in_each_form() {
    let folder = repository("codebook/wine");
    for domain in ["wine", name(&folder)] {
        for (form, at, value) in [
            ("openai", "/2/function/name", json!("search_wines")),
            ("mcp", "/3/inputSchema/required", json!(["query"])),
            ("openai-strict", "/2/function/strict", json!(true)),
            ("anthropic", "/2/input_schema/required", json!([])),
            ("gemini", "/0/name", json!("query_wine")),
        ] {
            let (code, stdout, stderr) = exit(&["tools", "--domain", domain, "--to", form]);
            let tools: Value = serde_json::from_str(&stdout).unwrap();
            // What is over a budget of its provider is written, and told.
            let over = form == "anthropic";
            let expected = if over { 4 } else { 0 };
            assert_eq!(
                (code, tools.pointer(at)),
                (expected, Some(&value)),
                "{form}"
            );
            let said = "`cmec-c0.2` has 88 optional parameters, and 24 are allowed\n";
            assert!(
                stderr.contains(said) == over && (over || stderr.is_empty()),
                "{stderr}"
            );
        }
    }
    assert_eq!(exit(&["tools", "--domain", "wine", "--to", "soap"]).0, 2);
}

#[test]
fn the_checks_of_the_first_day() {
    for (domain, file, from, to, id) in [
        (
            "enterprise",
            "codebook.yaml",
            "  F002: ",
            "  F001: ",
            "CB003",
        ),
        (
            "enterprise",
            "codebook.yaml",
            "  R002: ",
            "  F001: ",
            "CB020",
        ),
        (
            "enterprise",
            "codebook.yaml",
            "to: park,",
            "to: parc,",
            "CB026",
        ),
        // A recipe parameter without a filter.
        (
            "address",
            "recipes.yaml",
            "optional: [as_of_date, counterparty, contract, limit]",
            "optional: [as_of, limit]",
            "CB060",
        ),
        // A query parameter nobody binds, and one the query does not have.
        (
            "address",
            "queries/movements.1c",
            "&КонецПериода",
            "&Конец",
            "CB064",
        ),
        (
            "address",
            "recipes.yaml",
            "      Счет: {filters: [account], as: account, absent: nothing}",
            "      Счёт: {filters: [account], as: account, absent: nothing}",
            "CB065",
        ),
    ] {
        let folder = damaged(domain, file, from, to);
        let (code, stdout, _) = exit(&["check", name(folder.path())]);
        let ids: Vec<Value> = stdout
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].clone())
            .collect();
        assert_eq!(code, 4, "{file}: {to}");
        assert!(ids.contains(&json!(id)), "{file}: {to}: {ids:?}");
    }
}

#[test]
fn check_without_a_codebook_is_wrong_usage() {
    let folder = tempfile::tempdir().unwrap();
    let output = cmec(&["check"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let missing = folder.path().join("nowhere");
    assert_eq!(exit(&["check", name(&missing)]).0, 1);
}

#[test]
fn compiled_files_decode_as_the_built_in_tables_do() {
    let folder = tempfile::tempdir().unwrap();
    let out = name(folder.path());
    let source = repository("codebook/enterprise");
    let all = "rust,tables,schemas,tools,card,reference";
    let compile = |extra: &[&str]| {
        let mut arguments = vec!["compile", name(&source), "--emit", all, "--out", out];
        arguments.extend_from_slice(extra);
        exit(&arguments)
    };
    assert_eq!(compile(&["--check"]).0, 4);
    let (code, stdout, stderr) = compile(&[]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(compile(&["--check"]).0, 0);
    let table = stdout
        .lines()
        .find(|line| {
            std::fs::read_to_string(line).is_ok_and(|text| text.contains("\"source_hash\""))
                && line.ends_with(".json")
        })
        .unwrap();
    let text = r#"{"s":"REX","E":[{"txt":"企业A"},{"txt":"园区B"}],"R":[{"r":"R001"}]}"#;
    let decode = |domain: &str| answer(&pipe(&["decode", "--domain", domain], text));
    let (code, contract, _) = decode("enterprise");
    assert_eq!(code, 0);
    assert_eq!(
        contract["grounding"]["relations"][0]["type"],
        "enterprise_2_park"
    );
    assert_eq!(decode(table), decode("enterprise"));
    assert_eq!(decode(name(&source)), decode("enterprise"));
}

#[test]
fn a_foreign_table_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (text, why) in [
        ("{}", "not a compiled table file"),
        (r#"{"format":999,"tables":{}}"#, "has format 999"),
        ("rubbish", "not a compiled table file"),
    ] {
        let path = folder.path().join("table.json");
        std::fs::write(&path, text).unwrap();
        let output = pipe(&["decode", "--domain", name(&path)], "{}");
        assert_eq!(output.status.code(), Some(1));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(why), "{stderr}");
    }
}

#[test]
fn decode_exits_by_verdict() {
    for (text, code, kind) in [
        (r#"{"s":"IS","tg":["park"]}"#, 0, None),
        (r#"{"s":"IS","tg":["parks"]}"#, 3, Some("clarify")),
        (r#"{"s":"CL","X":{"q":"哪个？"}}"#, 3, Some("clarify")),
        ("nonsense", 4, Some("reject")),
    ] {
        let (exit, value, _) = answer(&pipe(&["decode", "--domain", "enterprise"], text));
        assert_eq!(exit, code, "{text}");
        assert_eq!(value.get("kind").and_then(Value::as_str), kind, "{text}");
    }
    let (exit, value, _) = answer(&pipe(
        &["decode", "--domain", "enterprise", "--no-clarify"],
        r#"{"s":"IS","tg":["parks"]}"#,
    ));
    assert_eq!((exit, &value["kind"]), (4, &json!("reject")));
}

#[test]
fn a_question_shown_as_text_is_in_the_language_asked_for() {
    let text = r#"{"s":"IS","tg":["parks"]}"#;
    for (language, question) in [
        ("zh", "您指的是哪类对象？是否指“园区”？"),
        (
            "ru",
            "О каких объектах вопрос? Возможно, «индустриальный парк»?",
        ),
        ("en", "What kind of thing do you mean? Perhaps “park”?"),
    ] {
        let arguments = ["decode", "--domain", "enterprise", "--lang", language];
        let (_, value, quiet) = answer(&pipe(&arguments, text));
        assert_eq!(value["question"][language], question);
        assert!(!quiet.contains(question), "{quiet}");
        let shown = pipe(&[&arguments[..], &["--format", "text"]].concat(), text);
        let shown = String::from_utf8(shown.stderr).unwrap();
        assert!(
            shown.ends_with(&format!("question: {question}\n")),
            "{shown}"
        );
    }
}

#[test]
fn a_batch_answers_line_by_line_and_exits_with_the_worst() {
    let good = r#"{"s":"IS","tg":["park"]}"#;
    let unclear = r#"{"s":"IS","tg":["parks"]}"#;
    let both = format!("{good}\n{unclear}");
    for (text, verdicts, code) in [
        (format!("{good}\n{good}\n"), 2, 0),
        (both.clone(), 2, 3),
        (format!("{{\n{both}"), 3, 4),
        // A model that said nothing is a reject, wherever its line stands.
        (format!("{good}\n\n  \n{good}\r\n"), 4, 4),
        (format!("\n{good}"), 2, 4),
        (format!("{good}\n\n"), 2, 4),
        ("\n".to_owned(), 1, 4),
        (String::new(), 0, 0),
    ] {
        let output = pipe(&["decode", "--domain", "enterprise", "--lines"], &text);
        assert_eq!(output.status.code(), Some(code), "{text:?}");
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert_eq!(stdout.lines().count(), verdicts, "{text:?}");
    }
}

#[test]
fn the_ledger_is_shown_when_asked_for() {
    let text = r#"{"s":"IS","tg":["park"]}"#;
    let (_, _, quiet) = answer(&pipe(&["decode", "--domain", "enterprise"], text));
    assert_eq!(quiet, "");
    let (_, _, shown) = answer(&pipe(
        &["decode", "--domain", "enterprise", "--ledger"],
        text,
    ));
    let paths: Vec<Value> = shown
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["path"].clone())
        .collect();
    assert_eq!(
        paths,
        [
            "/intent/output_type",
            "/constraints/pagination/limit",
            "/constraints/pagination/offset"
        ]
    );
}

#[test]
fn wrong_usage_exits_with_2_and_says_what_to_type() {
    for (arguments, says) in [
        (
            vec!["decode", "--domain", "wines"],
            "built in: address, enterprise, mind, wine",
        ),
        (vec!["decode"], "--domain"),
        (
            vec!["run", "--domain", "address", "--timeout", "0"],
            "from 0.001 to 3600 seconds",
        ),
        (
            vec!["run", "--domain", "address", "--trace-id", "xyz"],
            "32 lower-case hexadecimal digits",
        ),
        (vec!["explain", "F9999"], "give a finding"),
        (vec!["frobnicate"], "unrecognized subcommand"),
    ] {
        let output = pipe(&arguments, "{}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {stderr}");
        assert!(stderr.contains(says), "{arguments:?} {stderr}");
    }
}

#[test]
fn the_trace_id_given_is_the_one_that_comes_back() {
    let id = "0af7651916cd43dd8448eb211c80319c";
    let (_, value, _) = answer(&pipe(
        &["decode", "--domain", "mind", "--trace-id", id],
        "{}",
    ));
    assert_eq!(value["trace_id"], id);
}

#[test]
fn a_codebook_to_begin_with_checks_and_is_not_written_over() {
    let above = tempfile::tempdir().unwrap();
    let folder = above.path().join("shop");
    let path = folder.to_str().unwrap();
    let (code, _, stderr) = exit(&["init", path]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let (code, stdout, _) = exit(&["check", path, "--format", "text"]);
    assert_eq!(code, 0, "{stdout}");
    let (code, stdout, _) = exit(&["card", "--domain", path, "--format", "json"]);
    assert_eq!(code, 0, "{stdout}");
    assert!(stdout.contains(r#""domain":"shop""#), "{stdout}");
    let schema = std::fs::read_to_string(folder.join("codebook.schema.json")).unwrap();
    assert!(schema.contains("A code is given once"), "{schema}");
    let (code, _, stderr) = exit(&["init", path]);
    assert_eq!(code, 2, "{stderr}");
    let strange = above.path().join("my shop");
    let (code, _, stderr) = exit(&["init", strange.to_str().unwrap()]);
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("--name"), "{stderr}");
    assert!(!strange.exists());
}

#[test]
fn explain_knows_limitations_in_each_language() {
    for (language, expected) in [
        ("en", "Not all rows are shown"),
        ("ru", "возьмите следующую страницу по курсору"),
        ("zh", "一次回答最多有这么多行"),
    ] {
        for id in ["rows_truncated_to_limit", "rows_truncated_to_limit: 3"] {
            let (code, stdout, _) = exit(&["explain", id, "--lang", language]);
            assert_eq!(code, 0, "{id}");
            assert!(stdout.contains(expected), "{stdout}");
        }
    }
}

#[test]
fn explain_knows_every_finding_recipe_filter_and_code() {
    let catalogue = cmec_executor::generated::builtin("address").unwrap();
    let address = catalogue.address.as_ref().unwrap();
    let mut ids: Vec<&str> = cmec_decoder::finding::registry::ALL
        .iter()
        .map(|rule| rule.id)
        .collect();
    ids.extend(cmec_compiler::rules().iter().map(|rule| rule.id).take(3));
    ids.extend(
        address
            .recipes
            .iter()
            .map(|recipe| recipe.id.as_ref())
            .take(2),
    );
    ids.extend(
        address
            .recipes
            .iter()
            .map(|recipe| recipe.intent.as_ref())
            .take(2),
    );
    ids.extend(
        address
            .filters
            .iter()
            .map(|filter| filter.name.as_ref())
            .take(3),
    );
    ids.extend([
        "REX",
        "BT",
        "F001",
        "R001",
        "enterprise",
        "enterprise.name",
        "F011",
        "dec030",
        "bindings",
        "lanes",
        "policy",
        "alias",
        "fields.path",
    ]);
    for id in ids {
        let (code, stdout, stderr) = exit(&["explain", "--format", "json", id]);
        assert_eq!((code, stderr.as_str()), (0, ""), "{id}");
        let entry: Value = serde_json::from_str(stdout.lines().next().unwrap()).unwrap();
        assert!(entry.as_object().unwrap().len() > 1, "{id}: {entry}");
    }
}

#[test]
fn a_plan_of_the_address_lane_names_recipe_template_and_limit() {
    let filter = json!({"f": "F301", "op": "EQ", "v": names::USUAL});
    let text = json!({"s": "IS", "tg": ["document"], "C": {"flt": [filter]}}).to_string();
    let (code, plan, _) = answer(&pipe(
        &["plan", "--domain", "address", "--today", "2026-07-01"],
        &text,
    ));
    assert_eq!(code, 0);
    assert_eq!(plan["lane"], "address");
    assert_eq!(plan["recipe"], "address_documents_by_counterparty_v1");
    assert_eq!(plan["step"]["template"], "bank_docs");
    assert_eq!(
        plan["step"]["anchors"][0]["template"],
        "counterparty_lookup"
    );
    assert_eq!(
        plan["step"]["limit"],
        json!({"said": null, "limit": 1000, "why": "raised_for_all_time"})
    );
}

#[test]
fn a_default_of_today_comes_from_the_caller() {
    let text =
        r#"{"s":"IS","tg":["account_balance"],"C":{"flt":[{"f":"F411","op":"EQ","v":"62,01"}]}}"#;
    let (_, plan, _) = answer(&pipe(
        &["plan", "--domain", "address", "--today", "2024-02-29"],
        text,
    ));
    assert_eq!(
        plan["detection"]["extracted_filters"],
        json!({"account": "62,01", "as_of_date": "2024-02-29", "limit": 20})
    );
    assert_eq!(
        plan["detection"]["defaulted_filters"],
        json!(["as_of_date", "limit"])
    );
    assert_eq!(plan["step"]["accounts"], json!(["62.01"]));
}

#[test]
fn encode_writes_the_same_contract_in_another_notation() {
    let text = r#"{ "s": "IS", "o": "INST", "tg": ["park"], "C": {"pg": {"off": 0}} }"#;
    let encode = |text: &str, to: &str| {
        let output = pipe(&["encode", "--domain", "enterprise", "--to", to], text);
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(encode(text, "c0.2"), "{\"s\":\"IS\",\"tg\":[\"park\"]}\n");
    let call = encode(text, "tool-call");
    assert_eq!(encode(&call, "c0.2"), encode(text, "c0.2"));
    // What is written out in a contract is said, the limit included, so only the meaning is the same.
    let decode = |text: &str| answer(&pipe(&["decode", "--domain", "enterprise"], text)).1;
    assert_eq!(decode(&encode(text, "mec")), decode(text));
    assert_eq!(
        pipe(&["encode", "--domain", "enterprise", "--to", "mec"], "{")
            .status
            .code(),
        Some(4)
    );
}

#[test]
fn text_around_the_intent_is_cut_away_only_when_asked() {
    let text = "Вот запрос:\n```json\n{\"s\":\"IS\",\"tg\":[\"park\"]}\n```\n";
    let (code, _, _) = answer(&pipe(&["decode", "--domain", "enterprise"], text));
    assert_eq!(code, 4);
    let (code, contract, ledger) = answer(&pipe(
        &["decode", "--domain", "enterprise", "--extract", "--ledger"],
        text,
    ));
    assert_eq!(
        (code, &contract["grounding"]["target_types"]),
        (0, &json!(["park"]))
    );
    assert!(ledger.contains("extracted"), "{ledger}");
}

#[test]
fn a_notation_that_is_named_is_the_only_one_read() {
    let mec = r#"{"intent":{"scenario":"instance_search","output_type":"instances"},"grounding":{"target_types":["park"]},"constraints":{}}"#;
    for (notation, code) in [("auto", 0), ("mec", 0), ("c0.2", 4)] {
        let arguments = ["decode", "--domain", "enterprise", "--notation", notation];
        assert_eq!(
            pipe(&arguments, mec).status.code(),
            Some(code),
            "{notation}"
        );
    }
}

/// The result has the keys of `tools.yaml`, and `found` is the number of rows.
#[test]
fn an_answer_is_written_as_a_tool_gives_it() {
    let call = r#"{"name":"search_wines","arguments":{"wine_type":"red","price_max":2000}}"#;
    let run = ["run", "--domain", "wine", "--tool-result"];
    let asked = |text: &str| -> (Option<i32>, Value) {
        let output = pipe(&run, text);
        let result = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.code(), result)
    };
    let (code, result) = asked(call);
    assert_eq!(code, Some(0));
    assert_eq!(result["found"], json!(20));
    assert_eq!(
        result["filters_applied"],
        json!({"wine_type": "red", "price_max": 2000})
    );
    assert!(result["wines"][0]["name"].is_string());
    let (code, question) = asked("SELECT * FROM wine WHERE price <= '2.500'");
    assert_eq!(
        (code, &question["response_type"]),
        (Some(3), &json!("CLARIFY"))
    );
}
