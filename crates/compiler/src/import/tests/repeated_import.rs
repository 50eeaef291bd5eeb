//! Imports of newer versions: codes and names keep their meaning.

use super::{after, file, left, lines, refused, request, sources, turtle};
use crate::import::{ImportLock, Narrowing, OmissionReason, Request};
use crate::source::files::SourceSet;

const FIRST: &str = "\
:name rdfs:domain :Dog, :Cat ; rdfs:range xsd:string .
:age rdfs:domain :Dog ; rdfs:range xsd:integer .
:chases rdfs:domain :Dog ; rdfs:range :Cat .
:Dog a owl:Class . :Cat a owl:Class .
";

#[test]
fn codes_stay_new_ones_follow_and_gone_ones_are_reserved() {
    let request = request("pets.ttl");
    let first = turtle(FIRST, &request);
    // `age` is removed; `colour` and the class `Ant` are new and sort before the others.
    let second = format!(
        "{} :Ant a owl:Class . :colour rdfs:domain :Ant, :Dog ; rdfs:range xsd:string .",
        FIRST.replace(":age rdfs:domain :Dog", ":age rdfs:domain :Nothing")
    );
    let second = turtle(&second, &after(&first, &request));
    let label = |name: &str| format!("type: string, label: {{en: {name}}}");
    assert_eq!(
        lines(&second)[4..],
        [
            format!("  F001: {{path: cat.name, {}}}", label("name")),
            format!("  F003: {{path: dog.name, {}}}", label("name")),
            format!("  F004: {{path: ant.colour, {}}}", label("colour")),
            format!("  F005: {{path: dog.colour, {}}}", label("colour")),
            "  R001: {name: dog_chases, from: dog, to: cat, label: {en: chases}}".to_owned(),
        ]
    );
    assert!(file(&second, "codebook.yaml").ends_with("\nreserved: [F002]\n"));
    // A returning element gets a new code, since the old one may be in use with the old meaning.
    let third = turtle(FIRST, &after(&second, &request));
    let age = lines(&third)
        .into_iter()
        .find(|line| line.contains("dog.age"));
    assert!(age.unwrap().starts_with("  F006:"));
    assert!(file(&third, "codebook.yaml").ends_with("\nreserved: [F002, F004, F005, ant]\n"));
}

#[test]
fn the_same_ontology_again_gives_the_same_bytes() {
    let request = request("pets.ttl");
    let first = turtle(FIRST, &request);
    let second = turtle(FIRST, &after(&first, &request));
    assert_eq!(first.files[..2], second.files[..2]);
    assert_eq!((second.report.codes_kept, second.report.codes_new), (4, 0));
}

#[test]
fn a_name_stays_when_another_element_wants_it() {
    let request = request("pets.ttl");
    let first = turtle(FIRST, &request);
    let second = format!(
        "{FIRST} <http://a/A#Dog> a owl:Class . <http://a/A#name> rdfs:domain <http://a/A#Dog>, :Dog ; rdfs:range xsd:date ."
    );
    let second = turtle(&second, &after(&first, &request));
    let said = lines(&second);
    let has = |start: &str| {
        assert!(
            said.iter().any(|line| line.starts_with(start)),
            "{start} {said:#?}"
        )
    };
    has("  F003: {path: dog.name, type: string");
    has("  F004: {path: dog.name_2, type: date");
    has("  F005: {path: dog_2.name, type: date");
}

#[test]
fn what_becomes_deprecated_keeps_its_code_and_says_so() {
    let request = request("pets.ttl");
    let first = turtle(FIRST, &request);
    let second = format!(
        "{FIRST} :age <https://schema.org/supersededBy> :born . :Cat a owl:DeprecatedClass ."
    );
    let fresh = turtle(&second, &request);
    assert_eq!(
        left(&fresh, OmissionReason::Deprecated)[0],
        ("http://a/#Cat", "")
    );
    assert!(
        left(&fresh, OmissionReason::Deprecated).contains(&("http://a/#age", "http://a/#born"))
    );
    let again = turtle(&second, &after(&first, &request));
    let said = lines(&again).join("\n");
    assert!(said.contains("  F002: {path: dog.age, type: integer, sortable: true, label: {en: age}, description: \"Deprecated: use born.\"}"), "{said}");
    assert!(
        said.contains("  cat: {key: name, label: {en: cat}, description: Deprecated.}"),
        "{said}"
    );
    assert_eq!(again.report.codes_reserved, 0);
}

