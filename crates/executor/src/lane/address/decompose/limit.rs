//! How many rows: the limit said, or the recipe's default, never above its maximum.

use crate::catalogue::{LimitClass, LimitPolicy, Recipe};
use crate::filters::{LimitDecision, LimitReason};

/// Decides the limit.
#[must_use]
pub(super) fn decide(
    policy: &LimitPolicy,
    recipe: &Recipe,
    said: Option<u32>,
    period: PeriodBound,
) -> LimitDecision {
    let max = match recipe.limit {
        LimitClass::Base => policy.max,
        LimitClass::Extended => policy.extended_max,
    };
    let (limit, why) = match said {
        Some(limit) if limit > max => (max, LimitReason::LoweredToMaximum),
        Some(limit) => (limit, LimitReason::Said),
        None if recipe.account_intent => (policy.account.min(max), LimitReason::RaisedForAccount),
        None if recipe.all_time_max && period == PeriodBound::Open => {
            (max, LimitReason::RaisedForAllTime)
        }
        None => (policy.default.min(max), LimitReason::Default),
    };
    LimitDecision { said, limit, why }
}

/// Whether a filter bounds the period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PeriodBound {
    /// None does: the question is about all time.
    Open,
    /// One does.
    Closed,
}
