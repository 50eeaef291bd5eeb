//! Broken, huge, deep, binary or exploding files give a finding each, with a place if there is one.

use super::{file, refused, request, turtle};
use crate::import::{Format, Request, import};

#[test]
fn each_broken_file_is_a_finding() {
    let deep =
        |open: &str, inner: &str, close: &str| open.repeat(5000) + inner + &close.repeat(5000);
    let laughs =
        "<!DOCTYPE r [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]><rdf:RDF/>";
    let used = format!(
        "<!DOCTYPE r [<!ENTITY a \"{}\">]><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"{}\"/></rdf:RDF>",
        "h".repeat(4096),
        "&a;".repeat(5000)
    );
    let context = format!(
        "{{\"@context\": {{{}}}, \"@graph\": [{}]}}",
        (0..20_000)
            .map(|n| format!("\"k{n}\": \"http://a/{n}\""))
            .collect::<Vec<_>>()
            .join(","),
        vec!["{}"; 20_000].join(",")
    );
    #[rustfmt::skip]
    let cases: Vec<(&str, String, &str, Option<u32>)> = vec![
        ("x.ttl", "<http://a/b> a\n ; .".to_owned(), "CB110", Some(2)),
        ("x.ttl", "a:b a:c a:d .".to_owned(), "CB110", Some(1)),
        ("x.ttl", "<http://a/b> a \"".to_owned(), "CB110", Some(1)),
        ("x.ttl", deep("(", "", ")"), "CB113", Some(1)),
        ("x.ttl", deep("[ a ", "<http://a/b>", "]"), "CB113", Some(1)),
        ("x.json", "{\"@id\": \n}".to_owned(), "CB110", Some(2)),
        ("x.json", deep("{\"a\":", "1", "}"), "CB113", None),
        ("x.json", deep("[{\"a\":", "1", "}]"), "CB113", None),
        ("x.json", "{\"@context\": \"https://schema.org\"}".to_owned(), "CB114", None),
        ("x.json", "{\"@context\": {\"@import\": \"https://schema.org\"}}".to_owned(), "CB114", None),
        ("x.json", format!("{{\"@id\": [{}1]}}", "1,".repeat(2_000_000)), "CB112", None),
        ("x.json", context, "CB112", None),
        ("x.rdf", format!("<rdf:RDF {}/>", (0..1100).map(|n| format!("xmlns:a{n}='b:'")).collect::<Vec<_>>().join(" ")), "CB110", Some(1)),
        ("x.rdf", "<rdf:RDF><a></rdf:RDF>".to_owned(), "CB110", Some(1)),
        ("x.rdf", "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\n<rdf:Description>".to_owned(), "CB110", Some(2)),
        ("x.rdf", "<?xml version='1.0'?>".to_owned() + &deep("<a>", "", "</a>"), "CB113", Some(1)),
        ("x.rdf", laughs.to_owned(), "CB116", None),
        ("x.rdf", "<!DOCTYPE r [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><rdf:RDF/>".to_owned(), "CB116", None),
        ("x.rdf", used, "CB110", Some(1)),
        ("x.xml", "<edmx:Edmx><Schema><EntityType/></Schema></edmx:Edmx>".to_owned(), "CB110", Some(1)),
        ("x.xml", "<edmx:Edmx>".to_owned() + &deep("<a>", "", "</a>"), "CB113", Some(1)),
        ("x.xml", "<!DOCTYPE r [<!ENTITY a 'b'>]><edmx:Edmx/>".to_owned(), "CB116", None),
        ("x.xml", "<edmx:Edmx>".to_owned(), "CB110", Some(1)),
        ("x.zip", "PK\u{3}\u{4}".to_owned(), "CB111", None),
        ("x.ttl", "<http://a/b> a \u{0} .".to_owned(), "CB111", Some(1)),
        ("x.ttl", String::new(), "CB115", None),
    ];
    for (name, text, id, line) in cases {
        let finding = refused(text.as_bytes(), name);
        let head: String = text.chars().take(80).collect();
        assert_eq!(
            (finding.id, finding.line),
            (id, line),
            "{finding:?}\n{head}"
        );
        assert!(finding.message.len() < 600, "{finding:?}");
        assert!(
            !finding.message.contains('\n') && !finding.message.ends_with('.'),
            "{finding:?}"
        );
    }
}

/// An ontology's labels may contain characters that a codebook forbids: the import removes them, so `check` passes.
#[test]
fn labels_come_on_one_line_and_without_hidden_characters() {
    let text = ":Dog a owl:Class ; rdfs:label \"pa\\u202Erk\\nof\\tdogs\\u200B\"@en . :name rdfs:domain :Dog ; rdfs:range xsd:string .";
    let imported = turtle(text, &request("pets.ttl"));
    let codebook = file(&imported, "codebook.yaml");
    assert!(codebook.contains("label: {en: park of dogs}"), "{codebook}");
}

#[test]
fn what_is_no_text_or_too_large_is_not_read() {
    assert_eq!(refused(b"\x7fELF\x02\xff\xfe", "x.ttl").id, "CB111");
    assert_eq!(refused(&vec![b' '; (64 << 20) + 1], "x.ttl").id, "CB112");
}

/// Quadratic growth: each class in a chain inherits all fields above it.
#[test]
fn what_grows_with_the_square_of_the_file_is_bounded() {
    use std::fmt::Write as _;
    let mut text = super::PREFIXES.to_owned();
    for n in 0..800 {
        writeln!(
            text,
            ":C{} rdfs:subClassOf :C{n} . :p{n} rdfs:domain :C{n} ; rdfs:range xsd:string .",
            n + 1
        )
        .unwrap();
    }
    let finding = refused(text.as_bytes(), "x.ttl");
    assert_eq!(finding.id, "CB112", "{finding:?}");
}

/// Any cut, and any changed byte, gives a codebook or a finding, never a panic.
#[test]
fn no_damage_is_a_panic() {
    let fixtures: [(&str, &[u8], Format); 4] = [
        (
            "x.ttl",
            include_bytes!("../../../../../fixtures/import/shop.ttl"),
            Format::Turtle,
        ),
        (
            "x.rdf",
            include_bytes!("../../../../../fixtures/import/shop.rdf"),
            Format::RdfXml,
        ),
        (
            "x.jsonld",
            include_bytes!("../../../../../fixtures/import/shop.jsonld"),
            Format::JsonLd,
        ),
        (
            "x.xml",
            include_bytes!("../../../../../fixtures/import/odata-1c.xml"),
            Format::Edmx,
        ),
    ];
    let mut findings = 0;
    for (name, bytes, format) in fixtures {
        let request = Request {
            format: Some(format),
            ..request(name)
        };
        for at in (0..bytes.len()).step_by(97) {
            findings += usize::from(import(&bytes[..at], &request).is_err());
            for byte in [b'"', b'<', b'\\', b'#', b'0', b' '] {
                let mut damaged = bytes.to_vec();
                damaged[at] = byte;
                findings += usize::from(import(&damaged, &request).is_err());
            }
        }
    }
    assert!(findings > 100, "{findings}");
}
