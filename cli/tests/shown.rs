//! Answers as people read them: tables, spreadsheets, sentences, and nothing that a terminal would obey.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure and writes its files"
)]

mod common;

use common::{BALANCE, names, pipe, run};
use serde_json::{Value, json};

fn shown(arguments: &[&str], text: &str) -> String {
    let mut all = vec!["run", "--domain", "address", "--today", "2026-07-01"];
    all.extend_from_slice(arguments);
    String::from_utf8(pipe(&all, text).stdout).unwrap()
}

fn documents(limit: u32) -> String {
    let party = json!({"f": "F301", "op": "EQ", "v": names::USUAL});
    let from = json!({"f": "F303", "op": "GE", "v": "2025-01-01"});
    json!({"s": "IS", "tg": ["document"], "C": {"flt": [party, from], "pg": {"lim": limit}}})
        .to_string()
}

#[test]
fn a_list_is_a_table_with_sums() {
    let text = shown(&["--format", "text"], &documents(5));
    for part in [
        "Контрагент: ",
        "Период: с 01.01.2025",
        "Дата ",
        "Документ",
        "Сумма",
        "Итого по показанным строкам, ",
        "• Показаны не все строки: не больше 5",
        "Дальше: --cursor ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Neither codes nor the names of JSON.
    for part in ["rows_truncated", "amount", "limitation", "T12:00"] {
        assert!(!text.contains(part), "{part}: {text}");
    }
    assert!(
        text.lines().all(|line| line.chars().count() <= 200),
        "{text}"
    );
    let other = shown(&["--format", "text", "--lang", "en"], &documents(5));
    assert!(
        other.contains("documents of the counterparty: 5 rows"),
        "{other}"
    );
    assert!(other.contains("Total of the rows shown, "), "{other}");
    assert!(!other.contains("строк"), "{other}");
}

/// What stands above a table that is cut was asked for or is told as of the rows shown, and a period without rows is not told as theirs.
#[test]
fn nothing_is_told_of_rows_that_are_not_shown() {
    let text = shown(&["--format", "text", "--lang", "en"], &documents(2));
    let above: Vec<&str> = (text.lines().skip(1))
        .take_while(|line| !line.is_empty())
        .filter_map(|line| Some(line.split_once(':')?.0))
        .collect();
    let own = ["Counterparty", "Period", "In all rows shown"];
    assert_eq!(above, own, "{text}");
    let party = json!({"f": "F301", "op": "EQ", "v": names::USUAL});
    let until = json!({"f": "F303", "op": "LE", "v": "2019-01-01"});
    let empty = json!({"s": "IS", "tg": ["document"], "C": {"flt": [party, until]}}).to_string();
    let text = shown(&["--format", "text", "--lang", "ru"], &empty);
    let period = "\nПериод: всё доступное время (спрошено: по 01.01.2019)\n";
    assert!(text.contains(period), "{text}");
}

#[test]
fn a_summary_is_its_totals_and_ten_rows() {
    let text = shown(&["--format", "text", "--limit", "30"], BALANCE);
    assert!(
        text.starts_with("Остаток по счёту 62 на 31.03.2026: Дт 17 193 057,52, Кт 1 340 869,85;"),
        "{text}"
    );
    assert!(text.contains("… и ещё 20 на этой странице\n"), "{text}");
    assert!(!text.contains("Итого"), "{text}");
    // JSON has all of them.
    assert_eq!(
        run(&["--limit", "30"], BALANCE).1["rows"]
            .as_array()
            .unwrap()
            .len(),
        30
    );
}

#[test]
fn a_spreadsheet_gets_all_rows_and_no_formulas() {
    let text = shown(&["--format", "csv"], &documents(5));
    assert!(text.starts_with("\u{feff}Дата;Документ;Номер;"), "{text}");
    assert_eq!(text.matches("\r\n").count(), 6, "{text}");
    // No rows, no table: why is on standard error.
    let none = json!({"s": "IS", "tg": ["document"], "C": {"flt": [{"f": "F301", "op": "EQ", "v": "Никто"}]}});
    let output = pipe(
        &["run", "--domain", "address", "--format", "csv"],
        &none.to_string(),
    );
    assert_eq!((output.status.code(), output.stdout.len()), (Some(5), 0));
    assert!(String::from_utf8(output.stderr).unwrap().contains("Никто"));
    let refused = pipe(&["plan", "--domain", "address", "--format", "csv"], BALANCE);
    assert_eq!(refused.status.code(), Some(2));
}

/// Whatever the model says, in a value, a key or a question: no control, no direction, no forged line.
#[test]
fn nothing_is_sent_to_the_terminal_that_it_would_obey() {
    let hostile = "\u{1b}[31mX\u{202e}\u{2028}\u{9b}31m\u{200b}\r\n• forged: line";
    let value = json!({"s": "IS", "tg": ["document"], "C": {"flt": [{"f": "F301", "op": "EQ", "v": hostile}]}});
    let key = json!({"s": "IS", "tg": ["document"], hostile: 1});
    let asks = json!({"s": "CLR", "Q": {"txt": hostile}});
    let raw = format!("document \u{1b}[31m\u{202e} counterparty={hostile}");
    for (text, command) in [
        (value.to_string(), "run"),
        (key.to_string(), "run"),
        (asks.to_string(), "run"),
        (raw.clone(), "run"),
        (raw, "decode"),
        (key.to_string(), "decode"),
        (asks.to_string(), "decode"),
    ] {
        let output = pipe(&[command, "--domain", "address", "--format", "text"], &text);
        let shown = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        for letter in ['\u{1b}', '\u{202e}', '\u{2028}', '\u{9b}', '\u{200b}', '\r'] {
            assert!(!shown.contains(letter), "{letter:?} {text}: {shown:?}");
        }
        assert!(
            !shown.lines().any(|line| line.starts_with("• forged")),
            "{text}: {shown}"
        );
    }
}

/// What comes from outside says so in JSON as well.
#[test]
fn answers_say_what_of_them_comes_from_outside() {
    let ambiguous = json!({"s": "IS", "tg": ["document"], "C": {"flt": [{"f": "F301", "op": "EQ", "v": names::AMBIGUOUS}]}});
    for (text, parts) in [
        (
            BALANCE.to_owned(),
            vec![
                "/summary",
                "/rows",
                "/anchors",
                "/filters_applied",
                "/limitations",
            ],
        ),
        (
            ambiguous.to_string(),
            vec!["/summary", "/anchors", "/limitations", "/hints", "/clarify"],
        ),
        (
            r#"{"s":"IS","tg":["documant"]}"#.to_owned(),
            vec!["/summary", "/clarify"],
        ),
        ("{".to_owned(), vec!["/summary", "/limitations", "/hints"]),
    ] {
        let (_, value, _) = run(&[], &text);
        assert_eq!(value["untrusted"], json!(parts), "{text}");
        for part in parts {
            assert!(!value.pointer(part).unwrap().is_null());
        }
        common::validate(&common::schema("schemas/response.schema.json"), &value);
    }
}

/// The arguments that ask the cases of a folder.
const fn asking(cases: &str) -> [&str; 7] {
    let today = "2026-07-01";
    [
        "run", "--domain", "address", "--today", today, "--cases", cases,
    ]
}

/// A person's own cases: what holds, what does not, and a file that is none.
#[test]
fn cases_of_ones_own_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let cases = folder.path().to_str().unwrap();
    let command = asking(cases);
    put(
        "balance.case",
        &format!(
            "question: Остаток по 62\nintent: {BALANCE}\nanswer: FACTUAL_SUMMARY\nrows: 3\ntotals: 17 193 057,52; 1340869.85\n"
        ),
    );
    put(
        "nobody.case",
        "question: Документы Никого\nintent: {\"s\":\"IS\",\"tg\":[\"document\"],\"C\":{\"flt\":[{\"f\":\"F301\",\"op\":\"EQ\",\"v\":\"Никто\"}]}}\nanswer: LIMITED_WITH_REASON\n",
    );
    let output = pipe(&[&command[..], &["--report", "text"]].concat(), "");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        (output.status.code(), text.as_str()),
        (Some(0), "2 cases: 2 hold, 0 do not\n")
    );
    put(
        "wrong.case",
        &format!(
            "question: Остаток <62>\nintent: {BALANCE}\nanswer: FACTUAL_LIST\nrows: 4\ntotals: 193 057,52\n"
        ),
    );
    for (form, parts) in [
        (
            "text",
            vec![
                "wrong.case:3: answer: expected FACTUAL_LIST, found FACTUAL_SUMMARY",
                "wrong.case:4: rows: expected 4, found 3",
                "wrong.case:5: totals: expected 193 057,52",
                "3 cases: 2 hold, 1 do not",
            ],
        ),
        (
            "github",
            vec!["::error file=", "line=4", "expected 4, found 3"],
        ),
        (
            "sarif",
            vec![
                "\"ruleId\":\"rows\",\"ruleIndex\":1,\"level\":\"error\"",
                "\"startLine\":4",
                "expected 4, found 3",
            ],
        ),
        (
            "junit",
            vec![
                "tests=\"3\" failures=\"1\"",
                "name=\"Остаток &lt;62&gt;\"",
                "<failure type=\"case\"",
            ],
        ),
    ] {
        let output = pipe(&[&command[..], &["--report", form]].concat(), "");
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(4), "{text}");
        for part in parts {
            assert!(text.contains(part), "{form} {part}: {text}");
        }
    }
    put("lost.case", "question: Остаток\nrows: many\n");
    for (form, part) in [
        ("text", "lost.case:2: "),
        ("text", "4 cases: 2 hold, 1 do not, 1 cannot be read"),
        ("json", "\"line\":2,\"unreadable\":"),
        ("github", ",line=2,title=cannot be read::"),
        ("junit", "tests=\"4\" failures=\"1\" errors=\"1\""),
        ("junit", "<error type=\"unreadable\""),
        ("sarif", "\"ruleId\":\"unreadable\",\"ruleIndex\":3"),
    ] {
        let output = pipe(&[&command[..], &["--report", form]].concat(), "");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(part), "{form} {part}: {text}");
    }
    std::fs::remove_file(folder.path().join("lost.case")).unwrap();
    let output = pipe(&command, "");
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let holds: Vec<&Value> = lines.iter().map(|line| &line["holds"]).collect();
    assert_eq!(holds, [true, true, false]);
    put("broken.case", "question: x\nintent: y\nanswer: z\n");
    let output = pipe(&command, "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("broken.case:3: FACTUAL_LIST")
    );
}

