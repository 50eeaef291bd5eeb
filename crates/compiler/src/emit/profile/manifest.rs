//! The manifest of a profile: the rules that its schemas enforce, the rules left to the decoder, and the budgets.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::budget::BudgetUse;
use super::cut::Cut;
use super::{Optional, Over, Profile};

/// A measured schema of a profile.
pub(in crate::emit) struct Document {
    pub(in crate::emit) name: String,
    left: BTreeMap<String, usize>,
    narrowed: BTreeMap<&'static str, usize>,
    pub(super) measured: Vec<BudgetUse>,
    pub(in crate::emit) over: Vec<Over>,
}

impl Document {
    pub(super) fn of(name: String, cut: Cut, profile: &Profile) -> Self {
        let measured: Vec<BudgetUse> = (profile.budgets.iter())
            .map(|budget| budget.measured(&cut.schema))
            .collect();
        let over = (measured.iter())
            .filter_map(|measured| measured.over(&name))
            .collect();
        Self {
            name,
            left: cut.left,
            narrowed: cut.narrowed,
            measured,
            over,
        }
    }
}

/// The rules that every schema of a profile enforces.
const ENFORCED: &[&str] = &[
    "keys, and no others",
    "JSON types",
    "codes and values of the codebook",
    "what a part cannot be without",
];

/// The rules that no schema can express.
const LEFT: &[&str] = &[
    "days of the calendar",
    "keys that stand twice",
    "which types a field or a relation fits",
    "names that are given elsewhere in the intent",
    "what `G` and `R` say of each other",
    "caps over several parts",
];

pub(super) fn manifest(profile: &Profile, documents: &[Document]) -> Value {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for (keyword, count) in documents.iter().flat_map(|document| &document.left) {
        *left.entry(keyword).or_default() += count;
    }
    let mut narrowed: Vec<&str> = (documents.iter())
        .flat_map(|document| document.narrowed.keys().copied())
        .collect();
    narrowed.sort_unstable();
    narrowed.dedup();
    let words: Vec<String> = (left.iter())
        .map(|(keyword, count)| format!("{} ({count} × `{keyword}`)", meaning(keyword)))
        .collect();
    let mut to_decoder: Vec<&str> = LEFT.to_vec();
    to_decoder.extend(words.iter().map(String::as_str));
    let mut enforced = ENFORCED.to_vec();
    enforced.extend(own(profile));
    json!({
        "profile": profile.name,
        "date": profile.date,
        "rules": profile.rules,
        "enforced": enforced,
        "left_to_the_decoder": to_decoder,
        "cannot_be_said": narrowed,
        "null_is_left_out": profile.optional == Optional::Null,
        "documents": documents.iter().map(budgets).collect::<Vec<Value>>(),
    })
}

/// The further rules that a profile enforces.
fn own(profile: &Profile) -> Vec<&'static str> {
    let all = [
        ("minimum", "ranges of numbers"),
        ("maxItems", "caps of lists"),
        ("pattern", "forms of dates"),
    ];
    let table = profile.by_scenario.then_some("the scenario table");
    let has = all.iter().filter(|(keyword, _)| profile.takes(keyword));
    table
        .into_iter()
        .chain(has.map(|(_, what)| *what))
        .collect()
}

/// The effect of a keyword that was left out.
fn meaning(keyword: &str) -> &str {
    match keyword {
        "allOf" => "the scenario table",
        "oneOf" => "which operators and values go with which fields, and which functions",
        "minLength" => "texts that are not empty",
        "minItems" => "lists that are not empty, or have two values",
        "maxItems" => "caps of lists",
        "minimum" | "maximum" => "ranges of numbers",
        "pattern" => "forms of dates",
        other => other,
    }
}

fn budgets(document: &Document) -> Value {
    let budgets: Map<String, Value> = (document.measured.iter())
        .map(|measured| {
            let (what, most) = measured.budget.said();
            let budget = json!({ "most": most, "have": measured.have });
            (what.to_owned(), budget)
        })
        .collect();
    json!({
        "document": document.name,
        "fits": document.over.is_empty(),
        "budgets": budgets,
    })
}
