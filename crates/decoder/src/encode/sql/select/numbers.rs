//! Writes aggregations: columns, `GROUP BY`, `HAVING`, order and page.

use std::borrow::Cow;

use crate::contract::{Aggregation, Having, Metric, Operand, Pagination};
use crate::encode::EncodeError;
use crate::encode::c02::unknown;
use crate::encode::sql::lacks;
use crate::encode::sql::select::{Form, Select, order, paged};
use crate::encode::sql::words::{clause, compared, separated, sign};
use crate::language::{Call, Function, given_names};
use crate::sql_words::name;
use crate::tables::Column;

/// Returns the columns of groups, and the clauses from `GROUP BY` on.
pub(super) fn numbers(
    select: &Select<'_, '_>,
    own: &Aggregation<'_>,
    form: Form,
    default: Option<u32>,
) -> Result<(String, String), EncodeError> {
    let writer = MetricWriter {
        select,
        metrics: &own.metrics,
        form,
    };
    let columns = &select.about.target_attributes;
    let groups = separated(own.group_by.iter().map(|path| writer.column(path)), ", ")?;
    let items = match columns.is_empty() {
        true => {
            let metrics = own.metrics.iter().map(|metric| writer.shown(metric));
            let groups = (!groups.is_empty()).then(|| Ok(groups.clone()));
            separated(groups.into_iter().chain(metrics), ", ")?
        }
        false => {
            let shown = columns.iter().map(|path| {
                let own = given_names::metric(path).and_then(|own| writer.find(own));
                own.map_or_else(|| writer.column(path), |own| writer.shown(own))
            });
            separated(shown, ", ")?
        }
    };
    if form == Form::Matches && own.metrics.iter().all(|metric| metric.function.is_none()) {
        return lacks("groups of matches without a number");
    }
    let all = Pagination::all();
    let (page, default) = match &own.pagination {
        Some(page) => (page, default),
        None => (&all, Some(all.limit)),
    };
    let is_distinct = own.metrics.is_empty()
        && own.having.is_empty()
        && columns.is_empty()
        && page.per.is_empty()
        && !own.group_by.iter().any(|path| is_key(select, path));
    let (distinct, group_by) = match is_distinct {
        true => ("DISTINCT ", String::new()),
        false => ("", clause("GROUP BY", &groups)),
    };
    let having = own.having.iter().map(|held| writer.having(held));
    let having = clause("HAVING", &separated(having, " AND ")?);
    let keys = own.sort.iter().map(|key| {
        let by = match writer.find(&key.by) {
            Some(metric) if is_free_alias(select, metric) => name(&metric.alias).into_owned(),
            Some(metric) => writer.metric(metric)?,
            None => writer.column(&key.by)?,
        };
        Ok(order(&by, key.order))
    });
    let keys = separated(keys, ", ")?;
    let column = |path: &str| writer.column(path);
    let page = paged(page, default, &keys, &column)?;
    let items = format!("{distinct}{items}");
    Ok((items, format!("{group_by}{having}{page}")))
}

/// `true` if `SELECT` gives the metric an alias that differs from all columns and tables.
fn is_free_alias(select: &Select<'_, '_>, metric: &Metric<'_>) -> bool {
    let alias = &metric.alias;
    let is = |own: &str| own.eq_ignore_ascii_case(alias);
    let is_column = (select.tables.fields.iter())
        .any(|field| is(&field.name) || field.alias.as_deref().is_some_and(is));
    let is_table = (select.named.iter()).any(|(of, own)| *of == *alias || own == alias);
    let mut columns = select.about.target_attributes.iter();
    let is_shown =
        columns.len() == 0 || columns.any(|path| given_names::metric(path) == Some(alias));
    *alias != default_alias(select, metric) && is_shown && !is_column && !is_table
}

fn default_alias(select: &Select<'_, '_>, metric: &Metric<'_>) -> Cow<'static, str> {
    let path = metric.field.as_deref();
    let called = path.and_then(|path| select.tables.called(path));
    Metric::default_alias(metric.function, called.as_deref())
}

fn is_key(select: &Select<'_, '_>, path: &str) -> bool {
    match select.tables.column(path) {
        Some(Column::Field(field)) => {
            let of = select.tables.type_by_name(&field.type_name);
            of.is_some_and(|of| of.is_key(field))
        }
        _ => true,
    }
}

/// Writes the metrics of a query, and columns that use them.
struct MetricWriter<'s, 'a> {
    select: &'s Select<'s, 'a>,
    metrics: &'s [Metric<'a>],
    form: Form,
}

impl<'s, 'a> MetricWriter<'s, 'a> {
    fn find(&self, alias: &str) -> Option<&'s Metric<'a>> {
        self.metrics.iter().find(|metric| metric.alias == alias)
    }

    fn column(&self, path: &str) -> Result<String, EncodeError> {
        self.select.column(path, &|own| self.named(own))
    }

    fn named(&self, alias: &str) -> Result<String, EncodeError> {
        let metric = self.find(alias);
        self.metric(metric.ok_or_else(|| unknown("metric", alias))?)
    }

    fn metric(&self, metric: &Metric<'_>) -> Result<String, EncodeError> {
        let path = metric.field.as_deref();
        let over = path.map(|path| self.column(path)).transpose()?;
        let all = match self.form {
            Form::Matches => "ALL ",
            _ => "",
        };
        let is_type = path.is_some_and(|path| {
            let column = self.select.tables.column(path);
            Call::read(path).is_none() && matches!(column, Some(Column::Type(_)))
        });
        Ok(match (metric.function, over) {
            (None, Some(over)) => over,
            (Some(Function::Count), None) => format!("COUNT({all}*)"),
            (Some(Function::Count), Some(over)) if is_type => format!("COUNT(DISTINCT {over})"),
            (Some(Function::Count), Some(over)) => format!("COUNT({all}{over})"),
            (Some(Function::CountDistinct), Some(over)) => format!("COUNT(DISTINCT {over})"),
            (Some(Function::List), Some(over)) => format!("ARRAY_AGG(DISTINCT {over})"),
            (Some(function), Some(over)) => format!("{}({all}{over})", function.code()),
            (_, None) => return lacks("a number of nothing"),
        })
    }

    /// Writes a metric among the columns, with an alias other than the default.
    fn shown(&self, metric: &Metric<'_>) -> Result<String, EncodeError> {
        let written = self.metric(metric)?;
        Ok(match metric.alias == default_alias(self.select, metric) {
            true => written,
            false => format!("{written} AS {}", name(&metric.alias)),
        })
    }

    fn having(&self, held: &Having<'_>) -> Result<String, EncodeError> {
        let metric = self.named(&held.metric)?;
        match &held.operand {
            Operand::Group(group) => {
                let sign = sign(held.operator)?;
                Ok(format!("{metric} {sign} (SELECT * FROM {})", name(group)))
            }
            Operand::Value(said) => compared(&metric, held.operator, said),
            Operand::Field(_) => lacks("a number compared with a column"),
        }
    }
}
