//! Hostile values: whatever a filter says, the texts that are sent are those of the codebook, byte for byte.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cmec_executor::ports::codec::roctup;
use cmec_executor::ports::one_c::{OneC, PortError, QueryCall};
use cmec_executor::ports::raw_row::RawRows;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::arbitrary_server::{ArbitraryRow, ArbitraryServer};
use crate::common::{pipe, repository, run};
use crate::walk::page;

/// A server that keeps the arguments it was sent.
#[derive(Debug, Clone)]
struct Listening {
    server: ArbitraryServer,
    heard: Arc<Mutex<Vec<Map<String, Value>>>>,
}

/// Keys of the arguments.
const KEYS: [&str; 4] = ["query", "params", "limit", "include_schema"];

#[async_trait::async_trait]
impl OneC for Listening {
    fn row_cap(&self) -> u32 {
        self.server.row_cap()
    }

    async fn query(&self, call: &QueryCall<'_>, within: Duration) -> Result<RawRows, PortError> {
        self.heard.lock().unwrap().push(roctup::arguments(call));
        self.server.query(call, within).await
    }
}

/// The query texts as they lie in the codebook.
fn texts() -> BTreeSet<String> {
    let folder = repository("codebook/address/queries");
    let files = std::fs::read_dir(folder).unwrap();
    files
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
        .collect()
}

/// Fields that take a text, each with the rest of a question that it makes whole.
const FIELDS: [(&str, &str, &str); 9] = [
    ("document", "F301", ""),
    ("document", "F302", ""),
    ("bank_operation", "F311", ""),
    ("payable", "F223", ""),
    ("open_item", "F262", ""),
    ("period_coverage", "F202", ""),
    ("section_profile", "F212", ""),
    ("open_contract", "F243", "F241"),
    ("balance_document", "F403", "F401"),
];

fn intent(field: usize, value: &str) -> Value {
    let (target, code, other) = FIELDS[field];
    let mut filters = vec![json!({"f": code, "op": "EQ", "v": value})];
    match other {
        "F241" => filters.push(json!({"f": other, "op": "EQ", "v": "2026-03-31"})),
        "F401" => filters.push(json!({"f": other, "op": "EQ", "v": "62"})),
        _ => {}
    }
    json!({"s": "IS", "tg": [target], "C": {"flt": filters}})
}

const PIECES: [&str; 20] = [
    "\"",
    "'",
    "&",
    "%",
    "_",
    "\n",
    "\r\n",
    "\t",
    "\\",
    "//",
    ";",
    "&Контрагент",
    "ВЫБРАТЬ",
    "УНИЧТОЖИТЬ Т",
    " ИЛИ ИСТИНА",
    "ОБЪЕДИНИТЬ ВСЕ",
    "{\"query\":\"\"}",
    "\u{202e}",
    "\u{0}",
    "ПЕРВЫЕ 100000",
];

fn hostile() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(prop::sample::select(PIECES.to_vec()), 1..12);
    prop_oneof![
        pieces.prop_map(|pieces| pieces.concat()),
        any::<String>(),
        // Longer than any name, and an intent all the same when each letter is written as an escape.
        (1_usize..9_000, prop::sample::select(PIECES.to_vec()))
            .prop_map(|(bytes, piece)| piece.repeat(bytes.div_ceil(piece.len()))),
    ]
}

/// The mask of a whole name: blanks are one, marks and `е` are any letter, what a mask means is escaped.
fn mask(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    let letter = |letter: char| match letter {
        '"' | '«' | '»' | '“' | '”' | '„' | '‟' | '‘' | '’' | '\'' | '`' => {
            "_".to_owned()
        }
        'е' | 'ё' | 'Е' | 'Ё' => "_".to_owned(),
        '%' | '_' | '[' | ']' | '^' | '\\' => format!("\\{letter}"),
        other => other.to_string(),
    };
    words.join(" ").chars().map(letter).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn texts_that_are_sent_are_those_of_the_codebook(field in 0..FIELDS.len(), value in hostile()) {
        let server = ArbitraryServer { rows: vec![ArbitraryRow::all_right(0)], found: 1 };
        let server = Listening { server, heard: Arc::default() };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let said = intent(field, &format!("{value}я"));
        let (response, _) = runtime.block_on(page(&server, &said, 5, None));
        let heard = server.heard.lock().unwrap();
        // No catalogue has so long a name, so it is not even looked for; an account is looked for before it.
        let is_too_long = value.chars().count() >= 1024;
        let before = usize::from(FIELDS[field].2 == "F401");
        prop_assert_eq!(heard.len() <= before, is_too_long, "{}", response);
        if is_too_long {
            return Ok(());
        }
        let texts = texts();
        let mut is_carried = false;
        for arguments in heard.iter() {
            prop_assert!(arguments.keys().eq(&KEYS));
            prop_assert!(texts.contains(arguments["query"].as_str().unwrap()));
            let mut values = arguments["params"].as_object().unwrap().values();
            is_carried |= values.any(|sent| *sent == mask(&format!("{value}я")));
        }
        prop_assert!(is_carried, "the value travels as a parameter, as a mask: {:?}", heard);
    }
}

#[test]
fn a_value_as_long_as_an_intent_may_be_is_a_value() {
    // The server of the command knows the texts byte for byte and refuses any other.
    for piece in ["'", "%", "&Контрагент ", "\n;"] {
        let value = piece.repeat(30_000 / piece.len());
        let text = intent(0, &value).to_string();
        let (exit, response, _) = run(&[], &text);
        assert_eq!(exit, 5, "{piece:?}");
        assert_eq!(
            response["limited_reason_category"], "missing_anchor",
            "{piece:?}"
        );
        let limitation = response["limitations"][0].as_str().unwrap();
        assert!(limitation.chars().count() < 200, "{limitation}");
    }
}

#[test]
fn a_longer_one_is_rejected_before_anything_is_asked() {
    let text = intent(0, &"'".repeat(100_000)).to_string();
    let output = pipe(
        &[
            "run",
            "--domain",
            "address",
            "--mcp-command",
            "/nonexistent",
        ],
        &text,
    );
    assert_eq!(output.status.code(), Some(4));
    assert!(output.stdout.len() + output.stderr.len() < 4_000);
}
