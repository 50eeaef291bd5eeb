//! Resolves the ends of a hop: targets, an entity, or a named variable.

use std::borrow::Cow;

use crate::contract::End;
use crate::draft::DraftEnd;
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::finding::topic::{Name, Topic};
use crate::language::{Part, Scenario, given_names};
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::resolve::walk::relation_walk::RelationWalk;
use crate::span::{Span, Spanned};

pub(crate) fn end<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: Option<&Spanned<DraftEnd<'a>>>,
    entities: usize,
    scenario: Scenario,
) -> Option<End<'a>> {
    let said = said?;
    let (end, shown) = match &said.value {
        DraftEnd::Name(name) if given_names::name(name).is_some() => {
            return place_named(context, notes, name, said.span, scenario);
        }
        DraftEnd::Name(name) => ((name == "target").then_some(End::Target), name.as_ref()),
        DraftEnd::Index(digits) => {
            let padded = digits.len() > 1 && digits.starts_with('0');
            let index: Option<usize> = digits.parse().ok();
            let index = index.filter(|_| !padded).filter(|index| *index < entities);
            (index.map(End::Entity), *digits)
        }
    };
    if end.is_none() {
        notes.report(&registry::BAD_END, said.span, |finding| {
            let help = context.tell(
                "say `\"target\"`, an index into `E` counted from 0, or `\"&name\"` for a place",
                "say `\"target\"`, an index into `entity_list` counted from 0, or `\"&name\"` for a place",
                "say `*` for the target, the number of an entity, counted from 0, or `&name` for a place",
            );
            let message = format!("`{shown}` is no end: the intent has {entities} entities");
            finding.explain(message, help)
        });
    }
    end
}

/// Resolves the name of a variable as an end of a relation.
pub(crate) fn place_named<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    word: &str,
    span: Span,
    scenario: Scenario,
) -> Option<End<'a>> {
    let name = given_names::name(word)?;
    if is_plain_name(name) && scenario.is_matched() {
        notes.newer(span, Part::Relation, "a place with a name");
        return Some(End::Place(Cow::Owned(name.to_owned())));
    }
    notes.report(&registry::BAD_END, span, |finding| {
        let (message, help) = match scenario.is_matched() {
            true => (
                format!("`{word}` is no name of a place"),
                "a name has Latin, Cyrillic or Chinese letters, digits and `_`, and nothing else",
            ),
            false => {
                let said = context.word_of(scenario);
                let message =
                    format!("`{said}` reads nothing at a place, so `{word}` says nothing");
                (message, "leave the name out")
            }
        };
        finding.explain(message, help)
    });
    None
}

/// Checks that a hop leads to a variable before another hop starts there.
pub(crate) fn is_reached<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    walk: &RelationWalk<'_, 'a>,
    span: Span,
    end: &End<'a>,
) -> bool {
    let End::Place(name) = end else {
        return true;
    };
    let reached = walk.names().any(|known| known == name);
    if !reached {
        notes.report(&registry::UNKNOWN_NAME, span, |finding| {
            let name = given_names::reference(name);
            let message = format!("no relation before this one leads to `{name}`");
            let known = walk
                .names()
                .map(|known| Choice::plain(given_names::reference(known)));
            let known: Vec<Choice<'_>> = known.collect();
            let finding = finding.explain(message, "say the relation that leads there first");
            finding
                .candidates(context.candidates(&name, known))
                .on(Topic::Name(Name::Place))
        });
    }
    reached
}

/// `true` if a name can be a variable's: only letters, digits and `_`.
fn is_plain_name(name: &str) -> bool {
    let is_letter = |letter: char| {
        letter == '_' || letter.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&letter)
    };
    !name.is_empty() && name.chars().all(is_letter)
}
