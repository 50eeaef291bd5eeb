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
        if !self.is_shallow(&word.value, word.span) {
            return None;
        }
        let path = self.metric_path(&word.value, word.span, before)?;
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
        let derivation = self.derivation(call.name, span)?;
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
    if let Some(call) = Call::read(path) {
        let derivation = Derivation::from_name(call.name)?;
        let of = call
            .of
            .iter()
            .map(|path| derived_kind(tables, metrics, path));
        let of: Vec<Kind<'t>> = of.collect::<Option<_>>()?;
        return derivation
            .kind(&of)
            .ok()
            .filter(|_| derivation.is_arithmetic());
    }
    let name = given::name(path)?;
    let metric = metrics.iter().find(|metric| metric.alias == name)?;
    let field = metric.field.as_deref();
    match (metric.function, field) {
        (None, Some(path)) => derived_kind(tables, metrics, path),
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
