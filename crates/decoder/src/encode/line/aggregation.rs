//! Aggregations: metrics, grouping, conditions, order and page of the groups.

use std::borrow::Cow;

use crate::contract::{Aggregation, Metric};
use crate::encode::EncodeError;
use crate::encode::c02::unknown;
use crate::encode::line::{Texts, filters, page, per, sort};
use crate::language::{Call, Function, Key, given};
use crate::line::canonical_names::{Names, given_name, reference};
use crate::tables::{Column, Tables};

/// The items of an aggregation; `default`: the limit of its groups that need not be said.
pub(super) fn items<'t>(
    numbers: &Aggregation<'_>,
    naming: Names<'t>,
    tables: &'t Tables,
    default: u32,
) -> Result<Vec<String>, EncodeError> {
    let metrics = numbers
        .metrics
        .iter()
        .map(|said| metric(said, naming, tables));
    let mut items: Vec<String> = metrics.collect::<Result<_, _>>()?;
    let columns = numbers.group_by.iter().map(|path| naming.column_of(path));
    let columns: Vec<Cow<'_, str>> = columns.collect::<Result<_, _>>()?;
    if !columns.is_empty() {
        items.push(format!("{} {}", Key::By.in_line(), columns.join(",")));
    }
    for said in &numbers.having {
        let test = match said.operand.as_group() {
            Some(group) => filters::against(said.operator, group),
            None => filters::compare(said.operator, said.operand.as_value(), Texts::Bare),
        };
        let metric = reference(&said.metric);
        items.push(format!("{} {metric}{test}", Key::Hav.in_line()));
    }
    let metrics: Vec<&str> = (numbers.metrics.iter())
        .map(|metric| metric.alias.as_ref())
        .collect();
    for key in &numbers.sort {
        let name = match tables.column(&key.by) {
            _ if metrics.contains(&key.by.as_ref()) => Cow::Owned(reference(&key.by)),
            // Without a mark a name could be that of a metric.
            Some(Column::Field(field))
                if given::name(&key.by).is_none() && Call::read(&key.by).is_none() =>
            {
                Cow::Borrowed(naming.field_but(field, &metrics))
            }
            _ => naming.column_of(&key.by)?,
        };
        items.push(sort(&name, key.order));
    }
    items.extend(page(&numbers.pagination, Some(default), tables));
    items.extend(per(&numbers.pagination, naming)?);
    Ok(items)
}

fn metric<'t>(
    metric: &Metric<'_>,
    naming: Names<'t>,
    tables: &'t Tables,
) -> Result<String, EncodeError> {
    let called = |path| tables.called(path).ok_or_else(|| unknown("field", path));
    let over = metric.field.as_deref().map(called).transpose()?;
    let said = match metric.field.as_deref() {
        Some(path) if metric.function.is_none() => naming.column_of(path)?.into_owned(),
        Some(path) => format!("({})", naming.column_of(path)?),
        None if metric.function == Some(Function::Count) => String::new(),
        None => "()".to_owned(),
    };
    let default = Metric::default_alias(metric.function, over.as_deref());
    let own = (metric.alias != default).then(|| format!(":{}", given_name(&metric.alias)));
    let mark = metric.function.map_or("", Function::mark);
    Ok(format!("{mark}{said}{}", own.unwrap_or_default()))
}
