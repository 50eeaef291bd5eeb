//! Recordings of a model's answers: JSON Lines, one answer per line, without keys and headers. `ask --save` and `eval
//! --record` write them; `--replay` of both reads them.
//!
//! An interrupted run can leave an incomplete last line. A replay ignores it with a notice, and the next recording
//! removes it. A file with any other invalid line is rejected.

use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::NaiveDate;
use cmec_agent::chat::answer::ChatAnswer;
use cmec_agent::chat::request::ChatRequest;
use cmec_executor::Locale;
use cmec_executor::ports::model_error::ModelError;
use cmec_executor::ports::private_files;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::domain::strategy::{AskVariant, ConstraintChoice, IntentForm};
use crate::terminal::exit::CliError;
use crate::terminal::{input, output};

/// A model's answer, or the error instead, and its question.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    domain: String,
    pub(crate) question: String,
    pub(crate) language: Locale,
    pub(crate) notation: IntentForm,
    pub(crate) constraint: ConstraintChoice,
    pub(crate) model: String,
    /// The types on the card; all types if empty.
    #[serde(default, skip_serializing_if = "is_default")]
    types: Vec<String>,
    /// The number of earlier answers to the same question.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) turn: u32,
    /// The date in the prompt.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) today: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) options: AskOptions,
    /// Fingerprint of the request; `None` if unknown, as in a handwritten record.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) request: Option<String>,
    /// Messages of the request, if `ask` sent it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) messages: Vec<Value>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) answer: Option<ChatAnswer>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) error: Option<RecordError>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) latency_ms: u64,
}

/// Options of `ask` that affect requests and answers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct AskOptions {
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) ask_tool: bool,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) max_iterations: Option<u32>,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) repairs: Option<u32>,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) limit: Option<u32>,
}

/// The reason why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordError {
    pub(crate) code: String,
    #[serde(default)]
    pub(crate) message: String,
}

