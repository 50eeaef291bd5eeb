//! `Checked`: a codebook every rule has passed. Only `compile` makes one; every emitter reads nothing else.

use cmec_decoder::tables::Tables;

use crate::catalogue::Catalogue;

/// A codebook without error findings: the decoder's tables and the executor's catalogue.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    tables: Tables,
    catalogue: Catalogue,
}

impl Checked {
    pub(crate) fn new(tables: Tables, catalogue: Catalogue) -> Self {
        Self { tables, catalogue }
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
