//! The terms of RDFS, OWL, SHACL, SKOS and schema.org that an import reads, and the value types of datatypes.

use cmec_decoder::language::ValueType;

use ValueType::{Boolean, Date, Datetime, Decimal, Integer, Text};
use Vocabulary::{Edm, Owl, Rdf, Rdfs, SchemaOrg, Shacl, Skos, Xsd};

/// The RDF namespace, which RDF/XML and lists use.
pub(crate) const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Vocabulary {
    Rdf,
    Rdfs,
    Owl,
    Xsd,
    Shacl,
    Skos,
    SchemaOrg,
    Edm,
}

/// Vocabularies by namespace; schema.org has two spellings.
const NAMESPACES: [(&str, Vocabulary); 9] = [
    (RDF, Rdf),
    ("http://www.w3.org/2000/01/rdf-schema#", Rdfs),
    ("http://www.w3.org/2002/07/owl#", Owl),
    ("http://www.w3.org/2001/XMLSchema#", Xsd),
    ("http://www.w3.org/ns/shacl#", Shacl),
    ("http://www.w3.org/2004/02/skos/core#", Skos),
    ("https://schema.org/", SchemaOrg),
    ("http://schema.org/", SchemaOrg),
    ("Edm.", Edm),
];

/// The vocabulary of an IRI, and the local term.
fn word(iri: &str) -> Option<(Vocabulary, &str)> {
    let mut spaces = NAMESPACES.iter();
    spaces.find_map(|(space, vocabulary)| Some((*vocabulary, iri.strip_prefix(space)?)))
}

/// A predicate that the import reads.
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
    /// `onClass` and `onDataRange`.
    QualifiedFrom,
    /// `maxCardinality` and `cardinality`.
    MaxCardinality,
    MinCardinality,
    OnDatatype,
    TargetClass,
    PropertyShape,
    Path,
    ShapeDatatype,
    ShapeClass,
    ShapeNode,
    ShapeIn,
    /// `or` and `xone`.
    ShapeOr,
    QualifiedShape,
    QualifiedMaxCount,
    ShapeName,
    ShapeDescription,
    First,
    Rest,
    Imports,
    VersionIri,
}

impl Predicate {
    /// The predicate of an IRI; `None` if the import does not read it.
    pub(crate) fn of(iri: &str) -> Option<Self> {
        Some(match word(iri)? {
            (Rdf, "type") => Self::Type,
            (Rdf, "first") => Self::First,
            (Rdf, "rest") => Self::Rest,
            (Rdfs, "subClassOf") => Self::SubClassOf,
            (Rdfs, "subPropertyOf") => Self::SubPropertyOf,
            (Rdfs, "domain") | (SchemaOrg, "domainIncludes") => Self::Domain,
            (Rdfs, "range") | (SchemaOrg, "rangeIncludes") => Self::Range,
            (Rdfs, "label") | (Skos, "prefLabel") => Self::Label,
            (Skos, "altLabel") => Self::Synonym,
            (Rdfs, "comment") | (Skos, "definition") => Self::Comment,
            (Owl | SchemaOrg, "inverseOf") => Self::InverseOf,
            (SchemaOrg, "supersededBy") => Self::SupersededBy,
            (Owl, "deprecated") => Self::Deprecated,
            (Owl, "equivalentClass") => Self::EquivalentClass,
            (Owl, "oneOf") => Self::OneOf,
            (Owl, "unionOf") => Self::UnionOf,
            (Owl, "intersectionOf") => Self::IntersectionOf,
            (Owl, "onProperty") => Self::OnProperty,
            (Owl, "allValuesFrom" | "someValuesFrom") => Self::ValuesFrom,
            (Owl, "onClass" | "onDataRange") => Self::QualifiedFrom,
            (
                Owl,
                "cardinality"
                | "maxCardinality"
                | "qualifiedCardinality"
                | "maxQualifiedCardinality",
            )
            | (Shacl, "maxCount") => Self::MaxCardinality,
            (Owl, "minCardinality" | "minQualifiedCardinality") => Self::MinCardinality,
            (Owl, "onDatatype") => Self::OnDatatype,
            (Shacl, "targetClass") => Self::TargetClass,
            (Shacl, "property") => Self::PropertyShape,
            (Shacl, "path") => Self::Path,
            (Shacl, "datatype") => Self::ShapeDatatype,
            (Shacl, "class") => Self::ShapeClass,
            (Shacl, "node") => Self::ShapeNode,
            (Shacl, "in") => Self::ShapeIn,
            (Shacl, "or" | "xone") => Self::ShapeOr,
            (Shacl, "qualifiedValueShape") => Self::QualifiedShape,
            (Shacl, "qualifiedMaxCount") => Self::QualifiedMaxCount,
            (Shacl, "name") => Self::ShapeName,
            (Shacl, "description") => Self::ShapeDescription,
            (Owl, "imports") => Self::Imports,
            (Owl, "versionIRI") => Self::VersionIri,
            _ => return None,
        })
    }
}