/// A question and its strategy; the answers to it are turns.
pub(crate) type Conversation = (AskVariant, &'static str, String);

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Record {
    pub(crate) fn new(domain: &str, question: &str, language: Locale, way: AskVariant) -> Self {
        Self {
            domain: domain.to_owned(),
            question: question.to_owned(),
            language,
            notation: way.said,
            constraint: way.held,
            model: way.model,
            types: way.types,
            turn: 0,
            today: None,
            options: AskOptions::default(),
            request: None,
            messages: Vec::new(),
            answer: None,
            error: None,
            latency_ms: 0,
        }
    }

    /// Adds a response and its duration.
    pub(crate) fn answered(
        mut self,
        response: Result<ChatAnswer, ModelError>,
        took: Duration,
    ) -> Self {
        self.latency_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        match response {
            Ok(answer) => self.answer = Some(answer),
            Err(error) => {
                self.error = Some(RecordError {
                    code: error.code().to_owned(),
                    message: match error {
                        ModelError::Unreachable(words)
                        | ModelError::Refused(words)
                        | ModelError::Busy(words)
                        | ModelError::Malformed(words) => words,
                        _ => error.to_string(),
                    },
                });
            }
        }
        self
    }

    /// The model's response. An error keeps only its reason code; its retry delay is not recorded.
    pub(crate) fn response(&self) -> Result<ChatAnswer, ModelError> {
        let Some(error) = &self.error else {
            return Ok(self.answer.clone().unwrap_or_default());
        };
        let message = error.message.clone();
        Err(match error.code.as_str() {
            "model_refused" => ModelError::Refused(message),
            "model_malformed" => ModelError::Malformed(message),
            "model_timeout" => ModelError::Timeout(Duration::ZERO),
            "model_not_asked" => ModelError::Unasked("no more in the recording"),
            _ => ModelError::Unreachable(message),
        })
    }

    pub(crate) fn way(&self) -> AskVariant {
        AskVariant {
            model: self.model.clone(),
            types: self.types.clone(),
            said: self.notation,
            held: self.constraint,
        }
    }

    pub(crate) fn conversation(&self) -> Conversation {
        (self.way(), self.language.tag(), self.question.clone())
    }

    /// True where the record answers a different request.
    pub(crate) fn is_of_another(&self, request: &str) -> bool {
        self.request.as_ref().is_some_and(|own| own != request)
    }

    pub(crate) fn line(&self) -> Result<String, CliError> {
        output::compact(self).map(|line| line + "\n")
    }

    fn fault(&self, domain: &str) -> Option<String> {
        let (notation, constraint) = (self.notation, self.constraint);
        if self.domain != domain {
            return Some(format!("an answer about `{}`, not `{domain}`", self.domain));
        }
        if !constraint.fits_ask(notation) {
            let (notation, constraint) = (notation.name(), constraint.name());
            return Some(format!("there is no `{notation}` held to `{constraint}`"));
        }
        let has_one = self.answer.is_some() != self.error.is_some();
        (!has_one).then(|| "either an `answer` or an `error` is expected".to_owned())
    }
}

/// The fingerprint of a request. Other builds may compute other fingerprints.
pub(crate) fn fingerprint(request: &ChatRequest) -> String {
    let messages = request.messages.iter().map(|own| own.sent());
    let tools = request.tools.iter().map(|own| own.sent());
    let mut hasher = DefaultHasher::new();
    messages
        .chain(tools)
        .for_each(|own| own.to_string().hash(&mut hasher));
    format!("{:?}", request.constraint).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

#[derive(Default)]
pub(crate) struct Content {
    pub(crate) records: Vec<Record>,
    /// Byte offset of an incomplete last line, if there is one.
    pub(crate) half_at: Option<u64>,
    /// True where the last line is complete but has no line end.
    is_open: bool,
}

/// Most characters of a finding, which may quote the file.
const WHY_LETTERS: usize = 500;

/// The beginning of every line; tells a cut line from a foreign one.
const BEGIN: &str = "{\"domain\":";

/// The records of a file about a domain, in file order.
pub(crate) fn read(path: &Path, domain: &str) -> Result<Content, CliError> {
    let bytes = input::read_bytes(path)?;
    let mut read = Content::default();
    let mut at = 0;
    for (number, line) in (1..).zip(bytes.split_inclusive(|byte| *byte == b'\n')) {
        let is_last = !line.ends_with(b"\n");
        let said = |why: &str| {
            let why: String = why.chars().take(WHY_LETTERS).collect();
            let why = output::plain(&why);
            CliError::at(path, format!("line {number}: {why}")).help(
                "a recording has one answer on each line, in JSON, as `cmec ask --save` and `cmec eval --record` write it",
            )
        };
        let parsed = serde_json::from_slice::<Record>(line.trim_ascii());
        match parsed {
            _ if line.trim_ascii().is_empty() => {}
            Ok(own) => match own.fault(domain) {
                Some(fault) => return Err(said(&fault)),
                None => {
                    read.records.push(own);
                    read.is_open = is_last;
                }
            },
            // The cut may be inside a character.
            Err(error) if is_last && error.is_eof() && is_beginning(line) => {
                read.half_at = Some(at)
            }
            Err(error) => return Err(said(&error.to_string())),
        }
        at += line.len() as u64;
    }
    Ok(read)
}

fn is_beginning(line: &[u8]) -> bool {
    line.starts_with(BEGIN.as_bytes()) || BEGIN.as_bytes().starts_with(line)
}

/// A file that grows by one record per answer.
pub(crate) struct Recording {
    path: PathBuf,
    file: File,
}

impl Recording {
    /// Opens and locks the file, and reads its records.
    pub(crate) fn open(path: &Path, domain: &str) -> Result<(Self, Content), CliError> {
        let at = |error: std::io::Error| CliError::at(path, error);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = private_files::open(path, options).map_err(at)?;
        if file.try_lock().is_err() {
            return Err(CliError::at(path, "another run writes to it"));
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

    pub(crate) fn add(&mut self, record: &Record) -> Result<(), CliError> {
        let written = self.file.write_all(record.line()?.as_bytes());
        written.map_err(|error| CliError::at(&self.path, error))
    }
}
