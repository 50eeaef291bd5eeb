//! Compares enum values and the words that the decoder accepts for them: labels and synonyms.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use cmec_decoder::tables::{EnumValue, FieldDef, Label};

use super::change::cut;
use super::comparison::Comparison;
use super::element::Element;
use super::rule;

rule::table! {
    VALUE_ADDED "CD040" "value-added" Compatible Compatible Compatible Compatible {
        what: "has a value more",
        why: "hosts may meet a value they do not know; a `match` over all asks for it",
        instead: "nothing; teach hosts first",
    }
    VALUE_REMOVED "CD041" "value-removed" Breaking Breaking Breaking Breaking {
        what: "has a value less",
        why: "outputs and stored contracts with it are no longer read, and its name is gone from Rust",
        instead: "say that it is `deprecated`, and remove it when nobody says it",
    }
    VALUE_RENAMED "CD042" "value-renamed" Breaking Breaking Breaking Breaking {
        what: "has a value with another name",
        why: "an output with the old name decodes to another contract, or to none; Rust has the old name",
        instead: "change the label; the name of a value is its code",
    }
    WORD_ADDED "CD043" "word-added" Compatible Untouched Untouched Compatible {
        what: "is taken for a value",
        why: "what was a question back is a contract now",
        instead: "nothing",
    }
    WORD_REMOVED "CD044" "word-removed" Breaking Untouched Untouched Compatible {
        what: "is no longer taken for a value",
        why: "an output with the word is a question back now",
        instead: "keep the word as a synonym",
    }
    WORD_MOVED "CD045" "word-moved" Breaking Untouched Untouched Compatible {
        what: "is taken for another value",
        why: "an output with the word is read without a question as something else",
        instead: "remove the word, and give it to the other value when nobody says it any more",
    }
}

/// Compares the values of every field that is an enum in both codebooks.
pub(super) fn compare(changes: &mut Comparison<'_>) {
    let (old, new) = (changes.old.tables, changes.new.tables);
    for before in old.fields.iter() {
        let same_path = new.field_by_path(&before.path);
        let now = same_path.or_else(|| new.field_by_code(&before.code));
        if let Some(now) = now.filter(|now| now.value_type == before.value_type) {
            of_field(changes, before, now);
        }
    }
}

fn of_field(changes: &mut Comparison<'_>, old: &FieldDef, new: &FieldDef) {
    let element = Element::of(old, new);
    let (before, after) = (Words::of(old), Words::of(new));
    let mut renamed: BTreeMap<&str, &str> = BTreeMap::new();
    for value in (old.values.iter()).filter(|one| !after.names.contains(&*one.value)) {
        // Its name or one of its words now means a value that is new.
        let heir = std::iter::once(&*value.value)
            .chain(named(value))
            .filter_map(|word| after.resolve(word))
            .find(|heir| !before.names.contains(heir));
        let was = ["values", &*value.value];
        match heir {
            Some(heir) => {
                (changes.inside_moved(&VALUE_RENAMED, &element, &was, &["values", heir]))
                    .from(&*value.value)
                    .to(heir);
                renamed.insert(&value.value, heir);
            }
            None => {
                (changes.inside(&VALUE_REMOVED, &element, &was)).from(&*value.value);
            }
        }
    }
    let heirs: BTreeSet<&str> = renamed.values().copied().collect();
    for value in new.values.iter().map(|value| &*value.value) {
        if !before.names.contains(value) && !heirs.contains(value) {
            (changes.inside(&VALUE_ADDED, &element, &["values", value])).to(value);
        }
    }
    words(changes, &element, &before, &after, &renamed);
}

fn words(
    changes: &mut Comparison<'_>,
    field: &Element<'_>,
    before: &Words<'_>,
    after: &Words<'_>,
    renamed: &BTreeMap<&str, &str>,
) {
    let element = |word: &str| field.part(format!("the word `{}` for `{}`", cut(word), after.path));
    // Case is ignored, unless another value has that exact spelling.
    let names = before.names.iter().map(|name| folded(name));
    let names = names.chain(after.names.iter().map(|name| (*name).to_owned()));
    let read = |word: String| before.resolve(&word).map(|value| (word, value));
    let mut said: BTreeMap<String, &str> = names.filter_map(read).collect();
    said.extend(before.words.clone());
    for (word, value) in &said {
        let heir = renamed.get(value).copied();
        let keys = ["values", value];
        match after.resolve(word) {
            Some(now) if now == *value || Some(now) == heir => {}
            Some(now) => {
                (changes.inside_moved(&WORD_MOVED, &element(word), &keys, &["values", now]))
                    .from(*value)
                    .to(now);
            }
            // The words of a removed value go with it.
            None if !after.names.contains(value) => {}
            None => {
                (changes.inside(&WORD_REMOVED, &element(word), &keys)).from(*value);
            }
        }
    }
    let heirs: BTreeSet<&str> = renamed.values().copied().collect();
    for (word, value) in &after.words {
        if before.resolve(word) != Some(*value)
            && !before.words.contains_key(word)
            && (before.names.contains(value) || heirs.contains(value))
        {
            (changes.inside(&WORD_ADDED, &element(word), &["values", value])).to(*value);
        }
    }
}

fn named(value: &EnumValue) -> impl Iterator<Item = &str> {
    (value.labels.iter()).flat_map(Label::names)
}

/// Normalises a word as the decoder does.
pub(super) fn folded(word: &str) -> String {
    word.chars().flat_map(char::to_lowercase).collect()
}

/// The words of a field and the values they mean.
struct Words<'f> {
    path: &'f str,
    /// The names of values, which mean nothing else.
    names: HashSet<&'f str>,
    /// By lower-case word.
    words: BTreeMap<String, &'f str>,
}

impl<'f> Words<'f> {
    fn of(field: &'f FieldDef) -> Self {
        let mut words = BTreeMap::new();
        for value in field.values.iter() {
            for word in named(value) {
                words.entry(folded(word)).or_insert(value.value.as_ref());
            }
        }
        Self {
            path: &field.path,
            names: field.values.iter().map(|one| one.value.as_ref()).collect(),
            words,
        }
    }

    /// The value that a word is read as.
    fn resolve(&self, word: &str) -> Option<&'f str> {
        let own = self.names.get(word).copied();
        let folded_word = folded(word);
        own.or_else(|| {
            let mut alike = self.names.iter().filter(|name| folded(name) == folded_word);
            let only = alike.next().filter(|_| alike.next().is_none());
            only.copied()
        })
        .or_else(|| self.words.get(&folded_word).copied())
    }
}
