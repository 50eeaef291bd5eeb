//! Describes a plan of the address lane for the debug envelope.

use serde_json::Value;

use crate::debug_envelope::{DebugEnvelope, RouterScore};
use crate::filters::Origin;
use crate::lane::address::plan::{AddressPlan, Step};
use crate::limitation::Limitation;
use crate::taxonomy::LimitedReason;

/// Adds the compared recipes, the filled-in defaults and the guards.
pub fn explain(plan: &AddressPlan<'_>, debug: &mut DebugEnvelope) {
    let recipes = plan.candidates.iter().map(|candidate| RouterScore {
        candidate: candidate.recipe.id.to_string(),
        score: candidate.score,
        why: candidate.why.to_owned(),
    });
    debug.router_scores.extend(recipes);
    debug.explain.push(match plan.recipe {
        Some(recipe) => format!(
            "recipe {} answers {}: {}",
            recipe.id, recipe.intent, recipe.purpose
        ),
        None => "no recipe matches the scenario and the target type".to_owned(),
    });
    for filter in &plan.detection.filters.entries {
        if filter.origin == Origin::Defaulted {
            let value = Value::from(filter.value.as_str());
            debug.add_default("filter", &filter.filter, value, "default of the recipe");
        }
    }
    debug.add_guardrail("whitelist_recipes_only", plan.recipe.is_none());
    let missing = !plan.detection.missing_required_filters.is_empty();
    debug.add_guardrail("required_filters_said", missing);
    match &plan.step {
        Step::Call(call) => {
            debug.metrics_estimate.expected_rows = Some(call.limit.limit);
            if call.limit.said.is_none() {
                let limit = Value::from(call.limit.limit);
                debug.add_default("filter", "limit", limit, "limit of the recipe");
            }
            debug.add_guardrail("recipe_sees_what_is_asked", false);
            if let Some(cursor) = &call.after {
                debug.add_guardrail("cursor_is_of_this_question", false);
                debug.explain.push(format!(
                    "a cursor was used: rows given before {}, of the moment it stands at {}",
                    cursor.before, cursor.position.given
                ));
            }
        }
        Step::Limit(limited) => {
            if limited.refuses_cursor() {
                debug.add_guardrail("cursor_is_of_this_question", true);
            } else {
                if limited.is_outside_lanes() {
                    debug.add_guardrail("scenario_has_a_lane", true);
                    debug.explain.extend(limited.reasons.iter().cloned());
                }
                let gap = limited.category == LimitedReason::RecipeVisibilityGap;
                debug.add_guardrail("recipe_sees_what_is_asked", gap);
            }
            let limitations = limited.limitations.iter();
            debug.explain.extend(limitations.map(Limitation::text));
        }
    }
}
