//! The bindings of a contract, with the values that are read from them.
//!
//! The tables of the read values are joined. The other conditions on variables become semi-joins: `IN` where a single
//! key decides, `EXISTS` otherwise. Where a join may repeat a row, the select is distinct.

use std::collections::BTreeSet;

use cmec_decoder::language::{ValueType, given_names};
use cmec_decoder::places::{Places, TARGET};
use sea_query::{Expr, ExprTrait, JoinType, SelectStatement, UnionType};

use crate::lane::structured::sql::conditions::needs::{
    Constraint, MatchColumn, Matches, Needs, What,
};
use crate::lane::structured::sql::conditions::{condition, joins, semi_joins, sets};
use crate::lane::structured::sql::context::{SqlContext, WriteError, each_once};
use crate::lane::structured::sql::page::distance;
use crate::lane::structured::sql::places::scope::Scope;
use crate::lane::structured::sql::places::subject::Subject;
use crate::lane::structured::sql::places::{field_value, link, variant};
use crate::lane::structured::sql::values::expressions::concat;
use crate::lane::structured::sql::values::{connectives, dialect};

pub(crate) fn matches(
    context: &SqlContext<'_>,
    subject: &Subject<'_>,
    needs: &Needs<'_>,
) -> Result<Matches, WriteError> {
    let places = subject.places(context);
    let mut twice = false;
    let entities = subject.grounding.entity_list.as_slice();
    let variants = variant::variants(context, &places, entities)?;
    // Rows of different tables may have the same key, so the type is selected, too.
    let varies: Vec<bool> = (0..places.places.len())
        .map(|place| {
            let types = variants.iter().filter_map(|variant| variant.get(place));
            each_once(types.copied().collect()).len() > 1
        })
        .collect();
    let mut all: Option<SelectStatement> = None;
    for types in variants {
        let scope = Scope::new(context, &places, (entities, subject.groups), types);
        let (select, is_twice) = variant(&scope, subject, needs, &varies)?;
        twice |= is_twice;
        connectives::union(&mut all, UnionType::All, select);
    }
    let select = match all {
        Some(all) => all,
        None => no_matches(context, needs)?,
    };
    Ok(Matches { select, twice })
}

/// An empty select: no assignment of types is possible.
fn no_matches(context: &SqlContext<'_>, needs: &Needs<'_>) -> Result<SelectStatement, WriteError> {
    let mut select = SelectStatement::new();
    for (name, needed) in &needs.columns {
        let value_type = match needed {
            MatchColumn::Value(path)
            | MatchColumn::Shown(path)
            | MatchColumn::Member(path)
            | MatchColumn::HasValue(path) => {
                let kind = context.tables.kind(path);
                kind.map_or(ValueType::Text, |kind| kind.value_type)
            }
            _ => ValueType::Text,
        };
        select.expr_as(dialect::missing(context.engine, value_type), name.clone());
    }
    Ok(select.and_where(Expr::cust("1 = 0")).take())
}

fn variant(
    scope: &Scope<'_>,
    subject: &Subject<'_>,
    needs: &Needs<'_>,
    varies: &[bool],
) -> Result<(SelectStatement, bool), WriteError> {
    let constraints = constraints(scope, subject)?;
    let parts = parts(scope, &constraints);
    let needed = needed(scope, needs)?;
    let is_joined = |part: &&BTreeSet<usize>| needs.whole || !part.is_disjoint(&needed);
    let (joined, asked): (Vec<_>, Vec<_>) = parts.iter().partition(is_joined);
    let mut select = SelectStatement::new();
    select.from(scope.placed(TARGET)?);
    select.and_where_option(link::is_named(scope, TARGET)?);
    let mut there: BTreeSet<usize> = joined.into_iter().flatten().copied().collect();
    there.insert(TARGET);
    let mut effect = joins::join(scope, &mut select, &there, TARGET)?;
    for constraint in &constraints {
        if constraint.places.is_subset(&there) {
            select.and_where(semi_joins::constraint(scope, constraint)?);
        }
    }
    for part in asked {
        select.and_where(semi_joins::semi_join(scope, part, &constraints)?);
    }
    if let Some(sides) = &subject.sides {
        select.and_where(sets::sides(scope, sides, subject)?);
    }
    for (name, needed) in &needs.columns {
        let column = match needed {
            MatchColumn::Member(path) => {
                effect.repeats = true;
                join_members(scope, &mut select, path)?
            }
            needed => needed_column(scope, needed, varies)?,
        };
        select.expr_as(column, name.clone());
    }
    let twice = effect.repeats || (effect.multiplies && !needs.whole);
    if twice && !needs.any_times {
        select.distinct();
    }
    Ok((select, twice))
}

