//! Codebook and live database → the differences between `bindings.yaml` and the database, and their consequences.
//!
//! It reads the bindings as written, since findings need places, and a plain [`DatabaseSchema`]: it sends no queries.

mod columns;
mod keys;
mod live;

use std::collections::HashMap;

use cmec_executor::database_schema::DatabaseSchema;

use crate::finding::Finding;
use crate::finding::list::settle;
use crate::resolve::checked::Checked;
use crate::source::{self, files::SourceSet};
use live::Live;

/// How many unlisted distinct values an enum column may have and still be read.
const BEYOND: usize = 1000;

/// Enum columns by table and column, with the largest number of distinct values to read.
#[must_use]
pub fn enum_columns(model: &Checked) -> HashMap<(String, String), u32> {
    let bindings = model.catalogue().structured.iter();
    let types = bindings.flat_map(|bindings| bindings.types.iter());
    let columns = types.flat_map(|ty| ty.fields.iter().map(move |column| (ty, column)));
    let columns = columns.filter_map(|(ty, column)| {
        let listed = model.tables().field_by_path(&column.path)?.values.len();
        let own = column.values.as_ref().map(|values| &values.table);
        let table = own.unwrap_or(&ty.table).to_string();
        let most = u32::try_from(listed + BEYOND).unwrap_or(u32::MAX);
        (listed > 0).then(|| ((table, column.column.to_string()), most))
    });
    columns.collect()
}

/// The differences between a live database and the bindings of a codebook. `model`: the codebook compiled from
/// `sources`, which has the suppressions.
#[must_use]
pub fn drift(sources: &SourceSet, model: &Checked, schema: &DatabaseSchema) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(source) = source::read(sources, &mut Vec::new()) else {
        return findings;
    };
    let Some(bindings) = &source.bindings else {
        return findings;
    };
    let mut live = Live::new(schema, &mut findings);
    columns::check(&source.codebook, bindings, &mut live);
    keys::check(&source.codebook, bindings, &mut live);
    findings.retain(|finding| model.ignores(finding.rule.doc().id).is_none());
    settle(&mut findings);
    findings
}
