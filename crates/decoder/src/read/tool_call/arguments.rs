//! Arguments of a tool shaped by hand → `Draft`. Each argument is the value of one filter, or the query text. The tool
//! defines scenario, output and target.
//!
//! Here `null` counts as a missing argument, because providers with strict schemas make a model write every key; in
//! cMEC itself `null` has the wrong shape. An empty text or list in an optional argument counts as missing, too.

use std::cmp::Ordering;

use crate::draft::{
    Draft, DraftCondition, DraftFilter, DraftRetrieval, DraftSort, Raw, Source, Word, Words,
};
use crate::language::Arity;
use crate::ledger::{LedgerKind, LedgerPath};
use crate::read::json::tree::{Json, JsonKind, Member};
use crate::read::shape::{Shape, raw};
use crate::span::{Span, Spanned};
use crate::tables::{Tables, Text, ToolDef, ToolFilter, ToolParameter, UnknownValue};
use crate::typed_value::{compare, typed};

/// Reads the arguments of a call; `name` is the span of the tool's name.
pub(crate) fn read<'a>(
    shape: &mut Shape,
    arguments: &Json<'a>,
    name: Span,
    tool: &ToolDef,
    tables: &Tables,
) -> Draft<'a> {
    let word = |text: &Text| Word::new(text.clone(), name);
    let named = |text: &'static str| Word::new(text.into(), name);
    let mut draft = Draft {
        output: tool.output.map(|output| named(output.name())),
        targets: tool.target.iter().map(word).collect(),
        attributes: tool.fields.iter().map(word).collect(),
        tool: Some(word(&tool.name)),
        default_limit: tool.limit,
        ..Draft::new(arguments.span, Words::Names)
    };
    let mut filters = Vec::new();
    for (parameter, member) in said(shape, arguments, tool) {
        let value = &member.value;
        match &parameter.filter {
            Some(filter) => filters.push(Argument {
                parameter,
                filter,
                key: member.key.span,
                value: Spanned::new(raw(value), value.span),
            }),
            None => {
                let retrieval = DraftRetrieval {
                    text: shape.text(value),
                    ..DraftRetrieval::default()
                };
                draft.retrieval = Some(Spanned::new(retrieval, value.span));
            }
        }
    }
    let filters = kept(shape, filters, tables);
    let (scenario, why) = match tool.without_filters {
        Some(without) if filters.is_empty() => {
            (without, "the tool's scenario for a call without filters")
        }
        _ => (tool.scenario, "the tool's scenario"),
    };
    draft.scenario = Some(named(scenario.name()));
    let mut derived = |path: LedgerPath, value: Text, why| {
        (shape.ledger).note(LedgerKind::Derived, path, value, why, Some(name));
    };
    derived("/intent/scenario".into(), scenario.name().into(), why);
    if let Some(output) = tool.output {
        let path = "/intent/output_type";
        derived(path.into(), output.name().into(), "the tool's output");
    }
    if let Some(target) = &tool.target {
        let path = "/grounding/target_types/0";
        derived(path.into(), target.clone(), "the tool's target");
    }
    for (index, sort) in tool.sort.iter().enumerate() {
        let (by, order) = (word(&sort.field), Some(named(sort.order.name())));
        draft.sort.push(Spanned::new(DraftSort { by, order }, name));
        let path = LedgerPath::element("/constraints/sort", index);
        derived(path, sort.field.clone(), "the tool's order");
    }
    for (index, field) in tool.fields.iter().enumerate() {
        let path = LedgerPath::element("/grounding/target_attributes", index);
        derived(path, field.clone(), "the tool's fields");
    }
    draft.filters = filters.into_iter().map(Argument::into_filter).collect();
    draft
}

/// An argument that is the value of a filter.
struct Argument<'t, 'a> {
    parameter: &'t ToolParameter,
    filter: &'t ToolFilter,
    key: Span,
    value: Spanned<Raw<'a>>,
}

