//! Metrics → the decoder's form: each definition is read by the decoder, over the tables and the metrics before it.
//!
//! A metric is defined by those before it, so no definition leads back to itself.

use std::borrow::Cow;
use std::collections::HashSet;

use cmec_decoder::definition::{Misdefined, define};
use cmec_decoder::tables::{MetricDef, OverTime, PeriodsRead, Tables, Text};

use super::lock::of_metric;
use super::tables::{deprecation, labels, optional, text};
use crate::finding::{Finding, Place, Remarks, Rule, Spanned, tell};
use crate::lock::{LOCK_FILE, Lock};
use crate::source::elements::MetricSource;
use crate::source::files::SourceSet;

/// Reads the definitions of the metrics, in their order, and adds to the tables those that mean something.
pub(super) fn add(
    metrics: Vec<MetricSource>,
    tables: &mut Tables,
    sources: &SourceSet,
    locked: &Lock,
    findings: &mut Vec<Finding>,
) {
    let mut lost: HashSet<String> = HashSet::new();
    for metric in metrics {
        // What is defined by one that cannot be read waits until that is mended.
        let letters = |letter: char| letter.is_alphanumeric() || letter == '_';
        let mut words = metric.definition.value.split(|letter| !letters(letter));
        let waits = words.any(|word| lost.contains(word));
        let name = metric.name.clone();
        let def = (!waits).then(|| defined(metric, tables, sources, findings));
        match def.flatten() {
            Some(def) => {
                keeps_meaning(&name, &def, locked, findings);
                tables.metrics.to_mut().push(def);
            }
            None => {
                lost.insert(name.value);
            }
        }
    }
}

fn defined(
    metric: MetricSource,
    tables: &Tables,
    sources: &SourceSet,
    findings: &mut Vec<Finding>,
) -> Option<MetricDef> {
    let line = &metric.definition;
    let defined = match define(line.text(), tables) {
        Ok(defined) => defined,
        Err(all) => {
            for one in all {
                told(&metric, one, sources, findings);
            }
            return None;
        }
    };
    let type_name: Text = defined.type_name.into();
    let over_time = over_time(&metric, &type_name, findings)?;
    let languages = &tables.languages;
    Some(MetricDef {
        code: text(metric.code),
        type_name,
        definition: defined.contract.into(),
        value_type: defined.value_type,
        unit: defined.unit.map(Cow::Owned),
        not_additive: metric.not_additive.into_iter().map(text).collect(),
        over_time,
        labels: labels(metric.labels, metric.name.text(), languages),
        name: text(metric.name),
        description: optional(metric.description),
        deprecated: metric.deprecated.map(deprecation),
    })
}

/// Says why a definition defines nothing.
fn told(metric: &MetricSource, why: Misdefined, sources: &SourceSet, findings: &mut Vec<Finding>) {
    let (name, line) = (&metric.name, &metric.definition);
    match why {
        Misdefined::Unread {
            message,
            help,
            span,
        } => {
            let place = inside(line, (span.start, span.end), sources);
            let message = format!("`{name}` is not defined: {message}");
            let finding = tell(findings, Rule::MetricDefinition, place, message);
            if let Some(help) = help {
                finding.help(help);
            }
        }
        Misdefined::Shape(what) => {
            let message = format!("`{name}` {what}");
            tell(findings, Rule::MetricDefinition, line.place, message).help(
                "name one type, what it must be, and one number over it, without `by` and without a page",
            );
        }
        Misdefined::Repeated {
            path,
            relation,
            ends: [one, several],
            key,
        } => {
            let message = format!(
                "`{name}` counts one value of `{path}` several times: along `{relation}` one `{one}` may have several `{several}`"
            );
            tell(findings, Rule::MetricGrain, line.place, message).help(format!(
                "compute it over the type of `{path}` alone, or say `{key}: true` of `{relation}` where that is so"
            ));
        }
    }
}

/// The part of a text of a codebook where these bytes of it stand; the whole where it is written otherwise than it is read.
fn inside(said: &Spanned<String>, (start, end): (usize, usize), sources: &SourceSet) -> Place {
    let place = said.place;
    let mut files = sources.iter();
    let file = files.find(|(id, _)| *id == place.file);
    let written = file.and_then(|(_, file)| file.text.get(place.start..place.end));
    if written != Some(said.text()) {
        return place;
    }
    Place {
        start: place.start + start,
        end: place.start + end,
        ..place
    }
}

/// How a metric reads other periods; `None` where the field is of another type.
fn over_time(
    metric: &MetricSource,
    type_name: &str,
    findings: &mut Vec<Finding>,
) -> Option<Option<OverTime>> {
    let mut of_type = true;
    for path in metric.not_additive.iter().chain(&metric.time) {
        if path.text().split_once('.').map(|(of, _)| of) != Some(type_name) {
            let message = format!(
                "`{}` is computed over `{type_name}`, and `{path}` is no field of it",
                metric.name
            );
            tell(findings, Rule::MetricPeriod, path.place, message)
                .help(format!("name a field of `{type_name}`"));
            of_type = false;
        }
    }
    of_type.then_some(())?;
    let Some(field) = &metric.time else {
        return Some(None);
    };
    let far = |said: &Option<Spanned<String>>| said.clone().map(text);
    let window = far(&metric.window).map(PeriodsRead::Window);
    let offset = || far(&metric.offset).map(PeriodsRead::Offset);
    Some(Some(OverTime {
        field: text(field.clone()),
        reads: window.or_else(offset).unwrap_or(PeriodsRead::UpToNow),
    }))
}

/// A code means the same as before: a number over the same type, in the same unit.
fn keeps_meaning(
    name: &Spanned<String>,
    def: &MetricDef,
    locked: &Lock,
    findings: &mut Vec<Finding>,
) {
    let Some(was) = locked.metrics.get(def.code.as_ref()) else {
        return;
    };
    let now = of_metric(def);
    if *was == now || was.name != now.name {
        return;
    }
    let unit = |unit: &Option<String>| match unit {
        Some(unit) => format!(" in `{unit}`"),
        None => " without a unit".to_owned(),
    };
    let message = format!(
        "the metric `{name}` was computed over `{}`{} and is over `{}`{} now",
        was.of,
        unit(&was.unit),
        now.of,
        unit(&now.unit)
    );
    let code = &def.code;
    tell(findings, Rule::MeaningChanged, name.place, message).help(format!(
        "give the new meaning the next free code, and add `{code}` to `reserved`; `{LOCK_FILE}` holds what was given"
    ));
}
