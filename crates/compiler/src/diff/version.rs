//! `Version`: one of the two codebooks, with effective settings and their positions.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use cmec_decoder::language::Scenario;
use cmec_decoder::tables::{Label, Tables};
use cmec_executor::catalogue::Catalogue;

use super::positions::Positions;
use crate::resolve::checked::Checked;

/// A codebook with positions.
pub(super) struct Version<'c> {
    pub(super) tables: &'c Tables,
    pub(super) catalogue: &'c Catalogue,
    pub(super) positions: Positions,
    /// By element and language.
    descriptions: HashMap<(&'c str, &'c str), &'c str>,
}

impl<'c> Version<'c> {
    pub(super) fn of(checked: &'c Checked) -> Self {
        let described = checked.catalogue().descriptions.iter();
        let described = described.map(|one| ((&*one.of, &*one.language), &*one.text));
        Self {
            descriptions: described.collect(),
            tables: checked.tables(),
            catalogue: checked.catalogue(),
            positions: Positions::of(checked.trees()),
        }
    }

    /// The description on a card in a language. A type is looked up by name, other elements by code.
    pub(super) fn description(&self, of: &str, language: &str) -> Option<&'c str> {
        self.descriptions.get(&(of, language)).copied()
    }

    /// True where some lane answers the scenario.
    pub(super) fn offers(&self, scenario: Scenario) -> bool {
        self.catalogue.lane(scenario).is_some()
    }
}

/// The label in a language, or else the name.
pub(super) fn label<'l>(labels: &'l [Label], language: &str, own: &'l str) -> &'l str {
    (labels.iter())
        .find(|label| label.language == language)
        .map_or(own, |label| label.text.as_ref())
}

/// A list on one line; `None` if it is empty.
pub(super) fn list<T: AsRef<str>>(items: &[T]) -> Option<String> {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    (!items.is_empty()).then(|| items.join(", "))
}

/// The items that only the second list has.
pub(super) fn added<'t, T: Eq + Hash>(before: &[T], after: &'t [T]) -> Vec<&'t T> {
    let before: HashSet<&T> = before.iter().collect();
    after.iter().filter(|item| !before.contains(item)).collect()
}

/// The items of two lists matched by key.
pub(super) struct ItemPairs<'t, T> {
    pub(super) stayed: Vec<(&'t T, &'t T)>,
    pub(super) came: Vec<&'t T>,
    pub(super) gone: Vec<&'t T>,
}

/// Matches the items of two lists; keys are unique within a list.
pub(super) fn matched<'t, T>(
    old: &'t [T],
    new: &'t [T],
    key: impl Fn(&'t T) -> &'t str,
) -> ItemPairs<'t, T> {
    let mut before: HashMap<&str, &T> = old.iter().map(|item| (key(item), item)).collect();
    let (mut stayed, mut came) = (Vec::new(), Vec::new());
    for item in new {
        match before.remove(key(item)) {
            Some(was) => stayed.push((was, item)),
            None => came.push(item),
        }
    }
    let gone = before.into_values().collect();
    ItemPairs { stayed, came, gone }
}
