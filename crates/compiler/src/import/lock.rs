//! `ImportLock`: what an earlier import gave. Names and codes by what they stand for, read from `import.lock` and the
//! codebook beside it.
//!
//! The codebook language has no key for where an element came from, so this file beside it keeps names and codes by
//! IRI. It ends in no `.yaml` and so is no part of the codebook. An element is the same one when its type and its
//! property (and the type it leads to) are. An element that comes back gets a new code, and a class that comes back a
//! new name, since what is reserved never comes back.

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

/// What a table or a column begins with where an ontology has an IRI.
pub(crate) const TABLE: &str = "table:";
/// Name of the file that says which element of the ontology has which code.
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

/// The sections of the codebook that an import writes.
const WRITTEN: &[&str] = &["types", "fields", "relations", "metrics"];

/// A field or a relation is the same one at the next import when these are: type and property, type and property and type.
pub(super) type FieldSource = (String, String);
pub(super) type RelationSource = (String, String, String);

/// The code and the name that a field, a relation or a metric was given.
pub(super) type CodeAndName = (String, String);

/// What an earlier import gave; the default is nothing.
#[derive(Debug, Default, Clone)]
pub struct ImportLock {
    /// Name of a type by its IRI.
    pub(super) types: BTreeMap<String, String>,
    pub(super) fields: BTreeMap<FieldSource, CodeAndName>,
    pub(super) relations: BTreeMap<RelationSource, CodeAndName>,
    /// By their names.
    pub(super) metrics: BTreeMap<String, CodeAndName>,
    /// Codes and names of types that are never given again.
    pub(super) reserved: BTreeSet<String>,
    /// What the codebook and its lock say that codes stand for.
    pub(super) given: GivenCodes,
    /// What people wrote beside the import.
    pub(super) overlay: OverlayAdditions,
    /// Codes and types of the codebook that no import gave, each with its name.
    pub(super) by_hand: BTreeMap<String, String>,
    /// Whether somebody wrote into what an import writes.
    pub(super) is_edited: bool,
    /// The elements there that somebody changed; the codebook, where none can be named.
    pub(super) edited: Vec<String>,
    /// What was written of each element, as a hash, by its code or the name of its type.
    written: BTreeMap<String, String>,
    /// Short names of the heads of IRIs.
    pub(super) namespaces: Namespaces,
    /// The languages that were asked for.
    pub(super) languages: Vec<String>,
    /// How many different values a column of an enum had at most.
    pub(super) values: Option<u32>,
    /// What names were made of.
    pub(super) names: NameSource,
    /// What the sections were that the last import wrote.
    hash: Option<String>,
    pub(super) name: Option<String>,
    pub(super) version: Option<String>,
    /// Parts of the codebook that an import does not write, as they stand there.
    pub(super) rest: String,
}

impl ImportLock {
    /// How many different values a column of an enum had at most, at the import before.
    #[must_use]
    pub const fn values(&self) -> Option<u32> {
        self.values
    }

