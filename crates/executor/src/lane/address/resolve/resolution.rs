//! `Resolution`: what an anchor was called, and the one element it means, or what it could mean.

use crate::ports::raw_row::Reference;
use crate::taxonomy::Confidence;

/// What an anchor means.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolution {
    /// The filter, `counterparty` or `contract`.
    pub anchor_type: String,
    /// What it was called.
    pub raw: String,
    /// The element it means; `null` when that is not known.
    pub resolved: Option<Reference>,
    /// How sure that is.
    pub confidence: Confidence,
    /// How many elements it could mean, when more than one.
    pub ambiguity_count: usize,
    /// The elements it could mean.
    pub candidates: Vec<AnchorCandidate>,
    /// The anchor it was looked for within: a contract's owner.
    pub within: Option<String>,
    /// The owner of the element it means, where it has one.
    pub owner: Option<Reference>,
}

/// An element an anchor could mean.
#[derive(Debug, Clone, PartialEq)]
pub struct AnchorCandidate {
    /// The element.
    pub reference: Reference,
    /// What to say to mean it and no other, where the catalogue has such a thing.
    pub code: String,
    /// What sets it apart from its namesakes.
    pub details: String,
    /// The element it belongs to, where it has one.
    pub owner: Option<Reference>,
}
