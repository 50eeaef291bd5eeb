//! A contract as the arguments of a function call, as tools are usually defined: one function for a kind of question,
//! one flat argument for each thing that can be said.
//!
//! The function's name is not counted, so what a contract is about is an argument, unless the codebook has one type.
//! What usual tools have no argument for has no such form: relations, groups, numbers over sets, negations, derived fields.

use cmec_decoder::contract::{Defaultable, Filter, Value};
use cmec_decoder::language::{Call, Operator, Order, Scenario};
use cmec_decoder::{Contract, Tables, Valid};
use serde_json::{Map, Value as Json, json};

/// The arguments, where a call can say it.
pub(super) fn arguments(contract: &Valid<Contract<'_>>, tables: &Tables) -> Option<Json> {
    let can = matches!(
        contract.intent.scenario,
        Scenario::InstanceSearch | Scenario::AttributesFetch | Scenario::TextRag | Scenario::Hybrid
    );
    let grounding = &contract.grounding;
    (can && grounding.relations.is_empty()).then_some(())?;
    let mut call = Map::new();
    match grounding.target_types.as_slice() {
        [] => {}
        [_] if tables.types.len() == 1 => {}
        [only] => {
            call.insert("type".to_owned(), json!(only));
        }
        _ => return None,
    }
    match grounding.entity_list.as_slice() {
        [] => {}
        [only] if only.id.is_none() => {
            let name = only.type_name.as_deref().unwrap_or("name");
            call.insert(name.to_owned(), json!(only.text));
        }
        _ => return None,
    }
    if !grounding.target_attributes.is_empty() {
        let names = grounding.target_attributes.iter().map(|path| name(path));
        let names: Vec<&str> = names.collect::<Option<_>>()?;
        call.insert("fields".to_owned(), json!(names));
    }
    for said in &contract.constraints.filters {
        filter(said.as_filter()?, &mut call)?;
    }
    match contract.constraints.sort.as_slice() {
        [] => {}
        [key] => {
            call.insert("sort_by".to_owned(), json!(name(&key.field)?));
            if key.order == Order::Desc {
                call.insert("order".to_owned(), json!("desc"));
            }
        }
        _ => return None,
    }
    let page = &contract.constraints.pagination;
    if !page.per.is_empty() {
        return None;
    }
    if !contract.is_defaulted(Defaultable::Limit) {
        call.insert("limit".to_owned(), json!(page.limit));
    }
    if page.offset > 0 {
        call.insert("offset".to_owned(), json!(page.offset));
    }
    if let Some(params) = &contract.rag_params {
        let Json::Object(params) = serde_json::to_value(params).ok()? else {
            return None;
        };
        for (key, value) in params {
            let key = if key == "query_text" {
                "query".to_owned()
            } else {
                key
            };
            call.insert(key, value);
        }
    }
    Some(Json::Object(call))
}

/// The name of a field without its type; a derived field has none.
fn name(path: &str) -> Option<&str> {
    let is_field = Call::read(path).is_none();
    path.rsplit('.').next().filter(|_| is_field)
}

fn filter(said: &Filter<'_>, call: &mut Map<String, Json>) -> Option<()> {
    let name = name(&said.field)?;
    let mut say = |key: String, value: Json| {
        // Two of the same name cannot be said.
        call.insert(key, value).is_none().then_some(())
    };
    let value = || serde_json::to_value(said.value()?).ok();
    match (said.operator, said.value()) {
        (Operator::Eq | Operator::In, _) => say(name.to_owned(), value()?),
        (Operator::Contains, _) => say(format!("{name}_contains"), value()?),
        (Operator::Ge, _) => say(format!("{name}_min"), value()?),
        (Operator::Le, _) => say(format!("{name}_max"), value()?),
        (Operator::Between, Some(Value::List(ends))) => {
            let [low, high] = ends.as_slice() else {
                return None;
            };
            say(format!("{name}_min"), serde_json::to_value(low).ok()?)?;
            say(format!("{name}_max"), serde_json::to_value(high).ok()?)
        }
        _ => None,
    }
}
