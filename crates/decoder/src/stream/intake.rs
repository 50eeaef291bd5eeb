//! Collects pieces of bytes into a text. Joins characters that are split between pieces, and keeps no more than the
//! byte cap.

use crate::finding::Finding;
use crate::span::Position;

#[derive(Debug, Clone)]
pub(super) struct Intake {
    cap: usize,
    /// The text so far; empty once it exceeds the cap or is not UTF-8.
    pub(super) text: String,
    /// The start of an incomplete character, at most three bytes.
    tail: Vec<u8>,
    pub(super) bytes: usize,
    /// The position of the end of the text so far, tracked only when the text is no longer kept.
    end: Position,
    bad: Option<Finding>,
}

impl Intake {
    pub(super) fn new(cap: usize) -> Self {
        Self {
            cap,
            text: String::new(),
            tail: Vec::new(),
            bytes: 0,
            end: Position { line: 1, column: 1 },
            bad: None,
        }
    }

    pub(super) fn take(&mut self, piece: &[u8]) {
        let joined;
        let start = self.bytes - self.tail.len();
        self.bytes += piece.len();
        if self.bad.is_some() {
            return;
        }
        let bytes = if self.tail.is_empty() {
            piece
        } else {
            joined = [self.tail.as_slice(), piece].concat();
            &joined
        };
        let (valid, rest) = match std::str::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) => {
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                let valid = std::str::from_utf8(valid).unwrap_or_default();
                (valid, Some((rest, error.error_len())))
            }
        };
        self.tail = match rest {
            Some((rest, None)) => rest.to_vec(),
            _ => Vec::new(),
        };
        self.keep(valid);
        if let Some((_, Some(length))) = rest {
            let start = start + valid.len();
            self.bad = Some(self.not_utf8(start, length));
            self.text = String::new();
        }
    }

    fn keep(&mut self, piece: &str) {
        let fits = self.bytes <= self.cap;
        if fits {
            self.text.push_str(piece);
            return;
        }
        if !self.text.is_empty() {
            self.end = Position::of(&self.text, self.text.len());
            self.text = String::new();
        }
        piece.chars().for_each(|letter| self.end.pass(letter));
    }

    /// The error that no continuation can repair.
    pub(super) fn fault(&self) -> Option<Finding> {
        self.bad.clone().or_else(|| self.too_large())
    }

    /// The error if nothing follows.
    pub(super) fn fault_at_end(&self) -> Option<Finding> {
        if self.bad.is_none() && !self.tail.is_empty() {
            return Some(self.not_utf8(self.bytes - self.tail.len(), 1));
        }
        self.fault()
    }

    fn too_large(&self) -> Option<Finding> {
        (self.bytes > self.cap).then_some(())?;
        Some(Finding::too_large(self.bytes, self.cap))
    }

    fn not_utf8(&self, start: usize, length: usize) -> Finding {
        let position = if self.bytes > self.cap {
            self.end
        } else {
            Position::of(&self.text, start)
        };
        Finding::not_utf8(start, length, position)
    }
}
