//! Resolves aggregations: metrics, grouping, conditions on metrics, and the order of groups.

use std::borrow::Cow;

use crate::contract::{
    Aggregation, AggregationSort, Having, Metric, Operand, Pagination, Str, Value,
};
use crate::decimal;
use crate::draft::{DraftAggregation, DraftHaving, DraftMetric, Raw, Word};
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::finding::topic::{Elements, Name, Topic};
use crate::language::{Arity, Call, Function, Operator, Part, Scenario};
use crate::resolve::conflicts::pairs;
use crate::resolve::constraints::PageOf;
use crate::resolve::context::Context;
use crate::resolve::filters::{filter, subquery, value};
use crate::resolve::metric_kinds::metric_measure;
use crate::resolve::metrics::{aliases, columns, defined_metrics, grouping};
use crate::resolve::names::{codes, fields, places_read};
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::scope::known_places::ReadFor;
use crate::resolve::{checks, constraints};
use crate::span::Spanned;
use crate::tables::Column;
use crate::typed_value::{reading, typed};

pub(crate) fn aggregation<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &Spanned<DraftAggregation<'a>>,
) -> Aggregation<'a> {
    let value = &said.value;
    checks::list_cap(context, notes, &value.metrics, Elements::Metrics);
    checks::list_cap(context, notes, &value.group_by, Elements::GroupFields);
    checks::list_cap(context, notes, &value.having, Elements::Conditions);
    checks::list_cap(context, notes, &value.sort, Elements::SortKeys);
    let mut metrics: Vec<Metric<'a>> = Vec::with_capacity(value.metrics.len());
    for (index, said) in value.metrics.iter().enumerate() {
        let metric = match &said.value.function {
            Some(function) => metric(context, scope, notes, index, function, &said.value),
            None => defined_metrics::without_function(context, notes, index, said, &metrics),
        };
        metrics.extend(metric);
    }
    aliases::distinct_aliases(context, notes, value, &metrics);
    let group_by = value.group_by.iter();
    let group_by: Vec<Str<'a>> = group_by
        .filter_map(|word| grouping::group(context, scope, notes, word))
        .collect();
    if value.metrics.is_empty() && !value.group_by.is_empty() {
        notes.newer(said.span, Part::Metric, "groups without a metric");
    }
    pairs::check_grouped_once(notes, &value.group_by);
    no_type_that_groups(notes, value, &metrics, &group_by);
    let (having, places): (Vec<_>, Vec<_>) = (value.having.iter())
        .filter_map(|said| {
            Some((
                having(context, scope, notes, &said.value, &metrics)?,
                said.span,
            ))
        })
        .unzip();
    pairs::check_having_together(notes, &having, &places);
    let keys = value.sort.iter().enumerate();
    let (sort, spans): (Vec<AggregationSort<'a>>, Vec<_>) = keys
        .filter_map(|(index, key)| {
            let list = "/constraints/aggregation/sort";
            let order =
                constraints::sort_order(context, notes, key.value.order.as_ref(), list, index);
            let by =
                grouping::group_key(context, scope, notes, &key.value.by, &metrics, &group_by)?;
            Some((AggregationSort { by, order: order? }, key.span))
        })
        .unzip();
    pairs::check_sorted_once(notes, sort.iter().map(|key| &key.by).zip(spans));
    let page = value.page.as_ref();
    // A subquery without a page has all its groups.
    let pagination = (!scope.in_group || page.is_some()).then(|| {
        let per = columns::per(context, scope, notes, page, |path, _| {
            group_by.iter().any(|by| by == path)
        });
        let default = constraints::default_limit(context, scope, Scenario::Aggregation, None);
        Pagination {
            per,
            ..constraints::page(context, notes, page, PageOf::Groups, default)
        }
    });
    Aggregation {
        metrics,
        group_by,
        having,
        sort,
        pagination,
    }
}

fn metric<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    index: usize,
    word: &Word<'a>,
    said: &DraftMetric<'a>,
) -> Option<Metric<'a>> {
    let function: Option<Function> = codes::member(context, notes, word);
    let over = match &said.field {
        // A derived value is computed once for each row.
        Some(word) if Call::read(&word.value).is_some() => {
            Some(fields::derived(context, scope, notes, ReadFor::Row, word)?)
        }
        Some(word) if defined_metrics::is_defined(context, notes, word) => return None,
        Some(word) => Some(fields::column(context, scope, notes, word)?),
        None => None,
    };
    let function = function?;
    let read = over;
    let over = read.as_ref().map(|read| read.column);
    if !fits(function, over) {
        let span = said.field.as_ref().unwrap_or(word).span;
        notes.report(&registry::FUNCTION_DOES_NOT_FIT, span, |finding| {
            let named = over.map_or("no field".to_owned(), |over| format!("`{}`", over.path()));
            let said = context.word_of(function);
            let message = format!("`{said}` cannot be computed over {named}");
            let help = match over {
                Some(Column::Type(_)) => "instances of a type are counted, and nothing else",
                _ => "sums and means need a number, the smallest and largest an ordered value",
            };
            let field = over.and_then(Column::field);
            finding.explain(message, help).about(field)
        });
        return None;
    }
    let span = said.field.as_ref().unwrap_or(word).span;
    if !places_read::is_countable(context, scope, notes, function, read.as_ref(), span) {
        return None;
    }
    if !function.gives_one() {
        notes.newer(word.span, Part::Metric, "a list of values");
    }
    if let (Some(Column::Type(_)), Some(word)) = (over, &said.field) {
        notes.newer(word.span, Part::Metric, "a count of instances of a type");
    }
    let (path, alias) = (read.map(|read| read.path), said.alias.as_ref());
    let metric = aliases::called(context, notes, index, Some(function), path, alias);
    Some(metric)
}

