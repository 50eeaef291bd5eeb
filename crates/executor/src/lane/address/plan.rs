//! `AddressPlan`: a recipe with its values, or the reason for none.

use serde::{Serialize, Serializer};

use crate::catalogue::{Fallback, Lane, Recipe, RowShape, Template};
use crate::filters::LimitDecision;
use crate::lane::address::cursor::Cursor;
use crate::lane::address::detection::Detection;
use crate::limitation::Limitation;
use crate::response::limited_answer::LimitedAnswer;

/// A recipe compared with the contract.
#[derive(Debug, Clone, PartialEq)]
pub struct RecipeCandidate<'c> {
    /// The recipe.
    pub recipe: &'c Recipe,
    /// 1 for the chosen recipe, 0 for the others; at most one recipe matches.
    pub score: u8,
    /// Why it was or was not chosen.
    pub why: &'static str,
}

/// A plan of the address lane.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AddressPlan<'c> {
    /// Always `address`.
    pub lane: Lane,
    /// The intent and filters that were detected.
    pub detection: Detection,
    /// Id of the recipe; `null` when none matches.
    #[serde(rename = "recipe", serialize_with = "recipe_id")]
    pub recipe: Option<&'c Recipe>,
    /// The next step.
    pub step: Step<'c>,
    /// Every recipe of the catalogue, compared with the contract.
    #[serde(skip)]
    pub candidates: Vec<RecipeCandidate<'c>>,
}

impl AddressPlan<'_> {
    /// True where the plan refuses a cursor of another question.
    #[must_use]
    pub fn refuses_cursor(&self) -> bool {
        matches!(&self.step, Step::Limit(limited) if limited.refuses_cursor())
    }

    /// True where the answer needs no server.
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        matches!(self.step, Step::Limit(_))
    }
}

/// The next step of a plan.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Step<'c> {
    /// Answer without calling the server.
    Limit(LimitedAnswer),
    /// Call a recipe.
    Call(RecipeCall<'c>),
}

/// Reason code of a contract with several questions.
pub const COMPOUND_QUERY: &str = "compound_factual_query_is_detection_only";

/// Reason code of a contract with parts that its recipe does not support.
pub const UNKNOWN_TO_RECIPE: &str = "filter_unknown_to_recipe";

/// Reason code of a contract without a recipe.
pub const NO_RECIPE: &str = "no_recipe_for_intent";

/// Reason code of a recipe that is known but not executable.
pub const NOT_EXECUTABLE_YET: &str = "recipe_not_executable_yet";

/// Reason code of two conflicting dates for one end.
pub const DATES_DISAGREE: &str = "dates_disagree";

/// Reason code of a date that may be a single day or the end of a period.
pub const DAY_OR_UP_TO_IT: &str = "day_or_up_to_it";

/// A call of one recipe. Its query texts come from the catalogue; the contract gives values only.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RecipeCall<'c> {
    /// Anchors to resolve first, in order.
    pub anchors: Vec<AnchorStep<'c>>,
    /// Template of the rows.
    #[serde(serialize_with = "template_name")]
    pub template: &'c Template,
    /// Template of the bank rows for the fallback.
    #[serde(serialize_with = "optional_template_name")]
    pub bank_rows: Option<&'c Template>,
    /// The fallbacks for an empty result.
    pub fallbacks: &'c [Fallback],
    /// Template of the totals.
    #[serde(serialize_with = "optional_template_name")]
    pub totals: Option<&'c Template>,
    /// Template of the day of the last posting.
    #[serde(skip)]
    pub data_through: Option<&'c Template>,
    /// Order of the rows.
    pub order: RowOrder,
    /// The shown columns; empty: all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
    /// Filters that the requested sum is grouped by; `None`: rows are requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<String>>,
    /// Accounts in scope, as codes of the chart.
    pub accounts: Vec<String>,
    /// The limit.
    pub limit: LimitDecision,
    /// The cursor of the page; `null` for the first page.
    pub after: Option<Cursor>,
    /// Limitations of the answer.
    pub limitations: Vec<Limitation>,
}

impl RecipeCall<'_> {
    /// Number of rows on the pages before.
    #[must_use]
    pub fn before(&self) -> u32 {
        self.after.map_or(0, |cursor| cursor.before)
    }
}

/// An anchor to resolve.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AnchorStep<'c> {
    /// The filter.
    pub filter: &'c str,
    /// The value in the contract.
    pub value: String,
    /// Template that looks it up.
    #[serde(serialize_with = "template_name")]
    pub template: &'c Template,
}

/// Order of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RowOrder {
    /// Newest first.
    PeriodDesc,
    /// Oldest first.
    PeriodAsc,
}

impl RowOrder {
    pub(crate) fn query_text(self, template: &Template) -> Option<&str> {
        match self {
            Self::PeriodDesc => Some(&template.query),
            // Totals have a single query text.
            Self::PeriodAsc if template.rows == RowShape::Total => Some(&template.query),
            Self::PeriodAsc => template.query_asc.as_deref(),
        }
    }
}

fn recipe_id<S: Serializer>(recipe: &Option<&Recipe>, serializer: S) -> Result<S::Ok, S::Error> {
    recipe.map(|recipe| &recipe.id).serialize(serializer)
}

fn template_name<S: Serializer>(template: &&Template, serializer: S) -> Result<S::Ok, S::Error> {
    template.name.serialize(serializer)
}

fn optional_template_name<S: Serializer>(
    template: &Option<&Template>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    template
        .map(|template| &template.name)
        .serialize(serializer)
}
