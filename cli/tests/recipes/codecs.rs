//! Every case over every kind of server: the answer is the same one.

use serde_json::{Value, json};

use crate::asked::Asked;
use crate::case::Case;
use crate::common::run;
use crate::oracle::Oracle;

/// Kinds of servers, the one that the cases are written for first.
pub(crate) const KINDS: [&str; 4] = ["roctup-json", "roctup-toon", "feenlace", "data-plan"];

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

/// A server that gives fewer rows at once than were asked for says so, and its pages make up the whole.
#[test]
fn pages_of_a_server_with_a_lower_cap_make_up_the_whole() {
    let command = format!("--mcp-command={}", env!("CARGO_BIN_EXE_cmec"));
    let intent = json!({"s": "IS", "tg": ["open_contract_candidate"]});
    let ask = |kind: &str, cursor: Option<&str>| {
        let kind = format!("--mcp-arg=--codec={kind}");
        let mut arguments = vec!["--limit=1000", &command, "--mcp-arg=demo-1c", &kind];
        arguments.extend(cursor.iter().flat_map(|cursor| ["--cursor", cursor]));
        run(&arguments, &intent.to_string()).1
    };
    let whole = alike(ask("roctup-json", None));
    let mut rows: Vec<Value> = Vec::new();
    let mut cursor: Option<String> = None;
    let mut pages = 0;
    loop {
        let page = ask("data-plan", cursor.as_deref());
        pages += 1;
        cursor = page["next_cursor"].as_str().map(str::to_owned);
        let said = page["limitations"].as_array().unwrap();
        assert_eq!(
            said.contains(&json!("rows_truncated_to_limit: 200")),
            cursor.is_some(),
            "{page}"
        );
        rows.extend(alike(page)["rows"].as_array().unwrap().iter().cloned());
        if cursor.is_none() || rows.len() >= 500 {
            break;
        }
    }
    let whole = whole["rows"].as_array().unwrap();
    assert!(pages > 1 && whole.len() >= rows.len(), "{pages}");
    assert_eq!(rows, whole[..rows.len()]);
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
