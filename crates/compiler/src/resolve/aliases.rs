//! Aliases: short names for what has none yet, for the line notation.
//!
//! An alias is chosen once, by what it costs at that time, and is in the lock from then on: another tokenizer changes
//! nothing that was given. Candidates are the element's own name, its ends and its starts, and for a relation the
//! words of its English label. The one with the fewest tokens over the tokenizers is taken; of equals the more
//! telling one.
//!
//! An alias has Latin letters only, so that nothing in it looks like another letter. It is no type, code, value,
//! keyword, relation or other field of the type. Where no candidate is left there is no alias, and the own name
//! serves. Choosing is a step beside compiling, so that nobody who only compiles reads a vocabulary.

mod candidates;
mod names_in_use;

use std::borrow::Cow;

use cmec_decoder::tables::Tables;

use crate::lock::Lock;
use names_in_use::NamesInUse;

/// What a text costs: its tokens, summed over the tokenizers that count.
pub type Cost<'c> = &'c dyn Fn(&str) -> usize;

/// Whether some field or relation has no alias and could be given one.
pub(crate) fn is_missing(tables: &Tables, lock: &Lock) -> bool {
    let in_use = NamesInUse::of(tables, lock);
    let fields = tables.fields.iter().filter(|field| field.alias.is_none());
    let relations = tables.relations.iter();
    let mut relations = relations.filter(|relation| relation.alias.is_none());
    let mut fields = fields.map(|field| (field, candidates::of_field(field)));
    fields.any(|(field, words)| {
        words
            .iter()
            .any(|word| !in_use.for_field(field, &word.text))
    }) || relations.any(|relation| {
        let words = candidates::of_relation(relation, tables);
        words
            .iter()
            .any(|word| !in_use.for_relation(relation, &word.text))
    })
}

/// Gives an alias to every field and relation that has none, in the order of the codebook; `lock`: what was given
/// before.
pub(crate) fn choose(tables: &mut Tables, lock: &Lock, cost: Cost<'_>) {
    let mut in_use = NamesInUse::of(tables, lock);
    let mut fields = tables.fields.to_vec();
    for field in fields.iter_mut().filter(|field| field.alias.is_none()) {
        let words = candidates::of_field(field);
        let free = words
            .into_iter()
            .filter(|word| !in_use.for_field(field, &word.text));
        let Some(alias) = cheapest(free, cost) else {
            continue;
        };
        in_use.give_field(field, &alias);
        field.alias = Some(Cow::Owned(alias));
    }
    let mut relations = tables.relations.to_vec();
    for relation in relations
        .iter_mut()
        .filter(|relation| relation.alias.is_none())
    {
        let words = candidates::of_relation(relation, tables);
        let free = words
            .into_iter()
            .filter(|word| !in_use.for_relation(relation, &word.text));
        let Some(alias) = cheapest(free, cost) else {
            continue;
        };
        in_use.give_relation(relation, &alias);
        relation.alias = Some(Cow::Owned(alias));
    }
    tables.fields = fields.into();
    tables.relations = relations.into();
    tables.lay_slots();
}

/// The candidate with the fewest tokens; of those the most telling, and then the first.
fn cheapest(free: impl Iterator<Item = candidates::Word>, cost: Cost<'_>) -> Option<String> {
    // In a line a name stands behind a blank or a mark; a blank is as good as any.
    let ranked = free.map(|word| (cost(&format!(" {}", word.text)), !word.telling, word.text));
    let mut best: Option<(usize, bool, String)> = None;
    for next in ranked {
        let better = (best.as_ref()).is_none_or(|best| (next.0, next.1) < (best.0, best.1));
        if better {
            best = Some(next);
        }
    }
    best.map(|(_, _, text)| text)
}
