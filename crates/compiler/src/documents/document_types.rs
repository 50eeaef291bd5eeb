//! `DocumentTypes`: document types by the words that files use for them.

use std::collections::HashMap;

use cmec_decoder::letters::folded;
use cmec_decoder::names;

use crate::text::LISTED;

/// The advice on a default type.
pub(super) const DEFAULT_TYPES: &str =
    "or name a type for those that say none in `retrieval.yaml`: `default_types: {.: …}`";

/// The known document types and their other names.
#[derive(Debug, Clone)]
pub struct DocumentTypes<'c> {
    /// The types in codebook order.
    names: Vec<&'c str>,
    /// Types by their words.
    called: HashMap<String, &'c str>,
    /// Default types by folder.
    by_folder: Vec<(&'c str, &'c str)>,
}

impl<'c> DocumentTypes<'c> {
    /// Builds the table from types and from aliases with their types. A name takes precedence over an alias, an alias
    /// over a plural, and the first entry over later ones. An alias of an unknown type is ignored.
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

    /// The same with default types by folder; `.` is the default for all documents.
    #[must_use]
    pub fn with_defaults(self, by_folder: impl Iterator<Item = (&'c str, &'c str)>) -> Self {
        Self {
            by_folder: by_folder.collect(),
            ..self
        }
    }

    /// The type that a text names: by name, alias or English plural. Case, `ё` and the separator (`-`, `_` or space)
    /// are ignored.
    #[must_use]
    pub fn resolve(&self, text: &str) -> Option<&'c str> {
        self.called.get(&word(text)).copied()
    }

    /// The default type for a path: from the deepest folder with one, or the only type.
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

    /// Advice for an unknown word: the nearest type and all known types.
    pub(super) fn advice(&self, text: &str) -> String {
        let near = names::nearest(&self.names, text.trim()).next();
        let near = near.map(|name| format!("did you mean `{name}`? "));
        format!("{}{}", near.unwrap_or_default(), self.listed())
    }

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

/// A normalised word.
fn word(text: &str) -> String {
    folded(text.trim()).replace(['_', ' '], "-")
}

/// The regular English plural of a word.
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
