//! `cmec check`: compile codebooks, compare their bindings with a database where one is named, report every finding.

use std::path::{Path, PathBuf};

use clap::Args;
use cmec_compiler::drift::enum_columns;
use cmec_compiler::{Finding, Severity, lock_state};

use crate::arguments::{Format, Global};
use crate::database::{AnyDatabase, DatabaseArguments, database_schema};
use crate::exit::{Exit, Failure};
use crate::{codebook, output};

/// Folder whose folders are checked when none is named.
const DEFAULT_FOLDER: &str = "codebook";

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Folders of codebooks [default: every folder of ./codebook]
    #[arg(value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
    /// Warnings count as errors
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
}

/// Runs the command.
pub(crate) fn run(arguments: &CheckArguments, global: &Global) -> Result<Exit, Failure> {
    let folders = if arguments.folders.is_empty() {
        default_folders()?
    } else {
        arguments.folders.clone()
    };
    let database = arguments.database.url()?;
    let database = database.map(|url| AnyDatabase::at(&url)).transpose()?;
    if database.is_some() && folders.len() > 1 {
        let message = "a database is compared with one codebook, and here are several";
        return Err(Failure::usage(message).help("name its folder: cmec check DIR --db URL"));
    }
    let mut exit = Exit::Done;
    for folder in &folders {
        exit = exit.worse(check(
            folder,
            arguments,
            database.as_ref(),
            output::format(global),
        )?);
    }
    Ok(exit)
}

fn check(
    folder: &Path,
    arguments: &CheckArguments,
    database: Option<&AnyDatabase>,
    format: Format,
) -> Result<Exit, Failure> {
    let sources = codebook::sources(folder)?;
    let mut compilation = cmec_compiler::compile(&sources);
    if let (Some(model), Some(database)) = (&compilation.model, database) {
        if model.catalogue().structured.is_none() {
            let message = format!("{}: there is no `bindings.yaml`", folder.display());
            let help = "`cmec import` writes the bindings of a database";
            return Err(Failure::usage(message).help(help));
        }
        let columns = enum_columns(model);
        let most = |table: &str, column: &str| {
            let name = (table.to_ascii_lowercase(), column.to_ascii_lowercase());
            columns.get(&name).copied()
        };
        let schema = database_schema(database, most)?;
        (compilation.findings).extend(cmec_compiler::drift(&sources, model, &schema));
    }
    let lock = (compilation.model.as_ref()).and_then(|model| lock_state(&sources, model));
    compilation.findings.extend(lock);
    let is_error = |finding: &&Finding| finding.severity() == Severity::Error;
    let errors = compilation.findings.iter().filter(is_error).count();
    let warnings = compilation.warnings();
    match format {
        Format::Json => {
            for finding in cmec_compiler::report(&compilation.findings, &sources) {
                output::json(&finding, Format::Json)?;
            }
        }
        Format::Text => {
            codebook::show(&compilation.findings, &sources);
            let verdict = if errors == 0 { "ok" } else { "broken" };
            let ignored = match compilation.ignored.len() {
                0 => String::new(),
                count => format!(", {count} ignored"),
            };
            output::line(&format!(
                "{}: {verdict}, {errors} errors, {warnings} warnings{ignored}",
                folder.display()
            ))?;
        }
    }
    let failed = errors > 0 || (arguments.deny_warnings && warnings > 0);
    Ok(if failed { Exit::Reject } else { Exit::Done })
}

fn default_folders() -> Result<Vec<PathBuf>, Failure> {
    let missing = || {
        Failure::usage(format!("there is no folder `{DEFAULT_FOLDER}` here"))
            .help("name the folder of a codebook: cmec check DIR")
    };
    let entries = std::fs::read_dir(DEFAULT_FOLDER).map_err(|_| missing())?;
    let mut folders: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    if folders.is_empty() {
        let message = format!("the folder `{DEFAULT_FOLDER}` has no folder of a codebook");
        return Err(Failure::usage(message).help(format!(
            "a codebook is a folder with a `codebook.yaml`: {DEFAULT_FOLDER}/shop/codebook.yaml"
        )));
    }
    Ok(folders)
}
