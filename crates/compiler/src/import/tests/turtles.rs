//! Small ontologies: the result of each construct.

use super::{left, lines, refused, request, turtle};
use crate::import::{Narrowing, OmissionReason, Request};

/// Turtle, and lines that its codebook must have.
const CASES: &[(&str, &[&str])] = &[
    // A datatype property without a range is text; numbers join to decimal, date and datetime to datetime.
    (
        ":a a owl:DatatypeProperty ; rdfs:domain :T . :b rdfs:domain :T ; rdfs:range xsd:int, xsd:double . :c rdfs:domain :T ; rdfs:range xsd:date, xsd:dateTime . :T a owl:Class .",
        &[
            "F001: {path: t.a, type: string, label: {en: a}}",
            "F002: {path: t.b, type: decimal, sortable: true, label: {en: b}}",
            "F003: {path: t.c, type: datetime, sortable: true, label: {en: c}}",
        ],
    ),
    // Domain and range come from the superproperty or from the reversed inverse.
    (
        ":T a owl:Class . :U a owl:Class . :a rdfs:domain :T ; rdfs:range :U . :b rdfs:subPropertyOf :a . :c owl:inverseOf :a ; a owl:ObjectProperty .",
        &[
            "R001: {name: t_a, from: t, to: u, inverse: u_c, label: {en: a}}",
            "R002: {name: t_b, from: t, to: u, label: {en: b}}",
            "R003: {name: u_c, from: u, to: t, inverse: t_a, label: {en: c}}",
        ],
    ),
    // A restriction gives a property to a class if the property has no domain or range.
    (
        ":T a owl:Class ; rdfs:subClassOf [ owl:onProperty :a ; owl:allValuesFrom :U ] . :U a owl:Class . :a a owl:ObjectProperty .",
        &["R001: {name: t_a, from: t, to: u, label: {en: a}}"],
    ),
    // So does a qualified cardinality, even an optional one, whoever declares the property; at most one gives to-one.
    (
        ":T a owl:Class ; rdfs:subClassOf [ owl:onProperty :a ; owl:onClass :U ; owl:qualifiedCardinality 1 ], [ owl:onProperty :b ; owl:onDataRange xsd:string ; owl:minQualifiedCardinality 0 ], [ owl:onProperty :c ; owl:onClass :U ; owl:maxQualifiedCardinality 2 ] . :U a owl:Class . :a a owl:ObjectProperty . :b a owl:DatatypeProperty .",
        &[
            "F001: {path: t.a, type: reference, reference: u, label: {en: a}}",
            "F002: {path: t.b, type: string, label: {en: b}}",
            "R001: {name: t_a, from: t, to: u, to_one: true, label: {en: a}}",
            "R002: {name: t_c, from: t, to: u, label: {en: c}}",
        ],
    ),
    // To-one holds for the class that states it and for its subclasses, if it covers the whole range.
    (
        ":P rdfs:subClassOf [ owl:onProperty :a ; owl:maxCardinality 1 ], [ owl:onProperty :b ; owl:onClass :V ; owl:maxQualifiedCardinality 1 ] . :T rdfs:subClassOf :P . :O a owl:Class . :V rdfs:subClassOf :U . :U a owl:Class . :a rdfs:domain :P, :O ; rdfs:range :U . :b rdfs:domain :P ; rdfs:range :U .",
        &[
            "R001: {name: o_a, from: o, to: u, label: {en: a}}",
            "R002: {name: p_a, from: p, to: u, to_one: true, label: {en: a}}",
            "R003: {name: p_b, from: p, to: u, label: {en: b}}",
            "R004: {name: t_a, from: t, to: u, to_one: true, label: {en: a}}",
        ],
    ),
    // Each class has its own stated range, or the one of its nearest ancestor.
    (
        ":P rdfs:subClassOf [ owl:onProperty :a ; owl:someValuesFrom xsd:date ] . :T rdfs:subClassOf :P . :O rdfs:subClassOf [ owl:onProperty :a ; owl:someValuesFrom xsd:integer ] . :a a owl:DatatypeProperty .",
        &[
            "F001: {path: o.a, type: integer, sortable: true, label: {en: a}}",
            "F002: {path: p.a, type: date, sortable: true, label: {en: a}}",
            "F003: {path: t.a, type: date, sortable: true, label: {en: a}}",
        ],
    ),
    // Listed literals form an enum: in a range, in a restriction, as a named datatype.
    (
        ":T a owl:Class ; rdfs:subClassOf [ owl:onProperty :b ; owl:allValuesFrom [ owl:oneOf ( \"LR\" \"PA\" ) ] ] . :a rdfs:domain :T ; rdfs:range [ a rdfs:Datatype ; owl:oneOf ( \"PA\" \"LR\" \"a|b\" ) ] . :b a owl:DatatypeProperty . :c rdfs:domain :T ; rdfs:range :D . :D a rdfs:Datatype ; owl:equivalentClass [ a rdfs:Datatype ; owl:oneOf ( 1 2 ) ] . :d rdfs:domain :T ; rdfs:range [ owl:oneOf ( \"a\\nb\" ) ] . :e rdfs:domain :T ; rdfs:range [ owl:onDatatype xsd:integer ] .",
        &[
            "F001: {path: t.a, type: enum, groupable: true, label: {en: a}, values: {LR: {}, PA: {}, \"a|b\": {}}}",
            "F002: {path: t.b, type: enum, groupable: true, label: {en: b}, values: {LR: {}, PA: {}}}",
            "F003: {path: t.c, type: enum, groupable: true, label: {en: c}, values: {\"1\": {}, \"2\": {}}}",
            "F004: {path: t.d, type: string, label: {en: d}}",
            "F005: {path: t.e, type: integer, sortable: true, label: {en: e}}",
        ],
    ),
    // Entities and links in a description.
    (
        ":T a owl:Class ; rdfs:comment \"AT&T &#x2014; a [[Person]] &amp; &co; x\" . :a rdfs:domain :T ; rdfs:range xsd:string .",
        &["t: {label: {en: t}, description: \"AT&T — a Person & &co; x\"}"],
    ),
    // A schema.org enumeration is below `Enumeration`; its values are its instances.
    (
        "@prefix s: <https://schema.org/> . s:Day rdfs:subClassOf s:Enumeration . s:Enumeration a rdfs:Class . s:Monday a s:Day . s:open s:domainIncludes s:Shop ; s:rangeIncludes s:Day . s:Shop a rdfs:Class .",
        &[
            "F001: {path: shop.open, type: enum, groupable: true, label: {en: open}, values: {monday: {label: {en: monday}}}}",
        ],
    ),
    // A class whose subclasses are all enumerations is one; a label for two values is left out.
    (
        ":E owl:equivalentClass [ owl:unionOf ( :F :G ) ] ; a owl:Class . :F a owl:Class ; owl:oneOf ( :u ) . :G a owl:Class ; owl:oneOf ( :v ) . :u rdfs:label \"one\" . :v rdfs:label \"ONE\" . :T a owl:Class . :a rdfs:domain :T ; rdfs:range :E .",
        &[
            "F001: {path: t.a, type: enum, groupable: true, label: {en: a}, values: {u: {label: {en: one}}, v: {}}}",
        ],
    ),
    // An enum or a text gives a text; a text or an object gives a field and a relation.
    (
        ":F owl:oneOf ( :x ) ; a owl:Class . :T a owl:Class . :a rdfs:domain :T ; rdfs:range :F, xsd:string . :b rdfs:domain :T ; rdfs:range :T, xsd:string .",
        &[
            "F001: {path: t.a, type: string, label: {en: a}}",
            "F002: {path: t.b, type: string, label: {en: b}}",
            "R001: {name: t_b, from: t, to: t, label: {en: b}}",
        ],
    ),
    // Cycles of classes and properties end.
    (
        ":T rdfs:subClassOf :U . :U rdfs:subClassOf :T . :a rdfs:subPropertyOf :a ; rdfs:domain :T ; rdfs:range xsd:string .",
        &[
            "F001: {path: t.a, type: string, label: {en: a}}",
            "F002: {path: u.a, type: string, label: {en: a}}",
        ],
    ),
    // YAML keywords, quotation marks and line separators.
    (
        ":null a owl:Class ; rdfs:label \"no: \\\"1\\\"\\u2028 #\"@en . :true rdfs:domain :null ; rdfs:range xsd:boolean ; rdfs:label \"true\"@en .",
        &[
            "\"null\": {label: {en: \"no: \\\"1\\\" #\"}}",
            "F001: {path: null.true, type: boolean, groupable: true, label: {en: \"true\"}}",
        ],
    ),
];

