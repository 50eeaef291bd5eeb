//! `Book`: a codebook before codes are assigned. Every element knows its source in the ontology.

pub(crate) mod bindings_text;
pub(crate) mod codes;
pub(crate) mod from_ontology;
pub(crate) mod from_schema;
pub(crate) mod languages;
pub(crate) mod model_names;
pub(crate) mod schema_bindings;
pub(super) mod schema_names;
mod shape;
mod table_roles;
pub(crate) mod text;

use std::collections::BTreeMap;

use cmec_decoder::language::ValueType;

use crate::import::lock::RelationSource;

/// Label, synonyms and description in the codebook's languages.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) labels: BTreeMap<String, String>,
    pub(crate) synonyms: BTreeMap<String, Vec<String>>,
    pub(crate) description: Option<DescriptionText>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DescriptionText {
    /// Its language, if it differs from the codebook's default.
    pub(crate) language: Option<String>,
    pub(crate) text: String,
}

#[derive(Debug, Default)]
pub(crate) struct Book {
    /// The default comes first.
    pub(crate) languages: Vec<String>,
    pub(crate) types: Vec<BookType>,
    pub(crate) fields: Vec<BookField>,
    pub(crate) relations: Vec<BookRelation>,
    pub(crate) metrics: Vec<BookMetric>,
}

#[derive(Debug)]
pub(crate) struct BookType {
    pub(crate) iri: String,
    pub(crate) name: String,
    /// The SQL name, if different.
    pub(crate) sql: Option<String>,
    /// The SQL name of the key, if no field is the key.
    pub(crate) sql_key: Option<String>,
    pub(crate) key: Option<String>,
    pub(crate) words: Words,
}

#[derive(Debug)]
pub(crate) struct BookField {
    /// The IRI of the property. With the type, it identifies the field across imports.
    pub(crate) property: String,
    pub(crate) type_name: String,
    pub(crate) name: String,
    /// The SQL name, if different.
    pub(crate) sql: Option<String>,
    pub(crate) value: Value,
    pub(crate) words: Words,
}

/// The values of a field.
#[derive(Debug, Clone)]
pub(crate) struct Value {
    pub(crate) ty: ValueType,
    /// Values of an enum with their words.
    pub(crate) values: Vec<(String, Words)>,
    /// Type name of a reference.
    pub(crate) reference: Option<String>,
    pub(crate) array: bool,
    /// Unit of a number.
    pub(crate) unit: Option<String>,
    /// True where texts and integers can be sorted and grouped, too.
    pub(crate) is_open: bool,
}

impl Value {
    /// An enum becomes a text of any value; other types stay.
    pub(crate) fn into_text(self) -> Self {
        match self.ty {
            ValueType::Enum => Self {
                ty: ValueType::String,
                values: Vec::new(),
                ..self
            },
            _ => self,
        }
    }
}

#[derive(Debug)]
pub(crate) struct BookRelation {
    /// The IRI of the property. With both types, it identifies the relation across imports.
    pub(crate) property: String,
    pub(crate) name: String,
    pub(crate) from: String,
    pub(crate) to: String,
    /// Name of the inverse relation.
    pub(crate) inverse: Option<String>,
    /// The SQL name, if different.
    pub(crate) sql: Option<String>,
    /// True where it leads to at most one instance; the next field is the other direction.
    pub(crate) to_one: bool,
    pub(crate) from_one: bool,
    pub(crate) words: Words,
}

/// A metric; its name identifies it across imports.
#[derive(Debug)]
pub(crate) struct BookMetric {
    pub(crate) name: String,
    pub(crate) of: String,
    /// As SQL.
    pub(crate) definition: String,
    pub(crate) words: Words,
}

impl BookRelation {
    /// The identity across imports.
    pub(crate) fn source(&self) -> RelationSource {
        (self.from.clone(), self.property.clone(), self.to.clone())
    }
}
