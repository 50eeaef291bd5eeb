//! Checks that each scenario has one lane and each lane its file.

use std::collections::HashMap;

use cmec_decoder::language::Scenario;
use cmec_executor::catalogue::Lane;

use crate::finding::{Finding, Place, Remarks, Rule, tell};
use crate::source::Source;
use crate::source::files::{BINDINGS, RECIPES, RETRIEVAL};
use crate::words;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let mut lanes: HashMap<Scenario, Place> = HashMap::new();
    for (_, scenarios) in &codebook.lanes {
        for scenario in scenarios {
            if let Some(first) = lanes.insert(scenario.value, scenario.place) {
                let message = format!("`{}` is in two lanes", scenario.value.name());
                tell(findings, Rule::ScenarioTwoLanes, scenario.place, message)
                    .also(first, "first here");
            }
        }
    }
    let files = [
        (Lane::Address, RECIPES, source.recipes.is_some()),
        (Lane::Retrieval, RETRIEVAL, source.retrieval.is_some()),
        (Lane::Structured, BINDINGS, source.bindings.is_some()),
    ];
    for (lane, file, there) in files {
        let name = words::name(lane);
        let listed = codebook.lanes.iter().find(|(said, _)| said.value == lane);
        match (listed, there) {
            // Tables may be bound later; until then, the lane answers that it cannot.
            (Some(_), false) if lane == Lane::Structured => {}
            (Some((said, _)), false) => {
                let message = format!("the lane `{name}` has no `{file}`");
                tell(findings, Rule::LaneWithoutFile, said.place, message)
                    .help(format!("add `{file}` to the folder, or remove the lane"));
            }
            (None, true) => {
                let message = format!("`{file}` is there, the lane `{name}` is not");
                tell(findings, Rule::FileWithoutLane, codebook.start, message)
                    .help(format!("add `{name}: [SCENARIO]` to `lanes`"));
            }
            _ => {}
        }
    }
}