/// The kind of element that an `rdf:type` declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Class,
    DeprecatedClass,
    Datatype,
    /// A property of unspecified kind.
    Property,
    DatatypeProperty,
    FunctionalProperty,
    SymmetricProperty,
    DeprecatedProperty,
    AnnotationProperty,
    /// Ontologies, axioms, restrictions, shapes: nothing that becomes a codebook element.
    Machinery,
}

impl Kind {
    /// The kind for the IRI of a type; `None` for a class that the ontology itself declares.
    pub(crate) fn of(iri: &str) -> Option<Self> {
        Some(match word(iri)? {
            (Owl | Rdfs, "Class") | (Shacl, "ShapeClass") => Self::Class,
            (Owl, "DeprecatedClass") => Self::DeprecatedClass,
            (Rdfs, "Datatype") | (SchemaOrg, "DataType") => Self::Datatype,
            (Owl, "DatatypeProperty") => Self::DatatypeProperty,
            (Owl, "FunctionalProperty") => Self::FunctionalProperty,
            (Owl, "SymmetricProperty") => Self::SymmetricProperty,
            (Owl, "DeprecatedProperty") => Self::DeprecatedProperty,
            (Owl, "AnnotationProperty" | "OntologyProperty") => Self::AnnotationProperty,
            (Rdf, "Property") => Self::Property,
            (
                Owl,
                "ObjectProperty"
                | "TransitiveProperty"
                | "InverseFunctionalProperty"
                | "AsymmetricProperty"
                | "ReflexiveProperty"
                | "IrreflexiveProperty",
            ) => Self::Property,
            (Owl, "Thing") => return None,
            (Owl | Rdfs | Rdf | Shacl, _) => Self::Machinery,
            _ => return None,
        })
    }
}

pub(crate) fn is_ontology(iri: &str) -> bool {
    word(iri) == Some((Owl, "Ontology"))
}

/// True for a class that everything belongs to, so that naming it adds nothing.
pub(crate) fn is_top(iri: &str) -> bool {
    matches!(
        word(iri),
        Some((Owl, "Thing") | (Rdfs, "Resource" | "Class" | "Container"))
    )
}

/// True for the terms of RDF, RDFS, OWL, XSD and SHACL, which some files describe too.
pub(crate) fn is_machinery(iri: &str) -> bool {
    matches!(word(iri), Some((Rdf | Rdfs | Owl | Xsd | Shacl, _)))
}

/// True for schema.org's superclass of all enumerations.
pub(crate) fn is_enumeration(iri: &str) -> bool {
    word(iri) == Some((SchemaOrg, "Enumeration"))
}

/// The mapping of a datatype to a value type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Datatype {
    /// A value type that codebooks have.
    Known(ValueType),
    /// Read as a text, since a codebook has no such type to compare.
    AsText,
    /// Values that a filter cannot compare.
    Unsupported,
}

/// The mapping for an XSD, RDF, RDFS, schema.org or EDM datatype; `None` for any other IRI.
pub(crate) fn datatype(iri: &str) -> Option<Datatype> {
    use Datatype::{AsText, Known, Unsupported};
    Some(match word(iri)? {
        (Xsd, "boolean") | (Edm | SchemaOrg, "Boolean") => Known(Boolean),
        (Xsd, "date") | (Edm | SchemaOrg, "Date") => Known(Date),
        (Xsd, "dateTime" | "dateTimeStamp")
        | (Edm, "DateTimeOffset")
        | (Edm | SchemaOrg, "DateTime") => Known(Datetime),
        (Xsd, "decimal" | "float" | "double")
        | (Edm, "Decimal" | "Double" | "Single")
        | (SchemaOrg, "Number" | "Float") => Known(Decimal),
        (
            Xsd,
            "integer" | "int" | "long" | "short" | "byte" | "nonNegativeInteger"
            | "positiveInteger" | "nonPositiveInteger" | "negativeInteger" | "unsignedLong"
            | "unsignedInt" | "unsignedShort" | "unsignedByte" | "gYear",
        )
        | (Edm, "Byte" | "SByte" | "Int16" | "Int32" | "Int64")
        | (SchemaOrg, "Integer") => Known(Integer),
        (
            Xsd,
            "string" | "normalizedString" | "token" | "language" | "Name" | "NCName" | "NMTOKEN"
            | "anyURI",
        )
        | (Edm, "String" | "Guid")
        | (Rdf, "langString" | "PlainLiteral")
        | (Rdfs, "Literal")
        | (SchemaOrg, "Text" | "URL" | "CssSelectorType" | "XPathType" | "PronounceableText") => {
            Known(ValueType::String)
        }
        (Rdf, "HTML" | "XMLLiteral") => Known(Text),
        (Xsd, "hexBinary" | "base64Binary" | "QName" | "NOTATION") | (Rdf, "JSON") => Unsupported,
        (Xsd, _) | (Edm, "Time" | "TimeOfDay" | "Duration") | (SchemaOrg, "Time") => AsText,
        (Edm, _) => Unsupported,
        _ => return None,
    })
}
