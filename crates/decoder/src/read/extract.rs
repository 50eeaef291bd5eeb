//! `extract`: finds the one intent in a text of prose and code fences.
//!
//! An intent is the only object in braces. The text around it is removed only if nothing in it could belong to the
//! intent, because the bounds of the intent must be beyond doubt. Two objects, a stray brace, or a part of JSON around
//! it (see the table in [`text_around`]) are findings. The intent itself is not changed. There is no recursion, and
//! each byte is visited only a few times.

pub(crate) mod second_payload;
mod text_around;
pub(crate) mod thoughts;

pub(crate) mod statement;

use std::iter;

use crate::finding::Finding;
use crate::finding::registry::{self, Rule};
use crate::ledger::{Ledger, LedgerKind, LedgerValue};
use crate::span::Span;

/// Removal of text around the intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Extract {
    /// Text around the intent is a finding.
    #[default]
    Off,
    /// Text around the intent is removed, and the ledger records it.
    On,
}

/// The remaining text, and a ledger of what was removed.
pub(crate) struct Cut<'a> {
    /// The text up to the end of the intent; the start is kept, so that spans apply to the whole text.
    pub(crate) text: &'a str,
    /// The byte offset of the intent.
    pub(crate) from: usize,
    pub(crate) ledger: Ledger<'static>,
}

impl<'a> Cut<'a> {
    /// The whole text, with nothing removed.
    pub(crate) fn nothing(text: &'a str) -> Self {
        Self {
            text,
            from: 0,
            ledger: Ledger::default(),
        }
    }

    /// The text without the surroundings of the intent. `before` and `after` may overlap with the intent.
    fn around(text: &'a str, intent: Span, before: Span, after: Span) -> Self {
        let mut cut = Self {
            text: text.get(..intent.end).unwrap_or(text),
            from: intent.start,
            ledger: Ledger::default(),
        };
        cut.note(text, before, "text before the intent");
        cut.note(text, after, "text after the intent");
        cut
    }

    /// Shifts the result to a text in which the model's reasoning, `thought` bytes long, comes first.
    pub(crate) fn behind(self, text: &'a str, thought: usize) -> Self {
        let mut cut = Self {
            text: text.get(..thought + self.text.len()).unwrap_or(text),
            from: thought + self.from,
            ledger: Ledger::default(),
        };
        cut.note(text, Span::new(0, thought), "a thought of the model");
        cut.ledger.extend(self.ledger.shifted(thought));
        cut
    }

    /// Records a removed piece of text in the ledger, unless it is blank.
    fn note(&mut self, text: &str, piece: Span, why: &'static str) {
        let around = text.get(piece.start..piece.end).unwrap_or_default();
        let before = around.len() - around.trim_start().len();
        let said = around.trim();
        if !said.is_empty() {
            let start = piece.start + before;
            let span = Span::new(start, start + said.len());
            let kind = LedgerKind::Extracted;
            self.ledger
                .note(kind, "", LedgerValue::Null, why, Some(span));
        }
    }
}

/// Removes the text around the intent. A text without braces stays as it is, and its reader reports the errors.
pub(crate) fn cut(text: &str) -> Result<Cut<'_>, Box<Finding>> {
    let Some(intent) = intent(text)? else {
        return Ok(Cut::nothing(text));
    };
    let before = Span::new(0, intent.start);
    let after = Span::new(intent.end, text.len());
    Ok(Cut::around(text, intent, before, after))
}

/// The span of the only object; `None` if there are no braces.
fn intent(text: &str) -> Result<Option<Span>, Box<Finding>> {
    let mut intent: Option<Span> = None;
    let mut stray: Option<Span> = None;
    for block in blocks(text) {
        let object = is_object(text, block);
        match intent {
            Some(first) if object && is_object(text, first) => {
                let message = "a second intent follows the first";
                return Err(fault(&registry::TWO_PAYLOADS, block, message));
            }
            // The first block was prose and this one is an object, so the stray brace is in the prose.
            Some(first) if object => {
                stray = stray.or(Some(first));
                intent = Some(block);
            }
            Some(_) => stray = stray.or(Some(block)),
            None if text
                .get(block.start..)
                .is_some_and(|rest| rest.starts_with('}')) =>
            {
                stray = stray.or(Some(block));
            }
            None => intent = Some(block),
        }
    }
    let Some(intent) = intent else {
        return Ok(None);
    };
    let braces = "the text around the intent has a brace that may belong to it";
    let stray = stray.map(|stray| (stray, braces));
    if let Some((stray, message)) = stray.or_else(|| text_around::belongs(text, intent)) {
        return Err(fault(&registry::STRAY_BRACE, stray, message));
    }
    Ok(Some(intent))
}

fn fault(rule: &'static Rule, span: Span, message: &str) -> Box<Finding> {
    Box::new(Finding::new(rule, span, message).help("send the intent alone"))
}

fn is_object(text: &str, block: Span) -> bool {
    let inside = text.get(block.start..block.end).unwrap_or_default();
    let inside = inside.strip_prefix('{').map(str::trim_ascii_start);
    inside.is_some_and(|inside| inside.starts_with(['"', '}']) || inside.is_empty())
}

/// The blocks of a text: each outermost `{` to its `}` or the end of the text, and each unmatched `}`.
fn blocks(text: &str) -> impl Iterator<Item = Span> {
    let mut at = 0;
    iter::from_fn(move || {
        let start = at + text.get(at..)?.find(['{', '}'])?;
        let mut depth = 0_usize;
        let mut quoted = false;
        let mut escaped = false;
        at = text.len();
        for (index, byte) in text.get(start..)?.bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if quoted => escaped = true,
                b'"' if depth > 0 => quoted = !quoted,
                _ if quoted => {}
                b'{' => depth += 1,
                b'}' if depth <= 1 => {
                    at = start + index + 1;
                    break;
                }
                b'}' => depth -= 1,
                _ => {}
            }
        }
        Some(Span::new(start, at))
    })
}
