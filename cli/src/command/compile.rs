//! `cmec compile`: codebook → artefacts on disk, and the updated lock.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Args;
use cmec_compiler::tokens::cost;
use cmec_compiler::{Artefact, EmitKind};

use crate::domain::{codebook, tokenizers};
use crate::terminal::arguments::one_of;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::output;

#[derive(Debug, Args)]
pub(crate) struct CompileArguments {
    /// Folder of the codebook
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// What to write, separated by commas
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "tables",
        value_name = "KINDS",
        value_parser = one_of(EmitKind::ALL, EmitKind::name, help)
    )]
    pub(crate) emit: Vec<EmitKind>,
    /// Folder to write to
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Write nothing; fail when a file is stale
    #[arg(long)]
    pub(crate) check: bool,
    /// Tokenizer that missing aliases are chosen by: `o200k_base`, `cl100k_base`, or the path of a `tokenizer.json`
    /// [default: both built in]
    #[arg(long, value_name = "TOKENIZER")]
    pub(crate) tokenizer: Vec<String>,
}

const fn help(kind: EmitKind) -> &'static str {
    match kind {
        EmitKind::Rust => "Rust source: typed codes, and functions that load the table file",
        EmitKind::Tables => "The table file that is loaded at run time",
        EmitKind::Schemas => "JSON Schemas",
        EmitKind::Tools => "Tool definitions",
        EmitKind::Profiles => "Schemas and tools as each provider takes them, with manifests",
        EmitKind::Card => "Prompt cards",
        EmitKind::Reference => "Reference page",
        EmitKind::Ossie => "Semantic model of Apache Ossie",
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &CompileArguments) -> Result<Exit, CliError> {
    let folder = &arguments.folder;
    let sources = codebook::sources(folder)?;
    let compilation = cmec_compiler::compile(&sources);
    codebook::show(&compilation.findings, &sources);
    let Some(mut model) = compilation.model else {
        return Ok(Exit::Reject);
    };
    // The vocabularies are only loaded if an alias is missing.
    if model.lacks_aliases() {
        let tokenizers = tokenizers::load(&arguments.tokenizer)?;
        model = model.with_aliases(&|text| cost(&tokenizers, text));
    }
    // The lock is always written, because a code becomes permanent with the first compilation.
    let mut exit = one(folder, &model.lock().artefact(), arguments.check)?;
    for kind in &arguments.emit {
        let artefacts = cmec_compiler::emit(&model, *kind);
        for artefact in &artefacts {
            exit = exit.worse(one(&arguments.out, artefact, arguments.check)?);
        }
        if artefacts.is_empty() {
            let kind = kind.name();
            eprintln!("nothing to write as {kind}: the codebook has no `bindings.yaml`");
        }
        let written: HashSet<&str> = artefacts.iter().map(|one| one.path.as_str()).collect();
        for path in files(&arguments.out) {
            if kind.is_of(model.name(), &path) && !written.contains(path.as_str()) {
                let path = arguments.out.join(&path);
                eprintln!("left over: {}", path.display());
                if arguments.check {
                    exit = exit.worse(Exit::Reject);
                }
            }
        }
    }
    Ok(exit)
}

/// How deep below the folder artefacts lie.
const DEPTH: usize = 3;

/// The files of a folder and of those below, each relative to it with `/` between the parts.
fn files(out: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![(out.to_owned(), String::new(), 1)];
    while let Some((folder, before, depth)) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.filter_map(Result::ok) {
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            let path = format!("{before}{}", entry.file_name().to_string_lossy());
            if kind.is_file() {
                found.push(path);
            } else if kind.is_dir() && depth < DEPTH {
                folders.push((entry.path(), format!("{path}/"), depth + 1));
            }
        }
    }
    found.sort();
    found
}

fn one(out: &Path, artefact: &Artefact, check: bool) -> Result<Exit, CliError> {
    let path = out.join(&artefact.path);
    let fresh = std::fs::read(&path).is_ok_and(|bytes| bytes == artefact.text.as_bytes());
    if check {
        if fresh {
            return Ok(Exit::Done);
        }
        eprintln!("stale: {}", path.display());
        return Ok(Exit::Reject);
    }
    if !fresh {
        output::file(&path, &artefact.text)?;
    }
    output::line(&path.display().to_string())?;
    Ok(Exit::Done)
}
