//! Conditions of a contract → SQL expressions.

use cmec_decoder::contract::{Condition, Filter, Value as Said};
use cmec_decoder::language::{Operator, given_names};
use cmec_decoder::tables::Column;
use sea_query::{Expr, ExprTrait, SelectStatement};

use crate::catalogue::MatchMode;
use crate::lane::structured::sql::conditions::subquery;
use crate::lane::structured::sql::context::WriteError;
use crate::lane::structured::sql::places::field_value::Several;
use crate::lane::structured::sql::places::scope::Scope;
use crate::lane::structured::sql::places::{compare, field_value};
use crate::lane::structured::sql::values::value_expr::Value;
use crate::lane::structured::sql::values::{connectives, literal};

pub(crate) fn places_read(
    scope: &Scope<'_>,
    condition: &Condition<'_>,
) -> Result<Vec<usize>, WriteError> {
    let mut places = Vec::new();
    if scope.context.rows.implies(condition) {
        return Ok(places);
    }
    for path in condition.filters().flat_map(Filter::paths) {
        places.extend(field_value::places_of(scope, path)?);
    }
    places.sort_unstable();
    places.dedup();
    Ok(places)
}

/// A condition as an expression. A condition that row-level security implies already holds for every row read; repeated
/// here, it would exclude rows of other types.
pub(crate) fn condition(scope: &Scope<'_>, condition: &Condition<'_>) -> Result<Expr, WriteError> {
    if scope.context.rows.implies(condition) {
        return Ok(Expr::cust("1 = 1"));
    }
    let any = match condition {
        Condition::Filter(own) => return filter(scope, own),
        Condition::Any(any) => &any.any_of,
    };
    let mut branches = Vec::with_capacity(any.len());
    for branch in any {
        let all = branch.iter().map(|own| filter(scope, own));
        branches.push(connectives::every(all.collect::<Result<_, _>>()?));
    }
    Ok(connectives::any_of(branches))
}

/// The conjunction of some conditions.
pub(crate) fn conditions<'c>(
    scope: &Scope<'_>,
    all: impl IntoIterator<Item = &'c Condition<'c>>,
) -> Result<Expr, WriteError> {
    let all = all.into_iter().map(|own| condition(scope, own));
    Ok(connectives::every(all.collect::<Result<_, _>>()?))
}

fn filter(scope: &Scope<'_>, filter: &Filter<'_>) -> Result<Expr, WriteError> {
    let (path, operator) = (filter.field.as_ref(), filter.operator);
    let tables = scope.context.tables;
    if let (Some(name), Some(Column::Type(_))) = (filter.group(), tables.column(path)) {
        let place = field_value::place_of(scope, path)?;
        return instance_among(scope, place, operator, name);
    }
    let value = field_value::value(scope, path)?;
    let others = match (filter.value_field(), filter.value()) {
        (Some(path), _) => vec![field_value::value(scope, path)?],
        (None, Some(value)) => said_of(scope, path, value),
        (None, None) => Vec::new(),
    };
    let is_wanted = !matches!(filter.value(), Some(Said::Boolean(false)));
    match field_value::several(scope, path)? {
        Some(several) => of_members(scope, &several, &value, filter, &others, is_wanted),
        None if operator == Operator::Exists => Ok(match is_wanted {
            true => value.expr.is_not_null(),
            false => value.expr.is_null(),
        }),
        None => match filter.group() {
            Some(name) => {
                subquery::compared_with_group(scope.context, scope.groups, &value, operator, name)
            }
            None => Ok(compare::holds(scope.context, &value, operator, &others)),
        },
    }
}

fn said_of(scope: &Scope<'_>, path: &str, value: &Said<'_>) -> Vec<Value> {
    let context = scope.context;
    let (_, path) = given_names::at_place(path);
    let is_composed = |one: &Said<'_>| {
        let text = one.as_text();
        text.is_some_and(|text| context.anchors.is_composed(path, text)) && !context.of_policy
    };
    let each = match value {
        Said::List(values) => values.as_slice(),
        one => std::slice::from_ref(one),
    };
    let all = each.iter().flat_map(|one| {
        literal::said(context, one).into_iter().map(|own| Value {
            is_composed: is_composed(one),
            ..own
        })
    });
    all.collect()
}

