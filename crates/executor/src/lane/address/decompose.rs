//! Decompose: a contract → a plan. Pure. A plan calls whitelisted recipes only.

pub mod extraction;
mod limit;
mod nearest_recipes;
mod recipe_call;
mod recipe_gaps;
mod recipe_match;

use chrono::NaiveDate;
use cmec_decoder::contract::{Contract, Defaultable, Valid};

use crate::catalogue::{AddressCatalogue, DefaultValue, Lane, Recipe};
use crate::filters::ExtractedLimit;
use crate::lane::Request;
use crate::lane::address::cursor::Cursor;
use crate::lane::address::decompose::extraction::Extraction;
use crate::lane::address::decompose::recipe_call::call;
use crate::lane::address::decompose::recipe_gaps::{gaps, limited, missing};
use crate::lane::address::decompose::recipe_match::candidates;
use crate::lane::address::detection::Detection;
use crate::lane::address::plan::{AddressPlan, COMPOUND_QUERY, NO_RECIPE, Step, UNKNOWN_TO_RECIPE};
use crate::lane::address::question_fingerprint;
use crate::limitation::Limitation;
use crate::limitation::reason::Unsupported;
use crate::response::limited_answer::LimitedAnswer;
use crate::taxonomy::{Confidence, LimitedReason, QueryShape, QuestionMode, Readiness};

/// Plans a contract of the address lane.
#[must_use]
pub fn decompose<'c>(
    contract: &Valid<Contract<'_>>,
    catalogue: &'c AddressCatalogue,
    request: &Request<'_, '_>,
    cursor: Option<&Cursor>,
) -> AddressPlan<'c> {
    let plan = first_page(contract, catalogue, request);
    match cursor {
        Some(cursor) => at_cursor(plan, *cursor),
        None => plan,
    }
}

/// The plan of a contract whose scenario the lane does not support: what was detected, and the reason.
#[must_use]
pub fn outside_lane<'c>(
    contract: &Valid<Contract<'_>>,
    catalogue: &'c AddressCatalogue,
    (request, cursor): (&Request<'_, '_>, Option<&Cursor>),
    why: LimitedAnswer,
) -> AddressPlan<'c> {
    let plan = decompose(contract, catalogue, request, cursor);
    if plan.refuses_cursor() {
        return plan;
    }
    AddressPlan {
        recipe: None,
        step: Step::Limit(LimitedAnswer {
            readiness: match plan.detection.question_mode {
                QuestionMode::DeepAnalysis => Readiness::DeepOnly,
                QuestionMode::AddressQuery | QuestionMode::Unsupported => why.readiness,
            },
            ..why
        }),
        ..plan
    }
}

/// The plan of the page at a cursor. The plan refuses a cursor of another question.
fn at_cursor(mut plan: AddressPlan<'_>, cursor: Cursor) -> AddressPlan<'_> {
    if let (Some(recipe), Step::Call(call)) = (plan.recipe, &mut plan.step)
        && question_fingerprint::of_question(recipe, call, &plan.detection.filters)
            == cursor.question
    {
        call.after = Some(cursor);
    } else {
        plan.step = Step::Limit(LimitedAnswer::cursor_of_another_question());
    }
    plan
}

fn first_page<'c>(
    contract: &Valid<Contract<'_>>,
    catalogue: &'c AddressCatalogue,
    request: &Request<'_, '_>,
) -> AddressPlan<'c> {
    let of_groups = contract.constraints.aggregation.as_deref();
    let of_groups = of_groups.and_then(|numbers| numbers.pagination.as_ref());
    let of_groups = of_groups.map(|page| page.limit);
    let limit = request.limit.or_else(|| match of_groups {
        Some(limit) => (limit != catalogue.limits.default).then_some(limit),
        None => (!contract.is_defaulted(Defaultable::Limit))
            .then_some(contract.constraints.pagination.limit),
    });
    let known = catalogue.filters.iter();
    let known: Vec<&str> = known.map(|filter| filter.name.as_ref()).collect();
    let extracted_limit = ExtractedLimit::of(limit, catalogue.limits.default);
    let extracted = |contract: &Contract<'_>| {
        extraction::extract(contract, &known, extracted_limit, request.today)
    };
    let mut found = extracted(contract);
    // A part that the contract alone gives once may be unsupported because the row policy repeats it with another
    // value.
    let said = extracted(request.contract).unplaced;
    for part in &mut found.unplaced {
        if part.why == Unsupported::SaidTwice && !said.contains(part) {
            part.why = Unsupported::OtherVisible;
        }
    }
    let mut targets: Vec<&str> = Vec::new();
    for name in &contract.grounding.target_types {
        if !targets.contains(&name.as_ref()) {
            targets.push(name);
        }
    }
    let several = [
        (targets.len() > 1).then(|| targets.join(", ")),
        (contract.constraints.set_ops.is_some()).then(|| "set_ops".to_owned()),
        (!contract.constraints.groups.is_empty()).then(|| "groups".to_owned()),
    ];
    let several: Vec<String> = several.into_iter().flatten().collect();
    let compound = !several.is_empty();
    let candidates = candidates(contract, &found, catalogue, compound);
    let mut chosen = candidates.iter().filter(|candidate| candidate.score == 1);
    let recipe = chosen.next().map(|candidate| candidate.recipe);
    let (missing, mut step) = match recipe {
        Some(recipe) => recipe_step(recipe, &mut found, catalogue, request.today, limit),
        None => (Vec::new(), Step::Limit(no_recipe(&targets, &several))),
    };
    if let Step::Limit(limited) = &mut step
        && [NO_RECIPE, UNKNOWN_TO_RECIPE].contains(&limited.reasons.join(" ").as_str())
    {
        limited.nearest = nearest_recipes::questions(&targets, &found, catalogue);
    }
    AddressPlan {
        lane: Lane::Address,
        detection: detection(found, recipe, &several, missing),
        recipe,
        step,
        candidates,
    }
}

