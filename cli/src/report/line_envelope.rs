//! The envelope of a line: a host's data about a text, and the wrapping of the answer.
//!
//! `{"id": 7, "question": "…", "cursor": "…", "text": "<the model's text>"}` is answered by `{"id": 7, "contract": …}`.
//! A line is an envelope if and only if it is a JSON object whose `text` is a string; any other line is the text
//! itself.

use std::borrow::Cow;

use cmec_decoder::finding::registry;
use cmec_decoder::span::{Position, Span};
use cmec_decoder::{Finding, Verdict};
use cmec_executor::Cursor;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::terminal::arguments::Format;
use crate::terminal::cursor_key;
use crate::terminal::exit::CliError;
use crate::terminal::output;

/// A text with the host's data.
pub(crate) struct LineEnvelope<'l> {
    /// The model's text.
    pub(crate) text: Cow<'l, [u8]>,
    /// The wrapping of the answer.
    pub(crate) reply: Reply,
    /// The start of the page.
    pub(crate) cursor: Option<Cursor>,
    /// The error in the envelope, if any.
    pub(crate) fault: Option<String>,
}

/// The wrapping of an answer.
#[derive(Debug)]
pub(crate) enum Reply {
    /// None: the line was a bare text.
    Bare,
    /// An envelope with the id of the line.
    Enveloped(Option<Box<RawValue>>),
}

/// Tells an envelope from a text.
#[derive(Deserialize)]
struct Probe<'l> {
    #[serde(borrow)]
    text: Cow<'l, str>,
}

/// An envelope. An unknown key may be misspelt, so it is an error.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope<'l> {
    #[serde(borrow, default)]
    id: Option<&'l RawValue>,
    /// A note of the host, not used.
    #[serde(default, rename = "question")]
    _question: Option<IgnoredAny>,
    #[serde(borrow, default)]
    cursor: Option<Cow<'l, str>>,
    #[serde(borrow, rename = "text")]
    _text: Cow<'l, str>,
}

/// The id alone, for an invalid envelope.
#[derive(Deserialize)]
struct Id<'l> {
    #[serde(borrow, default)]
    id: Option<&'l RawValue>,
}

impl<'l> LineEnvelope<'l> {
    pub(crate) fn bare(text: &'l [u8]) -> Self {
        Self {
            text: Cow::Borrowed(text),
            reply: Reply::Bare,
            cursor: None,
            fault: None,
        }
    }

    /// Reads a line as an envelope or as a bare text.
    pub(crate) fn of_line(line: &'l [u8]) -> Self {
        // Few texts contain the key, so most lines are parsed only once.
        let may_be = line.first() == Some(&b'{') && line.windows(6).any(|part| part == b"\"text\"");
        let Some(Probe { text }) = may_be.then(|| serde_json::from_slice(line).ok()).flatten()
        else {
            return Self::bare(line);
        };
        let text = match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        };
        match serde_json::from_slice::<Envelope<'l>>(line) {
            Ok(envelope) => {
                let cursor = envelope
                    .cursor
                    .as_deref()
                    .map(cursor_key::parse)
                    .transpose();
                Self {
                    text,
                    reply: Reply::Enveloped(envelope.id.map(ToOwned::to_owned)),
                    fault: cursor
                        .as_ref()
                        .err()
                        .map(|error| format!("cursor: {error}")),
                    cursor: cursor.ok().flatten(),
                }
            }
            Err(error) => {
                let id = serde_json::from_slice::<Id<'l>>(line);
                let id = id.ok().and_then(|found| found.id);
                Self {
                    text,
                    reply: Reply::Enveloped(id.map(ToOwned::to_owned)),
                    cursor: None,
                    fault: Some(error.to_string()),
                }
            }
        }
    }
}

