//! Recipes of the address lane: which contracts each answers, with which rows.

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
    /// What it is for.
    pub purpose: Text,
    /// Which contracts it answers.
    pub matches: RecipeMatch,
    /// Filters that must be there.
    pub required: List<Text>,
    /// Filters of which one must be there; empty: no such guard.
    pub required_any: List<Text>,
    /// Filters that may be there.
    pub optional: List<Text>,
    /// Filters filled in when they are not said.
    pub defaults: List<FilterDefault>,
    /// Name of its template.
    pub template: Text,
    /// Name of the template that gives a summary's totals.
    pub totals: Option<Text>,
    /// Column that its rows come by, the greatest first.
    pub ranked_by: Option<Text>,
    /// Column whose sum a contract may ask for.
    pub sum_of: Option<Text>,
    /// Filters that the sum may be grouped by.
    pub groups: List<Text>,
    /// Accounts its rows must touch.
    pub scope: AccountScope,
    /// Which rows count beyond scope and anchors.
    pub row_filter: RowFilter,
    /// What is tried where it has no rows, in this order.
    pub fallbacks: List<Fallback>,
    /// Name of the template of [`Fallback::BankRows`].
    pub bank_rows: Option<Text>,
    /// Codes of what every answer says of itself: what its rows are, and what it does not show.
    pub caveats: List<Text>,
    /// Which maximum bounds its limit.
    pub limit: LimitClass,
    /// Whether a query without a period takes the maximum as its default limit.
    pub all_time_max: bool,
    /// Whether it is about one account (`as_of_date` and the limit have own defaults).
    pub account_intent: bool,
    /// How its rows are answered.
    pub result: ResultMode,
    /// Whether it can be run.
    pub state: RecipeState,
}

/// Which contracts a recipe answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecipeMatch {
    /// Scenario of the contract.
    pub scenario: Scenario,
    /// Its one target type.
    pub target_type: Text,
    /// A filter that must be said.
    pub with: Option<Text>,
    /// A filter that must not be said.
    pub without: Option<Text>,
}

/// A filter filled in when it is not said.
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
    /// Today, from the plan's context.
    Today,
    /// Oldest first.
    PeriodAsc,
}

/// Accounts a recipe's rows must touch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountScope {
    /// How hard the scope is.
    pub mode: ScopeMode,
    /// Account codes; empty together with `said == false`: no scope.
    pub accounts: List<Text>,
    /// Sub-accounts of them that it leaves out.
    pub except: List<Text>,
    /// Accounts that a contract may say in the place of them, and those below.
    pub also: List<Text>,
    /// Whether the account is the one the contract says.
    pub said: bool,
    /// Which side must touch them.
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

/// Side of a posting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Дт.
    Debit,
    /// Кт.
    Credit,
    /// Дт or Кт.
    Either,
}

/// Which rows count beyond scope and anchors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowFilter {
    /// All.
    Any,
    /// Those whose side in scope has the anchors.
    SideInScope,
    /// Those whose side in scope has a contract.
    ContractInScope,
    /// Those of bank documents.
    BankDocuments,
}

/// What is tried where a recipe has no rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fallback {
    /// Bank documents of the anchor.
    BankRows,
    /// The same without the period.
    AvailablePeriod,
    /// Rows nearest to the anchor, which do not have it.
    NearestRows,
}

/// Which maximum bounds a recipe's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitClass {
    /// The base maximum of the limit policy.
    Base,
    /// Its extended maximum.
    Extended,
    /// Its extended maximum; without a limit in the question, as many rows as for an account.
    Report,
}

/// How a recipe answers.
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
    /// It runs.
    Runnable,
    /// It is known and answers `recipe_visibility_gap`.
    Planned,
}
