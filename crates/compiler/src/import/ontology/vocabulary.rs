//! The words of RDFS, OWL, SKOS and schema.org that an import reads, and the value types of their datatypes.

use cmec_decoder::language::ValueType;

pub(crate) const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
pub(crate) const RDFS: &str = "http://www.w3.org/2000/01/rdf-schema#";
pub(crate) const OWL: &str = "http://www.w3.org/2002/07/owl#";
pub(crate) const XSD: &str = "http://www.w3.org/2001/XMLSchema#";
const SKOS: &str = "http://www.w3.org/2004/02/skos/core#";
const SCHEMA: [&str; 2] = ["https://schema.org/", "http://schema.org/"];

/// A predicate that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Predicate {
    Type,
    SubClassOf,
    SubPropertyOf,
    Domain,
    Range,
    Label,
    Synonym,
    Comment,
    InverseOf,
    SupersededBy,
    Deprecated,
    EquivalentClass,
    OneOf,
    UnionOf,
    IntersectionOf,
    OnProperty,
    /// `allValuesFrom` and `someValuesFrom`.
    ValuesFrom,
    First,
    Rest,
    Imports,
}

impl Predicate {
    /// The predicate of an IRI, where it is one that is read.
    pub(crate) fn of(iri: &str) -> Option<Self> {
        if let Some(name) = iri.strip_prefix(RDF) {
            return Some(match name {
                "type" => Self::Type,
                "first" => Self::First,
                "rest" => Self::Rest,
                _ => return None,
            });
        }
        if let Some(name) = iri.strip_prefix(RDFS) {
            return Some(match name {
                "subClassOf" => Self::SubClassOf,
                "subPropertyOf" => Self::SubPropertyOf,
                "domain" => Self::Domain,
                "range" => Self::Range,
                "label" => Self::Label,
                "comment" => Self::Comment,
                _ => return None,
            });
        }
        if let Some(name) = iri.strip_prefix(OWL) {
            return Some(match name {
                "inverseOf" => Self::InverseOf,
                "deprecated" => Self::Deprecated,
                "equivalentClass" => Self::EquivalentClass,
                "oneOf" => Self::OneOf,
                "unionOf" => Self::UnionOf,
                "intersectionOf" => Self::IntersectionOf,
                "onProperty" => Self::OnProperty,
                "allValuesFrom" | "someValuesFrom" => Self::ValuesFrom,
                "imports" => Self::Imports,
                _ => return None,
            });
        }
        if let Some(name) = iri.strip_prefix(SKOS) {
            return Some(match name {
                "prefLabel" => Self::Label,
                "altLabel" => Self::Synonym,
                "definition" => Self::Comment,
                _ => return None,
            });
        }
        Some(match schema_org(iri)? {
            "domainIncludes" => Self::Domain,
            "rangeIncludes" => Self::Range,
            "inverseOf" => Self::InverseOf,
            "supersededBy" => Self::SupersededBy,
            _ => return None,
        })
    }
}

/// The name of a term of schema.org, in either spelling of its namespace.
pub(crate) fn schema_org(iri: &str) -> Option<&str> {
    SCHEMA.iter().find_map(|space| iri.strip_prefix(space))
}

/// What an `rdf:type` says an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Class,
    DeprecatedClass,
    Datatype,
    Property,
    DatatypeProperty,
    ObjectProperty,
    FunctionalProperty,
    SymmetricProperty,
    DeprecatedProperty,
    AnnotationProperty,
    /// Ontologies, axioms, restrictions: no element of a codebook.
    Machinery,
}

