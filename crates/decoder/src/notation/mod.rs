//! Notations: one reader each, text → [`Draft`](crate::draft::Draft). Nothing after them knows how a thing was spelled.

pub(crate) mod c02;
mod c02_parts;
pub(crate) mod json;
mod lexer;
mod shape;
mod unescape;

use serde::{Deserialize, Serialize};

/// A way of spelling an intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Notation {
    /// cMEC c0.2: short codes in JSON.
    #[serde(rename = "c0.2")]
    C02,
}

impl Notation {
    /// Its name, as on the command line and in the debug envelope.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::C02 => "c0.2",
        }
    }
}
