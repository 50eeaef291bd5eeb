//! The questions of a domain with their right answers. JSON Lines with `id`, a text per language, `kind`, and `intent`
//! in any notation, with equally right ones in `also` and `literal`, or `unclear: true`; `ask_ok: true` if a
//! clarification question is right, too. Other keys are ignored.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cmec_decoder::blank::is_unseen;
use cmec_decoder::{Decoder, Tables, Verdict};
use serde::Deserialize;
use serde_json::Value;

use super::sameness;
use crate::terminal::exit::CliError;
use crate::terminal::{input, output};

/// The question sets of the built-in domains.
const BUILTIN: &[(&str, &str)] = &[
    (
        "address",
        include_str!("../../../../fixtures/questions/address.jsonl"),
    ),
    (
        "enterprise",
        include_str!("../../../../fixtures/questions/enterprise.jsonl"),
    ),
    (
        "mind",
        include_str!("../../../../fixtures/questions/mind.jsonl"),
    ),
    (
        "wine",
        include_str!("../../../../fixtures/questions/wine.jsonl"),
    ),
];

/// The date of the built-in questions.
pub(super) const TODAY: &str = "2026-11-26";

/// Most questions of a set.
const MOST: usize = 10_000;

/// Most bytes of a question's text.
const TEXT_BYTES: usize = 16 << 10;

const ID_BYTES: usize = 128;

pub(super) struct Question {
    pub(super) id: String,
    /// The kind of question, as named in the set.
    pub(super) kind: Option<String>,
    /// Its text by language tag.
    pub(super) texts: BTreeMap<&'static str, String>,
    /// The right answer; `None` for an unclear question, where a clarification question is right.
    pub(super) expected: Option<Expected>,
}

pub(super) struct Expected {
    /// The right contracts; the one from `intent` comes first.
    pub(super) contracts: Vec<RightContract>,
    /// True where a clarification question is right, too.
    pub(super) may_ask: bool,
}

pub(super) struct RightContract {
    /// Canonical form.
    pub(super) canonical: Value,
    /// Its source text.
    pub(super) intent: String,
}

impl Expected {
    /// The index of the right contract that equals this one. Search texts are not compared literally.
    pub(super) fn place_of(&self, contract: &Value) -> Option<usize> {
        let own = without_text(contract);
        let mut contracts = self.contracts.iter();
        contracts.position(|one| without_text(&one.canonical) == own)
    }
}

fn without_text(contract: &Value) -> Value {
    let mut contract = contract.clone();
    if let Some(text) = contract.pointer_mut("/rag_params/query_text") {
        *text = Value::Bool(true);
    }
    contract
}

/// A question in a file.
#[derive(Deserialize)]
struct Row {
    id: String,
    zh: Option<String>,
    ru: Option<String>,
    en: Option<String>,
    intent: Option<String>,
    #[serde(default)]
    also: Vec<String>,
    /// With names in the user's spelling.
    #[serde(default)]
    literal: Vec<String>,
    kind: Option<String>,
    #[serde(default)]
    ask_ok: bool,
    #[serde(default)]
    unclear: bool,
}

/// The questions of a file, or the built-in ones of a domain.
pub(super) fn load(file: Option<&Path>, tables: &Tables) -> Result<Vec<Question>, CliError> {
    if let Some(path) = file {
        let text = input::read_text(path)?;
        return read(&text, tables).map_err(|said| CliError::at(path, said));
    }
    let builtin = BUILTIN.iter().find(|(name, _)| *name == tables.name);
    let (_, text) = builtin.ok_or_else(|| {
        let message = format!(
            "there are no questions for `{}`",
            output::plain(&tables.name)
        );
        CliError::usage(message).help("name a file with `--set`")
    })?;
    read(text, tables).map_err(CliError::failed)
}

fn read(text: &str, tables: &Tables) -> Result<Vec<Question>, String> {
    let mut questions = Vec::new();
    let mut ids = BTreeSet::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let said = |why: String| format!("line {number}: {}", output::plain(&why));
        let row: Row = serde_json::from_str(line).map_err(|error| said(error.to_string()))?;
        let question = question(row, tables).map_err(said)?;
        if !ids.insert(question.id.clone()) {
            return Err(said(format!("the id `{}` stands there twice", question.id)));
        }
        if questions.len() == MOST {
            return Err(said(format!("more than {MOST} questions")));
        }
        questions.push(question);
    }
    match questions.is_empty() {
        true => Err("it has no question".to_owned()),
        false => Ok(questions),
    }
}

fn question(row: Row, tables: &Tables) -> Result<Question, String> {
    let id = row.id;
    if id.is_empty() || id.len() > ID_BYTES || id.contains(is_unseen) {
        return Err(format!("an id has 1 to {ID_BYTES} bytes, all of them seen"));
    }
    let texts = [("zh", row.zh), ("ru", row.ru), ("en", row.en)].into_iter();
    let texts = texts.filter_map(|(tag, text)| Some((tag, text?.trim().to_owned())));
    let texts: BTreeMap<_, _> = texts.collect();
    if texts.is_empty() {
        return Err(format!("`{id}` has no text in `zh`, `ru` or `en`"));
    }
    let fits = |text: &String| !text.is_empty() && text.len() <= TEXT_BYTES;
    if !texts.values().all(fits) {
        return Err(format!(
            "a text of `{id}` is empty or longer than {TEXT_BYTES} bytes"
        ));
    }
    let expected = match (row.intent, row.unclear) {
        (Some(first), false) => {
            let all = std::iter::once(first).chain(row.also).chain(row.literal);
            let expected = expected(all, row.ask_ok, tables);
            Some(expected.ok_or_else(|| format!("the intent of `{id}` is no contract"))?)
        }
        (None, true) => None,
        _ => return Err(format!("`{id}` has either an `intent` or `unclear: true`")),
    };
    Ok(Question {
        id,
        kind: row.kind,
        texts,
        expected,
    })
}

/// The contracts of intents; `None` if an intent gives no contract.
fn expected(
    intents: impl Iterator<Item = String>,
    may_ask: bool,
    tables: &Tables,
) -> Option<Expected> {
    let decoder = Decoder::new(tables);
    let contracts = intents.map(|intent| {
        let Verdict::Contract(own) = decoder.decode(&intent, "").verdict else {
            return None;
        };
        let contract = serde_json::to_value(&*own).ok()?;
        let canonical = sameness::canonical(contract, tables);
        Some(RightContract { canonical, intent })
    });
    let contracts = contracts.collect::<Option<_>>()?;
    Some(Expected { contracts, may_ask })
}
