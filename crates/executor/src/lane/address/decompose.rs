//! Decompose: contract → plan. Pure; only whitelisted recipes come out.

pub mod extraction;
mod limit;
mod recipe_call;
mod recipe_gaps;
mod recipe_match;

use chrono::NaiveDate;
use cmec_decoder::contract::{Contract, Defaultable, Valid};

use crate::catalogue::{AddressCatalogue, DefaultValue, Lane, Recipe};
use crate::filters::ExtractedLimit;
use crate::lane::address::cursor::Cursor;
use crate::lane::address::decompose::extraction::Extraction;
use crate::lane::address::decompose::recipe_call::call;
use crate::lane::address::decompose::recipe_gaps::{gaps, limited, missing};
use crate::lane::address::decompose::recipe_match::candidates;
use crate::lane::address::detection::Detection;
use crate::lane::address::plan::{AddressPlan, COMPOUND_QUERY, RecipeCandidate, Step};
use crate::lane::address::question_fingerprint;
use crate::response::limited_answer::LimitedAnswer;
use crate::taxonomy::{Confidence, LimitedReason, QueryShape, QuestionMode, Readiness};

/// Plans a contract of the address lane.
#[must_use]
pub fn decompose<'c>(
    contract: &Valid<Contract<'_>>,
    catalogue: &'c AddressCatalogue,
    context: DecomposeContext,
) -> AddressPlan<'c> {
    let plan = first_page(contract, catalogue, context);
    match context.cursor {
        Some(cursor) => at_cursor(plan, cursor),
        None => plan,
    }
}

/// What a plan depends on beside contract and catalogue.
#[derive(Debug, Clone, Copy)]
pub struct DecomposeContext {
    /// Today, for defaults.
    pub today: NaiveDate,
    /// A limit the host says in place of the contract's.
    pub limit: Option<u32>,
    /// Where the page starts; `None` for the first one.
    pub cursor: Option<Cursor>,
}

/// The plan of the page where a cursor stands. A cursor of another question leads to no page, and the plan says so.
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
    context: DecomposeContext,
) -> AddressPlan<'c> {
    let limit = context.limit.or_else(|| {
        (!contract.is_defaulted(Defaultable::Limit))
            .then_some(contract.constraints.pagination.limit)
    });
    let known: Vec<&str> = catalogue
        .filters
        .iter()
        .map(|filter| filter.name.as_ref())
        .collect();
    let extracted_limit = ExtractedLimit::of(limit, catalogue.limits.default);
    let found = extraction::extract(contract, &known, extracted_limit);
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
    let recipe = candidates
        .iter()
        .find(|candidate| candidate.score == 1)
        .and_then(|found| {
            catalogue
                .recipes
                .iter()
                .find(|recipe| recipe.id == found.recipe)
        });
    let Some(recipe) = recipe else {
        let limitation = if compound {
            format!(
                "{}: several questions at once are not run",
                several.join(", ")
            )
        } else {
            format!("{}: no recipe answers it", targets.join(", "))
        };
        return without_recipe(found, candidates, compound, limitation);
    };
    with_recipe(recipe, found, candidates, catalogue, context.today, limit)
}

fn without_recipe<'c>(
    found: Extraction,
    candidates: Vec<RecipeCandidate<'c>>,
    compound: bool,
    limitation: String,
) -> AddressPlan<'c> {
    let (mode, sure, shape, readiness, reason) = if compound {
        (
            QuestionMode::DeepAnalysis,
            Confidence::High,
            QueryShape::CompoundFactualQuery,
            Readiness::DeepOnly,
            COMPOUND_QUERY,
        )
    } else {
        (
            QuestionMode::Unsupported,
            Confidence::Low,
            QueryShape::OtherQuery,
            Readiness::Unknown,
            "no_recipe_for_intent",
        )
    };
    AddressPlan {
        lane: Lane::Address,
        detection: Detection {
            question_mode: mode,
            question_mode_confidence: sure,
            query_shape: shape,
            query_shape_confidence: sure,
            address_intent: "unknown".to_owned(),
            address_intent_confidence: Confidence::Low,
            filters: found.filters,
            unplaced: found.unplaced,
            missing_required_filters: Vec::new(),
        },
        recipe: None,
        step: Step::Limit(LimitedAnswer {
            category: LimitedReason::Unsupported,
            readiness,
            reasons: vec![reason.to_owned()],
            limitations: vec![limitation],
        }),
        candidates,
    }
}

fn with_recipe<'c>(
    recipe: &'c Recipe,
    mut found: Extraction,
    candidates: Vec<RecipeCandidate<'c>>,
    catalogue: &'c AddressCatalogue,
    today: NaiveDate,
    limit: Option<u32>,
) -> AddressPlan<'c> {
    let gaps = gaps(recipe, &found);
    for default in recipe.defaults.iter() {
        match default.value {
            // A period that is said ends the question, so its end is the date; otherwise today is.
            DefaultValue::Today => {
                let end = found.filters.value("period_to").map(str::to_owned);
                let day = end.unwrap_or_else(|| today.format("%Y-%m-%d").to_string());
                found.filters.default_to(&default.filter, day);
            }
        }
    }
    let missing = missing(recipe, &found);
    let step = match limited(recipe, &found.filters, &missing, gaps) {
        Some(limited) => Step::Limit(limited),
        None => call(recipe, &found.filters, catalogue, limit),
    };
    // What the contract says beyond the recipe makes it less sure that the recipe is what was meant.
    let confidence = if found.unplaced.is_empty() {
        Confidence::High
    } else {
        Confidence::Medium
    };
    AddressPlan {
        lane: Lane::Address,
        detection: Detection {
            question_mode: QuestionMode::AddressQuery,
            question_mode_confidence: confidence,
            query_shape: QueryShape::SingleFactualQuery,
            query_shape_confidence: confidence,
            address_intent: recipe.intent.to_string(),
            address_intent_confidence: Confidence::High,
            filters: found.filters,
            unplaced: found.unplaced,
            missing_required_filters: missing,
        },
        recipe: Some(recipe),
        step,
        candidates,
    }
}
