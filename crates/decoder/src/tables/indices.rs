//! The hash tables of a codebook: laid down by the compiler, checked where a table file is read.

use crate::language::Scenario;
use crate::tables::{FieldDef, RelationDef, Tables, TablesError, ValuePlace, names, scoped, slots};

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
        let spellings = relations.iter().map(RelationDef::spelling);
        self.relation_spelling_slots = slots::lay_down(spellings).into();
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
        let fits = |slots: &[u32], every: bool, length: usize, index: &'static str| {
            if every && slots::hold(slots, length) {
                Ok(())
            } else {
                Err(TablesError::Index { index })
            }
        };
        let (types, fields, relations) = (&self.types, &self.fields, &self.relations);
        let every = itself(types, |def| self.type_by_name(&def.name));
        fits(&self.type_slots, every, types.len(), "type_slots")?;
        let every = itself(fields, |def| self.field_by_code(&def.code));
        fits(&self.field_slots, every, fields.len(), "field_slots")?;
        let every = itself(fields, |def| self.field_by_path(&def.path));
        fits(&self.path_slots, every, fields.len(), "path_slots")?;
        let every = itself(relations, |def| self.relation_by_code(&def.code));
        fits(
            &self.relation_slots,
            every,
            relations.len(),
            "relation_slots",
        )?;
        let every = itself(relations, |def| self.relation_by_name(&def.name));
        let slots = &self.relation_name_slots;
        fits(slots, every, relations.len(), "relation_name_slots")?;
        let called = |field: &FieldDef| field.name_slots.as_ref() == names::lay_down(&field.values);
        if !fields.iter().all(called) {
            return Err(TablesError::Index {
                index: "name_slots",
            });
        }
        let spellings = relations.len();
        let every = slots::hold(&self.relation_spelling_slots, spellings);
        let anew =
            |slots: &[u64], keys: &[(&str, &str)]| slots == scoped::lay_down(keys.iter().copied());
        let spelled: Vec<_> = fields.iter().map(FieldDef::spelled).collect();
        let (places, values): (Vec<_>, Vec<_>) = self.values_spelled().unzip();
        for (holds, index) in [
            (every, "relation_spelling_slots"),
            (anew(&self.spelling_slots, &spelled), "spelling_slots"),
            (
                self.enum_values.as_ref() == places && anew(&self.value_slots, &values),
                "value_slots",
            ),
        ] {
            if !holds {
                return Err(TablesError::Index { index });
            }
        }
        if !self.tools_hold() {
            return Err(TablesError::Index { index: "tools" });
        }
        if !self.always_hold() {
            return Err(TablesError::Always);
        }
        let whole = Scenario::ALL.iter().all(|scenario| {
            let none = *scenario == Scenario::Clarify;
            let row = self.scenario(*scenario);
            row.is_some_and(|row| none || row.default_output.is_some())
        });
        if whole && self.scenarios.len() == Scenario::ALL.len() {
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
