//! `Document`: one file of an ontology.

use super::format::{self, Format};
use super::graph::Graph;
use super::{edmx, json_ld, rdf_xml, turtle};
use crate::import::finding::ImportFinding;
use crate::import::omission::{OmissionReason, Omissions};
use crate::import::ontology::Ontology;

/// One file of an ontology.
#[derive(Debug, Clone, Copy)]
pub struct Document<'d> {
    /// Name for messages; its extension may decide the format.
    pub name: &'d str,
    /// The content.
    pub bytes: &'d [u8],
    /// True for a file found in a folder: if it is not an ontology, it is reported and skipped instead of being an
    /// error.
    pub is_found: bool,
}

pub(super) enum Read {
    Graph(Graph, Format),
    Ontology(Ontology),
    /// Not an ontology, and not named as one.
    Nothing,
}

impl Document<'_> {
    /// Reads the document; `number` keeps its blank nodes apart from other documents.
    pub(super) fn read(
        &self,
        number: usize,
        format: Option<Format>,
        left: &mut Omissions,
    ) -> Result<Read, ImportFinding> {
        let read = self.read_as(number, format, left);
        read.map_err(|finding| finding.of(self.name))
    }

    fn read_as(
        &self,
        number: usize,
        format: Option<Format>,
        left: &mut Omissions,
    ) -> Result<Read, ImportFinding> {
        let text = format::text(self.bytes)?;
        let told = match format {
            Some(format) => Ok(format),
            None => format::told(text, self.name),
        };
        let format = match told {
            Ok(format) if !self.is_found || format.is_said_by(text) => format,
            Err(finding) if !self.is_found => return Err(finding),
            _ => {
                left.other(OmissionReason::NotRead, self.name, "no ontology");
                return Ok(Read::Nothing);
            }
        };
        let graph = Graph::of_document(number);
        Ok(match format {
            Format::Turtle => Read::Graph(turtle::read(text, graph)?, format),
            Format::RdfXml => Read::Graph(rdf_xml::read(text, graph)?, format),
            Format::JsonLd => Read::Graph(json_ld::read(text, graph)?, format),
            Format::Edmx => Read::Ontology(edmx::read(text, left)?),
        })
    }
}
