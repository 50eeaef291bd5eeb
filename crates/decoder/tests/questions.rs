//! What is offered where something was said otherwise than the contract says it, and how a person is asked.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test panics on failure"
)]

use cmec_decoder::clarify::Clarify;
use cmec_decoder::finding::Candidate;
use cmec_decoder::generated::builtin;
use cmec_decoder::{Decoded, Decoder, Verdict};

fn decoded<'a>(domain: &str, text: &'a str) -> Decoded<'a> {
    Decoder::new(builtin(domain).unwrap()).decode(text, "1")
}

fn clarify(domain: &str, text: &str) -> Clarify {
    match decoded(domain, text).verdict {
        Verdict::Clarify(clarify) => *clarify,
        other => panic!("{text}: {other:?}"),
    }
}

fn candidates(domain: &str, text: &str) -> Vec<Candidate> {
    clarify(domain, text).reasons.remove(0).candidates
}

fn codes(candidates: &[Candidate]) -> Vec<&str> {
    let codes = candidates.iter();
    codes.map(|candidate| candidate.code.as_str()).collect()
}

fn filter(field: &str, operator: &str, value: &str) -> String {
    format!(
        r#"{{"s":"IS","tg":["enterprise"],"C":{{"flt":[{{"f":"{field}","op":"{operator}","v":{value}}}]}}}}"#
    )
}

/// A sign or a word for an operator is that operator, of those its field has and its value takes.
#[test]
fn signs_for_operators_are_operators() {
    for (field, sign, value, expected) in [
        ("F006", ">", "1000", &["GT"][..]),
        ("F006", ">=", "1000", &["GE"]),
        ("F006", "≥", "1000", &["GE"]),
        ("F006", "=", "1000", &["EQ"]),
        ("F006", "==", "1000", &["EQ"]),
        ("F006", "=", "[1000,2000]", &["IN", "BT"]),
        ("F006", "!=", "1000", &["NE"]),
        ("F006", "<>", "1000", &["NE"]),
        ("F001", "LIKE", "\"能源\"", &["CT"]),
        ("F001", "~", "\"能源\"", &["CT"]),
        ("F001", "包含", "\"能源\"", &["CT"]),
        ("F001", "содержит", "\"能源\"", &["CT"]),
    ] {
        let text = filter(field, sign, value);
        assert_eq!(codes(&candidates("enterprise", &text)), expected, "{text}");
    }
    // Of a number it cannot be said, so what can is offered, as examples.
    let offered = candidates("enterprise", &filter("F006", "~", "1000"));
    assert!(offered.iter().all(|candidate| candidate.example));
    assert!(!codes(&offered).contains(&"CT"), "{offered:?}");
}

