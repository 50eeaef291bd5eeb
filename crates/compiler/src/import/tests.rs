//! Tests of the import. One helper calls the API; tables of cases call the helper.

mod changed_meaning;
mod fixtures;
mod hand_edits;
mod hostile;
mod moved_namespace;
mod names;
mod ossie;
mod repeated_import;
mod several_files;
mod shapes;
mod turtles;

use super::{ImportFinding, ImportLock, ImportOutput, LOCK, Request, import};
use crate::{Severity, SourceSet, compile};

/// Prefixes of every Turtle case.
const PREFIXES: &str = "\
@prefix : <http://a/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . \
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> . \
@prefix sh: <http://www.w3.org/ns/shacl#> .\n";

/// A request for one file.
fn request(source: &str) -> Request {
    Request {
        source: source.to_owned(),
        ..Request::default()
    }
}

/// Imports a text and checks that the result compiles without errors.
fn imported(text: &str, request: &Request) -> ImportOutput {
    let imported = import(text.as_bytes(), request);
    let imported = imported.unwrap_or_else(|finding| panic!("{finding:?}\n{text}"));
    let codebook = file(&imported, "codebook.yaml");
    let findings = compile(&sources(&imported)).findings;
    let errors: Vec<_> = (findings.iter())
        .filter(|finding| finding.severity() == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:#?}\n{codebook}");
    imported
}

fn turtle(text: &str, request: &Request) -> ImportOutput {
    imported(&format!("{PREFIXES}{text}"), request)
}

/// The finding that rejects a text.
fn refused(bytes: &[u8], name: &str) -> ImportFinding {
    match import(bytes, &request(name)) {
        Err(finding) => finding,
        Ok(imported) => panic!("{}", file(&imported, "codebook.yaml")),
    }
}

fn file<'i>(imported: &'i ImportOutput, path: &str) -> &'i str {
    let file = imported.files.iter().find(|file| file.path == path);
    &file.unwrap().text
}

fn sources(imported: &ImportOutput) -> SourceSet {
    beside(imported, &[])
}

/// The codebook together with other files.
fn beside(imported: &ImportOutput, more: &[(&str, &str)]) -> SourceSet {
    let codebook = ("codebook.yaml", file(imported, "codebook.yaml"));
    SourceSet::from_texts(more.iter().copied().chain([codebook]))
}

/// The slugs of the errors in a codebook.
fn errors(sources: &SourceSet) -> Vec<String> {
    let findings = compile(sources).findings.into_iter();
    let errors = findings.filter(|finding| finding.severity() == Severity::Error);
    errors
        .map(|finding| format!("{} {}", finding.rule.doc().id, finding.message))
        .collect()
}

/// The same request, repeated after this import.
fn after(imported: &ImportOutput, request: &Request) -> Request {
    after_in(&sources(imported), imported, request)
}

/// The same request, repeated after this import with all files of its folder.
fn after_in(sources: &SourceSet, imported: &ImportOutput, request: &Request) -> Request {
    Request {
        previous: ImportLock::read(sources, file(imported, LOCK)).unwrap(),
        ..request.clone()
    }
}

/// Lines of the codebook, one per element, without the first line.
fn lines(imported: &ImportOutput) -> Vec<&str> {
    let text = file(imported, "codebook.yaml");
    text.lines().filter(|line| line.starts_with("  ")).collect()
}

/// Names and details of the omissions for one reason.
fn left(imported: &ImportOutput, reason: super::OmissionReason) -> Vec<(&str, &str)> {
    (imported.report.left.iter())
        .filter(|entry| entry.what.reason == reason)
        .map(|entry| (entry.what.name.as_str(), entry.what.detail.as_str()))
        .collect()
}
