//! Aggregations: metrics, grouping, conditions, order and page of the groups.

use crate::contract::{Aggregation, Metric};
use crate::encode::line::{Items, Written, default_limit, filters, page, sort};
use crate::language::{Function, Scenario};
use crate::line::canonical_names::{Names, text};
use crate::line::{marks, word};
use crate::tables::Tables;

/// Writes an aggregation.
pub(super) fn write(
    items: &mut Items<'_>,
    numbers: &Aggregation<'_>,
    naming: Names<'_>,
    tables: &Tables,
) -> Written {
    for said in &numbers.metrics {
        metric(items.next(), said, naming)?;
    }
    let mut fields = Vec::with_capacity(numbers.group_by.len());
    for path in &numbers.group_by {
        fields.push(naming.path(path)?);
    }
    if !fields.is_empty() {
        let out = items.next();
        out.push_str(marks::BY);
        out.push(' ');
        out.push_str(&fields.join(","));
    }
    for said in &numbers.having {
        let out = items.next();
        out.push_str(marks::HAVING);
        out.push(' ');
        text(out, &said.metric);
        filters::compare(out, said.operator, Some(&said.value));
    }
    let names: Vec<&str> = (numbers.metrics.iter())
        .map(|metric| metric.alias.as_ref())
        .collect();
    for key in &numbers.sort {
        let mut name = String::new();
        if !names.contains(&key.by.as_ref()) {
            let field = naming.field_def(&key.by)?;
            name.push_str(naming.field_but(field, &names));
        } else if word::is_figure(&key.by) {
            super::quote(&mut name, &key.by);
        } else {
            text(&mut name, &key.by);
        }
        sort(items.next(), &name, key.order);
    }
    let default = default_limit(tables, Scenario::Aggregation);
    let shown = (numbers.pagination.limit, numbers.pagination.offset);
    page(items, shown, Some(default));
    Ok(())
}

fn metric(out: &mut String, metric: &Metric<'_>, naming: Names<'_>) -> Written {
    let over = match &metric.field {
        Some(path) => Some(naming.field_def(path)?),
        None => None,
    };
    out.push_str(metric.function.mark());
    if let Some(field) = over {
        out.push('(');
        out.push_str(naming.field(field));
        out.push(')');
    } else if metric.function != Function::Count {
        out.push_str("()");
    }
    if metric.alias != Metric::default_alias(metric.function, over.map(|field| field.name.as_ref()))
    {
        out.push(':');
        text(out, &metric.alias);
    }
    Ok(())
}
