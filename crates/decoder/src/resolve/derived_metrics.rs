//! Metrics that are derived from metrics before them: `divide(&a,&b)`.

use std::borrow::Cow;

use crate::contract::Metric;
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
        if !self.is_shallow(levels(before, &path), word.span) {
            return None;
        }
        if derived_kind(self.tables, before, &path).is_none() {
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
            let known = given::name(said).filter(|_| given::at_place(said).0.is_none());
            let known = known.and_then(|name| before.iter().find(|one| one.alias == name));
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

/// What a path derives from metrics; `None` where it is no number.
pub(crate) fn derived_kind<'t>(
    tables: &'t Tables,
    metrics: &[Metric<'_>],
    path: &str,
) -> Option<Kind<'t>> {
    // Each once, in their order: one may name another twice, and that one the one before it.
    let mut kinds: Vec<(&str, Option<Kind<'t>>)> = Vec::with_capacity(metrics.len());
    for metric in metrics {
        let kind = kind_of(tables, &kinds, metric);
        kinds.push((&metric.alias, kind));
    }
    kind_of_path(&kinds, path)
}

fn kind_of_path<'t>(kinds: &[(&str, Option<Kind<'t>>)], path: &str) -> Option<Kind<'t>> {
    if let Some(call) = Call::read(path) {
        let derivation = Derivation::from_name(call.name)?;
        let of = call.of.iter().map(|path| kind_of_path(kinds, path));
        let of: Vec<Kind<'t>> = of.collect::<Option<_>>()?;
        let kind = derivation.kind(&of).ok();
        return kind.filter(|_| derivation.is_arithmetic());
    }
    let name = given::name(path)?;
    let (_, kind) = kinds.iter().find(|(known, _)| *known == name)?;
    kind.clone()
}

/// What a metric behind others is; `None` where it is no number.
fn kind_of<'t>(
    tables: &'t Tables,
    before: &[(&str, Option<Kind<'t>>)],
    metric: &Metric<'_>,
) -> Option<Kind<'t>> {
    match (metric.function, metric.field.as_deref()) {
        (None, Some(path)) => kind_of_path(before, path),
        (Some(Function::List), _) => None,
        (Some(Function::Count | Function::CountDistinct), _) | (_, None) => Some(Kind {
            value_type: ValueType::Integer,
            unit: None,
            several: false,
        }),
        (Some(Function::Sum | Function::Avg | Function::Min | Function::Max), Some(path)) => {
            let kind = tables.kind(path)?;
            Some(Kind {
                several: false,
                ..kind
            })
        }
    }
}

/// How many derivations stand in one another in a path of metrics, those of its metrics counted.
fn levels(metrics: &[Metric<'_>], path: &str) -> usize {
    let mut known: Vec<(&str, usize)> = Vec::with_capacity(metrics.len());
    for metric in metrics {
        let level = match (metric.function, metric.field.as_deref()) {
            (None, Some(path)) => levels_of(&known, path),
            _ => 0,
        };
        known.push((&metric.alias, level));
    }
    levels_of(&known, path)
}

fn levels_of(known: &[(&str, usize)], path: &str) -> usize {
    if let Some(call) = Call::read(path) {
        let inner = call.of.iter().map(|path| levels_of(known, path));
        return 1 + inner.max().unwrap_or(0);
    }
    let name = given::name(path).unwrap_or(path);
    let found = known.iter().find(|(metric, _)| *metric == name);
    found.map_or(0, |(_, level)| *level)
}
