//! What a word of the line is: letters and digits of any script, `_`, and inside it the few marks that join.
//!
//! One definition serves the lexer and the encoder, so that what is written without quotes is
//! read as the same text.

/// What a byte tells of a word that has come to it: the bytes of the letter that begins with it, where that is a letter
/// without looking on; [`ENDS`]; or [`PERHAPS`]. The Cyrillic block and most of the ideographs are letters to the last.
static LETTERS: [u8; 256] = letters();

/// The word ends before this byte.
const ENDS: u8 = 0;
/// What stands around it tells.
const PERHAPS: u8 = 4;

#[expect(
    clippy::indexing_slicing,
    reason = "a byte outside of the table would not compile"
)]
const fn letters() -> [u8; 256] {
    let mut table = [ENDS; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' => 1,
            0xd0 | 0xd1 => 2,
            0xe5..=0xe9 => 3,
            b'-' | b'.' | b'/' | b':' | b'+' | 0x80.. => PERHAPS,
            _ => ENDS,
        };
        byte += 1;
    }
    table
}

/// What this byte tells.
#[inline(always)]
fn told(byte: u8) -> u8 {
    LETTERS.get(usize::from(byte)).copied().unwrap_or(ENDS)
}

/// The end of the letters from a place on, as far as they are told by their first byte.
#[inline]
fn after_letters(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        match told(*byte) {
            step @ 1..=3 => at += usize::from(step),
            // The first of the ideographs, behind signs that are none.
            _ if *byte == 0xe4 && bytes.get(at + 1).is_some_and(|next| *next >= 0xb8) => at += 3,
            _ => break,
        }
    }
    at
}

/// The end of the word that begins at a place; the place itself where there is none.
#[inline(never)]
pub(crate) fn end(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        match told(*byte) {
            1 => at += 1,
            ENDS => break,
            _ => return long(text, from, at),
        }
    }
    at
}

/// The end of a word with more than letters of ASCII, which go to the place `plain`.
#[inline(never)]
fn long(text: &str, from: usize, plain: usize) -> usize {
    let end = after_letters(text.as_bytes(), plain);
    match text.as_bytes().get(end) {
        Some(byte) if told(*byte) == PERHAPS => {
            let text = text.get(from..).unwrap_or_default();
            from + rest(text, end - from)
        }
        _ => end,
    }
}

/// Length in bytes of the word at the start of a text; 0 where there is none.
pub(crate) fn length(text: &str) -> usize {
    end(text, 0)
}

/// Whether a letter of ASCII stands here.
#[inline]
fn ascii_begins(bytes: &[u8], at: usize) -> bool {
    (bytes.get(at)).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// The end of a word that has more than plain letters from a place on.
fn rest(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut clock = false;
    while let Some(byte) = bytes.get(at) {
        match byte {
            0x80.. => match letter_at(text, at) {
                Some(letter) => at += letter.len_utf8(),
                None => break,
            },
            b'-' | b'.' | b'/' if at > 0 && begins(text, at + 1) => at += 1,
            // Of a time: `12:30`, and the offset behind one.
            b':' if is_figure(text) && between_digits(bytes, at) => {
                clock = true;
                at += 1;
            }
            b'+' if clock && between_digits(bytes, at) => at += 1,
            // Of a number: `2E+2`.
            b'+' if is_figure(text) && exponent(bytes, at) => at += 1,
            _ => break,
        }
        at = after_letters(bytes, at);
    }
    at
}

/// Whether a text is one word from its first letter to its last.
pub(crate) fn is_bare(text: &str) -> bool {
    !text.is_empty() && length(text) == text.len()
}

/// Whether a word starts with a digit, and so is a value and no name.
pub(crate) fn is_figure(word: &str) -> bool {
    word.as_bytes().first().is_some_and(u8::is_ascii_digit)
}

/// Whether a text is a number by the grammar of JSON.
pub(crate) fn is_number(text: &str) -> bool {
    number_end(text.as_bytes(), 0) == Some(text.len())
}

/// The end of the longest number of JSON that starts at a place.
#[inline]
pub(crate) fn number_end(bytes: &[u8], at: usize) -> Option<usize> {
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let after_digits = |mut at: usize| {
        while digit(at) {
            at += 1;
        }
        at
    };
    let whole = at + usize::from(bytes.get(at) == Some(&b'-'));
    let mut end = match bytes.get(whole)? {
        b'0' => whole + 1,
        b'1'..=b'9' => after_digits(whole + 1),
        _ => return None,
    };
    if bytes.get(end) == Some(&b'.') && digit(end + 1) {
        end = after_digits(end + 2);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let power = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if digit(power) {
            end = after_digits(power);
        }
    }
    Some(end)
}

/// Latin letters beside those of ASCII.
const LATIN: &[(char, char)] = &[('À', 'Ö'), ('Ø', 'ö'), ('ø', 'ſ')];

/// Cyrillic letters.
pub const CYRILLIC: &[(char, char)] = &[('Ѐ', 'ҁ'), ('Ҋ', 'ӿ')];

/// Chinese characters.
pub const CHINESE: &[(char, char)] = &[('一', '鿿')];

/// Letters a writer leaves without quotes beside those of ASCII. A word of other letters is read as well, and written in
/// quotes: an engine goes through every token of the letters that a grammar lists.
pub const WRITTEN: &[&[(char, char)]] = &[LATIN, CYRILLIC, CHINESE];

/// Whether a text is one word of letters that are written without quotes.
pub(crate) fn is_written_bare(text: &str) -> bool {
    let written = |letter: char| {
        letter.is_ascii()
            || (WRITTEN.iter().copied().flatten())
                .any(|(first, last)| (*first..=*last).contains(&letter))
    };
    is_bare(text) && text.chars().all(written)
}

/// Whether a name that is given stands behind its mark without quotes: written letters, digits and `_`. Only such a one
/// can be that of a place.
pub(crate) fn is_plain_name(name: &str) -> bool {
    is_written_bare(name) && !name.contains(['-', '.', '/', ':', '+'])
}

/// The letter at a place, if it is one of a word.
fn letter_at(text: &str, at: usize) -> Option<char> {
    let letter = text.get(at..)?.chars().next()?;
    is_letter(letter).then_some(letter)
}

/// Letters and digits of any script, and the accents that follow them.
fn is_letter(letter: char) -> bool {
    letter == '_' || letter.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&letter)
}

