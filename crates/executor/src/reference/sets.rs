//! Sets: instances of named groups, joined, met or taken away.

use std::collections::BTreeSet;

use cmec_decoder::contract::{Contract, Group, SetOp, SetSide};
use cmec_decoder::language::{Output, SetOperator};
use cmec_decoder::tables::Tables;

use super::data::Data;
use super::rows::{existence, rows, shown, targets};
use super::walk::{Match, Walk};
use super::{Answer, Undefined};

/// The contract's relations and filters hold of each group, beside its own filters.
pub(super) fn answer(
    contract: &Contract<'_>,
    tables: &Tables,
    data: &Data,
) -> Result<Answer, Undefined> {
    let mut found = Vec::new();
    for group in &contract.constraints.groups {
        found.push((group.name.as_ref(), matches(contract, group, tables, data)?));
    }
    let nothing = || Undefined::Unknown("set_ops".to_owned());
    let set = contract
        .constraints
        .set_ops
        .as_deref()
        .ok_or_else(nothing)?;
    let instances = of_operation(set, &found)?;
    if contract.intent.output_type == Output::Existence {
        return Ok(existence(!instances.is_empty()));
    }
    let mut all: Vec<Match> = found.into_iter().flat_map(|(_, matches)| matches).collect();
    all.retain(|found| Walk::target(found).is_some_and(|target| instances.contains(&target)));
    all.sort_unstable();
    all.dedup();
    let walk = Walk::new(contract, &every_type(contract), tables, data)?;
    shown(contract, &walk, rows(contract, all))
}

fn matches(
    contract: &Contract<'_>,
    group: &Group<'_>,
    tables: &Tables,
    data: &Data,
) -> Result<Vec<Match>, Undefined> {
    let walk = Walk::new(contract, &types_of(contract, group), tables, data)?;
    walk.matches(&[&contract.constraints.filters[..], &group.filters].concat())
}

/// The types of a group: its own, or the contract's.
fn types_of<'c>(contract: &'c Contract<'_>, group: &'c Group<'_>) -> Vec<&'c str> {
    match group.target_types.as_slice() {
        [] => targets(contract),
        own => own.iter().map(AsRef::as_ref).collect(),
    }
}

fn every_type<'c>(contract: &'c Contract<'_>) -> Vec<&'c str> {
    let groups = contract.constraints.groups.iter();
    let types: BTreeSet<&str> = groups.flat_map(|group| types_of(contract, group)).collect();
    types.into_iter().collect()
}

type Found<'g> = [(&'g str, Vec<Match>)];

fn of_operation(set: &SetOp<'_>, found: &Found<'_>) -> Result<BTreeSet<usize>, Undefined> {
    let (left, right) = (of_side(&set.lhs, found)?, of_side(&set.rhs, found)?);
    Ok(match set.op {
        SetOperator::Union => &left | &right,
        SetOperator::Intersect => &left & &right,
        SetOperator::Except => &left - &right,
    })
}

fn of_side(side: &SetSide<'_>, found: &Found<'_>) -> Result<BTreeSet<usize>, Undefined> {
    match side {
        SetSide::Nested(set) => of_operation(set, found),
        SetSide::Group(name) => {
            let group = found.iter().find(|(group, _)| group == name);
            let (_, matches) = group.ok_or_else(|| Undefined::Unknown(name.to_string()))?;
            Ok(matches
                .iter()
                .filter_map(|found| Walk::target(found))
                .collect())
        }
    }
}
