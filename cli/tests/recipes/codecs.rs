//! Every case over both forms of answers: the answer is the same one.

use serde_json::Value;

use crate::asked::Asked;
use crate::case::Case;
use crate::oracle::Oracle;

/// Kinds of servers, the one that the cases are written for first.
pub(crate) const KINDS: [&str; 2] = ["roctup-json", "roctup-toon"];

pub(crate) const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

#[tokio::test]
async fn each_case_is_answered_alike_over_every_kind_of_server() {
    let oracle = Oracle::new().await;
    for case in Case::all() {
        let ask = |kind: &str| {
            let server = format!("--mcp-arg=--codec={kind}");
            alike(Asked::with(&case, &oracle.path, &[&server, "--trace-id", TRACE]).response)
        };
        let [first, others @ ..] = KINDS;
        let expected = ask(first);
        for kind in others {
            assert_eq!(ask(kind), expected, "{} over {kind}", case.name);
        }
    }
}

/// An answer without what is each kind's own: the words in which it fails, how many decimals it writes, and the cursor, which knows a row by its digits.
pub(crate) fn alike(mut answer: Value) -> Value {
    answer["next_cursor"] = Value::from(answer.get("next_cursor").is_some());
    if answer["limited_reason_category"] == "execution_error" {
        answer["limitations"] = Value::Null;
    }
    each_leaf(&mut answer, &|leaf| match leaf {
        Value::Number(number) => *leaf = Value::from(number.as_f64()),
        Value::String(text) => *text = shortest_amounts(text),
        _ => {}
    });
    answer
}

fn each_leaf(value: &mut Value, change: &impl Fn(&mut Value)) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| each_leaf(item, change)),
        Value::Object(object) => object.values_mut().for_each(|item| each_leaf(item, change)),
        leaf => change(leaf),
    }
}

/// A text whose amounts, digits with two decimals, have no zeros at their ends.
fn shortest_amounts(text: &str) -> String {
    let words = text.split_inclusive([' ', ',', ';']).map(|word| {
        let amount = word.trim_end_matches([' ', ',', ';']);
        let rest = &word[amount.len()..];
        let is_amount = amount.bytes().rev().nth(2) == Some(b'.') && amount.parse::<f64>().is_ok();
        let short = if is_amount {
            amount.trim_end_matches('0').trim_end_matches('.')
        } else {
            amount
        };
        format!("{short}{rest}")
    });
    words.collect()
}
