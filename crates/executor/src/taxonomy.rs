//! The closed lists of Address Runtime Contracts V1 in their original spelling, and further ones of the debug envelope.
//!
//! Responses, plans and envelopes use them, so they depend on no lane. Their schemas list the same words.

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) fn name(member: &impl Serialize) -> String {
    match serde_json::to_value(member) {
        Ok(Value::String(name)) => name,
        _ => String::new(),
    }
}

/// How a question is to be treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum QuestionMode {
    /// One whitelisted recipe can answer it.
    AddressQuery,
    /// It needs more than one recipe.
    DeepAnalysis,
    /// No recipe is about it.
    #[default]
    Unsupported,
}

/// Shape of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum QueryShape {
    /// One question about facts.
    SingleFactualQuery,
    /// Several at once; detected, not run.
    CompoundFactualQuery,
    /// Not a question about rows.
    #[default]
    OtherQuery,
}

/// How sure a detection is. Everything comes from a contract, so what is not certain is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// Certain.
    High,
    /// One match, by the words of the name or a part of it.
    Medium,
    /// More than one match, or none.
    #[default]
    Low,
}

/// By what an element was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MatchedBy {
    /// By a number that identifies: ИНН, number of a contract, code of an account.
    Number,
    /// By the whole name.
    Name,
    /// By the whole full name.
    FullName,
    /// By the words of its name and its legal form; of a contract, by its number among its words.
    FormAndWords,
    /// By the words of its name, where no legal form was said.
    Words,
    /// By the letters of its words, however they are parted, and under whatever legal form.
    Letters,
    /// By the beginnings of words of its name.
    Part,
}

/// Why an answer is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LimitedReason {
    /// The query ran and no row fits the filters.
    EmptyMatch,
    /// A required anchor is missing or was not confirmed.
    MissingAnchor,
    /// The recipe cannot see what is asked.
    RecipeVisibilityGap,
    /// The server, its connection or its data failed.
    ExecutionError,
    /// No recipe answers the intent.
    Unsupported,
}

impl LimitedReason {
    pub(crate) const fn readiness(self) -> Readiness {
        match self {
            Self::EmptyMatch => Readiness::LiveQueryable,
            Self::MissingAnchor => Readiness::LiveQueryableWithLimits,
            Self::RecipeVisibilityGap => Readiness::RequiresSpecializedRecipe,
            Self::ExecutionError | Self::Unsupported => Readiness::Unknown,
        }
    }
}

/// Whether an intent can be answered live.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Readiness {
    /// Yes.
    LiveQueryable,
    /// Yes, with the limitations named.
    LiveQueryableWithLimits,
    /// Only with a recipe made for it.
    RequiresSpecializedRecipe,
    /// Only by deep analysis.
    DeepOnly,
    /// Not known.
    #[default]
    Unknown,
}

/// Outcome of the row query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StageStatus {
    /// No row query was made.
    #[default]
    Skipped,
    /// The row query failed.
    Error,
    /// It gave no rows.
    NoRawRows,
    /// It gave rows, none of which could be read or lies in the account scope.
    RawRowsReceivedButNotMaterialized,
    /// Rows were read, none of which has the anchor.
    MaterializedButNotAnchorMatched,
    /// Rows with the anchor were read, none of which passes the recipe's filter.
    MaterializedButFilteredOutByRecipe,
    /// Rows are left.
    MatchedNonEmpty,
}

impl StageStatus {
    /// The status as it was before two of its values were split.
    #[must_use]
    pub const fn legacy(self) -> LegacyStatus {
        match self {
            Self::Skipped => LegacyStatus::Skipped,
            Self::Error => LegacyStatus::Error,
            Self::NoRawRows => LegacyStatus::NoRawRows,
            Self::RawRowsReceivedButNotMaterialized => {
                LegacyStatus::RawRowsReceivedButNotMaterialized
            }
            Self::MaterializedButNotAnchorMatched | Self::MaterializedButFilteredOutByRecipe => {
                LegacyStatus::MaterializedButNotMatched
            }
            Self::MatchedNonEmpty => LegacyStatus::MatchedNonEmpty,
        }
    }
}

/// The status as it was before the two `materialized_*` ones were split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LegacyStatus {
    /// As today.
    #[default]
    Skipped,
    /// As today.
    Error,
    /// As today.
    NoRawRows,
    /// As today.
    RawRowsReceivedButNotMaterialized,
    /// Either of the split ones.
    MaterializedButNotMatched,
    /// As today.
    MatchedNonEmpty,
}

/// Why rows were not materialised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DropReason {
    /// They were, or there were none.
    #[default]
    None,
    /// None lies in the account scope.
    DroppedByAccountScopeFilter,
    /// None has a period or a registrator.
    MissingPeriodAndRegistratorFields,
    /// None has a period.
    MissingPeriodField,
    /// None has a registrator.
    MissingRegistratorField,
    /// They are not rows of this template.
    UnknownRowShape,
}

/// Where matching ended without rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MatchFailureStage {
    /// Rows were matched, or none were asked for.
    #[default]
    None,
    /// Finding the anchor.
    Resolve,
    /// Calling the server.
    McpCall,
    /// Reading its rows.
    Materialize,
    /// Holding rows against the anchor.
    AnchorMatch,
    /// Holding rows against the recipe.
    RecipeFilter,
}

/// How accounts of rows were compared with the scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ScopeMatchStrategy {
    /// The recipe has no scope.
    #[default]
    None,
    /// The account itself or a sub-account of it.
    ExactOrChild,
}

/// What an answer consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ResponseType {
    /// Rows.
    FactualList,
    /// Totals and top rows.
    FactualSummary,
    /// No facts, and why.
    #[default]
    LimitedWithReason,
    /// A question back.
    Clarify,
}

/// Whose rows are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RowSource {
    /// Those of the recipe's own template.
    Own,
    /// Bank documents of the anchor.
    BankRows,
    /// Those of the contract's owner, under whichever contract.
    OwnersRows,
    /// The row of totals: a balance is there without movements, too.
    Totals,
}

/// In which time rows are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PeriodWindow {
    /// That of the contract.
    Said,
    /// All there is up to the date, where one is said.
    Available,
}

/// Outcome of the account scope of a recipe that only prefers it. The first page decides for all: a scope that held
/// some of its rows stays in force where a later page has none of them, and a scope that was given up stays so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ScopeOutcome {
    /// The scope held.
    Held,
    /// It left nothing, so the raw rows stayed.
    RawRowsStay,
}
