//! Checks the fields that a metric reads periods of or is semi-additive over.

use cmec_decoder::language::{RelativeDay, ValueType};

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::elements::MetricSource;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    for metric in &codebook.metrics {
        for path in metric.not_additive.iter().chain(&metric.time) {
            if codebook.field_at(path.text()).is_none() && !codebook.lost.has_path(path.text()) {
                let message = format!("there is no field `{path}`");
                let known = codebook.paths().map(Spanned::text);
                tell(findings, Rule::DanglingField, path.place, message)
                    .nearest(path.text(), known);
            }
        }
        periods(metric, findings);
        if let Some(path) = &metric.time
            && let Some(field) = codebook.field_at(path.text())
        {
            let of = field.value_type.value;
            let is_day = matches!(of, ValueType::Date | ValueType::Datetime);
            if !is_day || field.array {
                let message = format!("`{path}` makes no periods: it is no day and no moment");
                tell(findings, Rule::MetricPeriod, path.place, message)
                    .also(field.path.place, "the field")
                    .help("name a field of dates or moments");
            }
        }
    }
}

/// Checks that a metric over other periods names the field and the periods, in one form only.
fn periods(metric: &MetricSource, findings: &mut Vec<Finding>) {
    let reads = [
        metric.cumulative,
        metric.window.is_some(),
        metric.offset.is_some(),
    ];
    let ways = reads.iter().filter(|said| **said).count();
    let (name, place) = (&metric.name, metric.name.place);
    if ways > 1 {
        let message = format!("the metric `{name}` reads other periods in {ways} ways");
        tell(findings, Rule::MetricPeriod, place, message)
            .help("say one of `cumulative`, `window` and `offset`");
    }
    if (ways > 0) != metric.time.is_some() {
        let (message, help) = match metric.time {
            None => (
                "does not say of what it reads periods",
                "say the field in `time`",
            ),
            Some(_) => (
                "does not say which periods it reads",
                "say `cumulative`, `window` or `offset`, or leave `time` out",
            ),
        };
        let message = format!("the metric `{name}` {message}");
        tell(findings, Rule::MetricPeriod, place, message).help(help);
    }
    for (key, said, example) in [
        ("window", &metric.window, "-3m"),
        ("offset", &metric.offset, "-1y"),
    ] {
        let Some(said) = said else { continue };
        let far = RelativeDay::read(said.text());
        let far = far.filter(|far| !far.begins);
        let fits = far.is_some_and(|far| far.count < 0 || (key == "offset" && far.count > 0));
        if !fits {
            let message = format!("`{key}` is a distance in time, and `{said}` is none");
            tell(findings, Rule::MetricPeriod, said.place, message).help(format!(
                "write a sign, a number and `d`, `w`, `m` or `y`: `{example}`"
            ));
        }
    }
}
