//! What any input may cost: findings, memory and work, the last counted in allocations and not in time.
//!
//! Each kind of bad input is tried at two sizes. Memory and work are so many times the input; of a codebook, twice the
//! input costs about twice the work, so that nothing is hidden which grows with the square.
#![allow(clippy::unwrap_used, reason = "a test panics on failure")]

use std::fmt::Write as _;

use allocation_counter::{AllocationInfo, measure};
use cmec_compiler::import::{Format, Request, import};
use cmec_compiler::{Colour, SourceSet, compile, render, report};

/// Most findings of an input: the errors that are told, the one that says there are more, and some for what it lacks.
const FINDINGS: usize = 1100;
/// Most bytes in use at once for each byte of the input, and for none.
const PEAK: (usize, usize) = (200, 4 << 20);
/// The same for an ontology: the entities of a document may become so much, once as it is read and once as it is kept.
const ENTITIES: (usize, usize) = (200, 36 << 20);
/// Most allocations for each byte of the input, and for none.
const WORK: (usize, usize) = (24, 100_000);
/// The same for an ontology: a tree of classes is walked from each of them, within a bound on the steps of all walks.
const STEPS: (usize, usize) = (24, 4_000_000);
/// How much dearer twice the input may be.
const GROWTH: f64 = 2.6;

/// So many lines, each with its number.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

const HEAD: &str =
    "name: bad\nversion: 1\nlanguages: [en]\nlanes: {structured: [instance_search]}\n";

/// A kind of bad codebook: its name, and its files for a size in lines.
type Codebook = (&'static str, fn(usize) -> Vec<(&'static str, String)>);

#[rustfmt::skip]
const CODEBOOKS: &[Codebook] = &[
    ("unknown keys", |n| book(lines(n, |at| format!("k{at}: 1\n")))),
    ("one key again and again", |n| book(lines(n, |_| "a: 1\n".to_owned()))),
    ("aliases", |n| book(format!("a: &a [x]\nb:\n{}", lines(n, |_| "  - *a\n".to_owned())))),
    ("an alias bomb", |n| book(lines(n, |at| format!("a{at}: &a{at} [*a{0}, *a{0}, *a{0}]\n", at.saturating_sub(1))))),
    ("anchors", |n| book(lines(n, |at| format!("k{at}: &a{at} x\n")))),
    ("tags", |n| book(lines(n, |at| format!("k{at}: !!str x\n")))),
    ("brackets", |n| book("[".repeat(n * 10))),
    ("dashes", |n| book("- ".repeat(n * 10))),
    ("question marks", |n| book("? ".repeat(n * 10))),
    ("quotes", |n| book("\"\\".repeat(n * 5))),
    ("one long line", |n| book(format!("name: {}\n", "x".repeat(n * 10)))),
    ("bytes that are no text", |n| book("\u{fffd}\u{1}".repeat(n))),
    ("types that are not there", |n| book(format!(
        "{HEAD}types:\n{}fields:\n{}",
        lines(n, |at| format!("  kind{at}: {{label: {{en: a}}}}\n")),
        lines(n, |at| format!("  F{at}: {{path: knid{at}.a, type: string, label: {{en: a}}}}\n"))))),
    ("inverses that are not there", |n| book(format!(
        "{HEAD}types: {{t: {{label: {{en: t}}}}}}\nfields: {{}}\nrelations:\n{}",
        lines(n, |at| format!("  R{at}: {{name: leads{at}, from: t, to: t, inverse: laeds{at}, label: {{en: a}}}}\n"))))),
    ("languages", |n| book(format!(
        "{}types:\n{}fields: {{}}\n",
        HEAD.replace("[en]", &format!("[{}]", lines(n, |at| format!("l{at},")))),
        lines(n, |at| format!("  t{at}: {{}}\n"))))),
    ("fields of a policy", |n| book(format!(
        "{HEAD}types: {{t: {{label: {{en: t}}}}}}\nfields:\n{}policy: {{illegal_value: {{action: reject, fields: [{}]}}}}\n",
        lines(n, |at| format!("  F{at}: {{path: t.field{at}, type: string, label: {{en: a}}}}\n")),
        lines(n, |at| format!("t.feild{at},"))))),
    ("values with one name", |n| book(format!(
        "{HEAD}types: {{t: {{label: {{en: t}}}}}}\nfields:\n  F1:\n    path: t.a\n    type: enum\n    label: {{en: a}}\n    values:\n{}",
        lines(n, |at| format!("      v{at}: {{label: {{en: same}}}}\n"))))),
    ("names that look alike", |n| book(format!(
        "{HEAD}types: {{t: {{label: {{en: t}}}}}}\nfields:\n{}",
        lines(n, |at| format!("  F{at}: {{path: t.a{at}, type: string, label: {{en: a}}}}\n  Ϝ{at}: {{path: t.а{at}, type: string, label: {{en: a}}}}\n"))))),
    ("labels that are not there", |n| book(format!(
        "{HEAD}types:\n{}fields: {{}}\n", lines(n, |at| format!("  t{at}: {{}}\n"))))),
    ("recipes that are one", |n| recipes(lines(n, |at| format!(
        "  r{at}: {{intent: a, purpose: b, match: {{scenario: instance_search, target_type: t}}, template: t, scope: {{mode: strict, accounts: [], side: either}}, limit: base, result: FACTUAL_LIST, state: planned}}\n")), "ВЫБРАТЬ ПЕРВЫЕ 21 А".to_owned())),
    ("parameters of a query", |n| recipes("  {}\n".to_owned(), lines(n, |at| format!("&П{at} ")))),
    ("literals of a query", |n| recipes("  {}\n".to_owned(), lines(n, |at| format!("{at} ")))),
    ("a lock of nothing", |n| vec![
        ("codebook.yaml", format!("{HEAD}types: {{t: {{label: {{en: t}}}}}}\nfields: {{}}\n")),
        ("codebook.lock", format!("format: 1\ngiven:\n{}", lines(n, |at| format!("- {{field: F{at}, path: t.a, value: string, check: x}}\n"))))]),
];

