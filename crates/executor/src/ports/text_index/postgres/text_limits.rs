//! Texts in a form that PostgreSQL can store and index: without NUL and within the size of an index entry.

use sha2::{Digest, Sha256};

use crate::fingerprint::hexadecimal;

const ESCAPE: char = '\u{1}';
/// The escaped characters, chosen so that texts keep their order.
const ESCAPED: [(char, char); 2] = [('\0', '0'), (ESCAPE, '1')];
/// Follows the escape before the hash of a longer text.
const HASHED: char = '2';

/// Maximum length of a text that is stored whole, in bytes. An index entry of the server has 2,700 bytes.
const LONGEST: usize = 1_024;

/// A text in stored form; the mapping is injective. A long text is stored as its start and a hash of the whole.
pub(super) fn written(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for letter in text.chars() {
        match ESCAPED.iter().find(|(own, _)| *own == letter) {
            Some((_, by)) => written.extend([ESCAPE, *by]),
            None => written.push(letter),
        }
    }
    if written.len() > LONGEST {
        written.truncate(written.floor_char_boundary(LONGEST));
        written.extend([ESCAPE, HASHED]);
        written.push_str(&hexadecimal(&Sha256::digest(text)));
    }
    written
}

/// A stored text. A long one has lost its end.
pub(super) fn read(written: &str) -> String {
    let mut text = String::with_capacity(written.len());
    let mut letters = written.chars();
    while let Some(letter) = letters.next() {
        if letter != ESCAPE {
            text.push(letter);
            continue;
        }
        let by = letters.next();
        match ESCAPED.iter().find(|(_, own)| Some(*own) == by) {
            Some((own, _)) => text.push(*own),
            None => break,
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{read, written};

    #[test]
    fn texts_are_read_as_they_were_and_keep_their_order() {
        let texts = [
            "", "\0", "\0\0", "\0b", "\u{1}", "\u{1}0", "\u{2}", "a", "a\0", "a\u{1}2b", "b", "草",
        ];
        let kept: Vec<String> = texts.iter().map(|text| written(text)).collect();
        assert!(kept.is_sorted() && kept.iter().all(|text| !text.contains('\0')));
        for (text, kept) in texts.iter().zip(kept) {
            assert_eq!(read(&kept), *text);
        }
    }

    #[test]
    fn long_texts_are_told_apart_by_their_hashes() {
        let [one, other] = ["а", "б"].map(|end| "я".repeat(2_000) + end);
        assert_ne!(written(&one), written(&other));
        assert!(written(&one).len() < 1_200);
        assert!(one.starts_with(&read(&written(&one))));
    }
}
