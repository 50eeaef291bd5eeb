//! Graph parameters → `G`: only what does not follow from the relations and the scenario.

use crate::contract::{Contract, PathParams, Str};
use crate::encode::EncodeError;
use crate::encode::c02::relation_code;
use crate::encode::writer::Object;
use crate::escape::quote;
use crate::tables::Tables;
use crate::vocabulary::{Direction, Scenario};

/// Writes `G`, where something is left to say.
pub(super) fn graph(
    intent: &mut Object<'_>,
    contract: &Contract<'_>,
    tables: &Tables,
) -> Result<(), EncodeError> {
    let Some(params) = &contract.graph_params else {
        return Ok(());
    };
    let path = params.path.as_ref();
    intent.object_if_any("G", |part| {
        // Way, depth and names follow from the relations.
        if !contract.grounding.relations.is_empty() {
            return between(part, path, None, tables);
        }
        if params.direction != Direction::Both {
            part.text("dir", params.direction.code());
        }
        // A path with nothing but its number of hops is the depth, which is shorter; where the intent has no two
        // ends the path itself must be said.
        let path = path.filter(|path| !two_ends(contract) || !only_hops(path));
        if path.is_none() && params.depth != default_depth(contract.intent.scenario, tables) {
            part.number("dep", params.depth);
        }
        relations(part, &params.relation_types, tables)?;
        let hops = Some(tables.limits.hops_default);
        between(part, path, hops, tables)
    })
}

pub(super) fn default_depth(scenario: Scenario, tables: &Tables) -> u32 {
    if scenario == Scenario::PathQuery {
        return tables.limits.hops_default;
    }
    let own = tables.scenario(scenario).and_then(|row| row.default_depth);
    own.unwrap_or(1)
}

pub(super) fn two_ends(contract: &Contract<'_>) -> bool {
    let grounding = &contract.grounding;
    match grounding.entity_list.len() {
        0 => false,
        1 => !grounding.target_types.is_empty(),
        _ => true,
    }
}

pub(super) fn only_hops(path: &PathParams<'_>) -> bool {
    path.source_ids.is_empty() && path.target_types.is_empty() && path.allowed_relations.is_empty()
}

/// Writes a path; `hops`: those that need not be said, `None` where they follow from the relations.
fn between(
    part: &mut Object<'_>,
    path: Option<&PathParams<'_>>,
    hops: Option<u32>,
    tables: &Tables,
) -> Result<(), EncodeError> {
    let Some(path) = path else {
        return Ok(());
    };
    part.object("path", |part| {
        part.texts("src", &path.source_ids)?;
        part.texts("tg", &path.target_types)?;
        if hops.is_some_and(|hops| hops != path.max_hops) {
            part.number("hop", path.max_hops);
        }
        relations(part, &path.allowed_relations, tables)
    })
}

fn relations(part: &mut Object<'_>, names: &[Str<'_>], tables: &Tables) -> Result<(), EncodeError> {
    part.list("rel", names, |out, name| {
        relation_code(tables, name).map(|code| quote(out, code))
    })
}
