//! The examples on a card: questions of the codebook with their answers, chosen so that each shows something new.

use std::collections::BTreeSet;

use cmec_decoder::clarify::Reason;
use cmec_decoder::contract::Contract;
use cmec_decoder::encode::encode;
use cmec_decoder::language::{Key, Scenario, given_names};
use cmec_decoder::letters::folded;
use cmec_decoder::tables::{Label, Tables};
use cmec_decoder::{Notation, Verdict};
use cmec_executor::Catalogue;
use serde_json::{Map, Value, json};

use super::words::{self, of};
use crate::emit::scope::Scope;
use crate::resolve::examples::sql_decoder;

/// A question and its answer in the notation.
pub(super) struct CardExample {
    pub(super) question: String,
    pub(super) text: String,
    scenario: Scenario,
    /// The operators, functions and parts that it shows.
    features: BTreeSet<String>,
}

/// The examples of a codebook in a language and a notation, limited to the scope.
pub(super) fn of_scope(
    tables: &Tables,
    catalogue: &Catalogue,
    scope: &Scope<'_>,
    (language, notation): (&str, Notation),
) -> Vec<CardExample> {
    let decoder = sql_decoder(tables);
    let examples = catalogue.examples.iter();
    let asked = examples.filter_map(|example| example.in_language(language));
    asked
        .filter_map(|(question, sql)| {
            let decoded = decoder.decode(sql, "");
            let (text, scenario, features) = match &decoded.verdict {
                Verdict::Contract(contract) => {
                    let features = features(contract, tables);
                    is_in(contract, &features, scope).then_some(())?;
                    let text = match notation {
                        Notation::Sql => sql.to_owned(),
                        other => encode(contract, tables, other).ok()?,
                    };
                    (text, contract.intent.scenario, features)
                }
                Verdict::Clarify(clarify) => {
                    is_about(question, tables, scope).then_some(())?;
                    let question = clarify.question.values().next()?;
                    let text = match notation {
                        Notation::Sql => sql.to_owned(),
                        _ => asked_back(question, &clarify.reasons),
                    };
                    (text, Scenario::Clarify, BTreeSet::new())
                }
                Verdict::Reject(_) => return None,
            };
            Some(CardExample {
                question: question.split_whitespace().collect::<Vec<_>>().join(" "),
                text,
                scenario,
                features,
            })
        })
        .collect()
}

/// A clarification question in cMEC with its options.
fn asked_back(question: &str, reasons: &[Reason]) -> String {
    let options = reasons
        .iter()
        .flat_map(|reason| reason.candidates.iter().map(|one| one.code.as_str()));
    let options: Vec<&str> = options.collect();
    let mut said = Map::new();
    said.insert(Key::Qq.text().to_owned(), json!(question));
    if !options.is_empty() {
        said.insert(Key::Opt.text().to_owned(), json!(options));
    }
    json!({ Key::S.text(): Scenario::Clarify.code(), Key::X.text(): said }).to_string()
}

/// True where the question names no type outside the scope.
fn is_about(question: &str, tables: &Tables, scope: &Scope<'_>) -> bool {
    let question = folded(question);
    let mut others =
        (tables.types.iter()).filter(|ty| scope.types.iter().all(|own| own.name != ty.name));
    !others.any(|ty| {
        let mut names = ty.labels.iter().flat_map(Label::names);
        names.any(|name| question.contains(&folded(name)))
    })
}

/// True where the example uses only parts of the scope.
fn is_in(contract: &Contract<'_>, features: &BTreeSet<String>, scope: &Scope<'_>) -> bool {
    let is_type = |name: &str| scope.types.iter().any(|ty| ty.name == name);
    let is_relation = |name: &str| scope.relations.iter().any(|one| one.name == name);
    let named = |of: &'static str| features.iter().filter_map(move |one| one.strip_prefix(of));
    scope.scenarios.contains(&contract.intent.scenario)
        && named("type ").all(is_type)
        && named("named ").all(|name| is_type(name) || is_relation(name))
}

/// The features of a contract: its non-empty keys and the members of closed lists.
fn features(contract: &Contract<'_>, tables: &Tables) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    // Through its text, because `Value` would not keep the digits of numbers.
    let value = serde_json::to_string(contract).ok();
    let value = value.and_then(|text| serde_json::from_str(&text).ok());
    if let Some(value) = value {
        walk(&value, "", tables, &mut found);
    }
    found
}

fn walk(value: &Value, key: &str, tables: &Tables, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                walk(value, key, tables, found);
            }
        }
        Value::Array(items) => {
            if !items.is_empty() {
                found.insert(key.to_owned());
            }
            for item in items {
                walk(item, key, tables, found);
            }
        }
        Value::String(text) => match key {
            "operator" | "function" => {
                found.insert(format!("{key} {text}"));
            }
            // The name of an entity's type or of a relation; a graph traversal names relations as well.
            _ if key == "type" || tables.relation_by_name(text).is_some() => {
                found.insert(format!("named {text}"));
            }
            "target_types" => {
                found.insert(format!("type {text}"));
            }
            "field" | "target_attributes" | "group_by" => {
                // The path follows the alias.
                let path = match text.strip_prefix(given_names::MARK) {
                    Some(there) => there.split_once('.').map_or("", |(_, path)| path),
                    None => text,
                };
                let of = path.split_once('.').filter(|(of, _)| !of.contains('('));
                found.extend(of.map(|(of, _)| format!("type {of}")));
            }
            _ => {}
        },
        _ => {}
    }
}

/// Examples as written on a card.
pub(super) fn written<'s>(shown: impl Iterator<Item = &'s CardExample>, language: &str) -> String {
    let mut text = format!("{}:\n", of(&words::EXAMPLES, language));
    for example in shown {
        text.push_str(&format!("{} → {}\n", example.question, example.text));
    }
    text
}

/// Indices of examples by usefulness.
pub(super) struct ByWorth {
    /// One per scenario, and a clarification question.
    pub(super) of_scenarios: Vec<usize>,
    /// The others; those with the most new features first.
    pub(super) others: Vec<usize>,
}

/// Sorts examples by usefulness. In a tie, the codebook's order decides.
pub(super) fn by_worth(all: &[CardExample]) -> ByWorth {
    let mut scenarios = BTreeSet::new();
    let mut order: Vec<usize> = Vec::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (at, shown) in all.iter().enumerate() {
        if scenarios.insert(shown.scenario) {
            order.push(at);
            seen.extend(shown.features.iter().map(String::as_str));
        }
    }
    let first = order.len();
    while order.len() < all.len() {
        let left = all.iter().enumerate().filter(|(at, _)| !order.contains(at));
        let new = |shown: &CardExample| {
            let features = shown.features.iter();
            features.filter(|one| !seen.contains(one.as_str())).count()
        };
        let best = left.max_by_key(|(at, shown)| (new(shown), std::cmp::Reverse(*at)));
        let Some((at, shown)) = best else { break };
        order.push(at);
        seen.extend(shown.features.iter().map(String::as_str));
    }
    let others = order.split_off(first);
    ByWorth {
        of_scenarios: order,
        others,
    }
}
