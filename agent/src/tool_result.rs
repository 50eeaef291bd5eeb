//! A response as the model reads it: the JSON result of a tool call.
//!
//! ```text
//! {"found": 1, "wines": [{"row": "r1", "name": "…", "region": "Мендоса, Аргентина", …}], "filters_applied": {"price_max": 2000}}
//! ```
//!
//! Results of handwritten tools have the form in `tools.yaml` with the keys of the seed; additional information has
//! further keys, and empty keys are left out. Digits are kept as they are. Texts of rows appear only as JSON values.

use std::borrow::Cow;
use std::collections::BTreeMap;

use cmec_decoder::contract::Contract;
use cmec_decoder::tables::ToolDef;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use cmec_executor::catalogue::ToolResults;
use cmec_executor::limitation::Limitation;
use cmec_executor::ports::raw_row::Cell;
use cmec_executor::response::Response;
use cmec_executor::response::ranking::Ranking;
use cmec_executor::response::row::Row;

/// Default limit on the bytes of rows in a result.
pub const RESULT_BYTES: usize = 24 << 10;

/// Default key for the list of rows.
const ROWS: &str = "rows";

/// The key of a row's similarity score, from 0 to 1.
const LIKENESS: &str = "similarity_score";

/// The key of a row's reference.
const ROW: &str = "row";

/// A key of a row with its columns.
pub(super) type Key = (String, Vec<String>);

/// The inputs of a result.
#[derive(Debug, Clone, Copy)]
pub struct ToolAnswer<'a> {
    /// The answer.
    pub response: &'a Response,
    /// The contract.
    pub contract: &'a Contract<'a>,
    /// The called tool, if it is handwritten.
    pub tool: Option<&'a ToolDef>,
    /// The result form of handwritten tools.
    pub form: Option<&'a ToolResults>,
    /// Ignored arguments with their reasons.
    pub ignored: &'a [Limitation],
    /// Most bytes of rows.
    pub most_bytes: usize,
    /// The number of the first row, counted over all calls.
    pub first_row: usize,
}

impl ToolAnswer<'_> {
    /// The result as JSON.
    ///
    /// # Errors
    /// If a value cannot be written, such as digits that are not a number.
    pub fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    /// The keys that its rows are shown under.
    pub(super) fn keys(&self) -> Vec<Key> {
        Keys::of(self).keys
    }

    fn form(&self) -> Option<&ToolResults> {
        self.tool.and(self.form)
    }

    /// The rows that fit, as JSON, and true if all of them did.
    fn rows<E: serde::ser::Error>(&self) -> Result<(Vec<Box<RawValue>>, bool), E> {
        let keys = Keys::of(self);
        let mut bytes = 0_usize;
        let mut rows = Vec::new();
        for (row, number) in self.response.rows.iter().zip(self.first_row..) {
            let own = Item {
                row,
                number,
                keys: &keys,
            };
            let text = serde_json::to_string(&own).map_err(E::custom)?;
            bytes = bytes.saturating_add(text.len());
            if bytes > self.most_bytes {
                return Ok((rows, false));
            }
            rows.push(RawValue::from_string(text).map_err(E::custom)?);
        }
        Ok((rows, true))
    }

    /// Effective filters by the names of the tool's parameters, or by field paths if there is no tool.
    fn filters<E: serde::ser::Error>(&self) -> Result<BTreeMap<Cow<'_, str>, Box<RawValue>>, E> {
        let mut applied = BTreeMap::new();
        let filters = self.contract.constraints.filters.iter();
        for filter in filters.filter_map(|own| own.as_filter()) {
            let Some(value) = filter.value() else {
                continue;
            };
            let value = serde_json::value::to_raw_value(value).map_err(E::custom)?;
            let parameters = self.tool.iter().flat_map(|tool| tool.parameters.iter());
            let mut own = parameters.filter(|parameter| {
                parameter.filter.as_ref().is_some_and(|said| {
                    said.field == filter.field && said.operator == filter.operator
                })
            });
            let name = match own.next() {
                Some(parameter) => Cow::Borrowed(parameter.name.as_ref()),
                None => Cow::Owned(format!("{} {}", filter.field, filter.operator.name())),
            };
            applied.insert(name, value);
        }
        Ok(applied)
    }

    /// Limitations of the answer that are not already covered by other keys.
    fn told(&self) -> Vec<String> {
        let told = self.response.limitations.iter().chain(self.ignored);
        let mut told: Vec<String> = told.map(Limitation::text).collect();
        told.dedup();
        told
    }
}

