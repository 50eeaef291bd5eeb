//! `DocumentTypes`: the types of documents, by the words that files call them.

use std::collections::HashMap;

use cmec_decoder::letters::folded;
use cmec_decoder::names;

use crate::text::LISTED;

/// Where the type of documents that say none is said.
pub(super) const DEFAULT_TYPES: &str =
    "or name a type for those that say none in `retrieval.yaml`: `default_types: {.: …}`";

/// The known types of documents, and what else they are called.
#[derive(Debug, Clone)]
pub struct DocumentTypes<'c> {
    /// The types in the order of the codebook.
    names: Vec<&'c str>,
    /// The types by what they are called.
    called: HashMap<String, &'c str>,
    /// The types of documents that say none, by their folder.
    by_folder: Vec<(&'c str, &'c str)>,
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
        Self {
            names,
            called,
            by_folder: Vec::new(),
        }
    }

    /// The same, with the types of documents that say none, by their folder; `.` is that of all.
    #[must_use]
    pub fn with_defaults(self, by_folder: impl Iterator<Item = (&'c str, &'c str)>) -> Self {
        Self {
            by_folder: by_folder.collect(),
            ..self
        }
    }

    /// The type that a text calls: by its name, an alias or its English plural. Case, `ё`, and whether `-`, `_` or a space
    /// stands between words do not count.
    #[must_use]
    pub fn resolve(&self, text: &str) -> Option<&'c str> {
        self.called.get(&word(text)).copied()
    }

    /// The type of a document that says none, by its path: that of the deepest folder that has one, or the only one.
    pub(super) fn default_of(&self, path: &str) -> Option<&'c str> {
        let named = self.by_folder.iter().filter_map(|(folder, name)| {
            let folder = folder.trim_end_matches('/');
            let folder = folder.strip_prefix("./").unwrap_or(folder);
            let rest = path.strip_prefix(folder);
            let is_below = rest.is_some_and(|rest| rest.starts_with('/'));
            match folder {
                "" | "." => Some((0, *name)),
                folder => is_below.then_some((folder.len(), *name)),
            }
        });
        match (named.max_by_key(|(depth, _)| *depth), self.names.as_slice()) {
            (Some((_, name)), _) => Some(name),
            (None, [only]) => Some(only),
            (None, _) => None,
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
