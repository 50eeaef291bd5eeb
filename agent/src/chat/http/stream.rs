//! A streamed `/chat/completions` answer: a body of server-sent events → pieces, and the answer.
//!
//! An answer is complete once the server gives a finish reason or `[DONE]`. Only usage follows, and losing it does not
//! lose the answer. A body that ends earlier gives an error: its pieces are discarded, since the rest is unknown. A
//! server without streaming returns one document, which is read as such.

use std::mem;
use std::ops::ControlFlow;
use std::time::Duration;

use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use tokio::time::timeout;

use super::ChatSettings;
use super::completion::{Completion, malformed, refused};
use super::delta::{Assembly, Chunk};
use crate::chat::answer::ChatAnswer;
use crate::chat::piece::{Heard, Piece, hand_out};
use crate::chat::server_sent_events::{Event, Events};
use cmec_executor::ports::model_error::ModelError;
use cmec_executor::ports::model_server::{
    ANSWER_BYTES, Deadline, ModelServer, Reading, RequestError, too_long, whole,
};

/// The media type of server-sent events.
const EVENTS: &str = "text/event-stream";

/// The server's marker after the last chunk.
const DONE: &[u8] = b"[DONE]";

/// Longest wait for the end of a body that is no longer needed: a connection is reused only if its body was read to the
/// end.
const END_WITHIN: Duration = Duration::from_millis(50);

pub(super) struct AnswerStream<'a> {
    heard: Heard<'a>,
    is_heard: bool,
    settings: &'a ChatSettings,
    assembly: Assembly,
}

enum End {
    /// The server completed it.
    Whole,
    /// The caller stopped it.
    Stopped,
}

impl<'a> AnswerStream<'a> {
    /// A stream with a listener.
    pub(super) fn new(heard: Heard<'a>, settings: &'a ChatSettings) -> Self {
        Self {
            heard,
            is_heard: false,
            settings,
            assembly: Assembly::default(),
        }
    }

    /// True once the answer is complete, whatever follows.
    pub(super) fn is_whole(&self) -> bool {
        self.assembly.is_ended()
    }

    pub(super) fn answer(self) -> Result<ChatAnswer, ModelError> {
        self.assembly.answer()
    }

    /// Reads events up to the end of the answer.
    async fn follow(
        &mut self,
        server: &ModelServer,
        mut response: Response,
    ) -> Result<End, RequestError> {
        let mut events = Events::default();
        let mut left = ANSWER_BYTES;
        let mut begun = None::<Deadline>;
        loop {
            let next = response.chunk();
            let next = match begun {
                Some(begun) => in_time(next, begun, self.settings.idle).await?,
                None => next.await,
            };
            let Some(bytes) = next.map_err(|error| server.unreachable(&error))? else {
                return match self.is_whole() {
                    true => Ok(End::Whole),
                    false => Err(server.broken("the answer ended in its middle")),
                };
            };
            left = left.checked_sub(bytes.len()).ok_or_else(too_long)?;
            let mut bytes = &*bytes;
            loop {
                let event = events.next(&mut bytes);
                let Some(event) = event.map_err(|error| malformed(error.to_string()))? else {
                    break;
                };
                let answer_within = self.settings.answer_within;
                begun.get_or_insert_with(|| Deadline::after(answer_within));
                if let ControlFlow::Break(end) = self.take(server, &event)? {
                    if matches!(end, End::Whole) {
                        // The body ends at once, or else the connection is given up.
                        let _ = timeout(END_WITHIN, response.chunk()).await;
                    }
                    return Ok(end);
                }
            }
        }
    }

    fn take(
        &mut self,
        server: &ModelServer,
        event: &Event,
    ) -> Result<ControlFlow<End>, ModelError> {
        let data = event.data.trim_ascii();
        if event.is_error() {
            let words = String::from_utf8_lossy(data);
            return Err(ModelError::Refused(server.heard(&words)));
        }
        // Some servers send empty events to keep the connection alive.
        if data.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        if data == DONE {
            self.assembly.end();
            return Ok(ControlFlow::Break(End::Whole));
        }
        let chunk: Chunk = server.parsed(data)?;
        if !chunk.error.is_null() {
            return Err(refused(server, &chunk.error));
        }
        if chunk.object == "error" {
            return Err(refused(server, &server.parsed(data)?));
        }
        let (heard, is_heard) = (&mut *self.heard, &mut self.is_heard);
        let taken = self.assembly.take(chunk, &mut |piece: Piece<'_>| {
            *is_heard = true;
            heard(piece)
        })?;
        Ok(match taken {
            ControlFlow::Break(()) => ControlFlow::Break(End::Stopped),
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
        })
    }
}

impl Reading for AnswerStream<'_> {
    type Read = ChatAnswer;

    async fn read(
        &mut self,
        server: &ModelServer,
        response: Response,
    ) -> Result<ChatAnswer, RequestError> {
        if !is_of_events(&response) {
            let said: Completion = server.parsed(&whole(server, response).await?)?;
            let answer = said.answer(server)?;
            return Ok(hand_out(answer, &mut *self.heard));
        }
        self.assembly = Assembly::default();
        let followed = self.follow(server, response).await;
        let assembly = mem::take(&mut self.assembly);
        match followed {
            Ok(End::Stopped) => Ok(assembly.stopped()),
            Err(failure) if !assembly.is_ended() => Err(failure),
            Ok(End::Whole) | Err(_) => Ok(assembly.answer()?),
        }
    }

    fn is_heard(&self) -> bool {
        self.is_heard
    }
}

/// Waits for the next part of an answer that has begun.
async fn in_time<T>(
    next: impl Future<Output = T>,
    begun: Deadline,
    idle: Duration,
) -> Result<T, RequestError> {
    let left = begun.left();
    let next = timeout(idle.min(left), next).await;
    next.map_err(|_| match left < idle {
        true => begun.passed().into(),
        false => RequestError::passing(ModelError::Stalled(idle)),
    })
}

fn is_of_events(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case(EVENTS)
}
