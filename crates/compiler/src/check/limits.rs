//! Checks that limits are consistent: defaults within their caps, and no cap that allows nothing.

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::limits::LIMITS;

/// The first must not exceed the second.
const PAIRS: &[(&str, &str)] = &[("page_default", "page_cap"), ("hops_default", "hops_cap")];
/// The same for the row limits of the address lane.
const ROW_PAIRS: &[(&str, &str)] = &[
    ("default", "max"),
    ("account", "max"),
    ("max", "extended_max"),
];

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let get = |name: &str| {
        let domain = source.codebook.limits.get(name);
        domain.or_else(|| source.core.limits.get(name))
    };
    for key in LIMITS.iter().map(|key| key.name) {
        match get(key) {
            // The core codebook lacks it, not the domain.
            None => {
                let message = format!("the core codebook needs the limit `{key}`");
                tell(findings, Rule::MissingKey, source.core.limits_at, message);
            }
            // A zero offset is the first page; any other cap of zero allows nothing.
            Some(limit) if limit.value == 0 && key != "offset_cap" => {
                let message = format!("`{key}` lets nothing through");
                tell(findings, Rule::LimitsContradict, limit.place, message)
                    .help("write a number from one up");
            }
            Some(_) => {}
        }
    }
    let mut ordered = |low, high| ordered(low, high, findings);
    for (low, high) in PAIRS {
        ordered((low, get(low)), (high, get(high)));
    }
    let (page_cap, depth_cap) = (
        ("page_cap", get("page_cap")),
        ("depth_cap", get("depth_cap")),
    );
    for row in &source.core.scenarios {
        ordered(("default_limit", row.default_limit.as_ref()), page_cap);
        ordered(("default_depth", row.default_depth.as_ref()), depth_cap);
    }
    for tool in source.tools.iter().flat_map(|tools| &tools.tools) {
        ordered(("limit", tool.limit.as_ref()), page_cap);
    }
    if let Some(recipes) = &source.recipes {
        let row = |name| (name, recipes.limits.get(name));
        for (low, high) in ROW_PAIRS {
            ordered(row(low), row(high));
        }
        ordered(row("extended_max"), page_cap);
    }
}

type NamedLimit<'s> = (&'s str, Option<&'s Spanned<u32>>);

fn ordered(
    (low, least): NamedLimit<'_>,
    (high, most): NamedLimit<'_>,
    findings: &mut Vec<Finding>,
) {
    if let (Some(least), Some(most)) = (least, most)
        && least.value > most.value
    {
        let message = format!("`{low}` is {least}, above `{high}`");
        tell(findings, Rule::LimitsContradict, least.place, message)
            .also(most.place, format!("`{high}` is {most}"));
    }
}
