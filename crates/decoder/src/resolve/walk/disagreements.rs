//! Reports disagreements between the parameters of a walk and its relations, and supplies defaults.

use crate::contract::Str;
use crate::finding::registry;
use crate::finding::topic::{Number, Topic};
use crate::language::Direction;
use crate::ledger::LedgerValue;
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::span::{Span, Spanned};

pub(crate) fn not_zero<'a>(notes: &mut Notes<'a>, depth: &Spanned<u32>, number: Number) {
    if depth.value == 0 {
        notes.report(&registry::OUT_OF_RANGE, depth.span, |finding| {
            let counted = number.name();
            let message = format!("0 {counted} are asked for, and the least is 1");
            let finding = finding.explain(message, "say 1 or more, or leave it out");
            finding.on(Topic::Number(number))
        });
    }
}

/// The direction of a walk; the default is `both`.
pub(crate) fn direction(notes: &mut Notes<'_>, said: Option<Spanned<Direction>>) -> Direction {
    let path = "/graph_params/direction";
    or_default(notes, said, Direction::Both, path, |direction| {
        direction.name().into()
    })
}

/// A parameter of a walk, or its default with a ledger entry.
pub(crate) fn or_default<'a, T: Copy>(
    notes: &mut Notes<'a>,
    said: Option<Spanned<T>>,
    default: T,
    path: &'static str,
    shown: impl Fn(T) -> LedgerValue<'a>,
) -> T {
    if let Some(said) = said {
        return said.value;
    }
    notes
        .ledger
        .default_value(path, shown(default), "default of the scenario");
    default
}

pub(crate) fn disagrees<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    span: Span,
    message: impl FnOnce() -> String,
) {
    notes.report(&registry::GRAPH_DISAGREES, span, |finding| {
        let help = context.tell(
            "leave `G` out: it follows from the relations",
            "leave `graph_params` out: it follows from the relations",
            "leave the walk out: it follows from the relations",
        );
        finding.explain(message(), help)
    });
}

/// Reports a parameter that disagrees with the relations.
pub(crate) fn graph_disagrees<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    span: Span,
    says: impl FnOnce() -> String,
) {
    disagrees(context, notes, span, || {
        format!("`{}` {}", context.say("G", "graph_params"), says())
    });
}

/// The ledger's reason for a parameter derived from the relations.
pub(crate) const FOLLOWS: &str = "follows from the relations";

/// `true` if both lists have the same names in any order.
pub(crate) fn same_names(one: &[Str<'_>], other: &[Str<'_>]) -> bool {
    one.iter().all(|name| other.contains(name)) && other.iter().all(|name| one.contains(name))
}