fn needed_column(
    scope: &Scope<'_>,
    needed: &MatchColumn<'_>,
    varies: &[bool],
) -> Result<Expr, WriteError> {
    Ok(match needed {
        MatchColumn::Key(place) if varies.get(*place) == Some(&true) => {
            let key = field_value::key(scope, *place)?.cast_as("text");
            let of_type = Expr::val(format!("{}:", scope.type_of(*place)));
            concat(of_type, key)
        }
        MatchColumn::Key(place) => field_value::key(scope, *place)?,
        // Keys of different tables may have different SQL types, so they are cast to text.
        MatchColumn::RowKey if varies.get(TARGET) == Some(&true) => {
            field_value::key(scope, TARGET)?.cast_as("text")
        }
        MatchColumn::RowKey => field_value::key(scope, TARGET)?,
        MatchColumn::Type => Expr::val(scope.type_of(TARGET).to_owned()),
        MatchColumn::Called(place) => field_value::name_shown(scope, *place)?.expr,
        MatchColumn::Value(path) | MatchColumn::Member(path) => {
            field_value::value(scope, path)?.expr
        }
        MatchColumn::Shown(path) => field_value::shown(scope, path)?,
        MatchColumn::Distance(operator) => distance::distance(scope, operator)?,
        MatchColumn::HasValue(path) => {
            let (_, read) = given_names::at_place(path);
            let def = scope.context.tables.field_by_path(read);
            let value = match field_value::several(scope, path)? {
                // Instances of another type have no list; its marker column is a number.
                None if def.is_some_and(|def| def.array) => {
                    return Ok(dialect::missing(scope.context.engine, ValueType::Integer));
                }
                None => return Ok(field_value::value(scope, path)?.expr),
                Some(several) => field_value::has_member(scope.context, &several, path),
            };
            Expr::case(value, Expr::cust("1")).into()
        }
    })
}

/// Joins the members of a list field, which may be empty.
fn join_members(
    scope: &Scope<'_>,
    select: &mut SelectStatement,
    path: &str,
) -> Result<Expr, WriteError> {
    let Some(several) = field_value::several(scope, path)? else {
        return Ok(field_value::value(scope, path)?.expr);
    };
    let value_type = field_value::value(scope, path)?.value_type;
    let members = field_value::members(scope.context, &several, value_type);
    let on = members.of_instance.unwrap_or_else(|| Expr::cust("1 = 1"));
    select.join(JoinType::LeftJoin, members.table, on);
    Ok(members.member)
}

/// The variables that columns are read from.
fn needed(scope: &Scope<'_>, needs: &Needs<'_>) -> Result<BTreeSet<usize>, WriteError> {
    let mut places = BTreeSet::new();
    for (_, needed) in &needs.columns {
        match needed {
            MatchColumn::Key(place) | MatchColumn::Called(place) => {
                places.insert(*place);
            }
            MatchColumn::RowKey | MatchColumn::Type => {}
            MatchColumn::Distance(_) => {}
            MatchColumn::Value(path)
            | MatchColumn::Shown(path)
            | MatchColumn::Member(path)
            | MatchColumn::HasValue(path) => {
                places.extend(field_value::places_of(scope, path)?);
            }
        }
    }
    Ok(places)
}

fn constraints<'s, 'c>(
    scope: &Scope<'s>,
    subject: &Subject<'c>,
) -> Result<Vec<Constraint<'c>>, WriteError>
where
    's: 'c,
{
    let (mut constraints, mut of_absent) = (Vec::new(), Vec::new());
    for condition in &subject.conditions {
        let places = condition::places_read(scope, condition)?;
        if places.iter().any(|place| scope.places.is_absent(*place)) {
            of_absent.push((*condition, places));
        } else {
            constraints.push(Constraint {
                places: places.into_iter().collect(),
                what: What::Condition(condition),
            });
        }
    }
    for hop in scope.places.hops.iter().filter(|hop| hop.absent) {
        let ends = [hop.from, hop.to];
        let is_about = |places: &[usize]| {
            let absent = places
                .iter()
                .filter(|place| scope.places.is_absent(**place));
            absent.into_iter().any(|place| ends.contains(place))
        };
        let own = of_absent.iter().filter(|(_, places)| is_about(places));
        let read = own.clone().flat_map(|(_, places)| places.iter().copied());
        let places = read
            .chain(ends)
            .filter(|place| !scope.places.is_absent(*place));
        constraints.push(Constraint {
            places: places.collect(),
            what: What::Absent(hop, own.map(|(condition, _)| *condition).collect()),
        });
    }
    Ok(constraints)
}

/// The variables except the target, in parts that hops and constraints connect without it.
fn parts(scope: &Scope<'_>, constraints: &[Constraint<'_>]) -> Vec<BTreeSet<usize>> {
    let there = (1..scope.places.places.len()).filter(|place| !scope.places.is_absent(*place));
    let mut parts: Vec<BTreeSet<usize>> = there.map(|place| BTreeSet::from([place])).collect();
    let hops = scope.places.hops.iter().filter(|hop| !hop.absent);
    let ties = hops.map(|hop| BTreeSet::from([hop.from, hop.to]));
    let ties = ties.chain(
        constraints
            .iter()
            .map(|constraint| constraint.places.clone()),
    );
    for mut tie in ties {
        tie.remove(&TARGET);
        let (tied, rest): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|part| !part.is_disjoint(&tie));
        parts = rest;
        let tied: BTreeSet<usize> = tied.into_iter().flatten().collect();
        if !tied.is_empty() {
            parts.push(tied);
        }
    }
    parts.sort();
    parts
}

/// The variables that the rows show, where a row is a binding.
pub(crate) fn shown_places(places: &Places<'_>) -> Vec<usize> {
    let all = 0..places.places.len();
    all.filter(|place| !places.is_absent(*place)).collect()
}
