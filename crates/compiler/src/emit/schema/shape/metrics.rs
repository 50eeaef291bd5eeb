//! Schemas of metrics. Functions that fit the same fields share one.

use cmec_decoder::language::object::{HAVING, METRIC};
use cmec_decoder::language::{
    Derivation, FieldUse, Function, Holds, Key, Operator, Role, ValueType,
};
use cmec_decoder::tables::{Column, FieldDef, Tables};
use serde_json::{Value, json};

use super::Intent;
use super::filters::group_operators;
use super::names::{fields, operators, or_derived, read, some_of, word};
use crate::emit::schema::{alternatives, any_of, one_of, text};

/// One schema for every metric: any function in use, any field.
fn any_metric(intent: &Intent<'_>, tables: &Tables) -> Value {
    let can = |function: &&Function| {
        let mut fields = tables.fields.iter();
        !function.needs_field() || fields.any(|field| Column::Field(field).takes(**function))
    };
    let field = word(intent, Role::Field(FieldUse::Compute));
    let fields = field.into_iter().chain(defined(intent, tables)).collect();
    let functions = names(intent, Function::ALL.iter().filter(can));
    computed(intent, Some(functions), Some(any_of(fields)), false)
}

/// The names of these functions.
fn names<'f>(intent: &Intent<'_>, functions: impl Iterator<Item = &'f Function>) -> Value {
    one_of(functions.map(|function| intent.builder.say(function.code(), function.name())))
}

/// A metric: a function with a field it can be computed over.
pub(super) fn metric(intent: &Intent<'_>) -> Option<Value> {
    let Some(tables) = intent.tables else {
        let functions = word(intent, Role::Function);
        let field = word(intent, Role::Field(FieldUse::Compute));
        let plain = computed(intent, functions, field, false);
        let shapes = [plain].into_iter().chain([without_function(intent)]);
        return alternatives(shapes.collect());
    };
    if !intent.builder.sayable.tells_apart {
        return Some(any_metric(intent, tables));
    }
    let mut shapes = Vec::new();
    for function in Function::ALL {
        let fitting = |other: &&Function| {
            ValueType::ALL
                .iter()
                .all(|of| other.fits(*of, false) == function.fits(*of, false))
                && other.needs_field() == function.needs_field()
        };
        if Function::ALL.iter().find(fitting) != Some(function) {
            continue;
        }
        let all = ValueType::ALL.iter().all(|of| function.fits(*of, false));
        let field = if *function == Function::Count {
            word(intent, Role::Field(FieldUse::Compute))
        } else if all {
            word(intent, Role::Field(FieldUse::Any))
        } else {
            let takes = |field: &FieldDef| Column::Field(field).takes(*function);
            let fields = fields(intent, tables, takes);
            or_derived(intent, read(intent, tables, fields), takes)
        };
        let needs_field = function.needs_field();
        if field.is_some() || !needs_field {
            let functions = names(intent, Function::ALL.iter().filter(fitting));
            shapes.push(computed(intent, Some(functions), field, needs_field));
        }
    }
    shapes.push(without_function(intent));
    alternatives(shapes)
}

/// A metric of the codebook, or one derived from other metrics.
fn without_function(intent: &Intent<'_>) -> Value {
    let build = intent.builder;
    let derivations = Derivation::ALL.iter().filter(|one| one.is_arithmetic());
    let called = derivations.map(|one| build.say(one.code(), one.name()));
    let field = match intent.tables {
        // Without a codebook, any name may be a metric.
        None => text(),
        Some(tables) => {
            let called = build.called(called);
            let all = called.into_iter().chain(defined(intent, tables));
            any_of(all.collect())
        }
    };
    intent.keyed(&METRIC, [(Key::F, field, true), (Key::As, text(), false)])
}

fn defined(intent: &Intent<'_>, tables: &Tables) -> Option<Value> {
    let metrics = tables.metrics.iter();
    some_of(metrics.map(|metric| intent.builder.say(&metric.code, &metric.name)))
}

/// A condition on a metric: compared with a value or with a subquery.
pub(super) fn having(intent: &Intent<'_>) -> Value {
    let metric = || (Key::M, text(), true);
    let value = |required: bool| (Key::V, intent.builder.number_or_text(), required);
    let group = |required: bool| (Key::Gr, text(), required);
    let operators = |own: Vec<Operator>| (Key::Op, operators(intent, &own), true);
    let with_value = || {
        let comparing = operators(Operator::comparing().collect());
        intent.keyed(&HAVING, [metric(), comparing, value(true)])
    };
    let Some(of_groups) = group_operators(intent) else {
        return with_value();
    };
    if intent.builder.sayable.tells_apart {
        let with_group = [metric(), (Key::Op, of_groups, true), group(true)];
        let with_group = intent.keyed(&HAVING, with_group);
        return json!({ "oneOf": [with_value(), with_group] });
    }
    let either = |operator: &Operator| operator.compares() || operator.compares_groups();
    let either = Operator::ALL.iter().copied().filter(either).collect();
    let either = [metric(), operators(either), value(false), group(false)];
    intent.keyed(&HAVING, either)
}

fn computed(
    intent: &Intent<'_>,
    function: Option<Value>,
    field: Option<Value>,
    of_field: bool,
) -> Value {
    let mut parts = [function, field, Some(text())].into_iter();
    let members = METRIC.keys(intent.builder.naming).filter_map(|member| {
        let is_field = matches!(member.holds, Holds::Word(Role::Field(_)));
        // Where variants are distinguished, a metric without a function is a variant of its own.
        let is_function = matches!(member.holds, Holds::Word(Role::Function));
        let told = is_function && intent.builder.sayable.tells_apart;
        let required = intent.requires(member) || (is_field && of_field) || told;
        Some((member, parts.next()??, required))
    });
    intent.builder.object(members.collect())
}
