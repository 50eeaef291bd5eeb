//! Names in generated Rust that changed although nothing was renamed: two names can collide in Rust, and then the code
//! decides.

use std::collections::BTreeMap;

use cmec_decoder::tables::Tables;

use super::change::cut;
use super::comparison::Comparison;
use super::element::HasCode;
use super::rule;
use crate::emit::rust::identifiers::Names;
use crate::source::files::CODEBOOK;

rule::table! {
    RUST_NAME_CHANGED "CD017" "rust-name-changed" Untouched Untouched Untouched Breaking {
        what: "has another name in Rust",
        why: "a program that names it no longer builds; another element has its name now",
        instead: "a name for the new element that differs from the old one in its letters or digits",
    }
}

/// An element (section, code, inner keys) and its title.
struct Element<'t> {
    at: Vec<&'t str>,
    said: String,
}

/// Compares elements in both codebooks; other rules report the rest.
pub(super) fn compare(changes: &mut Comparison<'_>) {
    let (old, new) = (changes.old.tables, changes.new.tables);
    let (old_names, new_names) = (Names::of(old), Names::of(new));
    let before = elements(old, &old_names);
    let after = elements(new, &new_names);
    for (key, (was, name_was)) in &before {
        let Some((now, name)) = after.get(key).filter(|(_, name)| name != name_was) else {
            continue;
        };
        let (was_at, now_at) = ((CODEBOOK, &was.at[..]), (CODEBOOK, &now.at[..]));
        (changes.moved(&RUST_NAME_CHANGED, now.said.clone(), was_at, now_at))
            .from(*name_was)
            .to(*name);
    }
}

/// Kind, name and value of an element → the element and its Rust name.
type Elements<'t> = BTreeMap<(&'static str, &'t str, &'t str), (Element<'t>, &'t str)>;

fn elements<'t>(tables: &'t Tables, names: &'t Names) -> Elements<'t> {
    let mut elements = Elements::new();
    for (ty, name) in tables.types.iter().zip(&names.types) {
        let element = Element {
            at: vec!["types", &ty.name],
            said: format!("type `{}`", ty.name),
        };
        elements.insert(("type", &ty.name, ""), (element, name));
    }
    let fields = names.fields.iter().zip(&names.values);
    for (field, (name, values)) in tables.fields.iter().zip(fields) {
        let element = Element {
            at: vec!["fields", &field.code, "path"],
            said: field.title(),
        };
        elements.insert(("field", &field.path, ""), (element, name));
        for (value, name) in field.values.iter().zip(values) {
            let element = Element {
                at: vec!["fields", &field.code, "values", &value.value],
                said: format!("the value `{}` of `{}`", cut(&value.value), field.path),
            };
            elements.insert(("value", &field.path, &value.value), (element, name));
        }
    }
    for (relation, name) in tables.relations.iter().zip(&names.relations) {
        let element = Element {
            at: vec!["relations", &relation.code, "name"],
            said: relation.title(),
        };
        elements.insert(("relation", &relation.name, ""), (element, name));
    }
    elements
}
