//! The notations an intent is written in.

use serde::{Deserialize, Serialize};

/// A notation of an intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Notation {
    /// cMEC c0.2: short codes in JSON.
    #[serde(rename = "c0.2")]
    C02,
    /// MEC v0.2-lite and SEC v0.2: the contract itself, with names and paths.
    #[serde(rename = "mec")]
    Mec,
    /// MEC v0.1.x: the contract with one flat list of constraints.
    #[serde(rename = "mec-v0.1")]
    MecV01,
    /// A call of an exported tool: `query_<domain>` takes cMEC c0.2, `ask_<domain>` SQL, and the others the parameters
    /// of their definitions.
    #[serde(rename = "tool-call")]
    ToolCall,
    /// One `SELECT` statement, which is never run.
    #[serde(rename = "sql")]
    Sql,
}

impl Notation {
    /// Every notation.
    pub const ALL: &'static [Self] = &[
        Self::C02,
        Self::Mec,
        Self::MecV01,
        Self::ToolCall,
        Self::Sql,
    ];

    /// Its name on the command line and in the debug envelope.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::C02 => "c0.2",
            Self::Mec => "mec",
            Self::MecV01 => "mec-v0.1",
            Self::ToolCall => "tool-call",
            Self::Sql => "sql",
        }
    }

    /// The notation with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|notation| notation.name() == name)
    }
}

/// The accepted notations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Spelling {
    /// Any notation, detected by the start of the text and its top-level keys.
    #[default]
    Auto,
    /// Only this notation.
    Only(Notation),
}
