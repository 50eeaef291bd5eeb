//! Ontologies in several files, their languages, and reports on sparse imports.

use super::{PREFIXES, file, left, lines, refused, request, turtle};
use crate::import::{
    Document, ImportFinding, ImportOutput, OmissionReason, Request, import_documents,
};

fn documents<'d>(texts: &'d [(&'d str, String)], is_found: bool) -> Vec<Document<'d>> {
    let document = |(name, text): &'d (&'d str, String)| Document {
        name,
        bytes: text.as_bytes(),
        is_found,
    };
    texts.iter().map(document).collect()
}

fn turtles<'d>(texts: &[(&'d str, &str)]) -> Vec<(&'d str, String)> {
    let text = |(name, text): &(&'d str, &str)| (*name, format!("{PREFIXES}{text}"));
    texts.iter().map(text).collect()
}

fn together(
    named: &[(&str, String)],
    among: &[(&str, String)],
) -> Result<ImportOutput, ImportFinding> {
    import_documents(
        &documents(named, false),
        &documents(among, true),
        &request("a.ttl"),
    )
}

const A: &str = "<http://a> a owl:Ontology ; owl:imports <http://b/>, <http://absent> . :T a owl:Class ; rdfs:subClassOf _:x . _:x owl:onProperty :p ; owl:allValuesFrom xsd:string . :p a owl:DatatypeProperty .";
const B: &str = "<http://b> a owl:Ontology ; owl:imports <http://c> . :U a owl:Class ; rdfs:subClassOf _:x . _:x owl:onProperty :q ; owl:allValuesFrom xsd:date . :q a owl:DatatypeProperty .";
const C: &str = "<http://d> a owl:Ontology ; owl:versionIRI <http://c> . :V a owl:Class . :r rdfs:domain :V ; rdfs:range :U .";
const OTHER: &str =
    "<http://other> a owl:Ontology . :W a owl:Class . :s rdfs:domain :W ; rdfs:range xsd:string .";

#[test]
fn files_are_one_ontology_whatever_their_order() {
    let texts = turtles(&[("a.ttl", A), ("b.ttl", B), ("c.ttl", C)]);
    let first = together(&texts, &[]).unwrap();
    assert_eq!((first.report.documents, first.report.types), (3, 3));
    assert_eq!(
        left(&first, OmissionReason::Import),
        [("http://absent", "")]
    );
    // Blank nodes of different files are different.
    let said = lines(&first).join("\n");
    assert!(said.contains("path: t.p, type: string") && said.contains("path: u.q, type: date"));
    assert!(!said.contains("t.q") && !said.contains("u.p"), "{said}");
    let turned: Vec<_> = texts.iter().rev().cloned().collect();
    assert_eq!(together(&turned, &[]).unwrap().files[..2], first.files[..2]);
}

#[test]
fn a_deprecation_in_another_file_holds_in_any_order() {
    let both = ":T a owl:Class . :age rdfs:domain :T ; rdfs:range xsd:int . :name rdfs:domain :T ; rdfs:range xsd:string .";
    let named = [("a.ttl", both), ("b.ttl", ":age owl:deprecated true .")];
    for order in [named, [named[1], named[0]]] {
        let output = together(&turtles(&order), &[]).unwrap();
        let deprecated = left(&output, OmissionReason::Deprecated);
        assert_eq!(deprecated, [("http://a/#age", "")], "{order:?}");
    }
}

#[test]
fn imports_are_followed_among_the_files() {
    let named = turtles(&[("a.ttl", A)]);
    let among = turtles(&[
        ("b.ttl", B),
        ("c.ttl", C),
        ("other.ttl", OTHER),
        ("broken.ttl", "a b"),
    ]);
    let imported = together(&named, &among).unwrap();
    assert_eq!((imported.report.documents, imported.report.types), (3, 3));
    assert_eq!(
        left(&imported, OmissionReason::Import),
        [("http://absent", "")]
    );
    assert_eq!(left(&imported, OmissionReason::NotRead)[0].0, "broken.ttl");
}

#[test]
fn a_mistake_names_its_file() {
    let texts = turtles(&[("a.ttl", A), ("b.ttl", ":a b .")]);
    let finding = together(&texts, &[]).unwrap_err();
    assert_eq!(
        (finding.id, finding.about.file.as_deref()),
        ("CB110", Some("b.ttl"))
    );
}

#[test]
fn what_lies_in_a_folder_and_is_no_ontology_is_passed_over() {
    let mut texts = turtles(&[("c.ttl", C), ("b.ttl", B)]);
    texts.push((
        "catalog-v001.xml",
        "<?xml version=\"1.0\"?><catalog/>".to_owned(),
    ));
    texts.push(("package.json", "{}".to_owned()));
    let imported = import_documents(&documents(&texts, true), &[], &request("all")).unwrap();
    let skipped = left(&imported, OmissionReason::NotRead);
    assert_eq!(
        skipped,
        [
            ("catalog-v001.xml", "no ontology"),
            ("package.json", "no ontology")
        ]
    );
}

#[test]
fn edmx_and_rdf_join() {
    let edmx = include_str!("../../../../../fixtures/import/odata-v4.xml").to_owned();
    let mut texts = turtles(&[("other.ttl", OTHER)]);
    texts.push(("metadata.xml", edmx));
    let imported = together(&texts, &[]).unwrap();
    assert_eq!(imported.report.format, "edmx, turtle");
}

#[test]
fn text_behind_the_end_is_a_finding() {
    let rdf = "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/>";
    let edmx = "<edmx:Edmx xmlns:edmx=\"a\"/>";
    for (name, whole) in [("x.rdf", rdf), ("x.xml", edmx)] {
        for behind in ["\ngarbage", "\n<![CDATA[x]]>"] {
            let finding = refused(format!("{whole}{behind}").as_bytes(), name);
            assert_eq!(
                (finding.id, finding.line),
                ("CB110", Some(2)),
                "{finding:?}"
            );
        }
        let finding = refused(format!("{whole}\n{whole}").as_bytes(), name);
        assert!(finding.message.contains("second element"), "{finding:?}");
        assert_eq!(
            refused(format!("{whole}\n\n<!-- end -->\n").as_bytes(), name).id,
            "CB115"
        );
    }
    assert_eq!(refused(b"{} {}", "x.json").id, "CB110");
}

#[test]
fn nothing_taken_says_what_was_there() {
    let text = "@prefix c: <http://c/> . c:a c:nameZh \"x\" ; c:category c:property . c:b c:nameZh \"y\" . c:T a <http://www.w3.org/2002/07/owl#Class> .";
    let finding = refused(text.as_bytes(), "x.ttl");
    assert_eq!(
        (finding.id, finding.message.as_str()),
        (
            "CB115",
            "no class of the ontology can become a type: 3 subjects, 1 classes, 0 properties; 3 of 4 statements are not read: `http://c/nameZh` (2), `http://c/category` (1)"
        )
    );
    let reasons: Vec<&str> = finding
        .about
        .left
        .iter()
        .map(|entry| entry.reason.slug())
        .collect();
    assert_eq!(reasons, ["unused", "unread"]);
}

const LABELS: &str = ":T a owl:Class ; rdfs:label \"thing\"@en, \"вещь\"@ru, \"Ding\"@de . :a rdfs:domain :T ; rdfs:range xsd:string ; rdfs:label \"a\"@en, \"а\"@ru . :b rdfs:domain :T ; rdfs:range xsd:string ; rdfs:label \"b\"@en .";

#[test]
fn languages_are_those_asked_for() {
    let asked = |languages: &[&str]| {
        let languages = languages.iter().map(|text| (*text).to_owned()).collect();
        turtle(
            LABELS,
            &Request {
                languages,
                ..request("x.ttl")
            },
        )
    };
    let by_itself = asked(&[]);
    assert_eq!(by_itself.report.languages, ["en"]);
    assert_eq!(
        left(&by_itself, OmissionReason::Language),
        [
            ("de", "labels of 1 in 3 elements"),
            ("ru", "labels of 2 in 3 elements")
        ]
    );
    let russian = asked(&["ru", "de"]);
    assert_eq!(russian.report.languages, ["ru", "de"]);
    assert!(file(&russian, "codebook.yaml").contains("t: {label: {de: Ding, ru: \"вещь\"}}"));
    // A language without labels is reported with the available ones.
    assert_eq!(left(&russian, OmissionReason::NoLabel), []);
    assert_eq!(
        left(&asked(&["en", "fr"]), OmissionReason::NoLabel),
        [("fr", "no label in fr; there are de, en, ru")]
    );
    // The next import keeps the requested languages.
    let again = turtle(LABELS, &super::after(&russian, &request("x.ttl")));
    assert_eq!(
        file(&again, "codebook.yaml"),
        file(&russian, "codebook.yaml")
    );
}

#[test]
fn a_name_is_a_label_only_in_the_language_of_its_letters() {
    let text = ":T a owl:Class ; rdfs:label \"coisa\"@pt . :hasBase rdfs:domain :T ; rdfs:range xsd:string . :x rdfs:domain :T ; rdfs:range xsd:string ; rdfs:label \"isso\"@pt .";
    let languages = vec!["pt".to_owned()];
    let imported = turtle(
        text,
        &Request {
            languages,
            ..request("x.ttl")
        },
    );
    let said = lines(&imported).join("\n");
    assert!(
        said.contains("F001: {path: t.has_base, type: string}"),
        "{said}"
    );
}

#[test]
fn long_names_are_whole_in_the_report_and_told_where_they_are_cut() {
    let long = "veryLongNameOf".repeat(12);
    let text = format!(
        ":T a owl:Class . :{long}1 a owl:DatatypeProperty ; rdfs:range xsd:string . :{long}2 a owl:DatatypeProperty ; rdfs:range xsd:string . :{long}3 rdfs:domain :T ; rdfs:range xsd:string ."
    );
    let imported = turtle(&text, &request("x.ttl"));
    assert_eq!(left(&imported, OmissionReason::NoDomain).len(), 2);
    let whole = format!("http://a/#{long}3");
    assert!(left(&imported, OmissionReason::Cut).contains(&(whole.as_str(), "name")));
    assert!(imported.report.text().lines().all(|line| line.len() < 600));
}

/// A description in another language than the codebook's first one names its language.
#[test]
fn a_description_says_its_language() {
    let text = ":T a owl:Class ; rdfs:label \"thing\"@en, \"вещь\"@ru ; rdfs:comment \"What there is.\"@en . :a rdfs:domain :T ; rdfs:range xsd:string .";
    let asked = |languages: &[&str]| {
        let languages = languages.iter().map(|text| (*text).to_owned()).collect();
        let request = Request {
            languages,
            ..request("x.ttl")
        };
        lines(&turtle(text, &request)).join("\n")
    };
    let english = asked(&["en", "ru"]);
    assert!(
        english.contains("description: What there is.}"),
        "{english}"
    );
    let russian = asked(&["ru", "en"]);
    let said = "description: {en: What there is.}}";
    assert!(russian.contains(said), "{russian}");
}
