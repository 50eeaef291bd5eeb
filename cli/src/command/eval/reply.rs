//! A recorded answer → a contract, a clarification question, or neither.

use cmec_agent::chat::answer::ChatAnswer;
use cmec_agent::chat::tool::ToolCall;
use cmec_agent::repair;
use cmec_decoder::clarify::{MODEL_ASKED, Reason};
use cmec_decoder::decode::begins_statement;
use cmec_decoder::{Decoder, Notation, Options, Spelling, Tables, Verdict};
use serde::Serialize;
use serde_json::{Value, json};

use super::sameness;
use crate::domain::strategy::{AskVariant, ConstraintChoice, IntentForm};

/// The content of an answer.
#[derive(Debug)]
pub(super) enum Reply {
    /// A contract in canonical form with its source text.
    Contract(Value, String),
    /// A clarification question, with the message for a retry; `None` if only a person can answer.
    Asked(Asker, Option<String>),
    /// Neither, with the message for a retry, if any.
    Rejected(Option<String>),
    Failed,
}

/// The source of a clarification question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Asker {
    /// The model, in words or in the notation.
    Model,
    Decoder,
}

/// Reads an answer strictly in the requested notation. `before`: the text that a retry replaces.
pub(super) fn read(
    answer: Option<&ChatAnswer>,
    way: &AskVariant,
    tables: &Tables,
    before: Option<&str>,
) -> Reply {
    let Some(answer) = answer else {
        return Reply::Failed;
    };
    let text = answer.text.as_deref().unwrap_or_default();
    let calls = answer.calls.as_slice();
    match way.said {
        // JSON under a schema, where `null` means absent, as in tool arguments.
        IntentForm::C02 if way.held != ConstraintChoice::Free => {
            let name = format!("query_{}", tables.name);
            let call = json!({"name": name, "arguments": text});
            decode(&call.to_string(), Notation::ToolCall, tables)
        }
        // A bare question is a clarification question, like `ASK`.
        IntentForm::Sql if is_question(text) && !begins_statement(text) => {
            Reply::Asked(Asker::Model, None)
        }
        IntentForm::Sql => {
            match before.map(|before| repair::whole(before, text, Notation::Sql, tables)) {
                Some(Err(again)) => Reply::Asked(Asker::Decoder, Some(again)),
                Some(Ok(whole)) => decode(&whole, Notation::Sql, tables),
                None => decode(text, Notation::Sql, tables),
            }
        }
        IntentForm::C02 => decode(text, Notation::C02, tables),
        // With tools, only a text can ask a question.
        IntentForm::Tools if calls.is_empty() && is_question(text) => {
            Reply::Asked(Asker::Model, None)
        }
        IntentForm::StrictTool | IntentForm::Tools => match calls {
            [] => decode(text, Notation::ToolCall, tables),
            [only] => decode(&function(only).to_string(), Notation::ToolCall, tables),
            several => {
                let several: Vec<Value> = several.iter().map(function).collect();
                let message = json!({"tool_calls": several});
                decode(&message.to_string(), Notation::ToolCall, tables)
            }
        },
    }
}

fn function(call: &ToolCall) -> Value {
    json!({"type": "function", "function": {"name": call.name, "arguments": call.arguments}})
}

fn is_question(text: &str) -> bool {
    text.trim_end().ends_with(['?', '？'])
}

fn decode(text: &str, notation: Notation, tables: &Tables) -> Reply {
    let decoder = Decoder::new(tables).with_options(Options {
        spelling: Spelling::Only(notation),
        ..Options::default()
    });
    let decoded = decoder.decode(text, "");
    let again = repair::words(&decoded.account.findings);
    match decoded.verdict {
        Verdict::Contract(contract) => match serde_json::to_value(&*contract) {
            Ok(contract) => Reply::Contract(sameness::canonical(contract, tables), text.to_owned()),
            Err(_) => Reply::Rejected(again),
        },
        Verdict::Clarify(clarify) => {
            let own = |reason: &Reason| reason.code == MODEL_ASKED;
            match clarify.reasons.iter().any(own) {
                true => Reply::Asked(Asker::Model, None),
                false => Reply::Asked(Asker::Decoder, again),
            }
        }
        Verdict::Reject(_) => Reply::Rejected(again),
    }
}
