//! `limits` as written, in the core and in a domain.

use cmec_decoder::tables::Limits;

use super::key::{Holds, Keys, keys};
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

#[derive(Debug, Default)]
pub(crate) struct LimitsSource {
    said: Vec<(&'static str, Spanned<u32>)>,
}

impl LimitsSource {
    pub(crate) fn get(&self, name: &str) -> Option<&Spanned<u32>> {
        self.said
            .iter()
            .find(|(said, _)| *said == name)
            .map(|(_, value)| value)
    }
}

pub(crate) fn read(node: Option<&Node>, r: &mut NodeReader<'_>) -> LimitsSource {
    let Some(node) = node else {
        return LimitsSource::default();
    };
    let map = r.keyed(node, "`limits`", Keys(&[LIMITS]));
    let said = LIMITS.iter().filter_map(|key| {
        let value = r.number(map.get(key.name)?, format!("limit `{}`", key.name))?;
        Some((key.name, value))
    });
    LimitsSource {
        said: said.collect(),
    }
}

/// The effective limits: the domain's, or else the core's. `None` if the core lacks one.
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
