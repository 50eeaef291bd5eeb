//! Kinds and measures of the values of metrics, derived ones included.

use crate::contract::Metric;
use crate::language::{Call, Derivation, Function, ValueType, given_names};
use crate::tables::{Kind, Measure, Tables};

/// The kind of a path derived from metrics; `None` if it is not a number.
pub(crate) fn derived_kind<'t>(
    tables: &'t Tables,
    metrics: &[Metric<'_>],
    path: &str,
) -> Option<Kind<'t>> {
    derived(tables, metrics, path).kind
}

/// The kind of a metric or of a call over metrics.
#[derive(Clone)]
pub(crate) struct MetricKind<'t> {
    /// `None` if it is not a number.
    pub(crate) kind: Option<Kind<'t>>,
    /// The nesting depth of derivations, including that of its metrics.
    pub(crate) levels: usize,
}

pub(crate) fn derived<'t>(
    tables: &'t Tables,
    metrics: &[Metric<'_>],
    path: &str,
) -> MetricKind<'t> {
    by_path(tables, &all_given(tables, metrics), path)
}

/// The kind of each metric, in order. Each is computed once, because metrics may refer to earlier ones repeatedly and
/// recursion would be exponential.
pub(crate) fn all_given<'m, 't>(
    tables: &'t Tables,
    metrics: &'m [Metric<'_>],
) -> Vec<(&'m str, MetricKind<'t>)> {
    let mut known: Vec<(&str, MetricKind<'t>)> = Vec::with_capacity(metrics.len());
    for metric in metrics {
        let given = given_by(tables, &known, metric);
        known.push((&metric.alias, given));
    }
    known
}

fn by_path<'t>(tables: &'t Tables, known: &[(&str, MetricKind<'t>)], path: &str) -> MetricKind<'t> {
    let Some(call) = Call::read(path) else {
        if let Some(metric) = tables.metric_by_name(path) {
            return MetricKind::of(Some(metric.kind()));
        }
        let metric = given_names::metric(path);
        let found = known.iter().find(|(name, _)| Some(*name) == metric);
        return found.map_or(MetricKind::of(None), |(_, given)| given.clone());
    };
    let of = call.of.iter();
    let of: Vec<MetricKind<'t>> = of.map(|path| by_path(tables, known, path)).collect();
    let levels = of.iter().map(|given| given.levels).max().unwrap_or(0);
    let kinds = of.into_iter().map(|given| given.kind);
    let kinds: Option<Vec<Kind<'t>>> = kinds.collect();
    let arithmetic = Derivation::from_name(call.name).filter(|one| one.is_arithmetic());
    let kind = arithmetic
        .zip(kinds)
        .and_then(|(derivation, of)| derivation.kind(&of).ok());
    MetricKind {
        kind,
        levels: levels + 1,
    }
}

/// The kind of a metric, given the kinds of the metrics before it.
pub(crate) fn given_by<'t>(
    tables: &'t Tables,
    before: &[(&str, MetricKind<'t>)],
    metric: &Metric<'_>,
) -> MetricKind<'t> {
    match (metric.function, metric.field.as_deref()) {
        (None, Some(path)) => by_path(tables, before, path),
        (Some(Function::List), _) => MetricKind::of(None),
        (Some(Function::Count | Function::CountDistinct), _) | (_, None) => {
            MetricKind::of(Some(Kind {
                value_type: ValueType::Integer,
                unit: None,
                several: false,
            }))
        }
        (Some(Function::Sum | Function::Avg | Function::Min | Function::Max), Some(path)) => {
            MetricKind::of(tables.kind(path).map(|kind| Kind {
                value_type: match metric.function {
                    Some(Function::Avg) => ValueType::Decimal,
                    _ => kind.value_type,
                },
                several: false,
                ..kind
            }))
        }
    }
}

impl<'t> MetricKind<'t> {
    /// A kind that is not derived from metrics.
    const fn of(kind: Option<Kind<'t>>) -> Self {
        Self { kind, levels: 0 }
    }
}

/// The measure of a metric among others; `None` if its values cannot be compared with anything.
pub(crate) fn metric_measure<'t>(
    tables: &'t Tables,
    metrics: &[Metric<'_>],
    metric: &Metric<'_>,
) -> Option<Measure<'t>> {
    match (metric.function, metric.field.as_deref()) {
        (Some(Function::Count | Function::CountDistinct), _) | (_, None) => Some(Measure::COUNT),
        (Some(Function::List), _) => None,
        (None, Some(path)) => Some(Measure::of_kind(derived_kind(tables, metrics, path)?)),
        (Some(Function::Sum | Function::Avg | Function::Min | Function::Max), Some(path)) => {
            tables.measure(path)
        }
    }
}
