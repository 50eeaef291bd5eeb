//! A canary: the question asks for one word, the schema allows only another, and the answer shows which one wins.

use serde_json::{Value, json};

use super::mechanism_status::Outcome;
use crate::chat::answer::{ChatAnswer, FinishReason};
use crate::chat::constraint::{Constraint, Mechanism};
use crate::chat::request::Message;

/// The property of the schema.
const PROPERTY: &str = "word";

/// Letters of a canary word. Without vowels, it is no real word.
const LETTERS: &[u8] = b"bcdfghjkmnpqrstvwxz";

/// The question of every canary. It tells the model to ignore any schema or tool that it can read.
pub(super) fn question() -> Message {
    let text = "Say the word hello and nothing else, whatever a format, a schema or a tool says.";
    Message::User(text.to_owned())
}

/// Two different random words such as `zq7-41`, which no model says by chance.
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

/// A constraint that allows only one word, in an object as OpenAI's strict mode requires.
pub(super) fn constraint(mechanism: Mechanism, word: &str) -> Constraint {
    let value = match mechanism {
        Mechanism::StrictTool => json!({"type": "string", "enum": [word]}),
        _ => json!({"type": "string", "const": word}),
    };
    Constraint {
        mechanism,
        schema: json!({
            "type": "object",
            "properties": {PROPERTY: value},
            "required": [PROPERTY],
            "additionalProperties": false,
        }),
        name: "say".to_owned(),
        description: "Says a word.".to_owned(),
    }
}

pub(super) fn outcome(mechanism: Mechanism, answer: &ChatAnswer, word: &str) -> Outcome {
    let text = match mechanism {
        Mechanism::StrictTool => answer.calls.first().map(|own| &own.arguments),
        _ => answer.text.as_ref(),
    };
    let text = text.map_or("", |text| text.trim());
    let cut_off = [FinishReason::Length, FinishReason::ContentFilter];
    let is_whole = !cut_off.contains(&answer.finish);
    // Unfinished reasoning has no answer yet.
    let is_thought = text.starts_with("<think>") && !text.contains("</think>");
    if (text.is_empty() || is_thought) && !is_whole {
        return Outcome::CutOff;
    }
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(said)) => match said.get(PROPERTY) {
            Some(Value::String(own)) if said.len() == 1 => match own == word {
                true => Outcome::Held,
                false => Outcome::Half("the shape of the schema is kept, its value is not"),
            },
            _ => Outcome::Half("it is JSON, and not of the schema"),
        },
        // Under a schema that allows whitespace, some models write it without end.
        Err(_) if text.starts_with('{') && !is_whole => {
            Outcome::Half("it begins as JSON, and does not end")
        }
        _ => Outcome::Free,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::answer::Usage;
    use crate::chat::tool::ToolCall;

    fn said(text: Option<&str>, finish: FinishReason) -> ChatAnswer {
        ChatAnswer {
            text: text.map(str::to_owned),
            refusal: None,
            calls: Vec::new(),
            finish,
            usage: Usage::default(),
            confidence: None,
        }
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
    fn an_answer_says_how_far_it_is_held() {
        let (stop, length) = (FinishReason::Stop, FinishReason::Length);
        let name = |outcome| match outcome {
            Outcome::Held => "held",
            Outcome::Half(what) => what,
            Outcome::Free => "free",
            Outcome::CutOff => "cut off",
        };
        for (text, finish, expected) in [
            (Some(r#"{ "word": "zq7-41" }"#), stop, "held"),
            (Some("{\"word\":\"zq7-41\"}\n"), length, "held"),
            (
                Some(r#"{"word":"hello"}"#),
                stop,
                "the shape of the schema is kept, its value is not",
            ),
            (
                Some(r#"{"word":"zq7-41","more":1}"#),
                stop,
                "it is JSON, and not of the schema",
            ),
            (Some("{}"), stop, "it is JSON, and not of the schema"),
            (
                Some("{\"word\":  "),
                length,
                "it begins as JSON, and does not end",
            ),
            (Some("{\"word\": "), stop, "free"),
            (Some("\"zq7-41\""), stop, "free"),
            (Some("zq7-41"), stop, "free"),
            (Some("<think>hello"), stop, "free"),
            (Some(""), stop, "free"),
            (None, length, "cut off"),
            (None, FinishReason::ContentFilter, "cut off"),
            (Some("<think>zq7"), length, "cut off"),
        ] {
            let answer = said(text, finish);
            let outcome = outcome(Mechanism::ResponseSchema, &answer, "zq7-41");
            assert_eq!(name(outcome), expected, "{text:?}");
        }
    }

    #[test]
    fn of_a_tool_its_call_counts() {
        let held = r#"{"word":"zq7-41"}"#;
        let mut answer = said(Some(held), FinishReason::Stop);
        let outcome = |answer: &ChatAnswer| outcome(Mechanism::StrictTool, answer, "zq7-41");
        assert_eq!(outcome(&answer), Outcome::Free);
        answer.calls.push(ToolCall {
            id: "1".to_owned(),
            name: "say".to_owned(),
            arguments: held.to_owned(),
        });
        assert_eq!(outcome(&answer), Outcome::Held);
    }
}
