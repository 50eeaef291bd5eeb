//! Names of fields in a line: whose names are read, and which field one stands for.

use std::borrow::Cow;

use crate::fast::line::LineBuilder;
use crate::line::name_lookup::{self, Found, Scope};
use crate::resolve::Resolver;
use crate::tables::FieldDef;
use crate::tables::scoped::{OfType, Word};

impl<'a> Resolver<'a> {
    /// The field a name stands for in the one type whose names are read.
    #[inline(always)]
    pub(super) fn line_field(
        &mut self,
        name: &str,
        line: &mut LineBuilder<'a>,
    ) -> Option<&'a FieldDef> {
        self.line_ground(line);
        // The type whose names are read is one the line is about.
        if let Some(scope) = line.scope
            && let Some(field) = self.tables.field_by_spelling(scope, Word::of(name))
        {
            return Some(field);
        }
        self.line_field_by_code(name, line)
    }

    /// The field a name stands for that is none of the type whose names are read.
    #[inline(never)]
    fn line_field_by_code(&self, name: &str, line: &LineBuilder<'a>) -> Option<&'a FieldDef> {
        let field = name_lookup::field_anywhere(self.tables, name)
            .or_else(|| self.line_field_nearby(name, line))?;
        self.about.allows(&field.type_name).then_some(field)
    }

    /// The field with a name in the nearest type that has one so called.
    fn line_field_nearby(&self, name: &str, line: &LineBuilder<'a>) -> Option<&'a FieldDef> {
        let tables = self.tables;
        let targets = &line.into.contract.value.grounding.target_types;
        let targets: Vec<&str> = targets.iter().map(AsRef::as_ref).collect();
        let levels = [&[][..], &targets, &self.about.types.to_vec()];
        match (Scope { tables, levels }).field(name) {
            Found::One(field) => Some(field),
            Found::Nothing | Found::Several(_) => None,
        }
    }

    /// From here on it is known what the line is about, and whose names are read: those of its one target, or where
    /// it has none of the one type of its entities and relations.
    #[inline(always)]
    pub(super) fn line_ground(&mut self, line: &mut LineBuilder<'a>) {
        if !line.into.types_settled {
            self.line_grounded(line);
        }
    }

    #[inline(never)]
    fn line_grounded(&mut self, line: &mut LineBuilder<'a>) {
        self.settle_types(&mut line.into);
        line.scope = match line.into.contract.value.grounding.target_types.as_slice() {
            [_] if line.target.is_some() => line.target,
            [Cow::Borrowed(only)] => Some(OfType::of(only)),
            [] => {
                let mut types = self.about.types.iter();
                match (types.next(), self.tables.types.as_ref()) {
                    (Some(first), _) => {
                        (types.all(|other| other == first)).then(|| OfType::of(first))
                    }
                    (None, [only]) => Some(OfType::of(&only.name)),
                    (None, _) => None,
                }
            }
            _ => None,
        };
    }
}
