//! Bytes of an ontology → `Ontology`, one reader a format.
//!
//! The readers of Turtle and JSON-LD are `oxttl` and `oxjsonld`: they are kept up, read a stream and fetch nothing by
//! themselves. All of it is behind the feature `import`, so that a build script does not pay for it.

mod edmx;
pub(crate) mod format;
mod graph;
mod graph_to_ontology;
mod json_ld;
mod rdf_xml;
mod turtle;
mod xml;

use super::finding::ImportFinding;
use super::omission::Omissions;
use super::ontology::Ontology;
use format::Format;
use graph::Graph;

/// Reads a text in its format.
pub(super) fn ontology(
    text: &str,
    format: Format,
    left: &mut Omissions,
) -> Result<Ontology, ImportFinding> {
    match format {
        Format::Turtle => of_graph(turtle::read(text)?, left),
        Format::RdfXml => of_graph(rdf_xml::read(text)?, left),
        Format::JsonLd => of_graph(json_ld::read(text)?, left),
        Format::Edmx => edmx::read(text, left),
    }
}

fn of_graph(mut graph: Graph, left: &mut Omissions) -> Result<Ontology, ImportFinding> {
    graph.settle();
    graph_to_ontology::ontology(&graph, left)
}
