//! Metrics that a codebook defines: numbers with an owner, which an intent names and does not spell out.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::contract::Metric;
use crate::language::ValueType;
use crate::tables::{Deprecation, Kind, Label, List, Tables, Text};

/// A metric of a codebook.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetricDef {
    /// Registered code, `M001`.
    pub code: Text,
    /// Name, as in contracts and lines.
    pub name: Text,
    /// The type it is computed over: an intent that asks for it is about this type.
    pub type_name: Text,
    /// Its definition: an aggregation without groups, as MEC. Its last metric is the value.
    pub definition: Text,
    /// Type of the value.
    pub value_type: ValueType,
    /// Unit of the value.
    pub unit: Option<Text>,
    /// Paths of fields over whose values it does not add up, as a balance does not over days: each of them groups, or has one
    /// value.
    pub not_additive: List<Text>,
    /// How it reads other periods than that of its group.
    pub over_time: Option<OverTime>,
    /// Names for people.
    pub labels: List<Label>,
    /// One sentence for models and people; may be empty.
    pub description: Text,
    /// Since when it is not to be said any more.
    pub deprecated: Option<Deprecation>,
}

/// How a metric reads other periods than that of its group. The groups are made by periods of `field`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OverTime {
    /// Path of the field of days or moments.
    pub field: Text,
    /// What is read.
    pub reads: PeriodsRead,
}

/// Which periods a metric reads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeriodsRead {
    /// Everything up to the end of the period.
    UpToNow,
    /// What lies this far back from the end of the period, as `-3m`.
    Window(Text),
    /// The period that lies so far from this one, as `-1y`.
    Offset(Text),
}

impl MetricDef {
    /// What its values are.
    pub(crate) fn kind(&self) -> Kind<'_> {
        Kind {
            value_type: self.value_type,
            unit: self.unit.as_deref().map(Cow::Borrowed),
            several: false,
        }
    }
}

impl Tables {
    /// The metric with this registered code.
    #[must_use]
    pub fn metric_by_code(&self, code: &str) -> Option<&MetricDef> {
        self.metrics.iter().find(|def| def.code == code)
    }

    /// The metric with this name.
    #[must_use]
    pub fn metric_by_name(&self, name: &str) -> Option<&MetricDef> {
        self.metrics.iter().find(|def| def.name == name)
    }

    /// The metric of the codebook that a metric of a contract asks for; `None`: it is a function, or derived from others.
    #[must_use]
    pub fn metric_asked_for(&self, metric: &Metric<'_>) -> Option<&MetricDef> {
        let name = metric.field.as_deref();
        self.metric_by_name(name.filter(|_| metric.function.is_none())?)
    }
}