fn book(text: String) -> Vec<(&'static str, String)> {
    vec![("codebook.yaml", text)]
}

/// A codebook with these recipes and this text of a query, which many templates name.
fn recipes(recipes: String, query: String) -> Vec<(&'static str, String)> {
    let templates = lines(50, |at| {
        format!(
            "  t{at}: {{rows: movement, query: {{period_desc: queries/q.1c}}, parameters: {{}}}}\n"
        )
    });
    let head = HEAD.replace("structured", "address");
    let book = format!("{head}types: {{t: {{label: {{en: t}}}}}}\nfields: {{}}\n");
    let file = format!(
        "filters: {{}}\nlimits: {{default: 10, max: 20, extended_max: 50, account: 20}}\ntemplates:\n{templates}recipes:\n{recipes}"
    );
    vec![
        ("codebook.yaml", book),
        ("recipes.yaml", file),
        ("queries/q.1c", query),
    ]
}

/// Bytes in, and what they cost.
fn cost(bytes: usize, work: impl FnOnce()) -> (usize, AllocationInfo) {
    (bytes, measure(work))
}

/// Bytes or allocations: for each byte of the input, and for none.
type Most = (usize, usize);

fn holds(name: &str, (peak, work): (Most, Most), costs: [(usize, AllocationInfo); 2]) {
    for (bytes, cost) in costs {
        let most = |(each, none): Most| u64::try_from(bytes * each + none).unwrap();
        let said = format!("{name}, {bytes} bytes: {cost:?}");
        assert!(cost.bytes_max <= most(peak), "memory of {said}");
        assert!(cost.count_total <= most(work), "work of {said}");
    }
}

#[test]
fn a_codebook_costs_by_its_length() {
    for (name, files) in CODEBOOKS {
        let tried = |lines: usize| {
            let files = files(lines);
            let bytes = files.iter().map(|(_, text)| text.len()).sum();
            let texts = files.iter().map(|(name, text)| (*name, text.as_str()));
            let sources = SourceSet::from_texts(texts);
            let mut found = Vec::new();
            let cost = cost(bytes, || found = compile(&sources).findings);
            let warnings = found
                .iter()
                .filter(|one| one.rule.doc().id == "CB034")
                .count();
            assert!(
                found.len() - warnings <= FINDINGS,
                "{name}: {}",
                found.len()
            );
            assert!(!found.is_empty(), "{name} is good");
            cost
        };
        let (small, large) = (tried(600), tried(1200));
        holds(name, (PEAK, WORK), [small, large]);
        let (_, none) = WORK;
        let least = small.1.count_total as f64 + none as f64 / 20.0;
        let grown = large.1.count_total as f64 / least;
        assert!(
            grown <= GROWTH,
            "{name} grows {grown:.2} times: {small:?} {large:?}"
        );
    }
}

/// Whatever is found can be shown, at a length that somebody can print.
#[test]
fn what_is_found_is_shown_within_bounds() {
    for (name, files) in CODEBOOKS {
        let files = files(1200);
        let texts = files.iter().map(|(name, text)| (*name, text.as_str()));
        let sources = SourceSet::from_texts(texts);
        let mut found = compile(&sources).findings;
        found.truncate(40);
        assert_eq!(report(&found, &sources).len(), found.len(), "{name}");
        assert!(
            !render(&found, &sources, Colour::Plain).is_empty(),
            "{name}"
        );
    }
}

