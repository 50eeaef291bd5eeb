//! Names that an alias must not be.
//!
//! What stands where an alias could stand makes a line ambiguous: other fields of the type, other relations, codes.
//! Types, values and keywords stand alone, where no alias does; they are left out all the same, for whoever reads it.

use std::collections::{BTreeMap, BTreeSet};

use cmec_decoder::language::is_line_keyword;
use cmec_decoder::tables::{FieldDef, RelationDef, Tables};

use crate::lock::Lock;

/// Names that are in use, or were.
pub(super) struct NamesInUse {
    /// Types, codes, values: taken for all.
    by_all: BTreeSet<String>,
    /// Of each type: names and aliases of its fields, with their codes.
    of_types: BTreeMap<String, BTreeMap<String, String>>,
    /// Names and aliases of relations, with their codes.
    of_relations: BTreeMap<String, String>,
    /// Names and aliases of all fields.
    of_fields: BTreeSet<String>,
}

impl NamesInUse {
    pub(super) fn of(tables: &Tables, lock: &Lock) -> Self {
        let mut in_use = Self {
            by_all: tables
                .types
                .iter()
                .map(|def| def.name.to_string())
                .collect(),
            of_types: BTreeMap::new(),
            of_relations: BTreeMap::new(),
            of_fields: BTreeSet::new(),
        };
        for field in tables.fields.iter() {
            in_use.by_all.insert(field.code.to_string());
            let values = field.values.iter().map(|value| value.value.to_string());
            in_use.by_all.extend(values);
            in_use.give_field(field, &field.name);
        }
        for relation in tables.relations.iter() {
            in_use.by_all.insert(relation.code.to_string());
            in_use.give_relation(relation, &relation.name);
        }
        // Those of elements that are gone, and those that others had before, count as well.
        for (code, entry) in &lock.fields {
            let of = entry.path.split('.').next().unwrap_or_default();
            for alias in entry.aliases.current.iter().chain(&entry.aliases.former) {
                in_use.give(of, alias, code);
            }
        }
        for (code, entry) in &lock.relations {
            for alias in entry.aliases.current.iter().chain(&entry.aliases.former) {
                in_use
                    .of_relations
                    .entry(alias.clone())
                    .or_insert_with(|| code.clone());
            }
        }
        in_use
    }

    /// Whether a field cannot be called so.
    pub(super) fn for_field(&self, field: &FieldDef, name: &str) -> bool {
        let own = |code: &String| *code == field.code;
        let names = self.of_types.get(field.type_name.as_ref());
        let other = names
            .and_then(|names| names.get(name))
            .is_some_and(|code| !own(code));
        other || self.for_any(name) || self.of_relations.contains_key(name)
    }

    /// Whether a relation cannot be called so.
    pub(super) fn for_relation(&self, relation: &RelationDef, name: &str) -> bool {
        let other = (self.of_relations.get(name)).is_some_and(|code| *code != relation.code);
        other || self.for_any(name) || self.of_fields.contains(name)
    }

    pub(super) fn give_field(&mut self, field: &FieldDef, name: &str) {
        self.give(&field.type_name, name, &field.code);
    }

    pub(super) fn give_relation(&mut self, relation: &RelationDef, name: &str) {
        let code = relation.code.to_string();
        self.of_relations.entry(name.to_owned()).or_insert(code);
    }

    fn give(&mut self, of: &str, name: &str, code: &str) {
        self.of_fields.insert(name.to_owned());
        let names = self.of_types.entry(of.to_owned()).or_default();
        names
            .entry(name.to_owned())
            .or_insert_with(|| code.to_owned());
    }

    fn for_any(&self, name: &str) -> bool {
        self.by_all.contains(name) || is_line_keyword(name)
    }
}