impl Serialize for ToolAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let response = self.response;
        let (rows, all) = self.rows()?;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("found", &response.rows.len())?;
        let list = self.form().map_or(ROWS, |form| form.list.as_ref());
        map.serialize_entry(list, &rows)?;
        // An empty result has exactly the seed's keys, and advice for another attempt.
        if !response.rows.is_empty() || self.form().is_none() {
            map.serialize_entry("filters_applied", &self.filters()?)?;
        }
        if !all {
            map.serialize_entry("shown", &rows.len())?;
        }
        if response.truncated {
            map.serialize_entry("more", &true)?;
        }
        if let Some(ranking) = self.form().and(Ranking::of(response)) {
            map.serialize_entry("ranked_by", ranking.name())?;
        }
        if !response.hints.is_empty() {
            map.serialize_entry("nearest", &response.hints)?;
        }
        let told = self.told();
        if !told.is_empty() {
            map.serialize_entry("limitations", &told)?;
        }
        if self.form().is_none() && !response.summary.is_empty() {
            map.serialize_entry("summary", &response.summary)?;
        }
        map.end()
    }
}

struct Keys {
    keys: Vec<Key>,
    /// The ranking, if similarity has a key of its own.
    ranking: Option<Ranking>,
}

impl Keys {
    fn of(answer: &ToolAnswer<'_>) -> Self {
        let (response, form) = (answer.response, answer.form());
        let mut keys: Vec<Key> = Vec::new();
        let ranking = form.and(Ranking::of(response));
        let score = ranking.map(Ranking::column);
        for (column, _) in response.rows.iter().flat_map(|row| &row.values) {
            let column: &str = column;
            if keys
                .iter()
                .any(|(_, own)| own.iter().any(|own| own == column))
            {
                continue;
            }
            let joined = form.iter().flat_map(|form| form.joined.iter());
            let mut own = joined.filter(|joined| joined.fields.iter().any(|path| path == column));
            if let Some(joined) = own.next() {
                let fields = joined.fields.iter().map(ToString::to_string).collect();
                keys.push((joined.key.to_string(), fields));
                continue;
            }
            let name = match score == Some(column) {
                true => LIKENESS,
                false => column.rsplit_once('.').map_or(column, |(_, name)| name),
            };
            let is_taken = name == ROW || keys.iter().any(|(key, _)| key == name);
            let key = if is_taken { column } else { name };
            keys.push((key.to_owned(), vec![column.to_owned()]));
        }
        Self { keys, ranking }
    }
}

struct Item<'a> {
    row: &'a Row,
    number: usize,
    keys: &'a Keys,
}

impl Item<'_> {
    /// The similarity of a row, from 0 to 1. A word count is not a similarity.
    fn likeness(&self, column: &str) -> Cell {
        match (self.keys.ranking, self.row.get(column)) {
            (Some(Ranking::Vectors), Some(Cell::Number(cosine))) => {
                let is_below = cosine.starts_with('-');
                Cell::Number(if is_below { "0" } else { cosine }.to_owned())
            }
            _ => Cell::Null,
        }
    }
}

impl Serialize for Item<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1 + self.keys.keys.len()))?;
        map.serialize_entry(ROW, &format!("r{}", self.number))?;
        for (key, columns) in &self.keys.keys {
            match columns.as_slice() {
                [only] if key == LIKENESS && self.keys.ranking.is_some() => {
                    map.serialize_entry(key, &self.likeness(only))?;
                }
                [only] => map.serialize_entry(key, self.row.get(only).unwrap_or(&Cell::Null))?,
                several => {
                    let own = several
                        .iter()
                        .filter_map(|column| self.row.get(column)?.written());
                    let own: Vec<Cow<'_, str>> = own.collect();
                    match own.is_empty() {
                        true => map.serialize_entry(key, &Cell::Null)?,
                        false => map.serialize_entry(key, &own.join(", "))?,
                    }
                }
            }
        }
        map.end()
    }
}
