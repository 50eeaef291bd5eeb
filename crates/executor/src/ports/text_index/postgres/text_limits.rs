//! Texts as PostgreSQL can keep and index them: without the character NUL, and not longer than a page of an index holds.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// Stands before the character that it is written for.
const ESCAPE: char = '\u{1}';
/// What characters of a text are written as, so that texts keep their order.
const ESCAPED: [(char, char); 2] = [('\0', '0'), (ESCAPE, '1')];
/// After the escape, the hash of a longer text follows.
const HASHED: char = '2';

/// Most bytes of a text that is kept whole. An index of the server takes 2,700 bytes.
const LONGEST: usize = 1_024;

/// A text as it is kept: two different ones are different still. Of a long one it is the beginning, with the hash of all.
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
        for byte in Sha256::digest(text) {
            let _ = write!(written, "{byte:02x}");
        }
    }
    written
}

/// A text that is kept. A long one has lost its end.
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
