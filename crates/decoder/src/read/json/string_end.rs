//! Finds the end of a string, eight bytes at a time.

/// 1 in every byte.
const ONES: u64 = u64::from_ne_bytes([1; 8]);
/// The highest bit of every byte.
const HIGH: u64 = ONES << 7;
/// 0x20 in every byte, one above the largest control character.
const CONTROL: u64 = ONES * 0x20;

/// The offset of the first byte with a special meaning in a JSON string: a quote, a backslash or a control character.
#[inline]
pub(crate) fn special(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes;
    while let Some((chunk, after)) = rest.split_first_chunk() {
        let found = marks(u64::from_le_bytes(*chunk));
        if found != 0 {
            // The lowest mark is exact; a borrow can only cause false marks above it.
            let at = (found.trailing_zeros() / 8) as usize;
            return Some(bytes.len() - rest.len() + at);
        }
        rest = after;
    }
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1f);
    let at = rest.iter().position(is_special)?;
    Some(bytes.len() - rest.len() + at)
}

/// The length of the rest of a string before its closing quote, from its first escape on; `None` if it contains a
/// control character or is unclosed.
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

/// The high bit of each special byte, and possibly of bytes above one.
const fn marks(word: u64) -> u64 {
    let control = word.wrapping_sub(CONTROL) & !word & HIGH;
    marks_of(word, b'"') | marks_of(word, b'\\') | control
}

/// The high bit of each byte equal to `byte`, and possibly of bytes above one.
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
