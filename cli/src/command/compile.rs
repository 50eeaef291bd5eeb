//! `cmec compile`: codebook → artefacts on disk, and the lock beside the codebook.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use cmec_compiler::tokens::cost;
use cmec_compiler::{Artefact, EmitKind};

use crate::exit::{Exit, Failure};
use crate::{codebook, output, tokenizers};

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
        value_name = "KINDS"
    )]
    pub(crate) emit: Vec<Emit>,
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

/// What can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Emit {
    /// Rust source: static tables and catalogue, typed codes
    Rust,
    /// The table file that is loaded at run time
    Tables,
    /// JSON Schemas
    Schemas,
    /// Grammars of cMEC for constrained decoding: Lark and GBNF
    Grammars,
    /// Tool definitions
    Tools,
    /// Schemas and tools as each provider takes them, with manifests
    Profiles,
    /// Prompt cards
    Card,
    /// Reference page
    Reference,
}

/// Runs the command.
pub(crate) fn run(arguments: &CompileArguments) -> Result<Exit, Failure> {
    let folder = &arguments.folder;
    let sources = codebook::sources(folder)?;
    let compilation = cmec_compiler::compile(&sources);
    codebook::show(&compilation.findings, &sources);
    let Some(mut model) = compilation.model else {
        return Ok(Exit::Reject);
    };
    // The vocabularies are read only where an alias is missing.
    if model.lacks_aliases() {
        let tokenizers = tokenizers::load(&arguments.tokenizer)?;
        model = model.with_aliases(&|text| cost(&tokenizers, text));
    }
    // The lock is part of the codebook, whatever else is asked for: a code is given when it is first compiled.
    let mut exit = one(folder, &model.lock().artefact(), arguments.check)?;
    for emit in &arguments.emit {
        for artefact in cmec_compiler::emit(&model, kind(*emit)) {
            exit = exit.worse(one(&arguments.out, &artefact, arguments.check)?);
        }
    }
    Ok(exit)
}

const fn kind(emit: Emit) -> EmitKind {
    match emit {
        Emit::Rust => EmitKind::Rust,
        Emit::Tables => EmitKind::Tables,
        Emit::Schemas => EmitKind::Schemas,
        Emit::Grammars => EmitKind::Grammars,
        Emit::Tools => EmitKind::Tools,
        Emit::Profiles => EmitKind::Profiles,
        Emit::Card => EmitKind::Card,
        Emit::Reference => EmitKind::Reference,
    }
}

fn one(out: &Path, artefact: &Artefact, check: bool) -> Result<Exit, Failure> {
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
