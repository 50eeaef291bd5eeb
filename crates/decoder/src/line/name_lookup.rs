//! What a name of the line stands for: a field by its code, its path, its alias or its own name, the latter two also
//! with its type before them; a relation by its code, its name or its alias; a value by the one field that has it.
//!
//! Aliases and own names of fields are those of a type, so the same word can name fields of several: the nearest type
//! that has it is meant. Aliases of relations are those of the type they lead from: of several the one is meant that can
//! be walked. Reader and encoder both ask here.
//!
//! What a name means to a reader depends on all types that are near, and their number of combinations is no size
//! for a grammar. So the encoder calls a field by a name of its type only where the line is about that one type,
//! and otherwise by a name that means it everywhere; the mean of tokens over the core cases stayed what it was.

use crate::language::ValueType;
use crate::tables::value_names::{Name, Naming};
use crate::tables::{FieldDef, RelationDef, Tables};

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
        match field_anywhere(self.tables, name) {
            Some(field) => Found::One(field),
            None => self.nearest(name),
        }
    }

    /// The field that has all these values: by their own names, or else by their labels and synonyms.
    pub(crate) fn of_values(&self, words: &[&str]) -> Found<'t> {
        if let [word] = words {
            return self.with_names(&[Name::of(word)]);
        }
        let names: Vec<Name<'_>> = words.iter().map(|word| Name::of(word)).collect();
        self.with_names(&names)
    }

    fn with_names(&self, names: &[Name<'_>]) -> Found<'t> {
        let mut near = self
            .levels
            .iter()
            .filter(|types| !types.is_empty())
            .peekable();
        if near.peek().is_none() {
            // Nothing is said of any type: any of the codebook may be meant.
            return self.with_values(names, |_| true);
        }
        near.map(|types| self.with_values(names, |of| types.contains(&of)))
            .find(|found| *found != Found::Nothing)
            .unwrap_or(Found::Nothing)
    }

    fn with_values(&self, names: &[Name<'_>], of: impl Fn(&str) -> bool) -> Found<'t> {
        let (mut own, mut called) = (Vec::new(), Vec::new());
        for field in self.tables.fields.iter() {
            if field.value_type != ValueType::Enum || !of(&field.type_name) {
                continue;
            }
            match field.naming(names) {
                Some(Naming::Exactly) => own.push(field),
                Some(_) => called.push(field),
                None => {}
            }
        }
        Found::of(if own.is_empty() { called } else { own })
    }

    fn nearest(&self, name: &str) -> Found<'t> {
        let fields = self.tables.fields.iter();
        let called: Vec<&FieldDef> = fields.filter(|field| is_called(field, name)).collect();
        let near = |types: &[&str]| {
            let near = called.iter().copied();
            near.filter(|field| types.contains(&field.type_name.as_ref()))
                .collect::<Vec<_>>()
        };
        let mut levels = self.levels.iter().map(|types| near(types));
        let nearest = levels.find(|fields| !fields.is_empty());
        Found::of(nearest.unwrap_or(called))
    }
}

/// The field a name stands for in any line, whatever it is about: by its code, its path, or its type and its alias.
pub(crate) fn field_anywhere<'t>(tables: &'t Tables, name: &str) -> Option<&'t FieldDef> {
    tables
        .field_by_code(name)
        .or_else(|| tables.field_by_path(name))
        .or_else(|| field_of_type(tables, name.split_once('.')?))
}

/// The field of a type with an alias.
fn field_of_type<'t>(tables: &'t Tables, (type_name, alias): (&str, &str)) -> Option<&'t FieldDef> {
    let mut fields = tables.fields.iter();
    fields.find(|field| field.type_name == type_name && field.alias.as_deref() == Some(alias))
}

/// Whether a field has this alias or this name of its own.
fn is_called(field: &FieldDef, name: &str) -> bool {
    field.name == name || field.alias.as_deref() == Some(name)
}

/// The relation a name stands for in any line.
pub(crate) fn relation<'t>(tables: &'t Tables, name: &str) -> Option<&'t RelationDef> {
    (tables.relation_by_code(name))
        .or_else(|| tables.relation_by_name(name))
        .or_else(|| tables.relation_by_spelling(name))
}

/// The relations with an alias.
pub(crate) fn aliased<'t>(tables: &'t Tables, name: &str) -> Vec<&'t RelationDef> {
    let all = tables.relations.iter();
    all.filter(|relation| relation.alias.as_deref() == Some(name))
        .collect()
}
