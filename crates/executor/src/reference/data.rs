//! The in-memory tables that a contract is evaluated over.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta};
use cmec_decoder::contract::{Filter, Value};
use cmec_decoder::language::ValueType;
use cmec_decoder::tables::{FieldDef, Tables};
use serde_json::{Map, Value as Json};

use super::EvaluationError;
use super::cell::{Cell, comparable};
use super::condition::holds;
use crate::catalogue::MatchMode;

/// Instances and the links between them.
#[derive(Debug, Clone, Default)]
pub struct Data {
    pub(super) instances: Vec<Instance>,
    links: Vec<Link>,
    /// Path of a text array → its match mode.
    matching: BTreeMap<String, MatchMode>,
    /// Offset of the business time zone from UTC, in minutes.
    pub(super) minutes_ahead: i32,
}

#[derive(Debug, Clone)]
pub(super) struct Instance {
    pub(super) type_name: String,
    /// Path of a field → its value; no entry means missing.
    values: BTreeMap<String, Cell>,
}

#[derive(Debug, Clone)]
struct Link {
    relation: String,
    from: usize,
    to: usize,
}

impl Data {
    /// Reads `{"TYPE": [{"FIELD": value, …}, …], …, "links": {"RELATION": [["KEY", "KEY"], …]}}`. Fields are given by
    /// name, linked instances by the keys of their types.
    ///
    /// # Errors
    /// The first unknown name, or the first value that does not have its field's type.
    pub fn read(tables: &Tables, json: &Map<String, Json>) -> Result<Self, EvaluationError> {
        let mut data = Self::default();
        for (type_name, instances) in json.iter().filter(|(name, _)| *name != "links") {
            if tables.type_by_name(type_name).is_none() {
                return Err(EvaluationError::Unknown(type_name.clone()));
            }
            for instance in instances.as_array().into_iter().flatten() {
                let instance = Instance::read(tables, type_name, instance)?;
                data.instances.push(instance);
            }
        }
        let links = json.get("links").and_then(Json::as_object);
        for (relation, pairs) in links.into_iter().flatten() {
            for pair in pairs.as_array().into_iter().flatten() {
                let link = data.link(tables, relation, pair)?;
                data.links.push(link);
            }
        }
        Ok(data)
    }

    /// Sets the match modes of text arrays, by field path.
    #[must_use]
    pub fn matched(mut self, fields: impl IntoIterator<Item = (String, MatchMode)>) -> Self {
        self.matching.extend(fields);
        self
    }

    /// Sets the time zone of moments, in minutes ahead of UTC.
    #[must_use]
    pub fn by_clocks(mut self, minutes_ahead: i32) -> Self {
        let later = TimeDelta::minutes((minutes_ahead - self.minutes_ahead).into());
        self.minutes_ahead = minutes_ahead;
        let instances = self.instances.iter_mut();
        for value in instances.flat_map(|one| one.values.values_mut()) {
            if let Cell::Moment(moment) = value {
                *moment += later;
            }
        }
        self
    }

