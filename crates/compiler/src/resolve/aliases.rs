//! Aliases: short names for what has none yet, for the line notation.
//!
//! An alias is chosen once, by what it costs at that time, and is in the lock from then on: another tokenizer changes
//! nothing that was given. Candidates are the element's own name, its ends and its starts, and for a relation the
//! words of its English label. The one with the fewest tokens over the tokenizers is taken, but for the head word of a
//! field's name, which may cost one token more: `birth` of `birth_date`, never `date`, and `revenue` of
//! `annual_revenue`. Of equals the more telling one.
//!
//! An alias has Latin letters only, so that nothing in it looks like another letter. It is no type, code, value,
//! keyword, other field of the type or other relation that leads from it. Where no candidate is left there is no alias, and the own name
//! serves. Choosing is a step beside compiling, so that nobody who only compiles reads a vocabulary.

mod candidates;
mod names_in_use;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use cmec_decoder::tables::{FieldDef, RelationDef, Tables};

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
    let shared = SharedWords::of(tables);
    let mut fields = fields.map(|field| {
        let words = candidates::of_field(field, |word| shared.has(field, word));
        (field, words)
    });
    let leading = LeadingWords::of(tables);
    fields.any(|(field, words)| {
        words
            .iter()
            .any(|word| !in_use.for_field(field, &word.text))
    }) || relations.any(|relation| {
        let mut words = leading.own(relation, tables);
        words.any(|word| !in_use.for_relation(relation, &word.text))
    })
}

/// Gives an alias to every field and relation that has none, in the order of the codebook; `lock`: what was given
/// before.
pub(crate) fn choose(tables: &mut Tables, lock: &Lock, cost: Cost<'_>) {
    let mut in_use = NamesInUse::of(tables, lock);
    let shared = SharedWords::of(tables);
    let mut fields = tables.fields.to_vec();
    for field in fields.iter_mut().filter(|field| field.alias.is_none()) {
        let words = candidates::of_field(field, |word| shared.has(field, word));
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
    let leading = LeadingWords::of(tables);
    for relation in relations
        .iter_mut()
        .filter(|relation| relation.alias.is_none())
    {
        let free = leading
            .own(relation, tables)
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

/// How many relations that lead from a type could be called by a word. One of several is not called so: whoever says
/// `founder` of an organization may mean a person or an organization.
struct LeadingWords(HashMap<(String, String), u32>);

impl LeadingWords {
    fn of(tables: &Tables) -> Self {
        let mut words: HashMap<(String, String), u32> = HashMap::new();
        for relation in tables.relations.iter() {
            for word in candidates::of_relation(relation, tables) {
                let key = (relation.from.to_string(), word.text);
                *words.entry(key).or_default() += 1;
            }
        }
        Self(words)
    }

    /// The words that a relation alone could be called by.
    fn own(
        &self,
        relation: &RelationDef,
        tables: &Tables,
    ) -> impl Iterator<Item = candidates::Word> {
        let words = candidates::of_relation(relation, tables).into_iter();
        words.filter(|word| {
            let key = (relation.from.to_string(), word.text.clone());
            self.0.get(&key).is_none_or(|count| *count == 1)
        })
    }
}

/// How many fields of a type have a word in their names.
struct SharedWords(HashMap<(String, String), u32>);

impl SharedWords {
    fn of(tables: &Tables) -> Self {
        let mut words: HashMap<(String, String), u32> = HashMap::new();
        for field in tables.fields.iter() {
            let own: BTreeSet<&str> = field.name.split('_').collect();
            for word in own {
                let key = (field.type_name.to_string(), word.to_owned());
                *words.entry(key).or_default() += 1;
            }
        }
        Self(words)
    }

    /// Whether another field of its type has the word.
    fn has(&self, field: &FieldDef, word: &str) -> bool {
        let key = (field.type_name.to_string(), word.to_owned());
        self.0.get(&key).is_some_and(|count| *count > 1)
    }
}

/// The candidate with the fewest tokens; of those that cost a tokenizer one more at most, the one that keeps the meaning
/// best, then the cheapest, the most telling, and the first.
fn cheapest(free: impl Iterator<Item = candidates::Word>, cost: Cost<'_>) -> Option<String> {
    // In a line a name stands behind a blank or a mark; a blank is as good as any.
    let priced: Vec<(usize, candidates::Word)> = free
        .map(|word| (cost(&format!(" {}", word.text)), word))
        .collect();
    // One letter is one token to each tokenizer that counts.
    let most = priced.iter().map(|(price, _)| *price).min()? + cost(" a");
    let near = priced.into_iter().filter(|(price, _)| *price <= most);
    let best = near.min_by_key(|(price, word)| (word.keeps, *price, !word.telling));
    best.map(|(_, word)| word.text)
}
