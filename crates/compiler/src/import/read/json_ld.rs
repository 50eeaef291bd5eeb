//! JSON-LD → graph. Contexts are read inline and never fetched. The JSON is walked once beforehand to bound the cost of
//! its contexts.

use json_event_parser::{JsonEvent, SliceJsonParser};
use oxjsonld::JsonLdErrorCode::{LoadingDocumentFailed, LoadingRemoteContextFailed};
use oxjsonld::JsonLdParser;

use super::graph::{Graph, too_deep};
use super::turtle::{node, term};
use crate::finding::Rule;
use crate::import::bounds::{BASE, CONTEXT_WORK, JSON_DEPTH, TRIPLES};
use crate::import::finding::{ImportFinding, shown};

pub(crate) fn read(text: &str, mut graph: Graph) -> Result<Graph, ImportFinding> {
    bounded(text)?;
    let parser = JsonLdParser::new().with_base_iri(BASE);
    let parser = parser.unwrap_or_default();
    for quad in parser.for_slice(text) {
        let quad = quad.map_err(|error| {
            let message = shown(&error.to_string());
            let finding = match error.code() {
                Some(LoadingRemoteContextFailed | LoadingDocumentFailed) => {
                    let message = format!("a context is not in the file: {message}");
                    ImportFinding::new(Rule::OntologyRemote, message)
                        .help("write the context out in the file; nothing is fetched")
                }
                _ => ImportFinding::new(Rule::OntologySyntax, format!("not JSON-LD: {message}")),
            };
            match error.location() {
                Some(place) => finding.at(place.start.line + 1, place.start.column + 1),
                None => finding,
            }
        })?;
        graph.add(
            node(quad.subject),
            quad.predicate.as_str(),
            term(quad.object),
        )?;
    }
    Ok(graph)
}

/// Bounds the cost of contexts: a context is applied to every object in its scope.
fn bounded(text: &str) -> Result<(), ImportFinding> {
    let mut json = SliceJsonParser::new(text.as_bytes());
    let (mut values, mut objects, mut context_keys) = (0_usize, 0_usize, 0_usize);
    // The number of open values, and that number at the start of the current context.
    let mut depth = 0_usize;
    let mut context: Option<usize> = None;
    loop {
        let event = json.parse_next().map_err(|error| {
            let start = error.location().start;
            let message = format!("not JSON: {}", shown(error.message()));
            ImportFinding::new(Rule::OntologySyntax, message).at(start.line + 1, start.column + 1)
        })?;
        match event {
            JsonEvent::Eof => break,
            JsonEvent::ObjectKey(key) => {
                context = context.filter(|outside| *outside < depth);
                if key == "@context" {
                    context = context.or(Some(depth));
                }
                context_keys += usize::from(context.is_some());
                continue;
            }
            JsonEvent::EndObject | JsonEvent::EndArray => {
                depth = depth.saturating_sub(1);
                context = context.filter(|outside| *outside < depth);
                continue;
            }
            _ if depth > JSON_DEPTH => return Err(too_deep(JSON_DEPTH)),
            JsonEvent::StartObject => {
                objects += 1;
                depth += 1;
            }
            JsonEvent::StartArray => depth += 1,
            _ => {}
        }
        values += 1;
        if values > TRIPLES {
            let message = format!("the ontology has more than {TRIPLES} JSON values");
            return Err(ImportFinding::too_large(message));
        }
    }
    if objects.saturating_mul(context_keys) > CONTEXT_WORK {
        let message =
            format!("{objects} objects under contexts of {context_keys} keys are too many");
        return Err(ImportFinding::new(Rule::OntologyTooLarge, message)
            .help("write it as Turtle, or with a smaller context"));
    }
    Ok(())
}
