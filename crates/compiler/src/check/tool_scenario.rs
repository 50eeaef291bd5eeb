//! Checks that every call allowed by a tool's definition satisfies the scenario table.

use cmec_decoder::language::{Output, Part, Scenario};

use super::quoted;
use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::core::ScenarioSource;
use crate::source::tools::{ParameterSource, ToolSource};

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for tool in source.tools.iter().flat_map(|tools| &tools.tools) {
        let main = match tool.without_filters {
            Some(_) => Filters::Said,
            None => Filters::Maybe,
        };
        call(source, tool, &tool.scenario, main, findings);
        if let Some(scenario) = &tool.without_filters {
            call(source, tool, scenario, Filters::None, findings);
        }
    }
}

/// The filters that calls of a scenario have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filters {
    /// At least one; calls without any belong to another scenario.
    Said,
    /// Any number.
    Maybe,
    None,
}

fn call(
    source: &Source,
    tool: &ToolSource,
    scenario: &Spanned<Scenario>,
    filters: Filters,
    findings: &mut Vec<Finding>,
) {
    let mut rows = source.core.scenarios.iter();
    // CB041 reports a scenario without a row.
    let Some(row) = rows.find(|row| row.scenario.value == scenario.value) else {
        return;
    };
    forbidden(tool, scenario, row, filters, findings);
    for requirement in &row.required {
        let parts: Vec<Part> = requirement.iter().map(|part| part.value).collect();
        let has = |part: &Part| always(source, tool, *part, filters);
        if !parts.iter().any(has) {
            let needs = quoted(parts.iter().map(|part| part.name()), " or ");
            let (tool, said) = (&tool.name, scenario.value.name());
            let message = format!("a call of `{tool}` can lack what `{said}` needs: {needs}");
            tell(findings, Rule::ToolUnsayable, scenario.place, message)
                .help(advice(&parts, filters));
        }
    }
}

fn forbidden(
    tool: &ToolSource,
    scenario: &Spanned<Scenario>,
    row: &ScenarioSource,
    filters: Filters,
    findings: &mut Vec<Finding>,
) {
    let gives = |output: &Output| row.outputs.iter().any(|given| given.value == *output);
    if let Some(output) = &tool.output
        && !gives(&output.value)
    {
        let (name, said) = (scenario.value.name(), output.value.name());
        let message = format!("`{name}` does not give `{said}`");
        tell(findings, Rule::ToolForbidden, output.place, message)
            .also(scenario.place, "the scenario");
    }
    let forbids = |parts: &[Part]| row.forbidden.iter().any(|part| parts.contains(&part.value));
    let mut report = |place, what: String| {
        let message = format!("`{}` forbids {what}", scenario.value.name());
        tell(findings, Rule::ToolForbidden, place, message).also(scenario.place, "the scenario");
    };
    if forbids(&[Part::Retrieval, Part::QueryText]) {
        for parameter in tool.query_texts() {
            let what = format!("the query text that `{}` says", parameter.name);
            report(parameter.name.place, what);
        }
    }
    if forbids(&[Part::Filter]) && filters != Filters::None {
        for parameter in tool.filters() {
            let what = format!("the filter that `{}` says", parameter.name);
            report(parameter.name.place, what);
        }
    }
    if let Some(target) = &tool.target
        && forbids(&[Part::TargetType])
    {
        report(target.place, "a target".to_owned());
    }
}

/// True where every call has the part.
fn always(source: &Source, tool: &ToolSource, part: Part, filters: Filters) -> bool {
    let required = |parameter: &ParameterSource| parameter.required;
    match part {
        // The only type is derived.
        Part::TargetType => tool.target.is_some() || source.codebook.types.len() == 1,
        Part::Filter => match filters {
            Filters::Said => tool.filters().next().is_some(),
            Filters::Maybe => tool.filters().any(required),
            Filters::None => false,
        },
        Part::Retrieval | Part::QueryText => tool.query_texts().any(required),
        _ => false,
    }
}

fn advice(parts: &[Part], filters: Filters) -> String {
    let mut ways = Vec::new();
    if parts.contains(&Part::TargetType) {
        ways.push("name a `target`");
    }
    if parts.contains(&Part::QueryText) {
        ways.push("require a parameter that says the query text");
    }
    if parts.contains(&Part::Filter) && filters == Filters::Maybe {
        ways.push("require a filter, or say in `without_filters` what a call without one means");
    }
    if ways.is_empty() {
        ways.push("no parameter can say it: choose another scenario");
    }
    ways.join("; ")
}
