//! Execute: the rows of a recipe call, by the first way that has any, and the totals of a summary.

pub mod account_scope;
pub mod attempt;
pub mod columns;
mod duplicate_rows;
pub mod materialisation;
pub mod page;
mod row_filter;
pub mod strategies;

use std::time::Instant;

use crate::catalogue::{RowFilter, ScopeMode};
use crate::lane::address::execute::account_scope::ScopeOutcome;
use crate::lane::address::execute::attempt::{Attempt, Question, attempt, totals};
use crate::lane::address::execute::columns::Row;
use crate::lane::address::execute::materialisation::Sifted;
use crate::lane::address::execute::page::{Lost, Rest};
use crate::lane::address::execute::strategies::{Anchored, Bounded, scopes_its_query, ways};
use crate::lane::address::stage::{CallOutcome, Counts, Stage, stage};
use crate::lane::address::strategy::Way;
use crate::ports::one_c::{OneC, PortError};

/// What came of a recipe call.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Its rows.
    Rows(Box<Executed>),
    /// The cursor leads nowhere any more. `fetched`: rows the server gave before that was known.
    Lost {
        /// Why.
        why: Lost,
        /// Rows the server gave.
        fetched: usize,
    },
}

/// What a recipe call gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Executed {
    /// Its rows, held against the recipe; no more than the limit.
    pub sifted: Box<Sifted>,
    /// What became of them.
    pub stage: Stage,
    /// The way they came by.
    pub way: Way,
    /// Totals of a summary.
    pub totals: Option<Row>,
    /// What follows them.
    pub rest: Rest,
    /// Most rows the server gives at once.
    pub cap: u32,
}

/// A way that was tried, and how far its rows came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tried {
    /// The way.
    pub way: Way,
    /// What became of its rows.
    pub stage: Stage,
    /// Rows at each stage.
    pub counts: Counts,
}

impl Tried {
    fn answered(way: Way, counts: Counts) -> Self {
        let stage = stage(CallOutcome::Answered, &counts);
        Self { way, stage, counts }
    }

    fn failed(way: Way) -> Self {
        let counts = Counts::default();
        let stage = stage(CallOutcome::Failed, &counts);
        Self { way, stage, counts }
    }
}

/// Calls the recipe's templates. `tried` gets every way that was tried, in order, also where one fails; the last one is
/// not always the answer's.
///
/// # Errors
/// When the server fails.
pub async fn execute<P: OneC>(
    port: &P,
    question: Question<'_>,
    deadline: Instant,
    tried: &mut Vec<Tried>,
) -> Result<Outcome, PortError> {
    let call = question.call;
    let mut ways = ways(question.recipe, call, question.filters, anchored(question));
    // A later page goes the way of the first, which must be one that the recipe has.
    if let Some(cursor) = &call.after {
        let lost = if cursor.anchors != page::anchors(question.anchors) {
            Some(Lost::AnchorChanged)
        } else if !has_way(question, &ways, cursor.way) {
            Some(Lost::WayGone)
        } else {
            None
        };
        if let Some(why) = lost {
            return Ok(Outcome::Lost { why, fetched: 0 });
        }
        ways = vec![cursor.way];
    }
    let mut best: Option<Executed> = None;
    for way in ways {
        let (sifted, mut rest) = match attempt(port, question, way, deadline).await {
            Ok(Attempt::Rows(sifted, rest)) => (sifted, rest),
            Ok(Attempt::Lost { why, fetched }) => {
                let counts = Counts {
                    rows_fetched: fetched,
                    ..Counts::default()
                };
                tried.push(Tried::answered(way, counts));
                return Ok(Outcome::Lost { why, fetched });
            }
            Err(error) => {
                tried.push(Tried::failed(way));
                return Err(error);
            }
        };
        let counts = sifted.counts;
        let answered = Tried::answered(way, counts);
        let stage = answered.stage;
        tried.push(answered);
        let found = counts.rows_matched > 0;
        if !found && is_a_probe(question, way) {
            rest = Rest::Nothing;
        }
        // Where the server may have more rows of this way, it is not known to be empty.
        let ends = found || (rest != Rest::Nothing && counts.raw_rows_received > 0);
        let further =
            (best.as_ref()).is_none_or(|best| counts.depth() > best.sifted.counts.depth());
        if ends || further {
            best = Some(Executed {
                sifted,
                stage,
                way,
                totals: None,
                rest,
                cap: port.row_cap(),
            });
        }
        if ends {
            break;
        }
    }
    let Some(mut executed) = best else {
        return Err(PortError::Refused(
            "the recipe has no way to rows".to_owned(),
        ));
    };
    if !executed.sifted.rows.is_empty() {
        let raw = totals(port, question, deadline).await?;
        executed.totals = raw.and_then(|raw| raw.rows.first().map(Row::of));
    }
    Ok(Outcome::Rows(Box::new(executed)))
}

/// Whether a way is among those of the question. Where only rows are held against the scope, both of its outcomes are.
fn has_way(question: Question<'_>, ways: &[Way], way: Way) -> bool {
    let held = Way {
        scope: ScopeOutcome::Held,
        ..way
    };
    let is_of_rows = !scopes_its_query(question.call.template)
        && question.recipe.scope.mode == ScopeMode::Preferred;
    ways.contains(&way) || (is_of_rows && ways.contains(&held))
}

/// Whether rows outside the scope can only tell why there are none: the recipe's own filter wants the scope.
fn is_a_probe(question: Question<'_>, way: Way) -> bool {
    way.scope == ScopeOutcome::RawRowsStay
        && matches!(
            question.recipe.row_filter,
            RowFilter::SideInScope | RowFilter::ContractInScope
        )
}

fn anchored(question: Question<'_>) -> Anchored {
    let bounded = |yes: bool| if yes { Bounded::Yes } else { Bounded::No };
    let mut anchors = question.anchors.iter();
    Anchored {
        by_party: bounded(anchors.any(|(filter, _)| *filter != "account")),
        by_owner: bounded(question.owner.is_some()),
    }
}
