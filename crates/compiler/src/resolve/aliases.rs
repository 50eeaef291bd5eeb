//! Chooses aliases (short column names) for elements that have none.
//!
//! An alias is chosen once and then kept in the lock, so another tokenizer changes nothing. Candidates are the name,
//! its suffixes and prefixes and, for a relation, the words of its English label. The candidate with the fewest tokens
//! over all tokenizers wins, except that the head word of a field's name may cost one token more: `birth` of
//! `birth_date`, never `date`, and `revenue` of `annual_revenue`. In a tie, the clearer one wins.
//!
//! An alias has Latin letters only, so that no letter looks like another. It is not a type, code, value, keyword, other
//! field of the type or other relation from the type. If no candidate is left, the element keeps its name only.
//! Choosing is separate from compiling, so that plain compilation loads no vocabulary.

mod candidates;
mod names_in_use;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use cmec_decoder::tables::{FieldDef, RelationDef, Tables};

use crate::lock::Lock;
use candidates::Word;
use names_in_use::NamesInUse;

/// The cost of a text: its tokens, summed over the tokenizers.
pub type Cost<'c> = &'c dyn Fn(&str) -> usize;

/// True where some element lacks an alias and could get one.
pub(crate) fn is_missing(tables: &Tables, lock: &Lock) -> bool {
    let in_use = NamesInUse::of(tables, lock);
    let shared = WordCounts::of_fields(tables);
    let leading = WordCounts::of_relations(tables);
    let mut fields = tables.fields.iter();
    let mut relations = tables.relations.iter();
    fields.any(|field| free_for_field(field, &shared, &in_use).next().is_some())
        || relations.any(|one| {
            free_for_relation(one, tables, &leading, &in_use)
                .next()
                .is_some()
        })
}

/// The candidates of a field without an alias that no other name rules out.
fn free_for_field<'f>(
    field: &'f FieldDef,
    shared: &WordCounts,
    in_use: &'f NamesInUse,
) -> impl Iterator<Item = Word> + use<'f> {
    let several = |word: &str| shared.several(&field.type_name, word);
    let words = match field.alias {
        Some(_) => Vec::new(),
        None => candidates::of_field(field, several),
    };
    (words.into_iter()).filter(|word| !in_use.for_field(field, &word.text))
}

/// The same for a relation. Only words that no other relation from its type has are free: if two relations lead from
/// an organization, `founder` may mean a person or an organization.
fn free_for_relation<'r>(
    relation: &'r RelationDef,
    tables: &Tables,
    leading: &'r WordCounts,
    in_use: &'r NamesInUse,
) -> impl Iterator<Item = Word> + use<'r> {
    let words = match relation.alias {
        Some(_) => Vec::new(),
        None => candidates::of_relation(relation, tables),
    };
    (words.into_iter())
        .filter(|word| !leading.several(&relation.from, &word.text))
        .filter(|word| !in_use.for_relation(relation, &word.text))
}

/// Gives an alias to every field and relation without one, in codebook order; `lock`: aliases given before.
pub(crate) fn choose(tables: &mut Tables, lock: &Lock, cost: Cost<'_>) {
    let mut in_use = NamesInUse::of(tables, lock);
    let shared = WordCounts::of_fields(tables);
    let mut fields = tables.fields.to_vec();
    for field in &mut fields {
        let alias = cheapest(free_for_field(field, &shared, &in_use), cost);
        if let Some(alias) = alias {
            in_use.give_field(field, &alias);
            field.alias = Some(Cow::Owned(alias));
        }
    }
    let mut relations = tables.relations.to_vec();
    let leading = WordCounts::of_relations(tables);
    for relation in &mut relations {
        let alias = cheapest(free_for_relation(relation, tables, &leading, &in_use), cost);
        if let Some(alias) = alias {
            in_use.give_relation(relation, &alias);
            relation.alias = Some(Cow::Owned(alias));
        }
    }
    tables.fields = fields.into();
    tables.relations = relations.into();
    tables.reindex();
}

/// The number of elements of a type that have a word.
struct WordCounts(HashMap<(String, String), u32>);

impl WordCounts {
    /// Counts the words in field names.
    fn of_fields(tables: &Tables) -> Self {
        Self::of(tables.fields.iter().flat_map(|field| {
            let words: BTreeSet<&str> = field.name.split('_').collect();
            let words = words.into_iter().map(str::to_owned);
            words.map(|word| (field.type_name.to_string(), word))
        }))
    }

    /// Counts the candidate words of relations by their source type.
    fn of_relations(tables: &Tables) -> Self {
        Self::of(tables.relations.iter().flat_map(|relation| {
            let words = candidates::of_relation(relation, tables).into_iter();
            words.map(|word| (relation.from.to_string(), word.text))
        }))
    }

    fn of(words: impl Iterator<Item = (String, String)>) -> Self {
        let mut counts = HashMap::new();
        for word in words {
            *counts.entry(word).or_default() += 1;
        }
        Self(counts)
    }

    /// True where several elements of a type have a word.
    fn several(&self, of: &str, word: &str) -> bool {
        let key = (of.to_owned(), word.to_owned());
        self.0.get(&key).is_some_and(|count| *count > 1)
    }
}

/// The cheapest candidate. Among those within one token per tokenizer: the one that keeps the meaning best, then the
/// cheapest, the clearest, and the first.
fn cheapest(free: impl Iterator<Item = Word>, cost: Cost<'_>) -> Option<String> {
    // In a query, a name follows a space or a sign; a space stands in for both.
    let priced: Vec<(usize, Word)> = free
        .map(|word| (cost(&format!(" {}", word.text)), word))
        .collect();
    // One letter is one token for each tokenizer.
    let most = priced.iter().map(|(price, _)| *price).min()? + cost(" a");
    let near = priced.into_iter().filter(|(price, _)| *price <= most);
    let best = near.min_by_key(|(price, word)| (word.keeps, *price, !word.telling));
    best.map(|(_, word)| word.text)
}
