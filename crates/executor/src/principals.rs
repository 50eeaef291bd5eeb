//! `Principals`: what the host says of whoever asks. A model never says them, and no contract has them.

use std::collections::BTreeMap;

use cmec_decoder::tables::Text;

/// The values of each principal, by the names of the codebook's `policy.principals`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Principals(BTreeMap<String, Vec<Text>>);

impl Principals {
    /// No principals: all that a codebook without any needs.
    pub const NONE: &'static Self = &Self(BTreeMap::new());

    /// The same with a value more of a principal, as text: `2026-03-31`, `12.50`, `true`.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        let values = self.0.entry(name.to_owned()).or_default();
        values.push(value.to_owned().into());
        self
    }

    /// The same with a principal that has no values: whoever has none sees no row that needs one.
    #[must_use]
    pub fn with_none_of(mut self, name: &str) -> Self {
        self.0.entry(name.to_owned()).or_default();
        self
    }

    /// The names that have been said.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The values of a principal; `None`: it was not said.
    #[must_use]
    pub(crate) fn values(&self, name: &str) -> Option<&[Text]> {
        self.0.get(name).map(Vec::as_slice)
    }

    /// Everything that was said, as texts.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|(name, values)| {
            std::iter::once(name.as_str()).chain(values.iter().map(AsRef::as_ref))
        })
    }
}
