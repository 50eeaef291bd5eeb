//! `cmec import`: an ontology, the tables of a database, or an Ossie model → a codebook on disk, and a report of the
//! omissions.

mod ontology_files;
mod output_files;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use cmec_compiler::SourceSet;
use cmec_compiler::import::{
    self, Document, ImportFinding, ImportLock, ImportOutput, LOCK, Narrowing, Request, summary_text,
};

use crate::domain::codebook;
use crate::terminal::arguments::{Format, Global, domain_name};
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::{input, output};
use crate::world::database::{self, database_schema};
use ontology_files::OntologyFile;

#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    /// Files of the ontology, and folders of them; `-` is standard input; or the address of a database, `sqlite:FILE` or
    /// `postgres://USER@HOST/NAME`, whose tables become types; or an Ossie model, with `--db`
    #[arg(value_name = "TBOX", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Of a database: a text column with so many different values at most becomes an enum
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) values: Option<u32>,
    /// Of an Ossie model: the database that it describes, `sqlite:FILE` or `postgres://USER@HOST/NAME`, which says the types
    #[arg(long, value_name = "URL", conflicts_with_all = ["imports", "from", "class", "namespace", "depth"])]
    pub(crate) db: Option<String>,
    /// Folder in which what the ontology imports is looked for; may be given several times
    #[arg(long, value_name = "DIR")]
    pub(crate) imports: Vec<PathBuf>,
    /// Folder to write the codebook to [default: that of --into]
    #[arg(long, value_name = "DIR", required_unless_present = "into")]
    pub(crate) out: Option<PathBuf>,
    /// Folder of an earlier import: its codes stay, new ones follow, those that are gone are reserved
    #[arg(long, value_name = "DIR")]
    pub(crate) into: Option<PathBuf>,
    /// With --into: an IRI that began with OLD begins with NEW now, and its codes stay; may be given several times
    #[arg(long, value_name = "OLD=NEW", requires = "into", value_parser = moved)]
    pub(crate) moved: Vec<(String, String)>,
    /// With --into: write over what was changed by hand in `codebook.yaml`
    #[arg(long, requires = "into")]
    pub(crate) overwrite: bool,
    /// What new names are made of [default: as before, or the IRIs, and labels where an IRI is an opaque id]
    #[arg(long, value_name = "NAMES")]
    pub(crate) names: Option<Names>,
    /// Format of the ontology [default: told from its content]
    // The global `--format` is the format of results; `import` has `--report` instead.
    #[arg(long = "from", value_name = "FORMAT")]
    pub(crate) from: Option<TboxFormat>,
    /// Name of the codebook [default: that of before, or made of the file's name]
    #[arg(long, value_name = "NAME", value_parser = domain_name)]
    pub(crate) name: Option<String>,
    /// Languages of the labels, the default first [default: those of before, or that most elements have]
    #[arg(long, value_delimiter = ',', value_name = "LANGUAGES", value_parser = language)]
    pub(crate) languages: Vec<String>,
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

/// What names are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Names {
    /// The last parts of IRIs
    Iris,
    /// Labels, the English one first
    Labels,
}

