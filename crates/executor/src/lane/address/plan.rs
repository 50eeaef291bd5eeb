//! `AddressPlan`: which recipe, with which values; or why none.

use serde::{Serialize, Serializer};

use crate::catalogue::{Fallback, Lane, Recipe, Template};
use crate::lane::address::cursor::Cursor;
use crate::lane::address::decompose::limit::LimitDecision;
use crate::lane::address::detection::Detection;
use crate::lane::address::execute::page;
use crate::taxonomy::{LimitedReason, Readiness};

/// A recipe that was looked at, and how it fared.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Considered<'c> {
    /// Its id.
    pub recipe: &'c str,
    /// 1 for the one chosen, 0 for the others: matches are disjoint, there is nothing between.
    pub score: u8,
    /// Why it was or was not chosen.
    pub why: &'static str,
}

/// A plan of the address lane.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AddressPlan<'c> {
    /// Always `address`.
    pub lane: Lane,
    /// What was detected.
    pub detection: Detection,
    /// Id of the recipe; `null` when none matches.
    #[serde(rename = "recipe", serialize_with = "recipe_id")]
    pub recipe: Option<&'c Recipe>,
    /// What to do.
    pub step: Step<'c>,
    /// Every recipe that was looked at.
    #[serde(skip)]
    pub considered: Vec<Considered<'c>>,
}

impl AddressPlan<'_> {
    /// Turns to the page where a cursor stands. A cursor that was given for another question turns to none: the plan
    /// becomes one that says so.
    pub(crate) fn turn(&mut self, cursor: Cursor) {
        if let (Some(recipe), Step::Call(call)) = (self.recipe, &mut self.step)
            && page::question(recipe, call, &self.detection.filters.pairs()) == cursor.question
        {
            call.after = Some(cursor);
        } else {
            self.step = Step::Limit(Limited::cursor_of_another_question());
        }
    }

    /// Whether it is answered without asking the server.
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        matches!(self.step, Step::Limit(_))
    }
}

/// What to do.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Step<'c> {
    /// Answer without asking the server.
    Limit(Limited),
    /// Call a recipe.
    Call(RecipeCall<'c>),
}

/// Reason code of a cursor that was given for another question.
pub const CURSOR_OF_ANOTHER_QUESTION: &str = "cursor_of_another_question";

/// Reason code of several questions at once.
pub const COMPOUND_QUERY: &str = "compound_factual_query_is_detection_only";

/// Reason code of a recipe that is known and not run.
pub const NOT_EXECUTABLE_YET: &str = "recipe_not_executable_yet";

/// An answer without facts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Limited {
    /// Why.
    pub category: LimitedReason,
    /// Whether it could be answered otherwise.
    pub readiness: Readiness,
    /// Reason codes.
    pub reasons: Vec<String>,
    /// What is missing or not seen, in words.
    pub limitations: Vec<String>,
}

impl Limited {
    /// The answer to a cursor that was given for another question.
    pub(crate) fn cursor_of_another_question() -> Self {
        Self {
            category: LimitedReason::Unsupported,
            readiness: Readiness::Unknown,
            reasons: vec![CURSOR_OF_ANOTHER_QUESTION.to_owned()],
            limitations: vec![
                "cursor: it was given for another question or under another codebook".to_owned(),
            ],
        }
    }

    /// Whether it is the answer to a cursor that was given for another question.
    #[must_use]
    pub fn refuses_cursor(&self) -> bool {
        let mut reasons = self.reasons.iter();
        reasons.any(|reason| reason == CURSOR_OF_ANOTHER_QUESTION)
    }
}

/// A call of one recipe. Its texts are the catalogue's; the contract gives values only.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RecipeCall<'c> {
    /// Anchors to confirm first, in order.
    pub anchors: Vec<AnchorStep<'c>>,
    /// Template of the rows.
    #[serde(serialize_with = "template_name")]
    pub template: &'c Template,
    /// Template of the bank rows to fall back to.
    #[serde(serialize_with = "optional_template_name")]
    pub bank_rows: Option<&'c Template>,
    /// What is tried where there are no rows.
    pub fallbacks: &'c [Fallback],
    /// Template of the totals.
    #[serde(serialize_with = "optional_template_name")]
    pub totals: Option<&'c Template>,
    /// Order of the rows.
    pub order: RowOrder,
    /// Accounts in scope, normalised.
    pub accounts: Vec<String>,
    /// The limit.
    pub limit: LimitDecision,
    /// Where the page starts; `null` for the first one.
    pub after: Option<Cursor>,
    /// What is narrower than asked.
    pub limitations: Vec<String>,
}

impl RecipeCall<'_> {
    /// Rows the pages before gave.
    #[must_use]
    pub fn before(&self) -> u32 {
        self.after.map_or(0, |cursor| cursor.before)
    }
}

/// An anchor to confirm.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AnchorStep<'c> {
    /// The filter.
    pub filter: &'c str,
    /// Its value as said.
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