    /// Reads the codebook of an earlier import, with its lock and its overlay, and the text of its `import.lock`.
    ///
    /// # Errors
    /// A finding (CB117) when one of the two is not what an import wrote.
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
        // A reserved name does not come back: a class that does gets another one.
        let reserved = &previous.reserved;
        previous.types.retain(|_, name| !reserved.contains(name));
        Ok(previous)
    }

    /// Takes IRIs that begin with `old` for those that begin with `new`: the namespace moved. Of a database, `table:OLD` is a
    /// whole table, or `table:OLD.COLUMN` a whole column.
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

    /// The elements that are not as they were written, by code and name.
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
        for (name, head) in reader.named(map.get("namespaces"), "`namespaces`") {
            if let Some(head) = reader.text(head, "a namespace") {
                self.namespaces.add(name.value.clone(), head.value);
            }
        }
        for (name, iri) in reader.named(map.get("types"), "`types`") {
            if let Some(iri) = reader.text(iri, "a type") {
                let iri = self.namespaces.whole(iri.value);
                self.types.insert(iri, name.value.clone());
            }
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
        for (code, name) in reader.named(map.get("metrics"), "`metrics`") {
            if let Some(name) = reader.text(name, "a metric") {
                let given = (code.value.clone(), name.value.clone());
                self.metrics.insert(name.value, given);
            }
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
        for (code, hash) in reader.named(map.get("written"), "`written`") {
            if let Some(hash) = reader.text(hash, "a hash") {
                self.written.insert(code.value.clone(), hash.value);
            }
        }
        self.hash = reader.text_at(&map, "codebook").map(|hash| hash.value);
    }

    fn read_codebook(&mut self, tree: &Node, reader: &mut NodeReader<'_>) {
        let codebook = codebook::read(tree, reader);
        let fields = (codebook.fields.iter()).map(|field| (&field.code, &field.path));
        let relations = (codebook.relations.iter()).map(|one| (&one.code, &one.name));
        let metrics = (codebook.metrics.iter()).map(|one| (&one.code, &one.name));
        let types = codebook.types.iter().map(|ty| (&ty.name, &ty.name));
        let given: BTreeSet<&str> = (self.codes())
            .chain(self.types.values().map(String::as_str))
            .collect();
        self.by_hand = (fields.chain(relations).chain(metrics).chain(types))
            .filter(|(code, _)| !given.contains(code.text()))
            .map(|(code, name)| (code.value.clone(), name.value.clone()))
            .collect();
        self.given.read_codebook(&codebook);
        let reserved = codebook.reserved.into_iter().map(|code| code.value);
        self.reserved.extend(reserved);
        self.name = codebook.name.map(|name| name.value);
        self.version = codebook.version.map(|version| version.value);
    }

    /// The names of a type's fields.
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

    /// The names of relations.
    pub(super) fn relation_names(&self) -> impl Iterator<Item = &str> {
        let added = self.overlay.names.iter().map(String::as_str);
        (self.relations.values().map(|(_, name)| name.as_str()))
            .chain(self.given.relation_names())
            .chain(added.filter(|name| !name.contains('.')))
    }

    /// The names of the types there ever were, those that are reserved not included.
    pub(super) fn type_names(&self) -> impl Iterator<Item = &str> {
        let names = self.types.values().chain(&self.given.types);
        names.map(String::as_str)
    }

    /// Names that no type may have: of types that are, that were, or that people made; and codes.
    pub(super) fn taken_type_names(&self) -> impl Iterator<Item = &str> {
        let made = self.overlay.types.iter().map(String::as_str);
        (self.type_names())
            .chain(made)
            .chain(self.overlay.codes.iter().map(String::as_str))
            .chain(self.reserved.iter().map(String::as_str))
    }

    /// Every code that was given to a field, a relation or a metric.
    pub(super) fn codes(&self) -> impl Iterator<Item = &str> {
        let elements = self.fields.values().chain(self.relations.values());
        elements
            .chain(self.metrics.values())
            .map(|(code, _)| code.as_str())
    }

    /// The properties of all fields and relations.
    pub(super) fn properties(&self) -> impl Iterator<Item = &str> {
        let fields = self.fields.keys().map(|(_, property)| property);
        let relations = self.relations.keys().map(|(_, property, _)| property);
        fields.chain(relations).map(String::as_str)
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

/// What the sections are that an import writes.
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

/// What was written of an element, in a few letters.
fn element_hash(element: &str) -> String {
    text_hash(element).chars().take(8).collect()
}

/// What a codebook says of each element, as its lock has it.
pub(super) fn written_elements(codebook: &str) -> BTreeMap<String, String> {
    let files = SourceSet::from_texts([(CODEBOOK, codebook)]);
    let file = files.named(CODEBOOK);
    let tree = file.and_then(|(id, file)| yaml::parse(id, file, &mut Vec::new()));
    let elements = tree.iter().flat_map(|tree| elements(tree, codebook));
    elements
        .map(|(code, hash)| (code.to_owned(), hash))
        .collect()
}

/// The same of the texts of these sections.
pub(super) fn written_hash<'t>(sections: impl Iterator<Item = &'t str>) -> String {
    texts_hash(sections.map(str::trim_end))
}

/// The limits and the policy of a codebook, and its lanes where somebody chose them, as its text has them.
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
