//! The seed's four RAG requests come out of `cmec plan`, equal as JSON values.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads its fixtures"
)]

mod common;

use common::{answer, cmec, pipe};
use serde_json::{Value, json};

const SEED: &[(&str, &str)] = &[
    (
        r#"{"s":"RAG","Q":{"txt":"определение story-layer в extended-mind","tag":["story-layer"]}}"#,
        include_str!("../../fixtures/seed/rag-request-1.json"),
    ),
    (
        r#"{"s":"RAG","Q":{"txt":"почему extended-mind сначала использует RAG, а не графовые БД","cor":["adr","principle"],"tag":["rag","graph"]}}"#,
        include_str!("../../fixtures/seed/rag-request-2.json"),
    ),
    (
        r#"{"s":"RAG","Q":{"txt":"шаги и правила выделения story-node из чатов","cor":["pattern","definition"],"tag":["story-node","story-layer"]}}"#,
        include_str!("../../fixtures/seed/rag-request-3.json"),
    ),
    (
        r#"{"s":"RAG","Q":{"txt":"граница между extended-mind и проектом «Вова и Петрова»","cor":["project","concept-map","manifest"]}}"#,
        include_str!("../../fixtures/seed/rag-request-4.json"),
    ),
];

fn plan(text: &str) -> (i32, Value) {
    let (exit, value, _) = answer(&pipe(&["plan", "--domain", "mind"], text));
    (exit, value)
}

#[test]
fn the_seeds_requests_come_out_equal() {
    for (text, request) in SEED {
        let request: Value = serde_json::from_str(request).unwrap();
        assert_eq!(plan(text), (0, request), "{text}");
    }
}

#[test]
fn a_kind_said_and_a_kind_told_give_the_same_request() {
    for (index, kind) in ["definition", "decision", "pattern", "context"]
        .iter()
        .enumerate()
    {
        let mut said: Value = serde_json::from_str(SEED[index].0).unwrap();
        said["Q"]["kd"] = json!(kind);
        assert_eq!(plan(&said.to_string()), plan(SEED[index].0), "{kind}");
    }
}

#[test]
fn phrases_tell_the_kind() {
    for (question, mode, first_type) in [
        ("Что такое story-layer?", "fast", "definition"),
        ("Кто такой author-line?", "fast", "definition"),
        ("Почему мы сначала делаем RAG, а не граф?", "deep", "adr"),
        ("Как превратить story-node в тезисы?", "deep", "pattern"),
        ("Где граница между extended-mind и V&P?", "deep", "project"),
        ("Как связана заметка с проектом?", "deep", "project"),
        ("What is a story layer?", "fast", "definition"),
        ("Why not a graph?", "deep", "adr"),
        ("故事层是什么", "fast", "definition"),
        ("为什么先做检索", "deep", "adr"),
        // Inside a project, a definition is a question about the project.
        ("Что такое thin-tank внутри V&P?", "deep", "project"),
        (
            "Как отделять Мир-2 от Мира-3 при структурировании?",
            "deep",
            "pattern",
        ),
        (
            "Почему extended-mind говорит от первого лица?",
            "deep",
            "adr",
        ),
        (
            "Где проходит граница между extended-mind и проектом «Вова и Петрова»?",
            "deep",
            "project",
        ),
        (
            "Как extended-mind должен относиться к story-layer, чтобы не сойти с ума?",
            "architect",
            "manifest",
        ),
        // Two kinds, and none: the broad profile, overview texts first.
        (
            "Что такое ADR и почему мы их пишем?",
            "architect",
            "manifest",
        ),
        ("story-layer", "architect", "manifest"),
        // A phrase inside a word is none.
        ("Какаду", "architect", "manifest"),
    ] {
        let (exit, request) = plan(&json!({"s": "RAG", "Q": {"txt": question}}).to_string());
        assert_eq!(exit, 0);
        assert_eq!(request["mode"], mode, "{question}");
        assert_eq!(request["filters"]["type_in"][0], first_type, "{question}");
        assert_eq!(
            request["filters"]["status_not_in"],
            json!(["draft-raw", "private"]),
            "{question}"
        );
    }
}

#[test]
fn top_k_stays_in_the_range_of_its_mode() {
    for (kind, said, kept) in [
        ("definition", 1, 3),
        ("definition", 4, 4),
        ("definition", 50, 6),
        ("pattern", 1, 8),
        ("architect", 50, 20),
    ] {
        let text = json!({"s": "RAG", "Q": {"txt": "x", "kd": kind, "k": said}}).to_string();
        assert_eq!(plan(&text).1["top_k"], kept, "{kind} {said}");
    }
}

#[test]
fn a_mode_that_is_said_goes_before_that_of_the_kind() {
    for (kind, mode, top_k) in [
        ("definition", "fast", 5),
        // The profile's number of texts, kept in the range of the mode.
        ("definition", "deep", 8),
        ("pattern", "fast", 6),
        ("decision", "architect", 12),
    ] {
        let text = json!({"s": "RAG", "Q": {"txt": "x", "kd": kind, "md": mode}}).to_string();
        let request = plan(&text).1;
        assert_eq!(request["mode"], mode, "{kind}");
        assert_eq!(request["top_k"], top_k, "{kind} {mode}");
    }
}