/// Against a report of before, what did not hold then does not count, and what does not hold besides does.
#[test]
fn cases_are_held_against_a_report_of_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let put = |name: &str, rows: u32, answer: &str| {
        let case = format!("question: 62\nintent: {BALANCE}\nanswer: {answer}\nrows: {rows}\n");
        std::fs::write(folder.path().join(name), case).unwrap();
    };
    let cases = path("");
    let command = asking(&cases);
    put("a.case", 4, "FACTUAL_SUMMARY");
    let before = pipe(&[&command[..], &["--report", "json"]].concat(), "");
    assert_eq!(before.status.code(), Some(4));
    let baseline = path("before.jsonl");
    std::fs::write(&baseline, before.stdout).unwrap();
    let against = |form: &str| {
        let rest = ["--report", form, "--baseline", &baseline];
        let output = pipe(&[&command[..], &rest].concat(), "");
        let text = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), text)
    };
    for (form, part) in [
        (
            "text",
            "1 cases: 0 hold, 1 do not; 0 worse than the baseline\n",
        ),
        ("json", "\"holds\":false"),
        ("sarif", "\"baselineState\":\"unchanged\""),
        ("junit", "failures=\"0\" errors=\"0\" skipped=\"1\""),
    ] {
        let (exit, text) = against(form);
        assert!(exit == Some(0) && text.contains(part), "{form}: {text}");
    }
    assert_eq!(against("github"), (Some(0), String::new()));
    put("a.case", 4, "FACTUAL_LIST");
    put("b.case", 4, "FACTUAL_SUMMARY");
    let (exit, text) = against("sarif");
    assert_eq!(
        (exit, text.matches("\"new\"").count()),
        (Some(4), 3),
        "{text}"
    );
    std::fs::write(&baseline, "{}").unwrap();
    assert_eq!(against("text").0, Some(1));
}

