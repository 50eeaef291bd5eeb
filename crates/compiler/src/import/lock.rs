//! `ImportLock`: the names and codes of an earlier import by the source of each element, read from `import.lock` and
//! the codebook.
//!
//! The codebook language has no key for the source of an element, so this file keeps names and codes by IRI. Its name
//! does not end in `.yaml`, so it is not part of the codebook. Two elements are the same if their type and property
//! (and target type) are the same. An element that comes back gets a new code, and a class that comes back gets a new
//! name, since a reserved name or code is never given again.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::take;

use super::code_meaning::GivenCodes;
use super::default_lanes::default_lanes;
use super::element_names::NameSource;
use super::finding::{ImportFinding, shown};
use super::namespaces::Namespaces;
use super::overlay_additions::OverlayAdditions;
use crate::finding::{Finding, Rule, Severity};
use crate::lock::LOCK_FILE;
use crate::source::files::{CODEBOOK, OVERLAY, SourceFile, SourceSet};
use crate::source::key::{Holds, Keys, keys};
use crate::source::node::Node;
use crate::source::node_reader::NodeReader;
use crate::source::{codebook, lock as codebook_lock, overlay, yaml};
use crate::text::hash::{text_hash, texts_hash};

/// The prefix of a table or a column where an ontology has an IRI.
pub(crate) const TABLE: &str = "table:";
/// The file that maps each element of the ontology to its code.
pub const LOCK: &str = "import.lock";
keys! {
    /// Keys of that file.
    KEYS {
        "version": Holds::Text,
        "codebook": Holds::Text,
        "languages": Holds::List(&Holds::Text),
        "types": Holds::Map(&Holds::Text),
        "fields": Holds::Map(&Holds::List(&Holds::Text)),
        "relations": Holds::Map(&Holds::List(&Holds::Text)),
        "metrics": Holds::Map(&Holds::Text),
        "reserved": Holds::List(&Holds::Text),
        "namespaces": Holds::Map(&Holds::Text),
        "values": Holds::Text,
        "names": Holds::Text,
        "written": Holds::Map(&Holds::Text),
    }
}

/// The codebook sections that an import writes.
const WRITTEN: &[&str] = &["types", "fields", "relations", "metrics"];

/// The identity of a field or a relation across imports: type and property; for a relation also the target type.
pub(super) type FieldSource = (String, String);
pub(super) type RelationSource = (String, String, String);

pub(super) type CodeAndName = (String, String);

/// The result of an earlier import; the default is empty.
#[derive(Debug, Default, Clone)]
pub struct ImportLock {
    /// Type names by IRI.
    pub(super) types: BTreeMap<String, String>,
    pub(super) fields: BTreeMap<FieldSource, CodeAndName>,
    pub(super) relations: BTreeMap<RelationSource, CodeAndName>,
    /// By name.
    pub(super) metrics: BTreeMap<String, CodeAndName>,
    /// Codes and type names that are never given again.
    pub(super) reserved: BTreeSet<String>,
    /// The meaning of each code, from the codebook and its lock.
    pub(super) given: GivenCodes,
    pub(super) overlay: OverlayAdditions,
    /// Codes and types that no import gave, each with its name.
    pub(super) by_hand: BTreeMap<String, String>,
    /// True where someone edited the sections that an import writes.
    pub(super) is_edited: bool,
    /// The edited elements; just the codebook file if no element can be named.
    pub(super) edited: Vec<String>,
    /// A hash of each element as written, by its code or type name.
    written: BTreeMap<String, String>,
    /// Prefixes for IRIs.
    pub(super) namespaces: Namespaces,
    /// The requested languages.
    pub(super) languages: Vec<String>,
    /// The largest number of distinct values that an enum column could have.
    pub(super) values: Option<u32>,
    pub(super) names: NameSource,
    /// A hash of the sections that the last import wrote.
    hash: Option<String>,
    pub(super) name: Option<String>,
    pub(super) version: Option<String>,
    /// The codebook parts that an import does not write, verbatim.
    pub(super) rest: String,
}

impl ImportLock {
    /// The largest number of distinct values that an enum column could have at the last import.
    #[must_use]
    pub const fn values(&self) -> Option<u32> {
        self.values
    }

