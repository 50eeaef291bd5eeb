//! Compares the scenario table: required and forbidden parts, and defaults.

use cmec_decoder::tables::{Requirement, ScenarioDef};

use super::comparison::Comparison;
use super::rule;
use super::version::added;
use crate::source::files::CORE;

rule::table! {
    OUTPUT_CHANGED "CD090" "output-changed" Breaking Untouched Untouched Compatible {
        what: "gives another output when none is said",
        why: "the same output of a model decodes to another contract",
        instead: "have models say `o` before the default changes",
    }
    COUNT_CHANGED "CD091" "count-changed" Breaking Untouched Untouched Compatible {
        what: "has another default limit or depth",
        why: "the same output of a model decodes to another contract",
        instead: "have models say the number before the default changes",
    }
    PART_REQUIRED "CD092" "part-required" Breaking Breaking Untouched Compatible {
        what: "requires more",
        why: "outputs and stored contracts without the part are no longer read",
        instead: "have the part said everywhere before it is required",
    }
    PART_EASED "CD093" "part-eased" Compatible Compatible Untouched Compatible {
        what: "requires less",
        why: "hosts may meet contracts without the part",
        instead: "nothing; teach hosts first",
    }
    PART_FORBIDDEN "CD094" "part-forbidden" Breaking Breaking Untouched Compatible {
        what: "forbids a part more",
        why: "outputs and stored contracts with the part are no longer read",
        instead: "see that nobody says the part before it is forbidden",
    }
    PART_ALLOWED "CD095" "part-allowed" Compatible Compatible Untouched Compatible {
        what: "forbids a part less",
        why: "hosts may meet contracts with the part",
        instead: "nothing; teach hosts first",
    }
    OUTPUT_ADDED "CD096" "output-added" Compatible Compatible Untouched Compatible {
        what: "gives one more output",
        why: "hosts may meet contracts with the output",
        instead: "nothing; teach hosts first",
    }
    OUTPUT_REMOVED "CD097" "output-removed" Breaking Breaking Untouched Compatible {
        what: "gives an output no longer",
        why: "outputs of models and stored contracts that say it are no longer read",
        instead: "see that nobody says the output before it goes",
    }
}

pub(super) fn compare(changes: &mut Comparison<'_>) {
    let (old, new) = (changes.old.tables, changes.new.tables);
    for row in new.scenarios.iter() {
        if let Some(before) = old.scenario(row.scenario) {
            of_row(changes, before, row);
        }
    }
}

fn of_row(changes: &mut Comparison<'_>, old: &ScenarioDef, new: &ScenarioDef) {
    let name = new.scenario.name();
    let mut add = |rule, key: &'static str, from: Option<&str>, to: Option<&str>| {
        let keys = ["scenarios", name, key];
        (changes.add(rule, format!("scenario `{name}`"), (CORE, &keys))).between(from, to);
    };
    if old.default_output() != new.default_output() {
        let word = |row: &ScenarioDef| row.default_output().map(|output| output.name());
        add(&OUTPUT_CHANGED, "outputs", word(old), word(new));
    }
    for output in added(&old.outputs, &new.outputs) {
        add(&OUTPUT_ADDED, "outputs", None, Some(output.name()));
    }
    for output in added(&new.outputs, &old.outputs) {
        add(&OUTPUT_REMOVED, "outputs", Some(output.name()), None);
    }
    for (key, was, now) in [
        ("default_limit", old.default_limit, new.default_limit),
        ("default_depth", old.default_depth, new.default_depth),
    ] {
        if was != now {
            let [was, now] = [was, now].map(|number| number.map(|number| number.to_string()));
            add(&COUNT_CHANGED, key, was.as_deref(), now.as_deref());
        }
    }
    for group in not_implied(&new.required, &old.required) {
        add(&PART_REQUIRED, "required", None, Some(&said(group)));
    }
    for group in not_implied(&old.required, &new.required) {
        add(&PART_EASED, "required", Some(&said(group)), None);
    }
    for part in added(&old.forbidden, &new.forbidden) {
        add(&PART_FORBIDDEN, "forbidden", None, Some(part.name()));
    }
    for part in added(&new.forbidden, &old.forbidden) {
        add(&PART_ALLOWED, "forbidden", Some(part.name()), None);
    }
}

/// The requirements that something valid under `others` might violate. A narrower requirement implies a wider one.
fn not_implied<'r>(
    wanted: &'r [Requirement],
    given: &'r [Requirement],
) -> impl Iterator<Item = &'r Requirement> {
    wanted.iter().filter(|wanted| {
        let narrower =
            |given: &Requirement| given.any_of.iter().all(|part| wanted.any_of.contains(part));
        !given.iter().any(narrower)
    })
}

fn said(group: &Requirement) -> String {
    let parts: Vec<&str> = group.any_of.iter().map(|part| part.name()).collect();
    parts.join(" or ")
}
