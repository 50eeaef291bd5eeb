//! `Checked`: a codebook every rule has passed. Only `compile` makes one; every emitter reads nothing else.

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

    /// The same with what the codebook does not want to be told of.
    pub(crate) fn ignoring(mut self, ignored: Suppressions) -> Self {
        self.ignored = ignored;
        self
    }

    /// Why the codebook ignores findings or changes of a rule, where it does.
    #[must_use]
    pub fn ignores(&self, id: &str) -> Option<&str> {
        self.ignored.why(id)
    }

    /// A codebook that was compiled elsewhere: its two sections of a compiled table file. It has no places and no lock.
    #[must_use]
    pub fn of_table_file(tables: Tables, catalogue: Catalogue) -> Self {
        Self::new(tables, catalogue, Lock::default(), FileTrees::default())
    }

    /// Everything the codebook ever gave, made anew at each call; the next `codebook.lock`.
    #[must_use]
    pub fn lock(&self) -> Lock {
        next(&self.locked, &self.tables)
    }

    /// What was given before, as it was found.
    pub(crate) fn locked(&self) -> &Lock {
        &self.locked
    }

    /// Whether some field or relation has no alias and could be given one.
    #[must_use]
    pub fn lacks_aliases(&self) -> bool {
        aliases::is_missing(&self.tables, &self.locked)
    }

    /// The same with an alias for every field and relation that has none, the cheapest that is free. Those that were
    /// given stay.
    #[must_use]
    pub fn with_aliases(mut self, cost: Cost<'_>) -> Self {
        aliases::choose(&mut self.tables, &self.locked, cost);
        self
    }

    /// Where everything stands.
    pub(crate) fn trees(&self) -> &FileTrees {
        &self.trees
    }

    /// What the decoder reads.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// What the executor may do.
    #[must_use]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// What the decoder reads, and what the executor may do.
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
