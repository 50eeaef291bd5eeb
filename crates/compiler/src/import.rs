//! `import`: builds a codebook from an ontology, a database or a semantic model.
//!
//! ```text
//! bytes of an ontology's files
//!    │ told                read/format              by content, then by ending
//!    ▼
//! Turtle · RDF/XML · JSON-LD ─► Graph                one reader a format, all files together
//!    │ ontology            read/graph_to_ontology
//!    ▼
//! Ontology ◄── EDMX        read/edmx                 classes and properties, wherever they came from
//!    │ book                codebook/from_ontology    a field or a relation for each class that can use a property
//!    ▼
//!  Book                                              names, value types, words; no codes
//!    │ coded               codebook/codes            codes of before stay, new ones follow, gone ones are reserved
//!    ▼
//!  CodedBook
//!    │ codebook, lock      codebook/text
//!    ▼
//! codebook.yaml · import.lock · import.report.json
//! ```
//!
//! A database takes the same path: `DatabaseSchema` ─► `Book` in `crates/compiler/src/import/codebook/from_schema.rs`,
//! with `bindings.yaml`, which binds each element to its table or column. A semantic model adds its names, in
//! `crates/compiler/src/import/ossie.rs`.
//!
//! [`import`] is a function from bytes to texts: it opens no file and fetches nothing, not even the contexts, entities
//! and ontologies that a document names. The same bytes give the same texts, whatever the order of triples. A codebook
//! holds only what filters and relations can express; everything else is in the [`ImportReport`] with a reason from a
//! closed list, and nothing is guessed. The header of `crates/compiler/src/import/codebook/from_ontology.rs` describes
//! the mapping. Bounds on bytes, triples, depth, steps and results are in `bounds.rs`.

mod bounds;
mod code_meaning;
mod codebook;
mod default_lanes;
mod element_names;
mod finding;
mod lock;
mod losses;
mod namespaces;
mod omission;
mod ontology;
mod ossie;
mod overlay_additions;
mod plain_text;
mod read;
mod report;
mod summary;

#[cfg(test)]
mod tests;

use crate::artefact::{Artefact, json};
use crate::finding::Rule;
use crate::source::bounds::FILE_BYTES;
use crate::source::files::{BINDINGS, CODEBOOK};
use crate::text::joined;
use cmec_executor::database_schema::DatabaseSchema;
use codebook::bindings_text::bindings_text;
use codebook::schema_bindings::Bound;
use codebook::text::{LockData, codebook_text, lock_text};
use codebook::{Book, codes, from_ontology, from_schema};
use element_names::code_name;
use finding::shown;
use losses::{nothing_edited, nothing_of_hands, some_codes_kept};
use omission::{CountedOmission, Omissions};
use read::Whole;
use summary::summary;

pub use codebook::schema_names::may_be_listed;
pub use codebook::text::SCHEMAS;
pub use element_names::NameSource;
pub use finding::{About, ImportFinding};
pub use lock::{ImportLock, LOCK};
pub use omission::{Element, Omission, OmissionReason};
pub use ontology::narrowing::Narrowing;
pub use read::Document;
pub use read::format::Format;
pub use report::ImportReport;
pub use summary::{Summary, summary_text};

/// The file with the full report.
pub const REPORT: &str = "import.report.json";

/// The source of an import and its options.
#[derive(Debug, Default, Clone)]
pub struct Request {
    /// Name of the ontology's file. Its extension may decide the format; its stem names the codebook.
    pub source: String,
    /// The format, if known.
    pub format: Option<Format>,
    /// Name of the codebook; by default the earlier name, or one made from `source`.
    pub name: Option<String>,
    /// The part of the ontology to import.
    pub narrowing: Narrowing,
    /// The languages, the default first; if empty, the ontology decides.
    pub languages: Vec<String>,
    /// For a database: the largest number of distinct values of an enum column.
    pub values: Option<u32>,
    /// The source of new names; `None` keeps the earlier choice.
    pub names: Option<NameSource>,
    /// The result of the last import.
    pub previous: ImportLock,
    /// `true` if manual edits in `codebook.yaml` may be overwritten.
    pub overwrite: bool,
}