/// The finding for an invalid envelope. The host can fix it, so no person is asked.
pub(crate) fn fault(message: &str) -> Finding {
    Finding {
        rule: &registry::WRONG_SHAPE,
        message: format!("the envelope of the line: {message}"),
        span: Span::new(0, 0),
        position: Position { line: 1, column: 1 },
        pointer: String::new(),
        help: Some("an envelope has `id`, `question`, `cursor` and `text`".to_owned()),
        candidates: Vec::new(),
        field: None,
        field_labels: Vec::new(),
        field_type: None,
        headline: None,
        topic: None,
    }
}

/// The key of a verdict in an envelope.
pub(crate) const fn key(verdict: &Verdict<'_>) -> &'static str {
    match verdict {
        Verdict::Contract(_) => "contract",
        Verdict::Clarify(_) => "clarify",
        Verdict::Reject(_) => "reject",
    }
}

impl Reply {
    /// A formatted answer: one line of JSON, or pretty-printed.
    pub(crate) fn written(
        &self,
        key: &str,
        answer: &impl Serialize,
        format: Format,
    ) -> Result<String, CliError> {
        match format {
            Format::Text => output::pretty(answer),
            Format::Json => {
                let answer = output::compact(answer)?;
                Ok(self.around(key, answer))
            }
        }
    }

    /// Wraps an answer that is JSON already.
    pub(crate) fn around(&self, key: &str, answer: String) -> String {
        match self {
            Self::Bare => answer,
            Self::Enveloped(id) => {
                let id = id.as_ref().map_or("null", |id| id.get());
                format!("{{\"id\":{id},\"{key}\":{answer}}}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text, id, and true if the envelope is invalid; no id if the line is no envelope.
    fn read(line: &str) -> (String, Option<String>, bool) {
        let said = LineEnvelope::of_line(line.as_bytes());
        let id = match said.reply {
            Reply::Bare => None,
            Reply::Enveloped(id) => Some(id.map_or("null".to_owned(), |id| id.get().to_owned())),
        };
        let text = String::from_utf8(said.text.into_owned()).unwrap();
        (text, id, said.fault.is_some())
    }

    #[test]
    fn an_envelope_is_an_object_whose_text_is_a_string() {
        for line in [
            "park",
            r#"{"s":"IS"}"#,
            r#"{"text":1}"#,
            r#"{"text":null,"id":1}"#,
            r#"{"text":"a","text":"b"}"#,
            r#"["text"]"#,
            r#"{"text":"a"} b"#,
            "",
        ] {
            assert_eq!(read(line), (line.to_owned(), None, false), "{line}");
        }
        for (line, text, id, fault) in [
            (r#"{"text":"park"}"#, "park", "null", false),
            (
                r#"{"id":"a","text":"{\"s\":\"IS\"}"}"#,
                r#"{"s":"IS"}"#,
                r#""a""#,
                false,
            ),
            (r#"{"id":7,"question":"?","text":"x"}"#, "x", "7", false),
            (
                r#"{"id":7,"question":{"a":[7]},"text":"x"}"#,
                "x",
                "7",
                false,
            ),
            (r#"{"id":7,"cursor":null,"text":"x"}"#, "x", "7", false),
            (r#"{"id":7,"cursor":"01","text":"x"}"#, "x", "7", true),
            (r#"{"id":7,"curser":"01","text":"x"}"#, "x", "7", true),
            (r#"{"id":7,"cursor":1,"text":"x"}"#, "x", "7", true),
            (r#"{"id":[1.50],"text":""}"#, "", "[1.50]", false),
        ] {
            let expected = (text.to_owned(), Some(id.to_owned()), fault);
            assert_eq!(read(line), expected, "{line}");
        }
    }

    #[test]
    fn an_answer_has_the_id_to_the_letter() {
        let said = LineEnvelope::of_line(br#"{"id":1.50,"text":""}"#);
        let answer = said.reply.written("contract", &1, Format::Json).unwrap();
        assert_eq!(answer, r#"{"id":1.50,"contract":1}"#);
        let bare = Reply::Bare.written("contract", &1, Format::Json).unwrap();
        assert_eq!(bare, "1");
    }
}
