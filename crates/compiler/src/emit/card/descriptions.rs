//! The descriptions on a card, in the language of the card only.

use std::collections::{HashMap, HashSet};

use cmec_executor::Catalogue;

use crate::emit::scope::Scope;

/// The descriptions in a scope, in codebook order: types, fields, relations, metrics.
pub(super) struct Descriptions<'c> {
    all: Vec<(&'c str, String)>,
}

impl<'c> Descriptions<'c> {
    pub(super) fn of(catalogue: &'c Catalogue, scope: &Scope<'_>, language: &str) -> Self {
        let types = scope.types.iter().map(|ty| ty.name.as_ref());
        let fields = scope.fields.iter().map(|field| field.code.as_ref());
        let relations = scope.relations.iter().map(|one| one.code.as_ref());
        let metrics = scope.metrics.iter().map(|one| one.code.as_ref());
        let elements = types.chain(fields).chain(relations).chain(metrics);
        let told: HashSet<&str> = elements.collect();
        let said = catalogue.descriptions.iter();
        let said = said.filter(|one| one.language == language && told.contains(&*one.of));
        Self {
            all: said.map(|one| (&*one.of, in_a_list(&one.text))).collect(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn first(&self, count: usize) -> CardDescriptions<'_> {
        let told = self.all.iter().take(count);
        CardDescriptions(told.map(|(of, text)| (*of, text.as_str())).collect())
    }
}

/// A description as a list item: one line, without separators and a final full stop.
fn in_a_list(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.replace(';', ",");
    let ended = line.strip_suffix(['.', '。']);
    ended.unwrap_or(&line).to_owned()
}

/// The descriptions included on the card.
pub(super) struct CardDescriptions<'d>(HashMap<&'d str, &'d str>);

impl CardDescriptions<'_> {
    /// The text after an element's name. A type is looked up by name, other elements by code.
    pub(super) fn behind(&self, of: &str) -> String {
        let text = self.0.get(of);
        text.map_or_else(String::new, |text| format!(" — {text}"))
    }
}