    /// Reads the codebook of an earlier import, with its lock and its overlay, and the text of its `import.lock`.
    ///
    /// # Errors
    /// A finding (CB117) if the codebook or the lock is not as an import writes it.
    pub fn read(sources: &SourceSet, lock: &str) -> Result<Self, ImportFinding> {
        let mut previous = Self::default();
        let files = SourceSet::from_texts([(LOCK, lock)]);
        if let Some((id, file)) = files.named(LOCK) {
            sound(id, file, |tree, reader| previous.read_lock(tree, reader))?;
        }
        let mut book = None;
        if let Some((id, file)) = sources.named(CODEBOOK) {
            sound(id, file, |tree, reader| {
                previous.read_codebook(tree, reader);
                previous.rest = rest(tree, &file.text);
                let hash = previous.hash.as_ref();
                previous.is_edited = hash.is_some_and(|hash| *hash != written(tree, &file.text));
                previous.edited = previous.edited(tree, &file.text);
                book = Some(tree.clone());
            })?;
        }
        if let (Some((id, file)), Some(book)) = (sources.named(OVERLAY), book)
            && !overlay::is_blank(&file.text)
        {
            sound(id, file, |tree, _| {
                let (given, reserved) = (&previous.given, &previous.reserved);
                previous.overlay = OverlayAdditions::read(book, tree, given, reserved);
            })?;
        }
        if let Some((id, file)) = sources.named(LOCK_FILE) {
            sound(id, file, |tree, reader| {
                let locked = codebook_lock::read(tree, reader);
                let reserved = locked.lock.reserved.iter();
                previous.reserved.extend(reserved.cloned());
                previous.given.read_lock(&locked.lock);
            })?;
        }
        // A reserved name is never given again, so a class that comes back gets a new one.
        let reserved = &previous.reserved;
        previous.types.retain(|_, name| !reserved.contains(name));
        Ok(previous)
    }

    /// Replaces the prefix `old` of IRIs by `new`, for a namespace that moved. For a database, `table:OLD` matches one
    /// whole table and `table:OLD.COLUMN` one whole column.
    pub fn moved(&mut self, old: &str, new: &str) {
        let is_whole =
            |tail: &str| !old.starts_with(TABLE) || tail.is_empty() || tail.starts_with('.');
        let moved = |iri: String| match iri.strip_prefix(old).filter(|tail| is_whole(tail)) {
            Some(tail) => format!("{new}{tail}"),
            None => iri,
        };
        let types = take(&mut self.types).into_iter();
        self.types = types.map(|(iri, name)| (moved(iri), name)).collect();
        let fields = take(&mut self.fields).into_iter();
        self.fields = fields
            .map(|((ty, property), given)| ((ty, moved(property)), given))
            .collect();
        let relations = take(&mut self.relations).into_iter();
        self.relations = relations
            .map(|((from, property, to), given)| ((from, moved(property), to), given))
            .collect();
    }

    /// The elements that differ from what the import wrote, as code and name.
    fn edited(&self, tree: &Node, text: &str) -> Vec<String> {
        if !self.is_edited {
            return Vec::new();
        }
        let now: BTreeMap<&str, String> = elements(tree, text).collect();
        let other =
            (self.written.iter()).filter(|(code, hash)| now.get(code.as_str()) != Some(hash));
        let mut edited: Vec<String> = other
            .map(|(code, _)| match self.given.name_of(code) {
                Some(name) => format!("{code} {name}"),
                None => code.clone(),
            })
            .collect();
        if edited.is_empty() {
            edited.push(CODEBOOK.to_owned());
        }
        edited
    }

    fn read_lock(&mut self, tree: &Node, reader: &mut NodeReader<'_>) {
        let map = reader.keyed(tree, "the lock", Keys(&[KEYS]));
        let namespaces = map.get("namespaces");
        for (name, head) in reader.named_texts(namespaces, "`namespaces`", |_| "a namespace") {
            self.namespaces.add(name.value, head.value);
        }
        for (name, iri) in reader.named_texts(map.get("types"), "`types`", |_| "a type") {
            let iri = self.namespaces.whole(iri.value);
            self.types.insert(iri, name.value);
        }
        for (code, list) in reader.named(map.get("fields"), "`fields`") {
            if let Some([ty, name, property]) = texts(reader, list) {
                let given = (code.value.clone(), name);
                let property = self.namespaces.whole(property);
                self.fields.insert((ty, property), given);
            }
        }
        for (code, list) in reader.named(map.get("relations"), "`relations`") {
            if let Some([name, from, property, to]) = texts(reader, list) {
                let given = (code.value.clone(), name);
                let property = self.namespaces.whole(property);
                self.relations.insert((from, property, to), given);
            }
        }
        for (code, name) in reader.named_texts(map.get("metrics"), "`metrics`", |_| "a metric") {
            let given = (code.value, name.value.clone());
            self.metrics.insert(name.value, given);
        }
        let reserved = reader.texts(map.get("reserved"), "`reserved`");
        self.reserved = reserved.into_iter().map(|code| code.value).collect();
        let languages = reader.texts(map.get("languages"), "`languages`");
        self.languages = languages.into_iter().map(|text| text.value).collect();
        let values = reader.text_at(&map, "values");
        self.values = values.and_then(|text| text.value.parse().ok());
        let names = reader.text_at(&map, "names");
        if names.is_some_and(|names| names.value == NameSource::Label.name()) {
            self.names = NameSource::Label;
        }
        for (code, hash) in reader.named_texts(map.get("written"), "`written`", |_| "a hash") {
            self.written.insert(code.value, hash.value);
        }
        self.hash = reader.text_at(&map, "codebook").map(|hash| hash.value);
    }

