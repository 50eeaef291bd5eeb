//! The rules about ontologies that are imported.

use super::doc::{RuleDoc, Severity};

pub(super) const ONTOLOGY_SYNTAX: RuleDoc = RuleDoc {
    id: "CB110",
    slug: "ontology-syntax",
    severity: Severity::Error,
    what: "an ontology is not what its format says",
    why: "nothing behind the mistake can be read",
    example: "a:Person a rdfs:Class",
    instead: "a:Person a rdfs:Class .",
};

pub(super) const ONTOLOGY_FORMAT: RuleDoc = RuleDoc {
    id: "CB111",
    slug: "ontology-format",
    severity: Severity::Error,
    what: "a file is no text, or in no format that is read",
    why: "what is read as something else gives a codebook of nothing",
    example: "cmec import schema.zip --out DIR",
    instead: "cmec import schema.ttl --out DIR",
};

pub(super) const ONTOLOGY_TOO_LARGE: RuleDoc = RuleDoc {
    id: "CB112",
    slug: "ontology-too-large",
    severity: Severity::Error,
    what: "an ontology, or the codebook it would give, is too large",
    why: "limits keep an import quick on any input, and nobody can say ten thousand codes",
    example: "cmec import schemaorg.ttl --out DIR, where everything inherits everything",
    instead: "cmec import schemaorg.ttl --out DIR --class Person --depth 1",
};

pub(super) const ONTOLOGY_TOO_DEEP: RuleDoc = RuleDoc {
    id: "CB113",
    slug: "ontology-too-deep",
    severity: Severity::Error,
    what: "an ontology nests too deep",
    why: "a dozen levels are many; more is a mistake or an attack",
    example: "a:b a:c ((((((((((((((((((((((((((((((",
    instead: "a:b a:c (a:d a:e) .",
};

pub(super) const ONTOLOGY_REMOTE: RuleDoc = RuleDoc {
    id: "CB114",
    slug: "ontology-remote",
    severity: Severity::Error,
    what: "an ontology cannot be read without another file",
    why: "nothing is fetched: the same bytes must give the same codebook",
    example: "{\"@context\": \"https://schema.org\", …}",
    instead: "{\"@context\": {\"@vocab\": \"https://schema.org/\"}, …}",
};

pub(super) const ONTOLOGY_EMPTY: RuleDoc = RuleDoc {
    id: "CB115",
    slug: "ontology-empty",
    severity: Severity::Error,
    what: "nothing of an ontology can be taken",
    why: "a codebook without types says nothing",
    example: "a:Person a rdfs:Class .",
    instead: "a:name rdfs:domain a:Person ; rdfs:range xsd:string .",
};

pub(super) const ONTOLOGY_ENTITY: RuleDoc = RuleDoc {
    id: "CB116",
    slug: "ontology-entity",
    severity: Severity::Error,
    what: "an XML entity that is no plain text",
    why: "entities of entities make gigabytes of a line, and those from outside would be fetched",
    example: "<!ENTITY b \"&a;&a;\">",
    instead: "<!ENTITY owl \"http://www.w3.org/2002/07/owl#\">",
};

pub(super) const IMPORT_LOCK: RuleDoc = RuleDoc {
    id: "CB117",
    slug: "import-lock",
    severity: Severity::Error,
    what: "the codebook to import into is not one that an import wrote",
    why: "without `import.lock` nobody knows which code stands for what, and each would be given anew",
    example: "cmec import schema.ttl --into codebook/enterprise",
    instead: "cmec import schema.ttl --out codebook/schema",
};

pub(super) const ONTOLOGY_CLASS: RuleDoc = RuleDoc {
    id: "CB118",
    slug: "ontology-class",
    severity: Severity::Error,
    what: "a class that the ontology does not have",
    why: "a codebook of the wrong part is worse than none",
    example: "--class Persn",
    instead: "--class Person",
};
