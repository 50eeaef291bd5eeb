//! SHACL shapes: the result of each construct.

use proptest::prelude::{Just, Strategy};
use proptest::{prop_assert_eq, proptest};

use super::{imported, left, lines, request, turtle};
use crate::import::OmissionReason;

/// Shapes, and the lines of their codebook.
const CASES: &[(&str, &[&str])] = &[
    // A shape with a target class, a class that is a shape, an unnamed shape, a property shape with a target.
    (
        "[] sh:targetClass :T ; sh:property [ sh:path :a ; sh:datatype xsd:date ] . :U a owl:Class, sh:NodeShape ; sh:property [ sh:path :b ; sh:datatype xsd:boolean ] . :s sh:path :c ; sh:targetClass :U ; sh:datatype xsd:string .",
        &[
            "t: {label: {en: t}}",
            "u: {label: {en: u}}",
            "F001: {path: t.a, type: date, sortable: true, label: {en: a}}",
            "F002: {path: u.b, type: boolean, groupable: true, label: {en: b}}",
            "F003: {path: u.c, type: string, label: {en: c}}",
        ],
    ),
    // Ranges: a class, the class of a shape, a shape without a class; to-one for at most one value.
    (
        ":TS sh:targetClass :T ; sh:property [ sh:path :a ; sh:class :T ; sh:maxCount 1 ], [ sh:path :b ; sh:node :US ], [ sh:path :c ; sh:node :VS ] . :US sh:targetClass :U ; sh:property [ sh:path :m ; sh:datatype xsd:string ] . :VS sh:property [ sh:path :m ; sh:datatype xsd:string ] .",
        &[
            "t: {label: {en: t}}",
            "u: {label: {en: u}}",
            "vs: {label: {en: VS}}",
            "F001: {path: t.a, type: reference, reference: t, label: {en: a}}",
            "F002: {path: u.m, type: string, label: {en: m}}",
            "F003: {path: vs.m, type: string, label: {en: m}}",
            "R001: {name: t_a, from: t, to: t, to_one: true, label: {en: a}}",
            "R002: {name: t_b, from: t, to: u, label: {en: b}}",
            "R003: {name: t_c, from: t, to: vs, label: {en: c}}",
        ],
    ),
    // Each class has its own enum values and labels; subclasses and shapes of shapes inherit them.
    (
        ":TS sh:targetClass :T ; sh:node :Base ; sh:property [ sh:path :a ; sh:datatype xsd:date ; sh:description \"A day.\" ] . :Base sh:property [ sh:path :m ; sh:datatype xsd:string ; sh:name \"full name\" ] . :V rdfs:subClassOf :T . :US sh:targetClass :U ; sh:property [ sh:path :a ; sh:in ( \"x\" \"y\" ) ; sh:description \"One of two.\" ] .",
        &[
            "t: {label: {en: t}}",
            "u: {label: {en: u}}",
            "v: {label: {en: v}}",
            "F001: {path: t.a, type: date, sortable: true, label: {en: a}, description: A day.}",
            "F002: {path: t.m, type: string, label: {en: full name}}",
            "F003: {path: u.a, type: enum, groupable: true, label: {en: a}, description: One of two., values: {x: {}, \"y\": {}}}",
            "F004: {path: v.a, type: date, sortable: true, label: {en: a}}",
            "F005: {path: v.m, type: string, label: {en: full name}}",
        ],
    ),
    // A shape overrides domain and range; several values all count; listed numbers are numbers.
    (
        ":a rdfs:domain :O ; rdfs:range xsd:string . :O a owl:Class . :TS sh:targetClass :T ; sh:property [ sh:path :a ; sh:or ( [ sh:datatype xsd:date ] [ sh:datatype xsd:dateTime ] ) ], [ sh:path :b ; sh:datatype xsd:integer ; sh:in ( 1 2 ) ], [ sh:path :c ; sh:in ( :x :y ) ], [ sh:path :d ; sh:qualifiedValueShape [ sh:class :T ] ; sh:qualifiedMaxCount 1 ] . :x rdfs:label \"ex\" .",
        &[
            "o: {label: {en: o}}",
            "t: {label: {en: t}}",
            "F001: {path: o.a, type: string, label: {en: a}}",
            "F002: {path: t.a, type: datetime, sortable: true, label: {en: a}}",
            "F003: {path: t.b, type: integer, sortable: true, label: {en: b}}",
            "F004: {path: t.c, type: enum, groupable: true, label: {en: c}, values: {x: {label: {en: ex}}, \"y\": {label: {en: \"y\"}}}}",
            "F005: {path: t.d, type: reference, reference: t, label: {en: d}}",
            "R001: {name: t_d, from: t, to: t, to_one: true, label: {en: d}}",
        ],
    ),
];