fn of_members(
    scope: &Scope<'_>,
    several: &Several,
    value: &Value,
    filter: &Filter<'_>,
    others: &[Value],
    is_wanted: bool,
) -> Result<Expr, WriteError> {
    let members = |passes: &dyn Fn(&Value) -> Result<Expr, WriteError>| {
        let members = field_value::members(scope.context, several, value.value_type);
        let (mut select, member) = members.select();
        let member = Value {
            folded: value.folded,
            ..Value::new(member, value.value_type)
        };
        select.expr(Expr::cust("1")).and_where(passes(&member)?);
        Ok::<SelectStatement, WriteError>(select)
    };
    let any = || Ok::<Expr, WriteError>(Expr::exists(members(&|_| Ok(Expr::cust("1 = 1")))?));
    let compared = |member: &Value, operator| match filter.group() {
        Some(name) => {
            subquery::compared_with_group(scope.context, scope.groups, member, operator, name)
        }
        None => Ok(compare::holds(scope.context, member, operator, others)),
    };
    let named = |member: &Value, operator| names_member(scope, member, filter, others, operator);
    // A member equals the value; the comparison ignores case except in row-level security filters.
    let is_member = |member: &Value| {
        let folded = Value {
            folded: value.value_type.is_text() && !scope.context.of_policy,
            ..member.clone()
        };
        match filter.group() {
            Some(_) => compared(&folded, Operator::Eq),
            None => Ok(named(&folded, Operator::Eq)),
        }
    };
    let is_one = |member: &Value| match filter.group() {
        Some(_) => compared(member, Operator::In),
        None if has_parts(scope, filter) => is_member(member),
        None => Ok(named(member, Operator::Eq)),
    };
    Ok(match filter.operator {
        Operator::Exists if is_wanted => any()?,
        Operator::Exists => any()?.not(),
        Operator::Contains => Expr::exists(members(&is_member)?),
        Operator::NotContains => any()?.and(Expr::not_exists(members(&is_member)?)),
        Operator::Eq | Operator::In => Expr::exists(members(&is_one)?),
        Operator::Ne | Operator::NotIn => any()?.and(Expr::not_exists(members(&is_one)?)),
        other => Expr::exists(members(&|member| compared(member, other))?),
    })
}

/// True where values of a field may be compared with parts of members.
fn has_parts(scope: &Scope<'_>, filter: &Filter<'_>) -> bool {
    let (_, path) = given_names::at_place(&filter.field);
    let def = scope.context.tables.field_by_path(path);
    let binding = def.and_then(|def| scope.context.field(def).ok());
    binding.is_some_and(|own| own.matching != MatchMode::Exact)
}

/// True where a member of a list is one of the wanted values, or contains one of them.
fn names_member(
    scope: &Scope<'_>,
    member: &Value,
    filter: &Filter<'_>,
    others: &[Value],
    operator: Operator,
) -> Expr {
    let (_, path) = given_names::at_place(&filter.field);
    let said = filter.values();
    let each = others.iter().enumerate().map(|(index, other)| {
        let text = said.get(index).and_then(|value| value.as_text());
        let is_part = text.is_some_and(|text| scope.context.anchors.is_part(path, text))
            && !scope.context.of_policy;
        let operator = if is_part {
            Operator::Contains
        } else {
            operator
        };
        compare::holds(scope.context, member, operator, std::slice::from_ref(other))
    });
    connectives::any_of(each.collect())
}

/// True where the instance of a variable is among the instances of a subquery.
fn instance_among(
    scope: &Scope<'_>,
    place: usize,
    operator: Operator,
    name: &str,
) -> Result<Expr, WriteError> {
    let own = (scope.type_of(place), field_value::key(scope, place)?);
    let compared = subquery::given_keys(scope.context, scope.groups, name, own)?;
    Ok(match (compared, operator) {
        (Some((key, keys)), Operator::NotIn) => key.not_in_subquery(keys),
        (Some((key, keys)), _) => key.in_subquery(keys),
        // The subquery has other types.
        (None, Operator::NotIn) => Expr::cust("1 = 1"),
        (None, _) => Expr::cust("1 = 0"),
    })
}
