//! Groups of rows: group keys, metrics, conditions on metrics, order and page.

use std::collections::BTreeMap;

use cmec_decoder::contract::{Aggregation, Contract, Str};
use cmec_decoder::language::{Call, Derivation, Function, Order, ValueType, given_names};
use cmec_decoder::tables::Column;
use sea_query::{Expr, Func, JoinType, SelectStatement};

use crate::lane::structured::sql::conditions::needs::{MatchColumn, NeededColumns};
use crate::lane::structured::sql::conditions::subquery;
use crate::lane::structured::sql::context::{
    AnswerColumn, SqlContext, Subselect, WriteError, column_name,
};
use crate::lane::structured::sql::group::numbers;
use crate::lane::structured::sql::group::numbers::{Number, Part, Within};
use crate::lane::structured::sql::page::paging;
use crate::lane::structured::sql::page::paging::Page;
use crate::lane::structured::sql::places::field_value::place_read;
use crate::lane::structured::sql::places::subject::Subject;
use crate::lane::structured::sql::places::{compare, stored_columns, variant};
use crate::lane::structured::sql::select::rows;
use crate::lane::structured::sql::sort::{KeyKind, SortKey};
use crate::lane::structured::sql::values::connectives::every;
use crate::lane::structured::sql::values::expressions::{column, is_same};
use crate::lane::structured::sql::values::value_expr::Value;
use crate::lane::structured::sql::values::{derived_values, literal};

pub(crate) fn groups(
    context: &SqlContext<'_>,
    contract: &Contract<'_>,
) -> Result<Subselect, WriteError> {
    let numbers = numbers(contract)?;
    let attributes = contract.grounding.target_attributes.as_slice();
    let page = Page::of(contract.constraints.page());
    groups_of(context, &Subject::of(contract), numbers, (attributes, page))
}

/// All groups of a contract, for a count.
pub(crate) fn counted_groups(
    context: &SqlContext<'_>,
    contract: &Contract<'_>,
) -> Result<SelectStatement, WriteError> {
    let numbers = numbers(contract)?;
    let all = groups_of(context, &Subject::of(contract), numbers, (&[], Page::ALL))?;
    Ok(all.select)
}

