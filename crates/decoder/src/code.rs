//! Short texts as numbers: keys and codes of at most four bytes, told apart by one comparison; names by two.

/// Bytes a text has at most that is one number: those that models write most.
const SHORT: usize = 4;

/// A text as one number, with its length: a zero byte is a byte. 0 where it is empty or not short.
#[inline]
pub(crate) const fn pack(text: &[u8]) -> u64 {
    let bytes = match *text {
        [a] => [a, 0, 0, 0],
        [a, b] => [a, b, 0, 0],
        [a, b, c] => [a, b, c, 0],
        [a, b, c, d] => [a, b, c, d],
        _ => return 0,
    };
    with_length(u32::from_le_bytes(bytes) as u64, text.len())
}

const fn with_length(text: u64, length: usize) -> u64 {
    text | ((length as u64) << 32)
}

/// A text, and the number it is.
#[derive(Clone, Copy)]
pub(crate) struct Code<'a> {
    pub(crate) bytes: &'a [u8],
    /// As [`pack`] makes it.
    pub(crate) packed: u64,
}

impl<'a> Code<'a> {
    #[inline]
    pub(crate) const fn of(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            packed: pack(bytes),
        }
    }

    /// Whether it is this text. Most codes have four bytes, which are compared as one number.
    #[inline]
    pub(crate) fn is(self, text: &[u8]) -> bool {
        match (self.bytes, text) {
            (&[a, b, c, d], &[e, f, g, h]) => {
                u32::from_ne_bytes([a, b, c, d]) == u32::from_ne_bytes([e, f, g, h])
            }
            (own, text) => own == text,
        }
    }

    /// A short text in quotes, and what follows them; `None` where none stands there. Its bytes are not looked at: an
    /// escape in it is an escape still.
    #[inline]
    pub(crate) fn in_quotes(text: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let word = match text.first_chunk() {
            Some(chunk) => u64::from_le_bytes(*chunk),
            None => last_word(text),
        };
        let inside = word >> 8;
        // The lowest mark is exact; a borrow can only make a false one above it.
        let quotes = marks_of(inside, b'"');
        let length = quotes.trailing_zeros() as usize / 8;
        let short = word & 0xff == u64::from(b'"') && (1..=SHORT).contains(&length);
        if !short {
            return None;
        }
        let packed = with_length(inside & !(u64::MAX << (8 * length)), length);
        let bytes = text.get(1..=length)?;
        Some((Self { bytes, packed }, text.get(length + 2..)?))
    }
}

/// The last bytes of a text, zeros after them.
#[cold]
fn last_word(text: &[u8]) -> u64 {
    let bytes = text.iter().rev();
    bytes.fold(0, |word, byte| (word << 8) | u64::from(*byte))
}

/// Whether two names are the same. Most have at most sixteen bytes, for which a call costs more than the comparison.
#[inline]
pub(crate) fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    match one.len() {
        0 | 1 => one.first() == other.first(),
        2 | 3 => match (ends(one), ends(other)) {
            (Some(one), Some(other)) => {
                one.map(u16::from_ne_bytes) == other.map(u16::from_ne_bytes)
            }
            _ => false,
        },
        4..=8 => match (ends(one), ends(other)) {
            (Some(one), Some(other)) => {
                one.map(u32::from_ne_bytes) == other.map(u32::from_ne_bytes)
            }
            _ => false,
        },
        9..=16 => match (ends(one), ends(other)) {
            (Some(one), Some(other)) => {
                one.map(u64::from_ne_bytes) == other.map(u64::from_ne_bytes)
            }
            _ => false,
        },
        _ => one == other,
    }
}

/// The first and the last bytes of a text that has as many; some may be both.
#[inline]
fn ends<const N: usize>(text: &[u8]) -> Option<[[u8; N]; 2]> {
    Some([*text.first_chunk()?, *text.last_chunk()?])
}

/// One in every byte.
pub(crate) const ONES: u64 = u64::from_ne_bytes([1; 8]);
/// The highest bit of every byte.
pub(crate) const HIGH: u64 = ONES << 7;

/// The highest bit of each byte of a word that is this byte, and perhaps of bytes above one that is.
#[inline]
pub(crate) const fn marks_of(word: u64, byte: u8) -> u64 {
    let apart = word ^ (ONES * byte as u64);
    apart.wrapping_sub(ONES) & !apart & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_in_quotes() {
        let longs = ["", ":", ":\"abc\"", " : \"\"\"\"\"\"", "\"\"\"\"\"\"\"\""];
        for inside in [
            "a",
            "ab",
            "abc",
            "abcd",
            "\\",
            "\0",
            "é",
            "é!",
            "\u{7f}\u{1}",
        ] {
            for after in longs {
                let text = format!("\"{inside}\"{after}");
                let (code, rest) = Code::in_quotes(text.as_bytes()).unwrap();
                assert_eq!(
                    (code.bytes, rest),
                    (inside.as_bytes(), after.as_bytes()),
                    "{text}"
                );
                assert_eq!(code.packed, pack(inside.as_bytes()), "{text}");
                for whole in 0..=inside.len() {
                    let cut = text.get(..=whole).unwrap_or_default();
                    assert!(Code::in_quotes(cut.as_bytes()).is_none(), "{cut}");
                }
            }
        }
        for text in [
            "",
            "a",
            "\"",
            "\"\"",
            "\"\"a\"",
            "\"abcde\"",
            "abc\"",
            "'ab\"    ",
        ] {
            assert!(Code::in_quotes(text.as_bytes()).is_none(), "{text}");
        }
    }

    #[test]
    fn codes_are_equal_as_their_texts_are() {
        let texts = ["", "a", "a\0", "ab", "abcd", "abcde", "abcdf", "\0\0", "\0"];
        for one in texts {
            for other in texts {
                let is = Code::of(one.as_bytes()).is(other.as_bytes());
                assert_eq!(is, one == other, "{one:?} {other:?}");
            }
        }
    }
}
