//! Bytes of an ontology → `Ontology`, with one reader per format.
//!
//! ```text
//! named documents ──► Graph of each ──┐
//!                                     ├─ joined ─► Ontology ◄── EDMX
//! documents among ──► those that are imported
//! ```
//!
//! Turtle and JSON-LD are read by `oxttl` and `oxjsonld`: both are maintained, read streams and fetch nothing. All of
//! it is behind the feature `import`, so that a build script does not pay for it.

mod document;
mod edmx;
pub(crate) mod format;
mod graph;
mod graph_to_ontology;
mod json_ld;
pub(crate) mod other_format;
mod rdf_xml;
mod turtle;
mod xml;

use std::collections::{BTreeMap, BTreeSet};

use super::finding::ImportFinding;
use super::omission::{OmissionReason, Omissions};
use super::ontology::Ontology;
use document::Read;
use format::Format;
use graph::Graph;

pub use document::Document;

/// The result over all documents.
#[derive(Debug, Default)]
pub(super) struct Whole {
    pub(super) ontology: Ontology,
    pub(super) formats: BTreeSet<&'static str>,
    pub(super) documents: usize,
    pub(super) subjects: usize,
    pub(super) statements: usize,
}

/// Reads the named documents and, of the others, those that they import directly or indirectly.
pub(super) fn ontology(
    (named, among): (&[Document<'_>], &[Document<'_>]),
    format: Option<Format>,
    left: &mut Omissions,
) -> Result<Whole, ImportFinding> {
    let sizes = named.iter().chain(among);
    format::bounded(sizes.map(|document| document.bytes.len()).sum())?;
    let mut whole = Whole::default();
    let mut graph = Graph::default();
    for (number, document) in named.iter().enumerate() {
        match document.read(number, format, left)? {
            Read::Graph(one, format) => {
                let joined = graph.join(one);
                joined.map_err(|finding| finding.of(document.name))?;
                whole.formats.insert(format.name());
            }
            Read::Ontology(one) => {
                whole.ontology.join(one);
                whole.formats.insert(Format::Edmx.name());
            }
            Read::Nothing => continue,
        }
        whole.documents += 1;
    }
    whole.documents += imported(&mut graph, among, (named.len(), format), left)?;
    whole.subjects = graph.subjects().len() + whole.ontology.classes.len();
    whole.statements = graph.triples;
    graph.settle();
    let of_graph = graph_to_ontology::ontology(&graph, left)?;
    whole.ontology.join(of_graph);
    Ok(whole)
}

/// Joins all imported documents, also indirect ones, and returns their number.
fn imported(
    graph: &mut Graph,
    among: &[Document<'_>],
    (first, format): (usize, Option<Format>),
    left: &mut Omissions,
) -> Result<usize, ImportFinding> {
    if among.is_empty() {
        return Ok(0);
    }
    let mut graphs: BTreeMap<usize, Graph> = BTreeMap::new();
    let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
    for (at, document) in among.iter().enumerate() {
        match document.read(first + at, format, left) {
            Ok(Read::Graph(one, _)) => {
                for iri in one.ontologies() {
                    by_name.entry(plain_iri(iri).to_owned()).or_insert(at);
                }
                graphs.insert(at, one);
            }
            Ok(Read::Ontology(_) | Read::Nothing) => {}
            // Its IRI is unknown because it cannot be read, so nobody knows if it is needed.
            Err(finding) => {
                left.other(OmissionReason::NotRead, document.name, &finding.message);
            }
        }
    }
    let names = |graph: &Graph| -> Vec<usize> {
        let imports = graph.imports().map(plain_iri);
        imports
            .filter_map(|iri| by_name.get(iri).copied())
            .collect()
    };
    let mut open = names(graph);
    let mut count = 0;
    while let Some(at) = open.pop() {
        let Some(one) = graphs.remove(&at) else {
            continue;
        };
        open.extend(names(&one));
        graph.join(one)?;
        count += 1;
    }
    Ok(count)
}

/// An IRI without a trailing `#` or `/`, which imports and declarations may or may not have.
fn plain_iri(iri: &str) -> &str {
    iri.trim_end_matches(['#', '/'])
}
