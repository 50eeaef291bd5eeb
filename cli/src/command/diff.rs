//! `cmec diff`: what changed between two codebooks, and whom it breaks.

pub(crate) mod arguments;
mod github;
mod sarif;
mod text;

use std::path::Path;

use cmec_compiler::diff::{Audience, ChangeReport, Effect, report_changes};
use cmec_compiler::{Change, Checked, SourceSet};

use crate::arguments::{Format, Global};
use crate::exit::{Exit, Failure};
use crate::{codebook, output};
use arguments::{DiffArguments, DiffForm};

/// How much a change counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    /// It breaks somebody.
    Breaks,
    /// It breaks only those who may be broken.
    Allowed,
    /// It breaks nobody.
    Fits,
}

/// Runs the command.
pub(crate) fn run(arguments: &DiffArguments, global: &Global) -> Result<Exit, Failure> {
    let (old_sources, old) = read(&arguments.old)?;
    let (new_sources, new) = read(&arguments.new)?;
    let changes = cmec_compiler::diff(&old, &new);
    let weights: Vec<Weight> = (changes.iter())
        .map(|change| weight(change, &arguments.allow))
        .collect();
    let form = arguments.report.unwrap_or(match output::format(global) {
        Format::Text => DiffForm::Text,
        Format::Json => DiffForm::Json,
    });
    let reports = report_changes(&changes, &old_sources, &new_sources);
    let weighed = || reports.iter().zip(weights.iter().copied());
    let report = match form {
        DiffForm::Text => text::text(&changes, &old_sources, &new_sources),
        DiffForm::Json => json(&reports),
        DiffForm::Sarif => sarif::sarif(weighed()),
        DiffForm::Github => github::github(weighed()),
    };
    output::text(&report)?;
    let summary = text::summary(&changes, &weights);
    match form {
        DiffForm::Text => output::line(&summary)?,
        _ => eprintln!("{summary}"),
    }
    let breaks = weights.contains(&Weight::Breaks);
    Ok(if breaks { Exit::Reject } else { Exit::Done })
}

/// A codebook as it lies there. Whether it keeps to its lock is what is to be told here, not a reason to refuse it.
fn read(folder: &Path) -> Result<(SourceSet, Checked), Failure> {
    let sources = codebook::sources(folder)
        .map_err(|failure| failure.help("name two folders of codebooks: cmec diff OLD NEW"))?
        .without_lock();
    let model = codebook::compiled(folder, &sources)?;
    Ok((sources, model))
}

fn weight(change: &Change, allowed: &[Audience]) -> Weight {
    let breaks = |allowed: &[Audience]| change.effects.worst_but(allowed) == Effect::Breaking;
    match (breaks(allowed), breaks(&[])) {
        (true, _) => Weight::Breaks,
        (false, true) => Weight::Allowed,
        (false, false) => Weight::Fits,
    }
}

/// One object a line for each change.
fn json(reports: &[ChangeReport]) -> String {
    let mut lines = String::new();
    for report in reports {
        output::push_json(&mut lines, report);
        lines.push('\n');
    }
    lines
}
