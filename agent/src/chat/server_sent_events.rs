//! Bytes of a body → server-sent events, as the WHATWG HTML standard defines them.
//!
//! Only data and type of an event are kept: `id` and `retry` are for reconnecting, which is not supported here. Data
//! stay bytes, so that no character is cut. An event without a final blank line is dropped.
//!
//! llama.cpp before September 2025 reported an error in a non-standard field `error`, followed by `[DONE]` as after an
//! answer. Such a field is read as data of type `error`.

use std::mem;

/// Most bytes of an event and of a line.
const EVENT_BYTES: usize = 4 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The type of an error event.
const ERROR: &[u8] = b"error";

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Event {
    /// The type of the event; empty if the server names no type.
    kind: Vec<u8>,
    /// Its data: the lines joined by LF.
    pub(crate) data: Vec<u8>,
}

impl Event {
    /// True for an error event.
    pub(crate) fn is_error(&self) -> bool {
        self.kind == ERROR
    }
}

/// An event exceeds the size limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an event of it is longer than {EVENT_BYTES} bytes")]
pub(crate) struct EventLengthError;

/// The events of one body.
#[derive(Debug, Default)]
pub(crate) struct Events {
    /// The current line.
    line: Vec<u8>,
    /// The current event; each data line ends in LF.
    event: Event,
    /// True after a CR: a following LF belongs to it.
    is_after_cr: bool,
    is_begun: bool,
}

impl Events {
    /// The next event that ends in these bytes, which are consumed up to its end; `None` if they run out.
    pub(crate) fn next(&mut self, bytes: &mut &[u8]) -> Result<Option<Event>, EventLengthError> {
        while let Some((first, rest)) = bytes.split_first() {
            if mem::take(&mut self.is_after_cr) && *first == b'\n' {
                *bytes = rest;
                continue;
            }
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let (line, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
            let held = self.line.len() + self.event.data.len();
            if line.len() > EVENT_BYTES.saturating_sub(held) {
                return Err(EventLengthError);
            }
            self.line.extend_from_slice(line);
            *bytes = rest;
            let Some((end, rest)) = rest.split_first() else {
                break;
            };
            self.is_after_cr = *end == b'\r';
            *bytes = rest;
            if let Some(event) = self.end_line() {
                return Ok(Some(event));
            }
        }
        Ok(None)
    }

    /// Processes a complete line; returns the event that it ends.
    fn end_line(&mut self) -> Option<Event> {
        let mut line = mem::take(&mut self.line);
        let is_first = !mem::replace(&mut self.is_begun, true);
        let own = line.strip_prefix(BYTE_ORDER_MARK).filter(|_| is_first);
        let ended = self.take(own.unwrap_or(&line));
        // Reuses the allocation.
        line.clear();
        self.line = line;
        ended
    }

    fn take(&mut self, line: &[u8]) -> Option<Event> {
        if line.is_empty() {
            let mut event = mem::take(&mut self.event);
            return event.data.pop().map(|_| event);
        }
        let mut halves = line.splitn(2, |byte| *byte == b':');
        let (name, value) = (halves.next()?, halves.next().unwrap_or_default());
        let value = value.strip_prefix(b" ").unwrap_or(value);
        if name == ERROR {
            self.event.kind = ERROR.to_vec();
        }
        match name {
            b"event" => self.event.kind = value.to_vec(),
            b"data" | ERROR => {
                self.event.data.extend_from_slice(value);
                self.event.data.push(b'\n');
            }
            // A comment has an empty field name.
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Type and data of the events in a body that arrives in pieces.
    fn events<'b>(pieces: impl IntoIterator<Item = &'b [u8]>) -> Vec<(String, String)> {
        let mut events = Events::default();
        let mut found = Vec::new();
        for mut piece in pieces {
            while let Some(event) = events.next(&mut piece).unwrap() {
                let text = |bytes| String::from_utf8(bytes).unwrap();
                found.push((text(event.kind), text(event.data)));
            }
        }
        found
    }

    #[test]
    fn events_are_those_of_the_standard_wherever_a_body_is_cut() {
        let cases: &[(&str, &[(&str, &str)])] = &[
            ("", &[]),
            ("data: a\n\n", &[("", "a")]),
            ("data:a\n\ndata:  b\n\n", &[("", "a"), ("", " b")]),
            (
                "data: a\r\rdata: b\r\n\r\ndata: c\n\n",
                &[("", "a"), ("", "b"), ("", "c")],
            ),
            ("data: a\r\n\ndata: b\n\r\n", &[("", "a"), ("", "b")]),
            ("\u{feff}data: a\n\n\u{feff}data: b\n\n", &[("", "a")]),
            ("\u{feff}\ndata: a\n\n", &[("", "a")]),
            // An example from the standard: three data lines form one event.
            (
                "data: YHOO\ndata: +2\ndata: 10\n\n",
                &[("", "YHOO\n+2\n10")],
            ),
            // Another example: a field without a colon, and an unfinished event.
            ("data\n\ndata\ndata\n\ndata:", &[("", ""), ("", "\n")]),
            // A comment does not end an event, and an event without data is ignored.
            (
                ": ping\n\ndata: a\n:\ndata: b\n\nevent: x\n\ndata: c\n\n",
                &[("", "a\nb"), ("", "c")],
            ),
            (
                "id: 1\nretry: 5\nevent: x\nevent: y\ndata: a\nother: b\n data: c\n\n",
                &[("y", "a")],
            ),
            ("data: жук \u{1f41e}\n\n", &[("", "жук \u{1f41e}")]),
            ("data: a:b: c\n\n", &[("", "a:b: c")]),
            (
                "error: {}\n\ndata: [DONE]\n\n",
                &[("error", "{}"), ("", "[DONE]")],
            ),
            ("data: a\n", &[]),
        ];
        for (body, expected) in cases {
            let own = |(kind, data): &(&str, &str)| ((*kind).to_owned(), (*data).to_owned());
            let expected: Vec<_> = expected.iter().map(own).collect();
            let body = body.as_bytes();
            assert_eq!(events([body]), expected, "{body:?}");
            assert_eq!(events(body.chunks(1)), expected, "{body:?} byte by byte");
            for cut in 0..body.len() {
                let (head, tail) = body.split_at(cut);
                assert_eq!(events([head, tail]), expected, "{body:?} cut at {cut}");
            }
        }
    }

    #[test]
    fn an_event_is_bounded_however_it_is_laid_out() {
        let long = vec![b'a'; EVENT_BYTES];
        for body in [
            [b"data:".as_slice(), &long].concat(),
            [b":".as_slice(), &long].concat(),
            [b"data:b\ndata:".as_slice(), &long[6..], b"\n\n"].concat(),
        ] {
            let mut events = Events::default();
            let found = body
                .chunks(1 << 16)
                .find_map(|mut piece| events.next(&mut piece).err());
            assert_eq!(found, Some(EventLengthError));
        }
        // Several events of the largest size are allowed.
        let body = [b"data:".as_slice(), &long[5..], b"\n\n"].concat();
        assert_eq!(events([&*body, &body]).len(), 2);
    }
}
