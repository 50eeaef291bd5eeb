//! Conditions that need no table of their own in the rows: constraints, anti-joins and semi-joins.

use std::collections::BTreeSet;

use cmec_decoder::contract::Condition;
use cmec_decoder::places::{Hop, TARGET};
use sea_query::{Expr, ExprTrait, JoinType, SelectStatement};

use crate::lane::structured::sql::conditions::needs::{Constraint, What};
use crate::lane::structured::sql::conditions::{condition, joins};
use crate::lane::structured::sql::context::WriteError;
use crate::lane::structured::sql::places::link::Link;
use crate::lane::structured::sql::places::scope::Scope;
use crate::lane::structured::sql::places::{field_value, link, variant};
use crate::lane::structured::sql::values::connectives::every;

pub(crate) fn constraint(
    scope: &Scope<'_>,
    constraint: &Constraint<'_>,
) -> Result<Expr, WriteError> {
    match &constraint.what {
        What::Condition(condition) => condition::condition(scope, condition),
        What::Absent(hop, conditions) => absent(scope, hop, conditions),
    }
}

/// An anti-join: no hop leads to an instance that meets the conditions.
fn absent(
    scope: &Scope<'_>,
    hop: &Hop<'_>,
    conditions: &[&Condition<'_>],
) -> Result<Expr, WriteError> {
    let mut open = vec![hop.from, hop.to];
    open.retain(|place| scope.places.is_absent(*place));
    let mut none = Vec::new();
    for scope in &with_types(scope, &open)? {
        let ends = (scope.type_of(hop.from), scope.type_of(hop.to));
        if !variant::may_lead(scope.context, hop, ends.0, ends.1) {
            continue;
        }
        let mut select = SelectStatement::new();
        select.expr(Expr::cust("1"));
        for place in &open {
            select.from(scope.placed(*place)?);
            select.and_where_option(link::is_named(scope, *place)?);
        }
        select.and_where(link::linked(scope, hop)?);
        for condition in conditions {
            select.and_where(condition::condition(scope, condition)?);
        }
        none.push(Expr::not_exists(select));
    }
    Ok(every(none))
}

/// A scope for each type that the open variables may have.
fn with_types<'s>(scope: &Scope<'s>, open: &[usize]) -> Result<Vec<Scope<'s>>, WriteError> {
    let mut scopes = vec![scope.with_type(usize::MAX, "")];
    for place in open {
        let def = scope.places.places.get(*place);
        let types = def.map(|def| variant::types_at(scope.context, def, scope.entities));
        let types = types.unwrap_or_default();
        let each = scopes
            .iter()
            .flat_map(|scope| types.iter().map(|name| scope.with_type(*place, name)));
        scopes = each.collect();
    }
    Ok(scopes)
}

/// A semi-join: each variable of a part has an instance.
pub(crate) fn semi_join(
    scope: &Scope<'_>,
    part: &BTreeSet<usize>,
    constraints: &[Constraint<'_>],
) -> Result<Expr, WriteError> {
    let hops = scope.places.hops.iter().filter(|hop| !hop.absent);
    let far_end = |hop: &Hop<'_>| if hop.from == TARGET { hop.to } else { hop.from };
    let leads =
        |hop: &&Hop<'_>| (hop.from == TARGET) != (hop.to == TARGET) && part.contains(&far_end(hop));
    let to_target: Vec<&Hop<'_>> = hops.filter(leads).collect();
    let own = |constraint: &&Constraint<'_>| !constraint.places.is_disjoint(part);
    let own: Vec<&Constraint<'_>> = constraints.iter().filter(own).collect();
    let reads_target = (own.iter()).any(|constraint| constraint.places.contains(&TARGET));
    let first = to_target.first().map(|hop| far_end(hop));
    let first = first.or_else(|| part.first().copied()).unwrap_or(TARGET);
    let mut select = SelectStatement::new();
    select.from(scope.placed(first)?);
    select.and_where_option(link::is_named(scope, first)?);
    joins::join(scope, &mut select, part, first)?;
    for one in own {
        select.and_where(constraint(scope, one)?);
    }
    match to_target.as_slice() {
        [only] if !reads_target => among(scope, only, first, select),
        hops => {
            for hop in hops {
                select.and_where(link::linked(scope, hop)?);
            }
            select.expr(Expr::cust("1"));
            Ok(Expr::exists(select))
        }
    }
}

/// True where a hop leads from the target to one of the instances of a select.
fn among(
    scope: &Scope<'_>,
    hop: &Hop<'_>,
    far: usize,
    mut select: SelectStatement,
) -> Result<Expr, WriteError> {
    let link = link::link(scope, hop)?;
    let starts = hop.from == TARGET;
    let alias = scope.context.alias('l');
    let target_key = field_value::key(scope, TARGET)?;
    let far_key = field_value::key(scope, far)?;
    let (own, others) = match link {
        Some(Link::KeyHere(name)) if starts => (scope.column(TARGET, &name), far_key),
        Some(Link::KeyHere(name)) => (target_key, scope.column(far, &name)),
        Some(Link::KeyThere(name)) if starts => (target_key, scope.column(far, &name)),
        Some(Link::KeyThere(name)) => (scope.column(TARGET, &name), far_key),
        pairs => {
            let pairs = link::pair_table(scope, hop, pairs, &alias)?;
            let (at_target, at_far) = match starts {
                true => (pairs.here, pairs.there),
                false => (pairs.there, pairs.here),
            };
            select.join(JoinType::InnerJoin, pairs.table, at_far.eq(far_key));
            (target_key, at_target)
        }
    };
    Ok(own.in_subquery(select.expr(others).take()))
}
