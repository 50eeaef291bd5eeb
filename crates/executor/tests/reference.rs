//! A case for each rule of `docs/src/reference/meaning.md`, over a data set that one reads at a glance.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads its fixtures"
)]

#[path = "../../../fixtures/decode/cases.rs"]
mod cases;
#[path = "meaning/rules.rs"]
mod rules;

use cases::{Case, cases_of};
use cmec_decoder::contract::Contract;
use cmec_decoder::tables::Tables;
use cmec_decoder::{ContractVersion, Decoder, Verdict, generated};
use cmec_executor::reference::cell::Cell;
use cmec_executor::reference::data::Data;
use cmec_executor::reference::{Answer, EvaluationError, evaluate};
use rules::{DATA, OF_METRICS, RULES, tables, tables_with_metrics, today};
use serde_json::Value;

fn answer(intent: &str) -> Result<Answer, EvaluationError> {
    answer_with(&tables(), intent)
}

fn answer_with(tables: &Tables, intent: &str) -> Result<Answer, EvaluationError> {
    let data: Value = serde_json::from_str(DATA).unwrap();
    let data = Data::read(tables, data.as_object().unwrap()).unwrap();
    let decoded = Decoder::new(tables).decode(intent, "");
    let Verdict::Contract(contract) = &decoded.verdict else {
        panic!("{intent}: {:#?}", decoded.account.findings);
    };
    evaluate(contract, tables, &data, today())
}

/// The rows as text: values with blanks between, `-` for a missing one.
fn rows(intent: &str) -> Vec<String> {
    let answer = answer(intent).unwrap_or_else(|error| panic!("{intent}: {error}"));
    let line = |row: &Vec<Cell>| row.iter().map(shown).collect::<Vec<_>>().join(" ");
    answer.rows.iter().map(line).collect()
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Missing => "-".to_owned(),
        Cell::Text(text) => text.clone(),
        Cell::Number(number) => number.normalized().to_plain_string(),
        Cell::Boolean(flag) => flag.to_string(),
        Cell::Day(day) => day.to_string(),
        Cell::Moment(moment) => moment.to_string(),
        Cell::List(list) => format!("{list:?}"),
    }
}

#[test]
fn each_rule_has_its_rows() {
    for (rule, intent, expected) in RULES {
        assert_eq!(rows(intent), *expected, "{rule}: {intent}");
    }
}

/// A metric is computed over the instances of a group, or over those of other periods.
#[test]
fn metrics_of_the_codebook_have_their_values() {
    let tables = tables_with_metrics();
    let data: Value = serde_json::from_str(DATA).unwrap();
    let data = Data::read(&tables, data.as_object().unwrap()).unwrap();
    for (intent, expected) in OF_METRICS {
        let decoded = Decoder::new(&tables).decode(intent, "");
        let Verdict::Contract(contract) = &decoded.verdict else {
            panic!("{intent}: {:#?}", decoded.account.findings);
        };
        let answer = evaluate(contract, &tables, &data, today()).unwrap();
        let line = |row: &Vec<Cell>| row.iter().map(shown).collect::<Vec<_>>().join(" ");
        let rows: Vec<String> = answer.rows.iter().map(line).collect();
        assert_eq!(rows, *expected, "{intent}");
    }
}

