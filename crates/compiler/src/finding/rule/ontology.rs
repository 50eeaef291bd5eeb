//! Rules about imported ontologies.

use super::doc;

doc::table! {
    ONTOLOGY_SYNTAX "CB110" "ontology-syntax" Error {
        what: "an ontology is not what its format says",
        why: "nothing behind the mistake can be read",
        example: "a:Person a rdfs:Class",
        instead: "a:Person a rdfs:Class .",
    }
    ONTOLOGY_FORMAT "CB111" "ontology-format" Error {
        what: "a file is no text, or in no format that is read",
        why: "what is read as something else gives a codebook of nothing",
        example: "cmec import schema.zip --out DIR",
        instead: "cmec import schema.ttl --out DIR",
    }
    ONTOLOGY_TOO_LARGE "CB112" "ontology-too-large" Error {
        what: "an ontology, or the codebook it would give, is too large",
        why: "limits keep an import quick on any input, and nobody can say ten thousand codes",
        example: "cmec import schemaorg.ttl --out DIR, where everything inherits everything",
        instead: "cmec import schemaorg.ttl --out DIR --class Person --depth 1",
    }
    ONTOLOGY_TOO_DEEP "CB113" "ontology-too-deep" Error {
        what: "an ontology nests too deep",
        why: "a dozen levels are many; more is a mistake or an attack",
        example: "a:b a:c ((((((((((((((((((((((((((((((",
        instead: "a:b a:c (a:d a:e) .",
    }
    ONTOLOGY_REMOTE "CB114" "ontology-remote" Error {
        what: "an ontology cannot be read without another file",
        why: "nothing is fetched: the same bytes must give the same codebook",
        example: "{\"@context\": \"https://schema.org\", …}",
        instead: "{\"@context\": {\"@vocab\": \"https://schema.org/\"}, …}",
    }
    ONTOLOGY_EMPTY "CB115" "ontology-empty" Error {
        what: "nothing of an ontology can be taken",
        why: "a codebook without types says nothing",
        example: "a:Person a rdfs:Class .",
        instead: "a:name rdfs:domain a:Person ; rdfs:range xsd:string .",
    }
    ONTOLOGY_ENTITY "CB116" "ontology-entity" Error {
        what: "an XML entity that is no plain text",
        why: "entities of entities make gigabytes of a line, and those from outside would be fetched",
        example: "<!ENTITY b \"&a;&a;\">",
        instead: "<!ENTITY owl \"http://www.w3.org/2002/07/owl#\">",
    }
    IMPORT_LOCK "CB117" "import-lock" Error {
        what: "the codebook to import into is not one that an import wrote, or would lose its codes or what people wrote",
        why: "without `import.lock` nobody knows which code stands for what, and each would be given anew",
        example: "cmec import schema.ttl --into codebook/enterprise",
        instead: "cmec import schema.ttl --out codebook/schema",
    }
    ONTOLOGY_CLASS "CB118" "ontology-class" Error {
        what: "a class that the ontology does not have",
        why: "a codebook of the wrong part is worse than none",
        example: "--class Persn",
        instead: "--class Person",
    }
    OVERLAY_MISFIT "CB119" "overlay-misfit" Error {
        what: "the overlay says something of an element that is not there, or changes what a code means",
        why: "what is laid over nothing is lost without a word, and a code means one thing for good",
        example: "fields: {persn.name: {label: {ru: имя}}}",
        instead: "fields: {person.name: {label: {ru: имя}}}",
    }
}