/// Whether a letter stands here.
fn begins(text: &str, at: usize) -> bool {
    match text.as_bytes().get(at) {
        Some(byte) if byte.is_ascii() => ascii_begins(text.as_bytes(), at),
        Some(_) => letter_at(text, at).is_some(),
        None => false,
    }
}

fn between_digits(bytes: &[u8], at: usize) -> bool {
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    at > 0 && digit(at - 1) && digit(at + 1)
}

/// Whether the sign here is that of an exponent.
fn exponent(bytes: &[u8], at: usize) -> bool {
    let digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    at > 1
        && matches!(bytes.get(at - 1), Some(b'e' | b'E'))
        && digit(bytes.get(at - 2))
        && digit(bytes.get(at + 1))
}

#[cfg(test)]
mod tests {
    use super::{WRITTEN, is_bare, is_letter, is_number, is_written_bare, length};

    #[test]
    fn letters_that_are_not_looked_up_are_letters() {
        for letter in ('\u{400}'..='\u{47f}').chain('\u{4e00}'..='\u{9fff}') {
            assert!(is_letter(letter), "{letter}");
        }
    }

    #[test]
    fn letters_that_are_written_are_letters() {
        for (first, last) in WRITTEN.iter().copied().flatten() {
            for letter in *first..=*last {
                assert!(is_letter(letter) && !letter.is_ascii(), "{letter}");
            }
        }
        assert!(is_written_bare("新能源-2") && is_bare("ನ") && !is_written_bare("ನ"));
    }

    #[test]
    fn words_end_where_they_should() {
        for (text, word) in [
            ("enterprise name", "enterprise"),
            ("企业A>x", "企业A"),
            ("45-К", "45-К"),
            ("17/2025 ", "17/2025"),
            ("story-layer", "story-layer"),
            ("60.01..62", "60.01"),
            ("a..b", "a"),
            ("a--b", "a"),
            ("adr/", "adr"),
            ("2025-01-01T00:00:00+08:00", "2025-01-01T00:00:00+08:00"),
            ("20+20", "20"),
            ("2E+2", "2E+2"),
            ("1e-3", "1e-3"),
            ("park:5", "park"),
            ("e1:5", "e1"),
            ("x+5", "x"),
            ("é\u{301}t", "é\u{301}t"),
            ("«Сирень»", ""),
            ("，企业", ""),
            ("a\u{a0}b", "a"),
            ("-5", ""),
            ("😀", ""),
            ("", ""),
        ] {
            assert_eq!(text.get(..length(text)), Some(word), "{text}");
        }
        assert!(is_bare("新能源") && !is_bare("新能源，") && !is_bare(""));
    }

    #[test]
    fn numbers_are_those_of_json() {
        for text in [
            "0",
            "-0",
            "7",
            "1.50",
            "2E2",
            "1e+3",
            "-1e-3",
            "999999999999999999",
        ] {
            assert!(is_number(text), "{text}");
        }
        for text in [
            "",
            "-",
            "007",
            "1.",
            ".5",
            "+1",
            "1e",
            "1e+",
            "1.2.3",
            "NaN",
            "2026-03-31",
        ] {
            assert!(!is_number(text), "{text}");
        }
    }
}
