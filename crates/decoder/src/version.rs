//! The contract versions that a host can execute (the seed's switch `contract_version`).
//!
//! The contract is of version v0.2-lite, or v0.3 if it uses a form that v0.2 does not have. Version v0.1 is a different
//! document with a flat list of constraints: the decoder then asks about aggregations, groups and set operations, which
//! that document cannot express, and `encode` writes it from the same contract type.

use serde::{Deserialize, Serialize};

use crate::language::Part;

/// A version of the contract, in ascending order.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum ContractVersion {
    /// MEC v0.1.x, for hosts that are not upgraded yet: one flat list of constraints, without aggregations, groups and
    /// set operations.
    #[serde(rename = "v0.1")]
    V01,
    /// MEC v0.2-lite, with parts of SEC v0.2 where a scenario needs them.
    #[default]
    #[serde(rename = "v0.2-lite")]
    V02Lite,
    /// v0.2-lite with further forms: grouping by instances, groups without metrics, selected columns, lists of values,
    /// choices of filters, comparisons between fields, pages per value, anti-joins, alternative and repeated relations,
    /// named variables, subqueries, depths of retrieval, derived fields, and metrics derived from metrics.
    #[serde(rename = "v0.3")]
    V03,
}

impl ContractVersion {
    /// Every version.
    pub const ALL: &'static [Self] = &[Self::V01, Self::V02Lite, Self::V03];

    /// Its name in `contract_version`.
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

    /// The parts that it cannot express.
    #[must_use]
    pub const fn lacks(self) -> &'static [Part] {
        match self {
            Self::V02Lite | Self::V03 => &[],
            Self::V01 => &[Part::Metric, Part::Groups, Part::Set],
        }
    }
}
