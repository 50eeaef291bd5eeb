//! How much may be said.
//!
//! Operations on sets nest equally deep in every notation. `Limits::set_depth` counts as the contract nests, not as
//! a text does: operations side by side (`a|b|c`) are in one another without a bracket. It is four levels below
//! `input_depth`, which a call of a tool has around them; so whatever one notation says every other can say. What
//! is deeper is a question (DEC070).

use serde::{Deserialize, Serialize};

/// Caps and defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Page limit when none is said.
    pub page_default: u32,
    /// Largest page limit.
    pub page_cap: u32,
    /// Largest offset.
    pub offset_cap: u32,
    /// Largest depth of a subgraph.
    pub depth_cap: u32,
    /// Hops of a path when none are said.
    pub hops_default: u32,
    /// Most hops of a path, and most relations in a chain.
    pub hops_cap: u32,
    /// Most filters in one contract or group.
    pub filters_cap: u32,
    /// Most elements of any other list.
    pub list_cap: u32,
    /// Largest `top_k`.
    pub top_k_cap: u32,
    /// Most candidates in a finding.
    pub candidates_cap: u32,
    /// Longest text from a model, in bytes.
    pub input_bytes: u32,
    /// Deepest nesting of a text from a model.
    pub input_depth: u32,
}

/// How many groups that filters compare with may stand in one another.
pub const GROUP_LEVELS: u32 = 2;

/// No codebook can ask for more levels: the reader of the tree recurses once per level.
const DEPTH_CEILING: u32 = 128;

impl Limits {
    /// How deep operations on sets may be nested, in whatever notation: so deep that each of those a contract is written
    /// in keeps to [`Self::input_depth`].
    #[must_use]
    pub const fn set_depth(&self) -> u32 {
        /// Levels of JSON around the outermost operation in a call of a tool, and the name inside of the innermost.
        const AROUND: u32 = 4;
        let levels = self.nesting().saturating_sub(AROUND);
        if levels == 0 { 1 } else { levels }
    }

    /// The deepest nesting that is read.
    #[must_use]
    pub const fn nesting(&self) -> u32 {
        if self.input_depth < DEPTH_CEILING {
            self.input_depth
        } else {
            DEPTH_CEILING
        }
    }
}
