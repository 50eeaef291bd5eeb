//! `Contract` → SQL: the shortest `SELECT` that decodes to the same contract.

mod select;
mod words;

use crate::contract::{
    Contract, Defaultable, Entity, GraphParams, Group, Pagination, RagParams, SetOp, SetSide, Valid,
};
use crate::encode::EncodeError;
use crate::encode::defaults::{default_depth, default_limit, only_hops};
use crate::encode::sql::select::{Form, Parts, Select, order};
use crate::encode::sql::words::{clause, separated};
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
            let groups = constraints.groups.iter();
            let with = with(groups.map(|group| named_query(group, tables)))?;
            let form = Form::of(contract)?;
            let select = Select::new(&contract.grounding, scenario, tables, false)?;
            let parts = Parts {
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

/// Named queries before a query, with a space behind them.
fn with(queries: impl Iterator<Item = Result<String, EncodeError>>) -> Result<String, EncodeError> {
    let queries = separated(queries, ", ")?;
    Ok(match queries.is_empty() {
        true => queries,
        false => format!("WITH {queries} "),
    })
}

fn named_query(group: &Group<'_>, tables: &Tables) -> Result<String, EncodeError> {
    let scenario = match group.aggregation {
        Some(_) => Scenario::Aggregation,
        None => Scenario::InstanceSearch,
    };
    let all = Pagination::all();
    let page = match &group.pagination {
        Some(page) => (page, None),
        None => (&all, Some(all.limit)),
    };
    let parts = Parts {
        filters: &group.filters,
        sort: &group.sort,
        page,
        numbers: group.aggregation.as_deref(),
        default_groups: None,
        retrieval: None,
    };
    let select = Select::new(&group.grounding, scenario, tables, true)?;
    let select = select.write(Form::Things, &parts)?;
    Ok(format!("{} AS ({select})", name(&group.name)))
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
    let queries = constraints.groups.iter().map(|group| {
        if !set.uses(&group.name) {
            return named_query(group, tables);
        }
        let grounding = &group.grounding;
        if grounding.target_types.iter().any(|of| of != target)
            || !grounding.target_attributes.is_empty()
        {
            return lacks("sides of a set operation of several types");
        }
        let mut own = group.clone();
        own.grounding.target_types = vec![target.clone()];
        own.grounding.target_attributes = about.target_attributes.clone();
        named_query(&own, tables)
    });
    let with = with(queries)?;
    let keys = constraints.sort.iter().map(|key| {
        let column = words::bare_field(tables, &key.field)?;
        Ok(order(&column, key.order))
    });
    let sort = clause("ORDER BY", &separated(keys, ", ")?);
    Ok(format!("{with}{}{sort}{page}", operation(set)))
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
    let kind = params.kind.map(|kind| ("kind", text(kind.code())));
    let mode = params.mode.map(|mode| ("mode", text(mode.code())));
    let corpora = params.corpora.iter().map(|own| ("corpus", text(own)));
    let tags = params.tags_any.iter().map(|tag| ("tag", text(tag)));
    let project = params.project.iter().map(|own| ("project", text(own)));
    let top = params.top_k.map(|top| ("top", top.to_string()));
    let rerank = params.rerank.map(|again| ("rerank", again.to_string()));
    let named = (kind.into_iter().chain(mode).chain(corpora).chain(tags))
        .chain(project)
        .chain(top.into_iter().chain(rerank))
        .map(|(name, value)| format!("{name} => {value}"));
    let said = params.query_text.iter().map(|said| text(said));
    let said: Vec<String> = said.chain(named).collect();
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
    let said = about.entity_list.iter().map(entity);
    let mut said: Vec<String> = said.collect::<Result<_, _>>()?;
    if let Some(params) = &contract.graph_params {
        said.extend(walk_parameters(params, scenario, tables)?);
    }
    let function = match scenario {
        Scenario::PathQuery => "PATH",
        _ => "NEIGHBOURHOOD",
    };
    Ok(format!("SELECT * FROM {function}({})", said.join(", ")))
}

fn walk_parameters(
    params: &GraphParams<'_>,
    scenario: Scenario,
    tables: &Tables,
) -> Result<Vec<String>, EncodeError> {
    let mut said = Vec::new();
    let along = match params.path.as_ref().filter(|path| !only_hops(path)) {
        Some(path) => {
            said.extend((path.source_ids.iter()).map(|id| format!("id => {}", text(id))));
            said.extend((path.target_types.iter()).map(|of| format!("to => {}", text(of))));
            if path.max_hops != tables.limits.hops_default {
                said.push(format!("hops => {}", path.max_hops));
            }
            &path.allowed_relations
        }
        None => {
            let depth = params.depth;
            if depth != default_depth(scenario, tables) {
                said.push(match scenario {
                    Scenario::PathQuery => format!("hops => {depth}"),
                    _ => depth.to_string(),
                });
            }
            if params.direction != Direction::Both {
                said.push(format!("way => '{}'", params.direction.name()));
            }
            &params.relation_types
        }
    };
    for relation in along {
        let spelling = words::relation(tables, relation)?;
        said.push(format!("along => {}", text(&spelling)));
    }
    Ok(said)
}
