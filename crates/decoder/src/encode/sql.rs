//! `Contract` → SQL: the shortest `SELECT` that decodes to the same contract.

mod select;
mod words;

use crate::contract::{
    Contract, Defaultable, Entity, Group, Pagination, RagParams, SetOp, SetSide, Valid,
};
use crate::encode::EncodeError;
use crate::encode::defaults::{default_depth, default_limit};
use crate::encode::sql::select::{Form, Select};
use crate::language::{Direction, Output, Scenario, SetOperator};
use crate::sql_words::{name, text};
use crate::tables::Tables;

/// The error for a part that SQL cannot express.
pub(super) fn lacks<T>(what: &'static str) -> Result<T, EncodeError> {
    Err(EncodeError::NotInSql { what })
}

pub(super) fn write(
    contract: &Valid<Contract<'_>>,
    tables: &Tables,
) -> Result<String, EncodeError> {
    let scenario = contract.intent.scenario;
    let constraints = &contract.constraints;
    let is_default = contract.is_defaulted(Defaultable::Limit);
    let default = is_default.then(|| default_limit(tables, scenario));
    let page = page(&constraints.pagination, default);
    match scenario {
        Scenario::PathQuery | Scenario::Subgraph => Ok(walk(contract, tables)? + &page),
        Scenario::TextRag if contract.intent.output_type == Output::Texts => {
            let about = &contract.grounding;
            let is_alone = about.entity_list.is_empty() && constraints.sort.is_empty();
            match &contract.rag_params {
                Some(params) if is_alone && page.is_empty() => {
                    Ok(format!("SELECT {}", searched(params)))
                }
                _ => lacks("a search for texts with more than its text"),
            }
        }
        Scenario::SetOps => set(contract, tables, &page),
        Scenario::Clarify => lacks("a question"),
        _ => {
            let mut with = Vec::new();
            for group in &constraints.groups {
                with.push(format!(
                    "{} AS ({})",
                    name(&group.name),
                    of_group(group, tables)?
                ));
            }
            let with = match with.is_empty() {
                true => String::new(),
                false => format!("WITH {} ", with.join(", ")),
            };
            let form = Form::of(contract)?;
            let select = Select::new(&contract.grounding, scenario, tables, false)?;
            let parts = select::Parts {
                filters: &constraints.filters,
                sort: &constraints.sort,
                page: (&constraints.pagination, default),
                numbers: constraints.aggregation.as_deref(),
                default_groups: Some(default_limit(tables, Scenario::Aggregation)),
                retrieval: contract.rag_params.as_ref(),
            };
            let select = select.write(form, &parts)?;
            Ok(match contract.intent.output_type {
                Output::Existence => format!("{with}SELECT EXISTS ({select})"),
                _ => with + &select,
            })
        }
    }
}

/// Limit and offset, each with a leading space.
fn page(page: &Pagination<'_>, default: Option<u32>) -> String {
    let mut text = String::new();
    if Some(page.limit) != default {
        text.push_str(&format!(" LIMIT {}", page.limit));
    }
    if page.offset != 0 {
        text.push_str(&format!(" OFFSET {}", page.offset));
    }
    text
}

fn of_group(group: &Group<'_>, tables: &Tables) -> Result<String, EncodeError> {
    let scenario = match group.aggregation {
        Some(_) => Scenario::Aggregation,
        None => Scenario::InstanceSearch,
    };
    let all = Pagination::all();
    let (page, default) = match &group.pagination {
        Some(page) => (page, None),
        None => (&all, Some(all.limit)),
    };
    let select = Select::new(&group.grounding, scenario, tables, true)?;
    select.write(
        Form::Things,
        &select::Parts {
            filters: &group.filters,
            sort: &group.sort,
            page: (page, default),
            numbers: group.aggregation.as_deref(),
            default_groups: None,
            retrieval: None,
        },
    )
}

fn set(contract: &Valid<Contract<'_>>, tables: &Tables, page: &str) -> Result<String, EncodeError> {
    let (about, constraints) = (&contract.grounding, &contract.constraints);
    let is_plain = about.entity_list.is_empty()
        && about.relations.is_empty()
        && constraints.filters.is_empty();
    let ([target], true) = (about.target_types.as_slice(), is_plain) else {
        return lacks("conditions on all sides of a set operation");
    };
    if contract.intent.output_type != Output::Instances || !constraints.pagination.per.is_empty() {
        return lacks("a set operation with another output");
    }
    let Some(set) = constraints.set_ops.as_deref() else {
        return lacks("groups without an operation");
    };
    let mut with = Vec::new();
    for group in &constraints.groups {
        let mut own = group.clone();
        if set.uses(&group.name) {
            own.grounding.target_types = vec![target.clone()];
            own.grounding
                .target_attributes
                .clone_from(&about.target_attributes);
            if group.grounding.target_types.iter().any(|of| of != target)
                || !group.grounding.target_attributes.is_empty()
            {
                return lacks("sides of a set operation of several types");
            }
        }
        with.push(format!(
            "{} AS ({})",
            name(&group.name),
            of_group(&own, tables)?
        ));
    }
    let keys = constraints.sort.iter().map(|key| {
        Ok(select::order(
            &words::bare_field(tables, &key.field)?,
            key.order,
        ))
    });
    let keys: Vec<String> = keys.collect::<Result<_, EncodeError>>()?;
    let sort = if keys.is_empty() {
        String::new()
    } else {
        format!(" ORDER BY {}", keys.join(", "))
    };
    Ok(format!(
        "WITH {} {}{sort}{page}",
        with.join(", "),
        operation(set)
    ))
}

