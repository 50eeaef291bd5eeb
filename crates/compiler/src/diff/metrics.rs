//! Compares a matched metric: its definition and additivity.

use std::collections::HashSet;

use cmec_decoder::definition::{definition_text, parts};
use cmec_decoder::tables::{MetricDef, PeriodsRead};

use super::comparison::Comparison;
use super::element::Element;
use super::version::list;
use super::{names, rule};

rule::table! {
    DEFINITION_CHANGED "CD064" "definition-changed" Untouched Breaking Untouched Compatible {
        what: "is defined otherwise",
        why: "the same contract is answered with another number",
        instead: "a new metric with a new code, where both numbers are asked for; else tell those who compare answers",
    }
    METRIC_OF_OTHER "CD065" "metric-of-other" Breaking Breaking Breaking Compatible {
        what: "is computed over another type, or in another unit",
        why: "intents that ask for it are about the wrong type now, or compare it with values of another unit",
        instead: "a new metric with a new code",
    }
    PERIODS_CHANGED "CD066" "periods-changed" Breaking Breaking Breaking Compatible {
        what: "needs other periods, or does not add up over something else",
        why: "intents that group as before may be asked about, or get another number",
        instead: "a new metric with a new code",
    }
    PART_CHANGED "CD067" "part-changed" Untouched Breaking Untouched Compatible {
        what: "is made of a metric that is defined otherwise",
        why: "the same contract is answered with another number",
        instead: "a new metric for the new number, which no other is made of; else tell those who compare answers",
    }
}

/// Reports unchanged metrics that depend on a metric with a changed definition.
pub(super) fn through_others(changes: &mut Comparison<'_>, stayed: &[(&MetricDef, &MetricDef)]) {
    let tables = changes.new.tables;
    let mut other: HashSet<&str> = HashSet::new();
    // Metrics are in dependency order.
    for (old, new) in stayed {
        if old.definition != new.definition {
            other.insert(new.name.as_ref());
            continue;
        }
        let parts = parts(new, tables);
        let Some(part) = parts.iter().find(|part| other.contains(part.name.as_ref())) else {
            continue;
        };
        let element = Element::of(*old, *new);
        let change = changes.inside(&PART_CHANGED, &element, &["definition"]);
        change.to(part.name.as_ref());
        other.insert(new.name.as_ref());
    }
}

pub(super) fn compare(changes: &mut Comparison<'_>, old: &MetricDef, new: &MetricDef) {
    let element = Element::of(old, new);
    let of = |metric: &MetricDef| match &metric.unit {
        Some(unit) => format!("{} in {unit}", metric.type_name),
        None => metric.type_name.to_string(),
    };
    let (was, now) = (of(old), of(new));
    let both = (Some(was.as_str()), Some(now.as_str()));
    changes.differ(&METRIC_OF_OTHER, &element, "definition", both);
    if old.definition != new.definition {
        let was = definition_text(old, changes.old.tables);
        let now = definition_text(new, changes.new.tables);
        let change = changes.inside(&DEFINITION_CHANGED, &element, &["definition"]);
        change.from(was).to(now);
    }
    let periods = |metric: &MetricDef| {
        let over = metric.over_time.as_ref()?;
        let reads = match &over.reads {
            PeriodsRead::UpToNow => "cumulative".to_owned(),
            PeriodsRead::Window(far) => format!("window {far}"),
            PeriodsRead::Offset(far) => format!("offset {far}"),
        };
        Some(format!("{reads} of {}", over.field))
    };
    let (was, now) = (periods(old), periods(new));
    if was != now {
        let field = |metric: &MetricDef| metric.over_time.as_ref().map(|over| over.field.clone());
        let change = changes.inside(&PERIODS_CHANGED, &element, &["time"]);
        change.between(was, now).off_card(field(old) != field(new));
    }
    let (was, now) = (list(&old.not_additive), list(&new.not_additive));
    if was != now {
        let change = changes.inside(&PERIODS_CHANGED, &element, &["not_additive"]);
        change.between(was, now).off_card(false);
    }
    names::of_metric(changes, old, new);
}
