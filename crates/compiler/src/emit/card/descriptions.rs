//! The descriptions on a card: what an element is, behind its name, in the language of the card alone.

use std::collections::{HashMap, HashSet};

use cmec_executor::Catalogue;

use crate::emit::scope::Scope;

/// Those of a scope in a language, in the order of the codebook: types, fields, relations, metrics.
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

    /// The first of them.
    pub(super) fn first(&self, count: usize) -> CardDescriptions<'_> {
        let told = self.all.iter().take(count);
        CardDescriptions(told.map(|(of, text)| (*of, text.as_str())).collect())
    }
}

/// A text that can stand in a list: one line, without what parts fields and without its full stop.
fn in_a_list(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.replace(';', ",");
    let ended = line.strip_suffix(['.', '。']);
    ended.unwrap_or(&line).to_owned()
}

/// The descriptions that are on the card.
pub(super) struct CardDescriptions<'d>(HashMap<&'d str, &'d str>);

impl CardDescriptions<'_> {
    /// What stands behind the name of an element: a type by its name, anything else by its code.
    pub(super) fn behind(&self, of: &str) -> String {
        let text = self.0.get(of);
        text.map_or_else(String::new, |text| format!(" — {text}"))
    }
}