#[test]
fn the_envelope_says_how_the_kind_was_decided() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("debug.jsonl");
    let arguments = [
        "plan",
        "--domain",
        "mind",
        "--debug-names",
        "--debug-out",
        path.to_str().unwrap(),
    ];
    pipe(
        &arguments,
        r#"{"s":"RAG","Q":{"txt":"Почему так в extended-mind?","k":50}}"#,
    );
    let envelope: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    common::validate(
        &common::schema("schemas/debug-envelope.schema.json"),
        &envelope,
    );
    let scores = envelope["router_scores"].as_array().unwrap();
    let chosen: Vec<(&Value, &Value)> = (scores.iter())
        .filter(|score| score["score"] == 1)
        .map(|score| (&score["candidate"], &score["why"]))
        .collect();
    let lane = (
        &json!("retrieval/text_rag"),
        &json!("the lane of the scenario"),
    );
    assert_eq!(
        chosen,
        [lane, (&json!("decision"), &json!("phrases: почему"))]
    );
    assert_eq!(
        envelope["reasoning"],
        "retrieval/text_rag: the lane of the scenario; decision: phrases: почему"
    );
    let explain = envelope["explain"].to_string();
    for part in [
        "kind `decision` (phrase), mode `deep`",
        "extended-mind",
        "top_k 50",
    ] {
        assert!(explain.contains(part), "{part}: {explain}");
    }
}

#[test]
fn sets_are_written_out_in_order() {
    let text = r#"{"s":"RAG","Q":{"txt":"x","kd":"pattern","cor":["adr","overview","manifest"]}}"#;
    let types = plan(text).1["filters"]["type_in"].clone();
    assert_eq!(
        types,
        json!(["adr", "manifest", "principle", "concept-map"])
    );
}

#[test]
fn what_a_request_cannot_carry_is_named() {
    for (text, part) in [
        (
            r#"{"s":"RAG","Q":{"txt":"x"},"C":{"flt":[{"f":"F001","op":"SW","v":"adr/"}]}}"#,
            "filter: note.path",
        ),
        (
            r#"{"s":"RAG","Q":{"txt":"x"},"C":{"pg":{"lim":5}}}"#,
            "limit",
        ),
        (r#"{"s":"RAG","o":"INST","Q":{"txt":"x"}}"#, "output_type"),
        (
            r#"{"s":"RAG","E":[{"txt":"y"}],"Q":{"txt":"x"}}"#,
            "entities",
        ),
    ] {
        let (exit, limited) = plan(text);
        assert_eq!(exit, 5, "{text}");
        assert_eq!(limited["category"], "recipe_visibility_gap", "{text}");
        assert!(
            limited["limitations"][0]
                .as_str()
                .unwrap()
                .starts_with(part),
            "{limited}"
        );
    }
}

/// The questions of RAG Query Specification v0.1 find the documents that are about them.
#[test]
fn the_seeds_questions_find_their_documents() {
    for (question, document) in [
        ("Что такое story-layer?", "definitions/story-layer.md"),
        ("Кто такой author-line?", "definitions/author-line.md"),
        (
            "Почему мы сначала делаем RAG, а не граф?",
            "adr/0004-rag-before-graph.md",
        ),
        (
            "Почему extended-mind говорит от первого лица?",
            "adr/0003-first-person.md",
        ),
        (
            "Как превратить story-node в тезисы?",
            "patterns/story-node-to-theses.md",
        ),
        (
            "Как отделять Мир-2 от Мира-3 при структурировании?",
            "patterns/split-worlds.md",
        ),
        ("Где граница между extended-mind и V&P?", "maps/projects.md"),
        ("Что такое thin-tank внутри V&P?", "projects/thin-tank.md"),
        (
            "Как extended-mind должен относиться к story-layer, чтобы не сойти с ума?",
            "principles/sanity-with-story-layer.md",
        ),
        (
            "Что такое story-layer в extended-mind?",
            "definitions/story-layer.md",
        ),
        (
            "Почему мы решили начинать с RAG, а не с графа?",
            "adr/0004-rag-before-graph.md",
        ),
        (
            "Как правильно выделять story-node из чата?",
            "patterns/extract-story-node.md",
        ),
        (
            "Где проходит граница между extended-mind и проектом «Вова и Петрова»?",
            "maps/projects.md",
        ),
    ] {
        let arguments = ["search", question, "--domain", "mind", "--format", "json"];
        let output = cmec(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{question}");
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let rows = answer["rows"].as_array().unwrap().iter();
        let first: Vec<_> = rows.take(3).map(|row| &row["values"]["document"]).collect();
        assert!(first.contains(&&json!(document)), "{question}: {first:?}");
    }
}
