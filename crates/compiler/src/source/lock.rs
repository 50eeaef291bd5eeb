//! `codebook.lock` as read, with the place of each line.

mod meaning;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cmec_decoder::language::ValueType;

use super::codebook::Codebook;
use super::elements::Scope;
use super::files::SourceSet;
use super::key::{Holds, Keys, keys};
use super::node::Node;
use super::node_reader::NodeReader;
use super::yaml;
use crate::finding::{Place, Spanned};
use crate::lock::{Aliases, Entry, LOCK_FILE, Lock};
use crate::words;
use meaning::{field, metric, relation};

keys! {
    /// Keys of the file.
    LOCK {
        Required "format": Holds::Number(1),
        Required "given": Holds::List(&Holds::Open(Keys(&[KINDS]), &Holds::Text)),
    }

    /// Keys that say what a line is about; its first.
    KINDS {
        "type": Holds::Text,
        "field": Holds::Text,
        "relation": Holds::Text,
        "metric": Holds::Text,
        "reserved": Holds::Text,
    }

    /// Keys of a line about a type.
    TYPE {
        "type": Holds::Text,
        Required "check": Holds::Text,
    }

    /// Keys of a line about a field.
    FIELD {
        "field": Holds::Text,
        Required "path": Holds::Text,
        Required "value": Holds::Words(words::all::<ValueType>),
        "array": Holds::Flag,
        "reference": Holds::Text,
        "unit": Holds::Text,
        "alias": Holds::Text,
        "former_aliases": Holds::List(&Holds::Text),
        Required "check": Holds::Text,
    }

    /// Keys of a line about a relation.
    RELATION {
        "relation": Holds::Text,
        Required "name": Holds::Text,
        Required "from": Holds::Text,
        Required "to": Holds::Text,
        "alias": Holds::Text,
        "former_aliases": Holds::List(&Holds::Text),
        Required "check": Holds::Text,
    }

    /// Keys of a line about a metric.
    METRIC {
        "metric": Holds::Text,
        Required "name": Holds::Text,
        Required "of": Holds::Text,
        "unit": Holds::Text,
        Required "check": Holds::Text,
    }

    /// Keys of a line about something that is gone.
    RESERVED {
        "reserved": Holds::Text,
        Required "check": Holds::Text,
    }
}

/// How to repair a damaged lock.
pub(crate) const REPAIR: &str = "take `codebook.lock` back from version control and compile; after a merge, keep the lines of both sides, which stand for themselves, and take the marks out";

#[derive(Debug)]
pub(crate) struct LockSource {
    pub(crate) lock: Lock,
    /// Start of the file.
    pub(crate) start: Place,
    pub(crate) format: Option<Spanned<u32>>,
    /// Codes of damaged lines, with their places.
    pub(crate) damaged: Vec<Spanned<String>>,
    /// Lines in conflict with an earlier line for the same code.
    pub(crate) clashes: Vec<(Spanned<String>, Entry)>,
    /// The codes of these lines.
    disputed: BTreeSet<String>,
    /// The place of each code.
    places: BTreeMap<String, Place>,
}

impl LockSource {
    /// Drops the aliases of codes that are gone, that belong to another type now, or whose alias the codebook gives to
    /// another code.
    pub(crate) fn leave_what_holds(&mut self, codebook: &Codebook) {
        let said: HashMap<(Scope<'_>, &str), &str> = (codebook.aliases())
            .map(|(of, code, alias)| ((of, alias.text()), code.text()))
            .collect();
        let free = |of: Scope<'_>, code: &str, aliases: &Aliases| {
            let alias = aliases.current.as_deref().unwrap_or_default();
            said.get(&(of, alias)).is_none_or(|owner| *owner == code)
        };
        let types: BTreeMap<&str, &str> = (codebook.fields.iter())
            .map(|field| (field.code.text(), field.type_name()))
            .collect();
        self.lock.fields.retain(|code, entry| {
            let now = types.get(code.as_str()).copied();
            now == Some(entry.type_name())
                && free(Scope::FieldsOf(entry.type_name()), code, &entry.aliases)
        });
        let relations: BTreeSet<&str> = (codebook.relations.iter())
            .map(|relation| relation.code.text())
            .collect();
        self.lock.relations.retain(|code, entry| {
            let from = Scope::RelationsFrom(&entry.from);
            relations.contains(code.as_str()) && free(from, code, &entry.aliases)
        });
        // Metrics have no aliases.
        self.lock.metrics.clear();
    }

