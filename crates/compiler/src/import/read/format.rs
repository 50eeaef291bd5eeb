//! Detects the format of an ontology, from its first characters and then from its file extension.

use crate::finding::Rule;
use crate::import::bounds::BYTES;
use crate::import::finding::ImportFinding;
use crate::import::ontology::vocabulary::RDF;
use crate::import::read::other_format;

/// The format of an ontology.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Turtle.
    Turtle,
    /// RDF/XML.
    RdfXml,
    /// JSON-LD with inline contexts.
    JsonLd,
    /// OData `$metadata`, versions 1 to 4.
    Edmx,
}

impl Format {
    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turtle => "turtle",
            Self::RdfXml => "rdf-xml",
            Self::JsonLd => "json-ld",
            Self::Edmx => "edmx",
        }
    }

    /// True where the text itself shows this format. Plain XML or JSON is not enough.
    pub(crate) fn is_said_by(self, text: &str) -> bool {
        let head = text.get(..text.floor_char_boundary(HEAD)).unwrap_or(text);
        match self {
            Self::Turtle => true,
            Self::RdfXml => head.contains(RDF),
            Self::JsonLd => ["\"@context\"", "\"@id\"", "\"@graph\""]
                .iter()
                .any(|key| head.contains(key)),
            Self::Edmx => head.contains("Edmx"),
        }
    }
}

/// How many bytes are searched for the XML root element, which may follow a licence and entities.
const HEAD: usize = 64 << 10;

/// The first bytes of an SQLite file.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// The text of an ontology, without a byte order mark.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, ImportFinding> {
    bounded(bytes.len())?;
    if bytes.starts_with(SQLITE) {
        let message = "this is an SQLite database";
        return Err(ImportFinding::new(Rule::OntologyFormat, message)
            .help("import it by its address: `cmec import sqlite:FILE --out DIR`"));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        ImportFinding::new(Rule::OntologyFormat, "the ontology is not UTF-8")
            .at_byte(bytes, error.valid_up_to())
            .help("save it as UTF-8; a binary file is no ontology")
    })?;
    if let Some(at) = text.find('\0') {
        let message = "the ontology has a byte of zero";
        return Err(ImportFinding::new(Rule::OntologyFormat, message).at_byte(bytes, at));
    }
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Checks the size of an ontology against its bound.
pub(super) fn bounded(bytes: usize) -> Result<(), ImportFinding> {
    if bytes <= BYTES {
        return Ok(());
    }
    let message = format!("the ontology is larger than {} MiB", BYTES >> 20);
    Err(ImportFinding::new(Rule::OntologyTooLarge, message))
}

/// Detects the format. Only the extension of `name` counts.
pub(crate) fn told(text: &str, name: &str) -> Result<Format, ImportFinding> {
    let start = text.trim_start();
    if start.starts_with('{') || json_list(start) {
        return match other_format::refused(text, name) {
            Some(finding) if !Format::JsonLd.is_said_by(text) => Err(finding),
            _ => Ok(Format::JsonLd),
        };
    }
    // A Turtle text may start with an IRI in angle brackets, which is not an element.
    let element = start
        .strip_prefix('<')
        .is_some_and(|rest| rest.starts_with(['?', '!']) || root_is_xml(rest));
    if element {
        let head = start
            .get(..start.floor_char_boundary(HEAD))
            .unwrap_or(start);
        return Ok(if head.contains("Edmx") && !head.contains("rdf:RDF") {
            Format::Edmx
        } else {
            Format::RdfXml
        });
    }
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    if start.starts_with(['@', '<'])
        || start.starts_with("_:")
        || blank_node(start)
        || ["ttl", "turtle", "nt", "n3"]
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
        || text.lines().any(|line| line.starts_with("@prefix"))
        || ["prefix", "base"].iter().any(|word| {
            let said = start.split_whitespace().next();
            said.is_some_and(|said| said.eq_ignore_ascii_case(word))
        })
    {
        return Ok(Format::Turtle);
    }
    if let Some(finding) = other_format::refused(text, name) {
        return Err(finding);
    }
    // A Turtle comment.
    if start.starts_with('#') {
        return Ok(Format::Turtle);
    }
    Err(ImportFinding::new(
        Rule::OntologyFormat,
        "the format of the ontology cannot be told",
    )
    .help("name it: --from turtle, rdf-xml, json-ld or edmx"))
}

/// True where a text begins with a Turtle blank node, not a JSON list.
fn blank_node(start: &str) -> bool {
    let inner = start.strip_prefix('[').map(str::trim_start);
    inner.is_some_and(|inner| {
        let goes_on = |rest: &str| !rest.trim().is_empty();
        inner.starts_with(|letter: char| letter.is_alphabetic() || ":<_".contains(letter))
            || inner.strip_prefix(']').is_some_and(goes_on)
    })
}

/// True for a JSON list, not a Turtle blank node.
fn json_list(start: &str) -> bool {
    start
        .strip_prefix('[')
        .is_some_and(|rest| rest.trim_start().starts_with('{'))
}

/// True where an element name follows `<`, as in `rdf:RDF …`, not an IRI.
fn root_is_xml(rest: &str) -> bool {
    let name: &str = rest
        .split(|letter: char| letter.is_whitespace() || letter == '>' || letter == '/')
        .next()
        .unwrap_or_default();
    matches!(name, "rdf:RDF" | "RDF" | "edmx:Edmx" | "Edmx")
}

#[cfg(test)]
mod tests {
    use super::{Format, told};

    #[test]
    fn content_goes_before_the_ending() {
        for (text, name, format) in [
            ("@prefix a: <b:> .", "x", Format::Turtle),
            ("PREFIX a: <b:>", "x", Format::Turtle),
            ("<http://a/b> a <http://a/c> .", "x.rdf", Format::Turtle),
            ("a:b a a:c .", "x.ttl", Format::Turtle),
            ("[ a <b:c> ] .", "x.owl", Format::Turtle),
            ("[] a <b:c> .", "x", Format::Turtle),
            ("_:a <b:c> _:b .", "x.n3", Format::Turtle),
            ("_:a <b:c> _:b .", "x", Format::Turtle),
            ("BASE <b:c>", "x", Format::Turtle),
            (" [ {\"@id\": \"a\"} ]", "x.ttl", Format::JsonLd),
            ("{}", "x", Format::JsonLd),
            ("<?xml version=\"1.0\"?><rdf:RDF/>", "x", Format::RdfXml),
            ("<!-- 1C --><edmx:Edmx/>", "x.rdf", Format::Edmx),
            ("<edmx:Edmx Version=\"1.0\">", "x", Format::Edmx),
        ] {
            assert_eq!(told(text, name).ok(), Some(format), "{text}");
        }
        assert!(told("MZ", "x.exe").is_err());
        for json in ["", "[]", "[1]", "[\"a\"]"] {
            assert!(told(json, "x").is_err(), "{json}");
        }
    }
}
