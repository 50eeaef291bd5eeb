//! Checks that the query texts of a template use exactly its parameters and bound their rows.

use std::collections::{HashMap, HashSet};

use cmec_executor::catalogue::RowShape;

use crate::finding::list::too_many;
use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::query_tokens::Query;
use crate::source::recipes::Recipes;
use crate::source::templates::TemplateSource;

pub(super) fn check(source: &Source, recipes: &Recipes, findings: &mut Vec<Finding>) {
    let texts = source.queries.values();
    let named = texts.flat_map(Query::parameters);
    let named: HashSet<&str> = named.map(|own| own.value).collect();
    let shared = recipes.shared.iter().map(|own| &own.name);
    let constants = recipes.constants.iter().map(|own| &own.name);
    for name in shared.chain(constants) {
        if !named.contains(name.text()) {
            let message = format!("no query text has `&{name}`");
            tell(findings, Rule::UnusedParameter, name.place, message);
        }
    }
    for template in &recipes.templates {
        // Many templates may share a text, and each would repeat the findings.
        if too_many(findings) {
            return;
        }
        let mut texts: Vec<Text<'_>> = Vec::new();
        for file in template.files() {
            let Some(query) = source.queries.get(&file.value) else {
                continue; // Reported as a missing file.
            };
            if texts.iter().all(|text| text.query.file != query.file) {
                texts.push(Text { file, query });
            }
        }
        unbound(recipes, template, &texts, findings);
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
            let message = format!("the texts of `{}` stop at different rows", template.name);
            tell(findings, Rule::QueryUnbounded, second.file.place, message)
                .also(first.file.place, "the other text")
                .help("write the same `ПЕРВЫЕ n` in both");
        }
    }
}

/// A query text of a template, with the place that names it.
struct Text<'s> {
    file: &'s Spanned<String>,
    query: &'s Query,
}

/// Reports undeclared parameters, once each.
fn unbound(
    recipes: &Recipes,
    template: &TemplateSource,
    texts: &[Text<'_>],
    findings: &mut Vec<Finding>,
) {
    let mut places: HashMap<&str, usize> = HashMap::new();
    for parameter in texts.iter().flat_map(|text| text.query.parameters()) {
        let is_constant = recipes.constant(parameter.value).is_some();
        if is_constant
            || (template.parameters.iter()).any(|bound| bound.name.value == parameter.value)
        {
            continue;
        }
        let same = places.get(parameter.value);
        if let Some(finding) = same.and_then(|at| findings.get_mut(*at)) {
            finding.also(parameter.place, "and here");
            continue;
        }
        places.insert(parameter.value, findings.len());
        let known = template.parameters.iter().map(|bound| bound.name.text());
        let message = format!("nothing binds `&{parameter}`");
        tell(findings, Rule::UnboundParameter, parameter.place, message)
            .also(template.name.place, "used by this template")
            .nearest(parameter.value, known);
    }
}

/// Reports unused parameters, once each, with every text that lacks it.
fn unused(template: &TemplateSource, texts: &[Text<'_>], findings: &mut Vec<Finding>) {
    let used = texts.iter().map(|text| text.query.parameters().into_iter());
    let used: Vec<HashSet<&str>> = used
        .map(|names| names.map(|used| used.value).collect())
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
        let message = format!("the query text has no `&{}`", bound.name);
        let finding = tell(findings, Rule::UnusedParameter, bound.name.place, message);
        without.iter().fold(finding, |finding, text| {
            // An empty text has no place except its name.
            let place = text.query.start().unwrap_or(text.file.place);
            finding.also(place, "in this text")
        });
    }
}

fn bounded(query: &Query, findings: &mut Vec<Finding>) {
    for (place, first) in query.selects() {
        if first.is_none() {
            let message = "nothing bounds the rows";
            tell(findings, Rule::QueryUnbounded, place, message)
                .help("write `ВЫБРАТЬ ПЕРВЫЕ n`, one more than the largest limit");
        }
    }
}
