//! Writes the files of an import, after the checks of `cmec check`.

use std::path::Path;

use cmec_compiler::import::{self, ImportOutput};
use cmec_compiler::{LOCK_FILE, SourceSet, compile};
use serde_json::json;

use crate::domain::codebook;
use crate::terminal::arguments::Format;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::output;

const CODEBOOK: &str = "codebook.yaml";
const BINDINGS: &str = "bindings.yaml";
/// A file that people write and can fix.
const OVERLAY: &str = "overlay.yaml";

/// Checks and writes the codebook and prints the summary. `sources`: all files in the folder. `beside`: the previous
/// folder, if the import goes to another one.
pub(super) fn written(
    imported: &ImportOutput,
    sources: &SourceSet,
    (out, beside): (&Path, Option<&Path>),
    form: Format,
) -> Result<Exit, CliError> {
    // An import from a database also writes bindings, which an overlay may change.
    let written = imported.files.iter();
    let written = written.filter(|file| [CODEBOOK, BINDINGS].contains(&file.path.as_str()));
    let (mut all, mut kept) = (sources.clone(), vec![LOCK_FILE, OVERLAY]);
    for file in written {
        all = all.with_text(&file.path, &file.text);
        kept.push(&file.path);
    }
    // A conflict between codebook and lock cannot be fixed by editing another file.
    let alone = all.clone().only(&kept);
    let (errors, _) = codebook::errors(compile(&alone).findings);
    let places = cmec_compiler::report(&errors, &alone);
    if places.iter().any(|error| !error.at.file.ends_with(OVERLAY)) {
        codebook::show(&errors, &alone);
        let message = "the import would break the codebook; nothing was written";
        return Err(CliError::refused(message));
    }
    let schemas = cmec_compiler::emit::emit_core_schemas();
    let schemas = (schemas.iter()).filter(|file| import::SCHEMAS.contains(&file.path.as_str()));
    for file in imported.files.iter().chain(schemas) {
        output::file(&out.join(&file.path), &file.text)?;
    }
    if beside.is_some() {
        // The lock is copied too, which keeps the aliases, and so are the other files of the codebook.
        for (name, text) in sources.own() {
            if name != CODEBOOK {
                output::file(&out.join(name), text)?;
            }
        }
    }
    let compilation = compile(&all);
    let warnings = compilation.warnings();
    let (errors, _) = codebook::errors(compilation.findings);
    codebook::show(&errors, &all);
    said(imported, out, (errors.len(), warnings), form)?;
    let compiles = errors.is_empty();
    Ok(if compiles { Exit::Done } else { Exit::Reject })
}

fn said(
    imported: &ImportOutput,
    out: &Path,
    (errors, warnings): (usize, usize),
    form: Format,
) -> Result<(), CliError> {
    let report = &imported.report;
    match form {
        Format::Json => output::json_line(&json!({
                "source": report.source,
                "format": report.format,
                "documents": report.documents,
                "name": report.name,
                "languages": report.languages,
                "types": report.types,
                "fields": report.fields,
                "relations": report.relations,
                "metrics": report.metrics,
                "codes": {
                    "kept": report.codes_kept,
                    "new": report.codes_new,
                    "reserved": report.codes_reserved,
                },
                "errors": errors,
                "warnings": warnings,
                "left": report.summary(),
                "report": out.join(import::REPORT),
        })),
        Format::Text => {
            let verdict = if errors == 0 { "ok" } else { "broken" };
            output::line(&format!(
                "{}codebook: {verdict}, {errors} errors, {warnings} warnings\neverything: {}",
                report.text(),
                out.join(import::REPORT).display()
            ))
        }
    }
}
