//! Aggregations: metrics, grouping, conditions, order and page of the groups.

use std::borrow::Cow;

use crate::contract::{Aggregation, Metric};
use crate::encode::EncodeError;
use crate::encode::line::{Texts, default_limit, filters, no_figure, page, sort};
use crate::escape::quoted;
use crate::language::{Function, Key, Scenario};
use crate::line::canonical_names::{Names, text};
use crate::tables::Tables;

/// The items of an aggregation.
pub(super) fn items(
    numbers: &Aggregation<'_>,
    naming: Names<'_>,
    tables: &Tables,
) -> Result<Vec<String>, EncodeError> {
    let metrics = numbers.metrics.iter().map(|said| metric(said, naming));
    let mut items: Vec<String> = metrics.collect::<Result<_, _>>()?;
    let fields = numbers.group_by.iter().map(|path| naming.path(path));
    let fields: Vec<&str> = fields.collect::<Result<_, _>>()?;
    if !fields.is_empty() {
        items.push(format!("{} {}", Key::By.in_line(), fields.join(",")));
    }
    for said in &numbers.having {
        let test = filters::compare(said.operator, Some(&said.value), Texts::Bare);
        let metric = alias(&said.metric, numbers, tables, text);
        items.push(format!("{} {metric}{test}", Key::Hav.in_line()));
    }
    let names: Vec<&str> = (numbers.metrics.iter())
        .map(|metric| metric.alias.as_ref())
        .collect();
    for key in &numbers.sort {
        let name = if names.contains(&key.by.as_ref()) {
            alias(&key.by, numbers, tables, no_figure)
        } else {
            let field = naming.field_def(&key.by)?;
            Cow::Borrowed(naming.field_but(field, &names))
        };
        items.push(sort(&name, key.order));
    }
    let default = default_limit(tables, Scenario::Aggregation);
    items.extend(page(&numbers.pagination, Some(default), tables));
    Ok(items)
}

/// The name of a metric; in quotes it is that of no field.
fn alias<'n>(
    name: &'n str,
    numbers: &Aggregation<'_>,
    tables: &Tables,
    write: impl Fn(&'n str) -> Cow<'n, str>,
) -> Cow<'n, str> {
    if numbers.has_field_called(name, tables) {
        return Cow::Owned(quoted(name));
    }
    write(name)
}

fn metric(metric: &Metric<'_>, naming: Names<'_>) -> Result<String, EncodeError> {
    let field = metric.field.as_deref();
    let field = field.map(|path| naming.field_def(path)).transpose()?;
    let over = match field {
        Some(field) => format!("({})", naming.field(field)),
        None if metric.function == Function::Count => String::new(),
        None => "()".to_owned(),
    };
    let default = Metric::default_alias(metric.function, field.map(|field| field.name.as_ref()));
    let own = (metric.alias != default).then(|| format!(":{}", text(&metric.alias)));
    let mark = metric.function.mark();
    Ok(format!("{mark}{over}{}", own.unwrap_or_default()))
}
