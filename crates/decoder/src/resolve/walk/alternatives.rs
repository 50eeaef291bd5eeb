//! Hops with alternatives: any of several relations, or one relation repeated.

use std::borrow::Cow;

use crate::contract::Str;
use crate::draft::{DraftRelation, Word};
use crate::finding::registry;
use crate::finding::topic::{Elements, Number, Topic};
use crate::language::Part;
use crate::resolve::checks;
use crate::resolve::context::Context;
use crate::resolve::names::codes;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::tables::RelationDef;

/// The alternative relations of a hop; they must connect the same types as the first.
pub(crate) fn alternatives<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &[Word<'a>],
    def: &'a RelationDef,
) -> Vec<Str<'a>> {
    checks::list_cap(context, notes, said, Elements::Relations);
    let fits = |other: &RelationDef| other.from == def.from && other.to == def.to;
    let mut names = Vec::new();
    for word in said {
        notes.newer(word.span, Part::Relation, "any of several relations");
        let Some(other) = codes::relation(context, scope, notes, word, fits) else {
            continue;
        };
        if fits(other) {
            names.push(Cow::Borrowed(other.name.as_ref()));
            continue;
        }
        notes.report(&registry::RELATION_DOES_NOT_FIT, word.span, |finding| {
            let leads = |def: &RelationDef| format!("from `{}` to `{}`", def.from, def.to);
            let (one, other) = (leads(def), leads(other));
            let message = format!("`{}` leads {other}, and `{}` {one}", word.value, def.name);
            let known =
                codes::known_relations(context, |known| fits(known) && known.code != def.code);
            finding
                .explain(message, "say relations between the same types")
                .candidates(context.candidates(&word.value, known))
        });
    }
    names
}

/// The least and greatest number of repetitions of a relation; `None` means once. Only a relation between instances of
/// one type can repeat.
pub(crate) fn times<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: &DraftRelation<'a>,
    def: &'a RelationDef,
) -> Option<[u32; 2]> {
    let said = said.hops.as_ref()?;
    notes.newer(said.span, Part::Relation, "a relation walked several times");
    let cap = context.tables.limits.hops_cap;
    let numbers = said.value.iter();
    let numbers: Vec<Option<u32>> = numbers
        .map(|digits| checks::count(notes, digits, Number::Hops, 1, cap))
        .collect();
    let numbers: Vec<u32> = numbers.into_iter().collect::<Option<_>>()?;
    let (rule, message, help) = match *numbers.as_slice() {
        [least, most] if least > most => (
            &registry::BETWEEN_ORDER,
            format!("the fewest hops, {least}, are more than the most, {most}"),
            "say the smaller number first",
        ),
        [1, 1] => return None,
        [least, most] if def.from == def.to => return Some([least, most]),
        [_, _] => (
            &registry::RELATION_DOES_NOT_FIT,
            format!(
                "`{}` leads from `{}` to `{}`, and so cannot be walked again",
                def.name, def.from, def.to
            ),
            "walk it once, or a relation between instances of one type",
        ),
        _ => (
            &registry::WRONG_ARITY,
            format!(
                "{} numbers of hops are said, and it takes two",
                numbers.len()
            ),
            "say the fewest and the most",
        ),
    };
    notes.report(rule, said.span, |finding| {
        let finding = finding.explain(message, help);
        finding.on(Topic::Number(Number::Hops))
    });
    None
}
