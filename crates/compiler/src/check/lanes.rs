//! A scenario has one lane, and a lane has its file.

use std::collections::HashMap;

use cmec_decoder::language::Scenario;
use cmec_executor::catalogue::Lane;

use crate::finding::{Finding, Place, Rule};
use crate::source::Source;
use crate::source::files::{BINDINGS, RECIPES, RETRIEVAL};

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let mut lanes: HashMap<Scenario, Place> = HashMap::new();
    for (_, scenarios) in &codebook.lanes {
        for scenario in scenarios {
            if let Some(first) = lanes.insert(scenario.value, scenario.place) {
                findings.push(
                    Finding::new(
                        Rule::ScenarioTwoLanes,
                        scenario.place,
                        format!("`{}` is in two lanes", scenario.value.name()),
                    )
                    .also(first, "first here"),
                );
            }
        }
    }
    let files = [
        (Lane::Address, "address", RECIPES, source.recipes.is_some()),
        (
            Lane::Retrieval,
            "retrieval",
            RETRIEVAL,
            source.retrieval.is_some(),
        ),
        (
            Lane::Structured,
            "structured",
            BINDINGS,
            source.bindings.is_some(),
        ),
    ];
    for (lane, name, file, there) in files {
        let listed = codebook.lanes.iter().find(|(said, _)| said.value == lane);
        match (listed, there) {
            // Tables may be bound later; until then the lane answers that it cannot.
            (Some(_), false) if lane == Lane::Structured => {}
            (Some((said, _)), false) => findings.push(
                Finding::new(
                    Rule::LaneWithoutFile,
                    said.place,
                    format!("the lane `{name}` has no `{file}`"),
                )
                .help(format!("add `{file}` to the folder, or remove the lane")),
            ),
            (None, true) => findings.push(
                Finding::new(
                    Rule::FileWithoutLane,
                    codebook.start,
                    format!("`{file}` is there, the lane `{name}` is not"),
                )
                .help(format!("add `{name}: [SCENARIO]` to `lanes`")),
            ),
            _ => {}
        }
    }
}
