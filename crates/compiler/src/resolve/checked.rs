//! `Checked`: a codebook that passed every rule. Only `compile` makes one, and emitters read nothing else.

use cmec_decoder::tables::Tables;
use cmec_executor::catalogue::Catalogue;

use super::aliases::{self, Cost};
use super::lock::next;
use crate::finding::suppressions::Suppressions;
use crate::lock::Lock;
use crate::source::file_trees::FileTrees;

/// A codebook without error findings: the decoder's tables, the executor's catalogue, and the lock as it was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    tables: Tables,
    catalogue: Catalogue,
    locked: Lock,
    trees: FileTrees,
    ignored: Suppressions,
}

impl Checked {
    pub(crate) fn new(
        tables: Tables,
        catalogue: Catalogue,
        locked: Lock,
        trees: FileTrees,
    ) -> Self {
        Self {
            tables,
            catalogue,
            locked,
            trees,
            ignored: Suppressions::default(),
        }
    }

    /// The same with the codebook's suppressions.
    pub(crate) fn ignoring(mut self, ignored: Suppressions) -> Self {
        self.ignored = ignored;
        self
    }

    /// The reason why the codebook suppresses a rule, if it does.
    #[must_use]
    pub fn ignores(&self, id: &str) -> Option<&str> {
        self.ignored.why(id)
    }

    /// A codebook compiled elsewhere, from the two sections of its table file. It has no places and no lock.
    #[must_use]
    pub fn of_table_file(tables: Tables, catalogue: Catalogue) -> Self {
        Self::new(tables, catalogue, Lock::default(), FileTrees::default())
    }

    /// The next `codebook.lock`, computed at each call.
    #[must_use]
    pub fn lock(&self) -> Lock {
        next(&self.locked, &self.tables)
    }

    /// The lock as it was found.
    pub(crate) fn locked(&self) -> &Lock {
        &self.locked
    }

    /// `true` if some field or relation has no alias and could get one.
    #[must_use]
    pub fn lacks_aliases(&self) -> bool {
        aliases::is_missing(&self.tables, &self.locked)
    }

    /// The same with the cheapest free alias for every field and relation without one. Given aliases stay.
    #[must_use]
    pub fn with_aliases(mut self, cost: Cost<'_>) -> Self {
        aliases::choose(&mut self.tables, &self.locked, cost);
        self
    }

    /// The source trees, for places.
    pub(crate) fn trees(&self) -> &FileTrees {
        &self.trees
    }

    /// The decoder's tables.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The executor's catalogue.
    #[must_use]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The decoder's tables and the executor's catalogue.
    #[must_use]
    pub fn into_tables(self) -> (Tables, Catalogue) {
        (self.tables, self.catalogue)
    }

    /// Name of the domain: lower-case Latin letters, digits and `_`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.tables.name
    }
}
