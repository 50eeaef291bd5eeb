//! A template's texts have exactly its parameters, and a bound on their rows.

use std::collections::{HashMap, HashSet};

use cmec_executor::catalogue::RowShape;

use crate::finding::list::too_many;
use crate::finding::{Finding, Rule, Spanned};
use crate::source::Source;
use crate::source::query_tokens::Query;
use crate::source::templates::TemplateSource;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let Some(recipes) = &source.recipes else {
        return;
    };
    for template in &recipes.templates {
        // A text can be named by many templates, and each says all of it again.
        if too_many(findings) {
            return;
        }
        let mut texts: Vec<Text<'_>> = Vec::new();
        for file in template.query.iter().chain(&template.query_asc) {
            let Some(query) = source.queries.get(&file.value) else {
                continue; // Reported as a missing file.
            };
            if texts.iter().all(|text| text.query.file != query.file) {
                texts.push(Text { file, query });
            }
        }
        unbound(template, &texts, findings);
        unused(template, &texts, findings);
        if template.rows.value != RowShape::Total {
            for text in &texts {
                bounded(text.query, findings);
            }
        }
        if let [first, second] = texts.as_slice()
            && let (Some(bound), Some(other)) = (first.query.first(), second.query.first())
            && bound != other
        {
            findings.push(
                Finding::new(
                    Rule::QueryUnbounded,
                    second.file.place,
                    format!(
                        "the texts of `{}` stop at different rows",
                        template.name.value
                    ),
                )
                .also(first.file.place, "the other text")
                .help("write the same `ПЕРВЫЕ n` in both"),
            );
        }
    }
}

/// A text of a template, and where the template names it.
struct Text<'s> {
    file: &'s Spanned<String>,
    query: &'s Query,
}

/// One finding per parameter, wherever it stands.
fn unbound(template: &TemplateSource, texts: &[Text<'_>], findings: &mut Vec<Finding>) {
    let mut found: Vec<Finding> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for parameter in texts.iter().flat_map(|text| text.query.parameters()) {
        if (template.parameters.iter()).any(|bound| bound.name.value == parameter.value) {
            continue;
        }
        let same = places.get(parameter.value).copied();
        if let Some(finding) = same.and_then(|at| found.get_mut(at)) {
            *finding = finding.clone().also(parameter.place, "and here");
            continue;
        }
        let finding = Finding::new(
            Rule::UnboundParameter,
            parameter.place,
            format!("nothing binds `&{}`", parameter.value),
        )
        .also(template.name.place, "used by this template")
        .nearest(
            parameter.value,
            template.parameters.iter().map(|bound| bound.name.text()),
        );
        places.insert(parameter.value, found.len());
        found.push(finding);
    }
    findings.extend(found);
}

/// One finding per parameter, with every text that lacks it.
fn unused(template: &TemplateSource, texts: &[Text<'_>], findings: &mut Vec<Finding>) {
    let used: Vec<HashSet<&str>> = (texts.iter())
        .map(|text| {
            text.query
                .parameters()
                .iter()
                .map(|used| used.value)
                .collect()
        })
        .collect();
    for bound in &template.parameters {
        let with_used = texts.iter().zip(&used);
        let without: Vec<&Text<'_>> = with_used
            .filter(|(_, used)| !used.contains(bound.name.text()))
            .map(|(text, _)| text)
            .collect();
        if without.is_empty() {
            continue;
        }
        let message = format!("the query text has no `&{}`", bound.name.value);
        let finding = Finding::new(Rule::UnusedParameter, bound.name.place, message);
        findings.push(without.iter().fold(finding, |finding, text| {
            // A text without a word has no better place than its name.
            let place = text.query.start().unwrap_or(text.file.place);
            finding.also(place, "in this text")
        }));
    }
}

fn bounded(query: &Query, findings: &mut Vec<Finding>) {
    for (place, first) in query.selects() {
        if first.is_none() {
            findings.push(
                Finding::new(Rule::QueryUnbounded, place, "nothing bounds the rows")
                    .help("write `ВЫБРАТЬ ПЕРВЫЕ n`, one more than the largest limit"),
            );
        }
    }
}