#[test]
fn narrowing_reserves_and_widening_does_not_renumber() {
    let wide = request("pets.ttl");
    let narrow = Request {
        narrowing: Narrowing {
            classes: vec!["Cat".to_owned()],
            ..Narrowing::default()
        },
        ..wide.clone()
    };
    let first = turtle(FIRST, &narrow);
    assert_eq!(
        lines(&first)[2],
        "  F001: {path: cat.name, type: string, label: {en: name}}"
    );
    let second = turtle(FIRST, &after(&first, &wide));
    assert_eq!((second.report.codes_kept, second.report.codes_new), (1, 3));
    let third = turtle(FIRST, &after(&second, &narrow));
    assert_eq!(
        (third.report.codes_kept, third.report.codes_reserved),
        // Including the type `dog`.
        (1, 4)
    );
}

/// A property with a wide range leads to the imported subclasses; importing the wide class later removes nothing.
#[test]
fn a_relation_stays_when_a_wider_class_comes() {
    let text = ":Puppy rdfs:subClassOf :Dog . :Dog rdfs:subClassOf :Animal . :Animal a owl:Class . :owns rdfs:domain :Man ; rdfs:range :Animal . :Man a owl:Class .";
    let wide = request("pets.ttl");
    let narrow = Request {
        narrowing: Narrowing {
            classes: vec!["Man".to_owned(), "Dog".to_owned()],
            ..Narrowing::default()
        },
        ..wide.clone()
    };
    let first = turtle(text, &narrow);
    let dog = "  R001: {name: man_owns, from: man, to: dog, label: {en: owns}}";
    assert_eq!(lines(&first)[3..], [dog]);
    let second = turtle(text, &after(&first, &wide));
    let animal = "  R002: {name: man_owns_2, from: man, to: animal, label: {en: owns}}";
    assert_eq!(
        lines(&second)[4..],
        [dog, animal],
        "{}",
        file(&second, "codebook.yaml")
    );
}

#[test]
fn limits_policy_name_version_and_chosen_lanes_stay() {
    let request = request("pets.ttl");
    let first = turtle(FIRST, &request);
    let text = file(&first, "codebook.yaml")
        .replace("version: \"0.1.0\"", "version: 2.0.0")
        .replace("name: pets", "name: animals")
        .replace(
            "  structured: [instance_search, attributes_fetch,",
            "  structured: [instance_search,",
        )
        + "limits: {page_cap: 50}\npolicy:\n  illegal_value: {action: reject, fields: [dog.name]}\nreserved: [F099]\n";
    let lock = file(&first, "import.lock");
    let codebook = SourceSet::from_texts([("codebook.yaml", text.as_str())]);
    let previous = ImportLock::read(&codebook, lock).unwrap();
    let second = turtle(
        FIRST,
        &Request {
            previous,
            ..request
        },
    );
    let said = file(&second, "codebook.yaml");
    for part in [
        "name: animals\n",
        "version: \"2.0.0\"\n",
        "lanes:\n  structured: [instance_search, relation_query,",
        "limits: {page_cap: 50}\n",
        "policy:\n  illegal_value: {action: reject, fields: [dog.name]}\n",
        "reserved: [F099]\n",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    assert_eq!(left(&second, OmissionReason::ByHand), []);
}

/// An older lock without prefixes has full IRIs.
#[test]
fn a_lock_with_whole_names_is_read_too() {
    let request = request("pets.ttl");
    let first = turtle(FIRST, &request);
    let lock = file(&first, "import.lock");
    let (lock, _) = lock.split_once("namespaces:").unwrap();
    let lock = lock
        .replace("\"n1:", "\"http://a/#")
        .replace("version: 2", "version: 1");
    let previous = ImportLock::read(&sources(&first), &lock).unwrap();
    let second = turtle(
        FIRST,
        &Request {
            previous,
            ..request
        },
    );
    assert_eq!(second.files[..2], first.files[..2]);
}

#[test]
fn a_damaged_lock_is_a_finding_with_its_place() {
    let first = turtle(FIRST, &request("pets.ttl"));
    let lock = file(&first, "import.lock");
    for (from, to, line) in [
        ("fields:", "field:", 7),
        ("F001: [cat,", "F001: [", 8),
        ("types:", "types: [", 5),
        ("version: 2", "", 0),
    ] {
        assert!(lock.contains(from), "{from}");
        let damaged = lock.replace(from, to);
        let said = ImportLock::read(&sources(&first), &damaged);
        match (said, line) {
            (Err(finding), line) => {
                assert_eq!((finding.id, finding.line.unwrap()), ("CB117", line), "{to}")
            }
            (Ok(_), 0) => {}
            (Ok(_), _) => panic!("{to}"),
        }
    }
    assert_eq!(refused(b"\xff", "a.ttl").id, "CB111");
}
