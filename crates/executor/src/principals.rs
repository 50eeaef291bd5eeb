//! `Principals`: the host's facts about the person who asks, for row-level security. They never come from a model or a
//! contract.

use std::collections::BTreeMap;

use cmec_decoder::tables::Text;

/// The values of each principal, by the names of the codebook's `policy.principals`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Principals(BTreeMap<String, Vec<Text>>);

impl Principals {
    /// No principals, for codebooks that name none.
    pub const NONE: &'static Self = &Self(BTreeMap::new());

    /// Adds a value of a principal, as a text: `2026-03-31`, `12.50`, `true`.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        let values = self.0.entry(name.to_owned()).or_default();
        values.push(value.to_owned().into());
        self
    }

    /// Adds a principal without values, who sees no row that requires one.
    #[must_use]
    pub fn with_none_of(mut self, name: &str) -> Self {
        self.0.entry(name.to_owned()).or_default();
        self
    }

    /// The names of the bound principals.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The values of a principal; `None` where it is not bound.
    #[must_use]
    pub(crate) fn values(&self, name: &str) -> Option<&[Text]> {
        self.0.get(name).map(Vec::as_slice)
    }

    /// All names and values, for fingerprints.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|(name, values)| {
            std::iter::once(name.as_str()).chain(values.iter().map(AsRef::as_ref))
        })
    }
}