/// Reports a metric with the name of a type in the grouping: a sort key could mean either.
fn no_type_that_groups<'a>(
    notes: &mut Notes<'a>,
    said: &DraftAggregation<'a>,
    metrics: &[Metric<'a>],
    group_by: &[Str<'a>],
) {
    for (metric, place) in metrics.iter().zip(&said.metrics) {
        if group_by.contains(&metric.alias) {
            notes.report(&registry::DUPLICATE_NAME, place.span, |finding| {
                let name = &metric.alias;
                let message = format!("a metric is called `{name}`, and so is a type that groups");
                let finding = finding.explain(message, "give the metric a name of its own");
                finding.on(Topic::Name(Name::Metric))
            });
        }
    }
}

pub(crate) fn having<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &DraftHaving<'a>,
    metrics: &[Metric<'a>],
) -> Option<Having<'a>> {
    let comparing = || Operator::comparing().collect();
    let operator: Option<Operator> = codes::member_among(context, notes, &said.operator, comparing);
    let Some(metric) = aliases::find_metric(context, scope, &said.metric, metrics) else {
        aliases::unknown_name(context, notes, &said.metric, "metric", metrics);
        return None;
    };
    let operator = operator?;
    if !metric.gives_one() {
        let span = said.metric.span;
        notes.report(&registry::OPERATOR_NOT_ALLOWED, span, |finding| {
            let message = format!(
                "`{}` is a list of values, which is not compared",
                metric.alias
            );
            let help = "say a condition on another metric, or a filter on the field";
            finding.explain(message, help)
        });
        return None;
    }
    if let Some(group) = &said.group {
        let measure = metric_measure(context.tables, metrics, metric);
        let (operator, operand) =
            subquery::held_by_group(context, scope, notes, said, group, measure)?;
        return Some(Having {
            metric: metric.alias.clone(),
            operator,
            operand,
        });
    }
    if operator.arity() != Arity::One {
        let span = said.operator.span;
        notes.report(&registry::OPERATOR_NOT_ALLOWED, span, |finding| {
            let comparing: Vec<Operator> = Operator::comparing().collect();
            let words: Vec<&str> = comparing.iter().map(|own| context.word_of(*own)).collect();
            let known = comparing.iter().map(Choice::member).collect();
            let word = context.word_of(operator);
            finding
                .explain(
                    format!("a condition on a metric does not have `{word}`"),
                    format!("it has `{}`", words.join("`, `")),
                )
                .candidates(context.candidates(operator.code(), known))
        });
        return None;
    }
    let value = having_value(context, notes, metric, said.value.as_ref()?)?;
    Some(Having {
        metric: metric.alias.clone(),
        operator,
        operand: Operand::Value(value),
    })
}

fn having_value<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    metric: &Metric<'a>,
    said: &Spanned<Raw<'a>>,
) -> Option<Value<'a>> {
    let function = metric.function;
    let path = metric.field.as_deref();
    let field = path.and_then(|path| context.tables.field_read(path));
    // Min and max have the field's type; every other function gives a number.
    if let (Some(Function::Min | Function::Max), Some(field)) = (function, field) {
        let wrong = |wrong| value::wrong_value(context, notes, field, said, wrong, None);
        let value = typed(field, said).map_err(wrong).ok()?;
        filter::newer_value(notes, &value, said.span, Part::Metric);
        return Some(value);
    }
    if let Raw::Number(digits) = &said.value {
        if decimal::is_in_range(digits) {
            return Some(Value::Decimal(Cow::Borrowed(digits)));
        }
        value::out_of_range(notes, said);
        return None;
    }
    notes.report(&registry::WRONG_VALUE_TYPE, said.span, |finding| {
        let function = function.map_or(metric.alias.as_ref(), |known| context.word_of(known));
        let kind = said.value.kind();
        let message = format!("`{function}` gives a number, and this is {kind}");
        let reading = reading::number(&said.value);
        finding
            .explain(message, "say a number, without quotes")
            .candidates(reading.into_iter().collect())
    });
    None
}

pub(crate) fn fits(function: Function, over: Option<Column<'_>>) -> bool {
    match over {
        Some(over) => over.takes(function),
        None => !function.needs_field(),
    }
}
