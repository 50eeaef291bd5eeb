//! The pieces of a streamed answer.

use std::ops::ControlFlow;

use super::answer::{ChatAnswer, FinishReason};

/// A non-empty piece of an answer; it may end within a word or a JSON token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text.
    Text(&'a str),
    /// Refusal text.
    Refusal(&'a str),
    /// Arguments of a tool call.
    Arguments {
        /// Index of the call in the answer. Pieces of several calls may alternate.
        call: usize,
        /// The name of the tool.
        name: &'a str,
        /// The piece.
        text: &'a str,
    },
}

impl Piece<'_> {
    /// Its text.
    #[must_use]
    pub const fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Refusal(text) | Self::Arguments { text, .. } => text,
        }
    }
}

/// Receives the pieces and decides if the model goes on.
pub type Heard<'a> = &'a mut (dyn FnMut(Piece<'_>) -> ControlFlow<()> + Send);

/// Passes on a piece unless it is empty.
pub(super) fn hand(piece: Piece<'_>, heard: Heard<'_>) -> ControlFlow<()> {
    match piece.text().is_empty() {
        true => ControlFlow::Continue(()),
        false => heard(piece),
    }
}

/// Passes on a whole answer, one piece per text; returns the answer, or the part heard before the listener stopped it.
pub fn hand_out(mut answer: ChatAnswer, heard: Heard<'_>) -> ChatAnswer {
    let text = answer.text.as_deref().map(Piece::Text);
    let refusal = answer.refusal.as_deref().map(Piece::Refusal);
    let calls = answer.calls.iter().enumerate();
    let calls = calls.map(|(call, own)| Piece::Arguments {
        call,
        name: &own.name,
        text: &own.arguments,
    });
    let mut pieces = text.into_iter().chain(refusal).chain(calls);
    let last = pieces.find(|piece| hand(*piece, heard).is_break());
    let (is_refusal_heard, calls_heard) = match last {
        None => return answer,
        Some(Piece::Text(_)) => (false, 0),
        Some(Piece::Refusal(_)) => (true, 0),
        Some(Piece::Arguments { call, .. }) => (true, call + 1),
    };
    answer.refusal = answer.refusal.filter(|_| is_refusal_heard);
    answer.calls.truncate(calls_heard);
    answer.finish = FinishReason::Stopped;
    answer
}