fn operation(set: &SetOp<'_>) -> String {
    let word = match set.op {
        SetOperator::Union => "UNION",
        SetOperator::Intersect => "INTERSECT",
        SetOperator::Except => "EXCEPT",
    };
    let side = |side: &SetSide<'_>, in_brackets: bool| match side {
        SetSide::Group(group) => format!("SELECT * FROM {}", name(group)),
        SetSide::Nested(inner) if in_brackets => format!("({})", operation(inner)),
        SetSide::Nested(inner) => operation(inner),
    };
    // `INTERSECT` binds more tightly than the other operators.
    let binds = set.op == SetOperator::Intersect
        && matches!(&set.lhs, SetSide::Nested(inner) if inner.op != SetOperator::Intersect);
    format!("{} {word} {}", side(&set.lhs, binds), side(&set.rhs, true))
}

/// Writes `MATCH('text', …)`.
fn searched(params: &RagParams<'_>) -> String {
    let mut said: Vec<String> = params.query_text.iter().map(|said| text(said)).collect();
    let mut named = |name: &str, value: String| said.push(format!("{name} => {value}"));
    if let Some(kind) = params.kind {
        named("kind", text(kind.code()));
    }
    if let Some(mode) = params.mode {
        named("mode", text(mode.code()));
    }
    for corpus in &params.corpora {
        named("corpus", text(corpus));
    }
    for tag in &params.tags_any {
        named("tag", text(tag));
    }
    if let Some(project) = &params.project {
        named("project", text(project));
    }
    if let Some(top) = params.top_k {
        named("top", top.to_string());
    }
    if let Some(again) = params.rerank {
        named("rerank", again.to_string());
    }
    format!("MATCH({})", said.join(", "))
}

/// Writes `SELECT * FROM PATH('a', 'b')` or `SELECT * FROM NEIGHBOURHOOD('a', 2)`.
fn walk(contract: &Valid<Contract<'_>>, tables: &Tables) -> Result<String, EncodeError> {
    let (about, constraints) = (&contract.grounding, &contract.constraints);
    let scenario = contract.intent.scenario;
    let row = tables.scenario(scenario);
    let is_plain = about.target_types.is_empty()
        && about.relations.is_empty()
        && about.target_attributes.is_empty()
        && constraints.filters.is_empty()
        && constraints.sort.is_empty()
        && row.and_then(|row| row.default_output()) == Some(contract.intent.output_type);
    if !is_plain {
        return lacks("a path or neighbourhood with more than its ends");
    }
    let entity = |entity: &Entity<'_>| match (&entity.type_name, &entity.id) {
        (_, Some(_)) => lacks("the key of a thing"),
        (Some(of), None) => Ok(format!("{} => {}", name(of), text(&entity.text))),
        (None, None) => Ok(text(&entity.text)),
    };
    let mut said: Vec<String> = about
        .entity_list
        .iter()
        .map(entity)
        .collect::<Result<_, _>>()?;
    let mut along = Vec::new();
    if let Some(params) = &contract.graph_params {
        let path = params.path.as_ref().filter(|path| {
            !(path.source_ids.is_empty()
                && path.target_types.is_empty()
                && path.allowed_relations.is_empty())
        });
        match path {
            Some(path) => {
                said.extend(
                    path.source_ids
                        .iter()
                        .map(|id| format!("id => {}", text(id))),
                );
                said.extend(
                    path.target_types
                        .iter()
                        .map(|of| format!("to => {}", text(of))),
                );
                if path.max_hops != tables.limits.hops_default {
                    said.push(format!("hops => {}", path.max_hops));
                }
                along.extend(&path.allowed_relations);
            }
            None => {
                if params.depth != default_depth(scenario, tables) {
                    let key = if scenario == Scenario::PathQuery {
                        "hops => "
                    } else {
                        ""
                    };
                    said.push(format!("{key}{}", params.depth));
                }
                along.extend(&params.relation_types);
            }
        }
        match params.direction {
            _ if path.is_some() => {}
            Direction::Both => {}
            Direction::Out => said.push("way => 'out'".to_owned()),
            Direction::In => said.push("way => 'in'".to_owned()),
        }
    }
    for relation in along {
        let spelling = words::relation(tables, relation)?;
        said.push(format!("along => {}", text(&spelling)));
    }
    let function = if scenario == Scenario::PathQuery {
        "PATH"
    } else {
        "NEIGHBOURHOOD"
    };
    Ok(format!("SELECT * FROM {function}({})", said.join(", ")))
}
