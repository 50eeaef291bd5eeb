//! Questions about documents by what their front matter says.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::{cmec, feed, pipe};
use crate::{index, json};

/// Contracts about documents: what the front matter says, and the texts of those that are left.
#[test]
fn documents_are_asked_by_their_front_matter() {
    let asked = |text: &str| {
        json(&pipe(
            &["run", "--domain", "mind", "--format", "json"],
            text,
        ))
    };
    let listed = asked(
        "SELECT title, lastmod FROM note WHERE type = 'adr' AND tags = 'rag' ORDER BY lastmod DESC LIMIT 2",
    );
    let titles: Vec<&Value> = (listed["rows"].as_array().unwrap().iter())
        .map(|row| &row["values"]["note.title"])
        .collect();
    assert_eq!(
        titles,
        [
            "ADR-0007: личное не индексируется",
            "ADR-0012：三种语言共用一个索引"
        ]
    );
    assert_eq!(listed["truncated"], true);
    let found = asked("SELECT * FROM note WHERE type = 'adr' AND MATCH('личное в индексе')");
    let rows = found["rows"].as_array().unwrap().iter();
    let types: BTreeSet<&str> = rows
        .map(|row| row["values"]["type"].as_str().unwrap())
        .collect();
    assert_eq!(types, BTreeSet::from(["adr"]), "{found}");
    let unplaced = asked("SELECT * FROM note WHERE section = 'Почему'");
    assert_eq!(
        unplaced["limitations"],
        serde_json::json!(["field: note.section"])
    );
    let ordered = asked(
        "SELECT * FROM note WHERE type = 'adr' AND MATCH('личное в индексе') ORDER BY lastmod DESC",
    );
    assert_eq!(ordered["limitations"], serde_json::json!(["sort"]));
}

/// A condition, the value in it that no document has, and what is near.
const NOWHERE: &str = "\
status = 'private' # note.status: `private` #
tags = 'evoquent' # note.tags: `evoquent` # `evoquant`
project <> 'nowhere' # note.project: `nowhere` #
status <> 'nowhere' AND MATCH('граф') # note.status: `nowhere` #";

/// A value that no document has is named, also one of documents that may not be seen.
#[test]
fn values_that_no_document_has_are_told() {
    let asked = |text: &str| {
        json(&pipe(
            &["run", "--domain", "mind", "--format", "json"],
            text,
        ))
    };
    for line in NOWHERE.lines() {
        let parts: Vec<&str> = line.split('#').map(str::trim).collect();
        let answer = asked(&format!("SELECT * FROM note WHERE {}", parts[0]));
        let has = |part: &str, piece: &str| answer[part].to_string().contains(piece);
        assert!(
            has("limitations", parts[1]) && has("hints", parts[2]),
            "{answer}"
        );
        let is_empty = answer["returned"] == 0;
        assert_eq!(is_empty, !line.contains("<>"), "{answer}");
    }
    let no = asked("SELECT EXISTS (SELECT 1 FROM note WHERE project = 'nowhere')");
    assert_eq!(no["reasons"][1], "value_not_found", "{no}");
    let there = asked("SELECT title FROM note WHERE status = 'accepted' AND tags = 'rag'");
    assert_eq!(there["reasons"], serde_json::json!([]), "{there}");
}

/// A value that documents have in another form of letters is found, and the answer says so.
#[test]
fn a_value_of_documents_in_another_form_of_letters_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (texts, place) = (folder.path().join("texts"), folder.path().join("index"));
    std::fs::create_dir(&texts).unwrap();
    let note = "---\ntype: definition\nproject: Мои\u{306}ка\n---\n# Harbour\n\nDeep water.\n";
    std::fs::write(texts.join("harbour.md"), note).unwrap();
    assert!(index(&texts, &place).status().unwrap().success());
    let mut run = cmec(&["run", "--domain", "mind", "--format", "json", "--index"]);
    run.arg(&place);
    let asked = "SELECT title FROM note WHERE project = 'Мойка'";
    let answer = json(&feed(run, asked));
    assert_eq!(
        answer["rows"][0]["values"]["note.title"], "Harbour",
        "{answer}"
    );
    let told = "matched_by_form: note.project: `Мойка`";
    assert_eq!(answer["limitations"][0], told, "{answer}");
}
