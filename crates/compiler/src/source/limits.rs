//! `limits` as written, in the core and in a domain.

use cmec_decoder::tables::Limits;

use super::node::Node;
use super::node_reader::NodeReader;
use crate::finding::Spanned;

/// Names of the limits, in the order of the decoder's type.
pub(crate) const KEYS: &[&str] = &[
    "page_default",
    "page_cap",
    "offset_cap",
    "depth_cap",
    "hops_default",
    "hops_cap",
    "filters_cap",
    "list_cap",
    "top_k_cap",
    "candidates_cap",
    "input_bytes",
    "input_depth",
];

/// The limits that are said.
#[derive(Debug, Default)]
pub(crate) struct LimitsSource {
    said: Vec<(String, Spanned<u32>)>,
}

impl LimitsSource {
    /// The limit with this name, when it is said.
    pub(crate) fn get(&self, name: &str) -> Option<&Spanned<u32>> {
        self.said
            .iter()
            .find(|(said, _)| said == name)
            .map(|(_, value)| value)
    }
}

pub(crate) fn read(node: Option<&Node>, r: &mut NodeReader<'_>) -> LimitsSource {
    let Some(node) = node else {
        return LimitsSource::default();
    };
    let map = r.keyed(node, "`limits`", KEYS);
    let said = KEYS
        .iter()
        .filter_map(|key| {
            let value = r.number(map.get(key)?, format!("limit `{key}`"))?;
            Some(((*key).to_owned(), value))
        })
        .collect();
    LimitsSource { said }
}

/// The limits in force: the domain's where it says one, else the core's. `None` when the core leaves one out.
pub(crate) fn in_force(core: &LimitsSource, domain: &LimitsSource) -> Option<Limits> {
    let get = |name: &str| Some(domain.get(name).or_else(|| core.get(name))?.value);
    Some(Limits {
        page_default: get("page_default")?,
        page_cap: get("page_cap")?,
        offset_cap: get("offset_cap")?,
        depth_cap: get("depth_cap")?,
        hops_default: get("hops_default")?,
        hops_cap: get("hops_cap")?,
        filters_cap: get("filters_cap")?,
        list_cap: get("list_cap")?,
        top_k_cap: get("top_k_cap")?,
        candidates_cap: get("candidates_cap")?,
        input_bytes: get("input_bytes")?,
        input_depth: get("input_depth")?,
    })
}
