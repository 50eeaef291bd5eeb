//! A parameter's filters, form and absent value fit each other.

use cmec_executor::catalogue::{AbsentValue, ParameterForm};

use crate::finding::{Finding, Rule};
use crate::source::Source;
use crate::source::recipes::Recipes;
use crate::source::templates::ParameterSource;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let Some(recipes) = &source.recipes else {
        return;
    };
    for parameter in recipes
        .templates
        .iter()
        .flat_map(|template| &template.parameters)
    {
        filters(parameter, findings);
        absent(parameter, findings);
        types(recipes, parameter, findings);
    }
}

/// Whether a parameter is bound to the recipe's scope and not to a filter.
pub(super) fn of_scope(form: ParameterForm) -> bool {
    use ParameterForm as F;
    matches!(
        form,
        F::AccountScope | F::ScopeDebit | F::ScopeCredit | F::ScopeIsOpen
    )
}

fn filters(parameter: &ParameterSource, findings: &mut Vec<Finding>) {
    let scope = of_scope(parameter.form.value);
    if scope == parameter.filters.is_empty() {
        return;
    }
    let name = &parameter.name.value;
    let finding = if scope {
        Finding::new(
            Rule::ParameterMisfit,
            parameter.filters_at,
            format!("`{name}` is the recipe's scope and reads no filter"),
        )
        .help("write `filters: []`")
    } else {
        Finding::new(
            Rule::ParameterMisfit,
            parameter.filters_at,
            format!("`{name}` reads no filter"),
        )
        .help("name the filters it takes its value from")
    };
    findings.push(finding);
}

fn absent(parameter: &ParameterSource, findings: &mut Vec<Finding>) {
    let fitting: &[(&str, AbsentValue)] = match parameter.form.value {
        ParameterForm::StartOfDay | ParameterForm::EndOfDay | ParameterForm::NextDay => &[
            ("earliest", AbsentValue::Earliest),
            ("latest", AbsentValue::Latest),
            ("nothing", AbsentValue::Nothing),
        ],
        ParameterForm::IsSaid | ParameterForm::ScopeIsOpen => &[("\"no\"", AbsentValue::No)],
        _ => &[("nothing", AbsentValue::Nothing)],
    };
    if !fitting
        .iter()
        .any(|(_, value)| *value == parameter.absent.value)
    {
        let names: Vec<String> = fitting
            .iter()
            .map(|(name, _)| format!("`{name}`"))
            .collect();
        findings.push(
            Finding::new(
                Rule::ParameterMisfit,
                parameter.absent.place,
                format!(
                    "`{}` cannot be this when it is absent",
                    parameter.name.value
                ),
            )
            .also(parameter.form.place, "because of its form")
            .help(format!("write {}", names.join(" or "))),
        );
    }
}

fn types(recipes: &Recipes, parameter: &ParameterSource, findings: &mut Vec<Finding>) {
    let dated = match parameter.form.value {
        ParameterForm::StartOfDay | ParameterForm::EndOfDay | ParameterForm::NextDay => true,
        ParameterForm::IsSaid => return,
        form if of_scope(form) => return,
        _ => false,
    };
    for filter in &parameter.filters {
        let Some(known) = recipes.filter(filter.text()) else {
            continue; // Reported as an unknown filter.
        };
        if (known.value_type.value == "date") != dated {
            findings.push(
                Finding::new(
                    Rule::ParameterMisfit,
                    filter.place,
                    format!(
                        "`{}` is of type `{}`, which this form cannot write",
                        filter.value, known.value_type.value
                    ),
                )
                .also(parameter.form.place, "this form"),
            );
        }
    }
}