pub(crate) fn groups_of(
    context: &SqlContext<'_>,
    subject: &Subject<'_>,
    numbers: &Aggregation<'_>,
    (attributes, page): (&[Str<'_>], Page),
) -> Result<Subselect, WriteError> {
    let made = made_by(context, subject, numbers, attributes)?;
    let parts = numbers::parts(context, subject, numbers, &made.by)?;
    let mut select = SelectStatement::new();
    let by: Vec<String> = made.by.iter().map(|(name, _)| name.clone()).collect();
    let mut values = BTreeMap::new();
    for (path, (name, value_type)) in &made.values {
        let value = Value::new(column(FIRST, name), *value_type);
        values.insert(path.clone(), value);
    }
    let values = put_together(context, &mut select, parts, &by, (values, numbers))?;
    for held in &numbers.having {
        let value = known(&values, &held.metric)?;
        select.and_where(match held.operand.as_group() {
            Some(name) => {
                subquery::compared_with_group(context, subject.groups, value, held.operator, name)?
            }
            None => {
                let said = held.operand.as_value();
                let said = said.map(|value| literal::said(context, value));
                compare::holds(context, value, held.operator, &said.unwrap_or_default())
            }
        });
    }
    let names: Vec<String> = match attributes {
        [] => {
            let metrics = numbers.metrics.iter().map(|metric| &metric.alias);
            let names = numbers.group_by.iter().chain(metrics);
            names.map(ToString::to_string).collect()
        }
        said => said.iter().map(ToString::to_string).collect(),
    };
    let mut columns = Vec::with_capacity(names.len());
    for (index, name) in names.iter().enumerate() {
        let metric = given_names::name(name).filter(|name| values.contains_key(*name));
        let value = known(&values, metric.unwrap_or(name))?;
        select.expr_as(value.expr.clone(), column_name(index));
        columns.push(AnswerColumn {
            name: metric.unwrap_or(name).to_owned(),
            value_type: value.value_type,
            several: is_list(numbers, metric.unwrap_or(name)),
        });
    }
    let mut sort = Vec::new();
    for key in &numbers.sort {
        let value = known(&values, &key.by)?;
        sort.push(SortKey {
            expr: compare::in_order(context, value.expr.clone(), value.value_type),
            order: key.order,
            kind: KeyKind::Value(value.value_type),
            shown: None,
        });
    }
    let per = numbers.pagination.iter().flat_map(|page| &page.per);
    let per = per.map(|path| Ok(known(&values, path)?.expr.clone()));
    let per = per.collect::<Result<_, WriteError>>()?;
    for (name, kind) in &made.keys {
        let expr = column(FIRST, name);
        sort.push(SortKey {
            expr: match kind {
                KeyKind::Value(value_type) => compare::in_order(context, expr, *value_type),
                KeyKind::RowKey(_) => expr,
            },
            order: Order::Asc,
            kind: *kind,
            shown: None,
        });
    }
    let paged = paging::paged(context, select, sort, per, page);
    Ok(Subselect { columns, ..paged })
}

/// The group keys and the instance fields among them.
fn made_by<'p>(
    context: &SqlContext<'_>,
    subject: &Subject<'_>,
    numbers: &'p Aggregation<'_>,
    attributes: &'p [Str<'_>],
) -> Result<GroupSource<'p>, WriteError> {
    let places = subject.places(context);
    let mut made = GroupSource::default();
    for path in &numbers.group_by {
        let name = format!("g{}", made.by.len());
        if let Some(Column::Type(type_name)) = context.tables.column(path) {
            let place = place_read(&places, path, Column::Type(type_name))?;
            made.by.push((name.clone(), MatchColumn::Key(place)));
            let key_type =
                variant::key_type(context, &places, &subject.grounding.entity_list, place)?;
            made.keys.push((name, KeyKind::RowKey(key_type)));
            let name = format!("g{}", made.by.len());
            made.by.push((name.clone(), MatchColumn::Called(place)));
            made.values
                .insert(path.to_string(), (name, ValueType::String));
        } else {
            let value_type = made.field(context, path, name.clone())?;
            made.keys.push((name, KeyKind::Value(value_type)));
        }
    }
    for said in attributes {
        let is_metric = given_names::name(said)
            .is_some_and(|name| numbers.metrics.iter().any(|metric| metric.alias == name));
        if !is_metric && !made.values.contains_key(said.as_ref()) {
            let name = format!("g{}", made.by.len());
            made.field(context, said, name)?;
        }
    }
    Ok(made)
}

