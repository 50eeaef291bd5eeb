//! Checks that a lane can answer every scenario it lists.

use cmec_decoder::language::{Part, Scenario};
use cmec_executor::catalogue::Lane;

use crate::finding::{Finding, Remarks, Rule, tell};
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for (lane, scenarios) in &source.codebook.lanes {
        for scenario in scenarios {
            let Some(why) = why_not(source, lane.value, scenario.value) else {
                continue;
            };
            let message = format!("nothing can answer `{}` here", scenario.value.name());
            tell(findings, Rule::ScenarioUnreachable, scenario.place, message)
                .label(why)
                .help("remove it from the lane");
        }
    }
}

fn why_not(source: &Source, lane: Lane, scenario: Scenario) -> Option<&'static str> {
    if scenario == Scenario::Clarify {
        return Some("a question back never becomes a contract");
    }
    let needs_relation = (source.core.scenarios.iter())
        .filter(|row| row.scenario.value == scenario)
        .flat_map(|row| &row.required)
        .any(|group| !group.is_empty() && group.iter().all(|part| part.value == Part::Relation));
    if needs_relation && source.codebook.relations.is_empty() {
        return Some("it needs a relation, and the codebook has none");
    }
    let recipes = source.recipes.as_ref()?;
    let answered = (recipes.recipes.iter()).any(|recipe| recipe.matches.scenario.value == scenario);
    (lane == Lane::Address && !answered).then_some("no recipe matches it")
}
