//! How deep quotations and lists nest, bounded.
//!
//! For each line the reader of Markdown looks at all quotations and lists that are open: 64 KiB of `>` over as many short
//! lines take nine seconds, and twice as much four times as long. So a sign that would open one behind the column [`MOST`]
//! is read as a letter. Nothing of the text moves, and headings outside of quotations and lists stay where they are.

use std::borrow::Cow;

/// The column behind which nothing is opened.
const MOST: usize = 128;

/// A text of the same length, with its headings in the same places, whose nesting is bounded.
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

/// Where a line has its first sign of a quotation or a list behind the column.
fn too_deep(line: &str) -> Option<usize> {
    let mut column = 0;
    let mut bytes = line.bytes().enumerate().peekable();
    while let Some((at, byte)) = bytes.next() {
        let is_last = |(_, next): &(usize, u8)| next.is_ascii_whitespace();
        let opens = match byte {
            b'>' => true,
            // Behind a sign of a list there is a space; behind any other there is text.
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