impl<'a> Argument<'_, 'a> {
    /// The reason to ignore the argument: no part of it is a value of the field, and the tool ignores unknown values.
    fn unknown(&self, tables: &Tables) -> Option<String> {
        let drops = self.parameter.on_unknown_value == UnknownValue::Drop;
        let field = tables.field_by_path(&self.filter.field).filter(|_| drops)?;
        // A list with at least one valid value counts, and so does a flag whose operator takes a boolean.
        let says = match (self.filter.operator.arity(), &self.value.value) {
            (Arity::Flag, Raw::Boolean(_)) => true,
            (_, Raw::List(values)) => values.iter().any(|value| typed(field, value).is_ok()),
            _ => false,
        };
        let wrong = typed(field, &self.value).err().filter(|_| !says)?;
        Some(wrong.message(field, &self.value.value))
    }

    fn into_filter(self) -> Spanned<DraftCondition<'a>> {
        let span = self.value.span;
        let filter = DraftFilter {
            field: Word::new(self.filter.field.clone(), self.key),
            operator: Word::new(self.filter.operator.name().into(), self.key),
            value: Some(self.value),
            ..DraftFilter::default()
        };
        Spanned::new(DraftCondition::Filter(filter), span)
    }
}

/// The given arguments in the order of the text. Reports unknown and missing required ones.
fn said<'t, 'j, 'a>(
    shape: &mut Shape,
    arguments: &'j Json<'a>,
    tool: &'t ToolDef,
) -> Vec<(&'t ToolParameter, &'j Member<'a>)> {
    let JsonKind::Object(members) = &arguments.kind else {
        shape.wrong(arguments, "an object");
        return Vec::new();
    };
    let mut said = Vec::with_capacity(members.len());
    for member in members {
        let key = &member.key;
        match tool.parameter(&key.value) {
            Some(_) if member.value.kind == JsonKind::Null => shape.leave_out_null(&member.value),
            // Models fill in arguments that they do not use.
            Some(parameter) if !parameter.required && is_empty(&member.value.kind) => {
                shape.leave_out(member.value.span, "an empty text says nothing");
            }
            Some(parameter) => said.push((parameter, member)),
            None => {
                let known: Vec<&str> = (tool.parameters.iter())
                    .map(|parameter| parameter.name.as_ref())
                    .collect();
                shape.unknown_key(&key.value, key.span, || known.clone());
            }
        }
    }
    for parameter in tool.parameters.iter().filter(|known| known.required) {
        if !said.iter().any(|(known, _)| known.name == parameter.name) {
            let what = format!("a call of `{}`", tool.name);
            shape.lacks(arguments.span, &what, &parameter.name);
        }
    }
    said
}

/// `true` for a blank text or an empty list.
fn is_empty(value: &JsonKind<'_>) -> bool {
    match value {
        JsonKind::Text(text) => text.trim().is_empty(),
        JsonKind::List(members) => members.is_empty(),
        _ => false,
    }
}

/// The filters without those that the tool ignores, each of which gets a ledger entry.
fn kept<'t, 'a>(
    shape: &mut Shape,
    filters: Vec<Argument<'t, 'a>>,
    tables: &Tables,
) -> Vec<Argument<'t, 'a>> {
    let why: Vec<Option<(String, &'static str)>> = (filters.iter())
        .map(|argument| {
            let unknown = (argument.unknown(tables))
                .map(|why| (why, "the tool ignores what is no value of the field"));
            unknown.or_else(|| {
                let why = above_its_bound(argument, &filters, tables)?;
                let ignores = "the tool ignores a lower bound that is not below the upper one";
                Some((why, ignores))
            })
        })
        .collect();
    let mut kept = Vec::with_capacity(filters.len());
    for (filter, why) in filters.into_iter().zip(why) {
        match why {
            None => kept.push(filter),
            Some((what, why)) => shape.ledger.note(
                LedgerKind::Dropped,
                LedgerPath::element("/constraints/filters", kept.len()),
                format!("{}: {what}", filter.parameter.name),
                why,
                Some(filter.value.span),
            ),
        }
    }
    kept
}

/// The reason to ignore a lower bound: it is not below the upper bound.
fn above_its_bound(
    lower: &Argument<'_, '_>,
    filters: &[Argument<'_, '_>],
    tables: &Tables,
) -> Option<String> {
    let name = lower.parameter.lower_bound_of.as_deref()?;
    let upper = filters.iter().find(|upper| upper.parameter.name == name)?;
    let is_below = is_below(lower, upper, tables)?;
    (!is_below).then(|| {
        let [low, high] = [lower, upper].map(|bound| bound.value.value.text());
        format!("{low} is not below `{name}` {high}")
    })
}

/// `true` if one value is below another; `None` if either is not a value of the field, which is reported elsewhere.
fn is_below(lower: &Argument<'_, '_>, upper: &Argument<'_, '_>, tables: &Tables) -> Option<bool> {
    let field = tables.field_by_path(&lower.filter.field)?;
    let low = typed(field, &lower.value).ok()?;
    let high = typed(field, &upper.value).ok()?;
    compare(&low, &high).map(Ordering::is_lt)
}
