//! `Element`: a type, field, relation or metric that is in both codebooks. What a message calls it, and where it stands.

use cmec_decoder::tables::{FieldDef, MetricDef, RelationDef, Tables, TypeDef};

/// A definition with a code of its own.
pub(super) trait HasCode {
    /// What it is.
    const KIND: &'static str;
    /// Its section of `codebook.yaml`.
    const SECTION: &'static str;
    /// The key of its name there.
    const NAME_KEY: &'static str;

    fn code(&self) -> &str;

    /// The path of a field, the name of a relation or a metric.
    fn full_name(&self) -> &str;

    /// Whether a code is that of a definition of another kind.
    fn is_of_other_kind(code: &str, tables: &Tables) -> bool {
        kind_of(code, tables).is_some_and(|kind| kind != Self::KIND)
    }

    /// How a message calls it.
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

/// What a code is given to.
pub(super) fn kind_of(code: &str, tables: &Tables) -> Option<&'static str> {
    let field = tables.field_by_code(code).map(|_| FieldDef::KIND);
    let relation = || tables.relation_by_code(code).map(|_| RelationDef::KIND);
    let metric = || tables.metric_by_code(code).map(|_| MetricDef::KIND);
    field.or_else(relation).or_else(metric)
}

/// An element that stayed.
pub(super) struct Element<'e> {
    pub(super) title: String,
    pub(super) section: &'static str,
    /// Its code in the old codebook.
    pub(super) old: &'e str,
    /// Its code in the new codebook.
    pub(super) new: &'e str,
}

impl<'e> Element<'e> {
    /// A field or a relation.
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

    /// Something in it that has a title of its own.
    pub(super) fn part(&self, title: String) -> Self {
        Self { title, ..*self }
    }
}
