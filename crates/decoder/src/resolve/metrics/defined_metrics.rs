//! Metrics of the codebook: resolves them by name, and checks that the intent meets their conditions.

use std::borrow::Cow;

use crate::contract::{Aggregation, Contract, Filter, Metric, Value};
use crate::draft::{Draft, DraftMetric, Word, Words};
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::finding::topic::List;
use crate::language::{Call, Derivation, Key, NamingStyle, Operator, Part, ValueType, object};
use crate::places::{Places, ValuePlace};
use crate::resolve::context::Context;
use crate::resolve::metrics::{aliases, derived_metrics};
use crate::resolve::names::codes;
use crate::resolve::names::codes::metric_named;
use crate::resolve::notes::Notes;
use crate::span::{Span, Spanned};
use crate::tables::MetricDef;

/// Resolves a metric without a function: a metric of the codebook, or one derived from earlier metrics.
pub(crate) fn without_function<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    index: usize,
    said: &Spanned<DraftMetric<'a>>,
    before: &[Metric<'a>],
) -> Option<Metric<'a>> {
    let DraftMetric { field, alias, .. } = &said.value;
    let word = field.as_ref()?;
    if Call::read(&word.value).is_some() {
        return derived_metrics::derived_metric(context, notes, index, &said.value, before);
    }
    let Some(def) = metric_named(&word.value, context.words, context.tables) else {
        unknown_metric(context, notes, word, said.span);
        return None;
    };
    notes.newer(word.span, Part::Metric, "a metric of the codebook");
    let name = Cow::Borrowed(def.name.as_ref());
    let metric = aliases::called(context, notes, index, None, Some(name), alias.as_ref());
    Some(metric)
}

/// Reports a metric of the codebook used as the argument of a function; returns `true` if it is one.
pub(crate) fn is_defined<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
) -> bool {
    let Some(def) = metric_named(&word.value, context.words, context.tables) else {
        return false;
    };
    notes.report(&registry::FUNCTION_DOES_NOT_FIT, word.span, |finding| {
        let message = format!("`{}` is a metric, which says its own function", def.name);
        finding.explain(message, "say the metric alone")
    });
    true
}

/// Reports a name that is not a metric of the codebook: a field lacks a function, any other name is unknown.
fn unknown_metric<'a>(context: &Context<'a>, notes: &mut Notes<'a>, word: &Word<'a>, metric: Span) {
    if codes::column_named(context, &word.value).is_some() {
        notes.report(&registry::MISSING_KEY, metric, |finding| {
            let naming = match context.words {
                Words::Codes | Words::Sql => NamingStyle::Codes,
                Words::Names => NamingStyle::Names,
            };
            let key = object::METRIC.name_of(Key::Fn, naming).unwrap_or_default();
            let what = object::METRIC.what;
            finding.explain(format!("{what} lacks `{key}`"), format!("add `\"{key}\"`"))
        });
        return;
    }
    notes.report(&registry::UNKNOWN_FIELD, word.span, |finding| {
        let known = context.tables.metrics.iter().map(Choice::metric);
        let candidates = context.candidates(&word.value, known.collect());
        codes::not_registered(finding, word, List::Field, candidates)
    });
}

/// Checks an intent against its metrics of the codebook: it must have their type, count no instance in two groups, and
/// give the period or value that they need.
pub(crate) fn check_defined_metrics<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    contract: &Contract<'a>,
) {
    let Some(numbers) = contract.constraints.aggregation.as_deref() else {
        return;
    };
    let tables = context.tables;
    let metrics = numbers.metrics.iter();
    let defs = metrics.filter_map(|metric| tables.metric_asked_for(metric));
    let defs: Vec<&'a MetricDef> = defs.collect();
    // A part that could not be read might be the missing one.
    if defs.is_empty() || notes.overlong || draft.misread != Default::default() {
        return;
    }
    let grounding = &contract.grounding;
    let targets: Vec<&str> = (grounding.target_types.iter()).map(AsRef::as_ref).collect();
    let places = Places::of(contract.intent.scenario, grounding, &targets, tables);
    for def in defs {
        let span = place(draft, def, context).unwrap_or(draft.span);
        if !is_over(context, notes, def, contract, &places, span) {
            continue;
        }
        counts_once(context, notes, def, &places, numbers, span);
        adds_up(context, notes, def, contract, numbers, span);
        has_periods(context, notes, def, numbers, span);
    }
}

/// `true` if the metric's type is the target of the intent; otherwise reports it.
fn is_over<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    def: &MetricDef,
    contract: &Contract<'a>,
    places: &Places<'_>,
    span: Span,
) -> bool {
    let grounding = &contract.grounding;
    let targets = places.places.first().map(|target| {
        // Entities that are searched for are targets.
        let named = target.entities.iter().flatten();
        let named = named.filter_map(|index| grounding.entity_list.get(*index));
        let named = named.filter_map(|entity| entity.type_name.as_deref());
        target.types.iter().copied().chain(named).collect()
    });
    let targets: Vec<&str> = targets.unwrap_or_default();
    let only = targets.first().copied();
    let only = only.filter(|only| targets.iter().all(|other| other == only));
    if only == Some(def.type_name.as_ref()) {
        return true;
    }
    // A missing target already has its finding.
    if grounding.target_types.is_empty() && grounding.entity_list.is_empty() {
        return false;
    }
    notes.report(&registry::METRIC_DOES_NOT_FIT, span, |finding| {
        let (name, type_name) = (&def.name, &def.type_name);
        let message = match targets.join("`, `") {
            none if none.is_empty() => format!("`{name}` is computed over `{type_name}`"),
            types => format!(
                "`{name}` is computed over `{type_name}`, and the intent is about `{types}`"
            ),
        };
        let help = format!("ask about `{type_name}` alone, or for another metric");
        let fitting = context.tables.metrics.iter();
        let fitting = fitting.filter(|other| only == Some(other.type_name.as_ref()));
        let known: Vec<Choice<'_>> = fitting.map(Choice::metric).collect();
        let candidates = match known.is_empty() {
            true => Vec::new(),
            false => context.candidates("", known),
        };
        finding.explain(message, help).candidates(candidates)
    });
    false
}

