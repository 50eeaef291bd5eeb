//! `cmec init`: a small codebook to start with, and its schema for editors.

use std::path::PathBuf;

use clap::Args;
use cmec_compiler::emit::{CODEBOOK_SCHEMA, emit_core_schemas};

use crate::terminal::arguments::domain_name;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::output;

/// The file that is written, which has the name [`NAME`].
const CODEBOOK: &str = include_str!("init/codebook.yaml");
const NAME: &str = "name: example\n";

#[derive(Debug, Args)]
pub(crate) struct InitArguments {
    /// Folder to write to; it is made where there is none
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Name of the codebook [default: that of the folder]
    #[arg(long, value_name = "NAME", value_parser = domain_name)]
    name: Option<String>,
}

/// Runs the command.
pub(crate) fn run(arguments: &InitArguments) -> Result<Exit, CliError> {
    let folder = &arguments.folder;
    let codebook = folder.join("codebook.yaml");
    if codebook.exists() {
        let message = format!("there is a codebook in {} already", folder.display());
        return Err(CliError::usage(message));
    }
    let name = match &arguments.name {
        Some(name) => name.clone(),
        None => {
            let last = folder.file_name().unwrap_or_default();
            domain_name(&last.to_string_lossy()).map_err(|why| {
                let message = format!("the name of {} is no name of a codebook", folder.display());
                CliError::usage(message).help(format!("say one with --name: {why}"))
            })?
        }
    };
    let text = CODEBOOK.replacen(NAME, &format!("name: {name}\n"), 1);
    let schemas = emit_core_schemas();
    let schema = schemas.iter().find(|file| file.path == CODEBOOK_SCHEMA);
    let schema = schema.map(|file| (folder.join(&file.path), file.text.as_str()));
    for (path, text) in [(codebook, text.as_str())].into_iter().chain(schema) {
        output::file(&path, text)?;
        output::line(&path.display().to_string())?;
    }
    Ok(Exit::Done)
}
