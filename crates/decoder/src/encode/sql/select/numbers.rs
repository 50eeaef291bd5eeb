//! Writes aggregations: columns, `GROUP BY`, `HAVING`, order and page.

use crate::contract::{Aggregation, Having, Metric, Operand, Pagination, Str, Value};
use crate::encode::EncodeError;
use crate::encode::c02::unknown;
use crate::encode::sql::lacks;
use crate::encode::sql::select::{Form, Select, order};
use crate::encode::sql::words::{sign, value};
use crate::language::{Call, Function, Operator, given_names};
use crate::sql_words::name;
use crate::tables::Column;

impl Select<'_, '_> {
    /// Returns the columns of groups, and the clauses from `GROUP BY` on.
    pub(super) fn numbers(
        &self,
        numbers: &Aggregation<'_>,
        form: Form,
        default: Option<u32>,
    ) -> Result<(String, String), EncodeError> {
        let written = |own: &str| self.metric_called(numbers, own, form);
        let column = |path: &str| self.column(path, &written);
        let groups: Vec<String> = numbers
            .group_by
            .iter()
            .map(|path| column(path))
            .collect::<Result<_, _>>()?;
        let shown = |metric: &Metric<'_>| -> Result<String, EncodeError> {
            let written = self.metric(numbers, metric, form)?;
            let over = metric.field.as_deref().map(|path| {
                self.tables
                    .called(path)
                    .ok_or_else(|| unknown("field", path))
            });
            let default = Metric::default_alias(metric.function, over.transpose()?.as_deref());
            Ok(match metric.alias == default {
                true => written,
                false => format!("{written} AS {}", name(&metric.alias)),
            })
        };
        let mut items = Vec::new();
        match self.about.target_attributes.is_empty() {
            true => {
                items.extend(groups.iter().cloned());
                for metric in &numbers.metrics {
                    items.push(shown(metric)?);
                }
            }
            false => {
                for path in &self.about.target_attributes {
                    let own = given_names::metric(path)
                        .and_then(|own| numbers.metrics.iter().find(|metric| metric.alias == own));
                    items.push(match own {
                        Some(metric) => shown(metric)?,
                        None => column(path)?,
                    });
                }
            }
        }
        let is_ordered = form != Form::Matches
            || numbers
                .metrics
                .iter()
                .any(|metric| metric.function.is_some());
        if !is_ordered {
            return lacks("groups of matches without a number");
        }
        let all = Pagination::all();
        let (page, default) = match &numbers.pagination {
            Some(page) => (page, default),
            None => (&all, Some(all.limit)),
        };
        let mut rest = String::new();
        let is_distinct = numbers.metrics.is_empty()
            && numbers.having.is_empty()
            && self.about.target_attributes.is_empty()
            && page.per.is_empty()
            && !numbers.group_by.iter().any(|path| self.is_key(path));
        if !groups.is_empty() && !is_distinct {
            rest.push_str(&format!(" GROUP BY {}", groups.join(", ")));
        }
        let having = numbers
            .having
            .iter()
            .map(|held| self.having(numbers, held, form));
        let having: Vec<String> = having.collect::<Result<_, _>>()?;
        if !having.is_empty() {
            rest.push_str(&format!(" HAVING {}", having.join(" AND ")));
        }
        let keys = numbers.sort.iter().map(|key| {
            let metric = numbers.metrics.iter().find(|metric| metric.alias == key.by);
            let by = match metric {
                Some(metric) if self.is_free_alias(metric) => name(&metric.alias).into_owned(),
                Some(metric) => self.metric(numbers, metric, form)?,
                None => column(&key.by)?,
            };
            Ok(order(&by, key.order))
        });
        let keys: Vec<String> = keys.collect::<Result<_, EncodeError>>()?;
        rest.push_str(&self.paged(page, default, &keys, &column)?);
        let distinct = if is_distinct { "DISTINCT " } else { "" };
        Ok((format!("{distinct}{}", items.join(", ")), rest))
    }

    /// `true` if `SELECT` gives the metric an alias that differs from all columns and tables.
    pub(super) fn is_free_alias(&self, metric: &Metric<'_>) -> bool {
        let is_column = self.tables.fields.iter().any(|field| {
            let names = [Some(field.name.as_ref()), field.alias.as_deref()];
            names
                .into_iter()
                .flatten()
                .any(|own| own.eq_ignore_ascii_case(&metric.alias))
        });
        let called = metric
            .field
            .as_deref()
            .and_then(|path| self.tables.called(path));
        let is_said = metric.alias != Metric::default_alias(metric.function, called.as_deref());
        let is_table = self
            .named
            .iter()
            .any(|(of, alias)| *of == metric.alias || *alias == metric.alias);
        let is_shown = self.about.target_attributes.is_empty()
            || self
                .about
                .target_attributes
                .iter()
                .any(|path| given_names::metric(path) == Some(&metric.alias));
        is_said && is_shown && !is_column && !is_table
    }

    pub(super) fn is_key(&self, path: &str) -> bool {
        match self.tables.column(path) {
            Some(Column::Field(field)) => {
                let of = self.tables.type_by_name(&field.type_name);
                of.is_some_and(|of| of.is_key(field))
            }
            _ => true,
        }
    }

    pub(super) fn metric_called(
        &self,
        numbers: &Aggregation<'_>,
        own: &str,
        form: Form,
    ) -> Result<String, EncodeError> {
        let metric = numbers.metrics.iter().find(|metric| metric.alias == own);
        self.metric(numbers, metric.ok_or_else(|| unknown("metric", own))?, form)
    }

    pub(super) fn metric(
        &self,
        numbers: &Aggregation<'_>,
        metric: &Metric<'_>,
        form: Form,
    ) -> Result<String, EncodeError> {
        let column =
            |path: &Str<'_>| self.column(path, &|own| self.metric_called(numbers, own, form));
        let over = metric.field.as_ref().map(column).transpose()?;
        let all = if form == Form::Matches { "ALL " } else { "" };
        let is_type = metric.field.as_deref().is_some_and(|path| {
            Call::read(path).is_none() && matches!(self.tables.column(path), Some(Column::Type(_)))
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

    pub(super) fn having(
        &self,
        numbers: &Aggregation<'_>,
        held: &Having<'_>,
        form: Form,
    ) -> Result<String, EncodeError> {
        let metric = self.metric_called(numbers, &held.metric, form)?;
        Ok(match &held.operand {
            Operand::Group(group) => format!(
                "{metric} {} (SELECT * FROM {})",
                sign(held.operator)?,
                name(group)
            ),
            Operand::Value(Value::List(both)) if held.operator == Operator::Between => {
                let both: Vec<String> = both.iter().map(value).collect();
                format!("{metric} BETWEEN {}", both.join(" AND "))
            }
            Operand::Value(said) => format!("{metric} {} {}", sign(held.operator)?, value(said)),
            Operand::Field(_) => return lacks("a number compared with a column"),
        })
    }
}
