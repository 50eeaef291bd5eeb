//! Checks that the scenario table has a consistent row for each scenario.

use cmec_decoder::language::Scenario;

use crate::finding::{Finding, Remarks, Rule, tell};
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let core = &source.core;
    for scenario in Scenario::ALL {
        let mut rows = core.scenarios.iter();
        let Some(row) = rows.find(|row| row.scenario.value == *scenario) else {
            let message = format!("the scenario table has no row for `{}`", scenario.name());
            tell(findings, Rule::ScenarioMissing, core.scenarios_at, message);
            continue;
        };
        let gives_none = *scenario == Scenario::Clarify;
        if row.outputs.is_empty() != gives_none {
            let name = scenario.name();
            let message = if gives_none {
                format!("scenario `{name}` never becomes a contract and gives no output")
            } else {
                format!("scenario `{name}` has no outputs")
            };
            tell(findings, Rule::ScenarioMissing, row.scenario.place, message);
        }
        for group in &row.required {
            let open =
                (group.iter()).any(|part| !row.forbidden.iter().any(|not| not.value == part.value));
            if let (false, Some(part)) = (open, group.first()) {
                let (name, part_name) = (scenario.name(), part.value.name());
                let message = format!("scenario `{name}` requires `{part_name}` and forbids it");
                let finding = tell(findings, Rule::ScenarioContradiction, part.place, message);
                (row.forbidden.iter())
                    .filter(|not| not.value == part.value)
                    .fold(finding, |finding, not| {
                        finding.also(not.place, "forbidden here")
                    });
            }
        }
    }
}
