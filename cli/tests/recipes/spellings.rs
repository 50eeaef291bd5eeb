//! How people write names: each spelling of `fixtures/address/spellings.tsv` against the demonstration server.

use serde_json::{Value, json};

use crate::common::{repository, run};
use crate::oracle::Oracle;

/// A filter, a spelling of it, and what is found: an element, or the candidates of a question.
struct Spelling {
    filter: String,
    said: String,
    found: String,
    elements: Vec<String>,
}

fn spellings() -> Vec<Spelling> {
    let text = std::fs::read_to_string(repository("fixtures/address/spellings.tsv")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let [filter, said, found, elements] = line
                .split('\t')
                .collect::<Vec<_>>()
                .try_into()
                .unwrap_or_else(|_| panic!("{line}"));
            Spelling {
                filter: filter.to_owned(),
                said: said.trim_matches('|').to_owned(),
                found: found.to_owned(),
                elements: elements.split("; ").map(str::to_owned).collect(),
            }
        })
        .collect()
}

/// A question that looks the filter up.
fn intent(filter: &str, said: &str) -> Value {
    let (target, field) = match filter {
        "organization" => ("section_profile", "F212"),
        "contract" => ("open_item", "F263"),
        _ => ("open_item", "F262"),
    };
    json!({"s": "IS", "tg": [target], "C": {"flt": [{"f": field, "op": "EQ", "v": said}]}})
}

#[tokio::test]
async fn names_are_found_as_people_write_them() {
    let oracle = Oracle::new().await;
    let command = format!("--mcp-command={}", env!("CARGO_BIN_EXE_cmec"));
    let ledger = format!("--mcp-arg=--ledger={}", oracle.path.display());
    let mut wrong = Vec::new();
    for spelling in spellings() {
        let arguments = ["--lang=ru", &command, "--mcp-arg=demo-1c", &ledger];
        let intent = intent(&spelling.filter, &spelling.said).to_string();
        let answer = run(&arguments, &intent).1;
        let anchor = (answer["anchors"].as_array().into_iter().flatten())
            .find(|anchor| anchor["filter"] == spelling.filter.as_str())
            .unwrap_or_else(|| panic!("{}: {answer}", spelling.said));
        let element = anchor["element"]["presentation"].as_str();
        let candidates: Vec<&str> = (answer["clarify"]["reasons"][0]["candidates"].as_array())
            .into_iter()
            .flatten()
            .map(|candidate| candidate["label"].as_str().unwrap())
            .collect();
        let (found, elements) = match element {
            Some(element) => (anchor["matched_by"].as_str().unwrap(), vec![element]),
            None => ("?", candidates),
        };
        // Of candidates that only lie near the first is the nearest.
        let is_near = anchor["matched_by"].is_null();
        let same = if is_near {
            elements.starts_with(&[spelling.elements[0].as_str()]) && elements.len() <= 3
        } else {
            elements == spelling.elements
        };
        if found != spelling.found || !same {
            wrong.push(format!("{}: {found} {elements:?}", spelling.said));
        }
        // What is not certain is said before the facts.
        let unsure = element.is_some() && anchor["confidence"] != "high";
        let summary = answer["summary"].as_str().unwrap();
        if answer["returned"] != 0 && unsure != summary.contains("понято как") {
            wrong.push(format!("{}: {summary}", spelling.said));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
