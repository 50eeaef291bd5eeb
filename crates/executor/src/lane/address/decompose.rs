//! Decompose: contract → plan. Pure; the LLM's text was read by the decoder, and only whitelisted recipes come out.

pub mod extraction;
pub mod limit;
mod recipe_gaps;

use chrono::NaiveDate;
use cmec_decoder::contract::{Contract, Defaultable, Valid};

use crate::catalogue::{AddressCatalogue, DefaultValue, Lane, Recipe};
use crate::lane::address::account;
use crate::lane::address::decompose::extraction::Filters;
use crate::lane::address::decompose::limit::{AllTime, LimitReason};
use crate::lane::address::decompose::recipe_gaps::{gaps, limited, missing};
use crate::lane::address::detection::{Detection, ExtractedLimit};
use crate::lane::address::plan::{
    AddressPlan, AnchorStep, COMPOUND_QUERY, Considered, Limited, RecipeCall, RowOrder, Step,
};
use crate::taxonomy::{Confidence, LimitedReason, QueryShape, QuestionMode, Readiness};

/// Plans a contract of the address lane.
#[must_use]
pub fn decompose<'c>(
    contract: &Valid<Contract<'_>>,
    catalogue: &'c AddressCatalogue,
    today: NaiveDate,
    limit: Option<u32>,
) -> AddressPlan<'c> {
    let known: Vec<&str> = catalogue
        .filters
        .iter()
        .map(|filter| filter.name.as_ref())
        .collect();
    let filters = extraction::extract(contract, &known);
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
    let considered = consider(contract, &filters, catalogue, compound);
    let recipe = considered
        .iter()
        .find(|candidate| candidate.score == 1)
        .and_then(|found| {
            catalogue
                .recipes
                .iter()
                .find(|recipe| recipe.id == found.recipe)
        });
    let said = limit.or_else(|| {
        (!contract.is_defaulted(Defaultable::Limit))
            .then_some(contract.constraints.pagination.limit)
    });
    let Some(recipe) = recipe else {
        let limit = ExtractedLimit::of(said, catalogue.limits.default);
        let limitation = if compound {
            format!(
                "{}: several questions at once are not run",
                several.join(", ")
            )
        } else {
            format!("{}: no recipe answers it", targets.join(", "))
        };
        return without_recipe(filters, limit, considered, compound, limitation);
    };
    with_recipe(recipe, filters, considered, catalogue, today, said)
}

/// Holds every recipe against the contract. The compiler proved that at most one matches.
fn consider<'c>(
    contract: &Contract<'_>,
    filters: &Filters,
    catalogue: &'c AddressCatalogue,
    compound: bool,
) -> Vec<Considered<'c>> {
    // A contract filter selects by-contract however it compares, so that its operator is named and not dropped.
    let says = |name: &str| filters.value(name).is_some() || filters.is_unplaced(name);
    catalogue
        .recipes
        .iter()
        .map(|recipe| {
            let matches = &recipe.matches;
            let is_target = contract
                .grounding
                .target_types
                .contains(&matches.target_type);
            let why = if compound {
                "several questions at once are not run"
            } else if matches.scenario != contract.intent.scenario {
                "another scenario"
            } else if !is_target {
                "another target type"
            } else if matches.with.as_deref().is_some_and(|name| !says(name)) {
                "the filter that selects it is not said"
            } else if matches.without.as_deref().is_some_and(says) {
                "a filter that selects another recipe is said"
            } else {
                "scenario and target type match"
            };
            Considered {
                recipe: &recipe.id,
                score: u8::from(why == "scenario and target type match"),
                why,
            }
        })
        .collect()
}

fn without_recipe<'c>(
    filters: Filters,
    limit: ExtractedLimit,
    considered: Vec<Considered<'c>>,
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
            filters,
            limit,
            missing_required_filters: Vec::new(),
        },
        recipe: None,
        step: Step::Limit(Limited {
            category: LimitedReason::Unsupported,
            readiness,
            reasons: vec![reason.to_owned()],
            limitations: vec![limitation],
        }),
        considered,
    }
}

fn with_recipe<'c>(
    recipe: &'c Recipe,
    mut filters: Filters,
    considered: Vec<Considered<'c>>,
    catalogue: &'c AddressCatalogue,
    today: NaiveDate,
    said: Option<u32>,
) -> AddressPlan<'c> {
    let gaps = gaps(recipe, &filters);
    for default in recipe.defaults.iter() {
        match default.value {
            // A period that is said ends the question, so its end is the date; otherwise today is.
            DefaultValue::Today => {
                let end = filters.value("period_to").map(str::to_owned);
                let day = end.unwrap_or_else(|| today.format("%Y-%m-%d").to_string());
                filters.default_to(&default.filter, day);
            }
        }
    }
    let missing = missing(recipe, &filters);
    let step = match limited(recipe, &filters, &missing, gaps) {
        Some(limited) => Step::Limit(limited),
        None => call(recipe, &filters, catalogue, said),
    };
    // What the contract says beyond the recipe makes it less sure that the recipe is what was meant.
    let confidence = if filters.unplaced.is_empty() {
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
            filters,
            limit: ExtractedLimit::of(said, catalogue.limits.default),
            missing_required_filters: missing,
        },
        recipe: Some(recipe),
        step,
        considered,
    }
}

fn call<'c>(
    recipe: &'c Recipe,
    filters: &Filters,
    catalogue: &'c AddressCatalogue,
    said: Option<u32>,
) -> Step<'c> {
    let Some(template) = catalogue.template(&recipe.template) else {
        return Step::Limit(Limited {
            category: LimitedReason::ExecutionError,
            readiness: Readiness::Unknown,
            reasons: vec!["catalogue_has_no_such_template".to_owned()],
            limitations: vec![recipe.template.to_string()],
        });
    };
    let anchors = catalogue
        .anchors
        .iter()
        .filter_map(|rule| {
            Some(AnchorStep {
                filter: &rule.filter,
                value: filters.value(&rule.filter)?.to_owned(),
                template: catalogue.template(&rule.template)?,
            })
        })
        .collect();
    let said_account = filters.value("account").and_then(account::normalise);
    let accounts = if recipe.scope.said {
        said_account.into_iter().collect()
    } else {
        recipe
            .scope
            .accounts
            .iter()
            .map(ToString::to_string)
            .collect()
    };
    let bounds = ["period_from", "period_to", "as_of_date"];
    let bounded = bounds.iter().any(|name| filters.value(name).is_some());
    let all_time = if bounded { AllTime::No } else { AllTime::Yes };
    let limit = limit::decide(&catalogue.limits, recipe, said, all_time);
    let mut limitations: Vec<String> = recipe.caveat.iter().map(ToString::to_string).collect();
    if limit.why == LimitReason::LoweredToMaximum {
        limitations.push(format!("limit_lowered_to_maximum: {}", limit.limit));
    }
    let order = if filters.value("sort") == Some("period_asc") {
        RowOrder::PeriodAsc
    } else {
        RowOrder::PeriodDesc
    };
    Step::Call(RecipeCall {
        anchors,
        template,
        bank_rows: (recipe.bank_rows.as_deref()).and_then(|name| catalogue.template(name)),
        fallbacks: &recipe.fallbacks,
        totals: recipe
            .totals
            .as_deref()
            .and_then(|name| catalogue.template(name)),
        order,
        accounts,
        limit,
        after: None,
        limitations,
    })
}
