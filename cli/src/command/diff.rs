//! `cmec diff`: the changes between two codebooks, and the audiences they break.

pub(crate) mod arguments;
mod files;
mod git;
mod item;
mod side;
mod tar;
mod text;

use std::path::Path;

use cmec_compiler::diff::{Audience, Effect, codebook_came, codebook_went, report_changes};
use cmec_compiler::{Change, SourceSet};

use crate::report::{Report, ReportFormat};
use crate::terminal::arguments::Global;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::output;
use arguments::DiffArguments;
use item::ChangeItem;
use side::{Side, Version};

/// The weight of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    /// It breaks an audience.
    Breaks,
    /// It breaks only allowed audiences.
    Allowed,
    /// It breaks nobody.
    Fits,
}

/// The changes of one codebook.
struct Comparison {
    name: String,
    old: SourceSet,
    new: SourceSet,
    changes: Vec<Change>,
    weights: Vec<Weight>,
    /// The number of changes that the new codebook suppresses.
    ignored: usize,
}

pub(crate) fn run(arguments: &DiffArguments, global: &Global) -> Result<Exit, CliError> {
    let (old, new) = sides(arguments)?;
    let new_side = side::read(new, new)?;
    let old_side = side::read(old, new)?;
    let mut compared: Vec<Comparison> = Vec::new();
    for (name, old, new) in pairs(old_side, new_side) {
        compared.push(comparison(name, (old, new), &arguments.allow));
    }
    let mut summary = text::summary(compared.iter().flat_map(Comparison::weighed));
    let ignored: usize = compared.iter().map(|one| one.ignored).sum();
    if ignored > 0 {
        summary = format!("{summary}; {ignored} ignored");
    }
    let breaks = compared
        .iter()
        .any(|one| one.weights.contains(&Weight::Breaks));
    if arguments.breaking {
        compared.iter_mut().for_each(Comparison::leave_breaking);
    }
    let format = ReportFormat::or_usual(arguments.report, global);
    let report = match format {
        ReportFormat::Text => text::text(&compared),
        _ => report(compared, format),
    };
    output::text(&report)?;
    format.write_counts(&summary)?;
    Ok(if breaks { Exit::Reject } else { Exit::Done })
}

/// The old and the new side.
fn sides(arguments: &DiffArguments) -> Result<(&Path, &Path), CliError> {
    match (&arguments.against, arguments.sides.as_slice()) {
        (Some(old), [new]) => Ok((old, new)),
        (None, [old, new]) => Ok((old, new)),
        (None, _) => Err(CliError::usage("there is one codebook")
            .help("name two, `cmec diff OLD NEW`, or what it was: --against git:main")),
        (Some(_), _) => Err(CliError::usage("there are three codebooks")
            .help("`--against` takes the place of OLD: name NEW alone")),
    }
}

/// Pairs of versions by codebook name; two single codebooks are paired whatever their names.
fn pairs(mut old: Side, new: Side) -> Vec<(String, Option<Version>, Option<Version>)> {
    let single = old.len() == 1 && new.len() == 1;
    let mut pairs = Vec::new();
    for (name, now) in new {
        let before = if single {
            old.pop_first().map(|(_, before)| before)
        } else {
            old.remove(&name)
        };
        pairs.push((name, before, Some(now)));
    }
    let gone = old.into_iter();
    pairs.extend(gone.map(|(name, before)| (name, Some(before), None)));
    pairs
}

fn comparison(
    name: String,
    (old, new): (Option<Version>, Option<Version>),
    allow: &[Audience],
) -> Comparison {
    let mut changes = match (&old, &new) {
        (Some(old), Some(new)) => cmec_compiler::diff(&old.model, &new.model),
        (None, Some(new)) => codebook_came(&new.model).into_iter().collect(),
        (Some(old), None) => codebook_went(&old.model).into_iter().collect(),
        (None, None) => Vec::new(),
    };
    let all = changes.len();
    if let Some(new) = &new {
        changes.retain(|change| new.model.ignores(change.rule.id).is_none());
    }
    let ignored = all - changes.len();
    let weights = changes.iter().map(|change| weight(change, allow)).collect();
    let sources = |side: Option<Version>| {
        side.map_or_else(|| SourceSet::from_texts([]), |version| version.sources)
    };
    Comparison {
        name,
        old: sources(old),
        new: sources(new),
        changes,
        weights,
        ignored,
    }
}

impl Comparison {
    fn weighed(&self) -> impl Iterator<Item = (&Change, Weight)> {
        self.changes.iter().zip(self.weights.iter().copied())
    }

    /// Removes changes that break nobody or only allowed audiences.
    fn leave_breaking(&mut self) {
        let weighed = self.changes.drain(..).zip(self.weights.drain(..));
        let (changes, weights) = weighed
            .filter(|(_, weight)| *weight == Weight::Breaks)
            .collect();
        (self.changes, self.weights) = (changes, weights);
    }
}

fn report(compared: Vec<Comparison>, format: ReportFormat) -> String {
    let suites = compared.into_iter().map(|one| {
        let changes = report_changes(&one.changes, &one.old, &one.new);
        let weighed = changes.into_iter().zip(one.weights);
        let items = weighed.map(|(change, weight)| ChangeItem {
            codebook: one.name.clone(),
            change,
            weight,
        });
        let items: Vec<ChangeItem> = items.collect();
        (one.name, items)
    });
    let report = Report {
        format,
        name: "cmec diff",
        rules: item::rules(),
    };
    report.document(&suites.collect::<Vec<_>>(), "no change")
}

fn weight(change: &Change, allowed: &[Audience]) -> Weight {
    let breaks = |allowed: &[Audience]| change.effects.worst_but(allowed) == Effect::Breaking;
    match (breaks(allowed), breaks(&[])) {
        (true, _) => Weight::Breaks,
        (false, true) => Weight::Allowed,
        (false, false) => Weight::Fits,
    }
}