/// Joins the parts of all metrics, with the expression of each name.
pub(crate) fn put_together(
    context: &SqlContext<'_>,
    select: &mut SelectStatement,
    parts: Vec<Part>,
    by: &[String],
    (mut values, numbers): (BTreeMap<String, Value>, &Aggregation<'_>),
) -> Result<BTreeMap<String, Value>, WriteError> {
    let mut computed: Vec<Option<Value>> = numbers.metrics.iter().map(|_| None).collect();
    for (index, part) in parts.into_iter().enumerate() {
        let alias = format!("q{index}");
        for (metric, name, number) in part.columns {
            let own = column(&alias, &name);
            let expr = match (index, number.counts) {
                (0, _) | (_, false) => own,
                // A count over no rows is zero.
                (_, true) => Func::coalesce([own, Expr::cust("0")]).into(),
            };
            let known = Value {
                exact: number.exact,
                ..Value::new(expr, number.value_type)
            };
            if let Some(place) = computed.get_mut(metric) {
                *place = Some(known);
            }
        }
        if index == 0 {
            select.from_subquery(part.select, alias);
            continue;
        }
        let same = by.iter();
        let same = same.map(|name| is_same(column(FIRST, name), column(&alias, name)));
        let same = every(same.collect());
        select.join_subquery(JoinType::LeftJoin, part.select, alias.clone(), same);
    }
    for (metric, value) in numbers.metrics.iter().zip(computed) {
        let value = match value {
            Some(value) => value,
            None => {
                let path = metric.field.as_deref().unwrap_or_default();
                derived(context, path, &values)?
            }
        };
        values.insert(metric.alias.to_string(), value);
    }
    Ok(values)
}

/// A metric over the instances of each group: the group keys, then the metric.
pub(crate) fn over_instances(
    context: &SqlContext<'_>,
    subject: &Subject<'_>,
    numbers: &Aggregation<'_>,
    within: &Within<'_>,
) -> Result<(SelectStatement, Number), WriteError> {
    let by = NeededColumns::new();
    let mut parts = numbers::own_parts(context, subject, numbers, &by, Some(within))?;
    parts.extend(numbers::defined_within(context, subject, numbers, within)?);
    let mut select = SelectStatement::new();
    let names = (BTreeMap::new(), numbers);
    let values = put_together(context, &mut select, parts, within.by, names)?;
    let nothing = || WriteError::Unknown("metrics".to_owned());
    let last = numbers.metrics.last().ok_or_else(nothing)?;
    let value = known(&values, &last.alias)?;
    for name in within.by {
        select.expr_as(column(FIRST, name), name.clone());
    }
    select.expr_as(value.expr.clone(), column_name(0));
    let number = Number {
        value_type: value.value_type,
        exact: value.exact,
        counts: last.function == Some(Function::Count),
    };
    Ok((select, number))
}

/// The value of a metric that is derived from other metrics.
fn derived(
    context: &SqlContext<'_>,
    path: &str,
    values: &BTreeMap<String, Value>,
) -> Result<Value, WriteError> {
    let Some(call) = Call::read(path) else {
        return known(values, given_names::name(path).unwrap_or(path)).cloned();
    };
    let unknown = || WriteError::Unknown(path.to_owned());
    let derivation = Derivation::from_name(call.name).ok_or_else(unknown)?;
    let of = call.of.iter().map(|path| {
        let value = derived(context, path, values)?;
        Ok(match value.value_type {
            ValueType::Datetime if !derivation.is_arithmetic() => {
                stored_columns::day_of_moment(context, value.expr)
            }
            _ => value.expr,
        })
    });
    let of = of.collect::<Result<Vec<Expr>, WriteError>>()?;
    let expr = derived_values::derived(context.engine, derivation, of).ok_or_else(unknown)?;
    Ok(Value {
        exact: derivation.is_arithmetic(),
        ..Value::new(expr, derivation.gives())
    })
}

/// The alias of the first part, which has every group.
const FIRST: &str = "q0";

fn known<'v>(values: &'v BTreeMap<String, Value>, name: &str) -> Result<&'v Value, WriteError> {
    values
        .get(name)
        .ok_or_else(|| WriteError::Unknown(name.to_owned()))
}

/// True where a name belongs to a metric whose value is a list.
fn is_list(numbers: &Aggregation<'_>, name: &str) -> bool {
    let metric = numbers.metrics.iter().find(|metric| metric.alias == name);
    metric.is_some_and(|metric| metric.function == Some(Function::List))
}

#[derive(Default)]
struct GroupSource<'p> {
    by: NeededColumns<'p>,
    keys: Vec<(String, KeyKind)>,
    /// The column and the type of each path that is shown or sorted by.
    values: BTreeMap<String, (String, ValueType)>,
}

impl<'p> GroupSource<'p> {
    fn field(
        &mut self,
        context: &SqlContext<'_>,
        path: &'p str,
        name: String,
    ) -> Result<ValueType, WriteError> {
        let column = rows::answer_column(context, path)?;
        self.by.push((name.clone(), MatchColumn::Value(path)));
        self.values
            .insert(path.to_owned(), (name, column.value_type));
        Ok(column.value_type)
    }
}

fn numbers<'c>(contract: &'c Contract<'_>) -> Result<&'c Aggregation<'c>, WriteError> {
    let numbers = contract.constraints.aggregation.as_deref();
    numbers.ok_or_else(|| WriteError::Unknown("aggregation".to_owned()))
}
