//! Set operations over the instances of named subqueries: union, intersection and difference.

use std::collections::BTreeSet;

use cmec_decoder::contract::{Contract, Group, SetOp, SetSide};
use cmec_decoder::language::{Operator, Output, SetOperator};

use super::cell::Cell;
use super::rows::{existence, rows, shown, targets};
use super::walk::{Match, Walk, target_of};
use super::{Answer, EvaluationError, Over};

/// The contract's relations and filters apply to each subquery. A subquery without relations of its own shares the
/// contract's bindings.
pub(super) fn answer(contract: &Contract<'_>, over: Over<'_>) -> Result<Answer, EvaluationError> {
    let constraints = &contract.constraints;
    let is_side = |name: &str| (constraints.set_ops.as_deref()).is_some_and(|set| set.uses(name));
    let mut found = Vec::new();
    let groups = constraints.groups.iter();
    for group in groups.filter(|group| is_side(&group.name)) {
        found.push((group.name.as_ref(), matches(contract, group, over)?));
    }
    let nothing = || EvaluationError::Unknown("set_ops".to_owned());
    let set = constraints.set_ops.as_deref().ok_or_else(nothing)?;
    let instances = of_operation(set, &found)?;
    if contract.intent.output_type == Output::Existence {
        return Ok(existence(!instances.is_empty()));
    }
    let mut all: Vec<Match> = found.into_iter().flat_map(|(_, matches)| matches).collect();
    all.retain(|found| target_of(found).is_some_and(|target| instances.contains(&target)));
    all.sort_unstable();
    all.dedup();
    let walk = Walk::new(contract, &every_type(contract), over)?;
    shown(contract, &walk, rows(contract, all))
}

fn matches(
    contract: &Contract<'_>,
    group: &Group<'_>,
    over: Over<'_>,
) -> Result<Vec<Match>, EvaluationError> {
    let walk = Walk::new(contract, &types_of(contract, group), over)?;
    let filters = &contract.constraints.filters[..];
    if contract.constraints.is_of_whole(group) {
        return walk.matches(&[filters, &group.filters].concat());
    }
    let mut matches = walk.matches(filters)?;
    matches.retain(|found| {
        let target = target_of(found).map_or(Cell::Missing, Cell::count);
        over.given
            .holds(&target, Operator::In, &group.name, Cell::clone)
    });
    Ok(matches)
}

/// The types of a subquery: its own or the contract's.
fn types_of<'c>(contract: &'c Contract<'_>, group: &'c Group<'_>) -> Vec<&'c str> {
    match group.grounding.target_types.as_slice() {
        [] => targets(contract),
        own => own.iter().map(AsRef::as_ref).collect(),
    }
}

fn every_type<'c>(contract: &'c Contract<'_>) -> Vec<&'c str> {
    let groups = contract.constraints.groups.iter();
    let types: BTreeSet<&str> = groups.flat_map(|group| types_of(contract, group)).collect();
    types.into_iter().collect()
}

type GroupMatches<'g> = [(&'g str, Vec<Match>)];

fn of_operation(
    set: &SetOp<'_>,
    found: &GroupMatches<'_>,
) -> Result<BTreeSet<usize>, EvaluationError> {
    let (left, right) = (of_side(&set.lhs, found)?, of_side(&set.rhs, found)?);
    Ok(match set.op {
        SetOperator::Union => &left | &right,
        SetOperator::Intersect => &left & &right,
        SetOperator::Except => &left - &right,
    })
}

fn of_side(
    side: &SetSide<'_>,
    found: &GroupMatches<'_>,
) -> Result<BTreeSet<usize>, EvaluationError> {
    match side {
        SetSide::Nested(set) => of_operation(set, found),
        SetSide::Group(name) => {
            let group = found.iter().find(|(group, _)| group == name);
            let (_, matches) = group.ok_or_else(|| EvaluationError::Unknown(name.to_string()))?;
            let targets = matches.iter().filter_map(|found| target_of(found));
            Ok(targets.collect())
        }
    }
}
