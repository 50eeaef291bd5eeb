//! What things are called in a line: the shortest name that stands for them there.

use super::super::EncodeError;
use super::super::c02::unknown;
use crate::contract::Contract;
use crate::notation::line::names::{self, Found, Scope};
use crate::notation::line::word;
use crate::tables::{FieldDef, Tables};
use crate::vocabulary::is_line_keyword;

/// The names of a codebook as a contract's types make them mean.
pub(super) struct Naming<'t> {
    pub(super) tables: &'t Tables,
    targets: Vec<&'t str>,
    others: Vec<&'t str>,
}

impl<'t> Naming<'t> {
    pub(super) fn of(contract: &Contract<'_>, tables: &'t Tables) -> Self {
        let grounding = &contract.grounding;
        let known = |name: &str| tables.type_by_name(name).map(|def| def.name.as_ref());
        let targets = grounding.target_types.iter();
        let entities = grounding.entity_list.iter();
        let mut others: Vec<&str> = entities
            .filter_map(|entity| known(entity.type_name.as_deref()?))
            .collect();
        for hop in &grounding.relations {
            if let Some(def) = tables.relation_by_name(&hop.name) {
                others.extend([def.from.as_ref(), def.to.as_ref()]);
            }
        }
        Self {
            tables,
            targets: targets.filter_map(|name| known(name)).collect(),
            others,
        }
    }

    /// A field of a contract.
    pub(super) fn field_def(&self, path: &str) -> Result<&'t FieldDef, EncodeError> {
        self.tables
            .field_by_path(path)
            .ok_or_else(|| unknown("field", path))
    }

    /// What a field is called; `types` are those of the group it stands in.
    pub(super) fn field(&self, path: &str, types: &[&str]) -> Result<&'t str, EncodeError> {
        self.field_but(path, types, &[])
    }

    /// The same with names it must not have.
    pub(super) fn field_but(
        &self,
        path: &str,
        types: &[&str],
        taken: &[&str],
    ) -> Result<&'t str, EncodeError> {
        let field = self.field_def(path)?;
        let scope = self.scope(types);
        let alias = field.alias.as_deref();
        let names = [alias, Some(&field.name), Some(&field.path)];
        let mut names = names.into_iter().flatten();
        let fits = |name: &&str| {
            is_name(name) && !taken.contains(name) && scope.field(name) == Found::One(field)
        };
        Ok(names.find(fits).unwrap_or(&field.code))
    }

    /// What a relation is called.
    pub(super) fn relation(&self, name: &str) -> Result<&'t str, EncodeError> {
        let def = self
            .tables
            .relation_by_name(name)
            .ok_or_else(|| unknown("relation", name))?;
        let known = [def.alias.as_deref(), Some(&def.name)];
        let means = |name: &&str| {
            let found = names::relation(self.tables, name);
            is_name(name) && found.is_some_and(|found| found.code == def.code)
        };
        let mut known = known.into_iter().flatten();
        Ok(known.find(means).unwrap_or(&def.code))
    }

    /// Whether these values alone name this field.
    pub(super) fn names_field(&self, values: &[&str], field: &FieldDef, types: &[&str]) -> bool {
        values.iter().all(|value| is_name(value))
            && self.scope(types).of_values(values) == Found::One(field)
    }

    fn scope<'s>(&'s self, types: &'s [&'s str]) -> Scope<'s, 't>
    where
        't: 's,
    {
        Scope {
            tables: self.tables,
            levels: [types, &self.targets, &self.others],
        }
    }
}

/// Whether a word can stand without quotes where a name is needed.
fn is_name(word: &str) -> bool {
    word::is_bare(word) && !word::is_figure(word)
}

/// The name of a type.
pub(super) fn type_name(out: &mut String, name: &str) {
    if is_name(name) && !is_line_keyword(name) {
        out.push_str(name);
    } else {
        out.push('`');
        out.push_str(name);
        out.push('`');
    }
}
