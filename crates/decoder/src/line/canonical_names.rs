//! What things are called in a canonical line: the first of their names that stands for them whatever else is said.
//!
//! A reader takes a name for the field of the nearest type that has it. What a writer calls a field depends on less,
//! so that a grammar can say it: on the one type the line is about, or on none where it is about several. A name of
//! that type is the nearest one; another field has a name that no other field of the codebook has, or its path.

use std::borrow::Cow;

use crate::escape::quoted;
use crate::language::{Key, Operator, ValueType, given, is_line_keyword};
use crate::line::name_lookup::{self, Found, Scope};
use crate::line::word;
use crate::tables::{Column, FieldDef, RelationDef, Tables};

/// The names of a codebook in a line about one type, or about several or none.
///
/// ```
/// # use cmec_decoder::{generated::builtin, line::Names};
/// let tables = builtin("enterprise").unwrap();
/// let name = tables.field_by_path("park.name").unwrap();
/// assert_eq!(Names::new(tables, Some("park")).field(name), "name");
/// assert_eq!(Names::new(tables, Some("person")).field(name), "park.name");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Names<'t> {
    pub(crate) tables: &'t Tables,
    pub(crate) about: Option<&'t str>,
}

impl<'t> Names<'t> {
    /// The names in a line about this type.
    #[must_use]
    pub const fn new(tables: &'t Tables, about: Option<&'t str>) -> Self {
        Self { tables, about }
    }

    /// What a field is called.
    #[must_use]
    pub fn field(self, field: &'t FieldDef) -> &'t str {
        self.field_but(field, &[])
    }

    /// The same with names it must not have.
    pub(crate) fn field_but(self, field: &'t FieldDef, taken: &[&str]) -> &'t str {
        let names = [field.alias.as_deref(), Some(&field.name), Some(&field.path)];
        let mut names = names.into_iter().flatten();
        let fits = |name: &&str| {
            is_name(name)
                && !taken.contains(name)
                && self.with_scope(|scope| scope.field(name) == Found::One(field))
        };
        names.find(fits).unwrap_or(&field.code)
    }

    /// What a column is called: a field by its name, a type with a mark where a field is called like it.
    #[must_use]
    pub fn column(self, column: Column<'t>) -> Cow<'t, str> {
        match column {
            Column::Field(field) => Cow::Borrowed(self.field(field)),
            Column::Type(name) => type_column(name, |name| is_field_name(self.tables, name)),
        }
    }

    /// What a relation is called; that is the same in every line, so it is an alias only where no other relation has it.
    #[must_use]
    pub fn relation(self, def: &'t RelationDef) -> &'t str {
        let known = [def.alias.as_deref(), Some(&def.name)];
        let means = |name: &&str| {
            let found = name_lookup::relation(self.tables, name);
            is_name(name) && found.is_some_and(|found| found.code == def.code)
        };
        let mut known = known.into_iter().flatten();
        known.find(means).unwrap_or(&def.code)
    }

    /// Whether this value among others names its field.
    #[must_use]
    pub fn names_field(self, field: &FieldDef, value: &str) -> bool {
        field.value_type == ValueType::Enum
            && self.about.is_some()
            && is_name(value)
            && self.with_scope(|scope| scope.of_values(&[value]) == Found::One(field))
    }

    /// Whether this value stands alone, as the first of several, or after `!`: none is read as anything else there.
    #[must_use]
    pub fn stands_alone(self, field: &FieldDef, value: &str, operator: Operator) -> bool {
        let taken = match operator {
            Operator::Ne | Operator::NotIn => value == Key::Rr.in_line(),
            Operator::Eq => is_line_keyword(value) || self.tables.type_by_name(value).is_some(),
            _ => false,
        };
        !taken && self.names_field(field, value)
    }

    fn with_scope<T>(self, ask: impl FnOnce(Scope<'_, 't>) -> T) -> T {
        ask(Scope {
            tables: self.tables,
            levels: [self.about.as_slice(), &[], &[]],
        })
    }
}

/// Whether a word can stand without quotes where a name is needed.
fn is_name(word: &str) -> bool {
    word::is_bare(word) && !word::is_figure(word)
}

/// How the name of a type is written in a line.
#[must_use]
pub fn type_name(name: &str) -> String {
    if is_name(name) && !is_line_keyword(name) {
        name.to_owned()
    } else {
        format!("`{name}`")
    }
}

/// How a type is written where a field can stand; `taken`: whether a field has the name.
#[must_use]
pub fn type_column(name: &str, taken: impl Fn(&str) -> bool) -> Cow<'_, str> {
    if is_name(name) && !is_line_keyword(name) && !taken(name) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(format!("@{}", type_name(name)))
    }
}

/// Whether a word names a field of some type, in any spelling.
fn is_field_name(tables: &Tables, name: &str) -> bool {
    let levels = [&[][..]; 3];
    (Scope { tables, levels }).field(name) != Found::Nothing
}

/// How a name is given where no mark stands before it: without quotes where it can be referred to without them.
pub(crate) fn given_name(name: &str) -> Cow<'_, str> {
    match word::is_plain_name(name) {
        true => Cow::Borrowed(name),
        false => Cow::Owned(quoted(name)),
    }
}

/// How a name that is given is referred to. A point in it would make it the name of a place and what is read there.
#[must_use]
pub fn reference(name: &str) -> String {
    format!("{}{}", given::MARK, given_name(name))
}

/// How a text is written: without quotes where it is one word.
#[must_use]
pub fn text(said: &str) -> Cow<'_, str> {
    if word::is_written_bare(said) {
        Cow::Borrowed(said)
    } else {
        Cow::Owned(quoted(said))
    }
}
