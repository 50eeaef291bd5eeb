//! Answers as they are recorded: JSON Lines, one answer each, without keys and headers.
//!
//! A run that is ended in the middle of a write leaves half a line. A replay leaves it out and says so, and the next run cuts
//! it off. Nothing else is cut: a file with anything that is no answer is refused as it is.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use cmec_executor::ports::chat::answer::ChatAnswer;
use cmec_executor::ports::chat::tool::{ToolCall, ToolKind};
use cmec_executor::ports::model_error::ModelError;
use serde::{Deserialize, Serialize};

use super::way::{Held, Said, Way};
use crate::exit::Failure;
use crate::{input, output};

/// An answer to one question.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Recorded {
    pub(super) domain: String,
    pub(super) id: String,
    pub(super) language: String,
    pub(super) notation: String,
    pub(super) constraint: String,
    pub(super) model: String,
    /// Types that the card was kept to; empty: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) types: Vec<String>,
    /// How many answers to the same question came before it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) repair: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) calls: Vec<Call>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) refusal: Option<String>,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<Fault>,
    #[serde(default)]
    pub(super) usage: Usage,
    #[serde(default)]
    pub(super) latency_ms: u64,
    /// A mark of what was asked: the prompt and the question. Without one nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) asked: Option<String>,
}

/// A call of a tool.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Call {
    #[serde(default)]
    pub(super) id: String,
    pub(super) name: String,
    /// As the model wrote them.
    pub(super) arguments: String,
    /// Whether it is a call of a custom tool, with a text.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) custom: bool,
}

/// Why there is no answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Fault {
    pub(super) code: String,
    #[serde(default)]
    pub(super) message: String,
}

/// Tokens as the server counts them.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct Usage {
    #[serde(default)]
    pub(super) prompt: Option<u64>,
    #[serde(default)]
    pub(super) cached: Option<u64>,
    #[serde(default)]
    pub(super) completion: Option<u64>,
}

/// What tells one answer from all others.
pub(super) type Key = [String; 7];

/// Answers by their keys.
pub(super) type Answers = BTreeMap<Key, Recorded>;

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands members by reference"
)]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The key of an answer.
pub(super) fn key(way: &Way, id: &str, language: &str, repair: u32) -> Key {
    [
        way.model.clone(),
        way.types.join(","),
        way.said.name().to_owned(),
        way.held.name(),
        id.to_owned(),
        language.to_owned(),
        repair.to_string(),
    ]
}

impl Recorded {
    /// The way in which it was asked for; `None`: there is no such way.
    pub(super) fn way(&self) -> Option<Way> {
        let said = Said::named(&self.notation)?;
        let held = Held::named(&self.constraint)?;
        held.fits(said).then(|| Way {
            model: self.model.clone(),
            types: self.types.clone(),
            said,
            held,
        })
    }

    /// What came of a request.
    pub(super) fn of(
        domain: &str,
        key: Key,
        way: &Way,
        asked: String,
        (answered, latency_ms): (Result<ChatAnswer, ModelError>, u64),
    ) -> Self {
        let [model, _, notation, constraint, id, language, repair] = key;
        let mut recorded = Self {
            domain: domain.to_owned(),
            id,
            language,
            notation,
            constraint,
            model,
            types: way.types.clone(),
            repair: repair.parse().unwrap_or_default(),
            text: None,
            calls: Vec::new(),
            refusal: None,
            error: None,
            usage: Usage::default(),
            latency_ms,
            asked: Some(asked),
        };
        match answered {
            Ok(answer) => {
                recorded.text = answer.text;
                recorded.refusal = answer.refusal;
                recorded.calls = answer.calls.into_iter().map(Call::of).collect();
                recorded.usage = Usage {
                    prompt: answer.usage.prompt,
                    cached: answer.usage.cached,
                    completion: answer.usage.completion,
                };
            }
            Err(error) => {
                recorded.error = Some(Fault {
                    code: error.code().to_owned(),
                    message: error.to_string(),
                });
            }
        }
        recorded
    }
}

