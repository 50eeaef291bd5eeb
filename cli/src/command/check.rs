//! `cmec check`: compiles codebooks, optionally compares their bindings with a database, and reports every finding.

mod item;

use std::path::{Path, PathBuf};

use clap::Args;
use cmec_compiler::drift::enum_columns;
use cmec_compiler::{Compilation, Finding, Severity, SourceSet, lock_state};
use cmec_executor::ports::database::Database;

use crate::domain::codebook;
use crate::report::{Report, ReportFormat};
use crate::terminal::arguments::Global;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::output;
use crate::world::database::{self, DatabaseArguments, database_schema, out_of_form};
use item::FindingItem;

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
    /// Form of the report [default: text on a terminal, json otherwise]
    #[arg(long, value_name = "FORM")]
    pub(crate) report: Option<ReportFormat>,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
}

/// Runs the command.
pub(crate) fn run(arguments: &CheckArguments, global: &Global) -> Result<Exit, CliError> {
    let folders = if arguments.folders.is_empty() {
        default_folders()?
    } else {
        arguments.folders.clone()
    };
    let database = arguments.database.url()?;
    let database = database.map(|url| database::at(&url)).transpose()?;
    if database.is_some() && folders.len() > 1 {
        let message = "a database is compared with one codebook, and here are several";
        return Err(CliError::usage(message).help("name its folder: cmec check DIR --db URL"));
    }
    let format = ReportFormat::or_usual(arguments.report, global);
    let mut exit = Exit::Done;
    let mut suites = Vec::new();
    for folder in &folders {
        let (sources, compilation) = compiled(folder, database.as_deref())?;
        let findings = &compilation.findings;
        let is_error = |finding: &&Finding| finding.severity() == Severity::Error;
        let errors = findings.iter().filter(is_error).count();
        let warnings = compilation.warnings();
        if errors > 0 || (arguments.deny_warnings && warnings > 0) {
            exit = exit.worse(Exit::Reject);
        }
        let found = cmec_compiler::report(findings, &sources);
        match format {
            ReportFormat::Text => codebook::show(findings, &sources),
            // Each codebook is reported as soon as it is checked.
            ReportFormat::Json => {
                found.iter().try_for_each(output::json_line)?;
                continue;
            }
            ReportFormat::Sarif | ReportFormat::Github | ReportFormat::Junit => {
                let items = found.into_iter().map(|finding| FindingItem {
                    finding,
                    denies_warnings: arguments.deny_warnings,
                });
                let items: Vec<FindingItem> = items.collect();
                suites.push((folder.display().to_string(), items));
            }
        }
        let verdict = if errors == 0 { "ok" } else { "broken" };
        let ignored = match compilation.ignored.len() {
            0 => String::new(),
            count => format!(", {count} ignored"),
        };
        format.write_counts(&format!(
            "{}: {verdict}, {errors} errors, {warnings} warnings{ignored}",
            folder.display()
        ))?;
    }
    if !matches!(format, ReportFormat::Text | ReportFormat::Json) {
        let report = Report {
            format,
            name: "cmec check",
            rules: item::rules(),
        };
        output::text(&report.document(&suites, "no finding"))?;
    }
    Ok(exit)
}

/// A codebook, with its findings and those against its lock and a database.
fn compiled(
    folder: &Path,
    database: Option<&dyn Database>,
) -> Result<(SourceSet, Compilation), CliError> {
    let sources = codebook::sources(folder)?;
    let mut compilation = cmec_compiler::compile(&sources);
    if let (Some(model), Some(database)) = (&compilation.model, database) {
        if model.catalogue().structured.is_none() {
            let message = format!("{}: there is no `bindings.yaml`", folder.display());
            let help = "`cmec import` writes the bindings of a database";
            return Err(CliError::usage(message).help(help));
        }
        let columns = enum_columns(model);
        let most = |table: &str, column: &str| {
            let mut columns = columns.iter();
            let found = columns.find(|((of, own), _)| {
                of.eq_ignore_ascii_case(table) && own.eq_ignore_ascii_case(column)
            });
            found.map(|(_, most)| *most)
        };
        let mut schema = database_schema(database, most)?;
        if let Some(structured) = &model.catalogue().structured {
            schema.out_of_form = out_of_form(database, (model.tables(), structured))?;
        }
        (compilation.findings).extend(cmec_compiler::drift(&sources, model, &schema));
    }
    let lock = (compilation.model.as_ref()).and_then(|model| lock_state(&sources, model));
    compilation.findings.extend(lock);
    Ok((sources, compilation))
}

fn default_folders() -> Result<Vec<PathBuf>, CliError> {
    let missing = || {
        CliError::usage(format!("there is no folder `{DEFAULT_FOLDER}` here"))
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
        return Err(CliError::usage(message).help(format!(
            "a codebook is a folder with a `codebook.yaml`: {DEFAULT_FOLDER}/shop/codebook.yaml"
        )));
    }
    Ok(folders)
}
