//! Selects the recipe of a contract. The compiler proves that at most one matches.

use cmec_decoder::contract::Contract;

use crate::catalogue::AddressCatalogue;
use crate::lane::address::decompose::extraction::Extraction;
use crate::lane::address::plan::RecipeCandidate;
use crate::limitation::reason::Unsupported;

/// Every recipe with its match result.
pub(super) fn candidates<'c>(
    contract: &Contract<'_>,
    found: &Extraction,
    catalogue: &'c AddressCatalogue,
    compound: bool,
) -> Vec<RecipeCandidate<'c>> {
    // A contract filter selects a recipe by contract with any operator, so that an unsupported operator is named
    // instead of dropped.
    let says = |name: &str| found.mentions(name);
    catalogue
        .recipes
        .iter()
        .map(|recipe| {
            let matches = &recipe.matches;
            let targets = &contract.grounding.target_types;
            let why = if compound {
                Unsupported::SeveralQuestions.text()
            } else if matches.scenario != contract.intent.scenario {
                "another scenario"
            } else if !targets.contains(&matches.target_type) {
                "another target type"
            } else if matches.with.as_deref().is_some_and(|name| !says(name)) {
                "the filter that selects it is not said"
            } else if matches.without.as_deref().is_some_and(says) {
                "a filter that selects another recipe is said"
            } else {
                "scenario and target type match"
            };
            RecipeCandidate {
                recipe,
                score: u8::from(why == "scenario and target type match"),
                why,
            }
        })
        .collect()
}
