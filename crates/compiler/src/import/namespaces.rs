//! `Namespaces`: prefixes for IRIs, which keep the lock of a large ontology short.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Prefixes `n1`, `n2` … of namespaces. A given prefix stays.
#[derive(Debug, Default, Clone)]
pub(super) struct Namespaces {
    by_head: BTreeMap<String, String>,
    by_name: BTreeMap<String, String>,
}

impl Namespaces {
    /// Adds a prefix of the previous lock.
    pub(super) fn add(&mut self, name: String, head: String) {
        self.by_head.insert(head.clone(), name.clone());
        self.by_name.insert(name, head);
    }

    /// Earlier prefixes that these IRIs still use, and new ones for their other namespaces.
    pub(super) fn of<'i>(&self, iris: impl Iterator<Item = &'i str>) -> Self {
        let names = self.by_name.keys();
        let numbers = names.filter_map(|name| name.strip_prefix('n')?.parse().ok());
        let mut last: usize = numbers.max().unwrap_or(0);
        let mut namespaces = Self::default();
        let heads: BTreeMap<&str, ()> = iris.filter_map(|iri| Some((parts(iri)?.0, ()))).collect();
        for head in heads.into_keys() {
            let name = self.by_head.get(head).cloned().unwrap_or_else(|| {
                last += 1;
                format!("n{last}")
            });
            namespaces.add(name, head.to_owned());
        }
        namespaces
    }

    /// Prefixes and namespaces, sorted by namespace.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&str, &str)> {
        let entries = self.by_head.iter();
        entries.map(|(head, name)| (name.as_str(), head.as_str()))
    }

    /// An IRI in its short form.
    pub(super) fn short(&self, iri: &str) -> String {
        let name = parts(iri).and_then(|(head, tail)| Some((self.by_head.get(head)?, tail)));
        name.map_or_else(|| iri.to_owned(), |(name, tail)| format!("{name}:{tail}"))
    }

    /// An IRI in its full form.
    pub(super) fn whole(&self, short: String) -> String {
        let parts = short.split_once(':');
        let head = parts.and_then(|(name, tail)| Some((self.by_name.get(name)?, tail)));
        head.map(|(head, tail)| format!("{head}{tail}"))
            .unwrap_or(short)
    }
}

/// Splits an IRI after its last `#`, `/` or `:`.
fn parts(iri: &str) -> Option<(&str, &str)> {
    let end = iri.rfind(['#', '/', ':'])?;
    iri.split_at_checked(end + 1)
}

/// The most frequent old namespace, and the namespace of new IRIs with the same endings.
pub(super) fn likely_move<'i>(
    old: impl Iterator<Item = &'i str>,
    new: impl Iterator<Item = &'i str>,
) -> Option<(&'i str, &'i str)> {
    let mut heads: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (head, tail) in new.filter_map(parts) {
        heads.entry(tail).or_default().insert(head);
    }
    let mut moves: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (head, tail) in old.filter_map(parts) {
        for other in heads.get(tail).into_iter().flatten() {
            *moves.entry((head, other)).or_default() += 1;
        }
    }
    let most = moves
        .into_iter()
        .max_by_key(|(heads, count)| (*count, Reverse(*heads)));
    most.map(|(heads, _)| heads)
}