/// The result of an import.
#[derive(Debug, Clone)]
pub struct ImportOutput {
    /// `codebook.yaml`, `import.lock` and `import.report.json`.
    pub files: Vec<Artefact>,
    /// Counts and omissions.
    pub report: ImportReport,
}

/// Builds a codebook from an ontology in one file, `request.source`.
///
/// # Errors
/// As for [`import_documents`].
pub fn import(bytes: &[u8], request: &Request) -> Result<ImportOutput, ImportFinding> {
    let document = Document {
        name: &request.source,
        bytes,
        is_found: false,
    };
    import_documents(&[document], &[], request)
}

/// Builds a codebook from an ontology in several files: all `named` ones, and those of `among` that they import.
///
/// # Errors
/// A finding (CB110 to CB118) if the bytes are not a valid ontology of the format, are too large or nested too deep,
/// refer to something outside the files, or contain nothing to import.
pub fn import_documents(
    named: &[Document<'_>],
    among: &[Document<'_>],
    request: &Request,
) -> Result<ImportOutput, ImportFinding> {
    let mut left = Omissions::default();
    let whole = read::ontology((named, among), request.format, &mut left)?;
    let previous = &request.previous;
    let names = request.names.unwrap_or(previous.names);
    let wanted = (&request.narrowing, wanted(request), names);
    let book = from_ontology::book(&whole.ontology, wanted, previous, &mut left)?;
    if book.types.is_empty() {
        return Err(nothing(&whole, left));
    }
    let of = (joined(whole.formats, ", "), whole.documents);
    finished(book, of, request, left, Vec::new())
}

/// Builds a codebook and its bindings from the tables of a database.
///
/// # Errors
/// A finding (CB115, CB117) if no table can be a type, or if the previous codebook has handwritten elements.
pub fn import_schema(
    schema: &DatabaseSchema,
    request: &Request,
) -> Result<ImportOutput, ImportFinding> {
    let mut left = Omissions::default();
    let previous = &request.previous;
    let both = from_schema::book((schema, None), wanted(request), previous, &mut left);
    of_tables(both, (schema, "database"), request, left)
}

/// Builds a codebook and its bindings from an Ossie model and its database.
///
/// # Errors
/// A finding (CB110 to CB112, CB115, CB117) if the bytes are not such a model, no dataset can be a type, or the
/// previous codebook has handwritten elements.
pub fn import_model(
    bytes: &[u8],
    schema: &DatabaseSchema,
    request: &Request,
) -> Result<ImportOutput, ImportFinding> {
    let mut left = Omissions::default();
    let model = ossie::model::read(bytes, &request.source, &mut left)?;
    let laid = ossie::laid_over(&model, schema, &mut left);
    let seen = (&laid.schema, Some(&laid.names));
    let (mut book, bound) = from_schema::book(seen, wanted(request), &request.previous, &mut left);
    ossie::metrics::add(&model, &laid, (&mut book, &bound), &mut left);
    of_tables((book, bound), (&laid.schema, "ossie"), request, left)
}

/// The output for a database.
fn of_tables(
    (book, bound): (Book, Bound),
    (schema, format): (&DatabaseSchema, &str),
    request: &Request,
    left: Omissions,
) -> Result<ImportOutput, ImportFinding> {
    if book.types.is_empty() {
        let tables = schema.tables.len();
        let message = format!("no table of the database can become a type: {tables} tables");
        let mut finding = ImportFinding::new(Rule::OntologyEmpty, message)
            .help("a type needs a primary key of one column");
        finding.about.left = summary(&left.listed());
        return Err(finding);
    }
    let bindings = file(BINDINGS, bindings_text(&bound));
    finished(book, (format.to_owned(), 1), request, left, vec![bindings])
}

/// Assigns codes and writes the files. `format`, `documents`: what the book was made from; `more`: further files from
/// the same source.
fn finished(
    mut book: Book,
    (format, documents): (String, usize),
    request: &Request,
    mut left: Omissions,
    more: Vec<Artefact>,
) -> Result<ImportOutput, ImportFinding> {
    let previous = &request.previous;
    let coded = codes::coded(&mut book, previous, &mut left);
    nothing_of_hands(&book, &coded, previous)?;
    some_codes_kept(&coded, previous)?;
    if !request.overwrite {
        nothing_edited(previous)?;
    }
    for name in &previous.edited {
        left.other(OmissionReason::ByHand, name, "");
    }
    let name = name(request);
    let texts = (name.as_str(), request.source.as_str(), previous);
    let (codebook, hash) = codebook_text(&book, &coded, texts);
    let said = LockData {
        hash: &hash,
        languages: asked(request),
        values: request.values.or(previous.values),
        names: request.names.unwrap_or(previous.names),
        codebook: &codebook,
    };
    let lock = lock_text(&book, &coded, (said, &previous.namespaces));
    for (file, text) in [(CODEBOOK, &codebook), (LOCK, &lock)] {
        if text.len() > FILE_BYTES {
            let bytes = text.len();
            let message = format!("`{file}` would have {bytes} bytes, more than {FILE_BYTES}");
            return Err(ImportFinding::too_much(message));
        }
    }
    let given = coded.codes().count();
    let report = ImportReport {
        source: shown(&request.source),
        format,
        documents,
        name,
        languages: book.languages,
        types: book.types.len(),
        fields: coded.fields.len(),
        relations: coded.relations.len(),
        metrics: coded.metrics.len(),
        codes_kept: coded.kept,
        codes_new: given - coded.kept,
        codes_reserved: coded.reserved.len(),
        left: left.listed(),
    };
    let whole = json(REPORT.to_owned(), &report);
    let mut files = vec![file(CODEBOOK, codebook), file(LOCK, lock), whole];
    files.extend(more);
    Ok(ImportOutput { files, report })
}

fn file(path: &str, text: String) -> Artefact {
    let path = path.to_owned();
    Artefact { path, text }
}

/// Most predicates that a finding names if nothing was imported.
const PREDICATES: usize = 3;
/// Longest predicate in such a finding, in characters.
const PREDICATE: usize = 60;

/// The end of a long IRI, which says more than its start.
fn tail(iri: &str) -> String {
    let letters: Vec<char> = iri.chars().collect();
    match letters.len().checked_sub(PREDICATE) {
        None | Some(0) => iri.to_owned(),
        Some(cut) => {
            let rest = letters.get(cut..).unwrap_or_default();
            format!("…{}", rest.iter().collect::<String>())
        }
    }
}

/// The finding if nothing was imported: the content of the source, and the ignored parts.
fn nothing(whole: &Whole, left: Omissions) -> ImportFinding {
    let left = left.listed();
    let mut unread: Vec<&CountedOmission> = (left.iter())
        .filter(|entry| entry.what.reason == OmissionReason::Unread)
        .collect();
    unread.sort_by_key(|entry| std::cmp::Reverse(entry.count));
    let statements: usize = unread.iter().map(|entry| entry.count).sum();
    let most = unread.iter().take(PREDICATES);
    let most = most.map(|entry| format!("`{}` ({})", tail(&entry.what.name), entry.count));
    let most = joined(most, ", ");
    let (subjects, all) = (whole.subjects, whole.statements);
    let classes = whole.ontology.classes.len();
    let properties = whole.ontology.properties.len();
    let mut message = format!(
        "no class of the ontology can become a type: {subjects} subjects, {classes} classes, {properties} properties"
    );
    if !most.is_empty() {
        message = format!("{message}; {statements} of {all} statements are not read: {most}");
    }
    let mut finding = ImportFinding::new(Rule::OntologyEmpty, message)
        .help("a type needs a property with a domain and a range, by the words of RDFS, OWL or schema.org");
    finding.about.left = summary(&left);
    finding
}

/// The wanted languages; the overlay takes precedence.
fn wanted(request: &Request) -> &[String] {
    match request.previous.overlay.languages.as_slice() {
        [] => asked(request),
        overlaid => overlaid,
    }
}

/// The requested languages, now or at the last import.
fn asked(request: &Request) -> &[String] {
    match request.languages.as_slice() {
        [] => &request.previous.languages,
        languages => languages,
    }
}

/// The name of the codebook: requested, earlier, or made from the file name.
fn name(request: &Request) -> String {
    if let Some(name) = request.name.as_ref().or(request.previous.name.as_ref()) {
        return name.clone();
    }
    let file = request.source.rsplit(['/', '\\']).next();
    let stem = file.and_then(|file| file.split('.').next());
    let name = code_name(stem.unwrap_or_default());
    if name.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        name
    } else {
        format!("d_{name}")
    }
}