/// Of several accounts each stands above the table as itself.
#[test]
fn several_accounts_are_each_their_own() {
    let intent = "SELECT * FROM settlement_balance WHERE account IN ('60', '62') AND as_of_date = '2026-09-30'";
    let text = shown(&["--format", "text"], intent);
    for line in ["Счёт: 60", "Счёт: 62"] {
        assert!(text.lines().any(|own| own == line), "{line}: {text}");
    }
}

/// What a recipe cannot do is a sentence in the language asked for, without a code or a word of another one.
#[test]
fn what_no_recipe_has_is_said_in_words() {
    let party =
        |operator: &str, value: serde_json::Value| json!({"f": "F301", "op": operator, "v": value});
    let of =
        |constraints: serde_json::Value| json!({"s": "IS", "tg": ["document"], "C": constraints});
    let usual = || party("EQ", json!(names::USUAL));
    for intent in [
        of(json!({"flt": [party("CT", json!("Прибор"))]})),
        of(json!({"flt": [usual()], "pg": {"off": 5}})),
        of(json!({"flt": [party("IN", json!(["Прибор", "Север"]))]})),
        json!({"s": "IS", "tg": ["document"], "E": [{"txt": "Некто"}]}),
        json!({"s": "IS", "tg": ["document"], "E": [{"txt": "Некто", "id": "7", "ty": "counterparty"}]}),
        json!({"s": "IS", "tg": ["document"], "A": ["F301"], "C": {"flt": [usual()]}}),
        json!({"s": "IS", "tg": ["open_contract"]}),
    ] {
        let intent = intent.to_string();
        for language in ["ru", "zh"] {
            let text = shown(&["--format", "text", "--lang", language], &intent);
            assert!(text.contains("\n• "), "{intent}: {text}");
            let told = text.lines().filter(|line| line.starts_with(['•', '→']));
            for line in told.filter(|line| !line.contains("trace id")) {
                let is_word =
                    |word: &str| word.chars().filter(char::is_ascii_alphabetic).count() > 2;
                let words =
                    line.split(|letter: char| !letter.is_ascii_alphabetic() && letter != '_');
                let foreign: Vec<&str> = words.filter(|word| is_word(word)).collect();
                assert!(foreign.is_empty(), "{intent}: {line}");
            }
        }
    }
}
