//! The table bindings of the structured lane, from `bindings.yaml`.

use serde::{Deserialize, Serialize};

use crate::catalogue::{List, Text};

/// The table bindings of the structured lane.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StructuredCatalogue {
    /// Each type with its table, in codebook order.
    pub types: List<TypeBinding>,
    /// Each relation with its key columns, in codebook order.
    pub relations: List<RelationBinding>,
    /// Offset of the business time zone from UTC, in minutes; it decides the day of a moment.
    #[serde(default, skip_serializing_if = "is_utc")]
    pub minutes_ahead: i32,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_utc(minutes_ahead: &i32) -> bool {
    *minutes_ahead == 0
}

/// A type with its table. Names are the database's own and are quoted in statements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeBinding {
    /// The type.
    pub type_name: Text,
    /// Its table, optionally with a schema: `schema.table`.
    pub table: Text,
    /// The columns that identify a row, one or several.
    pub key: List<Text>,
    /// Columns with the values that a row must have to be an instance; empty: all rows are.
    pub only: List<OnlyWhere>,
    /// The type of the key, where a database does not compare it with other types.
    pub key_type: KeyType,
    /// Columns with the display name, which also finds an instance; they are joined by a blank.
    pub label: List<Text>,
    /// Embeddings of its rows, if any.
    pub embedding: Option<Embedding>,
    /// Each field with its column, in codebook order.
    pub fields: List<FieldBinding>,
}

/// A vector column, with one vector per row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Embedding {
    /// The column.
    pub column: Text,
    /// Dimension of the vectors.
    pub dimension: u32,
    /// Name of the model that made them, which also embeds questions; empty where it is unknown.
    pub model: Text,
    /// The metric of the vectors.
    pub metric: VectorMetric,
}

/// A similarity metric of vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VectorMetric {
    /// Cosine similarity.
    #[default]
    Cosine,
    /// Euclidean distance.
    Euclidean,
    /// Inner product.
    InnerProduct,
}

/// A column with a required value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnlyWhere {
    /// The column.
    pub column: Text,
    /// Its value as a text.
    pub is: Text,
}

/// The type of a table's keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyType {
    /// Integers or texts.
    #[default]
    Plain,
    /// PostgreSQL's `uuid`; in SQLite, texts.
    Uuid,
}

/// A field with the column of its values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldBinding {
    /// Path of the field.
    pub path: Text,
    /// The column, in the type's table or in `values`. A list without `values` is in one column, as an array of the
    /// database or as JSON.
    pub column: Text,
    /// Another table: for a list, one row per value; otherwise the single row with the value.
    pub values: Option<ValuesTable>,
    /// How a filter value is compared with the members of a text list.
    pub matching: MatchMode,
}

/// How a filter value is compared with the members of a text list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchMode {
    /// A member equals the value, ignoring case.
    #[default]
    Exact,
    /// As `Exact`; where no visible row has such a member, the value is compared with parts of members.
    ExactThenPart,
    /// A member contains the value, ignoring case.
    Part,
}

impl StructuredCatalogue {
    /// The binding of a field.
    #[must_use]
    pub fn field(&self, path: &str) -> Option<&FieldBinding> {
        let mut fields = self.types.iter().flat_map(|own| own.fields.iter());
        fields.find(|own| own.path == path)
    }
}

/// A table with the values of a field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuesTable {
    /// The table.
    pub table: Text,
    /// Its column with the key of the row that has the value.
    pub owner: Text,
}

/// A relation with its key; exactly one of the two options is set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelationBinding {
    /// Name of the relation.
    pub relation: Text,
    /// A column with the key of the other end.
    pub foreign_key: Option<ForeignKey>,
    /// A table of pairs.
    pub link: Option<LinkTable>,
}

/// A column in the table of one end with the key of the other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForeignKey {
    /// The end whose table has the column.
    pub of: KeySide,
    /// The column.
    pub column: Text,
}

/// An end of a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeySide {
    /// The start.
    #[default]
    From,
    /// The end.
    To,
}

/// A table with one row per pair.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkTable {
    /// The table.
    pub table: Text,
    /// Its column with the key of the start.
    pub from: Text,
    /// Its column with the key of the end.
    pub to: Text,
}
