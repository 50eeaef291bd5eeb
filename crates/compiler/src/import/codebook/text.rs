//! Coded book → the texts of `codebook.yaml` and `import.lock`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use cmec_decoder::language::ValueType;

use super::codes::CodedBook;
use super::{Book, BookField, BookMetric, BookRelation, Words};
use crate::emit::CODEBOOK_SCHEMA;
use crate::import::default_lanes::default_lanes;
use crate::import::element_names::NameSource;
use crate::import::finding::shown;
use crate::import::lock::{ImportLock, written_elements, written_hash};
use crate::import::namespaces::Namespaces;

/// Unquoted words that YAML does not read as strings.
const NO_TEXTS: &[&str] = &["true", "false", "null", "yes", "no", "on", "off", "y", "n"];

/// The schemas for editors: for the codebook and for the overlay.
pub const SCHEMAS: &[&str] = &[CODEBOOK_SCHEMA, "overlay.schema.json"];

/// The text of `codebook.yaml`, and the hash of the sections that an import writes.
pub(crate) fn codebook_text(
    book: &Book,
    coded: &CodedBook,
    (name, source, previous): (&str, &str, &ImportLock),
) -> (String, String) {
    let mut text = String::new();
    let version = previous.version.as_deref().unwrap_or("0.1.0");
    // Contracts before v0.3 cannot express a date on a datetime, a month or a metric.
    // Writing to a `String` cannot fail.
    let _ = write!(
        text,
        "# yaml-language-server: $schema={CODEBOOK_SCHEMA}\n\
         # Made by `cmec import` from `{}`. The next import keeps codes, limits and policy and writes the rest anew; \
         what people write over it lies in `overlay.yaml`.\n\
         name: {}\nversion: {}\ncontract_version: v0.3\nlanguages: [{}]\n\n",
        shown(source),
        scalar(name),
        scalar(version),
        list(&book.languages)
    );
    let [without, with] = default_lanes();
    if !previous.rest.lines().any(|line| line.starts_with("lanes:")) {
        text.push_str(if coded.relations.is_empty() {
            &without
        } else {
            &with
        });
    }
    text.push_str(&previous.rest);
    let sections = sections(book, coded);
    for section in &sections {
        text.push('\n');
        text.push_str(section);
    }
    if !coded.reserved.is_empty() {
        let _ = write!(text, "\nreserved: [{}]\n", list(&coded.reserved));
    }
    let hash = written_hash(sections.iter().map(String::as_str));
    (text, hash)
}

/// The sections for types, fields, relations and metrics. Relations and metrics have no section if there are none.
fn sections(book: &Book, coded: &CodedBook) -> Vec<String> {
    let mut types = "types:\n".to_owned();
    for ty in &book.types {
        let key = ty.key.iter().map(|key| ("key", scalar(key)));
        let sql = [("sql", &ty.sql), ("sql_key", &ty.sql_key)].into_iter();
        let sql = sql.filter_map(|(key, name)| Some((key, scalar(name.as_ref()?))));
        let entry = map(key.chain(sql).chain(words(&ty.words)));
        let _ = writeln!(types, "  {}: {entry}", scalar(&ty.name));
    }
    let mut sections = vec![types, section("fields", &coded.fields, field)];
    if !coded.relations.is_empty() {
        sections.push(section("relations", &coded.relations, relation));
    }
    if !coded.metrics.is_empty() {
        sections.push(section("metrics", &coded.metrics, metric));
    }
    sections
}

/// A section with one line for each code.
fn section<T>(name: &str, coded: &[(String, T)], entry: impl Fn(&T) -> String) -> String {
    let none = if coded.is_empty() { " {}" } else { "" };
    let mut section = format!("{name}:{none}\n");
    for (code, one) in coded {
        let _ = writeln!(section, "  {code}: {}", entry(one));
    }
    section
}

fn metric(metric: &BookMetric) -> String {
    let name = ("name", scalar(&metric.name));
    let definition = ("definition", scalar(&metric.definition));
    map([name, definition].into_iter().chain(words(&metric.words)))
}

fn field(field: &BookField) -> String {
    let value = &field.value;
    let ty = value.ty;
    let path = format!("{}.{}", field.type_name, field.name);
    let mut parts = vec![("path", scalar(&path)), ("type", ty.name().to_owned())];
    parts.extend(field.sql.iter().map(|name| ("sql", scalar(name))));
    parts.extend(value.reference.iter().map(|ty| ("reference", scalar(ty))));
    parts.extend(value.unit.iter().map(|unit| ("unit", scalar(unit))));
    let yes = || "true".to_owned();
    if value.array {
        parts.push(("array", yes()));
        // Equality of a whole list with one value never holds, so only membership is offered.
        let operators = match ty {
            ValueType::String | ValueType::Text => "contains, not_contains, in, not_in, exists",
            ValueType::Boolean => "exists",
            _ => "in, not_in, exists",
        };
        parts.push(("operators", format!("[{operators}]")));
    } else {
        match ty {
            ValueType::Integer | ValueType::Decimal | ValueType::Date | ValueType::Datetime => {
                parts.push(("sortable", yes()));
                if value.is_open && ty == ValueType::Integer {
                    parts.push(("groupable", yes()));
                }
            }
            ValueType::String if value.is_open => {
                parts.extend([("sortable", yes()), ("groupable", yes())]);
            }
            ValueType::Boolean | ValueType::Enum => parts.push(("groupable", yes())),
            ValueType::String | ValueType::Text | ValueType::Reference => {}
        }
    }
    parts.extend(words(&field.words));
    if !value.values.is_empty() {
        let values = value.values.iter();
        let values = values.map(|(value, said)| (value.as_str(), map(words(said))));
        parts.push(("values", map(values)));
    }
    map(parts)
}

