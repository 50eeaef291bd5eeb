//! Filters of a contract → filters of the recipe catalogue. Nothing is dropped: a part without a place is kept aside, and
//! is named.

use chrono::NaiveDate;
use cmec_decoder::contract::{Condition, Contract, Filter, Value};
use cmec_decoder::language::{Call, Operator, Order, Output};

use crate::filters::{ExtractedFilter, ExtractedFilters, ExtractedLimit, Origin};
use crate::lane::address::detection::UnplacedPart;
use crate::limitation::reason::Unsupported;
use crate::relative_days::value_on;
use crate::response::excerpt;

/// The filters of a contract, and the parts of it that no filter can carry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extraction {
    /// Filters with a place.
    pub filters: ExtractedFilters,
    /// Parts without one.
    pub unplaced: Vec<UnplacedPart>,
}

impl Extraction {
    /// Whether the contract says something of a filter, placed or not.
    pub(super) fn mentions(&self, filter: &str) -> bool {
        self.filters.value(filter).is_some() || self.unplaced.iter().any(|part| part.part == filter)
    }

    fn add(&mut self, filter: &str, value: &str, pointer: &str) {
        if value.trim().is_empty() {
            return self.set_aside(filter, Unsupported::Blank);
        }
        match self.filters.value(filter) {
            Some(own) if own == value => {}
            Some(_) => self.set_aside(filter, Unsupported::SaidTwice),
            None => self.filters.entries.push(ExtractedFilter {
                filter: filter.to_owned(),
                value: value.to_owned(),
                origin: Origin::Said,
                pointer: pointer.to_owned(),
            }),
        }
    }

    fn set_aside(&mut self, part: &str, why: Unsupported) {
        self.unplaced.push(UnplacedPart {
            part: part.to_owned(),
            why,
        });
    }
}

/// Extracts the filters of a contract, days counted from today as the days they are. Types of entities that are filters
/// too (`counterparty`) name an anchor.
#[must_use]
pub fn extract(
    contract: &Contract<'_>,
    known: &[&str],
    limit: ExtractedLimit,
    today: NaiveDate,
) -> Extraction {
    let mut found = Extraction {
        filters: ExtractedFilters {
            entries: Vec::new(),
            limit,
        },
        unplaced: Vec::new(),
    };
    for (index, condition) in contract.constraints.filters.iter().enumerate() {
        match condition {
            Condition::Filter(filter) => {
                let pointer = format!("/constraints/filters/{index}");
                place(filter, today, &pointer, &mut found);
            }
            Condition::Any(_) => found.set_aside("any_of", Unsupported::NoSuchPart),
        }
    }
    for (index, entity) in contract.grounding.entity_list.iter().enumerate() {
        if entity.id.is_some() {
            found.set_aside("id", Unsupported::Identifier);
        }
        let pointer = format!("/grounding/entity_list/{index}");
        match entity.type_name.as_deref() {
            Some(name) if known.contains(&name) => found.add(name, &entity.text, &pointer),
            Some(name) => found.set_aside(name, Unsupported::OtherType),
            None => {
                let part = format!("entity `{}`", excerpt(&entity.text));
                found.set_aside(&part, Unsupported::NoType);
            }
        }
    }
    sort(contract, &mut found);
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
        (!contract.constraints.pagination.per.is_empty(), "per"),
        (
            contract.intent.output_type != Output::Instances,
            "output_type",
        ),
    ];
    for (_, part) in parts.iter().filter(|(said, _)| *said) {
        found.set_aside(part, Unsupported::NoSuchPart);
    }
    found
}

fn place(filter: &Filter<'_>, today: NaiveDate, pointer: &str, found: &mut Extraction) {
    if filter.value_field().is_some() {
        return found.set_aside("value_field", Unsupported::NoSuchPart);
    }
    if Call::read(&filter.field).is_some() {
        return found.set_aside("derived", Unsupported::NoSuchPart);
    }
    let name = filter.field.rsplit('.').next().unwrap_or_default();
    let value = filter.value().map(|value| value_on(value, today));
    match (name, filter.operator, &value) {
        ("period", Operator::Between, Some(Value::List(ends))) => {
            if let [Value::Date(from), Value::Date(to)] = ends.as_slice() {
                found.add("period_from", from, pointer);
                found.add("period_to", to, pointer);
            } else {
                found.set_aside(name, Unsupported::NotTwoDates);
            }
        }
        ("period", Operator::Ge, Some(Value::Date(from))) => {
            found.add("period_from", from, pointer)
        }
        ("period", Operator::Le, Some(Value::Date(to))) => found.add("period_to", to, pointer),
        ("period", _, _) => found.set_aside(name, Unsupported::NotBounds),
        (_, Operator::Eq, Some(value)) => match value.as_text() {
            Some(text) => found.add(name, text, pointer),
            None => found.set_aside(name, Unsupported::NotText),
        },
        _ => found.set_aside(name, Unsupported::NotEqual),
    }
}

fn sort(contract: &Contract<'_>, found: &mut Extraction) {
    for key in &contract.constraints.sort {
        let value = match key.order {
            Order::Asc => "period_asc",
            Order::Desc => "period_desc",
        };
        if Call::read(&key.field).is_some() {
            found.set_aside("derived", Unsupported::NoSuchPart);
        } else if key.field.ends_with(".period") {
            found.add("sort", value, "/constraints/sort/0");
        } else {
            found.set_aside(&key.field, Unsupported::OtherOrder);
        }
    }
}
