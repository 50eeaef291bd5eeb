//! The identity of a set of rows with vectors: domain, type, table and text fields.

use cmec_decoder::language::ValueType;
use cmec_decoder::tables::Tables;
use serde::{Deserialize, Serialize};

use crate::catalogue::StructuredCatalogue;

/// The identity of a set of rows with vectors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowsOf {
    /// The domain.
    pub domain: String,
    /// The type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Its table.
    pub table: String,
    /// Paths of the long text fields that a vector is made of.
    pub fields: Vec<String>,
}

impl RowsOf {
    /// The rows of a type, by a codebook and its bindings; `None` where the type has no table.
    #[must_use]
    pub fn of_type(
        (tables, catalogue): (&Tables, &StructuredCatalogue),
        type_name: &str,
    ) -> Option<Self> {
        let mut types = catalogue.types.iter();
        let bound = types.find(|own| own.type_name == type_name)?;
        let fields = tables.fields.iter();
        let long =
            fields.filter(|own| own.value_type == ValueType::Text && own.type_name == type_name);
        Some(Self {
            domain: tables.name.to_string(),
            type_name: type_name.to_owned(),
            table: bound.table.to_string(),
            fields: long.map(|own| own.path.to_string()).collect(),
        })
    }

    /// A description of the first difference.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        let fields = (self.fields.join(", "), other.fields.join(", "));
        let pairs = [
            ("domain", &self.domain, &other.domain),
            ("type", &self.type_name, &other.type_name),
            ("table", &self.table, &other.table),
            ("fields", &fields.0, &fields.1),
        ];
        let differing = pairs.into_iter().find(|(_, own, other)| own != other)?;
        let (what, own, other) = differing;
        Some(format!(
            "its vectors are of the {what} `{own}`, and `{other}` is asked for"
        ))
    }
}
