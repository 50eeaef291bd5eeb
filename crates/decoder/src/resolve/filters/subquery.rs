//! Filters and conditions on metrics that compare with a subquery, by its name.

use crate::contract::{Filter, Operand, Str};
use crate::draft::{DraftFilter, DraftHaving, Word};
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::finding::topic::{Elements, Name, Topic};
use crate::language::{GROUP_LEVELS, Operator, Part, given_names};
use crate::resolve::checks;
use crate::resolve::context::Context;
use crate::resolve::filters::operators;
use crate::resolve::names::{codes, fields};
use crate::resolve::notes::Notes;
use crate::resolve::scope::subquery::SubqueryOperand;
use crate::resolve::scope::{Scope, subquery};
use crate::tables::{Column, Measure};

pub(crate) fn filter_by_group<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &DraftFilter<'a>,
    word: &Word<'a>,
) -> Option<Filter<'a>> {
    notes.newer(word.span, Part::Filter, "a comparison with a group");
    let read = fields::column(context, scope, notes, &said.field);
    let operator = group_operator(context, notes, &said.operator);
    let has_value = said.value.is_some() || said.value_field.is_some();
    let is_alone = is_alone(notes, &said.operator, has_value);
    let (read, operator) = (read?, operator?);
    let compared = match read.column {
        Column::Type(name) => SubqueryOperand::Instance(name),
        Column::Field(field) if !field.operators.contains(&operator) => {
            operators::operator_not_allowed(context, notes, field, operator, said);
            return None;
        }
        Column::Field(_) => SubqueryOperand::Value(context.tables.measure(&read.path)),
    };
    let name = given_group(context, scope, notes, word, &compared, operator)?;
    is_alone.then_some(Filter {
        field: read.path,
        operator,
        operand: Some(Operand::Group(name)),
    })
}

/// Resolves the subquery that a condition on a metric of this measure compares with.
pub(crate) fn held_by_group<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &DraftHaving<'a>,
    word: &Word<'a>,
    measure: Option<Measure<'_>>,
) -> Option<(Operator, Operand<'a>)> {
    notes.newer(word.span, Part::Metric, "a comparison with a group");
    let operator = group_operator(context, notes, &said.operator);
    let is_alone = is_alone(notes, &said.operator, said.value.is_some());
    let operator = operator?;
    let compared = SubqueryOperand::Value(measure);
    let name = given_group(context, scope, notes, word, &compared, operator)?;
    is_alone.then_some((operator, Operand::Group(name)))
}

/// Resolves an operator for subqueries: membership, or an ordering comparison.
fn group_operator<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
) -> Option<Operator> {
    let fitting = || Operator::comparing_groups().collect();
    let operator: Operator = codes::member_among(context, notes, word, fitting)?;
    if operator.compares_groups() {
        return Some(operator);
    }
    notes.report(&registry::OPERATOR_NOT_ALLOWED, word.span, |finding| {
        let all: Vec<Operator> = fitting();
        let words: Vec<&str> = all.iter().map(|own| context.word_of(*own)).collect();
        let nearest = match operator {
            Operator::Eq => vec![Choice::member(&Operator::In)],
            Operator::Ne => vec![Choice::member(&Operator::NotIn)],
            _ => all.iter().map(Choice::member).collect(),
        };
        let message = format!("`{}` compares with no group", context.word_of(operator));
        finding
            .explain(
                message,
                format!("a group goes with `{}`", words.join("`, `")),
            )
            .candidates(context.candidates("", nearest))
    });
    None
}

fn is_alone<'a>(notes: &mut Notes<'a>, operator: &Word<'a>, said_more: bool) -> bool {
    if said_more {
        notes.report(&registry::WRONG_ARITY, operator.span, |finding| {
            let message = format!(
                "`{}` compares with a group or with something else, and not both",
                operator.value
            );
            finding.explain(message, "say the one that is meant")
        });
    }
    !said_more
}

/// The subquery of this name, if the comparison fits it.
fn given_group<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
    compared: &SubqueryOperand<'_>,
    operator: Operator,
) -> Option<Str<'a>> {
    let mut given = scope.given.iter();
    let candidates = || {
        let fitting = scope.given.iter();
        let fitting = fitting.filter(|group| !group.is_side && group.fits(compared, operator));
        let known = fitting.map(|group| Choice::plain(given_names::reference(&group.name)));
        context.candidates(&word.value, known.collect())
    };
    let Some(group) = given.find(|group| given_names::means(&word.value, &group.name)) else {
        notes.report(&registry::UNKNOWN_NAME, word.span, |finding| {
            let message = format!("no group before is called `{}`", word.value);
            let help = "give a group the name, before those that compare with it";
            let finding = finding.explain(message, help).candidates(candidates());
            finding.on(Topic::Name(Name::Group))
        });
        return None;
    };
    let (levels, is_side) = (group.levels, group.is_side);
    scope.deepest = scope.deepest.max(levels);
    if levels > GROUP_LEVELS {
        let elements = Elements::GroupLevels;
        checks::over_cap(notes, word.span, elements, levels.into(), GROUP_LEVELS);
        return None;
    }
    if !is_side && group.fits(compared, operator) {
        return Some(group.name.clone());
    }
    notes.report(&registry::GROUP_DOES_NOT_FIT, word.span, |finding| {
        let said = &word.value;
        let (message, help) = match compared {
            _ if is_side => (
                format!("`{said}` is a side of the operation, which is matched with the whole"),
                "give what is compared with a group of its own",
            ),
            SubqueryOperand::Instance(name) => (
                format!("`{said}` does not give instances of `{name}`"),
                "compare with a group of this type that has no columns, with `IN` or `NI`",
            ),
            SubqueryOperand::Value(_) if subquery::is_membership(operator) => (
                format!("`{said}` does not give one column of such values"),
                "let the group show one column of the same type and unit",
            ),
            SubqueryOperand::Value(_) => (
                format!("`{said}` does not give one such value for certain"),
                "let the group give one metric without `by`, or one column with a limit of 1",
            ),
        };
        let finding = finding.explain(message, help).candidates(candidates());
        finding.on(Topic::Name(Name::Group))
    });
    None
}
