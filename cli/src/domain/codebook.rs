//! Codebooks in folders.

use std::path::Path;

use cmec_compiler::{Checked, Compilation, Finding, Severity, SourceSet};

use crate::terminal::exit::CliError;
use crate::terminal::output;

pub(crate) fn sources(folder: &Path) -> Result<SourceSet, CliError> {
    cmec_compiler::load_dir(folder).map_err(|error| CliError::at(folder, error))
}

/// Compiles the codebook in a folder and shows its findings.
pub(crate) fn compiled(folder: &Path, sources: &SourceSet) -> Result<Checked, CliError> {
    model_of(folder, sources, cmec_compiler::compile(sources))
}

/// The result of a compilation; shows its findings.
pub(crate) fn model_of(
    folder: &Path,
    sources: &SourceSet,
    compilation: Compilation,
) -> Result<Checked, CliError> {
    compilation.model.ok_or_else(|| {
        let (errors, _) = errors(compilation.findings);
        show(&errors, sources);
        let folder = folder.display();
        CliError::failed(format!("the codebook `{folder}` does not compile"))
    })
}

/// Separates errors from other findings.
pub(crate) fn errors(findings: Vec<Finding>) -> (Vec<Finding>, Vec<Finding>) {
    let is_error = |finding: &Finding| finding.severity() == Severity::Error;
    findings.into_iter().partition(is_error)
}

pub(crate) fn show(findings: &[Finding], sources: &SourceSet) {
    let drawn = cmec_compiler::render(findings, sources, output::colour());
    eprint!("{drawn}");
}