#[test]
fn words_for_scenarios_are_scenarios() {
    for (word, expected) in [
        ("COUNT", "AGG"),
        ("посчитать", "AGG"),
        ("сколько", "AGG"),
        ("search", "IS"),
        ("LIST", "IS"),
        ("查找", "IS"),
    ] {
        let text = format!(r#"{{"s":"{word}","tg":["enterprise"]}}"#);
        assert_eq!(
            codes(&candidates("enterprise", &text)),
            [expected],
            "{word}"
        );
    }
}

/// What is offered is answered in the domain.
#[test]
fn scenarios_that_are_not_answered_are_not_offered() {
    for (domain, text, expected) in [
        (
            "address",
            r#"{"s":"PATH","tg":["document"]}"#,
            &["IS", "AGG"][..],
        ),
        ("address", r#"{"tg":["document"]}"#, &["IS", "AGG"]),
        ("mind", r#"{"tg":["note"]}"#, &["IS", "RAG", "HY"]),
    ] {
        assert_eq!(codes(&candidates(domain, text)), expected, "{text}");
    }
}

/// A label is found by one of its words; a slip in one of two Chinese letters is near.
#[test]
fn labels_are_found_by_their_words() {
    for (field, expected) in [
        ("выручка", "F015"),
        ("выручки", "F015"),
        ("revenue", "F015"),
        ("enterprise.name", "F001"),
    ] {
        let offered = candidates("enterprise", &filter(field, "EQ", "1"));
        assert_eq!(codes(&offered)[0], expected, "{field}");
        assert!(!offered[0].example);
    }
    // A path is exact: it leaves no choice.
    let by_path = candidates("enterprise", &filter("enterprise.name", "EQ", "\"a\""));
    assert_eq!(codes(&by_path), ["F001"]);
    let slip = candidates("enterprise", &filter("F003", "EQ", "\"注消\""));
    assert_eq!(slip[0].label, "注销");
    assert_eq!(slip.len(), 1);
}

#[test]
fn what_is_near_nothing_has_examples() {
    let clarify = clarify("enterprise", &filter("zzz", "EQ", "1"));
    assert!(clarify.reasons[0].candidates.iter().all(|one| one.example));
    for (language, words) in [
        ("en", "For example: "),
        ("ru", "Например: "),
        ("zh", "例如："),
    ] {
        let question = &clarify.question[language];
        assert!(question.contains(words), "{question}");
    }
}

/// A type that is missing is one of those whose fields are read.
#[test]
fn a_missing_type_is_that_of_the_filters() {
    for (text, expected, example) in [
        (
            r#"{"s":"IS","C":{"flt":[{"f":"F006","op":"GE","v":1}]}}"#,
            &["enterprise"][..],
            false,
        ),
        (
            r#"{"s":"IS"}"#,
            &["enterprise", "park", "person", "industry", "product"],
            true,
        ),
        // What the filters read says nothing of the relation that is missing.
        (
            r#"{"s":"RQ","tg":["enterprise"],"C":{"flt":[{"f":"F006","op":"GE","v":1}]}}"#,
            &["R001", "R002", "R003", "R004", "R005"],
            true,
        ),
    ] {
        let offered = candidates("enterprise", text);
        assert_eq!(codes(&offered), expected, "{text}");
        assert!(offered.iter().all(|one| one.example == example), "{text}");
    }
}

#[test]
fn a_wrong_direction_offers_the_other_one() {
    let json = r#"{"s":"RQ","tg":["enterprise"],"E":[{"txt":"A","ty":"park"}],"R":[{"r":"R001","dir":"O"}]}"#;
    let clarify_json = clarify("enterprise", json);
    assert_eq!(codes(&clarify_json.reasons[0].candidates), ["I"]);
    assert_eq!(
        clarify_json.question["ru"],
        "В какую сторону направлена связь? Возможно, «к объекту»?"
    );
    let text = r#"{"s":"SG","E":[{"txt":"P","ty":"park"}],"G":{"dep":1,"dir":"O","rel":["R001"]}}"#;
    let offered = candidates("enterprise", text);
    assert_eq!(codes(&offered), ["I"], "{text}");
    assert!(!offered[0].example, "{text}");
    // No direction comes to it.
    let other =
        r#"{"s":"SG","E":[{"txt":"P","ty":"park"}],"G":{"dep":1,"dir":"O","rel":["R002"]}}"#;
    assert!(candidates("enterprise", other).is_empty());
}

/// A value of another form offers what it says, where it says one thing only.
#[test]
fn a_value_of_another_form_offers_its_one_reading() {
    for (field, value, expected) in [
        ("F006", "\"1000000\"", &["1000000"][..]),
        ("F006", "\"1 000\"", &["1000"]),
        ("F006", "\"1,000\"", &[]),
        ("F007", "\"да\"", &["true"]),
        ("F007", "\"否\"", &["false"]),
        ("F007", "1", &["true"]),
        ("F008", "\"31.03.2026\"", &["2026-03-31"]),
        ("F008", "\"03/04/2026\"", &[]),
        ("F010", "\"2026-03-31 10:05\"", &["2026-03-31T10:05:00"]),
        ("F001", "62", &["\"62\""]),
        ("F006", "[1000]", &["1000"]),
    ] {
        let text = filter(field, "EQ", value);
        assert_eq!(codes(&candidates("enterprise", &text)), expected, "{text}");
    }
    let reversed = candidates("enterprise", &filter("F006", "BT", "[500,100]"));
    assert_eq!(codes(&reversed), ["[100, 500]"]);
    let days = candidates(
        "enterprise",
        &filter("F008", "BT", r#"["2026-01-01","2025-01-01"]"#),
    );
    assert_eq!(days[0].label_in("ru"), "01.01.2025 – 01.01.2026");
    let alone = candidates("enterprise", &filter("F003", "IN", "\"active\""));
    assert_eq!(codes(&alone), ["[\"active\"]"]);
    assert_eq!(alone[0].label_in("ru"), "действует");
}

#[test]
fn questions_about_values_are_natural() {
    for (field, value, language, question) in [
        ("F007", "\"может\"", "ru", "«публичная»: да или нет?"),
        ("F007", "\"maybe\"", "zh", "“是否上市”：是还是否？"),
        (
            "F008",
            "\"вчера\"",
            "ru",
            "«дата основания»: какой день? Возможно, «день перед днём вопроса»?",
        ),
        ("F006", "\"много\"", "en", "“employees”: which number?"),
    ] {
        let asked = clarify("enterprise", &filter(field, "EQ", value));
        assert_eq!(asked.question[language], question);
    }
}

/// What only a host can mend is asked of nobody.
#[test]
fn a_message_that_is_no_call_is_a_reject() {
    for text in [
        r#"{"type":"message","name":"search_wines","arguments":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#,
    ] {
        let verdict = decoded("wine", text).verdict;
        assert!(matches!(verdict, Verdict::Reject(_)), "{verdict:?}");
    }
}

#[test]
fn corpora_have_names_for_people() {
    let text = r#"{"s":"RAG","Q":{"txt":"почему","cor":["решение"]}}"#;
    let asked = clarify("mind", text);
    assert_eq!(codes(&asked.reasons[0].candidates), ["adr"]);
    assert_eq!(
        asked.question["ru"],
        "В каких текстах искать? Возможно, «решения»?"
    );
}

#[test]
fn a_reader_has_labels_and_headlines_in_a_language() {
    let text = filter("F003", "EQ", "\"activ\"");
    let Verdict::Clarify(asked) = decoded("enterprise", &text).in_language("ru").verdict else {
        panic!("{text}");
    };
    let reason = &asked.reasons[0];
    assert_eq!(reason.candidates[0].label, "действует");
    assert_eq!(reason.headline, Some("такого значения у поля нет"));
    let json = serde_json::to_string(&asked).unwrap();
    assert!(
        json.contains(r#""headline":"такого значения у поля нет""#),
        "{json}"
    );
    // A language the codebook does not have is asked in as well.
    let verdict = decoded("wine", "{\"s\":\"XX\"}").in_language("zh").verdict;
    let Verdict::Clarify(asked) = verdict else {
        panic!("{verdict:?}");
    };
    assert!(asked.question["zh"].starts_with("需要做什么？"));
}

#[test]
fn a_value_of_another_type_has_those_of_its_field_as_examples() {
    let filter = |value: &str| {
        let text = format!(r#"{{"s":"IS","C":{{"flt":[{{"f":"F007","op":"EQ","v":{value}}}]}}}}"#);
        candidates("wine", &text)
    };
    assert_eq!(codes(&filter("5")), ["red", "white", "rose", "sparkling"]);
    assert!(filter("5").iter().all(|candidate| candidate.example));
    assert_eq!(codes(&filter(r#"["red","белое"]"#)), ["red", "white"]);
}

#[test]
fn a_relation_that_is_not_known_may_lead_to_any_type() {
    let decoded = decoded(
        "enterprise",
        r#"{"s":"IS","tg":["person"],"R":[{"r":"wrks"}],"A":["F013"]}"#,
    );
    let findings = decoded.account.findings.iter();
    let ids: Vec<&str> = findings.map(|finding| finding.rule.id).collect();
    assert_eq!(ids, ["DEC032"]);
}

/// What is denied is no candidate: who nods would get the opposite.
#[test]
fn the_opposite_is_never_offered() {
    let value = |value: &str| {
        let text = format!("SELECT * FROM enterprise WHERE status = '{value}'");
        candidates("enterprise", &text)
    };
    for denied in ["inactive", "non-active", "not active", "不存续"] {
        assert!(value(denied).iter().all(|own| own.example), "{denied}");
    }
    for near in ["actve", "存绪"] {
        assert_eq!(codes(&value(near)), ["active"], "{near}");
    }
    let column = |name: &str| {
        let text = format!("SELECT * FROM enterprise WHERE {name} = 'a'");
        candidates("enterprise", &text)
    };
    assert!(column("unlisted").iter().all(|own| own.example));
    assert_eq!(codes(&column("industy"))[0], "industry");
}
