//! Questions → cases: asks each question or looks up its answer, and retries where that may help.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::NaiveDate;
use cmec_agent::chat::Chat;
use cmec_agent::chat::answer::ChatAnswer;
use cmec_agent::chat::http::{ChatSettings, HttpChat};
use cmec_agent::chat::request::{ChatRequest, Message};
use cmec_agent::enforcement::Manner;
use cmec_decoder::Tables;
use cmec_executor::Locale;
use cmec_executor::ports::model_server::ModelServer;
use futures_util::stream::{self, StreamExt};

use super::figures::Case;
use super::judgement::Judgement;
use super::questions::Question;
use super::reply::{self, Reply};
use super::rows::LaneAnswers;
use crate::domain::prompt::Prompt;
use crate::domain::recording::{Conversation, Record, Recording, fingerprint};
use crate::domain::strategy::AskVariant;
use crate::terminal::exit::CliError;

/// A question in one language and with one strategy.
pub(super) struct Job<'r> {
    pub(super) way: &'r AskVariant,
    pub(super) language: &'static str,
    pub(super) question: &'r Question,
    pub(super) text: &'r str,
    pub(super) prompt: &'r Prompt,
    /// Examples similar to the question.
    pub(super) turns: Vec<(String, String)>,
}

impl Job<'_> {
    /// The key of a turn's answer.
    pub(super) fn key(&self, turn: u32) -> (Conversation, u32) {
        let conversation = (self.way.clone(), self.language, self.text.to_owned());
        (conversation, turn)
    }

    fn request(&self, messages: &[Message]) -> ChatRequest {
        ChatRequest {
            tools: self.prompt.tools.clone(),
            constraint: self.prompt.constraint.clone(),
            ..ChatRequest::new(messages.to_vec())
        }
    }
}

pub(super) type Answers = BTreeMap<(Conversation, u32), Record>;

/// The answers of a recording, and the number of those replaced by later ones, without failed ones.
pub(super) fn answers(records: Vec<Record>) -> (Answers, usize) {
    let mut answers = Answers::new();
    let replaced = records.into_iter().filter_map(|record| {
        let key = (record.conversation(), record.turn);
        answers.insert(key, record)?.answer
    });
    let replaced = replaced.count();
    (answers, replaced)
}

/// A server to ask.
pub(super) struct Live {
    pub(super) server: ModelServer,
    pub(super) manner: Manner,
    pub(super) max_tokens: NonZeroU32,
    pub(super) within: Duration,
}

pub(super) struct Run<'r> {
    pub(super) tables: &'r Tables,
    /// The lanes that compare contracts by rows.
    pub(super) lanes: LaneAnswers<'r>,
    pub(super) answers: Answers,
    /// Most retries per question.
    pub(super) repairs: u32,
    /// The server for missing answers, if any.
    pub(super) live: Option<Live>,
    /// The date in the prompt.
    pub(super) today: Option<NaiveDate>,
    pub(super) recording: Option<Mutex<Recording>>,
}

/// The first answer to a question in a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FirstAnswer {
    Missing,
    Known,
    /// It answers another prompt or question.
    OfAnother,
}