/// Reports a metric whose instances may fall into several groups, because a relation from the grouping column to them
/// is one-to-many.
fn counts_once<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    def: &MetricDef,
    places: &Places<'_>,
    numbers: &Aggregation<'a>,
    span: Span,
) {
    let single = places.single();
    for path in numbers.group_by.iter().flat_map(|path| Call::fields(path)) {
        let column = context.tables.column(path);
        let Some(ValuePlace::At(at)) = column.map(|column| places.read(path, column)) else {
            continue;
        };
        if single.get(at) != Some(&false) {
            continue;
        }
        let step = places.to_several(&single);
        let relations = step.map_or(&[][..], |step| &step.hop.relations);
        notes.report(&registry::METRIC_DOES_NOT_FIT, span, |finding| {
            let (name, type_name) = (&def.name, &def.type_name);
            let message = format!(
                "`{name}` would count one `{type_name}` in several groups: along `{}` it may have several of `{path}`",
                relations.join("` or `")
            );
            let help = format!("group by what each `{type_name}` has one of");
            finding.explain(message, help)
        });
    }
}

/// Reports a semi-additive metric if its non-additive field is neither grouped by nor fixed to one value.
fn adds_up<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    def: &'a MetricDef,
    contract: &Contract<'a>,
    numbers: &Aggregation<'a>,
    span: Span,
) {
    for field in def.not_additive.iter() {
        let Some(known) = context.tables.field_by_path(field) else {
            continue;
        };
        let day = Call::written(Derivation::Day.name(), &[field]);
        let is_day = known.value_type == ValueType::Date;
        let key = context.tables.type_by_name(&known.type_name);
        let is_key = key.and_then(|def| def.key.as_deref()) == Some(known.name.as_ref());
        let groups = numbers
            .group_by
            .iter()
            .any(|by| by == field || (is_day && *by == day) || (is_key && *by == known.type_name));
        let one = |filter: &Filter<'_>| match (filter.operator, filter.value()) {
            (Operator::Eq, Some(_)) => true,
            (Operator::In, Some(Value::List(values))) => values.len() == 1,
            _ => false,
        };
        // A folded text or a list can equal one constant with several values.
        let may_be_one = !known.folded && !known.array;
        let mut filters = contract.constraints.filters.iter();
        let fixed = filters.any(|condition| {
            let mut filter = condition.as_filter().into_iter();
            may_be_one && filter.any(|filter| filter.field == *field && one(filter))
        });
        if groups || fixed {
            continue;
        }
        notes.report(&registry::METRIC_DOES_NOT_FIT, span, |finding| {
            let message = format!("`{}` does not add up over `{field}`", def.name);
            let help = match may_be_one {
                true => format!("say one value of `{field}`, or group by it"),
                false => format!("group by `{field}`"),
            };
            finding.explain(message, help)
        });
    }
}

/// Reports a metric over other periods if the groups are not periods.
fn has_periods<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    def: &'a MetricDef,
    numbers: &Aggregation<'a>,
    span: Span,
) {
    let Some(over) = &def.over_time else {
        return;
    };
    let is_period = |by: &str| match Call::read(by) {
        Some(call) => {
            let period = Derivation::from_name(call.name).is_some_and(Derivation::is_period);
            period && call.of == [over.field.as_ref()]
        }
        None => false,
    };
    let reads = |by: &str| Call::fields(by).contains(&over.field.as_ref());
    let mut reading = numbers.group_by.iter().filter(|by| reads(by));
    // With two period columns, it is unknown which one the metric means.
    if let (Some(only), None) = (reading.next(), reading.next())
        && is_period(only)
    {
        return;
    }
    notes.report(&registry::METRIC_DOES_NOT_FIT, span, |finding| {
        let message = format!("`{}` needs groups by periods of `{}`", def.name, over.field);
        let field = context.tables.field_by_path(&over.field);
        let said = field.map_or(over.field.as_ref(), |field| match context.words {
            Words::Codes => &field.code,
            Words::Names => &field.path,
            Words::Sql => field.spelling(),
        });
        let period = |period: Derivation| Call::written(context.word_of(period), &[said]);
        let (year, month) = (period(Derivation::Year), period(Derivation::Month));
        let help = format!("group by one period of it: `{year}`, `{month}` or another");
        finding.explain(message, help)
    });
}

/// The span of a metric of the codebook in the draft.
fn place(draft: &Draft<'_>, def: &MetricDef, context: &Context<'_>) -> Option<Span> {
    let said = draft.aggregation.as_ref()?.value.metrics.iter();
    let mut said = said.filter(|said| said.value.function.is_none());
    let found = said.find(|said| {
        let word = said.value.field.as_ref();
        let named = word.and_then(|word| metric_named(&word.value, context.words, context.tables));
        named.is_some_and(|named| named.code == def.code)
    });
    Some(found?.value.field.as_ref()?.span)
}
