//! Filters of a contract → filters of the recipe catalogue. Nothing is dropped: what has no place is kept aside, named.

use cmec_decoder::contract::{Contract, Filter, Value};
use cmec_decoder::vocabulary::{Operator, Order, Output};
use serde::Serialize;

/// Where a filter's value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The contract says it.
    Said,
    /// A default of the recipe or the codebook.
    Defaulted,
}

/// One filter of the catalogue with its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExtractedFilter {
    /// Name in the filter catalogue.
    pub filter: String,
    /// Its value, as text.
    pub value: String,
    /// Where the value comes from.
    pub origin: Origin,
    /// JSON pointer into the contract to where it is said; empty for a default.
    #[serde(skip)]
    pub pointer: String,
}

/// Something a contract says that no filter of the catalogue can carry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unplaced {
    /// Name of the field or part.
    pub part: String,
    /// Why it has no place.
    pub why: &'static str,
}

/// The filters of a contract.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Filters {
    /// Filters with a place, in the order they were said.
    pub extracted: Vec<ExtractedFilter>,
    /// What has none.
    pub unplaced: Vec<Unplaced>,
}

impl Filters {
    /// The value of a filter.
    #[must_use]
    pub fn value(&self, filter: &str) -> Option<&str> {
        self.extracted
            .iter()
            .find(|entry| entry.filter == filter)
            .map(|entry| entry.value.as_str())
    }

    /// Names and values of all filters.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&str, &str)> {
        let extracted = self.extracted.iter();
        extracted
            .map(|entry| (entry.filter.as_str(), entry.value.as_str()))
            .collect()
    }

    /// JSON pointer into the contract to where a filter is said.
    #[must_use]
    pub fn pointer(&self, filter: &str) -> Option<&str> {
        self.extracted
            .iter()
            .find(|entry| entry.filter == filter)
            .map(|entry| entry.pointer.as_str())
    }

    /// Whether something is said of a filter that no recipe can carry.
    #[must_use]
    pub fn is_unplaced(&self, filter: &str) -> bool {
        self.unplaced.iter().any(|part| part.part == filter)
    }

    /// Leaves filters out.
    pub(crate) fn forget(&mut self, names: &[&str]) {
        (self.extracted).retain(|entry| !names.contains(&entry.filter.as_str()));
    }

    /// Adds a filter's default.
    pub fn default_to(&mut self, filter: &str, value: String) {
        if self.value(filter).is_none() {
            self.extracted.push(ExtractedFilter {
                filter: filter.to_owned(),
                value,
                origin: Origin::Defaulted,
                pointer: String::new(),
            });
        }
    }

    fn say(&mut self, filter: &str, value: &str, pointer: &str) {
        if value.trim().is_empty() {
            self.leave(filter, "its value is blank");
            return;
        }
        if self.value(filter).is_some() {
            self.leave(filter, "it is said twice");
            return;
        }
        self.extracted.push(ExtractedFilter {
            filter: filter.to_owned(),
            value: value.to_owned(),
            origin: Origin::Said,
            pointer: pointer.to_owned(),
        });
    }

    fn leave(&mut self, part: &str, why: &'static str) {
        self.unplaced.push(Unplaced {
            part: part.to_owned(),
            why,
        });
    }
}

/// Extracts the filters of a contract. Types of entities that are filters too (`counterparty`) name an anchor.
#[must_use]
pub fn extract(contract: &Contract<'_>, known: &[&str]) -> Filters {
    let mut filters = Filters::default();
    for (index, filter) in contract.constraints.filters.iter().enumerate() {
        place(
            filter,
            &format!("/constraints/filters/{index}"),
            &mut filters,
        );
    }
    for (index, entity) in contract.grounding.entity_list.iter().enumerate() {
        if entity.id.is_some() {
            filters.leave("id", "anchors are confirmed by name or number");
        }
        let pointer = format!("/grounding/entity_list/{index}");
        match entity.type_name.as_deref() {
            Some(name) if known.contains(&name) => filters.say(name, &entity.text, &pointer),
            Some(name) => filters.leave(name, "entities of this type are no filter"),
            None => filters.leave(&entity.text, "an entity without a type names no filter"),
        }
    }
    sort(contract, &mut filters);
    let parts = [
        (!contract.grounding.relations.is_empty(), "relations"),
        (
            !contract.grounding.target_attributes.is_empty(),
            "attributes",
        ),
        (contract.graph_params.is_some(), "graph_params"),
        (contract.rag_params.is_some(), "rag_params"),
        (contract.constraints.aggregation.is_some(), "aggregation"),
        (contract.constraints.pagination.offset > 0, "offset"),
        (
            contract.intent.output_type != Output::Instances,
            "output_type",
        ),
    ];
    for (_, part) in parts.iter().filter(|(said, _)| *said) {
        filters.leave(part, "recipes have no such part");
    }
    filters
}

fn place(filter: &Filter<'_>, pointer: &str, filters: &mut Filters) {
    let name = filter.field.rsplit('.').next().unwrap_or_default();
    match (name, filter.operator, &filter.value) {
        ("period", Operator::Between, Some(Value::List(ends))) => {
            if let [Value::Date(from), Value::Date(to)] = ends.as_slice() {
                filters.say("period_from", from, pointer);
                filters.say("period_to", to, pointer);
            } else {
                filters.leave(name, "a period is two dates");
            }
        }
        ("period", Operator::Ge, Some(Value::Date(from))) => {
            filters.say("period_from", from, pointer)
        }
        ("period", Operator::Le, Some(Value::Date(to))) => filters.say("period_to", to, pointer),
        ("period", _, _) => filters.leave(name, "a period is said with BT, GE or LE"),
        (_, Operator::Eq, Some(value)) => match value.as_text() {
            Some(text) => filters.say(name, text, pointer),
            None => filters.leave(name, "recipes compare texts and dates only"),
        },
        _ => filters.leave(name, "recipes compare with EQ only"),
    }
}

fn sort(contract: &Contract<'_>, filters: &mut Filters) {
    for key in &contract.constraints.sort {
        let value = match key.order {
            Order::Asc => "period_asc",
            Order::Desc => "period_desc",
        };
        if key.field.ends_with(".period") {
            filters.say("sort", value, "/constraints/sort/0");
        } else {
            filters.leave(&key.field, "recipes sort by period only");
        }
    }
}