impl From<Names> for import::NameSource {
    fn from(names: Names) -> Self {
        match names {
            Names::Iris => Self::Iri,
            Names::Labels => Self::Label,
        }
    }
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
    /// OData `$metadata`, versions 1 to 4
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
pub(crate) fn run(arguments: &ImportArguments, global: &Global) -> Result<Exit, CliError> {
    let form = arguments.report.unwrap_or_else(|| output::format(global));
    let out = arguments.out.as_ref().or(arguments.into.as_ref());
    let out = out.ok_or_else(|| CliError::usage("`--out DIR` says where the codebook goes"))?;
    if !same(arguments.into.as_deref(), out) {
        empty(out)?;
    }
    let (sources, previous) = match &arguments.into {
        Some(folder) => {
            let sources = codebook::sources(folder)?;
            match previous(folder, &sources)? {
                Ok(mut previous) => {
                    for (old, new) in &arguments.moved {
                        previous.moved(old, new);
                    }
                    (sources, previous)
                }
                Err(finding) => return refused(&finding, &folder.join(LOCK), form),
            }
        }
        // Existing files, such as an overlay, are checked together with the codebook.
        None if out.is_dir() => (codebook::sources(out)?, ImportLock::default()),
        None => (SourceSet::from_texts([]), ImportLock::default()),
    };
    let beside = (arguments.into.as_deref()).filter(|into| !same(Some(into), out));
    let request = Request {
        values: arguments.values.or(previous.values()),
        source: source(&arguments.files),
        format: arguments.from.map(import::Format::from),
        name: arguments.name.clone(),
        languages: arguments.languages.clone(),
        narrowing: Narrowing {
            classes: arguments.class.clone(),
            namespaces: arguments.namespace.clone(),
            depth: arguments.depth,
        },
        names: arguments.names.map(import::NameSource::from),
        previous,
        overwrite: arguments.overwrite,
    };
    match imported(arguments, &request)? {
        Ok(imported) => output_files::written(&imported, &sources, (out, beside), form),
        Err((finding, file)) => refused(&finding, &file, form),
    }
}

/// The codebook, or the finding in its place with the file that it is about.
type Imported = Result<ImportOutput, (ImportFinding, PathBuf)>;

fn imported(arguments: &ImportArguments, request: &Request) -> Result<Imported, CliError> {
    if let Some(url) = &arguments.db {
        let [file] = arguments.files.as_slice() else {
            return Err(CliError::usage("`--db` takes one file, an Ossie model"));
        };
        let bytes = input::read_bytes(file)?;
        let schema = database_schema(&*database::at(url)?, |_, _| request.values)?;
        let imported = import::import_model(&bytes, &schema, request);
        return Ok(imported.map_err(|finding| (finding, file.clone())));
    }
    if let Some(url) = address(&arguments.files) {
        let schema = database_schema(&*database::at(url)?, |_, column| {
            let values = request.values;
            values.filter(|_| import::may_be_listed(column))
        })?;
        let imported = import::import_schema(&schema, request);
        return Ok(imported.map_err(|finding| (finding, PathBuf::from(&request.source))));
    }
    let (first, named) = ontology_files::named(&arguments.files)?;
    let among = ontology_files::of_folders(&arguments.imports)?;
    let (named, among) = (documents(&named), documents(&among));
    let imported = import::import_documents(&named, &among, request);
    Ok(imported.map_err(|finding| {
        let file = finding.about.file.as_ref().map_or(first, PathBuf::from);
        (finding, file)
    }))
}

/// The address of a database, where that is what is imported.
fn address(files: &[PathBuf]) -> Option<&str> {
    let [only] = files else {
        return None;
    };
    only.to_str().filter(|text| database::is_address(text))
}

fn documents(files: &[OntologyFile]) -> Vec<Document<'_>> {
    files.iter().map(OntologyFile::document).collect()
}

/// Whether two folders are one, as far as their names tell.
fn same(into: Option<&Path>, out: &Path) -> bool {
    let Some(into) = into else { return false };
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    into == out || whole(into) == whole(out)
}

/// What an earlier import left in a folder.
fn previous(
    folder: &Path,
    sources: &SourceSet,
) -> Result<Result<ImportLock, ImportFinding>, CliError> {
    let lock = folder.join(LOCK);
    if !lock.exists() {
        let folder = folder.display();
        let message = format!("{folder}: no import wrote this codebook: there is no `{LOCK}`");
        return Err(CliError::usage(message).help("import into a folder of its own: --out DIR"));
    }
    Ok(ImportLock::read(sources, &input::read_text(&lock)?))
}

/// A codebook that is there is not written over: its codes would be given anew.
fn empty(out: &Path) -> Result<(), CliError> {
    if out.join("codebook.yaml").exists() {
        let message = format!("there is a codebook in {} already", out.display());
        return Err(CliError::usage(message).help("keep its codes: --into DIR"));
    }
    Ok(())
}

/// The last parts of the paths, which is all that a codebook says of where it came from.
fn source(paths: &[PathBuf]) -> String {
    if let Some(url) = address(paths) {
        return database::name(url);
    }
    let last = |path: &PathBuf| {
        let name = path.file_name();
        name.map_or_else(
            || "ontology".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        )
    };
    paths.iter().map(last).collect::<Vec<_>>().join(", ")
}

/// A finding in place of a codebook. Nothing was written.
fn refused(finding: &ImportFinding, file: &Path, form: Format) -> Result<Exit, CliError> {
    match form {
        Format::Json => output::json_line(finding)?,
        Format::Text => {
            let place = [finding.line, finding.column].into_iter().flatten();
            let place: String = place.map(|number| format!(":{number}")).collect();
            eprintln!("{} {}", finding.id, finding.slug);
            eprintln!("  {}{place}: {}", file.display(), finding.message);
            if let Some(help) = &finding.help {
                eprintln!("  help: {help}");
            }
            eprint!("{}", summary_text(&finding.about.left));
            eprintln!("  more: cmec explain {}", finding.id);
        }
    }
    Ok(Exit::Reject)
}

/// A language as labels say it: `zh`, `ru`.
fn language(text: &str) -> Result<String, String> {
    let legal = |letter: char| letter.is_ascii_lowercase();
    if (2..=8).contains(&text.len()) && text.chars().all(legal) {
        Ok(text.to_owned())
    } else {
        Err("two to eight small letters, as in `zh`".to_owned())
    }
}

/// A namespace of before and of now.
fn moved(text: &str) -> Result<(String, String), String> {
    let (old, new) = text.split_once('=').unwrap_or_default();
    if old.is_empty() || new.is_empty() {
        return Err("OLD=NEW, as in `http://schema.org/=https://schema.org/`".to_owned());
    }
    Ok((old.to_owned(), new.to_owned()))
}
