//! How many rows: the limit said, or the recipe's default, never above its maximum.

use serde::Serialize;

use crate::catalogue::{LimitClass, LimitPolicy, Recipe};

/// A decided limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LimitDecision {
    /// The limit the contract says; `null` when it was defaulted.
    pub said: Option<u32>,
    /// The limit in force.
    pub limit: u32,
    /// Why it is what it is.
    pub why: LimitReason,
}

/// Why a limit is what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitReason {
    /// The contract says it.
    Said,
    /// The contract says more than the recipe gives.
    LoweredToMaximum,
    /// The default of the catalogue.
    Default,
    /// An account is named, so more rows are shown.
    RaisedForAccount,
    /// No period is named, so as many as possible are shown.
    RaisedForAllTime,
}

/// Decides the limit. `all_time`: no filter bounds the period.
#[must_use]
pub fn decide(
    policy: &LimitPolicy,
    recipe: &Recipe,
    said: Option<u32>,
    all_time: AllTime,
) -> LimitDecision {
    let max = match recipe.limit {
        LimitClass::Base => policy.max,
        LimitClass::Extended => policy.extended_max,
    };
    let (limit, why) = match said {
        Some(limit) if limit > max => (max, LimitReason::LoweredToMaximum),
        Some(limit) => (limit, LimitReason::Said),
        None if recipe.account_intent => (policy.account.min(max), LimitReason::RaisedForAccount),
        None if recipe.all_time_max && all_time == AllTime::Yes => {
            (max, LimitReason::RaisedForAllTime)
        }
        None => (policy.default.min(max), LimitReason::Default),
    };
    LimitDecision { said, limit, why }
}

/// Whether any filter bounds the period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AllTime {
    /// None does.
    Yes,
    /// One does.
    No,
}
