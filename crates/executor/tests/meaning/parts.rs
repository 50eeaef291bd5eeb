//! Every part of a contract counts: said beside a question it changes the answer on some data, or the answer names it, or it
//! is asked about.

use cmec_decoder::contract::Valid;
use std::collections::BTreeMap;

use cmec_decoder::{Contract, Decoder, Tables, Verdict};
use serde_json::{Value, json};

/// What is compared of an answer.
pub(crate) struct Told {
    /// The rows, or the plan of a lane that is not run.
    pub(crate) rows: String,
    /// Its limitations.
    pub(crate) limitations: Vec<String>,
}

/// Ways to say a part: its name in answers, and the keys that are added to an intent.
pub(crate) type Saying = (&'static str, Value);

/// Ways to say the parts that need no names of a codebook.
pub(crate) fn plain() -> Vec<Saying> {
    vec![
        ("limit", json!({"C": {"pg": {"lim": 1}}})),
        ("limit", json!({"C": {"pg": {"lim": 7}}})),
        ("offset", json!({"C": {"pg": {"off": 1}}})),
        ("offset", json!({"C": {"pg": {"off": 100}}})),
        ("output_type", json!({"o": "INST"})),
        ("output_type", json!({"o": "REL"})),
        ("output_type", json!({"o": "ATTR"})),
        ("output_type", json!({"o": "SUBG"})),
        ("output_type", json!({"o": "TEXT"})),
        ("output_type", json!({"o": "EXIST"})),
        ("graph_params", json!({"G": {"dir": "I"}})),
        ("graph_params", json!({"G": {"dir": "O"}})),
        ("graph_params", json!({"G": {"dep": 2}})),
        ("graph_params", json!({"G": {"path": {"hop": 1}}})),
        ("top_k", json!({"Q": {"k": 1}})),
        ("rerank", json!({"Q": {"rr": true}})),
        ("rerank", json!({"Q": {"rr": false}})),
        ("kind", json!({"Q": {"kd": "definition"}})),
        ("kind", json!({"Q": {"kd": "architect"}})),
        ("mode", json!({"Q": {"md": "fast"}})),
        ("mode", json!({"Q": {"md": "architect"}})),
        ("tags_any", json!({"Q": {"tag": ["x"]}})),
        ("project", json!({"Q": {"prj": "x"}})),
    ]
}

/// Says each part beside each question, and gives how many intents that made.
pub(crate) fn check(
    tables: &Tables,
    questions: &[Value],
    sayings: &[Saying],
    answer: impl Fn(&Valid<Contract<'_>>) -> Told,
) -> usize {
    let answered = |intent: &Value| {
        let text = intent.to_string();
        let decoded = Decoder::new(tables).decode(&text, "0");
        match decoded.verdict {
            Verdict::Contract(contract) => Some(answer(&contract)),
            _ => None,
        }
    };
    // By scenario, output and part.
    let mut counts: BTreeMap<[&str; 3], bool> = BTreeMap::new();
    for question in questions {
        let plain = answered(question).unwrap_or_else(|| panic!("{question} is no contract"));
        let [scenario, output] = ["s", "o"].map(|key| question[key].as_str().unwrap_or_default());
        for (part, keys) in sayings {
            let mut intent = question.clone();
            add(&mut intent, keys);
            let of_part = answered(&intent).is_none_or(|told| {
                told.rows != plain.rows || told.limitations.iter().any(|own| names(own, part))
            });
            *counts.entry([scenario, output, part]).or_default() |= of_part;
        }
    }
    counts.retain(|_, counts| !*counts);
    assert!(counts.is_empty(), "{counts:?}");
    questions.len() * sayings.len()
}

/// Whether a limitation names a part.
fn names(limitation: &str, part: &str) -> bool {
    limitation.split([':', ' ', ',']).any(|word| {
        word == part
            || word.starts_with(&format!("{part}_"))
            || (part == "rerank" && word == "reranker_silent")
    })
}

/// Adds keys to an object, and members to a list.
fn add(to: &mut Value, keys: &Value) {
    match (to, keys) {
        (Value::Object(to), Value::Object(keys)) => {
            for (key, value) in keys {
                match to.get_mut(key) {
                    Some(own) => add(own, value),
                    None => drop(to.insert(key.clone(), value.clone())),
                }
            }
        }
        (Value::Array(to), Value::Array(members)) => to.extend(members.iter().cloned()),
        (to, value) => *to = value.clone(),
    }
}
