//! `ImportLock`: what an earlier import gave. Names and codes by what they stand for, read from `import.lock` and the
//! codebook beside it.
//!
//! The codebook language has no key for where an element came from, so this file beside it keeps names and codes by
//! IRI. It ends in no `.yaml` and so is no part of the codebook. An element is the same one when its type and its
//! property (and the type it leads to) are. An element that comes back gets a new code, since a reserved one never
//! comes back.

use std::collections::{BTreeMap, BTreeSet};

use super::default_lanes::default_lanes;
use super::finding::{ImportFinding, shown};
use crate::finding::{Finding, Rule, Severity};
use crate::source::files::{CODEBOOK, SourceFile, SourceSet};
use crate::source::node::{Node, NodeKind};
use crate::source::node_reader::NodeReader;
use crate::source::{codebook, yaml};

/// Name of the file that says which element of the ontology has which code.
pub const LOCK: &str = "import.lock";
/// Keys of that file.
const KEYS: &[&str] = &["version", "types", "fields", "relations", "reserved"];

/// A field or a relation is the same one at the next import when these are: type and property, type and property and type.
pub(super) type FieldSource = (String, String);
pub(super) type RelationSource = (String, String, String);

/// The code and the name that a field or a relation was given.
pub(super) type CodeAndName = (String, String);

/// What an earlier import gave; the default is nothing.
#[derive(Debug, Default, Clone)]
pub struct ImportLock {
    /// Name of a type by its IRI, those that are gone included.
    pub(super) types: BTreeMap<String, String>,
    pub(super) fields: BTreeMap<FieldSource, CodeAndName>,
    pub(super) relations: BTreeMap<RelationSource, CodeAndName>,
    pub(super) reserved: BTreeSet<String>,
    /// Codes of the codebook that no import gave.
    pub(super) by_hand: BTreeSet<String>,
    pub(super) name: Option<String>,
    pub(super) version: Option<String>,
    /// Parts of the codebook that an import does not write, as they stand there.
    pub(super) rest: String,
}

impl ImportLock {
    /// Reads the codebook of an earlier import and the text of its `import.lock`.
    ///
    /// # Errors
    /// A finding (CB117) when one of the two is not what an import wrote.
    pub fn read(sources: &SourceSet, lock: &str) -> Result<Self, ImportFinding> {
        let mut previous = Self::default();
        let files = SourceSet::from_texts([(LOCK, lock)]);
        if let Some((id, file)) = files.named(LOCK) {
            sound(id, file, |tree, reader| previous.read_lock(tree, reader))?;
        }
        if let Some((id, file)) = sources.named(CODEBOOK) {
            sound(id, file, |tree, reader| {
                previous.read_codebook(tree, reader);
                previous.rest = rest(tree, &file.text);
            })?;
        }
        Ok(previous)
    }

    fn read_lock(&mut self, tree: &Node, reader: &mut NodeReader<'_>) {
        let map = reader.keyed(tree, "the lock", KEYS);
        for (name, iri) in reader.named(map.get("types"), "`types`") {
            if let Some(iri) = reader.text(iri, "a type") {
                self.types.insert(iri.value, name.value.clone());
            }
        }
        for (code, list) in reader.named(map.get("fields"), "`fields`") {
            if let Some([ty, name, property]) = texts(reader, list) {
                let given = (code.value.clone(), name);
                self.fields.insert((ty, property), given);
            }
        }
        for (code, list) in reader.named(map.get("relations"), "`relations`") {
            if let Some([name, from, property, to]) = texts(reader, list) {
                let given = (code.value.clone(), name);
                self.relations.insert((from, property, to), given);
            }
        }
        let reserved = reader.texts(map.get("reserved"), "`reserved`");
        self.reserved = reserved.into_iter().map(|code| code.value).collect();
    }

