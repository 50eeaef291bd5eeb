//! Recipes of the address lane: the contracts that each answers and the rows that it returns.

use cmec_decoder::language::Scenario;
use serde::{Deserialize, Serialize};

use crate::catalogue::{List, Text};

/// A whitelisted query that answers one intent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Id, `address_…_v1`.
    pub id: Text,
    /// The intent it answers.
    pub intent: Text,
    /// Its purpose, for people.
    pub purpose: Text,
    /// The contracts it answers.
    pub matches: RecipeMatch,
    /// Required filters.
    pub required: List<Text>,
    /// Filters of which one is required; empty: no such requirement.
    pub required_any: List<Text>,
    /// Optional filters.
    pub optional: List<Text>,
    /// Defaults of filters that are not given.
    pub defaults: List<FilterDefault>,
    /// Name of its template.
    pub template: Text,
    /// Name of the template for the totals of a summary.
    pub totals: Option<Text>,
    /// Column that sorts its rows in descending order.
    pub ranked_by: Option<Text>,
    /// Column that a contract may sum.
    pub sum_of: Option<Text>,
    /// Filters that the sum may be grouped by.
    pub groups: List<Text>,
    /// The accounts that its rows must have.
    pub scope: AccountScope,
    /// The additional condition on rows beyond scope and anchors.
    pub row_filter: RowFilter,
    /// The fallbacks for an empty result, in order.
    pub fallbacks: List<Fallback>,
    /// Name of the template of [`Fallback::BankRows`].
    pub bank_rows: Option<Text>,
    /// Codes of limitations that every answer has.
    pub caveats: List<Text>,
    /// The maximum that bounds its limit.
    pub limit: LimitClass,
    /// True where a query without a period takes the maximum as its default limit.
    pub all_time_max: bool,
    /// True where it concerns one account, with its own defaults of `as_of_date` and of the limit.
    pub account_intent: bool,
    /// The form of its answer.
    pub result: ResultMode,
    /// True where it can be run; see [`RecipeState`].
    pub state: RecipeState,
}

/// The contracts that a recipe answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecipeMatch {
    /// Scenario of the contract.
    pub scenario: Scenario,
    /// Its only target type.
    pub target_type: Text,
    /// A filter that must be given.
    pub with: Option<Text>,
    /// A filter that must not be given.
    pub without: Option<Text>,
}

/// The default of a filter that is not given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FilterDefault {
    /// The filter.
    pub filter: Text,
    /// Its value.
    pub value: DefaultValue,
}

/// Value of a filter default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DefaultValue {
    /// The current day of the plan's context.
    Today,
    /// Oldest first.
    PeriodAsc,
}

/// The accounts that a recipe's rows must have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountScope {
    /// The strictness of the scope.
    pub mode: ScopeMode,
    /// Account codes; empty where `said` is false: no scope.
    pub accounts: List<Text>,
    /// Excluded sub-accounts.
    pub except: List<Text>,
    /// Accounts, with their sub-accounts, that a contract may give instead.
    pub also: List<Text>,
    /// True where the contract gives the account.
    pub said: bool,
    /// The side that must have one of the accounts.
    pub side: Side,
}

/// How hard an account scope is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ScopeMode {
    /// A hard filter.
    Strict,
    /// Applied first; when it leaves nothing of some raw rows, the raw rows stay.
    Preferred,
}

/// The side of a posting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Debit (Дт).
    Debit,
    /// Credit (Кт).
    Credit,
    /// Debit or credit.
    Either,
}

/// The additional condition on rows beyond scope and anchors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowFilter {
    /// No condition.
    Any,
    /// The side in scope has the anchors.
    SideInScope,
    /// The side in scope has a contract.
    ContractInScope,
    /// The row belongs to a bank document.
    BankDocuments,
}

/// A fallback for an empty result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fallback {
    /// Bank documents of the anchor.
    BankRows,
    /// Rows without the period filter.
    AvailablePeriod,
    /// The rows nearest to the anchor, which lack it.
    NearestRows,
}

/// The maximum that bounds a recipe's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitClass {
    /// The base maximum of the limit policy.
    Base,
    /// Its extended maximum.
    Extended,
    /// Its extended maximum; the default limit is the one of an account.
    Report,
}

/// The form of a recipe's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ResultMode {
    /// Rows.
    FactualList,
    /// Totals and top rows.
    FactualSummary,
}

/// Whether a recipe can be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecipeState {
    /// It can be run.
    Runnable,
    /// It is known but only answers `recipe_visibility_gap`.
    Planned,
}
