//! Coded book → the texts of `codebook.yaml` and `import.lock`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use cmec_decoder::language::ValueType;

use super::codes::Coded;
use super::{Book, BookField, BookRelation, Value, Words};
use crate::import::default_lanes::default_lanes;
use crate::import::finding::shown;
use crate::import::lock::ImportLock;

/// Words of YAML that are no texts when they stand bare.
const NO_TEXTS: &[&str] = &["true", "false", "null", "yes", "no", "on", "off", "y", "n"];

/// The schema for editors, beside the codebook.
pub const SCHEMA: &str = "codebook.schema.json";

/// The text of `codebook.yaml`.
pub(crate) fn codebook_text(
    book: &Book,
    coded: &Coded,
    (name, source, previous): (&str, &str, &ImportLock),
) -> String {
    let mut text = String::new();
    let version = previous.version.as_deref().unwrap_or("0.1.0");
    // Writing to a `String` cannot fail.
    let _ = write!(
        text,
        "# yaml-language-server: $schema={SCHEMA}\n\
         # Made by `cmec import` from `{}`. The next import keeps codes, limits and policy and writes the rest anew.\n\
         name: {}\nversion: {}\nlanguages: [{}]\n\n",
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
    text.push_str("\ntypes:\n");
    for ty in &book.types {
        let key = ty.key.iter().map(|key| ("key", scalar(key)));
        let entry = map(key.chain(words(&ty.words)));
        let _ = writeln!(text, "  {}: {entry}", scalar(&ty.name));
    }
    let none = if coded.fields.is_empty() { " {}" } else { "" };
    let _ = writeln!(text, "\nfields:{none}");
    for (code, one) in &coded.fields {
        field(code, one, &mut text);
    }
    if !coded.relations.is_empty() {
        text.push_str("\nrelations:\n");
        for (code, one) in &coded.relations {
            relation(code, one, &mut text);
        }
    }
    if !coded.reserved.is_empty() {
        let _ = write!(text, "\nreserved: [{}]\n", list(&coded.reserved));
    }
    text
}

fn field(code: &str, field: &BookField, text: &mut String) {
    let Value {
        ty,
        values,
        reference,
        array,
    } = &field.value;
    let path = format!("{}.{}", field.type_name, field.name);
    let mut parts = vec![("path", scalar(&path)), ("type", ty.name().to_owned())];
    parts.extend(reference.iter().map(|ty| ("reference", scalar(ty))));
    let yes = || "true".to_owned();
    if *array {
        parts.push(("array", yes()));
        // Whether a whole list equals one value would never hold; only membership can be asked.
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
            }
            ValueType::Boolean | ValueType::Enum => parts.push(("groupable", yes())),
            ValueType::String | ValueType::Text | ValueType::Reference => {}
        }
    }
    parts.extend(words(&field.words));
    if !values.is_empty() {
        let values = values.iter();
        let values = values.map(|(value, said)| (value.as_str(), map(words(said))));
        parts.push(("values", map(values)));
    }
    let _ = writeln!(text, "  {code}: {}", map(parts));
}

fn relation(code: &str, relation: &BookRelation, text: &mut String) {
    let mut parts = vec![
        ("name", scalar(&relation.name)),
        ("from", scalar(&relation.from)),
        ("to", scalar(&relation.to)),
    ];
    if let Some(name) = &relation.inverse {
        parts.push(("inverse", scalar(name)));
    }
    parts.extend(words(&relation.words));
    let _ = writeln!(text, "  {code}: {}", map(parts));
}

fn words(words: &Words) -> Vec<(&'static str, String)> {
    let labels = words.labels.iter();
    let labels = labels.map(|(language, label)| (language.as_str(), scalar(label)));
    let synonyms = words.synonyms.iter();
    let synonyms =
        synonyms.map(|(language, names)| (language.as_str(), format!("[{}]", list(names))));
    let mut parts = Vec::new();
    if !words.labels.is_empty() {
        parts.push(("label", map(labels)));
    }
    if !words.synonyms.is_empty() {
        parts.push(("synonyms", map(synonyms)));
    }
    let description = words.description.iter();
    parts.extend(description.map(|text| ("description", scalar(text))));
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

/// The text of `import.lock`.
pub(crate) fn lock_text(book: &Book, coded: &Coded, previous: &ImportLock) -> String {
    let mut text =
        "# Written by `cmec import`: which part of the ontology has which name and code. \
         Commit it beside codebook.yaml.\nversion: 1\ntypes:\n"
            .to_owned();
    // Also the types that are gone: when they come back, they have their names.
    let before = previous.types.iter().map(|(iri, name)| (name, iri));
    let now = book.types.iter().map(|ty| (&ty.name, &ty.iri));
    let types: BTreeSet<(&String, &String)> = before.chain(now).collect();
    for (name, iri) in types {
        let _ = writeln!(text, "  {}: {}", scalar(name), scalar(iri));
    }
    text.push_str("fields:\n");
    for (code, field) in &coded.fields {
        let source = [&field.type_name, &field.name, &field.property].map(|part| scalar(part));
        let _ = writeln!(text, "  {code}: [{}]", source.join(", "));
    }
    text.push_str("relations:\n");
    for (code, relation) in &coded.relations {
        let source = [
            &relation.name,
            &relation.from,
            &relation.property,
            &relation.to,
        ];
        let source = source.map(|part| scalar(part));
        let _ = writeln!(text, "  {code}: [{}]", source.join(", "));
    }
    let _ = writeln!(text, "reserved: [{}]", list(&coded.reserved));
    // A map without entries is written as one.
    text.replace("fields:\nrelations:", "fields: {}\nrelations:")
        .replace("relations:\nreserved:", "relations: {}\nreserved:")
}

fn list(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| scalar(text)).collect();
    texts.join(", ")
}

/// A text as YAML: bare where it cannot be taken for anything else, in quotation marks otherwise.
fn scalar(text: &str) -> String {
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
            // What an editor cannot show, and what YAML takes for the end of a line.
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