    fn read_codebook(&mut self, tree: &Node, reader: &mut NodeReader<'_>) {
        let codebook = codebook::read(tree, reader);
        let fields = codebook.fields.iter().map(|field| &field.code);
        let relations = codebook.relations.iter().map(|relation| &relation.code);
        let given: BTreeSet<&str> = self.codes().collect();
        self.by_hand = (fields.chain(relations))
            .filter(|code| !given.contains(code.text()))
            .map(|code| code.value.clone())
            .collect();
        let reserved = codebook.reserved.into_iter().map(|code| code.value);
        self.reserved.extend(reserved);
        self.name = codebook.name.map(|name| name.value);
        self.version = codebook.version.map(|version| version.value);
    }

    /// The names of a type's fields.
    pub(super) fn field_names<'p>(&'p self, ty: &'p str) -> impl Iterator<Item = &'p str> {
        let from = (ty.to_owned(), String::new());
        (self.fields.range(from..))
            .take_while(move |((owner, _), _)| owner == ty)
            .map(|(_, (_, name))| name.as_str())
    }

    /// Every code that was given to a field or a relation.
    pub(super) fn codes(&self) -> impl Iterator<Item = &str> {
        (self.fields.values().chain(self.relations.values())).map(|(code, _)| code.as_str())
    }

    /// The types that each property led to, by IRI.
    pub(super) fn ends(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let iris: BTreeMap<&String, &String> =
            self.types.iter().map(|(iri, name)| (name, iri)).collect();
        let mut ends: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (_, property, to) in self.relations.keys() {
            if let Some(iri) = iris.get(to) {
                ends.entry(property).or_default().insert(iri);
            }
        }
        ends
    }

    /// The classes and properties that have a code.
    pub(super) fn sources(&self) -> BTreeSet<&str> {
        let fields = self.fields.keys();
        let relations = self.relations.keys();
        let types: BTreeSet<&String> = (fields.clone().map(|(ty, _)| ty))
            .chain(relations.clone().flat_map(|(from, _, to)| [from, to]))
            .collect();
        let types = self.types.iter().filter(|(_, name)| types.contains(name));
        (fields.map(|(_, property)| property))
            .chain(relations.map(|(_, property, _)| property))
            .chain(types.map(|(iri, _)| iri))
            .map(String::as_str)
            .collect()
    }
}

/// A list of so many texts.
fn texts<const N: usize>(reader: &mut NodeReader<'_>, list: &Node) -> Option<[String; N]> {
    let items = reader.items(Some(list), "an entry of the lock");
    let texts = items
        .iter()
        .filter_map(|item| reader.text(item, "an entry of the lock"));
    let texts: Vec<String> = texts.map(|text| text.value).collect();
    let found = texts.try_into().ok();
    if found.is_none() {
        let message = format!("an entry of the lock must have {N} texts");
        reader
            .findings
            .push(Finding::new(Rule::WrongShape, list.place, message));
    }
    found
}

/// The limits and the policy of a codebook, and its lanes where somebody chose them, as they stand in its text.
fn rest(tree: &Node, text: &str) -> String {
    let NodeKind::Map(entries) = &tree.kind else {
        return String::new();
    };
    let mut rest = String::new();
    for (key, value) in entries {
        let said = text
            .get(key.place.start..value.place.end)
            .unwrap_or_default();
        let kept = match key.text() {
            "limits" | "policy" => true,
            "lanes" => !default_lanes()
                .iter()
                .any(|lanes| lanes.trim_end() == said.trim_end()),
            _ => false,
        };
        if kept {
            rest.push_str(said.trim_end());
            rest.push('\n');
        }
    }
    rest
}

/// Reads a file in which nothing may be wrong.
fn sound(
    id: usize,
    file: &SourceFile,
    read: impl FnOnce(&Node, &mut NodeReader<'_>),
) -> Result<(), ImportFinding> {
    let mut findings = Vec::new();
    if let Some(tree) = yaml::parse(id, file, &mut findings) {
        let findings = &mut findings;
        read(&tree, &mut NodeReader { findings });
    }
    let first = (findings.iter()).find(|finding| finding.severity() == Severity::Error);
    first.map_or(Ok(()), |first| {
        let message = format!("`{}`: {}", file.name, shown(&first.message));
        Err(ImportFinding::new(Rule::ImportLock, message)
            .at_byte(file.text.as_bytes(), first.primary.place.start)
            .help("mend it, or bring back the version that was committed"))
    })
}
