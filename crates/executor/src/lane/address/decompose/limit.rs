//! The row limit: the requested limit or the recipe's default, at most the recipe's maximum.

use crate::catalogue::{LimitClass, LimitPolicy, Recipe};
use crate::filters::{ExtractedFilters, LimitDecision, LimitReason};

#[must_use]
pub(super) fn decide(
    policy: &LimitPolicy,
    recipe: &Recipe,
    said: Option<u32>,
    filters: &ExtractedFilters,
) -> LimitDecision {
    let max = match recipe.limit {
        LimitClass::Base => policy.max,
        LimitClass::Extended | LimitClass::Report => policy.extended_max,
    };
    let bounds = ["period_from", "period_to", "as_of_date"];
    let all_time = bounds.iter().all(|name| filters.value(name).is_none());
    let (limit, why) = match said {
        Some(limit) if limit > max => (max, LimitReason::LoweredToMaximum),
        Some(limit) => (limit, LimitReason::Said),
        None if recipe.account_intent => (policy.account.min(max), LimitReason::RaisedForAccount),
        None if recipe.limit == LimitClass::Report => {
            (policy.account.min(max), LimitReason::RaisedForReport)
        }
        None if recipe.all_time_max && all_time => (max, LimitReason::RaisedForAllTime),
        None => (policy.default.min(max), LimitReason::Default),
    };
    LimitDecision { said, limit, why }
}