#[test]
fn each_way_of_saying_it_becomes_this() {
    for (text, wanted) in CASES {
        let imported = turtle(text, &request("x.ttl"));
        let said = lines(&imported);
        for line in *wanted {
            assert!(
                said.iter().any(|said| said.trim() == *line),
                "{line}\n{text}\n{}",
                said.join("\n")
            );
        }
    }
}

#[test]
fn what_is_not_taken_says_why() {
    let text = "\
:T a owl:Class . :Alone a owl:Class . :x a :T . <> owl:imports <http://b/> .
:a rdfs:domain :T ; rdfs:range xsd:string .
:b rdfs:domain :T ; rdfs:range xsd:string .
:nowhere a owl:DatatypeProperty ; rdfs:range xsd:string .
:anything a owl:ObjectProperty ; rdfs:domain :T ; rdfs:range owl:Thing .
:missing rdfs:domain :T ; rdfs:range :Absent .
:binary rdfs:domain :T ; rdfs:range xsd:hexBinary .
:lasts rdfs:domain :T ; rdfs:range xsd:duration .
:remark a owl:AnnotationProperty .
:T rdfs:subClassOf [ owl:complementOf :Alone ], [ owl:onProperty :a ; owl:hasValue 1 ], [ owl:onProperty :far ; owl:minCardinality 0 ] .
:T rdfs:subClassOf [ owl:onProperty :b ; owl:minCardinality 1 ], [ owl:onProperty [ owl:inverseOf :a ] ; owl:someValuesFrom :T ] .
:T rdfs:label \"le t\"@fr .
";
    let imported = turtle(text, &request("x.ttl"));
    use OmissionReason::{
        Annotation, ClassExpression, Import, Individual, Language, NoDomain, NoRange, ReadAsText,
        Restriction, UnknownClass, Unread, UnsupportedDatatype, Unused,
    };
    for (reason, name, detail) in [
        (Unused, "http://a/#Alone", ""),
        (Individual, "http://a/#T", "instances"),
        (Import, "http://b/", ""),
        (NoDomain, "http://a/#nowhere", ""),
        (NoRange, "http://a/#anything", ""),
        (UnknownClass, "http://a/#missing", "http://a/#Absent"),
        (
            UnsupportedDatatype,
            "http://a/#binary",
            "http://www.w3.org/2001/XMLSchema#hexBinary",
        ),
        (
            ReadAsText,
            "http://a/#lasts",
            "http://www.w3.org/2001/XMLSchema#duration",
        ),
        (Annotation, "http://a/#remark", ""),
        (ClassExpression, "http://a/#T", ""),
        (Restriction, "http://a/#T", "http://a/#a"),
        (Restriction, "http://a/#T", "http://a/#b"),
        (Restriction, "http://a/#T", "http://a/#far"),
        (Restriction, "http://a/#T", "of the inverse of a property"),
        (Language, "fr", "labels of 1 in 7 elements"),
        (Unread, "http://www.w3.org/2002/07/owl#hasValue", ""),
    ] {
        let said = left(&imported, reason);
        assert!(said.contains(&(name, detail)), "{reason:?} {said:?}");
    }
}

