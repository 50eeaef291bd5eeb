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
        self.open || self.types.is_empty() || self.types.contains(type_name)
    }
}

/// The number of types stored inline; further ones go to a list.
const IN_PLACE: usize = 4;

/// Names of types in order of first use, possibly repeated.
#[derive(Default)]
pub(crate) struct Types<'a> {
    few: [&'a str; IN_PLACE],
    count: usize,
    more: Vec<&'a str>,
}

impl<'a> Types<'a> {
    #[inline]
    pub(crate) fn push(&mut self, name: &'a str) {
        match self.few.get_mut(self.count) {
            Some(place) => *place = name,
            None => self.more.push(name),
        }
        self.count += 1;
    }

    pub(crate) fn extend(&mut self, names: impl IntoIterator<Item = &'a str>) {
        names.into_iter().for_each(|name| self.push(name));
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        // Most names are the same string of the tables, so compare pointers first.
        let is = |known: &&str| std::ptr::eq(*known, name) || *known == name;
        let few = self.few.get(..self.count).unwrap_or(&self.few);
        few.iter().any(is) || self.more.iter().any(is)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &'a str> + '_ {
        let few = self.few.iter().take(self.count);
        few.chain(&self.more).copied()
    }

    /// The names without repetitions.
    pub(crate) fn to_vec(&self) -> Vec<&'a str> {
        let mut names = Vec::with_capacity(self.count);
        for name in self.iter() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}
