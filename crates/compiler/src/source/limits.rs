//! `limits` as written, in the core and in a domain.

use cmec_decoder::tables::Limits;
use serde_json::{Map, Value};

use super::key::{Holds, Key, Keys, keys};
use super::node::Node;
use super::node_reader::NodeReader;
use crate::finding::Spanned;

keys! {
    /// The limits, in the order of the decoder's type.
    LIMITS {
        /// Rows when no limit is said.
        "page_default": Holds::Number(0),
        /// Most rows that can be asked for.
        "page_cap": Holds::Number(0),
        /// Most rows that can be skipped.
        "offset_cap": Holds::Number(0),
        /// Greatest depth of a subgraph.
        "depth_cap": Holds::Number(0),
        /// Hops of a path when none are said.
        "hops_default": Holds::Number(0),
        /// Most hops of a path.
        "hops_cap": Holds::Number(0),
        /// Most filters of an intent.
        "filters_cap": Holds::Number(0),
        /// Most values in a list.
        "list_cap": Holds::Number(0),
        /// Most texts that can be asked for.
        "top_k_cap": Holds::Number(0),
        /// Most candidates of a question.
        "candidates_cap": Holds::Number(0),
        /// Longest text that is read, in bytes.
        "input_bytes": Holds::Number(0),
        /// Deepest nesting of JSON that is read.
        "input_depth": Holds::Number(0),
    }
}

/// Numbers by the names of their keys.
#[derive(Debug, Default, Clone)]
pub(crate) struct LimitsSource {
    said: Vec<(&'static str, Spanned<u32>)>,
}

impl LimitsSource {
    pub(crate) fn get(&self, name: &str) -> Option<&Spanned<u32>> {
        let said = self.said.iter().find(|(said, _)| *said == name);
        said.map(|(_, value)| value)
    }
}

pub(crate) fn read(node: Option<&Node>, r: &mut NodeReader<'_>) -> LimitsSource {
    let name = |key: &str| format!("limit `{key}`");
    numbers(node, Keys(&[LIMITS]), name, r)
}

/// The numbers of a map with these keys. `name`: the name of a number in messages.
pub(super) fn numbers(
    node: Option<&Node>,
    group: Keys,
    name: impl Fn(&str) -> String,
    r: &mut NodeReader<'_>,
) -> LimitsSource {
    let Some(node) = node else {
        return LimitsSource::default();
    };
    let map = r.keyed(node, "`limits`", group);
    let said = group.all().filter_map(|key| {
        let value = r.number(map.get(key.name)?, name(key.name))?;
        Some((key.name, value))
    });
    LimitsSource {
        said: said.collect(),
    }
}

/// The effective limits: the domain's, or else the core's. `None` if the core lacks one.
pub(crate) fn in_force(core: &LimitsSource, domain: &LimitsSource) -> Option<Limits> {
    let number = |key: &Key| {
        let said = domain.get(key.name).or_else(|| core.get(key.name))?;
        Some((key.name.to_owned(), Value::from(said.value)))
    };
    let numbers: Option<Map<String, Value>> = LIMITS.iter().map(number).collect();
    serde_json::from_value(Value::Object(numbers?)).ok()
}
