//! A model whose answers are recorded: a server, or a recording that is replayed.
//!
//! A recording holds no state, so no loop is ever resumed from one.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use cmec_agent::chat::Chat;
use cmec_agent::chat::answer::ChatAnswer;
use cmec_agent::chat::http::HttpChat;
use cmec_agent::chat::piece::{Heard, hand_out};
use cmec_agent::chat::request::{ChatRequest, Message};
use cmec_executor::ports::model_error::ModelError;
use cmec_executor::redaction;
use serde_json::Value;

use super::arguments::AskArguments;
use super::strategy::notation;
use crate::domain::recording::{self, Record, fingerprint};
use crate::terminal::exit::CliError;
use crate::terminal::output;

/// The records of one conversation in a file, by turn. It is chosen by the given question and notation, as far as the
/// file has them; the question goes first. Empty without a replay.
pub(super) fn replayed(arguments: &AskArguments, domain: &str) -> Result<Vec<Record>, CliError> {
    let Some(path) = &arguments.replay else {
        return Ok(Vec::new());
    };
    let read = recording::read(path, domain)?;
    if read.half_at.is_some() {
        eprintln!("the recording ends in half an answer, which is left out");
    }
    let question = redaction::secrets(arguments.question.trim());
    let is_other = |own: &&Record| {
        let is_other_way = arguments
            .strategy
            .is_some_and(|strategy| notation(strategy) != own.notation);
        (question != "-" && question != own.question, is_other_way)
    };
    let first = read.records.iter().min_by_key(is_other);
    let first = first.ok_or_else(|| CliError::at(path, "the recording has no answer"))?;
    let conversation = first.conversation();
    let own = (read.records.iter()).filter(|own| own.conversation() == conversation);
    // A later answer replaces an earlier one.
    let turns: BTreeMap<u32, &Record> = own.map(|own| (own.turn, own)).collect();
    Ok(turns.into_values().cloned().collect())
}

/// The source of answers.
pub(super) enum Source {
    Server(Box<HttpChat>),
    Recording(Vec<Record>),
}

pub(super) struct Recorder {
    source: Source,
    /// A record without an answer.
    head: Record,
    records: Mutex<Vec<Record>>,
    differing: AtomicUsize,
}

impl Recorder {
    pub(super) const fn new(source: Source, head: Record) -> Self {
        Self {
            source,
            head,
            records: Mutex::new(Vec::new()),
            differing: AtomicUsize::new(0),
        }
    }

    /// The number of requests that differ from the recorded ones: the card, the rows or the date changed.
    pub(super) fn differing(&self) -> usize {
        self.differing.load(Ordering::Relaxed)
    }

    /// Writes the recording with secrets masked.
    pub(super) fn save(&self, path: &Path) -> Result<(), CliError> {
        let records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        let mut lines = String::new();
        for record in records.iter() {
            let mut value = serde_json::to_value(record).map_err(CliError::failed)?;
            mask(&mut value);
            lines += &output::compact(&value)?;
            lines.push('\n');
        }
        output::private_file(path, &lines)
    }

    fn replay(&self, records: &[Record], request: &ChatRequest) -> Result<ChatAnswer, ModelError> {
        let turn = self.records.lock().map_or(0, |records| records.len());
        let record = (records.iter()).find(|own| usize::try_from(own.turn) == Ok(turn));
        let record = record.ok_or(ModelError::Unasked("the record has no more answers"))?;
        if record.is_of_another(&fingerprint(request)) {
            self.differing.fetch_add(1, Ordering::Relaxed);
        }
        record.response()
    }

    fn kept(
        &self,
        request: &ChatRequest,
        since: Instant,
        response: Result<ChatAnswer, ModelError>,
    ) -> Result<ChatAnswer, ModelError> {
        let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        let mut record = self.head.clone();
        record.turn = u32::try_from(records.len()).unwrap_or(u32::MAX);
        record.request = Some(fingerprint(request));
        record.messages = request.messages.iter().map(Message::sent).collect();
        records.push(record.answered(response.clone(), since.elapsed()));
        response
    }
}

fn mask(value: &mut Value) {
    match value {
        Value::String(text) => *text = redaction::secrets(text),
        Value::Array(members) => members.iter_mut().for_each(mask),
        Value::Object(members) => members.values_mut().for_each(mask),
        _ => {}
    }
}

impl Chat for Recorder {
    fn model(&self) -> &str {
        &self.head.model
    }

    async fn answer(
        &self,
        request: &ChatRequest,
        within: Duration,
    ) -> Result<ChatAnswer, ModelError> {
        let since = Instant::now();
        let response = match &self.source {
            Source::Server(chat) => chat.answer(request, within).await,
            Source::Recording(records) => self.replay(records, request),
        };
        self.kept(request, since, response)
    }

    async fn stream(
        &self,
        request: &ChatRequest,
        within: Duration,
        heard: Heard<'_>,
    ) -> Result<ChatAnswer, ModelError> {
        let since = Instant::now();
        let response = match &self.source {
            Source::Server(chat) => chat.stream(request, within, heard).await,
            Source::Recording(records) => {
                let answer = self.replay(records, request);
                answer.map(|answer| hand_out(answer, heard))
            }
        };
        self.kept(request, since, response)
    }
}
