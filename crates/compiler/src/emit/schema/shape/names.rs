//! The names that an intent may say: those of a codebook, the members of closed lists, and derived values.

use cmec_decoder::language::{
    Direction, FieldUse, Function, Operator, Order, Output, QuestionKind, RetrievalMode, Role,
    Scenario, SetOperator,
};
use cmec_decoder::tables::{FieldDef, Tables};
use serde_json::Value;

use super::Intent;
use crate::emit::derivable::{Derivable, derivable};
use crate::emit::schema::{any_of, given, one_of, text};

/// A name of this role; `None` if the codebook has none.
pub(super) fn word(intent: &Intent<'_>, role: Role) -> Option<Value> {
    let build = intent.builder;
    let Some(tables) = intent.tables else {
        return Some(listed(intent, role).unwrap_or_else(text));
    };
    let columns = |wanted: fn(&FieldDef) -> bool| {
        let columns = fields(intent, tables, wanted).chain(types(tables));
        or_derived(intent, read(intent, tables, columns), |_| true)
    };
    match role {
        Role::Type => build.shared("type", || some_of(types(tables))),
        Role::Field(FieldUse::Any) => build.shared("field", || {
            let fields = fields(intent, tables, |_| true);
            or_derived(intent, read(intent, tables, fields), |_| true)
        }),
        Role::Field(FieldUse::Sort) => {
            let fields = fields(intent, tables, |field| field.sortable);
            or_derived(intent, read(intent, tables, fields), |_| true)
        }
        Role::Field(FieldUse::Group) => {
            let columns = columns(|field| field.groupable)?;
            // A bare alias refers to the instance itself.
            Some(
                match !tables.relations.is_empty() && build.sayable.patterns {
                    true => any_of(vec![columns, given()]),
                    false => columns,
                },
            )
        }
        Role::Field(FieldUse::Compare | FieldUse::Compute) => {
            build.shared("column", || columns(|_| true))
        }
        Role::Field(FieldUse::Show) => {
            // Only groups have types and aliases among their columns.
            if tables.scenario(Scenario::Aggregation).is_none() {
                return word(intent, Role::Field(FieldUse::Any));
            }
            let columns = word(intent, Role::Field(FieldUse::Compute));
            Some(any_of(columns.into_iter().chain([given()]).collect()))
        }
        Role::Relation => build.shared("relation", || {
            let relations = tables.relations.iter();
            some_of(relations.map(|relation| build.say(&relation.code, &relation.name)))
        }),
        // Without corpora, no such key exists.
        Role::Corpus => build.shared("corpus", || some_of(tables.corpus_names())),
        _ => Some(listed(intent, role).unwrap_or_else(text)),
    }
}

/// The members of a closed list of the language; `None` for a role without one.
fn listed(intent: &Intent<'_>, role: Role) -> Option<Value> {
    macro_rules! list {
        ($members:expr) => {{
            let members = $members.into_iter();
            let names = members.map(|member| intent.builder.say(member.code(), member.name()));
            Some(one_of(names))
        }};
    }
    let serves = |scenario: &&Scenario| {
        let served = |tables: &Tables| tables.scenario(**scenario).is_some();
        intent.tables.is_none_or(served) && (intent.is_cmec() || **scenario != Scenario::Clarify)
    };
    let gives =
        |output: &&Output| (intent.tables).is_none_or(|tables: &Tables| tables.gives(**output));
    match role {
        Role::Scenario => list!(Scenario::ALL.iter().filter(serves)),
        Role::Output => list!(Output::ALL.iter().filter(gives)),
        Role::Direction => list!(Direction::ALL),
        Role::Operator => list!(Operator::ALL),
        Role::MetricOperator => list!(Operator::comparing()),
        Role::Order => list!(Order::ALL),
        Role::Function => list!(Function::ALL),
        Role::SetOperator => list!(SetOperator::ALL),
        Role::QuestionKind => list!(QuestionKind::ALL),
        Role::RetrievalMode => list!(RetrievalMode::ALL),
        Role::Type
        | Role::Field(_)
        | Role::Relation
        | Role::Metric
        | Role::MetricOrField
        | Role::Group
        | Role::Corpus
        | Role::Version
        | Role::Free => None,
    }
}

/// Paths to read; if relations lead to aliases, also with an alias prefix.
pub(super) fn read<'t>(
    intent: &Intent<'_>,
    tables: &Tables,
    names: impl Iterator<Item = &'t str>,
) -> Option<Value> {
    let mut names = names.peekable();
    names.peek()?;
    Some(match tables.relations.is_empty() {
        true => one_of(names),
        false => intent.builder.read(names),
    })
}

/// These names, or an expression derived from fields that match.
pub(super) fn or_derived(
    intent: &Intent<'_>,
    fields: Option<Value>,
    wanted: impl Fn(&FieldDef) -> bool,
) -> Option<Value> {
    match (fields, derived(intent, wanted)) {
        (Some(fields), Some(derived)) => Some(any_of(vec![fields, derived])),
        (one, other) => one.or(other),
    }
}

/// Expressions derived from fields that match.
pub(super) fn derived(intent: &Intent<'_>, wanted: impl Fn(&FieldDef) -> bool) -> Option<Value> {
    let build = intent.builder;
    let all = derivable(intent.tables?);
    let count = all.len();
    let shapes = all.into_iter().filter(|shape| wanted(shape.field));
    let shapes: Vec<Derivable> = shapes.collect();
    let name = match shapes.len() == count {
        true => "derived",
        false => "derived_number",
    };
    let called = shapes.into_iter().flat_map(|shape| shape.derivations);
    let called = called.map(|derivation| build.say(derivation.code(), derivation.name()));
    let called: Vec<&str> = called.collect();
    (!called.is_empty()).then(|| build.shared(name, || build.called(called.into_iter())))?
}

/// One of these names; `None` without any.
pub(super) fn some_of<'t>(names: impl Iterator<Item = &'t str>) -> Option<Value> {
    let mut names = names.peekable();
    names.peek()?;
    Some(one_of(names))
}

/// The names of the fields that match.
pub(super) fn fields<'t>(
    intent: &Intent<'t>,
    tables: &'t Tables,
    wanted: impl Fn(&FieldDef) -> bool,
) -> impl Iterator<Item = &'t str> {
    let build = intent.builder;
    let fields = tables.fields.iter().filter(move |field| wanted(field));
    fields.map(move |field| build.say(&field.code, &field.path))
}

/// One of these operators.
pub(super) fn operators(intent: &Intent<'_>, operators: &[Operator]) -> Value {
    let names = operators.iter();
    one_of(names.map(|operator| intent.builder.say(operator.code(), operator.name())))
}

fn types(tables: &Tables) -> impl Iterator<Item = &str> {
    tables.types.iter().map(|def| def.name.as_ref())
}
