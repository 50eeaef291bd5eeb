//! `Resolution`: what an anchor was called, and the one element it means, or what it could mean.

use crate::ports::raw_row::Reference;
use crate::taxonomy::{Confidence, MatchedBy};

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
    /// By what the candidates were found; `null` for those that only lie near.
    pub matched_by: Option<MatchedBy>,
    /// Whether the server may know more that could be meant.
    pub is_cut: bool,
    /// How many elements it could mean, when more than one.
    pub ambiguity_count: usize,
    /// Whether the server shows tokens in place of names, so that none could be compared.
    pub names_are_hidden: bool,
    /// The elements it could mean; where none fits, those that lie nearest.
    pub candidates: Vec<AnchorCandidate>,
    /// The anchor it was looked for within: a contract's owner.
    pub within: Option<String>,
    /// The owner of the element it means, where it has one.
    pub owner: Option<Reference>,
}

impl Resolution {
    /// The server left rows out: what was found by words may not be the only one.
    pub(super) fn cut(&mut self) {
        self.is_cut = true;
        let is_whole = matches!(
            self.matched_by,
            Some(MatchedBy::Number | MatchedBy::Name | MatchedBy::FullName)
        );
        if !is_whole && self.resolved.take().is_some() {
            self.owner = None;
            self.confidence = Confidence::Low;
        }
    }
}

/// An element an anchor could mean.
#[derive(Debug, Clone, PartialEq)]
pub struct AnchorCandidate {
    /// The element.
    pub reference: Reference,
    /// What to say to mean it and no other, where the catalogue has such a thing and it is offered.
    pub code: Option<String>,
    /// What sets it apart from its namesakes.
    pub details: String,
    /// The element it belongs to, where it has one.
    pub owner: Option<Reference>,
}
