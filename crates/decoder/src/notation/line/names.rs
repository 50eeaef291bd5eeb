//! What a name of the line stands for: a field by its code, its path, its alias or its own name; a relation by its
//! code, its alias or its name; a value by the one field that has it.
//!
//! Aliases and own names are those of a type, so the same word can name fields of several: the nearest type that has
//! it is meant. Reader, one-pass reader and encoder all ask here.

use crate::tables::{FieldDef, RelationDef, Tables};
use crate::vocabulary::ValueType;

/// Types that are near, the nearest first: those of a group, the targets, those of entities and ends of relations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scope<'s, 't> {
    pub(crate) tables: &'t Tables,
    pub(crate) levels: [&'s [&'s str]; 3],
}

/// What a name stands for.
#[derive(Debug, PartialEq)]
pub(crate) enum Found<'t> {
    Nothing,
    One(&'t FieldDef),
    /// More than one of the same nearness.
    Several(Vec<&'t FieldDef>),
}

impl<'t> Found<'t> {
    fn of(mut fields: Vec<&'t FieldDef>) -> Self {
        match fields.len() {
            0 => Self::Nothing,
            1 => fields.pop().map_or(Self::Nothing, Self::One),
            _ => Self::Several(fields),
        }
    }
}

impl<'t> Scope<'_, 't> {
    /// The field a name stands for.
    pub(crate) fn field(&self, name: &str) -> Found<'t> {
        let tables = self.tables;
        if let Some(field) = tables
            .field_by_code(name)
            .or_else(|| tables.field_by_path(name))
        {
            return Found::One(field);
        }
        self.nearest(|field| is_called(field, name))
    }

    /// The field that has all these values: by their own names, or else by their labels and synonyms.
    pub(crate) fn of_values(&self, words: &[&str]) -> Found<'t> {
        let own = |field: &FieldDef| {
            field.value_type == ValueType::Enum
                && words
                    .iter()
                    .all(|word| field.values.iter().any(|value| value.value == *word))
        };
        let called = |field: &FieldDef| {
            field.value_type == ValueType::Enum && words.iter().all(|word| field.has_value(word))
        };
        for types in self.levels {
            for has in [&own as &dyn Fn(&FieldDef) -> bool, &called] {
                let found = self.of_types(types, has);
                if !found.is_empty() {
                    return Found::of(found);
                }
            }
        }
        if self.levels.iter().any(|types| !types.is_empty()) {
            return Found::Nothing;
        }
        // Nothing is said of any type: any of the codebook may be meant.
        let all = |has: &dyn Fn(&FieldDef) -> bool| -> Vec<&'t FieldDef> {
            self.tables
                .fields
                .iter()
                .filter(|field| has(field))
                .collect()
        };
        let found = all(&own);
        Found::of(if found.is_empty() {
            all(&called)
        } else {
            found
        })
    }

    fn nearest(&self, is: impl Fn(&FieldDef) -> bool) -> Found<'t> {
        for types in self.levels {
            let found = self.of_types(types, &is);
            if !found.is_empty() {
                return Found::of(found);
            }
        }
        Found::of(
            self.tables
                .fields
                .iter()
                .filter(|field| is(field))
                .collect(),
        )
    }

    fn of_types(&self, types: &[&str], is: impl Fn(&FieldDef) -> bool) -> Vec<&'t FieldDef> {
        if types.is_empty() {
            return Vec::new();
        }
        let fields = self.tables.fields.iter();
        fields
            .filter(|field| types.contains(&field.type_name.as_ref()) && is(field))
            .collect()
    }
}

/// Whether a field has this alias or this name of its own.
fn is_called(field: &FieldDef, name: &str) -> bool {
    field.name == name || field.alias.as_deref() == Some(name)
}

/// The relation a name stands for.
pub(crate) fn relation<'t>(tables: &'t Tables, name: &str) -> Option<&'t RelationDef> {
    tables
        .relation_by_code(name)
        .or_else(|| tables.relation_by_name(name))
        .or_else(|| {
            let mut all = tables.relations.iter();
            all.find(|relation| relation.alias.as_deref() == Some(name))
        })
}
