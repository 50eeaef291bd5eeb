//! Names of types, fields and relations: from IRIs in any script, or from labels for opaque IRIs.

use super::{after, file, left, lines, request, turtle};
use crate::import::{NameSource, OmissionReason, Request};

/// Turtle, and the lines of its codebook with names from IRIs and from labels.
const CASES: &[(&str, &[&str], &[&str])] = &[
    // Chinese names are transliterated and homonyms numbered; the label keeps the characters.
    (
        ":企业 a owl:Class . :起页 a owl:Class . :名称 rdfs:domain :企业, :起页 ; rdfs:range xsd:string . :属于 rdfs:domain :企业 ; rdfs:range :起页 .",
        &[
            "qiye: {label: {zh: \"企业\"}}",
            "qiye_2: {label: {zh: \"起页\"}}",
            "F001: {path: qiye.mingcheng, type: string, label: {zh: \"名称\"}}",
            "F002: {path: qiye_2.mingcheng, type: string, label: {zh: \"名称\"}}",
            "R001: {name: qiye_shuyu, from: qiye, to: qiye_2, label: {zh: \"属于\"}}",
        ],
        &[],
    ),
    // Russian names are transliterated, and percent-encoded IRIs decoded.
    (
        ":Предприятие a owl:Class . <http://a/#%D0%98%D0%BC%D1%8F> rdfs:domain :Предприятие ; rdfs:range xsd:string . <http://a/#caf%C3%A9> rdfs:domain :Предприятие ; rdfs:range xsd:date .",
        &[
            "predpriiatie: {label: {ru: \"предприятие\"}}",
            "F002: {path: predpriiatie.cafe, type: date, sortable: true}",
            "F001: {path: predpriiatie.imia, type: string, label: {ru: \"имя\"}}",
        ],
        &[],
    ),
    // Opaque ids are named by their labels, English first; those without a label keep the id.
    (
        ":BFO_0000001 a owl:Class ; rdfs:label \"entité\"@fr, \"entity\"@en . :P31 rdfs:domain :BFO_0000001 ; rdfs:range :Q42 ; rdfs:label \"instance of\"@en . :Q42 a owl:Class . :Level_2b rdfs:domain :Q42 ; rdfs:range xsd:string ; rdfs:label \"floor\"@en .",
        &[
            "entity: {label: {en: entity}}",
            "q42: {label: {en: Q42}}",
            "F001: {path: q42.level_2b, type: string, label: {en: floor}}",
            "R001: {name: entity_instance_of, from: entity, to: q42, label: {en: instance of}}",
        ],
        &[
            "entity: {label: {en: entity}}",
            "q42: {label: {en: Q42}}",
            "F001: {path: q42.floor, type: string, label: {en: floor}}",
            "R001: {name: entity_instance_of, from: entity, to: q42, label: {en: instance of}}",
        ],
    ),
];

#[test]
fn names_come_from_iris_and_labels() {
    for (text, by_iri, by_label) in CASES {
        for (names, wanted) in [(None, by_iri), (Some(NameSource::Label), by_label)] {
            let request = Request {
                names,
                ..request("x.ttl")
            };
            let imported = turtle(text, &request);
            let said = lines(&imported);
            for line in *wanted {
                assert!(
                    said.iter().any(|said| said.trim() == *line),
                    "{line}\n{said:#?}"
                );
            }
        }
    }
}

/// A given name stays, whatever it would be derived from now; new elements are named as before.
#[test]
fn names_are_made_once() {
    let text = ":Q1 a owl:Class ; rdfs:label \"city\"@en . :p rdfs:domain :Q1 ; rdfs:range xsd:string ; rdfs:label \"title\"@en .";
    let labels = Request {
        names: Some(NameSource::Label),
        ..request("x.ttl")
    };
    let first = turtle(text, &labels);
    assert!(file(&first, "codebook.yaml").contains("path: city.title"));
    let text = format!(
        "{} :n rdfs:domain :Q1 ; rdfs:range xsd:date ; rdfs:label \"founded\"@en .",
        text.replace("city", "town").replace("title", "caption")
    );
    let second = turtle(&text, &after(&first, &request("x.ttl")));
    let said = lines(&second).join("\n");
    for part in [
        "city: {label: {en: town}}",
        "F001: {path: city.title, type: string, label: {en: caption}}",
        "F002: {path: city.founded, type: date",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    assert_eq!(left(&second, OmissionReason::NameClash), []);
}
