//! The words of a codebook that a model may use although no row contains them.

use cmec_decoder::tables::{Label, Tables};

/// All labels of types, fields, values, relations and metrics.
pub(super) fn labels(tables: &Tables) -> Vec<&str> {
    let fields = tables.fields.iter();
    let labels = fields.clone().map(|own| &own.labels);
    let labels = labels
        .chain(fields.flat_map(|own| own.values.iter().map(|value| &value.labels)))
        .chain(tables.relations.iter().map(|own| &own.labels))
        .chain(tables.metrics.iter().map(|own| &own.labels));
    let types = tables.types.iter().map(|own| &own.labels);
    let labels = types.chain(labels).flat_map(|labels| labels.iter());
    labels.flat_map(Label::names).collect()
}
