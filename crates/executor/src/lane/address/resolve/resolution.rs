//! `Resolution`: the value of an anchor with the element that it means, or its candidates.

use crate::ports::raw_row::Reference;
use crate::taxonomy::{Confidence, MatchedBy};

/// The result of resolving an anchor.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolution {
    /// The filter, `counterparty` or `contract`.
    pub anchor_type: String,
    /// The value in the contract.
    pub raw: String,
    /// The resolved element; `null` where it is unknown.
    pub resolved: Option<Reference>,
    /// Confidence of the resolution.
    pub confidence: Confidence,
    /// The class of the match; `null` for near candidates.
    pub matched_by: Option<MatchedBy>,
    /// True where the server may have more candidates.
    pub is_cut: bool,
    /// Number of possible elements, where more than one.
    pub ambiguity_count: usize,
    /// True where the server shows tokens instead of names, so that names could not be compared.
    pub names_are_hidden: bool,
    /// The candidates; without a match, the nearest elements.
    pub candidates: Vec<AnchorCandidate>,
    /// The anchor that limits the lookup: a contract's owner.
    pub within: Option<String>,
    /// The owner of the resolved element, if any.
    pub owner: Option<Reference>,
}

impl Resolution {
    /// Marks a truncated result: a match by words may not be the only one.
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

/// A candidate element of an anchor.
#[derive(Debug, Clone, PartialEq)]
pub struct AnchorCandidate {
    /// The element.
    pub reference: Reference,
    /// A value that identifies this element only; `None` where the catalogue has none or the candidate is not offered.
    pub code: Option<String>,
    /// Details that distinguish it from elements of the same name.
    pub details: String,
    /// The element it belongs to, if any.
    pub owner: Option<Reference>,
}
