//! The scenario table has a row for each scenario, and no row contradicts itself.

use cmec_decoder::language::Scenario;

use crate::finding::Finding;
use crate::finding::Rule;
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let core = &source.core;
    for scenario in Scenario::ALL {
        let row = core
            .scenarios
            .iter()
            .find(|row| row.scenario.value == *scenario);
        let Some(row) = row else {
            let message = format!("the scenario table has no row for `{}`", scenario.name());
            findings.push(Finding::new(
                Rule::ScenarioMissing,
                core.scenarios_at,
                message,
            ));
            continue;
        };
        if row.default_output.is_none() && *scenario != Scenario::Clarify {
            let message = format!("scenario `{}` has no default output", scenario.name());
            findings.push(Finding::new(
                Rule::ScenarioMissing,
                row.scenario.place,
                message,
            ));
        }
        for group in &row.required {
            let open = group
                .iter()
                .any(|part| !row.forbidden.iter().any(|not| not.value == part.value));
            if let (false, Some(part)) = (open, group.first()) {
                let message = format!(
                    "scenario `{}` requires `{}` and forbids it",
                    scenario.name(),
                    part.value.name()
                );
                let mut finding = Finding::new(Rule::ScenarioContradiction, part.place, message);
                for not in &row.forbidden {
                    if not.value == part.value {
                        finding = finding.also(not.place, "forbidden here");
                    }
                }
                findings.push(finding);
            }
        }
    }
}
