//! The call of a recipe: its templates, anchors, accounts, order and limit.

use crate::catalogue::{AddressCatalogue, Recipe};
use crate::filters::{ExtractedFilters, LimitReason};
use crate::lane::address::account;
use crate::lane::address::decompose::limit::{self, PeriodBound};
use crate::lane::address::plan::{AnchorStep, RecipeCall, RowOrder, Step};
use crate::response::limited_answer::LimitedAnswer;
use crate::taxonomy::{LimitedReason, Readiness};

/// The call, or the answer that the catalogue lacks its template.
pub(super) fn call<'c>(
    recipe: &'c Recipe,
    filters: &ExtractedFilters,
    catalogue: &'c AddressCatalogue,
    limit: Option<u32>,
) -> Step<'c> {
    let Some(template) = catalogue.template(&recipe.template) else {
        return Step::Limit(LimitedAnswer {
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
    let period = if bounded {
        PeriodBound::Closed
    } else {
        PeriodBound::Open
    };
    let limit = limit::decide(&catalogue.limits, recipe, limit, period);
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
