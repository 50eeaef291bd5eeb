//! Subqueries: the rows that each returns, and comparisons of a value or an instance with them.

use cmec_decoder::contract::{Condition, Group, Str};
use cmec_decoder::language::{Operator, Scenario};
use cmec_decoder::places::TARGET;
use sea_query::{Expr, ExprTrait, SelectStatement};

use crate::lane::structured::sql::conditions::needs::RowsAsked;
use crate::lane::structured::sql::context::{
    KEY, SqlContext, Subselect, TYPE, WriteError, column_name,
};
use crate::lane::structured::sql::page::paging::Page;
use crate::lane::structured::sql::places::subject::Subject;
use crate::lane::structured::sql::places::{compare, variant};
use crate::lane::structured::sql::values::value_expr::Value;

fn subject_of<'g>(groups: &'g [Group<'g>], group: &'g Group<'g>) -> Subject<'g> {
    Subject {
        scenario: match group.aggregation {
            Some(_) => Scenario::Aggregation,
            None => Scenario::InstanceSearch,
        },
        grounding: &group.grounding,
        groups,
        targets: group
            .grounding
            .target_types
            .iter()
            .map(AsRef::as_ref)
            .collect(),
        conditions: group.filters.iter().collect::<Vec<&Condition<'_>>>(),
        sides: None,
        has_matches: false,
    }
}

fn group<'g>(groups: &'g [Group<'g>], name: &str) -> Result<&'g Group<'g>, WriteError> {
    let found = groups.iter().find(|group| group.name == name);
    found.ok_or_else(|| WriteError::Unknown(name.to_owned()))
}

/// The rows of a subquery with some columns.
fn given(
    writer: &SqlContext<'_>,
    groups: &[Group<'_>],
    name: &str,
) -> Result<Subselect, WriteError> {
    let group = group(groups, name)?;
    let subject = subject_of(groups, group);
    let attributes = group.grounding.target_attributes.as_slice();
    match group.aggregation.as_deref() {
        Some(numbers) => {
            let page = numbers.pagination.as_ref();
            let page = page.map_or(Page::ALL, |page| Page::of(page).exactly());
            writer.groups_of(&subject, numbers, (attributes, page))
        }
        None => writer.rows_of(&subject, &rows_of_group(group, attributes)),
    }
}

fn rows_of_group<'g>(group: &'g Group<'g>, attributes: &'g [Str<'g>]) -> RowsAsked<'g> {
    let page = group.pagination.as_ref();
    RowsAsked {
        attributes,
        sort: &group.sort,
        page: page.map_or(Page::ALL, |page| Page::of(page).exactly()),
        per: page.map_or(&[], |page| page.per.as_slice()),
    }
}

/// A key and the keys of a subquery's instances of its type, as expressions to compare; `None` where the subquery
/// returns none of this type.
pub(crate) fn given_keys(
    writer: &SqlContext<'_>,
    groups: &[Group<'_>],
    name: &str,
    (type_name, key): (&str, Expr),
) -> Result<Option<(Expr, SelectStatement)>, WriteError> {
    let group = group(groups, name)?;
    let subject = subject_of(groups, group);
    let targets = &subject.targets;
    if !targets.is_empty() && !targets.contains(&type_name) {
        return Ok(None);
    }
    let instances = writer.instances_of(&subject, &rows_of_group(group, &[]))?;
    let alias = writer.alias('g');
    let column = |name: &'static str| Expr::col((alias.clone(), name));
    let mut select = SelectStatement::new();
    select
        .expr(column(KEY))
        .from_subquery(instances, alias.clone());
    let places = subject.places(writer);
    let entities = subject.grounding.entity_list.as_slice();
    let key = match variant::is_of_several(writer, &places, entities, TARGET)? {
        true => {
            select.and_where(column(TYPE).eq(type_name.to_owned()));
            key.cast_as("text")
        }
        false => key,
    };
    Ok(Some((key, select)))
}

/// Compares a value with a subquery: membership in its rows, or a comparison with its single row.
pub(crate) fn compared_with_group(
    writer: &SqlContext<'_>,
    groups: &[Group<'_>],
    value: &Value,
    operator: Operator,
    name: &str,
) -> Result<Expr, WriteError> {
    let numbers = group(groups, name)?.aggregation.as_deref();
    let is_one_row = numbers.is_some_and(|numbers| numbers.group_by.is_empty());
    let given = given(writer, groups, name)?;
    let alias = writer.alias('g');
    let mut select = SelectStatement::new();
    let column = Expr::col((alias.clone(), column_name(0)));
    select.from_subquery(given.select, alias);
    let first = given.columns.first();
    let value_type = first.map_or(value.value_type, |column| column.value_type);
    let other = |expr: Expr| Value {
        exact: value_type.is_number(),
        ..Value::new(expr, value_type)
    };
    match operator {
        // The single row is computed once; `EXISTS` would compute it for each outer row.
        Operator::In if is_one_row => {
            select.expr(column);
            let single = other(Expr::from(select));
            Ok(compare::holds(writer, value, Operator::Eq, &[single]))
        }
        Operator::In | Operator::NotIn => {
            let same = compare::holds(writer, value, Operator::Eq, &[other(column)]);
            select.expr(Expr::cust("1")).and_where(same);
            Ok(match operator {
                Operator::In => Expr::exists(select),
                _ => value
                    .expr
                    .clone()
                    .is_not_null()
                    .and(Expr::not_exists(select)),
            })
        }
        _ => {
            select.expr(column);
            Ok(compare::holds(
                writer,
                value,
                operator,
                &[other(Expr::from(select))],
            ))
        }
    }
}
