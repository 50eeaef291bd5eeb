//! Graph parameters → a walk and a path: only what does not follow from the relations and the scenario.

use crate::contract::{Contract, GraphParams, PathParams};
use crate::encode::EncodeError;
use crate::encode::derived::{default_depth, only_hops, two_ends};
use crate::encode::line::walks;
use crate::language::Direction;
use crate::line::canonical_names::{Names, text, type_name};
use crate::line::marks;
use crate::tables::Tables;

/// What a line says of the graph.
#[derive(Debug, Clone, Copy)]
pub(super) struct Says {
    pub(super) walk: bool,
    pub(super) path: bool,
}

/// Whether a walk and a path are left to say.
pub(super) fn says(contract: &Contract<'_>, tables: &Tables) -> Says {
    let path = said_path(contract).is_some();
    let walk = said_walk(contract).is_some_and(|params| {
        params.direction != Direction::Both
            || !params.relation_types.is_empty()
            || depth(contract, params, tables).is_some()
    });
    Says { walk, path }
}

/// The parameters, where they do not follow from relations.
fn said_walk<'c, 'a>(contract: &'c Contract<'a>) -> Option<&'c GraphParams<'a>> {
    let params = contract.graph_params.as_ref()?;
    (contract.grounding.relations.is_empty() && walks(contract.intent.scenario)).then_some(params)
}

/// The path, where it says more than its number of hops.
fn said_path<'c, 'a>(contract: &'c Contract<'a>) -> Option<&'c PathParams<'a>> {
    let path = contract.graph_params.as_ref()?.path.as_ref()?;
    let along = !contract.grounding.relations.is_empty();
    (along || !two_ends(contract) || !only_hops(path)).then_some(path)
}

/// The depth, where it is none that follows.
fn depth(contract: &Contract<'_>, params: &GraphParams<'_>, tables: &Tables) -> Option<u32> {
    let default = default_depth(contract.intent.scenario, tables);
    let own = said_path(contract).is_none() && params.depth != default;
    own.then_some(params.depth)
}

/// `*2>relation`: how far, which way and along what.
pub(super) fn walk(
    contract: &Contract<'_>,
    tables: &Tables,
    naming: Names<'_>,
) -> Result<Option<String>, EncodeError> {
    let Some(params) = said_walk(contract).filter(|_| says(contract, tables).walk) else {
        return Ok(None);
    };
    let depth = depth(contract, params, tables).map(|depth| depth.to_string());
    let names = (params.relation_types.iter()).map(|name| naming.relation_of(name));
    let names: Vec<&str> = names.collect::<Result<_, _>>()?;
    let way = match (params.direction, names.as_slice()) {
        (Direction::Both, []) => String::new(),
        (direction, []) => format!("{}*", marks::direction(direction)),
        (direction, names) => format!("{}{}", marks::direction(direction), names.join(",")),
    };
    Ok(Some(format!("*{}{way}", depth.unwrap_or_default())))
}

/// `path(#key type *4 >relation)`.
pub(super) fn path(
    contract: &Contract<'_>,
    tables: &Tables,
    naming: Names<'_>,
) -> Result<Option<String>, EncodeError> {
    let Some(path) = said_path(contract) else {
        return Ok(None);
    };
    let sources = path.source_ids.iter().map(|id| format!("#{}", text(id)));
    let targets = path.target_types.iter().map(|name| type_name(name));
    let mut parts: Vec<String> = sources.chain(targets).collect();
    // Beside relations there are as many hops as these make.
    let along = !contract.grounding.relations.is_empty();
    if !along && path.max_hops != tables.limits.hops_default {
        parts.push(format!("*{}", path.max_hops));
    }
    for name in &path.allowed_relations {
        parts.push(format!(">{}", naming.relation_of(name)?));
    }
    Ok(Some(format!("{}({})", marks::PATH, parts.join(" "))))
}
