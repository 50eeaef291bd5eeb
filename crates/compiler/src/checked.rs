//! `Checked`: a codebook every rule has passed. Only `compile` makes one; every emitter reads nothing else.

use cmec_decoder::tables::Tables;

use crate::alias::{self, Cost};
use crate::catalogue::Catalogue;
use crate::lock::{self, Lock};
use crate::outline::Outline;

/// A codebook without error findings: the decoder's tables, the executor's catalogue, and the lock as it was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    tables: Tables,
    catalogue: Catalogue,
    locked: Lock,
    outline: Outline,
}

impl Checked {
    pub(crate) fn new(
        tables: Tables,
        catalogue: Catalogue,
        locked: Lock,
        outline: Outline,
    ) -> Self {
        Self {
            tables,
            catalogue,
            locked,
            outline,
        }
    }

    /// Everything the codebook ever gave, made anew at each call; the next `codebook.lock`.
    #[must_use]
    pub fn lock(&self) -> Lock {
        lock::next(&self.locked, &self.tables)
    }

    /// Whether some field or relation has no alias and could be given one.
    #[must_use]
    pub fn lacks_aliases(&self) -> bool {
        alias::is_missing(&self.tables, &self.locked)
    }

    /// The same with an alias for every field and relation that has none, the cheapest that is free. Those that were
    /// given stay.
    #[must_use]
    pub fn with_aliases(mut self, cost: Cost<'_>) -> Self {
        alias::choose(&mut self.tables, &self.locked, cost);
        self
    }

    /// Where everything stands.
    pub(crate) fn outline(&self) -> &Outline {
        &self.outline
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

    /// Name of the domain: lower-case Latin letters, digits and `_`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.tables.name
    }
}
