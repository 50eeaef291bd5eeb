//! `import`: a codebook from an ontology.
//!
//! ```text
//! bytes of an ontology
//!    │ told                format      by content, then by ending
//!    ▼
//! Turtle · RDF/XML · JSON-LD ─► Graph          one reader per format
//!    │ ontology            graph_to_ontology
//!    ▼
//! Ontology ◄── EDMX        edmx               classes and properties, wherever they came from
//!    │ book                ontology_to_book   a field or a relation for each class that can use a property
//!    ▼
//!  Book                                       names, value types, words; no codes
//!    │ coded               codes              codes of before stay, new ones follow, gone ones are reserved
//!    ▼
//!  Coded
//!    │ codebook, lock      write
//!    ▼
//! codebook.yaml · import.lock · import.report.json
//! ```
//!
//! [`import`] is a function from bytes to texts: it opens no file and fetches nothing, not the contexts, entities and
//! ontologies that a document names. The same bytes give the same texts, whatever the order of the triples. What
//! cannot be taken over is not guessed at: it is in the [`ImportReport`], with the reason.

mod book;
mod codes;
mod edmx;
mod finding;
mod format;
mod graph;
mod graph_to_ontology;
mod json_ld;
mod languages;
mod left;
mod limits;
mod names;
mod narrow;
mod ontology;
mod ontology_to_book;
mod previous;
mod rdf_xml;
mod report;
mod roles;
mod shape;
mod signature;
mod tree;
mod turtle;
mod usage;
mod vocabulary;
mod write;
mod xml;

#[cfg(test)]
mod tests;

use crate::bounds::FILE_BYTES;
use crate::emit::Artefact;
use crate::files::CODEBOOK;
use crate::registry::Rule;
use graph::Graph;
use left::Leavings;
use ontology::Ontology;
use report::Entry;

pub use finding::ImportFinding;
pub use format::Format;
pub use left::{Element, Left, Reason};
pub use narrow::Narrowing;
pub use previous::{LOCK, Previous};
pub use report::{Entry as LeftEntry, ImportReport, Summary};
pub use write::SCHEMA;

/// Name of the file with the whole report.
pub const REPORT: &str = "import.report.json";

/// What is imported, and how.
#[derive(Debug, Default, Clone)]
pub struct Request {
    /// Name of the ontology's file; its ending may tell the format, its stem names the codebook.
    pub source: String,
    /// The format, where it is known.
    pub format: Option<Format>,
    /// Name of the codebook, in place of an earlier one or one made of `source`.
    pub name: Option<String>,
    /// What of the ontology is wanted.
    pub narrowing: Narrowing,
    /// What an earlier import gave.
    pub previous: Previous,
}

/// What came of an import.
#[derive(Debug, Clone)]
pub struct Imported {
    /// `codebook.yaml`, `import.lock` and `import.report.json`.
    pub files: Vec<Artefact>,
    /// What was taken and what was not.
    pub report: ImportReport,
}

/// Makes a codebook of an ontology.
///
/// # Errors
/// A finding (CB110 to CB118) when the bytes are no ontology of the format, are too large or nest too deep, ask for
/// something outside of the file, or hold nothing that could be taken.
pub fn import(bytes: &[u8], request: &Request) -> Result<Imported, ImportFinding> {
    let text = format::text(bytes)?;
    let format = match request.format {
        Some(format) => format,
        None => format::told(text, &request.source)?,
    };
    let mut left = Leavings::default();
    let ontology = match format {
        Format::Turtle => of_graph(turtle::read(text)?, &mut left)?,
        Format::RdfXml => of_graph(rdf_xml::read(text)?, &mut left)?,
        Format::JsonLd => of_graph(json_ld::read(text)?, &mut left)?,
        Format::Edmx => edmx::read(text, &mut left)?,
    };
    let previous = &request.previous;
    let mut book = ontology_to_book::book(&ontology, &request.narrowing, previous, &mut left)?;
    if book.types.is_empty() {
        let message = "no class of the ontology can become a type";
        return Err(ImportFinding::new(Rule::OntologyEmpty, message)
            .help("a type needs a property with a domain and a range"));
    }
    let coded = codes::coded(&mut book, previous, &mut left);
    let name = name(request);
    let codebook = write::codebook(&book, &coded, (&name, &request.source, previous));
    let lock = write::lock(&book, &coded, previous);
    for (file, text) in [(CODEBOOK, &codebook), (LOCK, &lock)] {
        if text.len() > FILE_BYTES {
            let message = format!(
                "`{file}` would have {} bytes, more than {FILE_BYTES}",
                text.len()
            );
            return Err(ImportFinding::new(Rule::OntologyTooLarge, message)
                .help("take a part of it: --class, --namespace, --depth"));
        }
    }
    let report = ImportReport {
        source: finding::shown(&request.source),
        format: format.name(),
        name,
        languages: book.languages,
        types: book.types.len(),
        fields: coded.fields.len(),
        relations: coded.relations.len(),
        codes_kept: coded.kept,
        codes_new: coded.fields.len() + coded.relations.len() - coded.kept,
        codes_reserved: coded.reserved.len(),
        left: (left.into_list().into_iter())
            .map(|(what, count)| Entry { what, count })
            .collect(),
    };
    let whole = crate::emit::json(REPORT.to_owned(), &report);
    let file = |path: &str, text| Artefact {
        path: path.to_owned(),
        text,
    };
    let files = vec![file(CODEBOOK, codebook), file(LOCK, lock), whole];
    Ok(Imported { files, report })
}

fn of_graph(mut graph: Graph, left: &mut Leavings) -> Result<Ontology, ImportFinding> {
    graph.settle();
    graph_to_ontology::ontology(&graph, left)
}

/// The name of the codebook: said, of before, or made of the file's.
fn name(request: &Request) -> String {
    if let Some(name) = request.name.as_ref().or(request.previous.name.as_ref()) {
        return name.clone();
    }
    let stem = request.source.rsplit(['/', '\\']).next();
    let stem = stem
        .and_then(|file| file.split('.').next())
        .unwrap_or_default();
    let name = names::code_name(stem);
    if name.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        name
    } else {
        format!("d_{name}")
    }
}
