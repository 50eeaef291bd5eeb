//! A template's texts have exactly its parameters, and a bound on their rows.

use crate::catalogue::RowShape;
use crate::finding::Finding;
use crate::query::Query;
use crate::registry::Rule;
use crate::source::Source;
use crate::source::templates::TemplateSource;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let Some(recipes) = &source.recipes else {
        return;
    };
    for template in &recipes.templates {
        let mut bounds = Vec::new();
        for file in template.query.iter().chain(&template.query_asc) {
            let Some(query) = source.queries.get(&file.value) else {
                continue; // Reported as a missing file.
            };
            parameters(template, query, findings);
            if template.rows.value != RowShape::Total {
                bounded(query, findings);
            }
            bounds.push((file, query.first()));
        }
        if let [(first, Some(bound)), (second, Some(other))] = bounds.as_slice()
            && bound != other
        {
            findings.push(
                Finding::new(
                    Rule::QueryUnbounded,
                    second.place,
                    format!(
                        "the texts of `{}` stop at different rows",
                        template.name.value
                    ),
                )
                .also(first.place, "the other text")
                .help("write the same `ПЕРВЫЕ n` in both"),
            );
        }
    }
}

fn parameters(template: &TemplateSource, query: &Query, findings: &mut Vec<Finding>) {
    let used = query.parameters();
    for parameter in &used {
        let bound = (template.parameters.iter()).any(|bound| bound.name.value == parameter.value);
        if !bound {
            findings.push(
                Finding::new(
                    Rule::UnboundParameter,
                    parameter.place,
                    format!("nothing binds `&{}`", parameter.value),
                )
                .also(template.name.place, "used by this template")
                .nearest(
                    parameter.value,
                    template.parameters.iter().map(|bound| bound.name.text()),
                ),
            );
        }
    }
    for bound in &template.parameters {
        if !used.iter().any(|used| used.value == bound.name.value) {
            let place = crate::source::start_of(query.file);
            findings.push(
                Finding::new(
                    Rule::UnusedParameter,
                    bound.name.place,
                    format!("the query text has no `&{}`", bound.name.value),
                )
                .also(place, "this text"),
            );
        }
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
