//! `Book`: a codebook before its codes are given. Every element knows which part of the ontology it came from.

use std::collections::BTreeMap;

use cmec_decoder::vocabulary::ValueType;

/// Words for people, in the codebook's languages.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) labels: BTreeMap<String, String>,
    pub(super) synonyms: BTreeMap<String, Vec<String>>,
    pub(super) description: Option<String>,
}

/// A codebook without codes.
#[derive(Debug, Default)]
pub(super) struct Book {
    /// The first is the default.
    pub(super) languages: Vec<String>,
    pub(super) types: Vec<BookType>,
    pub(super) fields: Vec<BookField>,
    pub(super) relations: Vec<BookRelation>,
}

/// A type.
#[derive(Debug)]
pub(super) struct BookType {
    pub(super) iri: String,
    pub(super) name: String,
    pub(super) key: Option<String>,
    pub(super) words: Words,
}

/// A field.
#[derive(Debug)]
pub(super) struct BookField {
    /// The property's IRI; with the type it makes the field the same at the next import.
    pub(super) property: String,
    pub(super) type_name: String,
    pub(super) name: String,
    pub(super) value: Value,
    pub(super) words: Words,
}

/// What values a field has.
#[derive(Debug, Clone)]
pub(super) struct Value {
    pub(super) ty: ValueType,
    /// Of an enum: values and their words.
    pub(super) values: Vec<(String, Words)>,
    /// Of a reference: name of the type.
    pub(super) reference: Option<String>,
    pub(super) array: bool,
}

/// A relation.
#[derive(Debug)]
pub(super) struct BookRelation {
    pub(super) property: String,
    pub(super) name: String,
    pub(super) from: String,
    pub(super) to: String,
    /// Name of the relation that leads back.
    pub(super) inverse: Option<String>,
    pub(super) words: Words,
}