impl Call {
    fn of(call: ToolCall) -> Self {
        Self {
            id: call.id,
            name: call.name,
            arguments: call.arguments,
            custom: call.kind == ToolKind::Custom,
        }
    }

    /// As it is said to the model again.
    pub(super) fn said(&self) -> ToolCall {
        ToolCall {
            id: self.id.clone(),
            name: self.name.clone(),
            arguments: self.arguments.clone(),
            kind: match self.custom {
                true => ToolKind::Custom,
                false => ToolKind::Function,
            },
        }
    }
}

/// What a file has.
#[derive(Default)]
pub(super) struct Read {
    pub(super) answers: Answers,
    /// Answers in whose place a later one stands. One that failed is not counted.
    pub(super) replaced: usize,
    /// Bytes before half a line; `None`: there is none.
    pub(super) half_at: Option<u64>,
    /// Whether the last line is whole and has no end.
    is_open: bool,
}

/// How half of a line begins.
const BEGIN: &str = "{\"domain\":";

/// The answers of a file. Of two answers with one key the later one counts.
pub(super) fn read(path: &Path, domain: &str) -> Result<Read, Failure> {
    let bytes = input::read_bytes(path)?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n');
    let whole = whole.map_or(0, |end| end + 1);
    let (lines, last) = bytes.split_at_checked(whole).unwrap_or_default();
    let text = |bytes| std::str::from_utf8(bytes).map_err(|_| Failure::at(path, "not UTF-8"));
    let mut read = Read::default();
    // A character may be cut in two.
    let is_half = last.starts_with(BEGIN.as_bytes()) || BEGIN.as_bytes().starts_with(last);
    let is_cut = |last: &[u8]| {
        let parsed = serde_json::from_slice::<serde_json::Value>(last);
        parsed.is_err_and(|error| error.is_eof())
    };
    let last = match last {
        [] => "",
        cut if is_half && is_cut(cut) => {
            read.half_at = Some(whole as u64);
            ""
        }
        last => {
            read.is_open = true;
            text(last)?
        }
    };
    for (number, line) in (1..).zip(text(lines)?.lines().chain(last.lines())) {
        if line.trim().is_empty() {
            continue;
        }
        let said = |why: &str| Failure::at(path, format!("line {number}: {}", output::plain(why)));
        let own: Recorded = serde_json::from_str(line).map_err(|error| said(&error.to_string()))?;
        if own.domain != domain {
            return Err(said(&format!("an answer about `{}`", own.domain))
                .help(format!("the domain is `{}`", output::plain(domain))));
        }
        let way = own.way().ok_or_else(|| {
            said(&format!(
                "there is no `{}` held to `{}`",
                own.notation, own.constraint
            ))
        })?;
        let key = key(&way, &own.id, &own.language, own.repair);
        let before = read.answers.insert(key, own);
        read.replaced += usize::from(before.is_some_and(|before| before.error.is_none()));
    }
    Ok(read)
}

/// A file to which answers are added as they come.
pub(super) struct Record {
    path: PathBuf,
    file: File,
}

impl Record {
    /// Opens it, with the answers that it has. Nobody else writes to it meanwhile.
    pub(super) fn open(path: &Path, domain: &str) -> Result<(Self, Read), Failure> {
        let at = |error: std::io::Error| Failure::at(path, error);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(at)?;
        if file.try_lock().is_err() {
            return Err(Failure::at(path, "another run writes to it"));
        }
        let read = read(path, domain)?;
        if let Some(half) = read.half_at {
            file.set_len(half).map_err(at)?;
        }
        file.seek(SeekFrom::End(0)).map_err(at)?;
        if read.is_open {
            file.write_all(b"\n").map_err(at)?;
        }
        let path = path.to_owned();
        Ok((Self { path, file }, read))
    }

    /// Adds an answer.
    pub(super) fn add(&mut self, answer: &Recorded) -> Result<(), Failure> {
        let mut line = output::compact(answer)?;
        line.push('\n');
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| Failure::at(&self.path, error))
    }
}
