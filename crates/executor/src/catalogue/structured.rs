//! The tables of the structured lane, as `bindings.yaml` names them.

use serde::{Deserialize, Serialize};

use crate::catalogue::{List, Text};

/// The tables of the structured lane.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StructuredCatalogue {
    /// Each type and its table, in codebook order.
    pub types: List<TypeBinding>,
    /// Each relation and its key, in codebook order.
    pub relations: List<RelationBinding>,
    /// Minutes that the clocks of the business are ahead of UTC: what day a moment lies in is told by them.
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

/// A type and its table. Names are those of the database, and statements quote them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeBinding {
    /// The type.
    pub type_name: Text,
    /// Its table, with its schema where there is one: `schema.table`.
    pub table: Text,
    /// The columns that identify a row: one, or several together.
    pub key: List<Text>,
    /// Columns and their values, which every row has that is an instance; none: all rows are.
    pub only: List<OnlyWhere>,
    /// What the key is, where a database compares it with nothing else.
    pub key_type: KeyType,
    /// Columns whose texts are the name to show and to find an instance by, with a blank between.
    pub label: List<Text>,
    /// Embeddings of its rows, where there are any.
    pub embedding: Option<Embedding>,
    /// Each field and its column, in codebook order.
    pub fields: List<FieldBinding>,
}

/// A column of embeddings: a vector for each row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Embedding {
    /// The column.
    pub column: Text,
    /// How many numbers a vector has.
    pub dimension: u32,
    /// Name of the model that made them: a question is embedded by the same. Empty where it is not known.
    pub model: Text,
    /// How near two vectors are.
    pub metric: VectorMetric,
}

/// How near two vectors are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VectorMetric {
    /// The angle between them.
    #[default]
    Cosine,
    /// The distance between their ends.
    Euclidean,
    /// Their inner product.
    InnerProduct,
}

/// A column with one value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnlyWhere {
    /// The column.
    pub column: Text,
    /// Its value, as text.
    pub is: Text,
}

/// What the keys of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyType {
    /// Whole numbers or texts.
    #[default]
    Plain,
    /// `uuid` of PostgreSQL. In SQLite they are texts.
    Uuid,
}

/// A field and the column of its values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldBinding {
    /// Path of the field.
    pub path: Text,
    /// The column, of the type's table or of `values`. Several values of an array without `values` stand in one
    /// column, as an array of the database or of JSON.
    pub column: Text,
    /// Another table: with a row for each value of an array, else with the one row that has the value.
    pub values: Option<ValuesTable>,
    /// How a value that is asked for is compared with the members of an array of texts.
    pub matching: MatchMode,
}

/// How a value that is asked for is compared with the members of an array of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchMode {
    /// A member is the value, letters of either case.
    #[default]
    Exact,
    /// The same; where no row that may be seen has such a member, the value is a part of one.
    ExactThenPart,
    /// The value is a part of a member, letters of either case.
    Part,
}

impl StructuredCatalogue {
    /// Where the values of a field stand.
    #[must_use]
    pub fn field(&self, path: &str) -> Option<&FieldBinding> {
        let mut fields = self.types.iter().flat_map(|own| own.fields.iter());
        fields.find(|own| own.path == path)
    }
}

/// A table of the values of a field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuesTable {
    /// The table.
    pub table: Text,
    /// Its column with the key of the row the value belongs to.
    pub owner: Text,
}

/// A relation and its key; exactly one of the two is there.
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

/// A column of one end's table with the key of the other end's.
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
    /// Where it starts.
    #[default]
    From,
    /// Where it leads.
    To,
}

/// A table with a row for each pair.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkTable {
    /// The table.
    pub table: Text,
    /// Its column with the key of where the relation starts.
    pub from: Text,
    /// Its column with the key of where it leads.
    pub to: Text,
}
