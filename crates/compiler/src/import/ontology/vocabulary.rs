//! The words of RDFS, OWL, SHACL, SKOS and schema.org that an import reads, and the value types of their datatypes.

use cmec_decoder::language::ValueType;

use ValueType::{Boolean, Date, Datetime, Decimal, Integer, Text};
use Vocabulary::{Edm, Owl, Rdf, Rdfs, SchemaOrg, Shacl, Skos, Xsd};

/// The namespace of RDF, whose words RDF/XML and lists are made of.
pub(crate) const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// A vocabulary whose words are read.
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

/// The vocabularies by namespace; that of schema.org has two spellings.
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

/// The vocabulary of an IRI, and its word there.
fn word(iri: &str) -> Option<(Vocabulary, &str)> {
    let mut spaces = NAMESPACES.iter();
    spaces.find_map(|(space, vocabulary)| Some((*vocabulary, iri.strip_prefix(space)?)))
}

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
    /// `onClass` and `onDataRange`.
    QualifiedFrom,
    /// At most so many, which an exact number says as well.
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
    /// The predicate of an IRI, where it is one that is read.
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

/// What an `rdf:type` says an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Class,
    DeprecatedClass,
    Datatype,
    /// A property, of which its type says nothing else.
    Property,
    DatatypeProperty,
    FunctionalProperty,
    SymmetricProperty,
    DeprecatedProperty,
    AnnotationProperty,
    /// Ontologies, axioms, restrictions, shapes: no element of a codebook.
    Machinery,
}

impl Kind {
    /// The kind of a type's IRI; `None` for a class of the ontology's own.
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

/// Whether a class is that of ontologies.
pub(crate) fn is_ontology(iri: &str) -> bool {
    word(iri) == Some((Owl, "Ontology"))
}

/// Whether everything is of this class, so that naming it says nothing.
pub(crate) fn is_top(iri: &str) -> bool {
    matches!(
        word(iri),
        Some((Owl, "Thing") | (Rdfs, "Resource" | "Class" | "Container"))
    )
}

/// RDF, RDFS, OWL and SHACL describe themselves in some files; they are no part of the subject.
pub(crate) fn is_machinery(iri: &str) -> bool {
    matches!(word(iri), Some((Rdf | Rdfs | Owl | Xsd | Shacl, _)))
}

/// Whether a class is that of all enumerations of schema.org.
pub(crate) fn is_enumeration(iri: &str) -> bool {
    word(iri) == Some((SchemaOrg, "Enumeration"))
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
