//! Names that an alias must not have.
//!
//! Names in the same position would make a query ambiguous: other fields of the type, other relations from it, codes.
//! Types, values and keywords occur elsewhere, but are excluded for the sake of readers.

use std::collections::{BTreeMap, BTreeSet};

use cmec_decoder::encode::is_sql_keyword;
use cmec_decoder::tables::{FieldDef, RelationDef, Tables};

use crate::lock::Lock;

/// Current and former names.
pub(super) struct NamesInUse {
    /// Types, codes and values, excluded everywhere.
    by_all: BTreeSet<String>,
    /// Names and aliases of fields with their codes, by type.
    of_types: ByType,
    /// Aliases of relations with their codes, by source type.
    from_types: ByType,
    /// Names of relations with their codes, which are valid at any source type.
    of_relations: BTreeMap<String, String>,
}

impl NamesInUse {
    pub(super) fn of(tables: &Tables, lock: &Lock) -> Self {
        let types = tables.types.iter();
        let mut in_use = Self {
            by_all: types.map(|def| def.name.to_string()).collect(),
            of_types: BTreeMap::new(),
            from_types: BTreeMap::new(),
            of_relations: BTreeMap::new(),
        };
        for field in tables.fields.iter() {
            in_use.by_all.insert(field.code.to_string());
            let values = field.values.iter().map(|value| value.value.to_string());
            in_use.by_all.extend(values);
            in_use.give_field(field, &field.name);
        }
        for relation in tables.relations.iter() {
            let code = relation.code.to_string();
            in_use.by_all.insert(code.clone());
            let name = relation.name.to_string();
            in_use.of_relations.entry(name).or_insert(code);
        }
        // Former names, and those of removed elements, count too.
        for (code, entry) in &lock.fields {
            for alias in entry.aliases.all() {
                give(&mut in_use.of_types, entry.type_name(), alias, code);
            }
        }
        for (code, entry) in &lock.relations {
            for alias in entry.aliases.all() {
                give(&mut in_use.from_types, &entry.from, alias, code);
            }
        }
        in_use
    }

    /// True where a field cannot have this alias.
    pub(super) fn for_field(&self, field: &FieldDef, name: &str) -> bool {
        let of = field.type_name.as_ref();
        let other = given(&self.of_types, of, name).any(|code| code != field.code);
        other || self.for_any(name) || given(&self.from_types, of, name).next().is_some()
    }

    /// True where a relation cannot have this alias.
    pub(super) fn for_relation(&self, relation: &RelationDef, name: &str) -> bool {
        let from = relation.from.as_ref();
        let own_name = self.of_relations.get(name).map(String::as_str);
        let alias = given(&self.from_types, from, name);
        let other = (own_name.into_iter().chain(alias)).any(|code| code != relation.code);
        other || self.for_any(name) || given(&self.of_types, from, name).next().is_some()
    }

    pub(super) fn give_field(&mut self, field: &FieldDef, name: &str) {
        give(&mut self.of_types, &field.type_name, name, &field.code);
    }

    pub(super) fn give_relation(&mut self, relation: &RelationDef, name: &str) {
        give(&mut self.from_types, &relation.from, name, &relation.code);
    }

    fn for_any(&self, name: &str) -> bool {
        self.by_all.contains(name) || is_sql_keyword(name)
    }
}

/// Names by type, with the codes that have or had them: a removed code keeps its name.
type ByType = BTreeMap<String, BTreeMap<String, Vec<String>>>;

fn give(names: &mut ByType, of: &str, name: &str, code: &str) {
    let names = names.entry(of.to_owned()).or_default();
    let codes = names.entry(name.to_owned()).or_default();
    if !codes.iter().any(|known| known == code) {
        codes.push(code.to_owned());
    }
}

fn given<'n>(names: &'n ByType, of: &str, name: &str) -> impl Iterator<Item = &'n str> {
    let codes = names.get(of).and_then(|names| names.get(name));
    codes.into_iter().flatten().map(String::as_str)
}
