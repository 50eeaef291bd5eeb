//! The tables of the variables, joined along the hops between them.

use std::collections::BTreeSet;

use cmec_decoder::places::Hop;
use sea_query::{Expr, ExprTrait, JoinType, SelectStatement};

use crate::lane::structured::sql::context::WriteError;
use crate::lane::structured::sql::places::link::Link;
use crate::lane::structured::sql::places::scope::Scope;
use crate::lane::structured::sql::places::{field_value, link};

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct JoinEffect {
    /// An instance of the target may have several rows.
    pub(crate) multiplies: bool,
    /// A binding may have several rows.
    pub(crate) repeats: bool,
}

/// Joins the tables of some variables to one that the select already has, and returns the effect on its rows.
pub(crate) fn join(
    scope: &Scope<'_>,
    select: &mut SelectStatement,
    places: &BTreeSet<usize>,
    first: usize,
) -> Result<JoinEffect, WriteError> {
    let mut effect = JoinEffect::default();
    let within =
        |hop: &&Hop<'_>| !hop.absent && places.contains(&hop.from) && places.contains(&hop.to);
    let mut hops: Vec<&Hop<'_>> = scope.places.hops.iter().filter(within).collect();
    let mut placed = BTreeSet::from([first]);
    loop {
        let leads = |hop: &&Hop<'_>| placed.contains(&hop.from) != placed.contains(&hop.to);
        if let Some(at) = hops.iter().position(leads) {
            let hop = hops.remove(at);
            let (near, far) = match placed.contains(&hop.from) {
                true => (hop.from, hop.to),
                false => (hop.to, hop.from),
            };
            let did = join_hop(scope, select, hop, near, far)?;
            effect.multiplies |= did.multiplies;
            effect.repeats |= did.repeats;
            placed.insert(far);
            continue;
        }
        let Some(open) = places.iter().copied().find(|place| !placed.contains(place)) else {
            break;
        };
        join_table(scope, select, open, Expr::cust("1 = 1"))?;
        effect.multiplies = true;
        placed.insert(open);
    }
    for hop in hops {
        select.and_where(link::linked(scope, hop)?);
    }
    Ok(effect)
}

fn join_table(
    scope: &Scope<'_>,
    select: &mut SelectStatement,
    place: usize,
    on: Expr,
) -> Result<(), WriteError> {
    select.join(JoinType::InnerJoin, scope.placed(place)?, on);
    select.and_where_option(link::is_named(scope, place)?);
    Ok(())
}

fn join_hop(
    scope: &Scope<'_>,
    select: &mut SelectStatement,
    hop: &Hop<'_>,
    near: usize,
    far: usize,
) -> Result<JoinEffect, WriteError> {
    let link = link::link(scope, hop)?;
    let starts_near = near == hop.from;
    let key = |place| field_value::key(scope, place);
    let (near_key, far_key) = (key(near)?, key(far)?);
    let alias = scope.context.alias('l');
    let (multiplies, repeats) = match link {
        Some(Link::KeyHere(name)) => {
            let on = scope.column(hop.from, &name);
            join_table(scope, select, far, on.eq(key(hop.to)?))?;
            (!starts_near, false)
        }
        Some(Link::KeyThere(name)) => {
            let on = scope.column(hop.to, &name);
            join_table(scope, select, far, on.eq(key(hop.from)?))?;
            (starts_near, false)
        }
        pairs => {
            let repeats = pairs.is_some();
            let pairs = link::pair_table(scope, hop, pairs, &alias)?;
            let (at_near, at_far) = match starts_near {
                true => (pairs.here, pairs.there),
                false => (pairs.there, pairs.here),
            };
            select.join(JoinType::InnerJoin, pairs.table, at_near.eq(near_key));
            join_table(scope, select, far, far_key.eq(at_far))?;
            (true, repeats)
        }
    };
    Ok(JoinEffect {
        multiplies,
        repeats,
    })
}
