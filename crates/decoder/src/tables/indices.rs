//! The hash tables of a codebook: laid down by the compiler, checked where a table file is read.

use crate::language::Scenario;
use crate::tables::{
    FieldDef, RelationDef, Tables, TablesError, ValuePlace, scoped, slots, value_names,
};

impl Tables {
    /// Lays every hash table down anew: what a change of names asks for.
    pub fn lay_slots(&mut self) {
        let (types, fields, relations) = (&self.types, &self.fields, &self.relations);
        self.type_slots = slots::lay_down(types.iter().map(|def| def.name.as_ref())).into();
        self.field_slots = slots::lay_down(fields.iter().map(|def| def.code.as_ref())).into();
        self.path_slots = slots::lay_down(fields.iter().map(|def| def.path.as_ref())).into();
        let codes = relations.iter().map(|def| def.code.as_ref());
        self.relation_slots = slots::lay_down(codes).into();
        let names = relations.iter().map(|def| def.name.as_ref());
        self.relation_name_slots = slots::lay_down(names).into();
        self.spelling_slots = scoped::lay_down(fields.iter().map(FieldDef::spelled)).into();
        let spellings = relations.iter().map(RelationDef::spelled);
        self.relation_spelling_slots = scoped::lay_down(spellings).into();
        let (places, values): (Vec<_>, Vec<_>) = self.values_spelled().unzip();
        self.value_slots = scoped::lay_down(values.into_iter()).into();
        self.enum_values = places.into();
    }

    /// The values of all enum fields, each with its type.
    fn values_spelled(&self) -> impl Iterator<Item = (ValuePlace, (&str, &str))> {
        (0_u32..).zip(self.fields.iter()).flat_map(|(field, def)| {
            (0_u32..).zip(def.values.iter()).map(move |(value, own)| {
                let key = (def.type_name.as_ref(), own.value.as_ref());
                (ValuePlace { field, value }, key)
            })
        })
    }

    pub(super) fn check_indices(&self) -> Result<(), TablesError> {
        let (types, fields, relations) = (&self.types, &self.fields, &self.relations);
        let spelled: Vec<_> = fields.iter().map(FieldDef::spelled).collect();
        let relations_spelled: Vec<_> = relations.iter().map(RelationDef::spelled).collect();
        let (places, values): (Vec<_>, Vec<_>) = self.values_spelled().unzip();
        let anew =
            |slots: &[u64], keys: &[(&str, &str)]| slots == scoped::lay_down(keys.iter().copied());
        let called =
            |field: &FieldDef| field.name_slots.as_ref() == value_names::lay_down(&field.values);
        for (index, holds) in [
            (
                "type_slots",
                slots::hold(&self.type_slots, types.len())
                    && itself(types, |def| self.type_by_name(&def.name)),
            ),
            (
                "field_slots",
                slots::hold(&self.field_slots, fields.len())
                    && itself(fields, |def| self.field_by_code(&def.code)),
            ),
            (
                "path_slots",
                slots::hold(&self.path_slots, fields.len())
                    && itself(fields, |def| self.field_by_path(&def.path)),
            ),
            (
                "relation_slots",
                slots::hold(&self.relation_slots, relations.len())
                    && itself(relations, |def| self.relation_by_code(&def.code)),
            ),
            (
                "relation_name_slots",
                slots::hold(&self.relation_name_slots, relations.len())
                    && itself(relations, |def| self.relation_by_name(&def.name)),
            ),
            ("name_slots", fields.iter().all(called)),
            (
                "relation_spelling_slots",
                anew(&self.relation_spelling_slots, &relations_spelled),
            ),
            ("spelling_slots", anew(&self.spelling_slots, &spelled)),
            (
                "value_slots",
                self.enum_values.as_ref() == places && anew(&self.value_slots, &values),
            ),
            ("tools", self.tools_hold()),
        ] {
            if !holds {
                return Err(TablesError::Index { index });
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

/// Whether looking every element up finds that element.
fn itself<'t, T>(list: &'t [T], find: impl Fn(&'t T) -> Option<&'t T>) -> bool {
    let found = |element| find(element).is_some_and(|found| std::ptr::eq(found, element));
    list.iter().all(found)
}
