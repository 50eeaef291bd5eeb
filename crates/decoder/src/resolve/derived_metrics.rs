//! Metrics that are derived from metrics before them: `divide(&a,&b)`.

use std::borrow::Cow;

use crate::contract::{Aggregation, Metric};
use crate::draft::{DraftMetric, Word};
use crate::finding::registry;
use crate::language::{Call, Derivation, Function, Part, ValueType, given};
use crate::resolve::Resolver;
use crate::span::{Span, Spanned};
use crate::tables::{Kind, Tables};

impl<'a> Resolver<'a> {
    /// A metric without a function, behind others.
    pub(crate) fn derived_metric(
        &mut self,
        index: usize,
        said: &DraftMetric<'a>,
        before: &[Metric<'a>],
    ) -> Option<Metric<'a>> {
        let DraftMetric { field, alias, .. } = said;
        let word = field.as_ref()?;
        self.newer(
            word.span,
            Part::Metric,
            "a metric that is derived from metrics",
        );
        if !self.is_shallow(Call::levels(&word.value), word.span) {
            return None;
        }
        let path = self.metric_path(&word.value, word.span, before)?;
        let given = derived(self.tables, before, &path);
        if !self.is_shallow(given.levels, word.span) {
            return None;
        }
        if given.kind.is_none() {
            self.report(&registry::FUNCTION_DOES_NOT_FIT, word.span, |_, finding| {
                let message = format!("`{}` of these metrics is no number with a unit", word.value);
                let help = "say numbers; sums and differences are of one unit, and a product has one at most";
                finding.explain(message, help)
            });
            return None;
        }
        Some(self.called(index, None, Some(Cow::Owned(path)), alias.as_ref()))
    }

    /// The path of what a call derives from metrics, or of one of them.
    fn metric_path(&mut self, said: &str, span: Span, before: &[Metric<'a>]) -> Option<String> {
        let Some(call) = Call::read(said) else {
            let known =
                given::metric(said).and_then(|name| before.iter().find(|one| one.alias == name));
            if known.is_none() {
                let word: Word<'a> = Spanned::new(Cow::Owned(said.to_owned()), span);
                self.unknown_name(&word, "metric before", before);
                return None;
            }
            return Some(said.to_owned());
        };
        let derivation = self.derivation(&call, span)?;
        let of = call.of.iter().take(derivation.arity());
        let of = of.map(|said| self.metric_path(said, span, before));
        let of: Vec<Option<String>> = of.collect();
        let mut of: Vec<String> = of.into_iter().collect::<Option<_>>()?;
        // Others are too many, whatever they are.
        let more = call.of.iter().skip(derivation.arity());
        of.extend(more.map(ToString::to_string));
        Some(Call::written(derivation.name(), &of))
    }
}

/// What the last metric of an aggregation gives; `None` where it is no number.
pub(crate) fn value_kind<'t>(numbers: &Aggregation<'_>, tables: &'t Tables) -> Option<Kind<'t>> {
    let (last, before) = numbers.metrics.split_last()?;
    given_by(tables, &all_given(tables, before), last).kind
}

/// What a path derives from metrics; `None` where it is no number.
pub(crate) fn derived_kind<'t>(
    tables: &'t Tables,
    metrics: &[Metric<'_>],
    path: &str,
) -> Option<Kind<'t>> {
    derived(tables, metrics, path).kind
}

/// What a metric, or a call of metrics, gives.
#[derive(Clone)]
struct Given<'t> {
    /// `None` where it is no number.
    kind: Option<Kind<'t>>,
    /// How many derivations stand in one another, those of its metrics counted.
    levels: usize,
}

fn derived<'t>(tables: &'t Tables, metrics: &[Metric<'_>], path: &str) -> Given<'t> {
    by_path(tables, &all_given(tables, metrics), path)
}

/// What each metric gives, once and in their order: one may name another twice, and that one the one before it.
fn all_given<'m, 't>(tables: &'t Tables, metrics: &'m [Metric<'_>]) -> Vec<(&'m str, Given<'t>)> {
    let mut known: Vec<(&str, Given<'t>)> = Vec::with_capacity(metrics.len());
    for metric in metrics {
        let given = given_by(tables, &known, metric);
        known.push((&metric.alias, given));
    }
    known
}

fn by_path<'t>(tables: &'t Tables, known: &[(&str, Given<'t>)], path: &str) -> Given<'t> {
    let Some(call) = Call::read(path) else {
        if let Some(metric) = tables.metric_by_name(path) {
            return Given::of(Some(metric.kind()));
        }
        let metric = given::metric(path);
        let found = known.iter().find(|(name, _)| Some(*name) == metric);
        return found.map_or(Given::of(None), |(_, given)| given.clone());
    };
    let of = call.of.iter();
    let of: Vec<Given<'t>> = of.map(|path| by_path(tables, known, path)).collect();
    let levels = of.iter().map(|given| given.levels).max().unwrap_or(0);
    let kinds = of.into_iter().map(|given| given.kind);
    let kinds: Option<Vec<Kind<'t>>> = kinds.collect();
    let arithmetic = Derivation::from_name(call.name).filter(|one| one.is_arithmetic());
    let kind = arithmetic
        .zip(kinds)
        .and_then(|(derivation, of)| derivation.kind(&of).ok());
    Given {
        kind,
        levels: levels + 1,
    }
}

/// What a metric behind others gives.
fn given_by<'t>(
    tables: &'t Tables,
    before: &[(&str, Given<'t>)],
    metric: &Metric<'_>,
) -> Given<'t> {
    match (metric.function, metric.field.as_deref()) {
        (None, Some(path)) => by_path(tables, before, path),
        (Some(Function::List), _) => Given::of(None),
        (Some(Function::Count | Function::CountDistinct), _) | (_, None) => Given::of(Some(Kind {
            value_type: ValueType::Integer,
            unit: None,
            several: false,
        })),
        (Some(Function::Sum | Function::Avg | Function::Min | Function::Max), Some(path)) => {
            Given::of(tables.kind(path).map(|kind| Kind {
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

impl<'t> Given<'t> {
    /// That of what is derived from no metric.
    const fn of(kind: Option<Kind<'t>>) -> Self {
        Self { kind, levels: 0 }
    }
}
