//! Checks that the filters, form and absent value of a parameter fit each other.

use cmec_executor::catalogue::{AbsentValue, ParameterForm};

use super::quoted;
use crate::finding::{Finding, Remarks, Rule, tell};
use crate::source::Source;
use crate::source::recipes::{FilterType, Recipes};
use crate::source::templates::ParameterSource;
use crate::words;

pub(super) fn check(_: &Source, recipes: &Recipes, findings: &mut Vec<Finding>) {
    for constant in &recipes.constants {
        let (form, values) = (&constant.form, constant.values.len());
        let fits = match form.value {
            ParameterForm::Text | ParameterForm::Number => values == 1,
            ParameterForm::Texts => values > 0,
            _ => false,
        };
        if !fits {
            let message = format!("`{}` is no value of this form", constant.name);
            tell(findings, Rule::ParameterMisfit, form.place, message)
                .help("write `as: text` or `number` with one value, or `texts`");
        }
    }
    for parameter in recipes.parameters() {
        if let Some(constant) = recipes.constant(parameter.name.text()) {
            let message = format!("`{}` is a constant as well", parameter.name);
            let place = parameter.name.place;
            tell(findings, Rule::ParameterMisfit, place, message)
                .also(constant.name.place, "the constant")
                .help("give one of them another name");
        }
        filters(parameter, findings);
        absent(parameter, findings);
        types(recipes, parameter, findings);
    }
}

/// True for a parameter bound to the recipe's scope instead of a filter.
pub(super) fn of_scope(form: ParameterForm) -> bool {
    use ParameterForm as F;
    matches!(
        form,
        F::AccountScope | F::ScopeDebit | F::ScopeCredit | F::ScopeExcept | F::ScopeIsOpen
    )
}

fn filters(parameter: &ParameterSource, findings: &mut Vec<Finding>) {
    let scope = of_scope(parameter.form.value);
    if scope == parameter.filters.is_empty() {
        return;
    }
    let (what, help) = match scope {
        true => ("is the recipe's scope and ", "write `filters: []`"),
        false => ("", "name the filters it takes its value from"),
    };
    let message = format!("`{}` {what}reads no filter", parameter.name);
    let place = parameter.filters_at;
    tell(findings, Rule::ParameterMisfit, place, message).help(help);
}

fn absent(parameter: &ParameterSource, findings: &mut Vec<Finding>) {
    let fitting: &[(&str, AbsentValue)] = match parameter.form.value {
        ParameterForm::StartOfDay | ParameterForm::EndOfDay | ParameterForm::NextDay => &[
            ("earliest", AbsentValue::Earliest),
            ("latest", AbsentValue::Latest),
            ("nothing", AbsentValue::Nothing),
        ],
        ParameterForm::IsSaid | ParameterForm::IsGrouped | ParameterForm::ScopeIsOpen => {
            &[("\"no\"", AbsentValue::No)]
        }
        _ => &[("nothing", AbsentValue::Nothing)],
    };
    let absent = &parameter.absent;
    if (fitting.iter()).all(|(_, value)| *value != absent.value) {
        let names = quoted(fitting.iter().map(|(name, _)| *name), " or ");
        let message = format!("`{}` cannot be this when it is absent", parameter.name);
        tell(findings, Rule::ParameterMisfit, absent.place, message)
            .also(parameter.form.place, "because of its form")
            .help(format!("write {names}"));
    }
}

fn types(recipes: &Recipes, parameter: &ParameterSource, findings: &mut Vec<Finding>) {
    let dated = match parameter.form.value {
        ParameterForm::StartOfDay | ParameterForm::EndOfDay | ParameterForm::NextDay => true,
        ParameterForm::IsSaid | ParameterForm::IsGrouped => return,
        form if of_scope(form) => return,
        _ => false,
    };
    for filter in &parameter.filters {
        let Some(known) = recipes.filter(filter.text()) else {
            continue; // Reported as an unknown filter.
        };
        if (known.value_type.value == FilterType::Date) != dated {
            let of = words::name(known.value_type.value);
            let message = format!("`{filter}` is of type `{of}`, which this form cannot write");
            tell(findings, Rule::ParameterMisfit, filter.place, message)
                .also(parameter.form.place, "this form");
        }
    }
}
