//! `cmec import`: an ontology → a codebook on disk, and what of it was not taken.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use cmec_compiler::SourceSet;
use cmec_compiler::import::{self, ImportFinding, ImportLock, Imported, LOCK, Narrowing, Request};
use serde_json::json;

use crate::arguments::{Format, Global};
use crate::exit::{Exit, Failure};
use crate::{codebook, input, output};

#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    /// File with the ontology; `-` is standard input
    #[arg(value_name = "TBOX")]
    pub(crate) file: PathBuf,
    /// Folder to write the codebook to [default: that of --into]
    #[arg(long, value_name = "DIR", required_unless_present = "into")]
    pub(crate) out: Option<PathBuf>,
    /// Folder of an earlier import: its codes stay, new ones follow, those that are gone are reserved
    #[arg(long, value_name = "DIR")]
    pub(crate) into: Option<PathBuf>,
    /// Format of the ontology [default: told from its content]
    // The global `--format` says how results are written; `import` has `--report` for that.
    #[arg(long = "from", value_name = "FORMAT")]
    pub(crate) from: Option<TboxFormat>,
    /// Name of the codebook [default: that of before, or made of the file's name]
    #[arg(long, value_name = "NAME", value_parser = domain_name)]
    pub(crate) name: Option<String>,
    /// Only this class, by IRI or name; may be given several times
    #[arg(long, value_name = "CLASS")]
    pub(crate) class: Vec<String>,
    /// Only what has an IRI that starts so; may be given several times
    #[arg(long, value_name = "IRI")]
    pub(crate) namespace: Vec<String>,
    /// Steps from the named classes, or from the tops: to classes below and to those a property leads to
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=100))]
    pub(crate) depth: Option<u32>,
    /// Form of the summary [default: text on a terminal, json otherwise]
    #[arg(long, value_name = "FORM")]
    pub(crate) report: Option<Format>,
}

/// Format of an ontology.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TboxFormat {
    /// Turtle
    Turtle,
    /// RDF/XML
    RdfXml,
    /// JSON-LD with its contexts inside
    JsonLd,
    /// OData `$metadata`, versions 3 and 4
    Edmx,
}

impl From<TboxFormat> for import::Format {
    fn from(format: TboxFormat) -> Self {
        match format {
            TboxFormat::Turtle => Self::Turtle,
            TboxFormat::RdfXml => Self::RdfXml,
            TboxFormat::JsonLd => Self::JsonLd,
            TboxFormat::Edmx => Self::Edmx,
        }
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &ImportArguments, global: &Global) -> Result<Exit, Failure> {
    let form = arguments.report.unwrap_or_else(|| output::format(global));
    let out = arguments.out.as_ref().or(arguments.into.as_ref());
    let out = out.ok_or_else(|| Failure::usage("`--out DIR` says where the codebook goes"))?;
    let previous = match &arguments.into {
        Some(folder) => match previous(folder)? {
            Ok(previous) => previous,
            Err(finding) => return refused(&finding, &folder.join(LOCK), form),
        },
        None => {
            empty(out)?;
            ImportLock::default()
        }
    };
    let request = Request {
        source: file_name(&arguments.file),
        format: arguments.from.map(import::Format::from),
        name: arguments.name.clone(),
        narrowing: Narrowing {
            classes: arguments.class.clone(),
            namespaces: arguments.namespace.clone(),
            depth: arguments.depth,
        },
        previous,
    };
    match import::import(&input::read_bytes(&arguments.file)?, &request) {
        Ok(imported) => done(&imported, out, form),
        Err(finding) => refused(&finding, &arguments.file, form),
    }
}

/// What an earlier import left in a folder.
fn previous(folder: &Path) -> Result<Result<ImportLock, ImportFinding>, Failure> {
    let sources = codebook::sources(folder)?;
    let lock = folder.join(LOCK);
    if !lock.exists() {
        let folder = folder.display();
        let message = format!("{folder}: no import wrote this codebook: there is no `{LOCK}`");
        return Err(Failure::usage(message).help("import into a folder of its own: --out DIR"));
    }
    Ok(ImportLock::read(&sources, &input::read_text(&lock)?))
}

/// A codebook that is there is not written over: its codes would be given anew.
fn empty(out: &Path) -> Result<(), Failure> {
    if out.join("codebook.yaml").exists() {
        let message = format!("there is a codebook in {} already", out.display());
        return Err(Failure::usage(message).help("keep its codes: --into DIR"));
    }
    Ok(())
}

/// The last part of a path, which is all that a codebook says of where it came from.
fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(
        || "ontology".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// Writes the files, checks what was written, prints the summary.
fn done(imported: &Imported, out: &Path, form: Format) -> Result<Exit, Failure> {
    let schemas = cmec_compiler::emit::emit_core_schemas();
    let schema = schemas.iter().filter(|file| file.path == import::SCHEMA);
    for file in imported.files.iter().chain(schema) {
        output::file(&out.join(&file.path), &file.text)?;
    }
    let texts = imported
        .files
        .iter()
        .map(|file| (file.path.as_str(), file.text.as_str()));
    let sources = SourceSet::from_texts(texts.filter(|(path, _)| path.ends_with(".yaml")));
    let (errors, others) = codebook::errors(cmec_compiler::compile(&sources).findings);
    codebook::show(&errors, &sources);
    let report = &imported.report;
    match form {
        Format::Json => output::json(
            &json!({
                "source": report.source,
                "format": report.format,
                "name": report.name,
                "languages": report.languages,
                "types": report.types,
                "fields": report.fields,
                "relations": report.relations,
                "codes": {
                    "kept": report.codes_kept,
                    "new": report.codes_new,
                    "reserved": report.codes_reserved,
                },
                "errors": errors.len(),
                "warnings": others.len(),
                "left": report.summary(),
                "report": out.join(import::REPORT),
            }),
            Format::Json,
        )?,
        Format::Text => {
            let verdict = if errors.is_empty() { "ok" } else { "broken" };
            output::line(&format!(
                "{}codebook: {verdict}, {} errors, {} warnings\neverything: {}",
                report.text(),
                errors.len(),
                others.len(),
                out.join(import::REPORT).display()
            ))?;
        }
    }
    let compiles = errors.is_empty();
    Ok(if compiles { Exit::Done } else { Exit::Reject })
}

/// A finding in place of a codebook. Nothing was written.
fn refused(finding: &ImportFinding, file: &Path, form: Format) -> Result<Exit, Failure> {
    match form {
        Format::Json => output::json(finding, Format::Json)?,
        Format::Text => {
            let place = [finding.line, finding.column].into_iter().flatten();
            let place: String = place.map(|number| format!(":{number}")).collect();
            eprintln!("{} {}", finding.id, finding.slug);
            eprintln!("  {}{place}: {}", file.display(), finding.message);
            if let Some(help) = &finding.help {
                eprintln!("  help: {help}");
            }
            eprintln!("  more: cmec explain {}", finding.id);
        }
    }
    Ok(Exit::Reject)
}

/// A name that files and modules can have.
fn domain_name(text: &str) -> Result<String, String> {
    let starts = text.starts_with(|letter: char| letter.is_ascii_lowercase());
    let legal =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    if starts && text.chars().all(legal) && text.len() <= 64 {
        Ok(text.to_owned())
    } else {
        Err("lower-case Latin letters, digits and `_`, a letter first, 64 at most".to_owned())
    }
}
