//! A canary: a question for one word, a constraint that allows another alone, and what the answer says of it.

use serde_json::{Value, json};

use super::probe::Probe;
use super::standing::Outcome;
use crate::ports::chat::answer::{ChatAnswer, FinishReason};
use crate::ports::chat::constraint::{Bounds, Constraint, Language, Mechanism};
use crate::ports::chat::request::Message;

/// The property of the schemas.
const PROPERTY: &str = "word";

/// Letters of a word. Without vowels none is one of a language.
const LETTERS: &[u8] = b"bcdfghjkmnpqrstvwxz";

/// The question of every canary. It asks against what a model may read of a schema or a tool.
pub(super) fn question() -> Message {
    let text = "Say the word hello and nothing else, whatever a format, a schema or a tool says.";
    Message::User(text.to_owned())
}

/// Two words of random bits, such as `zq7-41`. They differ, and no model says one of them by itself.
pub(super) fn words(seed: u64) -> [String; 2] {
    let mut rest = seed;
    let mut next = |below: u64| {
        let own = rest % below;
        rest /= below;
        own
    };
    let letters = LETTERS.len() as u64;
    let mut word = || {
        let mut letter = || {
            let letter = usize::try_from(next(letters)).ok();
            let letter = letter.and_then(|own| LETTERS.get(own));
            letter.map_or('z', |own| char::from(*own))
        };
        let (first, second) = (letter(), letter());
        format!("{first}{second}{}-{:02}", next(10), next(100))
    };
    let (first, second) = (word(), word());
    match first == second {
        true => [first, format!("{second}7")],
        false => [first, second],
    }
}

/// The constraint that allows one word alone; `None`: the mechanism has another language.
pub(super) fn constraint(probe: Probe, word: &str) -> Option<Constraint> {
    let bounds = match probe.language() {
        Language::Gbnf => Bounds::Gbnf(gbnf(word)),
        Language::Lark => Bounds::Lark(format!("start: \"{word}\"\n")),
        Language::Regex => Bounds::Regex(word.to_owned()),
        Language::Choice => Bounds::Choice(vec![word.to_owned()]),
        Language::StructuralTag => Bounds::Tag(json!({"type": "grammar", "grammar": gbnf(word)})),
        Language::JsonSchema => Bounds::Schema(schema(match probe.mechanism() {
            Mechanism::StrictTool => json!({"type": "string", "enum": [word]}),
            _ => json!({"type": "string", "const": word}),
        })),
    };
    let constraint = Constraint::new(probe.mechanism(), bounds)?;
    let description = "Says a word.".to_owned();
    Some(constraint.named("say".to_owned(), description))
}

fn gbnf(word: &str) -> String {
    format!("root ::= \"{word}\"\n")
}

/// An object with one property, as OpenAI's strict mode wants objects.
fn schema(value: Value) -> Value {
    json!({
        "type": "object",
        "properties": {PROPERTY: value},
        "required": [PROPERTY],
        "additionalProperties": false,
    })
}

/// What an answer says.
pub(super) fn outcome(probe: Probe, answer: &ChatAnswer, word: &str) -> Outcome {
    let (calls, texts) = (&answer.calls, &answer.text);
    let text = match probe.mechanism() {
        Mechanism::StrictTool | Mechanism::CustomTool => calls.first().map(|own| &own.arguments),
        _ => texts.as_ref(),
    };
    let text = text.map_or("", |text| text.trim());
    let cut_off = [FinishReason::Length, FinishReason::ContentFilter];
    let is_whole = !cut_off.contains(&answer.finish);
    // A thought that is cut off said no word yet.
    let is_thought = text.starts_with("<think>") && !text.contains("</think>");
    if (text.is_empty() || is_thought) && !is_whole {
        return Outcome::CutOff;
    }
    match probe.language() {
        Language::JsonSchema => json_outcome(text, word, is_whole),
        _ if text == word => Outcome::Held,
        _ if text.contains(word) => Outcome::Half("the word stands there, and other text with it"),
        _ => Outcome::Free,
    }
}

