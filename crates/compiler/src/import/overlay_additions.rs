//! `OverlayAdditions`: the parts of an overlay that an import must respect.

use std::collections::BTreeSet;

use super::code_meaning::GivenCodes;
use crate::source::node::Node;
use crate::source::node_reader::NodeReader;
use crate::source::{codebook, overlay};

#[derive(Debug, Default, Clone)]
pub(super) struct OverlayAdditions {
    /// Its codes, including those that it reserves.
    pub(super) codes: BTreeSet<String>,
    pub(super) types: BTreeSet<String>,
    /// Field paths, and names of relations and metrics.
    pub(super) names: BTreeSet<String>,
    pub(super) languages: Vec<String>,
}

impl OverlayAdditions {
    /// The elements that only the overlay has; `given` and `reserved` belong to the codebook.
    pub(super) fn read(
        book: Node,
        over: &Node,
        given: &GivenCodes,
        reserved: &BTreeSet<String>,
    ) -> Self {
        // Patches of elements that are gone are reported when the codebook is checked.
        let findings = &mut Vec::new();
        let merged = overlay::merged(book, over.clone(), findings);
        let both = codebook::read(&merged, &mut NodeReader { findings });
        let mut added = Self::default();
        for (code, name) in both.coded_names() {
            if given.code_of(name.text()).is_none() {
                added.codes.insert(code.value.clone());
                added.names.insert(name.value.clone());
            }
        }
        let types = (both.type_names()).filter(|name| !given.types.contains(*name));
        added.types = types.map(str::to_owned).collect();
        let own = (both.reserved.iter()).filter(|code| !reserved.contains(code.text()));
        added.codes.extend(own.map(|code| code.value.clone()));
        if over.get("languages").is_some() {
            let languages = both.languages.into_iter();
            added.languages = languages.map(|text| text.value).collect();
        }
        added
    }
}
