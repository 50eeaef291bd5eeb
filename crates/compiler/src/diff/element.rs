//! `Element`: a type, field, relation or metric that is in both codebooks, with its title and its path.

use cmec_decoder::tables::{FieldDef, MetricDef, RelationDef, Tables, TypeDef};

/// A definition with a code of its own.
pub(super) trait HasCode {
    /// Its kind in words.
    const KIND: &'static str;
    /// Its section of `codebook.yaml`.
    const SECTION: &'static str;
    /// The key of its name there.
    const NAME_KEY: &'static str;

    fn code(&self) -> &str;

    /// The path of a field, or the name of a relation or a metric.
    fn full_name(&self) -> &str;

    /// True where a definition of another kind has the code.
    fn is_of_other_kind(code: &str, tables: &Tables) -> bool {
        kind_of(code, tables).is_some_and(|kind| kind != Self::KIND)
    }

    /// Its title in messages.
    fn title(&self) -> String {
        format!("{} `{}` (`{}`)", Self::KIND, self.code(), self.full_name())
    }
}

impl HasCode for FieldDef {
    const KIND: &'static str = "field";
    const SECTION: &'static str = "fields";
    const NAME_KEY: &'static str = "path";

    fn code(&self) -> &str {
        &self.code
    }

    fn full_name(&self) -> &str {
        &self.path
    }
}

impl HasCode for RelationDef {
    const KIND: &'static str = "relation";
    const SECTION: &'static str = "relations";
    const NAME_KEY: &'static str = "name";

    fn code(&self) -> &str {
        &self.code
    }

    fn full_name(&self) -> &str {
        &self.name
    }
}

impl HasCode for MetricDef {
    const KIND: &'static str = "metric";
    const SECTION: &'static str = "metrics";
    const NAME_KEY: &'static str = "name";

    fn code(&self) -> &str {
        &self.code
    }

    fn full_name(&self) -> &str {
        &self.name
    }
}

/// The kind of element that has a code.
pub(super) fn kind_of(code: &str, tables: &Tables) -> Option<&'static str> {
    let field = tables.field_by_code(code).map(|_| FieldDef::KIND);
    let relation = || tables.relation_by_code(code).map(|_| RelationDef::KIND);
    let metric = || tables.metric_by_code(code).map(|_| MetricDef::KIND);
    field.or_else(relation).or_else(metric)
}

/// A matched element.
pub(super) struct Element<'e> {
    pub(super) title: String,
    pub(super) section: &'static str,
    pub(super) old: &'e str,
    pub(super) new: &'e str,
}

impl<'e> Element<'e> {
    pub(super) fn of<T: HasCode>(old: &'e T, new: &'e T) -> Self {
        Self {
            title: new.title(),
            section: T::SECTION,
            old: old.code(),
            new: new.code(),
        }
    }

    /// A type, whose code is its name.
    pub(super) fn of_type(old: &'e TypeDef, new: &'e TypeDef) -> Self {
        Self {
            title: format!("type `{}`", new.name),
            section: "types",
            old: &old.name,
            new: &new.name,
        }
    }

    /// A part of it with a title of its own.
    pub(super) fn part(&self, title: String) -> Self {
        Self { title, ..*self }
    }
}
