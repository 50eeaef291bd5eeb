//! The seed's switch `contract_version`: which version of the contract a host executes.
//!
//! An older contract is another document. v0.2-lite is the contract itself, and v0.3 the same with forms that v0.2 has no
//! place for; a contract that uses none of them is one of v0.2-lite. With v0.1 the decoder asks about aggregations, groups
//! and set operations, which the flat list of constraints has no place for, and `encode` writes that document; the
//! contract inside stays the one type.

use serde::{Deserialize, Serialize};

use crate::language::Part;

/// A version of the contract, the oldest first.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum ContractVersion {
    /// MEC v0.1.x, for hosts that are not upgraded yet: one flat list of constraints, which has no place for
    /// aggregations, groups and set operations.
    #[serde(rename = "v0.1")]
    V01,
    /// MEC v0.2-lite, with the parts of SEC v0.2 where a scenario needs them.
    #[default]
    #[serde(rename = "v0.2-lite")]
    V02Lite,
    /// The same with groups by instances, groups without metrics, columns that are chosen, lists of values, choices of
    /// filters, fields compared with fields, pages for each value, relations that must not be there, that are any of
    /// several or walked several times, places with names, groups that are matched by themselves and compared with,
    /// depths of retrieval, derived fields, and metrics that are derived from metrics.
    #[serde(rename = "v0.3")]
    V03,
}

impl ContractVersion {
    /// Every version.
    pub const ALL: &'static [Self] = &[Self::V01, Self::V02Lite, Self::V03];

    /// Its name, as in `contract_version`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::V01 => "v0.1",
            Self::V02Lite => "v0.2-lite",
            Self::V03 => "v0.3",
        }
    }

    /// The version with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|version| version.name() == name)
    }

    /// The parts it has no place for.
    #[must_use]
    pub const fn lacks(self) -> &'static [Part] {
        match self {
            Self::V02Lite | Self::V03 => &[],
            Self::V01 => &[Part::Metric, Part::Groups, Part::Set],
        }
    }
}
