//! The text of a cursor: a version, and what the lane says, sealed, as hexadecimal digits.
//!
//! It begins with no hyphen and survives being copied. Texts of cursors go to models, logs and addresses, and they hold what
//! answers do not show: what the last row is sorted by, and the hash of a question with what was said of whoever asks. So
//! they are encrypted and authenticated (AES-256-GCM-SIV, RFC 8452), and their bodies are filled up, since the length of a
//! value tells of it, too. The nonce is always the same, which that cipher is made for: the same place in the same answer
//! has the same text, and no other two texts say anything of each other.
//!
//! The key is one for a process: that of its host, so that several processes read the cursors of each other, else a random
//! one. It is no part of a context, since a cursor that one request can read and another cannot is of no use.

use std::fmt::Write as _;
use std::sync::OnceLock;

use aes_gcm_siv::aead::{Aead, KeyInit, Payload};
use aes_gcm_siv::{Aes256GcmSiv, Nonce};

/// The key of the process; `None`: there are no random numbers to make one of, and so no cursors.
static KEY: OnceLock<Option<Aes256GcmSiv>> = OnceLock::new();

/// A body is filled up to a multiple of so many bytes.
const BLOCK: usize = 64;

/// Longest text that is looked at.
pub(crate) const LONGEST: usize = 8192;

/// Why a text is no cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CursorError {
    /// It has a character that no cursor has.
    #[error("character {at} of the cursor is no hexadecimal digit")]
    Character {
        /// Which, counted from one.
        at: usize,
    },
    /// It is too long or too short.
    #[error("the cursor has {found} characters, and no cursor has so many")]
    Length {
        /// Its characters.
        found: usize,
    },
    /// It was given by another version.
    #[error("the cursor is of version {found}, which this program does not read")]
    Version {
        /// Its version.
        found: u8,
    },
    /// It was changed since it was given, or was sealed with another key.
    #[error("the cursor is not as it was given here: its seal does not fit")]
    Seal,
    /// It names no position in an answer.
    #[error("the cursor names no place in an answer")]
    Position,
}

impl CursorError {
    /// A text of a length that no cursor has.
    pub(crate) fn length(text: &str) -> Self {
        Self::Length {
            found: text.chars().count(),
        }
    }
}

/// The bytes of a text of hexadecimal digits.
pub(crate) fn bytes(text: &str) -> Result<Vec<u8>, CursorError> {
    if text.is_empty() || text.len() > LONGEST || !text.len().is_multiple_of(2) {
        return Err(CursorError::length(text));
    }
    let digits: Vec<u8> = (1..)
        .zip(text.chars())
        .map(|(at, character)| {
            let digit = character.to_digit(16);
            digit
                .and_then(|digit| u8::try_from(digit).ok())
                .ok_or(CursorError::Character { at })
        })
        .collect::<Result<_, _>>()?;
    let pairs = digits.chunks_exact(2);
    Ok(pairs
        .map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit))
        .collect())
}

/// Gives the process the key of its cursors, before the first is made or read. Otherwise it is a random one.
///
/// # Errors
/// With the key itself, when there is one already.
pub fn set_key(key: [u8; 32]) -> Result<(), [u8; 32]> {
    KEY.set(Some(Aes256GcmSiv::new(&key.into())))
        .map_err(|_| key)
}

fn key() -> Option<&'static Aes256GcmSiv> {
    let random = || {
        let mut key = [0; 32];
        getrandom::fill(&mut key).ok()?;
        Some(Aes256GcmSiv::new(&key.into()))
    };
    KEY.get_or_init(random).as_ref()
}

/// The text of a body; `None`: it is longer than a cursor may be.
pub(crate) fn seal(version: u8, body: Vec<u8>) -> Option<String> {
    seal_with(key()?, version, body)
}

/// The body of the bytes of a cursor, with zeros behind it.
pub(crate) fn open(bytes: &[u8]) -> Result<Vec<u8>, CursorError> {
    let opened = key().and_then(|key| open_with(key, bytes));
    opened.ok_or(CursorError::Seal)
}

fn seal_with(key: &Aes256GcmSiv, version: u8, mut body: Vec<u8>) -> Option<String> {
    body.resize(body.len().next_multiple_of(BLOCK), 0);
    let payload = Payload {
        msg: &body,
        aad: &[version],
    };
    let sealed = key.encrypt(&Nonce::default(), payload).ok()?;
    let mut text = format!("{version:02x}");
    for byte in sealed {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    (text.len() <= LONGEST).then_some(text)
}

fn open_with(key: &Aes256GcmSiv, bytes: &[u8]) -> Option<Vec<u8>> {
    let (version, msg) = bytes.split_at_checked(1)?;
    let payload = Payload { msg, aad: version };
    key.decrypt(&Nonce::default(), payload).ok()
}

/// Takes the next bytes off.
pub(crate) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn key(byte: u8) -> Aes256GcmSiv {
        Aes256GcmSiv::new(&[byte; 32].into())
    }

    proptest! {
        #[test]
        fn no_other_key_and_no_other_text_opens_a_cursor(
            body in prop::collection::vec(any::<u8>(), 0..200),
            at in any::<prop::sample::Index>(),
            change in 1_u8..,
        ) {
            let text = seal_with(&key(1), 7, body.clone()).unwrap();
            let mut sealed = bytes(&text).unwrap();
            let opened = open_with(&key(1), &sealed).unwrap();
            prop_assert!(opened.starts_with(&body));
            prop_assert!(opened.iter().skip(body.len()).all(|byte| *byte == 0));
            prop_assert_eq!(open_with(&key(2), &sealed), None);
            let at = at.index(sealed.len());
            sealed[at] ^= change;
            prop_assert_eq!(open_with(&key(1), &sealed), None);
        }

        #[test]
        fn nothing_is_told_by_a_length(value in prop::collection::vec(any::<u8>(), 1..=BLOCK)) {
            let length = |body| seal_with(&key(1), 7, body).unwrap().len();
            prop_assert_eq!(length(value), length(vec![0]));
        }
    }
}
