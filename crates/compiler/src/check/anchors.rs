//! An anchor is confirmed by a look-up template, and nothing is bound as an anchor without one.

use cmec_executor::catalogue::{ParameterForm, RowShape};

use crate::finding::{Finding, Rule};
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let Some(recipes) = &source.recipes else {
        return;
    };
    for (filter, name) in &recipes.anchors {
        match recipes.template(name.text()) {
            None => {
                let message = format!("there is no template `{}`", name.value);
                let names = recipes
                    .templates
                    .iter()
                    .map(|template| template.name.text());
                findings.push(
                    Finding::new(Rule::AnchorMisfit, name.place, message)
                        .nearest(name.text(), names),
                );
            }
            Some(template) if template.rows.value != RowShape::Catalogue => findings.push(
                Finding::new(
                    Rule::AnchorMisfit,
                    name.place,
                    format!("template `{}` looks nothing up", name.value),
                )
                .also(template.rows.place, "its rows")
                .help("an anchor needs a template with `rows: catalogue`"),
            ),
            Some(template) => {
                let reads = (template.parameters.iter())
                    .flat_map(|parameter| &parameter.filters)
                    .any(|read| read.value == filter.value);
                if !reads {
                    findings.push(
                        Finding::new(
                            Rule::AnchorMisfit,
                            name.place,
                            format!("template `{}` does not read `{}`", name.value, filter.value),
                        )
                        .also(template.name.place, "this template"),
                    );
                }
            }
        }
    }
    for parameter in recipes
        .templates
        .iter()
        .flat_map(|template| &template.parameters)
    {
        if parameter.form.value != ParameterForm::Anchor {
            continue;
        }
        for filter in &parameter.filters {
            let confirmed =
                (recipes.anchors.iter()).any(|(anchor, _)| anchor.value == filter.value);
            if !confirmed {
                findings.push(
                    Finding::new(
                        Rule::AnchorMisfit,
                        filter.place,
                        format!("nothing confirms the anchor `{}`", filter.value),
                    )
                    .help("add a line to `anchors`"),
                );
            }
        }
    }
}