    /// A value of a contract in the business time zone: a moment without an offset is in it.
    pub(super) fn by_own_clocks<'v>(&self, value: &Value<'v>) -> Value<'v> {
        let ahead = TimeDelta::minutes(self.minutes_ahead.into());
        match value {
            Value::Datetime(text) => match DateTime::parse_from_rfc3339(text) {
                Ok(moment) => {
                    let moment = moment.naive_utc() + ahead;
                    Value::Datetime(moment.format("%Y-%m-%dT%H:%M:%S%.f").to_string().into())
                }
                Err(_) => value.clone(),
            },
            Value::List(values) => {
                let values = values.iter().map(|value| self.by_own_clocks(value));
                Value::List(values.collect())
            }
            other => other.clone(),
        }
    }

    pub(super) fn matching(&self, path: &str) -> MatchMode {
        self.matching.get(path).copied().unwrap_or_default()
    }

    /// The members of a field over all instances.
    pub(super) fn members(&self, path: &str) -> Vec<Cell> {
        let values = self.instances.iter().map(|one| one.value(path));
        let members = values.flat_map(|value| match value {
            Cell::List(members) => members,
            _ => Vec::new(),
        });
        members.collect()
    }

    /// True where the value of a field passes a filter in some instance.
    pub(crate) fn passes(&self, field: &FieldDef, filter: &Filter<'_>) -> bool {
        let taken = comparable(field);
        let mut values = self.instances.iter().map(|one| one.value(&field.path));
        values.any(|value| holds(&value, filter.operator, filter.value(), taken))
    }

    /// The distinct texts of a field over all instances.
    pub(crate) fn texts(&self, path: &str) -> Vec<String> {
        let values = self.instances.iter().map(|one| one.value(path));
        let texts = values
            .flat_map(Cell::members)
            .filter_map(|value| match value {
                Cell::Text(text) => Some(text),
                _ => None,
            });
        let texts: BTreeSet<String> = texts.collect();
        texts.into_iter().collect()
    }

    fn link(&self, tables: &Tables, relation: &str, pair: &Json) -> Result<Link, EvaluationError> {
        let unknown = || EvaluationError::Unknown(format!("{relation} {pair}"));
        let def = tables.relation_by_name(relation).ok_or_else(unknown)?;
        let end = |index: usize, type_name: &str| {
            let text = pair.get(index).and_then(Json::as_str)?;
            (self.instances.iter())
                .position(|one| one.type_name == type_name && one.is_called(tables, text))
        };
        Ok(Link {
            relation: relation.to_owned(),
            from: end(0, &def.from).ok_or_else(unknown)?,
            to: end(1, &def.to).ok_or_else(unknown)?,
        })
    }

    /// The instances that a relation links to an instance, in a direction.
    pub(super) fn linked(&self, relation: &str, here: usize, outwards: bool) -> Vec<usize> {
        let links = self.links.iter().filter(|link| link.relation == relation);
        let ends = links.map(|link| match outwards {
            true => (link.from, link.to),
            false => (link.to, link.from),
        });
        ends.filter_map(|(near, far)| (near == here).then_some(far))
            .collect()
    }
}

impl Instance {
    fn read(tables: &Tables, type_name: &str, json: &Json) -> Result<Self, EvaluationError> {
        let mut values = BTreeMap::new();
        for (name, value) in json.as_object().into_iter().flatten() {
            let path = format!("{type_name}.{name}");
            let unknown = || EvaluationError::Unknown(format!("{path} {value}"));
            let field = tables.field_by_path(&path).ok_or_else(unknown)?;
            values.insert(path.clone(), cell(field, value).ok_or_else(unknown)?);
        }
        Ok(Self {
            type_name: type_name.to_owned(),
            values,
        })
    }

    pub(super) fn value(&self, path: &str) -> Cell {
        self.values.get(path).cloned().unwrap_or(Cell::Missing)
    }

    /// True where this text is exactly its key.
    pub(super) fn is_called(&self, tables: &Tables, text: &str) -> bool {
        self.key(tables) == Cell::Text(text.to_owned())
    }

    pub(super) fn key(&self, tables: &Tables) -> Cell {
        key_path(tables, &self.type_name).map_or(Cell::Missing, |path| self.value(&path))
    }
}

pub(super) fn key_path(tables: &Tables, type_name: &str) -> Option<String> {
    let key = tables.type_by_name(type_name)?.key.as_deref()?;
    Some(format!("{type_name}.{key}"))
}

/// A value of a field; a list for a list field.
fn cell(field: &FieldDef, value: &Json) -> Option<Cell> {
    match value {
        Json::Null => Some(Cell::Missing),
        Json::Array(values) if field.array => {
            let cells: Option<Vec<Cell>> = values.iter().map(|value| one(field, value)).collect();
            cells.map(Cell::List)
        }
        value => one(field, value),
    }
}

fn one(field: &FieldDef, value: &Json) -> Option<Cell> {
    match (field.value_type, value) {
        (ValueType::Integer | ValueType::Decimal, Json::Number(number)) => {
            Cell::number(&number.to_string())
        }
        (ValueType::Boolean, Json::Bool(flag)) => Some(Cell::Boolean(*flag)),
        (ValueType::Date, Json::String(text)) => Cell::day(text),
        (ValueType::Datetime, Json::String(text)) => Cell::moment(text),
        (
            ValueType::String | ValueType::Text | ValueType::Enum | ValueType::Reference,
            Json::String(text),
        ) => Some(Cell::Text(text.clone())),
        _ => None,
    }
}
