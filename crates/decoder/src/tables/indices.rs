//! Lookup by name. The indices of types, fields and relations are built when tables are compiled, loaded or changed, and
//! are not stored in the file.

use crate::tables::{
    FieldDef, MetricDef, Principal, RelationDef, Tables, ToolDef, TypeDef, ValueNames,
};

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

    /// The metric with this registered code.
    #[must_use]
    pub fn metric_by_code(&self, code: &str) -> Option<&MetricDef> {
        self.metrics.iter().find(|def| def.code == code)
    }

    /// The metric with this name.
    #[must_use]
    pub fn metric_by_name(&self, name: &str) -> Option<&MetricDef> {
        self.metrics.iter().find(|def| def.name == name)
    }

    /// The tool shaped by hand with this name.
    #[must_use]
    pub fn tool_by_name(&self, name: &str) -> Option<&ToolDef> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// The principal with this name.
    #[must_use]
    pub fn principal(&self, name: &str) -> Option<&Principal> {
        self.principals.iter().find(|own| own.name == name)
    }
}

/// The only relation with this spelling: its alias, or its name if it has none. Aliases are local to the source type,
/// so several relations can share one; the result is then `None`.
pub(crate) fn relation_by_spelling<'t>(
    tables: &'t Tables,
    spelling: &str,
) -> Option<&'t RelationDef> {
    let spellings = &tables.indices.relation_spellings;
    let mut all = spellings.named(&tables.relations, RelationDef::spelling, spelling);
    all.next().filter(|_| all.next().is_none())
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
