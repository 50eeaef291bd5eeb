//! `cmec index`: a folder of texts → a text index. Texts that cannot be indexed are reported with their places and
//! skipped.

mod reader;
mod rows;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use cmec_compiler::documents::placed;
use cmec_executor::analysis::Chinese;
use cmec_executor::catalogue::RetrievalCatalogue;
use cmec_executor::documents::chunk::{ChunkSize, CountedBy};
use cmec_executor::indexing::{Built, Indexing, IndexingError, embedding};
use cmec_executor::ports::embedder::{Batch, Embedder};
use cmec_executor::ports::text_index::build::{Generation, IndexBuild, NewIndex};
use cmec_executor::ports::text_index::postgres::build::PostgresBuild;
use cmec_executor::ports::text_index::tantivy::build::{Build, KEPT};
use cmec_executor::ports::vector_cache::VectorCache;
use serde::Serialize;
use tokio::runtime::Handle;

use self::reader::Texts;
use crate::domain::Domain;
use crate::domain::codebook;
use crate::terminal::arguments::Global;
use crate::terminal::cache_folder::cache_folder;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::runtime::runtime;
use crate::terminal::{folders, output, progress};
use crate::world::database::DatabaseArguments;
use crate::world::models::{self, EmbedderArguments};
use crate::world::text_index::{IndexPlace, document_types};

#[derive(Debug, Args)]
pub(crate) struct IndexCommand {
    /// Folder with `.md` files, and `.jsonl` files with one document a line; subfolders are read, too
    #[arg(
        value_name = "DIR",
        required_unless_present = "rows",
        conflicts_with = "rows"
    )]
    folder: Option<PathBuf>,
    /// Domain whose `retrieval.yaml` says the types of documents: a built-in one, a folder or a compiled file
    #[arg(long, value_name = "DOMAIN")]
    domain: String,
    /// The index, a folder or `postgres://USER@HOST/NAME`; one that is there is brought up to date
    #[arg(
        long,
        value_name = "INDEX",
        required_unless_present_any = ["index_env", "rows"],
        conflicts_with_all = ["index_env", "rows"]
    )]
    index: Option<String>,
    /// Environment variable with the address of the index: an address may have a password
    #[arg(long, value_name = "NAME", conflicts_with = "rows")]
    index_env: Option<String>,
    /// Type whose rows are read in place of a folder: the vectors of their long texts are written to the file of `--out`
    #[arg(long, value_name = "TYPE", requires = "out", requires = "embed_url")]
    rows: Option<String>,
    /// File of the vectors of rows, for `--row-vectors`; one that is there is brought up to date
    #[arg(long, value_name = "FILE", requires = "rows")]
    out: Option<PathBuf>,
    #[command(flatten)]
    database: DatabaseArguments,
    #[command(flatten)]
    embedder: EmbedderArguments,
    /// Texts that are sent at once for their vectors
    #[arg(long, value_name = "N", requires = "embed_url", default_value_t = Batch::default().texts)]
    embed_batch: NonZeroUsize,
    /// Longest time for the vectors of these, in seconds
    #[arg(long, value_name = "SECONDS", requires = "embed_url", default_value_t = Batch::default().within.as_secs(), value_parser = clap::value_parser!(u64).range(1..=86_400))]
    embed_timeout: u64,
    /// Most tokens of a piece without its title and headings; an index of others is made anew
    #[arg(long, value_name = "N", default_value_t = ChunkSize::TOKENS as u64, value_parser = clap::value_parser!(u64).range(20..=100_000), conflicts_with = "rows")]
    piece_tokens: u64,
    /// What these are counted by: `words`, 1.3 tokens each, or `o200k_base`; an index of the other is made anew
    #[arg(long, value_name = "NAME", default_value = "words", value_parser = ["words", "o200k_base"], conflicts_with = "rows")]
    tokens: String,
    /// What Chinese words are: pairs of neighbouring characters, or words of the dictionary of jieba; an index of the others is made anew
    #[cfg(feature = "jieba")]
    #[arg(long, value_name = "NAME", default_value = "pairs", value_parser = ["pairs", "jieba"], conflicts_with = "rows")]
    chinese: String,
    /// Make it anew, whatever is there
    #[arg(long)]
    anew: bool,
}

