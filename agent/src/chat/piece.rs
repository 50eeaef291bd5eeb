//! The pieces of an answer, as a model says them.

use std::ops::ControlFlow;

use super::answer::{ChatAnswer, FinishReason};

/// A piece of an answer; its text is never empty, and may end within a word or a sign of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'a> {
    /// More of what the model says.
    Text(&'a str),
    /// More of its words where it will not answer.
    Refusal(&'a str),
    /// More of what a tool is called with.
    Arguments {
        /// The place of the call among those of the answer, from zero. Pieces of several calls may come in turns.
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

/// Who hears the pieces, and whether the model may go on.
pub type Heard<'a> = &'a mut (dyn FnMut(Piece<'_>) -> ControlFlow<()> + Send);

/// Hands out a piece, unless it is empty.
pub(super) fn hand(piece: Piece<'_>, heard: Heard<'_>) -> ControlFlow<()> {
    match piece.text().is_empty() {
        true => ControlFlow::Continue(()),
        false => heard(piece),
    }
}

/// Hands out an answer that came as a whole, each of its texts as one piece; the answer, or what was heard of it.
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