impl Run<'_> {
    pub(super) fn first_answer(&self, job: &Job<'_>) -> FirstAnswer {
        let known = self.answers.get(&job.key(0));
        let Some(known) = known.filter(|own| own.answer.is_some()) else {
            return FirstAnswer::Missing;
        };
        match known.is_of_another(&fingerprint(&job.request(&first(job)))) {
            true => FirstAnswer::OfAnother,
            false => FirstAnswer::Known,
        }
    }

    /// Runs all jobs, at most `at_once` in parallel; `done` receives the number of each finished job.
    pub(super) async fn all(
        &self,
        jobs: &[Job<'_>],
        at_once: usize,
        mut done: impl FnMut(usize, Option<Case>),
    ) -> Result<(), CliError> {
        let cases = jobs.iter().enumerate().map(|(number, job)| async move {
            let case = self.case(job).await;
            case.map(|case| (number, case))
        });
        let mut cases = stream::iter(cases).buffer_unordered(at_once);
        while let Some(case) = cases.next().await {
            let (number, case) = case?;
            done(number, case);
        }
        Ok(())
    }

    /// The case of a question; `None` if its answer is unknown and there is no server.
    async fn case(&self, job: &Job<'_>) -> Result<Option<Case>, CliError> {
        let mut messages = first(job);
        let mut case = Case {
            is_unclear: job.question.expected.is_none(),
            ..Case::default()
        };
        let mut last = None;
        let mut before = None;
        for repair in 0..=self.repairs {
            let Some(record) = self.answer(job, &messages, repair).await? else {
                break;
            };
            case.add(&record);
            case.repairs = u64::from(repair);
            case.confidence = record.answer.as_ref().and_then(|own| own.confidence);
            case.reason = record
                .error
                .as_ref()
                .map(|error| match error.message.as_str() {
                    "" => error.code.clone(),
                    message => format!("{}: {message}", error.code),
                });
            let reply = reply::read(
                record.answer.as_ref(),
                job.way,
                self.tables,
                before.as_deref(),
            );
            before = record.answer.as_ref().and_then(|own| own.text.clone());
            let again = match &reply {
                Reply::Asked(_, again) | Reply::Rejected(again) => again.clone(),
                _ => None,
            };
            // As in `ask`, the last clarification question is the answer if nothing better follows.
            last = match (last, reply) {
                (Some(asked @ Reply::Asked(..)), Reply::Rejected(_) | Reply::Failed) => Some(asked),
                (_, reply) => Some(reply),
            };
            let (Some(again), Some(answer)) = (again, record.answer) else {
                break;
            };
            messages.extend(said_again(answer, again));
        }
        let Some(reply) = last else {
            return Ok(None);
        };
        case.judged = Judgement::of(job.question, &reply, &self.lanes).await;
        case.is_executable = matches!(reply, Reply::Contract(..));
        Ok(Some(case))
    }

    /// A known answer, or a new one from the server. A failed answer is requested again.
    async fn answer(
        &self,
        job: &Job<'_>,
        messages: &[Message],
        repair: u32,
    ) -> Result<Option<Record>, CliError> {
        let known = self.answers.get(&job.key(repair));
        let Some(live) = &self.live else {
            return Ok(known.cloned());
        };
        let request = ChatRequest {
            max_tokens: Some(live.max_tokens),
            temperature: live.manner.temperature,
            logprobs: live.manner.logprobs,
            ..job.request(messages)
        };
        let asked = fingerprint(&request);
        let is_good = |own: &&Record| own.answer.is_some() && !own.is_of_another(&asked);
        if let Some(known) = known.filter(is_good) {
            return Ok(Some(known.clone()));
        }
        let settings = ChatSettings {
            token_limit: live.manner.token_limit,
            ..ChatSettings::new(job.way.model.clone())
        };
        let chat = HttpChat::new(live.server.clone(), settings);
        let since = Instant::now();
        let answered = chat.answer(&request, live.within).await;
        let language = Locale::of_tag(job.language);
        let mut record = Record::new(&self.tables.name, job.text, language, job.way.clone());
        record.turn = repair;
        record.today = self.today;
        record.request = Some(asked);
        let record = record.answered(answered, since.elapsed());
        if let Some(recording) = &self.recording {
            let mut recording = recording.lock().unwrap_or_else(PoisonError::into_inner);
            recording.add(&record)?;
        }
        Ok(Some(record))
    }
}

/// The initial messages of a question.
fn first(job: &Job<'_>) -> Vec<Message> {
    let turns = job.turns.iter().cloned();
    let turns = turns.flat_map(|(question, answer)| Message::turn(question, answer));
    let mut messages = vec![Message::System(job.prompt.system.clone())];
    messages.extend(turns);
    messages.push(Message::User(job.text.to_owned()));
    messages
}

/// An answer and the request to correct it, as messages.
fn said_again(answer: ChatAnswer, again: String) -> Vec<Message> {
    let calls = answer.calls;
    let mut results: Vec<Message> = (calls.iter())
        .map(|call| Message::ToolResult {
            call: call.id.clone(),
            text: again.clone(),
        })
        .collect();
    if results.is_empty() {
        results.push(Message::User(again));
    }
    let text = answer.text;
    let mut messages = vec![Message::Assistant { text, calls }];
    messages.append(&mut results);
    messages
}