impl IndexCommand {
    /// What gives vectors.
    fn embedder(&self) -> Result<Box<dyn Embedder>, CliError> {
        models::embedder(&self.embedder, |settings| {
            settings.batch = Batch {
                texts: self.embed_batch,
                within: Duration::from_secs(self.embed_timeout),
            };
        })
    }

    fn size(&self) -> ChunkSize {
        let counted_by = match self.tokens.as_str() {
            "o200k_base" => CountedBy::O200k,
            _ => CountedBy::Words,
        };
        ChunkSize::of(
            usize::try_from(self.piece_tokens).unwrap_or(ChunkSize::TOKENS),
            counted_by,
        )
    }

    fn chinese(&self) -> Chinese {
        #[cfg(feature = "jieba")]
        if self.chinese == "jieba" {
            return Chinese::Jieba;
        }
        Chinese::default()
    }
}

/// What a build did, and what it left out.
#[derive(Debug, Default, Serialize)]
struct IndexReport {
    #[serde(flatten)]
    built: Built,
    /// Files that were read.
    files: usize,
    /// Files that are no texts, by their ending.
    passed_over: BTreeMap<String, usize>,
    /// Links, which are not followed.
    links: usize,
    /// What was found wrong, by the names of the findings.
    findings: BTreeMap<String, usize>,
}

impl IndexReport {
    fn leave_out(&mut self, why: &str) {
        *self.findings.entry(why.to_owned()).or_default() += 1;
    }
}

/// Most findings that are drawn; the report counts all.
const DRAWN: usize = 100;

/// Runs the command.
pub(crate) fn run(arguments: &IndexCommand, global: &Global) -> Result<Exit, CliError> {
    if let (Some(type_name), Some(file)) = (&arguments.rows, &arguments.out) {
        return rows::run(arguments, (type_name, file), global);
    }
    let Some(folder) = &arguments.folder else {
        return Err(CliError::usage("name a folder, or a type with `--rows`"));
    };
    let domain = Domain::load(&arguments.domain)?;
    let mut report = IndexReport::default();
    let files = texts(folder, &mut report)?;
    let (runtime, anew) = (runtime()?, arguments.anew);
    let embedder = arguments.embedder()?;
    let vectors = runtime.block_on(embedding(&*embedder));
    let new = NewIndex {
        size: arguments.size(),
        chinese: arguments.chinese(),
        embedding: vectors.map_err(CliError::failed)?,
    };
    let vectors = new.embedding.clone();
    let cache = |path: PathBuf| {
        let cache = vectors.map(|own| VectorCache::open(&path, &own));
        let cache = cache.transpose();
        cache.map_err(|error| CliError::at(&path, error))
    };
    let place = IndexPlace::of(arguments.index.as_deref(), arguments.index_env.as_deref())?;
    let (texts, catalogue) = ((folder.as_path(), files.as_slice()), domain.retrieval()?);
    match place {
        Some(IndexPlace::Postgres(url)) => {
            let build = runtime.block_on(PostgresBuild::begin(&url, anew, new));
            let build = build.map_err(CliError::failed)?;
            let mut name = DefaultHasher::new();
            url.hash(&mut name);
            let cache = cache(cache_folder()?.join(format!("{:x}-{KEPT}", name.finish())))?;
            let build = Indexing::new(build, &*embedder, cache);
            fill(build, texts, catalogue, &runtime, &mut report)?;
        }
        Some(IndexPlace::Folder(folder)) => {
            let build = Build::begin(&folder, anew, new).map_err(CliError::failed)?;
            let build = Indexing::new(build, &*embedder, cache(folder.join(KEPT))?);
            fill(build, texts, catalogue, &runtime, &mut report)?;
        }
        None => {}
    }
    for (piece, error) in &report.built.refused {
        let (piece, error) = (output::plain(piece), output::plain(&error.to_string()));
        eprintln!("warning: `{piece}` has no vector, and is found by its words alone: {error}");
    }
    output::report(global, &report, text)?;
    match report.built.generation.documents {
        0 => Err(CliError::failed("no document is indexed").help(WITHOUT_DOCUMENTS)),
        _ => Ok(Exit::Done),
    }
}

/// What to do where there is no document.
const WITHOUT_DOCUMENTS: &str = "texts are files `.md` and `.jsonl`: write `type: TYPE` in their front matter, or \
    `default_types: {.: TYPE}` in `retrieval.yaml` of the domain";