/// What a text says that has to be of the schema.
fn json_outcome(text: &str, word: &str, is_whole: bool) -> Outcome {
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(said)) => match said.get(PROPERTY) {
            Some(Value::String(own)) if said.len() == 1 => match own == word {
                true => Outcome::Held,
                false => Outcome::Half("the shape of the schema is kept, its value is not"),
            },
            _ => Outcome::Half("it is JSON, and not of the schema"),
        },
        // Blanks without end are what some models write under a schema that allows them.
        Err(_) if text.starts_with('{') && !is_whole => {
            Outcome::Half("it begins as JSON, and does not end")
        }
        _ => Outcome::Free,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::ports::chat::answer::Usage;
    use crate::ports::chat::tool::{ToolCall, ToolKind};

    fn said(text: Option<&str>, finish: FinishReason) -> ChatAnswer {
        ChatAnswer {
            text: text.map(str::to_owned),
            refusal: None,
            calls: Vec::new(),
            finish,
            usage: Usage::default(),
            confidence: None,
            latency: Duration::ZERO,
        }
    }

    fn of(language: Language) -> Probe {
        let mut all = Probe::ALL.iter();
        *all.find(|own| own.language() == language).unwrap()
    }

    #[test]
    fn words_differ_and_stand_in_no_question() {
        let seeds = [0, 1, 36_100_000, u64::MAX, 0x5DEE_CE66_D1CE_B00B];
        for seed in seeds {
            let words = words(seed);
            assert_ne!(words[0], words[1], "{seed}");
            for word in &words {
                let plain = |own: char| own.is_ascii_alphanumeric() || own == '-';
                assert!(word.chars().all(plain) && word.len() >= 6, "{word}");
                assert!(!format!("{:?}", question()).contains(word.as_str()));
            }
        }
        assert_eq!(words(5), words(5));
    }

    #[test]
    fn every_probe_has_a_constraint() {
        for probe in Probe::ALL {
            assert!(constraint(*probe, "zq7-41").is_some(), "{probe:?}");
        }
    }

    #[test]
    fn an_answer_says_how_far_it_is_held() {
        let (stop, length) = (FinishReason::Stop, FinishReason::Length);
        let (grammar, schema) = (of(Language::Gbnf), of(Language::JsonSchema));
        let name = |outcome| match outcome {
            Outcome::Held => "held",
            Outcome::Half(what) => what,
            Outcome::Free => "free",
            Outcome::CutOff => "cut off",
        };
        for (probe, text, finish, expected) in [
            (grammar, Some("zq7-41"), stop, "held"),
            (grammar, Some(" zq7-41\n"), length, "held"),
            (grammar, Some("hello"), stop, "free"),
            (grammar, Some("zq7-4"), stop, "free"),
            (
                grammar,
                Some("<think></think>zq7-41"),
                stop,
                "the word stands there, and other text with it",
            ),
            (grammar, None, length, "cut off"),
            (grammar, Some("<think>zq7"), length, "cut off"),
            (grammar, Some("<think>hello"), stop, "free"),
            (grammar, None, FinishReason::ContentFilter, "cut off"),
            (grammar, Some(""), stop, "free"),
            (schema, Some(r#"{ "word": "zq7-41" }"#), stop, "held"),
            (
                schema,
                Some(r#"{"word":"hello"}"#),
                stop,
                "the shape of the schema is kept, its value is not",
            ),
            (
                schema,
                Some(r#"{"word":"zq7-41","more":1}"#),
                stop,
                "it is JSON, and not of the schema",
            ),
            (
                schema,
                Some("{}"),
                stop,
                "it is JSON, and not of the schema",
            ),
            (
                schema,
                Some("{\"word\":  "),
                length,
                "it begins as JSON, and does not end",
            ),
            (schema, Some("{\"word\": "), stop, "free"),
            (schema, Some("\"zq7-41\""), stop, "free"),
            (schema, Some("zq7-41"), stop, "free"),
        ] {
            let outcome = outcome(probe, &said(text, finish), "zq7-41");
            assert_eq!(name(outcome), expected, "{text:?}");
        }
    }

    #[test]
    fn of_a_tool_its_call_counts() {
        let mut all = Probe::ALL.iter();
        let probe = all.find(|own| own.mechanism() == Mechanism::CustomTool);
        let probe = *probe.unwrap();
        let mut answer = said(Some("zq7-41"), FinishReason::Stop);
        assert_eq!(outcome(probe, &answer, "zq7-41"), Outcome::Free);
        answer.calls.push(ToolCall {
            id: "1".to_owned(),
            name: "say".to_owned(),
            arguments: "zq7-41".to_owned(),
            kind: ToolKind::Custom,
        });
        assert_eq!(outcome(probe, &answer, "zq7-41"), Outcome::Held);
    }
}