#[test]
fn narrowing_is_by_class_namespace_and_depth() {
    let text = "\
:A a owl:Class . :B rdfs:subClassOf :A . :C rdfs:subClassOf :B . :D a owl:Class . <http://b/#E> a owl:Class .
:n rdfs:domain :A, <http://b/#E> ; rdfs:range xsd:string . :to rdfs:domain :A ; rdfs:range :D . :back rdfs:domain :D ; rdfs:range <http://b/#E> .
";
    for (classes, namespaces, depth, types) in [
        (vec![], vec![], None, "a b c d e"),
        (vec!["C"], vec![], None, "c"),
        (vec!["http://a/#B", "d"], vec![], None, "b d"),
        (vec!["B"], vec![], Some(1), "b c d"),
        (vec!["B"], vec![], Some(2), "b c d e"),
        (vec![], vec!["http://a/"], None, "a b c d"),
        (vec![], vec!["http://a/"], Some(0), "a d"),
        (vec![], vec![], Some(1), "a b d e"),
    ] {
        let narrowed = Request {
            narrowing: Narrowing {
                classes: classes.iter().map(|class| (*class).to_owned()).collect(),
                namespaces: namespaces.iter().map(|space| (*space).to_owned()).collect(),
                depth,
            },
            ..request("x.ttl")
        };
        let imported = turtle(text, &narrowed);
        let mut names: Vec<&str> = (lines(&imported).into_iter())
            .filter_map(|line| line.trim().split_once(": {label")?.0.into())
            .collect();
        names.sort_unstable();
        assert_eq!(
            names.join(" "),
            types,
            "{classes:?} {namespaces:?} {depth:?}"
        );
        assert_eq!(
            types == "a b c d e",
            left(&imported, OmissionReason::NarrowedAway).is_empty()
        );
    }
}

#[test]
fn a_class_that_is_not_there_is_asked_back() {
    let request = Request {
        narrowing: Narrowing {
            classes: vec!["Persn".to_owned()],
            ..Narrowing::default()
        },
        ..request("x.ttl")
    };
    let finding = super::import(
        b"<http://a/Person> a <http://www.w3.org/2002/07/owl#Class> .",
        &request,
    );
    let finding = finding.unwrap_err();
    assert_eq!(
        (finding.id, finding.help.as_deref()),
        ("CB118", Some("did you mean `Person`?"))
    );
}

#[test]
fn nothing_to_take_is_a_finding() {
    for text in ["<http://a/b> <http://a/c> 1 .", "# nothing\n", "{}"] {
        assert_eq!(refused(text.as_bytes(), "x.ttl").id, "CB115", "{text}");
    }
}