/// A kind of bad ontology: its name, its format, and its text for a size.
type Bad = (&'static str, Format, fn(usize) -> String);

const PREFIXES: &str = "@prefix : <http://a/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n";
const RDF: &str = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:owl='http://www.w3.org/2002/07/owl#' xmlns:rdfs='http://www.w3.org/2000/01/rdf-schema#'>\n";

#[rustfmt::skip]
const ONTOLOGIES: &[Bad] = &[
    ("nothing but statements", Format::Turtle, |n| format!("{PREFIXES}{}", lines(n, |at| format!(":a{at} :b{at} :c{at} .\n")))),
    ("a class below itself", Format::Turtle, |n| format!("{PREFIXES}{}", lines(n, |at| format!(":C{at} a owl:Class ; rdfs:subClassOf :C{} .\n", (at + 1) % n)))),
    ("a union of itself", Format::Turtle, |n| format!("{PREFIXES}{}", lines(n, |at| format!("_:b{at} owl:unionOf ( _:b{} :C{at} ) .\n", (at + 1) % n)))),
    ("lists without an end", Format::Turtle, |n| format!("@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n{PREFIXES}:p rdfs:domain [ owl:unionOf _:l0 ] .\n{}", lines(n, |at| format!("_:l{at} rdf:first :C{at} ; rdf:rest _:l{} .\n", (at + 1) % n)))),
    ("inverses in a ring", Format::Turtle, |n| format!("{PREFIXES}{}", lines(n, |at| format!(":p{at} a owl:ObjectProperty ; rdfs:domain :C ; rdfs:range :C ; owl:inverseOf :p{} .\n", (at + 1) % n)))),
    ("names that are one", Format::Turtle, |n| format!("{PREFIXES}:C a owl:Class .\n{}", lines(n, |at| format!("<http://a/{at}#same> a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:string .\n")))),
    ("open brackets", Format::Turtle, |n| "[ ".repeat(n * 5)),
    ("prefixes", Format::Turtle, |n| lines(n, |at| format!("@prefix p{at}: <http://a/{at}> .\n"))),
    ("no ends of elements", Format::RdfXml, |n| format!("{RDF}{}", "<rdf:Description>".repeat(n))),
    ("classes", Format::RdfXml, |n| format!("{RDF}{}</rdf:RDF>", lines(n, |at| format!("<owl:Class rdf:about='urn:{at}'><rdfs:label>a</rdfs:label></owl:Class>\n")))),
    ("attributes", Format::RdfXml, |n| format!("{RDF}<owl:Class {}/></rdf:RDF>", lines(n, |at| format!("a{at}='b' ")))),
    ("namespaces", Format::RdfXml, |n| format!("{RDF}<owl:Class {}/></rdf:RDF>", lines(n, |at| format!("xmlns:a{at}='urn:{at}' ")))),
    ("entities", Format::RdfXml, |n| format!("<!DOCTYPE r [{}]>{RDF}</rdf:RDF>", lines(n, |at| format!("<!ENTITY a{at} 'b'>")))),
    ("uses of an entity", Format::RdfXml, |n| format!("<!DOCTYPE r [<!ENTITY a '{}'>]>{RDF}<rdf:Description rdf:about='{}'/></rdf:RDF>", "h".repeat(4000), "&a;".repeat(n * 5))),
    ("objects", Format::JsonLd, |n| format!("[{}1]", "{\"@id\":\"urn:a\"},".repeat(n))),
    ("keys of a context", Format::JsonLd, |n| format!("{{\"@context\":{{{}\"z\":\"urn:z\"}},\"@graph\":[{}{{}}]}}", lines(n, |at| format!("\"k{at}\":\"urn:{at}\",")), "{},".repeat(n))),
    ("contexts in contexts", Format::JsonLd, |n| format!("{}1{}", "{\"@context\":{\"a\":\"urn:a\"},\"a\":".repeat(n.min(60)), "}".repeat(n.min(60)))),
    ("types of nothing", Format::Edmx, |n| format!("<edmx:Edmx xmlns:edmx='http://docs.oasis-open.org/odata/ns/edmx' Version='4.0'><edmx:DataServices><Schema xmlns='http://docs.oasis-open.org/odata/ns/edm' Namespace='a'>{}</Schema></edmx:DataServices></edmx:Edmx>", lines(n, |at| format!("<EntityType Name='T{at}' BaseType='a.T{}'/>", (at + 1) % n)))),
    ("properties of one type", Format::Edmx, |n| format!("<edmx:Edmx xmlns:edmx='http://docs.oasis-open.org/odata/ns/edmx' Version='4.0'><edmx:DataServices><Schema xmlns='http://docs.oasis-open.org/odata/ns/edm' Namespace='a'><EntityType Name='T'>{}</EntityType></Schema></edmx:DataServices></edmx:Edmx>", lines(n, |at| format!("<Property Name='p{at}' Type='Edm.Guid' Nullable='x'/>")))),
];

#[test]
fn an_ontology_costs_by_its_length() {
    for (name, format, text) in ONTOLOGIES {
        let tried = |size: usize| {
            let text = text(size);
            let request = Request {
                source: "bad".to_owned(),
                format: Some(*format),
                ..Request::default()
            };
            let mut shown = String::new();
            let cost = cost(text.len(), || match import(text.as_bytes(), &request) {
                Ok(imported) => {
                    for file in imported.files {
                        let _ = write!(shown, "{}", file.path);
                    }
                }
                Err(finding) => shown = finding.message,
            });
            assert!(shown.len() < 1000, "{name}: {shown}");
            cost
        };
        holds(name, (ENTITIES, STEPS), [tried(300), tried(600)]);
    }
}
