//! The types of an intent, used to check its fields and relations.

#[derive(Default)]
pub(crate) struct IntentTypes<'a> {
    pub(crate) types: Types<'a>,
    /// `true` if an entity or relation of unknown type makes any field possible.
    pub(crate) open: bool,
}

impl IntentTypes<'_> {
    #[inline]
    pub(crate) fn allows(&self, type_name: &str) -> bool {
        self.open || self.types.names().is_empty() || self.types.contains(type_name)
    }
}

/// Names of types in order of first use.
#[derive(Default)]
pub(crate) struct Types<'a>(Vec<&'a str>);

impl<'a> Types<'a> {
    pub(crate) fn push(&mut self, name: &'a str) {
        if !self.contains(name) {
            self.0.push(name);
        }
    }

    pub(crate) fn extend(&mut self, names: impl IntoIterator<Item = &'a str>) {
        names.into_iter().for_each(|name| self.push(name));
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.0.contains(&name)
    }

    pub(crate) fn names(&self) -> &[&'a str] {
        &self.0
    }
}
