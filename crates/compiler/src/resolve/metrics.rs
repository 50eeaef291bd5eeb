//! Metrics → the decoder's form. The decoder reads each definition over the tables and the metrics before it, so no
//! definition is recursive.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use cmec_decoder::definition::{DefinitionError, define};
use cmec_decoder::tables::{MetricDef, OverTime, PeriodsRead, Tables, Text};

use super::descriptions::shown;
use super::lock::of_metric;
use super::tables::{deprecation, labels, text};
use crate::finding::{Finding, Place, Remarks, Rule, Spanned, tell};
use crate::lock::{LOCK_FILE, Lock, LockedMetric};
use crate::source::elements::MetricSource;
use crate::source::files::SourceSet;

/// Reads the definitions in order and adds the valid ones to the tables.
pub(super) fn add(
    metrics: Vec<MetricSource>,
    tables: &mut Tables,
    sources: &SourceSet,
    locked: &Lock,
    findings: &mut Vec<Finding>,
) {
    let names: Vec<Spanned<String>> = metrics.iter().map(|metric| metric.name.clone()).collect();
    let mut reader = Definitions {
        sources,
        later: names.iter().map(|name| (name.text(), name.place)).collect(),
        lost: HashSet::new(),
        levels: HashMap::new(),
        findings,
    };
    for (metric, name) in metrics.into_iter().zip(&names) {
        match reader.defined(metric, tables) {
            Some(def) => {
                reader.later.remove(name.text());
                keeps_meaning(name, &def, locked, reader.findings);
                tables.metrics.to_mut().push(def);
            }
            None => {
                reader.later.remove(name.text());
                reader.lost.insert(name.text());
            }
        }
    }
}

/// Deepest nesting of metrics.
const LEVELS: usize = 4;

/// The state while definitions are read.
struct Definitions<'c> {
    sources: &'c SourceSet,
    /// The metrics after the current one, and itself.
    later: HashMap<&'c str, Place>,
    /// Earlier metrics that cannot be read.
    lost: HashSet<&'c str>,
    /// The nesting depth of each metric read so far.
    levels: HashMap<String, usize>,
    findings: &'c mut Vec<Finding>,
}

impl Definitions<'_> {
    fn defined(&mut self, metric: MetricSource, tables: &Tables) -> Option<MetricDef> {
        let defined = match define(metric.definition.text(), tables) {
            Ok(defined) => defined,
            Err(all) => {
                for one in all {
                    self.told(&metric, one);
                }
                return None;
            }
        };
        let parts = defined.parts.iter();
        let below = parts.filter_map(|part| self.levels.get(part));
        let levels = below.max().map_or(0, |levels| levels + 1);
        if levels > LEVELS {
            let name = &metric.name;
            let message = format!("`{name}` stands on more than {LEVELS} metrics, one on another");
            let place = metric.definition.place;
            tell(self.findings, Rule::MetricDefinition, place, message)
                .help("define it by fields, or by metrics that stand on fewer");
            return None;
        }
        self.levels.insert(metric.name.value.clone(), levels);
        let type_name: Text = defined.type_name.into();
        let over_time = over_time(&metric, &type_name, self.findings)?;
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
            description: shown(&metric.description, languages),
            deprecated: metric.deprecated.map(deprecation),
        })
    }

    /// Reports why a definition is invalid.
    fn told(&mut self, metric: &MetricSource, why: DefinitionError) {
        let (name, line) = (&metric.name, &metric.definition);
        match why {
            DefinitionError::Unread {
                message,
                help,
                span,
            } => {
                let word = line.text().get(span.start..span.end).unwrap_or_default();
                let place = inside(line, (span.start, span.end), self.sources);
                self.unread((name, word), (message, help), place);
            }
            DefinitionError::Shape(what) => {
                let message = format!("`{name}` {what}");
                tell(self.findings, Rule::MetricDefinition, line.place, message).help(
                    "write `SELECT`, one number, `FROM` one type and what it must be, without `GROUP BY` and without a page",
                );
            }
            DefinitionError::Repeated {
                path,
                relation,
                ends: [one, several],
                key,
            } => {
                let message = format!(
                    "`{name}` counts one value of `{path}` several times: along `{relation}` one `{one}` may have several `{several}`"
                );
                let alone = format!("compute it over the type of `{path}` alone");
                let help = match key {
                    Some(key) => {
                        format!("{alone}, or say `{key}: true` of `{relation}` where that is so")
                    }
                    None => alone,
                };
                tell(self.findings, Rule::MetricGrain, line.place, message).help(help);
            }
        }
    }

    /// Reports an unknown word in a definition. An error caused by an unreadable metric is not reported until that
    /// metric is fixed.
    fn unread(
        &mut self,
        (name, word): (&Spanned<String>, &str),
        (message, help): (String, Option<String>),
        place: Place,
    ) {
        if self.lost.contains(word) {
            return;
        }
        if let Some(below) = self.later.get(word) {
            let message = format!("`{name}` is defined by `{word}`, which does not stand above it");
            tell(self.findings, Rule::MetricDefinition, place, message)
                .also(*below, "it stands here")
                .help("a definition uses the metrics above it");
            return;
        }
        let message = format!("`{name}` is not defined: {message}");
        let finding = tell(self.findings, Rule::MetricDefinition, place, message);
        if let Some(help) = help {
            finding.help(help);
        }
    }
}

/// The place of these bytes within a text; the whole text if YAML escapes shift the bytes.
fn inside(said: &Spanned<String>, (start, end): (usize, usize), sources: &SourceSet) -> Place {
    let place = said.place;
    let mut files = sources.iter();
    let file = files.find(|(id, _)| *id == place.file);
    let written = file.and_then(|(_, file)| file.text.get(place.start..place.end));
    let quoted = |quote: char| {
        let inside = written?.strip_prefix(quote)?.strip_suffix(quote);
        (inside? == said.text()).then_some(quote.len_utf8())
    };
    let plain = (written == Some(said.text())).then_some(0);
    let Some(before) = plain.or_else(|| quoted('"')).or_else(|| quoted('\'')) else {
        return place;
    };
    Place {
        start: place.start + before + start,
        end: place.start + before + end,
        ..place
    }
}

/// The way a metric reads other periods; `None` if the field has another type.
fn over_time(
    metric: &MetricSource,
    type_name: &str,
    findings: &mut Vec<Finding>,
) -> Option<Option<OverTime>> {
    let mut of_type = true;
    for path in metric.not_additive.iter().chain(&metric.time) {
        if path.text().split_once('.').map(|(of, _)| of) != Some(type_name) {
            let name = &metric.name;
            let message =
                format!("`{name}` is computed over `{type_name}`, and `{path}` is no field of it");
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

/// Checks that a code keeps its meaning: a number over the same type in the same unit.
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
    let said = |metric: &LockedMetric| match &metric.unit {
        Some(unit) => format!("`{}` in `{unit}`", metric.of),
        None => format!("`{}` without a unit", metric.of),
    };
    let (was, now) = (said(was), said(&now));
    let message = format!("the metric `{name}` was computed over {was} and is over {now} now");
    let code = &def.code;
    tell(findings, Rule::MeaningChanged, name.place, message).help(format!(
        "give the new meaning the next free code, and add `{code}` to `reserved`; `{LOCK_FILE}` holds what was given"
    ));
}
