//! Checked → the compiled table file, for loading a codebook at run time.

use cmec_decoder::tables::{TABLES_FORMAT, Tables};
use cmec_executor::catalogue::Catalogue;
use serde::Serialize;

use crate::artefact::{Artefact, ListLayout, json_in_lines};
use crate::resolve::checked::Checked;

#[derive(Serialize)]
struct TableFile<'c> {
    format: u32,
    generator: &'static str,
    source_hash: &'c str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tables: Option<&'c Tables>,
    #[serde(skip_serializing_if = "Option::is_none")]
    catalogue: Option<&'c Catalogue>,
}

/// `<domain>.tables.json`: one section for the decoder and one for the executor.
pub(super) fn tables_file(checked: &Checked) -> Artefact {
    let path = format!("{}.tables.json", checked.name());
    file(
        path,
        checked,
        Some(checked.tables()),
        Some(checked.catalogue()),
    )
}

/// The table files of a built-in domain (decoder and executor), at their paths in the repository.
#[must_use]
pub fn emit_builtin(checked: &Checked) -> [Artefact; 2] {
    let path = |package: &str| format!("crates/{package}/tables/{}.json", checked.name());
    let (tables, catalogue) = (checked.tables(), checked.catalogue());
    [
        file(path("decoder"), checked, Some(tables), None),
        file(path("executor"), checked, None, Some(catalogue)),
    ]
}

fn file(
    path: String,
    checked: &Checked,
    tables: Option<&Tables>,
    catalogue: Option<&Catalogue>,
) -> Artefact {
    let file = TableFile {
        format: TABLES_FORMAT,
        generator: "cmec",
        source_hash: &checked.tables().source_hash,
        tables,
        catalogue,
    };
    json_in_lines(path, &file, ListLayout::LineAnElement)
}
