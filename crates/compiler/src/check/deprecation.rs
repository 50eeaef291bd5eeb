//! Checks that the replacement of a deprecated element exists and is not deprecated itself.

use std::collections::HashMap;

use crate::finding::{Finding, Remarks, Rule, Spanned, tell, tell_unknown};
use crate::source::Source;
use crate::source::elements::DeprecationSource;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let lost = &codebook.lost;
    let types = codebook.types.iter();
    let types = types.map(|one| (&one.name, one.deprecated.as_ref()));
    held("type", types, |name| lost.has_type(name), findings);
    // A field must be replaced by a path, not a code; the finding gives the path.
    let (codes, coded): (Vec<_>, Vec<_>) = codes_instead(source).unzip();
    for (instead, path) in codes.iter().zip(coded) {
        let message = format!("`{instead}` is the code of a field, and no path");
        tell(findings, Rule::DeprecatedInstead, instead.place, message)
            .help(format!("name the field by its path, `{path}`"));
    }
    let fields = codebook.fields.iter();
    let fields = fields.map(|one| (&one.path, one.deprecated.as_ref()));
    let is_lost = |path: &str| lost.has_path(path) || codes.iter().any(|code| code.text() == path);
    held("field", fields, is_lost, findings);
    for field in &codebook.fields {
        let values = field.values.iter().flatten();
        let values = values.map(|one| (&one.value, one.deprecated.as_ref()));
        held("value", values, |_| false, findings);
    }
    let relations = codebook.relations.iter();
    let relations = relations.map(|one| (&one.name, one.deprecated.as_ref()));
    let is_lost = |name: &str| lost.relations.contains(name);
    held("relation", relations, is_lost, findings);
    let metrics = codebook.metrics.iter();
    let metrics = metrics.map(|one| (&one.name, one.deprecated.as_ref()));
    held("metric", metrics, |_| false, findings);
}

/// Replacements of fields that are codes, each with the path of that code.
fn codes_instead(source: &Source) -> impl Iterator<Item = (&Spanned<String>, &str)> {
    let fields = source.codebook.fields.iter();
    fields.clone().filter_map(move |field| {
        let instead = field.deprecated.as_ref()?.instead.as_ref()?;
        let coded = (fields.clone()).find(|field| field.code.value == instead.value)?;
        Some((instead, coded.path.text()))
    })
}

/// `all`: every possible replacement; `lost`: true where some element could not be read.
fn held<'s>(
    kind: &str,
    all: impl Iterator<Item = (&'s Spanned<String>, Option<&'s DeprecationSource>)> + Clone,
    lost: impl Fn(&str) -> bool,
    findings: &mut Vec<Finding>,
) {
    let said =
        (all.clone()).filter_map(|(name, deprecated)| Some((name, deprecated?.instead.as_ref()?)));
    if said.clone().next().is_none() {
        return;
    }
    let known: HashMap<&str, Option<&DeprecationSource>> = (all.clone())
        .map(|(name, deprecated)| (name.text(), deprecated))
        .collect();
    for (name, instead) in said {
        match known.get(instead.text()) {
            Some(None) => {}
            None if lost(instead.text()) => {}
            Some(Some(_)) if name.value == instead.value => {
                let message = format!("the {kind} `{name}` is to be said instead of itself");
                tell(findings, Rule::DeprecatedInstead, instead.place, message)
                    .help("name another one, or leave `instead` out");
            }
            Some(Some(_)) => {
                let message = format!("the {kind} `{instead}` is deprecated itself");
                tell(findings, Rule::DeprecatedInstead, instead.place, message)
                    .help(format!("name what is said now instead of `{instead}`"));
            }
            None => {
                let message = format!("there is no {kind} `{instead}` to be said instead");
                let others = all.clone().filter(|(other, _)| other.value != name.value);
                let names = others.map(|(name, _)| name.text());
                let said = (instead.text(), instead.place);
                tell_unknown(findings, Rule::DeprecatedInstead, said, message, names);
            }
        }
    }
}
