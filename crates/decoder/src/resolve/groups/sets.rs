//! Resolves set operations on groups.

use crate::contract::{Group, SetOp, SetSide};
use crate::draft::{DraftSet, DraftSide};
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::finding::topic::{Elements, Name, Topic};
use crate::language::SetOperator;
use crate::resolve::checks;
use crate::resolve::context::Context;
use crate::resolve::names::codes;
use crate::resolve::notes::Notes;
use crate::span::Spanned;

pub(crate) fn sets<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: &Spanned<DraftSet<'a>>,
    groups: &[Group<'a>],
) -> Option<SetOp<'a>> {
    let (levels, cap) = (levels(&said.value), context.tables.limits.set_depth());
    if levels > cap {
        checks::over_cap(notes, said.span, Elements::SetLevels, levels.into(), cap);
    }
    set(context, notes, Spanned::new(&said.value, said.span), groups)
}

fn set<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: Spanned<&DraftSet<'a>>,
    groups: &[Group<'a>],
) -> Option<SetOp<'a>> {
    let lhs = side(context, notes, &said.value.left, groups);
    let op = codes::member(context, notes, &said.value.operator);
    let rhs = side(context, notes, &said.value.right, groups);
    let (lhs, op, rhs) = (lhs?, op?, rhs?);
    if op == SetOperator::Except && lhs == rhs {
        notes.report(&registry::EMPTY_SET, said.span, |finding| {
            let message = "nothing is left of a group without itself";
            let finding = finding.explain(message, "name another group on one side");
            finding.on(Topic::Name(Name::Group))
        });
    }
    Some(SetOp { lhs, op, rhs })
}

fn side<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: &Spanned<DraftSide<'a>>,
    groups: &[Group<'a>],
) -> Option<SetSide<'a>> {
    match &said.value {
        DraftSide::Nested(set) => {
            let set = Spanned::new(set.as_ref(), said.span);
            Some(SetSide::Nested(Box::new(self::set(
                context, notes, set, groups,
            )?)))
        }
        DraftSide::Group(name) if groups.iter().any(|group| group.name == *name) => {
            Some(SetSide::Group(name.clone()))
        }
        DraftSide::Group(name) => {
            notes.report(&registry::UNKNOWN_NAME, said.span, |finding| {
                let known = groups
                    .iter()
                    .map(|group| Choice::plain(group.name.as_ref()));
                let help = context.tell(
                    "use the name of a group of `grp`",
                    "use the name of a group of `groups`",
                    "use a name that stands before braces",
                );
                finding
                    .explain(format!("no group is called `{name}`"), help)
                    .candidates(context.candidates(name, known.collect()))
                    .on(Topic::Name(Name::Group))
            });
            None
        }
    }
}

/// The nesting depth of operations. The readers bound it, so recursion is safe.
fn levels(set: &DraftSet<'_>) -> u32 {
    let below = [&set.left, &set.right].map(|side| match &side.value {
        DraftSide::Nested(set) => levels(set),
        DraftSide::Group(_) => 0,
    });
    1 + below.into_iter().max().unwrap_or_default()
}