#[test]
fn each_shape_becomes_this() {
    for (text, wanted) in CASES {
        let imported = turtle(text, &request("x.ttl"));
        let said: Vec<&str> = lines(&imported).into_iter().map(str::trim).collect();
        let said: Vec<&str> = said
            .into_iter()
            .filter(|line| !line.starts_with("structured"))
            .collect();
        assert_eq!(said, *wanted, "{text}");
    }
}

#[test]
fn what_a_shape_says_besides_is_told() {
    let text = ":TS sh:targetClass :T, owl:Thing ; sh:or ( :A :B ) ; sh:property [ sh:path :a ; sh:datatype xsd:date ], [ sh:path [ sh:inversePath :a ] ; sh:class :T ], [ sh:path ( :a :b ) ], [ sh:path rdfs:label ; sh:datatype xsd:string ], [ sh:path :c ; sh:class :Absent ], [ sh:path :d ], [ sh:path :e ; sh:maxCount 0 ] .";
    let imported = turtle(text, &request("x.ttl"));
    assert_eq!(imported.report.fields, 1);
    use OmissionReason::{Annotation, ClassExpression, NoRange, Restriction, UnknownClass};
    for (reason, name, detail) in [
        (
            Restriction,
            "http://a/#T",
            "sh:path is more than a property",
        ),
        (ClassExpression, "http://a/#T", "sh:or"),
        (Annotation, "http://www.w3.org/2000/01/rdf-schema#label", ""),
        (UnknownClass, "http://a/#c", "http://a/#Absent"),
        (NoRange, "http://a/#d", ""),
    ] {
        assert_eq!(left(&imported, reason), [(name, detail)], "{reason:?}");
    }
}

/// A cardinality above one is reported.
#[test]
fn a_cardinality_that_is_lost_is_told() {
    let class = |number: u8| {
        format!(
            ":T a owl:Class ; rdfs:subClassOf [ owl:onProperty :a ; owl:onClass :U ; owl:qualifiedCardinality {number} ] . :U a owl:Class . :a a owl:ObjectProperty ."
        )
    };
    let lost = |number: u8| {
        let imported = turtle(&class(number), &request("x.ttl"));
        left(&imported, OmissionReason::Restriction).len()
    };
    assert_eq!([lost(1), lost(4)], [0, 1]);
}

/// Cyclic shapes and lists end.
#[test]
fn circles_end() {
    let circle = ":S sh:targetClass :T ; sh:node :S ; sh:property [ sh:path :a ; sh:or _:l ] . _:l <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> [ sh:or _:l ; sh:datatype xsd:date ] ; <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:l .";
    assert_eq!(turtle(circle, &request("x.ttl")).report.fields, 1);
}

/// Restrictions, lists and shapes, one statement each; `_:` are blank nodes.
const STATEMENTS: &[&str] = &[
    ":T a owl:Class .",
    ":T rdfs:subClassOf _:r .",
    "_:r owl:onProperty :a .",
    "_:r owl:onClass :U .",
    "_:r owl:qualifiedCardinality 1 .",
    ":a a owl:ObjectProperty .",
    ":U rdfs:subClassOf :T .",
    ":b rdfs:domain :U .",
    ":b rdfs:range _:e .",
    "_:e owl:oneOf _:l .",
    "_:l rdf:first \"PA\" .",
    "_:l rdf:rest _:m .",
    "_:m rdf:first \"LR\" .",
    "_:m rdf:rest rdf:nil .",
    "_:s sh:targetClass :V .",
    "_:s sh:node _:t .",
    "_:t sh:property _:p .",
    "_:p sh:path :b .",
    "_:p sh:in _:l .",
    "_:p sh:maxCount 1 .",
    "_:p sh:name \"bee\" .",
    "_:s sh:property _:q .",
    "_:q sh:path :a .",
    "_:q sh:class :T .",
    "_:q sh:name \"ay\" .",
];

fn text(statements: &[&str]) -> String {
    let rdf = "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .";
    format!("{}{rdf}\n{}", super::PREFIXES, statements.join("\n"))
}

proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]

    /// The order of the triples and the labels of blank nodes change nothing.
    #[test]
    fn no_order_changes_a_byte(
        statements in Just(STATEMENTS.to_vec()).prop_shuffle(),
        labels in Just(vec!["r", "e", "l", "m", "s", "t", "p", "q"]).prop_shuffle(),
    ) {
        let first = imported(&text(STATEMENTS), &request("x.ttl"));
        prop_assert_eq!((first.report.types, first.report.fields, first.report.relations), (3, 4, 3));
        let mut other = text(&statements);
        for (label, new) in ["r", "e", "l", "m", "s", "t", "p", "q"].iter().zip(labels) {
            other = other.replace(&format!("_:{label} "), &format!("_:new{new} "));
        }
        prop_assert_eq!(imported(&other, &request("x.ttl")).files, first.files);
    }
}
