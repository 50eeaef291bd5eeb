//! Lookup by name. The indices are built when tables are compiled, loaded or changed, and are not stored in the file.

use crate::language::Scenario;
use crate::tables::{FieldDef, RelationDef, Tables, TablesError, TypeDef, ValueNames};

/// Positions of types, fields and relations by their names.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Indices {
    types: Positions,
    field_codes: Positions,
    field_paths: Positions,
    relation_codes: Positions,
    relation_names: Positions,
    relation_spellings: Positions,
}

/// Positions in a list, sorted by a name of its elements.
#[derive(Debug, Clone, Default, PartialEq)]
struct Positions(Vec<u32>);

impl Positions {
    fn of<T>(list: &[T], name: fn(&T) -> &str) -> Self {
        let mut positions: Vec<u32> = (0..).zip(list).map(|(at, _)| at).collect();
        positions.sort_by_key(|at| list.get(*at as usize).map(name));
        Self(positions)
    }

    /// The elements with this name, in the order of the list.
    fn named<'t, T>(
        &self,
        list: &'t [T],
        name: fn(&T) -> &str,
        wanted: &str,
    ) -> impl Iterator<Item = &'t T> {
        let of = |at: &u32| list.get(*at as usize);
        let first = (self.0).partition_point(|at| of(at).map(name) < Some(wanted));
        let rest = self.0.get(first..).unwrap_or_default();
        rest.iter()
            .map_while(of)
            .take_while(move |element| name(element) == wanted)
    }
}

const TYPE: fn(&TypeDef) -> &str = |def| &def.name;
const FIELD_CODE: fn(&FieldDef) -> &str = |def| &def.code;
const FIELD_PATH: fn(&FieldDef) -> &str = |def| &def.path;
const RELATION_CODE: fn(&RelationDef) -> &str = |def| &def.code;
const RELATION_NAME: fn(&RelationDef) -> &str = |def| &def.name;

impl Tables {
    /// Rebuilds all indices. Required after a change of names or lists.
    pub fn reindex(&mut self) {
        for field in self.fields.to_mut() {
            field.value_names = ValueNames::of(&field.values);
        }
        let (fields, relations) = (&self.fields, &self.relations);
        self.indices = Indices {
            types: Positions::of(&self.types, TYPE),
            field_codes: Positions::of(fields, FIELD_CODE),
            field_paths: Positions::of(fields, FIELD_PATH),
            relation_codes: Positions::of(relations, RELATION_CODE),
            relation_names: Positions::of(relations, RELATION_NAME),
            relation_spellings: Positions::of(relations, RelationDef::spelling),
        };
    }

    /// The type with this name.
    #[must_use]
    pub fn type_by_name(&self, name: &str) -> Option<&TypeDef> {
        (self.indices.types).named(&self.types, TYPE, name).next()
    }

    /// The field with this registered code.
    #[must_use]
    pub fn field_by_code(&self, code: &str) -> Option<&FieldDef> {
        let codes = &self.indices.field_codes;
        codes.named(&self.fields, FIELD_CODE, code).next()
    }

    /// The field with this path.
    #[must_use]
    pub fn field_by_path(&self, path: &str) -> Option<&FieldDef> {
        let paths = &self.indices.field_paths;
        paths.named(&self.fields, FIELD_PATH, path).next()
    }

    /// The relation with this registered code.
    #[must_use]
    pub fn relation_by_code(&self, code: &str) -> Option<&RelationDef> {
        let codes = &self.indices.relation_codes;
        codes.named(&self.relations, RELATION_CODE, code).next()
    }

    /// The relation with this name.
    #[must_use]
    pub fn relation_by_name(&self, name: &str) -> Option<&RelationDef> {
        let names = &self.indices.relation_names;
        names.named(&self.relations, RELATION_NAME, name).next()
    }

    /// The only relation with this spelling: its alias, or its name if it has none. Aliases are local to the source
    /// type, so several relations can share one; the result is then `None`.
    pub(crate) fn relation_by_spelling(&self, spelling: &str) -> Option<&RelationDef> {
        let spellings = &self.indices.relation_spellings;
        let mut all = spellings.named(&self.relations, RelationDef::spelling, spelling);
        all.next().filter(|_| all.next().is_none())
    }

    /// Checks the references and names within a table file.
    pub(super) fn check(&self) -> Result<(), TablesError> {
        let (types, fields, relations) = (&self.types, &self.fields, &self.relations);
        let is_type = |name: &str| self.type_by_name(name).is_some();
        let of_its_type = |field: &FieldDef| {
            let own = field.path.strip_prefix(field.type_name.as_ref());
            own.and_then(|own| own.strip_prefix('.')) == Some(&field.name)
                && is_type(&field.type_name)
        };
        for (list, holds) in [
            ("types", itself(types, |def| self.type_by_name(&def.name))),
            (
                "fields",
                itself(fields, |def| self.field_by_code(&def.code))
                    && itself(fields, |def| self.field_by_path(&def.path))
                    && fields.iter().all(of_its_type),
            ),
            (
                "relations",
                itself(relations, |def| self.relation_by_code(&def.code))
                    && itself(relations, |def| self.relation_by_name(&def.name))
                    && (relations.iter()).all(|def| is_type(&def.from) && is_type(&def.to)),
            ),
            ("tools", self.tools_hold()),
        ] {
            if !holds {
                return Err(TablesError::List { list });
            }
        }
        if !self.row_filters_hold() {
            return Err(TablesError::RowFilter);
        }
        let mut rows = self.scenarios.iter();
        let whole = rows.all(|row| {
            let first = self.scenario(row.scenario);
            let once = first.is_some_and(|first| std::ptr::eq(first, row));
            once && (row.default_output().is_none()) == (row.scenario == Scenario::Clarify)
        });
        if whole && self.scenario(Scenario::Clarify).is_some() {
            Ok(())
        } else {
            Err(TablesError::Scenarios)
        }
    }
}

/// `true` if every element is found by its own name.
fn itself<'t, T>(list: &'t [T], find: impl Fn(&'t T) -> Option<&'t T>) -> bool {
    let found = |element| find(element).is_some_and(|found| std::ptr::eq(found, element));
    list.iter().all(found)
}

#[cfg(test)]
mod tests {
    use super::Positions;

    #[test]
    fn every_name_is_found_and_no_other() {
        for count in [1_usize, 2, 7, 1000] {
            // Out of order and with a duplicate.
            let names = (0..count).rev().chain([count / 2]);
            let names: Vec<String> = names.map(|number| format!("F{number}")).collect();
            let positions = Positions::of(&names, String::as_str);
            let times = |name: &str| positions.named(&names, String::as_str, name).count();
            for name in &names {
                assert_eq!(times(name), 1 + usize::from(*name == names[count]));
            }
            for name in ["", "F", "G1", "F9999", "日本"] {
                assert_eq!(times(name), 0, "{name} of {count}");
            }
        }
    }
}
