//! Explains a metric of a codebook: its type and definition.

use cmec_decoder::definition::definition_text;
use cmec_decoder::tables::PeriodsRead;

use super::{Entry, joined, labels};
use crate::domain::Domain;

/// The metric of a domain with this code or name.
pub(super) fn of_domain(id: &str, domain: &Domain) -> Option<Entry> {
    let tables = &domain.tables;
    let metric = (tables.metric_by_code(id)).or_else(|| tables.metric_by_name(id))?;
    let over_time = metric.over_time.as_ref().map(|over| {
        let field = &over.field;
        match &over.reads {
            PeriodsRead::UpToNow => format!("everything up to the end of a period of {field}"),
            PeriodsRead::Window(far) => {
                format!("from {far} to the end of a period of {field}")
            }
            PeriodsRead::Offset(far) => format!("the period of {field} at {far}"),
        }
    });
    let facts = vec![
        ("name", metric.name.to_string()),
        ("of", metric.type_name.to_string()),
        ("definition", definition_text(metric, tables)),
        ("value", metric.value_type.name().to_owned()),
        (
            "unit",
            metric.unit.as_deref().unwrap_or_default().to_owned(),
        ),
        (
            "does not add up over",
            joined(metric.not_additive.iter(), ", "),
        ),
        ("reads", over_time.unwrap_or_default()),
        ("labels", labels(&metric.labels)),
        ("description", metric.description.to_string()),
    ];
    let title = format!("{} (metric of {})", metric.code, tables.name);
    Some(Entry::new(title, facts))
}
