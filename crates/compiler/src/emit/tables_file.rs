//! Checked → the compiled table file, for loading a codebook at run time.

use cmec_decoder::tables::{TABLES_FORMAT, Tables};
use cmec_executor::catalogue::Catalogue;
use serde::Serialize;

use crate::artefact::{Artefact, json};
use crate::resolve::checked::Checked;

#[derive(Serialize)]
struct TableFile<'c> {
    format: u32,
    generator: &'static str,
    source_hash: &'c str,
    tables: &'c Tables,
    catalogue: &'c Catalogue,
}

/// `<domain>.tables.json`: a section for the decoder, one for the executor.
pub(super) fn tables_file(checked: &Checked) -> Artefact {
    let tables = checked.tables();
    json(
        format!("{}.tables.json", checked.name()),
        &TableFile {
            format: TABLES_FORMAT,
            generator: "cmec",
            source_hash: &tables.source_hash,
            tables,
            catalogue: checked.catalogue(),
        },
    )
}