impl Kind {
    /// The kind of a type's IRI; `None` for a class of the ontology's own.
    pub(crate) fn of(iri: &str) -> Option<Self> {
        if let Some(name) = iri.strip_prefix(OWL) {
            return Some(match name {
                "Class" => Self::Class,
                "DeprecatedClass" => Self::DeprecatedClass,
                "DatatypeProperty" => Self::DatatypeProperty,
                "ObjectProperty"
                | "TransitiveProperty"
                | "InverseFunctionalProperty"
                | "AsymmetricProperty"
                | "ReflexiveProperty"
                | "IrreflexiveProperty" => Self::ObjectProperty,
                "FunctionalProperty" => Self::FunctionalProperty,
                "SymmetricProperty" => Self::SymmetricProperty,
                "DeprecatedProperty" => Self::DeprecatedProperty,
                "AnnotationProperty" | "OntologyProperty" => Self::AnnotationProperty,
                "Thing" => return None,
                _ => Self::Machinery,
            });
        }
        if let Some(name) = iri.strip_prefix(RDFS) {
            return Some(match name {
                "Class" => Self::Class,
                "Datatype" => Self::Datatype,
                _ => Self::Machinery,
            });
        }
        if let Some(name) = iri.strip_prefix(RDF) {
            return Some(match name {
                "Property" => Self::Property,
                _ => Self::Machinery,
            });
        }
        (schema_org(iri) == Some("DataType")).then_some(Self::Datatype)
    }
}

/// Whether everything is of this class, so that naming it says nothing.
pub(crate) fn is_top(iri: &str) -> bool {
    iri.strip_prefix(OWL) == Some("Thing")
        || matches!(
            iri.strip_prefix(RDFS),
            Some("Resource" | "Class" | "Container")
        )
}

/// How a datatype becomes a value type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Datatype {
    /// One that a codebook has.
    Known(ValueType),
    /// Read as a text: a codebook cannot compare it as what it is.
    AsText,
    /// Not values that a filter could compare.
    Unsupported,
}

/// The datatype of an IRI of XSD, RDF, RDFS, schema.org or EDM; `None` for anything else.
pub(crate) fn datatype(iri: &str) -> Option<Datatype> {
    use Datatype::{AsText, Known, Unsupported};
    if let Some(name) = iri.strip_prefix(XSD) {
        return Some(match name {
            "boolean" => Known(ValueType::Boolean),
            "date" => Known(ValueType::Date),
            "dateTime" | "dateTimeStamp" => Known(ValueType::Datetime),
            "decimal" | "float" | "double" => Known(ValueType::Decimal),
            "integer" | "int" | "long" | "short" | "byte" | "nonNegativeInteger"
            | "positiveInteger" | "nonPositiveInteger" | "negativeInteger" | "unsignedLong"
            | "unsignedInt" | "unsignedShort" | "unsignedByte" | "gYear" => {
                Known(ValueType::Integer)
            }
            "string" | "normalizedString" | "token" | "language" | "Name" | "NCName"
            | "NMTOKEN" | "anyURI" => Known(ValueType::String),
            "hexBinary" | "base64Binary" | "QName" | "NOTATION" => Unsupported,
            _ => AsText,
        });
    }
    if let Some(name) = iri.strip_prefix("Edm.") {
        return Some(match name {
            "Boolean" => Known(ValueType::Boolean),
            "Date" => Known(ValueType::Date),
            "DateTime" | "DateTimeOffset" => Known(ValueType::Datetime),
            "Decimal" | "Double" | "Single" => Known(ValueType::Decimal),
            "Byte" | "SByte" | "Int16" | "Int32" | "Int64" => Known(ValueType::Integer),
            "String" | "Guid" => Known(ValueType::String),
            "Time" | "TimeOfDay" | "Duration" => AsText,
            _ => Unsupported,
        });
    }
    if let Some(name) = iri.strip_prefix(RDF) {
        return Some(match name {
            "langString" | "PlainLiteral" => Known(ValueType::String),
            "HTML" | "XMLLiteral" => Known(ValueType::Text),
            "JSON" => Unsupported,
            _ => return None,
        });
    }
    if iri.strip_prefix(RDFS) == Some("Literal") {
        return Some(Known(ValueType::String));
    }
    Some(match schema_org(iri)? {
        "Boolean" => Known(ValueType::Boolean),
        "Date" => Known(ValueType::Date),
        "DateTime" => Known(ValueType::Datetime),
        "Number" | "Float" => Known(ValueType::Decimal),
        "Integer" => Known(ValueType::Integer),
        "Text" | "URL" | "CssSelectorType" | "XPathType" | "PronounceableText" => {
            Known(ValueType::String)
        }
        "Time" => AsText,
        _ => return None,
    })
}