/// The reason why no recipe fits. `several` are the parts that make the contract several questions.
fn no_recipe(targets: &[&str], several: &[String]) -> LimitedAnswer {
    let category = LimitedReason::Unsupported;
    if several.is_empty() {
        let limitation = Limitation::UnsupportedPart {
            part: targets.join(", "),
            reason: Unsupported::NoRecipe,
        };
        return LimitedAnswer::new(category, NO_RECIPE, vec![limitation]);
    }
    let limitation = Limitation::UnsupportedPart {
        part: several.join(", "),
        reason: Unsupported::SeveralQuestions,
    };
    LimitedAnswer {
        readiness: Readiness::DeepOnly,
        ..LimitedAnswer::new(category, COMPOUND_QUERY, vec![limitation])
    }
}

/// The next step of a recipe: its gaps, or its call with the recipe's default values.
fn recipe_step<'c>(
    recipe: &'c Recipe,
    found: &mut Extraction,
    catalogue: &'c AddressCatalogue,
    today: NaiveDate,
    limit: Option<u32>,
) -> (Vec<String>, Step<'c>) {
    let gaps = gaps(recipe, found, catalogue);
    for default in recipe.defaults.iter() {
        match default.value {
            // An explicit period sets the date to its end; otherwise the date is the current day.
            DefaultValue::Today => {
                let end = found.filters.value("period_to").map(str::to_owned);
                let day = end.unwrap_or_else(|| today.format("%Y-%m-%d").to_string());
                found.filters.default_to(&default.filter, day);
            }
            DefaultValue::PeriodAsc => {
                found
                    .filters
                    .default_to(&default.filter, "period_asc".to_owned());
            }
        }
    }
    let missing = missing(recipe, found);
    let step = match limited(recipe, catalogue, &found.filters, &missing, gaps) {
        Some(limited) => Step::Limit(limited),
        None => call(recipe, found, catalogue, limit),
    };
    (missing, step)
}

fn detection(
    found: Extraction,
    recipe: Option<&Recipe>,
    several: &[String],
    missing_required_filters: Vec<String>,
) -> Detection {
    let (question_mode, query_shape) = match recipe {
        Some(_) => (QuestionMode::AddressQuery, QueryShape::SingleFactualQuery),
        None if several.is_empty() => (QuestionMode::Unsupported, QueryShape::OtherQuery),
        None => (QuestionMode::DeepAnalysis, QueryShape::CompoundFactualQuery),
    };
    let sure = match recipe {
        // Parts beyond the recipe lower the confidence that the recipe is meant.
        Some(_) if !found.unplaced.is_empty() => Confidence::Medium,
        None if several.is_empty() => Confidence::Low,
        Some(_) | None => Confidence::High,
    };
    let intent = recipe.map(|recipe| recipe.intent.to_string());
    Detection {
        question_mode,
        question_mode_confidence: sure,
        query_shape,
        query_shape_confidence: sure,
        address_intent_confidence: match intent {
            Some(_) => Confidence::High,
            None => Confidence::Low,
        },
        address_intent: intent.unwrap_or_else(|| "unknown".to_owned()),
        filters: found.filters,
        unplaced: found.unplaced,
        missing_required_filters,
    }
}
