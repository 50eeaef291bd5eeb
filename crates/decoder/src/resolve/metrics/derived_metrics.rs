//! Metrics derived from earlier metrics: `divide(&a,&b)`.

use std::borrow::Cow;

use crate::contract::{Aggregation, Metric};
use crate::draft::{DraftMetric, Word};
use crate::finding::registry;
use crate::language::{Call, Part, given_names};
use crate::resolve::context::Context;
use crate::resolve::metric_kinds;
use crate::resolve::metrics::aliases;
use crate::resolve::names::derivations;
use crate::resolve::notes::Notes;
use crate::span::{Span, Spanned};
use crate::tables::{Kind, Tables};

/// Resolves a derived metric, given the metrics before it.
pub(crate) fn derived_metric<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    index: usize,
    said: &DraftMetric<'a>,
    before: &[Metric<'a>],
) -> Option<Metric<'a>> {
    let DraftMetric { field, alias, .. } = said;
    let word = field.as_ref()?;
    let form = "a metric that is derived from metrics";
    notes.newer(word.span, Part::Metric, form);
    if !derivations::is_shallow(notes, Call::levels(&word.value), word.span) {
        return None;
    }
    let path = metric_path(context, notes, &word.value, word.span, before)?;
    let given = metric_kinds::derived(context.tables, before, &path);
    if !derivations::is_shallow(notes, given.levels, word.span) {
        return None;
    }
    if given.kind.is_none() {
        notes.report(&registry::FUNCTION_DOES_NOT_FIT, word.span, |finding| {
            let message = format!("`{}` of these metrics is no number with a unit", word.value);
            let help =
                "say numbers; sums and differences are of one unit, and a product has one at most";
            finding.explain(message, help)
        });
        return None;
    }
    let path = Some(Cow::Owned(path));
    let metric = aliases::called(context, notes, index, None, path, alias.as_ref());
    Some(metric)
}

/// The path of a metric, or of a call over metrics.
fn metric_path<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: &str,
    span: Span,
    before: &[Metric<'a>],
) -> Option<String> {
    let Some(call) = Call::read(said) else {
        let known =
            given_names::metric(said).and_then(|name| before.iter().find(|one| one.alias == name));
        if known.is_none() {
            let word: Word<'a> = Spanned::new(Cow::Owned(said.to_owned()), span);
            aliases::unknown_name(context, notes, &word, "metric before", before);
            return None;
        }
        return Some(said.to_owned());
    };
    let derivation = derivations::derivation(context, notes, &call, span)?;
    let of = call.of.iter().take(derivation.arity());
    let of = of.map(|said| metric_path(context, notes, said, span, before));
    let of: Vec<Option<String>> = of.collect();
    let mut of: Vec<String> = of.into_iter().collect::<Option<_>>()?;
    // Excess arguments are reported as too many, so they need no resolving.
    let more = call.of.iter().skip(derivation.arity());
    of.extend(more.map(ToString::to_string));
    Some(Call::written(derivation.name(), &of))
}

/// The kind of the last metric of an aggregation; `None` if it is not a number.
pub(crate) fn value_kind<'t>(numbers: &Aggregation<'_>, tables: &'t Tables) -> Option<Kind<'t>> {
    let (last, before) = numbers.metrics.split_last()?;
    metric_kinds::given_by(tables, &metric_kinds::all_given(tables, before), last).kind
}