    pub(crate) fn place(&self, code: &str) -> Place {
        self.places.get(code).copied().unwrap_or(self.start)
    }

    /// True where two lines conflict, so that nothing follows from either.
    pub(crate) fn is_disputed(&self, code: &str) -> bool {
        self.disputed.contains(code)
    }

    fn add(&mut self, code: Spanned<String>, entry: Entry) {
        match self.lock.add(&code.value, entry) {
            None => {
                self.places.entry(code.value).or_insert(code.place);
            }
            Some(entry) => {
                self.disputed.insert(code.value.clone());
                self.clashes.push((code, entry));
            }
        }
    }
}

/// The lock of a codebook as far as it can be read, whatever its state; `None` without a lock. For display only: the
/// rules of a compilation decide if a codebook keeps to its lock.
#[cfg_attr(
    not(test),
    allow(dead_code, reason = "a comparison of two codebooks asks for it")
)]
pub(crate) fn given(sources: &SourceSet) -> Option<Lock> {
    let (id, file) = sources.named(LOCK_FILE)?;
    let mut findings = Vec::new();
    let tree = yaml::parse(id, file, &mut findings)?;
    let findings = &mut findings;
    Some(read(&tree, &mut NodeReader { findings }).lock)
}

/// Reads the lock. Findings about its shape get advice for a file that nobody writes by hand.
pub(crate) fn checked(node: &Node, r: &mut NodeReader<'_>) -> LockSource {
    let before = r.findings.len();
    let source = read(node, r);
    for finding in r.findings.iter_mut().skip(before) {
        finding.help = Some(REPAIR.to_owned());
    }
    source
}

pub(crate) fn read(node: &Node, r: &mut NodeReader<'_>) -> LockSource {
    let mut source = LockSource {
        lock: Lock::default(),
        start: node.place.start_only(),
        format: None,
        damaged: Vec::new(),
        clashes: Vec::new(),
        disputed: BTreeSet::new(),
        places: BTreeMap::new(),
    };
    let map = r.keyed(node, "the lock", Keys(&[LOCK]));
    source.format = (map.get("format")).and_then(|node| r.number(node, map.called("format")));
    for line in r.items(map.get("given"), "`given` of the lock") {
        if let Some((code, entry, checked)) = entry(line, r) {
            if checked.as_ref().map(Spanned::text) == Some(entry.check(code.text()).as_str()) {
                source.add(code, entry);
            } else {
                source.damaged.push(code);
            }
        }
    }
    source
}

/// Code and content of a line, with its checksum.
fn entry(
    line: &Node,
    r: &mut NodeReader<'_>,
) -> Option<(Spanned<String>, Entry, Option<Spanned<String>>)> {
    let kind = line.entries().first().map_or("", |(key, _)| key.text());
    let what = "a line of the lock";
    let keys = match kind {
        "field" => Keys(&[FIELD]),
        "relation" => Keys(&[RELATION]),
        "metric" => Keys(&[METRIC]),
        "type" => Keys(&[TYPE]),
        "reserved" => Keys(&[RESERVED]),
        _ => {
            r.keyed(line, what, Keys(&[KINDS]));
            return None;
        }
    };
    let map = r.keyed(line, what, keys);
    let code = r.text_at(&map, kind)?;
    let entry = match kind {
        "field" => Entry::Field(field(&map, r)?),
        "relation" => Entry::Relation(relation(&map, r)?),
        "metric" => Entry::Metric(metric(&map, r)?),
        "type" => Entry::Type,
        _ => Entry::Reserved,
    };
    let checked = r.text_at(&map, "check");
    Some((code, entry, checked))
}
