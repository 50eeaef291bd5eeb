//! Coded book → the texts of `codebook.yaml` and `import.lock`.

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
        let mut parts = Vec::new();
        if let Some(key) = &ty.key {
            parts.push(format!("key: {}", scalar(key)));
        }
        words(&ty.words, &mut parts);
        let _ = writeln!(text, "  {}: {{{}}}", scalar(&ty.name), parts.join(", "));
    }
    text.push_str("\nfields:");
    text.push_str(if coded.fields.is_empty() {
        " {}\n"
    } else {
        "\n"
    });
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
    let mut parts = vec![
        format!("path: {}", scalar(&path)),
        format!("type: {}", ty.name()),
    ];
    if let Some(reference) = reference {
        parts.push(format!("reference: {}", scalar(reference)));
    }
    if *array {
        parts.push("array: true".to_owned());
        // Whether a whole list equals one value would never hold; only membership can be asked.
        let operators = match ty {
            ValueType::String | ValueType::Text => "contains, not_contains, in, not_in, exists",
            ValueType::Boolean => "exists",
            _ => "in, not_in, exists",
        };
        parts.push(format!("operators: [{operators}]"));
    } else {
        match ty {
            ValueType::Integer | ValueType::Decimal | ValueType::Date | ValueType::Datetime => {
                parts.push("sortable: true".to_owned());
            }
            ValueType::Boolean | ValueType::Enum => parts.push("groupable: true".to_owned()),
            ValueType::String | ValueType::Text | ValueType::Reference => {}
        }
    }
    words(&field.words, &mut parts);
    if !values.is_empty() {
        let values = values.iter().map(|(value, said)| {
            let mut parts = Vec::new();
            words(said, &mut parts);
            format!("{}: {{{}}}", scalar(value), parts.join(", "))
        });
        let values: Vec<String> = values.collect();
        parts.push(format!("values: {{{}}}", values.join(", ")));
    }
    let _ = writeln!(text, "  {code}: {{{}}}", parts.join(", "));
}

fn relation(code: &str, relation: &BookRelation, text: &mut String) {
    let mut parts = vec![
        format!("name: {}", scalar(&relation.name)),
        format!("from: {}", scalar(&relation.from)),
        format!("to: {}", scalar(&relation.to)),
    ];
    if let Some(inverse) = &relation.inverse {
        parts.push(format!("inverse: {}", scalar(inverse)));
    }
    words(&relation.words, &mut parts);
    let _ = writeln!(text, "  {code}: {{{}}}", parts.join(", "));
}

fn words(words: &Words, parts: &mut Vec<String>) {
    let labels = words.labels.iter();
    let labels: Vec<String> = labels
        .map(|(language, label)| format!("{}: {}", scalar(language), scalar(label)))
        .collect();
    if !labels.is_empty() {
        parts.push(format!("label: {{{}}}", labels.join(", ")));
    }
    let synonyms = words.synonyms.iter();
    let synonyms: Vec<String> = synonyms
        .map(|(language, names)| format!("{}: [{}]", scalar(language), list(names)))
        .collect();
    if !synonyms.is_empty() {
        parts.push(format!("synonyms: {{{}}}", synonyms.join(", ")));
    }
    if let Some(description) = &words.description {
        parts.push(format!("description: {}", scalar(description)));
    }
}

/// The text of `import.lock`.
pub(crate) fn lock_text(book: &Book, coded: &Coded, previous: &ImportLock) -> String {
    let mut text =
        "# Written by `cmec import`: which part of the ontology has which name and code. \
         Commit it beside codebook.yaml.\nversion: 1\ntypes:\n"
            .to_owned();
    // Also the types that are gone: when they come back, they have their names.
    let mut types: Vec<(&str, &str)> = previous.types().map(|(iri, name)| (name, iri)).collect();
    types.extend(
        book.types
            .iter()
            .map(|ty| (ty.name.as_str(), ty.iri.as_str())),
    );
    types.sort_unstable();
    types.dedup();
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
