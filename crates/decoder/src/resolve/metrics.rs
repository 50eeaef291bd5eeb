//! Resolves aggregations: metrics, aliases, columns and grouping.

pub(crate) mod aggregation;
pub(crate) mod aliases;
pub(crate) mod columns;
pub(crate) mod defined_metrics;
pub(crate) mod derived_metrics;
pub(crate) mod grouping;
pub(crate) mod metric_names;
