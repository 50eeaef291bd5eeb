//! `ModelNames`: the names and words that a semantic model gives to tables, columns and keys.

use std::collections::BTreeMap;

/// Names by the identity of an element across imports.
#[derive(Debug, Default)]
pub(crate) struct ModelNames {
    /// For tables and columns.
    pub(crate) elements: BTreeMap<String, NameAndWords>,
    /// For relations and their inverses.
    pub(crate) relations: BTreeMap<String, NameAndWords>,
}

/// A name with label, synonyms and description.
#[derive(Debug, Default, Clone)]
pub(crate) struct NameAndWords {
    pub(crate) name: String,
    pub(crate) label: Option<String>,
    pub(crate) synonyms: Vec<String>,
}

impl NameAndWords {
    /// The synonyms without duplicates and without the label.
    pub(crate) fn others(&self, label: &str) -> Vec<String> {
        let mut others: Vec<String> = Vec::new();
        for synonym in &self.synonyms {
            if synonym != label && !others.contains(synonym) {
                others.push(synonym.clone());
            }
        }
        others
    }
}
