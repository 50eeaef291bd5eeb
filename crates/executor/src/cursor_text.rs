//! The text of a cursor: version and sealed body, as hexadecimal digits.
//!
//! It never starts with a hyphen and survives copying. Cursor texts reach models, logs and URLs, and they contain facts
//! that answers hide: the sort values of the last row, and a hash of the question and the principals. They are
//! therefore encrypted and authenticated (AES-256-GCM-SIV, RFC 8452), and bodies are padded, since a length reveals
//! something of a value. The nonce is constant, which this cipher permits: equal positions of an answer give equal
//! texts, and different texts reveal nothing about each other.
//!
//! Each process has one key: the host's, so that several processes read each other's cursors, or a random one. The key
//! is not part of a context, since all requests must read each other's cursors.

use std::sync::OnceLock;

use aes_gcm_siv::aead::{Aead, KeyInit, Payload};
use aes_gcm_siv::{Aes256GcmSiv, Nonce};

use crate::fingerprint::hexadecimal;

/// The key of the process; `None` where no random numbers are available, and so no cursors.
static KEY: OnceLock<Option<Aes256GcmSiv>> = OnceLock::new();

/// Bodies are padded to a multiple of this size, in bytes.
const BLOCK: usize = 64;

/// Maximum length of a cursor text, in characters.
pub(crate) const LONGEST: usize = 8192;

/// Why a text is not a cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CursorError {
    /// It has a character that is not a hexadecimal digit.
    #[error("character {at} of the cursor is no hexadecimal digit")]
    Character {
        /// The position of the character, from one.
        at: usize,
    },
    /// It is too long or too short.
    #[error("the cursor has {found} characters, and no cursor has so many")]
    Length {
        /// Its length in characters.
        found: usize,
    },
    /// It has another version.
    #[error("the cursor is of version {found}, which this program does not read")]
    Version {
        /// Its version.
        found: u8,
    },
    /// It was changed, or sealed with another key.
    #[error("the cursor is not as it was given here: its seal does not fit")]
    Seal,
    /// It contains no valid position.
    #[error("the cursor names no place in an answer")]
    Position,
}

impl CursorError {
    pub(crate) fn length(text: &str) -> Self {
        Self::Length {
            found: text.chars().count(),
        }
    }
}

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

/// Sets the cursor key of the process before the first cursor is made or read. Without it the key is random.
///
/// # Errors
/// The given key, where a key is already set.
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

/// Seals a body; `None` where it exceeds the maximum size of a cursor.
pub(crate) fn seal(version: u8, body: Vec<u8>) -> Option<String> {
    seal_with(key()?, version, body)
}

/// Opens the bytes of a cursor. The body ends with zero padding.
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
    let text = hexadecimal(&[version]) + &hexadecimal(&sealed);
    (text.len() <= LONGEST).then_some(text)
}

fn open_with(key: &Aes256GcmSiv, bytes: &[u8]) -> Option<Vec<u8>> {
    let (version, msg) = bytes.split_at_checked(1)?;
    let payload = Payload { msg, aad: version };
    key.decrypt(&Nonce::default(), payload).ok()
}

/// Splits off the next `N` bytes.
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
