//! `ModelNames`: what a semantic model calls the tables, columns and keys of a database, with its words.

use std::collections::BTreeMap;

/// Names by what makes the element the same at the next import.
#[derive(Debug, Default)]
pub(crate) struct ModelNames {
    /// Of tables and columns.
    pub(crate) elements: BTreeMap<String, NameAndWords>,
    /// Of relations, those that lead back among them.
    pub(crate) relations: BTreeMap<String, NameAndWords>,
}

/// A name with its words.
#[derive(Debug, Default, Clone)]
pub(crate) struct NameAndWords {
    pub(crate) name: String,
    pub(crate) label: Option<String>,
    pub(crate) synonyms: Vec<String>,
}

impl NameAndWords {
    /// The synonyms, each once, without the label.
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
