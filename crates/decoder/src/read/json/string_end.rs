//! The end of a string: eight bytes at a time.

/// One in every byte.
const ONES: u64 = u64::from_ne_bytes([1; 8]);
/// The highest bit of every byte.
const HIGH: u64 = ONES << 7;
/// A control character in every byte that is one more than the largest.
const CONTROL: u64 = ONES * 0x20;

/// The place of the first byte that is not plain in a JSON string: a quote, a backslash or a control character.
#[inline]
pub(crate) fn special(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes;
    while let Some((chunk, after)) = rest.split_first_chunk() {
        let found = marks(u64::from_le_bytes(*chunk));
        if found != 0 {
            // The lowest mark is exact; a borrow can only make a false one above it.
            let at = (found.trailing_zeros() / 8) as usize;
            return Some(bytes.len() - rest.len() + at);
        }
        rest = after;
    }
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1f);
    let at = rest.iter().position(is_special)?;
    Some(bytes.len() - rest.len() + at)
}

/// Bytes of what a string has left before its closing quote, from its first escape on; `None` where something in it
/// cannot stand there.
pub(crate) fn escaped(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes;
    loop {
        rest = match rest {
            [b'"', ..] => return Some(bytes.len() - rest.len()),
            [b'\\', 0..=0x1f, ..] | [0..=0x1f, ..] | [b'\\'] | [] => return None,
            [b'\\', _, after @ ..] | [_, after @ ..] => after,
        };
    }
}

/// The high bit of each byte that is special, and perhaps of bytes above one that is.
const fn marks(word: u64) -> u64 {
    let control = word.wrapping_sub(CONTROL) & !word & HIGH;
    marks_of(word, b'"') | marks_of(word, b'\\') | control
}

/// The highest bit of each byte of a word that is this byte, and perhaps of bytes above one that is.
#[inline]
const fn marks_of(word: u64, byte: u8) -> u64 {
    let apart = word ^ (ONES * byte as u64);
    apart.wrapping_sub(ONES) & !apart & HIGH
}

#[cfg(test)]
mod tests {
    use super::special;

    #[test]
    fn every_byte_at_every_place() {
        for byte in 0..=u8::MAX {
            let is_special = byte < 0x20 || byte == b'"' || byte == b'\\';
            for place in 0..20 {
                for fill in [b'a', 0x20, 0x7f, 0x80, 0xff] {
                    let mut bytes = [fill; 20];
                    bytes[place] = byte;
                    let found = is_special.then_some(place);
                    assert_eq!(special(&bytes), found, "{byte:#x} at {place} in {fill:#x}");
                }
            }
        }
        assert_eq!(special(b"abc\"\x01\"abcdefgh"), Some(3));
        assert_eq!(special(b""), None);
    }
}