    fn read_codebook(&mut self, tree: &Node, reader: &mut NodeReader<'_>) {
        let codebook = codebook::read(tree, reader);
        let types = codebook.types.iter().map(|ty| (&ty.name, &ty.name));
        let given: BTreeSet<&str> = (self.codes())
            .chain(self.types.values().map(String::as_str))
            .collect();
        self.by_hand = (codebook.coded_names().chain(types))
            .filter(|(code, _)| !given.contains(code.text()))
            .map(|(code, name)| (code.value.clone(), name.value.clone()))
            .collect();
        self.given.read_codebook(&codebook);
        let reserved = codebook.reserved.into_iter().map(|code| code.value);
        self.reserved.extend(reserved);
        self.name = codebook.name.map(|name| name.value);
        self.version = codebook.version.map(|version| version.value);
    }

    pub(super) fn field_names<'p>(&'p self, ty: &'p str) -> impl Iterator<Item = &'p str> {
        let from = (ty.to_owned(), String::new());
        let start = format!("{ty}.");
        (self.fields.range(from..))
            .take_while(move |((owner, _), _)| owner == ty)
            .map(|(_, (_, name))| name.as_str())
            .chain(self.given.field_names(ty))
            .chain(self.given.aliases_of(ty))
            .chain(
                (self.overlay.names.range(start..))
                    .map_while(move |path| path.strip_prefix(ty)?.strip_prefix('.')),
            )
    }

    pub(super) fn relation_names(&self) -> impl Iterator<Item = &str> {
        let added = self.overlay.names.iter().map(String::as_str);
        (self.relations.values().map(|(_, name)| name.as_str()))
            .chain(self.given.relation_names())
            .chain(added.filter(|name| !name.contains('.')))
    }

    /// The names of all current and earlier types, without the reserved ones.
    pub(super) fn type_names(&self) -> impl Iterator<Item = &str> {
        let names = self.types.values().chain(&self.given.types);
        names.map(String::as_str)
    }

    /// The names that a new type must not have: current, earlier and handwritten types, and codes.
    pub(super) fn taken_type_names(&self) -> impl Iterator<Item = &str> {
        let made = self.overlay.types.iter().map(String::as_str);
        (self.type_names())
            .chain(made)
            .chain(self.overlay.codes.iter().map(String::as_str))
            .chain(self.reserved.iter().map(String::as_str))
    }

    /// Every code of a field, a relation or a metric.
    pub(super) fn codes(&self) -> impl Iterator<Item = &str> {
        let elements = self.fields.values().chain(self.relations.values());
        elements
            .chain(self.metrics.values())
            .map(|(code, _)| code.as_str())
    }

    pub(super) fn properties(&self) -> impl Iterator<Item = &str> {
        let fields = self.fields.keys().map(|(_, property)| property);
        let relations = self.relations.keys().map(|(_, property, _)| property);
        fields.chain(relations).map(String::as_str)
    }

    /// The target types of each property at the last import, by IRI.
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

/// A hash of the sections that an import writes.
fn written(tree: &Node, text: &str) -> String {
    let section = |wanted: &str| {
        let mut entries = tree.entries().iter();
        let (key, value) = entries.find(|(key, _)| key.value == wanted)?;
        text.get(key.place.start..value.place.end)
    };
    written_hash(WRITTEN.iter().filter_map(|wanted| section(wanted)))
}

/// The elements of the sections that an import writes, each with a hash of its text.
fn elements<'t>(tree: &'t Node, text: &'t str) -> impl Iterator<Item = (&'t str, String)> {
    let sections = tree.entries().iter();
    let sections = sections.filter(|(key, _)| WRITTEN.contains(&key.text()));
    let entries = sections.flat_map(|(_, section)| section.entries());
    entries.filter_map(|(key, value)| {
        let element = text.get(key.place.start..value.place.end)?;
        Some((key.text(), element_hash(element)))
    })
}

/// A short hash of an element's text.
fn element_hash(element: &str) -> String {
    text_hash(element).chars().take(8).collect()
}

/// The hash of each element of a codebook, as the lock stores it.
pub(super) fn written_elements(codebook: &str) -> BTreeMap<String, String> {
    let files = SourceSet::from_texts([(CODEBOOK, codebook)]);
    let file = files.named(CODEBOOK);
    let tree = file.and_then(|(id, file)| yaml::parse(id, file, &mut Vec::new()));
    let elements = tree.iter().flat_map(|tree| elements(tree, codebook));
    let owned = elements.map(|(code, hash)| (code.to_owned(), hash));
    owned.collect()
}

/// One hash over the texts of these sections.
pub(super) fn written_hash<'t>(sections: impl Iterator<Item = &'t str>) -> String {
    texts_hash(sections.map(str::trim_end))
}

/// The limits and the policy of a codebook, and its lanes where its author chose them, verbatim.
fn rest(tree: &Node, text: &str) -> String {
    let mut rest = String::new();
    for (key, value) in tree.entries() {
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

/// Reads a file; any finding in it is an error.
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
