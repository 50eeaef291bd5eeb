//! `DocumentTypes`: the types of documents, by the words that files call them.

use std::collections::HashMap;

use cmec_decoder::letters::folded;
use cmec_decoder::names;

use crate::text::LISTED;

/// The known types of documents, and what else they are called.
#[derive(Debug, Clone)]
pub struct DocumentTypes<'c> {
    /// The types in the order of the codebook.
    names: Vec<&'c str>,
    /// The types by what they are called.
    called: HashMap<String, &'c str>,
}

impl<'c> DocumentTypes<'c> {
    /// Types by name, and aliases with the type each stands for. A name wins over an alias, an alias over a plural, and the
    /// first over the others. An alias of a type that is not known is left out.
    pub fn new(
        types: impl Iterator<Item = &'c str>,
        aliases: impl Iterator<Item = (&'c str, &'c str)>,
    ) -> Self {
        let names: Vec<&str> = types.collect();
        let mut called = HashMap::new();
        for name in &names {
            called.entry(word(name)).or_insert(*name);
        }
        let aliases =
            aliases.filter_map(|(alias, of)| Some((word(alias), *called.get(&word(of))?)));
        let aliases: Vec<(String, &str)> = aliases.collect();
        let plurals = names.iter().map(|name| (plural(word(name)), *name));
        for (other, name) in aliases.into_iter().chain(plurals) {
            called.entry(other).or_insert(name);
        }
        Self { names, called }
    }

    /// The type that a text calls: by its name, an alias or its English plural. Case, `ё`, and whether `-`, `_` or a space
    /// stands between words do not count.
    #[must_use]
    pub fn resolve(&self, text: &str) -> Option<&'c str> {
        self.called.get(&word(text)).copied()
    }

    /// The type, where there is one alone.
    pub(super) fn only(&self) -> Option<&'c str> {
        match self.names.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// What to write instead of a word that calls no type: the nearest type, and all that are known.
    pub(super) fn advice(&self, text: &str) -> String {
        let near = names::nearest(&self.names, text.trim()).next();
        let near = near.map(|name| format!("did you mean `{name}`? "));
        format!("{}{}", near.unwrap_or_default(), self.listed())
    }

    /// The known types as a sentence.
    pub(super) fn listed(&self) -> String {
        let names = self.names.iter().take(LISTED);
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        let more = match self.names.len().saturating_sub(LISTED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        match names.is_empty() {
            true => "no types of documents are known".to_owned(),
            false => format!("known types: {}{more}", names.join(", ")),
        }
    }
}

/// A text as types are compared.
fn word(text: &str) -> String {
    folded(text.trim()).replace(['_', ' '], "-")
}

/// The plain English plural of a word.
fn plural(mut word: String) -> String {
    let before_y = word.strip_suffix('y').and_then(|stem| stem.chars().last());
    if before_y.is_some_and(|letter| !"aeiou".contains(letter)) {
        word.pop();
        word.push_str("ies");
    } else if ["s", "x", "z", "ch", "sh"]
        .iter()
        .any(|end| word.ends_with(end))
    {
        word.push_str("es");
    } else {
        word.push('s');
    }
    word
}