/// Why there is no index.
fn failed(error: IndexingError) -> CliError {
    let help = match &error {
        IndexingError::Model { .. } => {
            "build again when it answers; `--embed-batch` sends fewer texts at once, `--embed-timeout` waits longer"
        }
        IndexingError::Nothing(_) => WITHOUT_DOCUMENTS,
        IndexingError::Index(_) | IndexingError::Cache(_) => return CliError::failed(error),
    };
    CliError::failed(output::plain(&error.to_string())).help(help)
}

/// Reads every file, and puts its documents in.
fn fill<B: IndexBuild>(
    mut build: Indexing<'_, B>,
    (folder, files): (&Path, &[PathBuf]),
    catalogue: &RetrievalCatalogue,
    runtime: &Handle,
    report: &mut IndexReport,
) -> Result<(), CliError> {
    let types = document_types(catalogue);
    let bar = progress::over(files);
    let mut drawn = 0;
    let mut texts = Texts::new(folder, files, &types);
    let parts = std::iter::from_fn(|| Some(texts.next()).filter(|parts| !parts.is_empty()));
    for read in parts.flatten() {
        report.files += usize::from(read.is_first);
        if let Some(failure) = &read.failure {
            bar.suspend(|| failure.show());
            report.leave_out("unreadable");
        }
        bar.inc(read.bytes as u64);
        let (path, findings) = (output::plain(&read.path), read.findings);
        for finding in &findings {
            report.leave_out(finding.rule.doc().slug);
        }
        if !findings.is_empty() && drawn < DRAWN {
            drawn += findings.len();
            let text = output::marked(&String::from_utf8_lossy(&read.source));
            let place = (path.as_str(), read.lines_before);
            let (findings, sources) = placed(place, text.as_bytes(), findings);
            bar.suspend(|| codebook::show(&findings, &sources));
        }
        for (line, document) in &read.documents {
            if catalogue.leaves_out(&document.metadata) {
                report.leave_out("status-left-out");
                continue;
            }
            let put = runtime.block_on(build.put(document));
            if !put.map_err(failed)? {
                let name = output::plain(&document.path);
                bar.suspend(|| {
                    eprintln!("warning: {path}:{line}: `{name}` stands twice: the first is indexed")
                });
                report.leave_out("path-twice");
            }
        }
    }
    bar.finish_and_clear();
    let built = runtime.block_on(build.finish());
    report.built = built.map_err(failed)?;
    Ok(())
}

/// Most files of a folder of texts.
const FILES: usize = 1_000_000;

/// The files of a folder that are indexed. Hidden files and `node_modules` are skipped.
fn texts(folder: &Path, report: &mut IndexReport) -> Result<Vec<PathBuf>, CliError> {
    let is_shown = |path: &Path| {
        let name = path.file_name().map(|name| name.to_string_lossy());
        name.is_some_and(|name| !name.starts_with('.') && name != "node_modules")
    };
    let is_text = |path: &Path| match ending(path).as_str() {
        _ if !is_shown(path) => false,
        "md" | "markdown" | "jsonl" => true,
        other => {
            *report.passed_over.entry(other.to_owned()).or_default() += 1;
            false
        }
    };
    let most = (FILES, "index its folders one by one");
    let (files, links) = folders::files(&[folder.to_owned()], is_text, is_shown, most)?;
    report.links = links;
    Ok(files)
}

fn ending(path: &Path) -> String {
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    ending.unwrap_or_default()
}

fn text(report: &IndexReport) -> String {
    let Built {
        generation: Generation {
            documents, pieces, ..
        },
        written,
        kept,
        removed,
        without_vector,
        ..
    } = report.built;
    let mut text = format!(
        "{documents} documents in {pieces} pieces: {written} written, {kept} as before, {removed} taken out\n"
    );
    for (name, count) in &report.findings {
        text.push_str(&format!("{name}: {count}\n"));
    }
    for (what, count) in [
        ("pieces without a vector", without_vector),
        ("passed over, links", report.links),
    ] {
        if count > 0 {
            text.push_str(&format!("{what}: {count}\n"));
        }
    }
    for (ending, count) in &report.passed_over {
        let ending = output::plain(ending);
        text.push_str(&format!("passed over, .{ending}: {count}\n"));
    }
    text
}
