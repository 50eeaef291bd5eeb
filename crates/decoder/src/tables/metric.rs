//! Metrics defined in a codebook: numbers with an owner, which an intent refers to by name.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::language::ValueType;
use crate::tables::{Deprecation, Kind, Label, List, Text};

/// A metric of a codebook.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetricDef {
    /// Registered code, `M001`.
    pub code: Text,
    /// Name, as in contracts and in SQL.
    pub name: Text,
    /// The type it is computed over. An intent with this metric must have this type as its target.
    pub type_name: Text,
    /// Its definition as a MEC aggregation without groups. The last metric is the value.
    pub definition: Text,
    /// Type of the value.
    pub value_type: ValueType,
    /// Unit of the value.
    pub unit: Option<Text>,
    /// Paths of the fields over which a semi-additive metric does not add up, as a balance does not over days. Each
    /// must be a grouping column or have one value.
    pub not_additive: List<Text>,
    /// The other periods that the metric reads, if any.
    pub over_time: Option<OverTime>,
    /// Names for people.
    pub labels: List<Label>,
    /// One sentence for models and people; may be empty.
    pub description: Text,
    /// The version that deprecated it, and the replacement.
    pub deprecated: Option<Deprecation>,
}

/// The other periods that a metric reads. The groups must be periods of `field`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OverTime {
    /// Path of the date or moment field.
    pub field: Text,
    /// The periods to read.
    pub reads: PeriodsRead,
}

/// The periods that a metric reads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeriodsRead {
    /// All time up to the end of the period.
    UpToNow,
    /// The time span of this length up to the end of the period, such as `-3m`.
    Window(Text),
    /// The period at this distance, such as `-1y`.
    Offset(Text),
}

impl MetricDef {
    pub(crate) fn kind(&self) -> Kind<'_> {
        Kind {
            value_type: self.value_type,
            unit: self.unit.as_deref().map(Cow::Borrowed),
            several: false,
        }
    }
}
