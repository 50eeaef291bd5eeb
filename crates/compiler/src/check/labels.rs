//! Checks that labels are in the codebook's languages and complete. Descriptions use those languages too but may be
//! missing.

use super::quoted;
use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::elements::Labels;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    if codebook.languages.is_empty() {
        return; // Reported already; every label would be reported again.
    }
    let mut held = |what: &str, name: &Spanned<String>, labels: &Labels| {
        one(what, name, labels, &codebook.languages, findings);
    };
    for ty in &codebook.types {
        held("type", &ty.name, &ty.labels);
    }
    for field in &codebook.fields {
        held("field", &field.code, &field.labels);
        for value in field.values.iter().flatten() {
            // A plain list of values serves as labels.
            if !value.labels.is_empty() {
                held("value", &value.value, &value.labels);
            }
        }
    }
    for (name, labels) in source.retrieval.iter().flat_map(|own| &own.labels) {
        held("corpus", name, labels);
    }
    for relation in &codebook.relations {
        held("relation", &relation.code, &relation.labels);
    }
    for metric in &codebook.metrics {
        held("metric", &metric.code, &metric.labels);
    }
    let described = codebook.described();
    let named = described.flat_map(|(_, _, description)| description.languages());
    known(named, &codebook.languages, findings);
}

fn one(
    what: &str,
    name: &Spanned<String>,
    labels: &Labels,
    languages: &[Spanned<String>],
    findings: &mut Vec<Finding>,
) {
    let said = labels.names.iter().map(|(language, _)| language);
    let synonyms = labels.synonyms.iter().map(|(language, _)| language);
    let are_known = known(said.chain(synonyms), languages, findings);
    if let Some(bare) = &labels.bare {
        let of = format!("`label` of {what} `{name}`");
        let language = languages.first().map_or("", Spanned::text);
        let message = format!("{of} has no language");
        tell(findings, Rule::WrongShape, bare.place, message)
            .help(format!("write `label: {{{language}: {bare}}}`"));
    }
    // A label with a misspelt language is not missing.
    if labels.unread || labels.bare.is_some() || !are_known {
        return;
    }
    let missing = languages.iter().map(Spanned::text).filter(|known| {
        let mut names = labels.names.iter();
        !names.any(|(language, _)| language.value == *known)
    });
    let missing = quoted(missing, ", ");
    if !missing.is_empty() {
        let message = format!("{what} `{name}` has no label in {missing}");
        tell(findings, Rule::MissingLabel, name.place, message)
            .help("add it to `label`, or take the language out of `languages`");
    }
}

/// Reports unknown languages; returns true if all are known.
fn known<'s>(
    said: impl Iterator<Item = &'s Spanned<String>>,
    languages: &[Spanned<String>],
    findings: &mut Vec<Finding>,
) -> bool {
    let mut are_known = true;
    for language in said {
        if !languages.iter().any(|known| known.value == language.value) {
            let message = format!("the codebook has no language `{language}`");
            tell(findings, Rule::UnknownLanguage, language.place, message)
                .nearest(language.text(), languages.iter().map(Spanned::text));
            are_known = false;
        }
    }
    are_known
}