fn relation(relation: &BookRelation) -> String {
    let mut parts = vec![
        ("name", scalar(&relation.name)),
        ("from", scalar(&relation.from)),
        ("to", scalar(&relation.to)),
    ];
    let inverse = relation.inverse.iter();
    parts.extend(inverse.map(|name| ("inverse", scalar(name))));
    parts.extend(relation.sql.iter().map(|name| ("sql", scalar(name))));
    for (key, said) in [("to_one", relation.to_one), ("from_one", relation.from_one)] {
        parts.extend(said.then(|| (key, "true".to_owned())));
    }
    parts.extend(words(&relation.words));
    map(parts)
}

fn words(words: &Words) -> Vec<(&'static str, String)> {
    let mut parts = Vec::new();
    if !words.labels.is_empty() {
        let labels = words.labels.iter();
        let labels = labels.map(|(language, label)| (language.as_str(), scalar(label)));
        parts.push(("label", map(labels)));
    }
    if !words.synonyms.is_empty() {
        let names = words.synonyms.iter();
        let names =
            names.map(|(language, names)| (language.as_str(), format!("[{}]", list(names))));
        parts.push(("synonyms", map(names)));
    }
    let description = words.description.iter().map(|said| {
        let text = scalar(&said.text);
        match &said.language {
            Some(language) => map([(language.as_str(), text)]),
            None => text,
        }
    });
    parts.extend(description.map(|said| ("description", said)));
    parts
}

/// A map on one line.
fn map<'k>(entries: impl IntoIterator<Item = (&'k str, String)>) -> String {
    let entries = entries.into_iter();
    let entries: Vec<String> = entries
        .map(|(key, value)| format!("{}: {value}", scalar(key)))
        .collect();
    format!("{{{}}}", entries.join(", "))
}

/// The data that the next import needs.
pub(crate) struct LockData<'s> {
    /// The hash of the written sections.
    pub(crate) hash: &'s str,
    /// The requested languages.
    pub(crate) languages: &'s [String],
    /// The largest number of distinct values of an enum column.
    pub(crate) values: Option<u32>,
    pub(crate) names: NameSource,
    /// The codebook that the lock belongs to.
    pub(crate) codebook: &'s str,
}

/// The text of `import.lock`, with the IRI prefixes of the previous lock.
pub(crate) fn lock_text(
    book: &Book,
    coded: &CodedBook,
    (said, names): (LockData<'_>, &Namespaces),
) -> String {
    let mut text =
        "# Written by `cmec import`: which part of the ontology has which name and code. \
         Commit it beside codebook.yaml.\nversion: 2\n"
            .to_owned();
    let types = book.types.iter().map(|ty| ty.iri.as_str());
    let names = names.of(types.chain(coded.properties()));
    let short = |iri: &str| scalar(&names.short(iri));
    let _ = writeln!(text, "codebook: {}", scalar(said.hash));
    if !said.languages.is_empty() {
        let _ = writeln!(text, "languages: [{}]", list(said.languages));
    }
    if let Some(values) = said.values {
        let _ = writeln!(text, "values: {values}");
    }
    if said.names != NameSource::default() {
        let _ = writeln!(text, "names: {}", said.names.name());
    }
    text.push_str("types:\n");
    let types: BTreeSet<(&String, &String)> =
        book.types.iter().map(|ty| (&ty.name, &ty.iri)).collect();
    for (name, iri) in types {
        let _ = writeln!(text, "  {}: {}", scalar(name), short(iri));
    }
    text += &section("fields", &coded.fields, |field| {
        let (ty, name) = (scalar(&field.type_name), scalar(&field.name));
        format!("[{ty}, {name}, {}]", short(&field.property))
    });
    text += &section("relations", &coded.relations, |one| {
        let [name, from, to] = [&one.name, &one.from, &one.to].map(|part| scalar(part));
        format!("[{name}, {from}, {}, {to}]", short(&one.property))
    });
    if !coded.metrics.is_empty() {
        text += &section("metrics", &coded.metrics, |one| scalar(&one.name));
    }
    let _ = writeln!(text, "reserved: [{}]", list(&coded.reserved));
    text.push_str("namespaces:\n");
    for (name, head) in names.entries() {
        let _ = writeln!(text, "  {name}: {}", scalar(head));
    }
    text.push_str("written:\n");
    for (code, hash) in written_elements(said.codebook) {
        let _ = writeln!(text, "  {}: {}", scalar(&code), scalar(&hash));
    }
    text
}

fn list(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| scalar(text)).collect();
    texts.join(", ")
}

/// A text as a YAML scalar: plain if it cannot be misread, quoted otherwise.
pub(super) fn scalar(text: &str) -> String {
    let bare = text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && !text.ends_with(' ')
        && (text.chars()).all(|letter| letter.is_ascii_alphanumeric() || "_. -".contains(letter))
        && !NO_TEXTS.contains(&text.to_ascii_lowercase().as_str());
    if bare {
        return text.to_owned();
    }
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(letter);
            }
            // Characters that an editor cannot show or that YAML reads as a line break.
            letter
                if letter.is_control()
                    || matches!(
                        letter,
                        '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
                    ) =>
            {
                let _ = write!(quoted, "\\u{:04x}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
