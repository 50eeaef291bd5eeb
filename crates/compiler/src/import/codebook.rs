//! `Book`: a codebook before its codes are given. Every element knows which part of the ontology it came from.

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

/// Words for people, in the codebook's languages.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) labels: BTreeMap<String, String>,
    pub(crate) synonyms: BTreeMap<String, Vec<String>>,
    pub(crate) description: Option<DescriptionText>,
}

/// A description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DescriptionText {
    /// Its language, where that is not the first of the codebook.
    pub(crate) language: Option<String>,
    pub(crate) text: String,
}

/// A codebook without codes.
#[derive(Debug, Default)]
pub(crate) struct Book {
    /// The first is the default.
    pub(crate) languages: Vec<String>,
    pub(crate) types: Vec<BookType>,
    pub(crate) fields: Vec<BookField>,
    pub(crate) relations: Vec<BookRelation>,
    pub(crate) metrics: Vec<BookMetric>,
}

/// A type.
#[derive(Debug)]
pub(crate) struct BookType {
    pub(crate) iri: String,
    pub(crate) name: String,
    /// Its name in SQL, where that is another one.
    pub(crate) sql: Option<String>,
    /// The name of its key in SQL, where no field is the key.
    pub(crate) sql_key: Option<String>,
    pub(crate) key: Option<String>,
    pub(crate) words: Words,
}

/// A field.
#[derive(Debug)]
pub(crate) struct BookField {
    /// The property's IRI; with the type it makes the field the same at the next import.
    pub(crate) property: String,
    pub(crate) type_name: String,
    pub(crate) name: String,
    /// Its name in SQL, where that is another one.
    pub(crate) sql: Option<String>,
    pub(crate) value: Value,
    pub(crate) words: Words,
}

/// What values a field has.
#[derive(Debug, Clone)]
pub(crate) struct Value {
    pub(crate) ty: ValueType,
    /// Of an enum: values and their words.
    pub(crate) values: Vec<(String, Words)>,
    /// Of a reference: name of the type.
    pub(crate) reference: Option<String>,
    pub(crate) array: bool,
    /// Unit of a number.
    pub(crate) unit: Option<String>,
    /// Whether rows are sorted and grouped by texts and whole numbers, too.
    pub(crate) is_open: bool,
}

impl Value {
    /// The same as a text of any value, where it is an enum.
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

/// A relation.
#[derive(Debug)]
pub(crate) struct BookRelation {
    /// The property's IRI; with both types it makes the relation the same at the next import.
    pub(crate) property: String,
    pub(crate) name: String,
    pub(crate) from: String,
    pub(crate) to: String,
    /// Name of the relation that leads back.
    pub(crate) inverse: Option<String>,
    /// Its name in SQL, where that is another one.
    pub(crate) sql: Option<String>,
    /// Whether it leads to one at most, and from one at most.
    pub(crate) to_one: bool,
    pub(crate) from_one: bool,
    pub(crate) words: Words,
}

/// A metric; its name makes it the same at the next import.
#[derive(Debug)]
pub(crate) struct BookMetric {
    pub(crate) name: String,
    /// The type that it is computed over.
    pub(crate) of: String,
    /// As SQL.
    pub(crate) definition: String,
    pub(crate) words: Words,
}

impl BookRelation {
    /// What makes it the same at the next import.
    pub(crate) fn source(&self) -> RelationSource {
        (self.from.clone(), self.property.clone(), self.to.clone())
    }
}
