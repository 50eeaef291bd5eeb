//! Bounds the nesting of quotations and lists in Markdown.
//!
//! The Markdown parser checks all open quotations and lists for each line: 64 KiB of `>` over as many short lines take
//! nine seconds, and twice as much takes four times as long. So a marker after column [`MOST`] is treated as a letter.
//! No byte moves, and headings outside quotations and lists stay.

use std::borrow::Cow;

/// The column after which no block is opened.
const MOST: usize = 128;

/// A text of the same length with its headings in the same places and with bounded nesting.
pub(super) fn bounded(text: &str) -> Cow<'_, str> {
    let mut shown = String::new();
    let mut taken = 0;
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        if let Some(at) = too_deep(line) {
            shown.push_str(text.get(taken..start + at).unwrap_or_default());
            shown.push('x');
            taken = start + at + 1;
        }
        start += line.len();
    }
    if taken == 0 {
        return Cow::Borrowed(text);
    }
    shown.push_str(text.get(taken..).unwrap_or_default());
    Cow::Owned(shown)
}

/// The offset of a line's first marker after the column.
fn too_deep(line: &str) -> Option<usize> {
    let mut column = 0;
    let mut bytes = line.bytes().enumerate().peekable();
    while let Some((at, byte)) = bytes.next() {
        let is_last = |(_, next): &(usize, u8)| next.is_ascii_whitespace();
        let opens = match byte {
            b'>' => true,
            // A space follows a list marker; otherwise it is text.
            b'-' | b'+' | b'*' | b'.' | b')' if bytes.peek().is_none_or(is_last) => true,
            b' ' | b'\t' | b'0'..=b'9' => false,
            _ => return None,
        };
        if opens && column >= MOST {
            return Some(at);
        }
        column += if byte == b'\t' { 4 } else { 1 };
    }
    None
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{MOST, bounded};

    #[test]
    fn what_nests_too_deep_is_text() {
        for text in [
            "> - 1. text".to_owned(),
            "-".repeat(MOST * 2),
            format!("{}text - 1", " ".repeat(MOST * 2)),
            format!("- text {}", "> ".repeat(MOST)),
            String::new(),
        ] {
            assert!(matches!(bounded(&text), Cow::Borrowed(_)), "{text}");
        }
        let signs = [
            (">", 128),
            ("> ", 128),
            ("- ", 128),
            ("1) ", 130),
            ("*\t", 52),
        ];
        for (sign, at) in signs {
            let text = format!("é\n{}a\r\nb", sign.repeat(MOST + 1));
            let shown = bounded(&text);
            assert_eq!(shown.len(), text.len());
            let other = shown.char_indices().zip(text.chars());
            let other: Vec<usize> = other
                .filter(|((_, shown), letter)| shown != letter)
                .map(|((at, _), _)| at)
                .collect();
            assert_eq!(other, [at + "é\n".len()], "{shown}");
        }
    }
}
