//! Set operations: the condition on the target that the subqueries of an operation give.

use cmec_decoder::contract::{Group, SetOp, SetSide};
use cmec_decoder::language::SetOperator;
use cmec_decoder::places::TARGET;
use sea_query::{Expr, ExprTrait, Func};

use crate::lane::structured::sql::conditions::needs::{MatchColumn, Needs};
use crate::lane::structured::sql::conditions::{condition, subquery};
use crate::lane::structured::sql::context::WriteError;
use crate::lane::structured::sql::places::field_value;
use crate::lane::structured::sql::places::scope::Scope;
use crate::lane::structured::sql::places::subject::{Sides, Subject};
use crate::lane::structured::sql::values::connectives::any_of;

/// True where the target is in the set.
pub(crate) fn sides(
    scope: &Scope<'_>,
    sides: &Sides<'_>,
    subject: &Subject<'_>,
) -> Result<Expr, WriteError> {
    let is_in = in_set(scope, sides, sides.set, subject)?;
    if !subject.has_matches {
        return Ok(is_in);
    }
    // A binding belongs to one of the operation's subqueries.
    let mut either = Vec::new();
    for group in sides.groups() {
        let mut all = in_group(scope, sides, group, subject)?;
        if sides.constraints.is_of_whole(group) {
            all = all.and(condition::conditions(scope, &group.filters)?);
        }
        either.push(all);
    }
    Ok(is_in.and(any_of(either)))
}

fn in_set(
    scope: &Scope<'_>,
    sides: &Sides<'_>,
    set: &SetOp<'_>,
    subject: &Subject<'_>,
) -> Result<Expr, WriteError> {
    let left = in_side(scope, sides, &set.lhs, subject)?;
    let right = in_side(scope, sides, &set.rhs, subject)?;
    Ok(match set.op {
        SetOperator::Union => left.or(right),
        SetOperator::Intersect => left.and(right),
        // An unknown membership of the right side counts as not a member.
        SetOperator::Except => {
            let known = Expr::from(Func::coalesce([right, Expr::cust("FALSE")]));
            left.and(known.not())
        }
    })
}

fn in_side(
    scope: &Scope<'_>,
    sides: &Sides<'_>,
    side: &SetSide<'_>,
    subject: &Subject<'_>,
) -> Result<Expr, WriteError> {
    match side {
        SetSide::Nested(set) => in_set(scope, sides, set, subject),
        SetSide::Group(name) => {
            let group = sides.constraints.group(name);
            let group = group.ok_or_else(|| WriteError::Unknown(name.to_string()))?;
            in_group(scope, sides, group, subject)
        }
    }
}

fn in_group(
    scope: &Scope<'_>,
    sides: &Sides<'_>,
    group: &Group<'_>,
    subject: &Subject<'_>,
) -> Result<Expr, WriteError> {
    let type_name = scope.type_of(TARGET);
    let types = match group.grounding.target_types.as_slice() {
        [] => sides.targets,
        own => own,
    };
    if !types.is_empty() && !types.iter().any(|name| name == type_name) {
        return Ok(Expr::cust("1 = 0"));
    }
    if !sides.constraints.is_of_whole(group) {
        let keys = subquery::given_keys(
            scope.context,
            scope.groups,
            &group.name,
            (type_name, field_value::key(scope, TARGET)?),
        )?;
        return Ok(match keys {
            Some((key, keys)) => key.in_subquery(keys),
            None => Expr::cust("1 = 0"),
        });
    }
    let mut of_target = true;
    for condition in &group.filters {
        of_target &= condition::places_read(scope, condition)?
            .iter()
            .all(|place| *place == TARGET);
    }
    if of_target {
        return condition::conditions(scope, &group.filters);
    }
    let conditions = subject.conditions.iter().copied();
    let matched = Subject {
        targets: vec![type_name],
        conditions: conditions.chain(&group.filters).collect(),
        sides: None,
        has_matches: false,
        ..subject.clone()
    };
    let needs = Needs::any_times("k", MatchColumn::RowKey);
    let matches = scope.context.matches(&matched, &needs)?;
    Ok(field_value::key(scope, TARGET)?.in_subquery(matches.select))
}
