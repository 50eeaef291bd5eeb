//! Elements that the lock has under another name. They are reported once, without the consequences in other files.

use std::collections::{HashMap, HashSet};

use cmec_decoder::names;

use crate::finding::Spanned;
use crate::source::codebook::Codebook;
use crate::source::lock::LockSource;
use crate::text::LISTED;

/// Marks misspelt types, and the former names of codes that are gone or renamed, as lost: rules of the lock report each
/// of them.
pub(super) fn lose(codebook: &mut Codebook, locked: &LockSource) {
    let lock = &locked.lock;
    let given_up: HashSet<&str> = codebook.reserved.iter().map(Spanned::text).collect();
    let is_gone = |code: &str| !codebook.said.contains(code) && !given_up.contains(code);
    let types = types(codebook, locked, is_gone);
    let now: HashMap<&str, &str> = (codebook.fields.iter())
        .map(|field| (field.code.text(), field.path.text()))
        .chain((codebook.relations.iter()).map(|one| (one.code.text(), one.name.text())))
        .collect();
    let fields = (lock.fields.iter()).map(|(code, field)| (code, &field.path));
    let relations = (lock.relations.iter()).map(|(code, relation)| (code, &relation.name));
    let mut renamed = HashSet::new();
    let mut is_missing = |(code, before): &(&String, &String)| match now.get(code.as_str()) {
        Some(now) if now != before => renamed.insert((*now).to_owned()),
        Some(_) => false,
        None => is_gone(code),
    };
    let paths: Vec<&String> = (fields.filter(&mut is_missing))
        .map(|(_, path)| path)
        .collect();
    let names: Vec<&String> = (relations.filter(&mut is_missing))
        .map(|(_, name)| name)
        .collect();
    let lost = &mut codebook.lost;
    lost.types.extend(types.values().cloned());
    lost.misspelt_types = types;
    lost.paths.extend(paths.into_iter().cloned());
    lost.relations.extend(names.into_iter().cloned());
    lost.renamed = renamed;
}

/// The locked names of types by their new names.
fn types(
    codebook: &Codebook,
    locked: &LockSource,
    is_gone: impl Fn(&str) -> bool,
) -> HashMap<String, String> {
    let new: Vec<&str> = (codebook.types.iter())
        .map(|ty| ty.name.text())
        .filter(|name| !locked.lock.types.contains(*name))
        .take(LISTED)
        .collect();
    (locked.lock.types.iter())
        .filter(|name| !new.is_empty() && is_gone(name))
        .filter_map(|name| {
            let near = names::nearest(new.iter().copied(), name).next()?;
            Some((near.to_owned(), name.clone()))
        })
        .collect()
}