#[test]
fn columns_say_which_place_they_are_of() {
    let columns = |intent| answer(intent).unwrap().columns;
    let of_places = columns(
        r#"{"s":"RQ","tg":["enterprise"],"R":[{"r":"R003","fr":"target","to":"&a"},{"r":"R001","fr":"&a","to":"&p"}],"C":{"flt":[{"f":"&p.F021","op":"EX"}]}}"#,
    );
    assert_eq!(
        of_places,
        ["enterprise.name", "&a.enterprise.name", "&p.park.name"]
    );
    let of_types = columns(r#"{"s":"IS","tg":["park","industry"]}"#);
    let has = |path: &str| of_types.iter().any(|column| column == path);
    assert!(has("park.name") && has("industry.name"));
}

#[test]
fn what_is_behind_a_page_is_told() {
    let answer = answer(r#"{"s":"IS","tg":["enterprise"],"C":{"pg":{"lim":1}}}"#).unwrap();
    assert_eq!((answer.rows.len(), answer.more), (1, 3));
}

#[test]
fn what_has_no_meaning_is_told() {
    // The codebook says that there is one park, and the data have two.
    let several = r#"{"s":"RQ","o":"INST","tg":["enterprise"],"R":[{"r":"R001"}],"A":["F020"]}"#;
    let tables = generated::builtin("enterprise").unwrap();
    assert_eq!(
        answer_with(tables, several),
        Err(EvaluationError::Several("park.name".to_owned()))
    );
    let text = answer(r#"{"s":"RAG","Q":{"txt":"chips"}}"#);
    assert!(
        matches!(text, Err(EvaluationError::Scenario(_))),
        "{text:?}"
    );
}

/// Each core case that uses a form of v0.3 has the rows of `<case>.rows`, over `fixtures/reference/<domain>.json`: the
/// columns, then a line for a row. They were read by hand.
#[test]
fn core_cases_of_new_forms_have_their_rows() {
    let mut wrong = Vec::new();
    let mut held = 0;
    for domain in ["enterprise", "mind", "wine"] {
        let tables = generated::builtin(domain).unwrap();
        let mut data = None;
        for Case {
            name, text, path, ..
        } in cases_of("contract", domain)
        {
            let decoded = Decoder::new(tables).decode(&text, "");
            let Verdict::Contract(contract) = &decoded.verdict else {
                continue;
            };
            let data = data.get_or_insert_with(|| {
                let folder = path.ancestors().nth(4).unwrap().join("reference");
                let json = std::fs::read_to_string(folder.join(format!("{domain}.json"))).unwrap();
                let json: Value = serde_json::from_str(&json).unwrap();
                Data::read(tables, json.as_object().unwrap()).unwrap()
            });
            let rows = path.with_extension("rows");
            let new = contract.version() == ContractVersion::V03 && name.starts_with("core_");
            if !new && !rows.exists() {
                continue;
            }
            let answer = match evaluate(contract, tables, data, today()) {
                Err(EvaluationError::Scenario(_)) => continue,
                answer => answer.unwrap(),
            };
            held += 1;
            let seen = table(contract, tables, &answer);
            if std::fs::read_to_string(&rows).unwrap_or_default() != seen {
                wrong.push(format!("== {domain}/{name}\n{seen}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
    assert!(held >= 60, "{held}");
}

/// Columns, and a line for each row. Instances that are shown whole stand by their keys alone.
fn table(contract: &Contract<'_>, tables: &Tables, answer: &Answer) -> String {
    let whole = contract.grounding.target_attributes.is_empty()
        && contract.constraints.aggregation.is_none();
    let is_key = |column: &str| {
        let (of, name) = column.split_once('.').unwrap_or(("", column));
        let def = tables.type_by_name(of);
        def.is_none_or(|def| def.key.as_deref() == Some(name))
    };
    let kept: Vec<bool> = (answer.columns.iter())
        .map(|column| !whole || is_key(column))
        .collect();
    let line = |cells: Vec<String>| {
        let kept = cells.into_iter().zip(&kept).filter(|(_, kept)| **kept);
        let cells: Vec<String> = kept.map(|(cell, _)| cell).collect();
        format!("{}\n", cells.join(" | "))
    };
    let rows = answer
        .rows
        .iter()
        .map(|row| row.iter().map(shown).collect());
    std::iter::once(answer.columns.clone())
        .chain(rows)
        .map(line)
        .collect()
}

/// What the decoder passes has rows, or is of a scenario that no table answers.
#[test]
fn what_the_decoder_passes_has_rows() {
    let mut undefined = Vec::new();
    for domain in ["enterprise", "mind", "wine"] {
        let (tables, json) = match domain {
            "enterprise" => (&tables(), DATA),
            _ => (generated::builtin(domain).unwrap(), "{}"),
        };
        let json: Value = serde_json::from_str(json).unwrap();
        let data = Data::read(tables, json.as_object().unwrap()).unwrap();
        for Case { name, text, .. } in cases_of("contract", domain) {
            let decoded = Decoder::new(tables).decode(&text, "");
            let Verdict::Contract(contract) = &decoded.verdict else {
                continue;
            };
            match evaluate(contract, tables, &data, today()) {
                Ok(_) | Err(EvaluationError::Scenario(_)) => {}
                Err(error) => {
                    undefined.push(format!("{domain}/{name}: {error}"));
                }
            }
        }
    }
    undefined.sort();
    assert_eq!(undefined, [""; 0]);
}
