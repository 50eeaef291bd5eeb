//! Checks that an anchor has a look-up template that confirms it, and that parameters bind only such anchors.

use cmec_executor::catalogue::{ParameterForm, RowShape};

use super::template;
use crate::finding::{Finding, Remarks, Rule, tell};
use crate::source::Source;
use crate::source::recipes::Recipes;

pub(super) fn check(_: &Source, recipes: &Recipes, findings: &mut Vec<Finding>) {
    for (filter, name) in &recipes.anchors {
        match template(recipes, name, Rule::AnchorMisfit, findings) {
            None => {}
            Some(template) if template.rows.value != RowShape::Catalogue => {
                let message = format!("template `{name}` looks nothing up");
                tell(findings, Rule::AnchorMisfit, name.place, message)
                    .also(template.rows.place, "its rows")
                    .help("an anchor needs a template with `rows: catalogue`");
            }
            Some(template) if !template.reads(filter.text()) => {
                let message = format!("template `{name}` does not read `{filter}`");
                tell(findings, Rule::AnchorMisfit, name.place, message)
                    .also(template.name.place, "this template");
            }
            Some(_) => {}
        }
    }
    let bound = (recipes.parameters())
        .filter(|parameter| parameter.form.value == ParameterForm::Anchor)
        .flat_map(|parameter| &parameter.filters);
    for filter in bound {
        if (recipes.anchors.iter()).all(|(anchor, _)| anchor.value != filter.value) {
            let message = format!("nothing confirms the anchor `{filter}`");
            tell(findings, Rule::AnchorMisfit, filter.place, message)
                .help("add a line to `anchors`");
        }
    }
}
