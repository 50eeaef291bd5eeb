//! `import`: a codebook from an ontology.
//!
//! ```text
//! bytes of an ontology
//!    │ told                read/format              by content, then by ending
//!    ▼
//! Turtle · RDF/XML · JSON-LD ─► Graph                one reader a format
//!    │ ontology            read/graph_to_ontology
//!    ▼
//! Ontology ◄── EDMX        read/edmx                 classes and properties, wherever they came from
//!    │ book                codebook/from_ontology    a field or a relation for each class that can use a property
//!    ▼
//!  Book                                              names, value types, words; no codes
//!    │ coded               codebook/codes            codes of before stay, new ones follow, gone ones are reserved
//!    ▼
//!  Coded
//!    │ codebook, lock      codebook/text
//!    ▼
//! codebook.yaml · import.lock · import.report.json
//! ```
//!
//! [`import`] is a function from bytes to texts: it opens no file and fetches nothing, not the contexts, entities and
//! ontologies that a document names. The same bytes give the same texts, whatever the order of the triples. What
//! cannot be taken over is not guessed at: it is in the [`ImportReport`], with the reason.
//!
//! The codebook of an ontology holds only what filters and relations can say; everything else is in the report, by
//! a closed list of reasons, and nothing is guessed. Inheritance is written out, because codes are said of one
//! type: each type has a field for every property that reaches it, and a relation leads to the class that the
//! ontology names, not to those below it. An object property is a relation, and where it has at most one value of
//! one type also a reference field. What a restriction says counts only where the property has no domain or range.
//! Bounds on bytes, triples, depth, steps and results are in `bounds.rs`.

mod bounds;
mod codebook;
mod default_lanes;
mod element_names;
mod finding;
mod lock;
mod omission;
mod ontology;
mod read;
mod report;

#[cfg(test)]
mod tests;

use crate::artefact::{Artefact, json};
use crate::finding::Rule;
use crate::source::bounds::FILE_BYTES;
use crate::source::files::CODEBOOK;
use codebook::text::{codebook_text, lock_text};
use codebook::{codes, from_ontology};
use element_names::code_name;
use finding::shown;
use omission::Omissions;
use read::format;
use report::CountedOmission;

pub use codebook::text::SCHEMA;
pub use finding::ImportFinding;
pub use lock::{ImportLock, LOCK};
pub use omission::{Element, Omission, OmissionReason};
pub use ontology::narrowing::Narrowing;
pub use read::format::Format;
pub use report::{ImportReport, Summary};

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
    pub previous: ImportLock,
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
    let mut left = Omissions::default();
    let ontology = read::ontology(text, format, &mut left)?;
    let previous = &request.previous;
    let mut book = from_ontology::book(&ontology, &request.narrowing, previous, &mut left)?;
    if book.types.is_empty() {
        let message = "no class of the ontology can become a type";
        return Err(ImportFinding::new(Rule::OntologyEmpty, message)
            .help("a type needs a property with a domain and a range"));
    }
    let coded = codes::coded(&mut book, previous, &mut left);
    let name = name(request);
    let codebook = codebook_text(&book, &coded, (&name, &request.source, previous));
    let lock = lock_text(&book, &coded, previous);
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
        source: shown(&request.source),
        format: format.name(),
        name,
        languages: book.languages,
        types: book.types.len(),
        fields: coded.fields.len(),
        relations: coded.relations.len(),
        codes_kept: coded.kept,
        codes_new: coded.fields.len() + coded.relations.len() - coded.kept,
        codes_reserved: coded.reserved.len(),
        left: (left.counted.into_iter())
            .map(|(what, count)| CountedOmission { what, count })
            .collect(),
    };
    let whole = json(REPORT.to_owned(), &report);
    let file = |path: &str, text| Artefact {
        path: path.to_owned(),
        text,
    };
    let files = vec![file(CODEBOOK, codebook), file(LOCK, lock), whole];
    Ok(Imported { files, report })
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
    let name = code_name(stem);
    if name.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        name
    } else {
        format!("d_{name}")
    }
}
