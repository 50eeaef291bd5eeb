//! A question and a reply → the outcome, with the reason.

use serde::Serialize;

use super::questions::{Expected, Question};
use super::reply::{Asker, Reply};
use super::rows::LaneAnswers;

/// The outcome of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    /// A right contract, another contract with the right rows, or a due clarification question.
    Right,
    /// Another contract whose answer says that a named element is not in the data.
    Limited,
    SilentWrong,
    /// A clarification question for a clear question.
    Asked,
    Rejected,
    #[default]
    Failed,
}

/// The reason why a reply is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RightBy {
    /// The first right contract.
    Contract,
    /// Another right contract.
    Also,
    /// Another contract with the rows of a right one.
    Rows,
    /// A clarification question.
    Question,
}

#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(super) struct Judgement {
    pub(super) outcome: Outcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) right_by: Option<RightBy>,
    /// Who asked the clarification question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) asked_by: Option<Asker>,
    /// True where no right contract has rows to compare a silently wrong one with.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) uncompared: bool,
}

impl Judgement {
    fn plain(outcome: Outcome) -> Self {
        Self {
            outcome,
            ..Self::default()
        }
    }

    fn right(by: RightBy) -> Self {
        Self {
            right_by: Some(by),
            ..Self::plain(Outcome::Right)
        }
    }

    pub(super) async fn of(question: &Question, reply: &Reply, lanes: &LaneAnswers<'_>) -> Self {
        match (reply, &question.expected) {
            (Reply::Contract(own, intent), Some(expected)) => match expected.place_of(own) {
                Some(0) => Self::right(RightBy::Contract),
                Some(_) => Self::right(RightBy::Also),
                None => by_rows(expected, intent, lanes).await,
            },
            (Reply::Contract(_, intent), None) => Self::plain(wrong(intent, lanes).await),
            (Reply::Asked(by, _), expected) => Self {
                asked_by: Some(*by),
                ..match expected.as_ref().is_none_or(|own| own.may_ask) {
                    true => Self::right(RightBy::Question),
                    false => Self::plain(Outcome::Asked),
                }
            },
            (Reply::Rejected(_), _) => Self::plain(Outcome::Rejected),
            (Reply::Failed, _) => Self::plain(Outcome::Failed),
        }
    }
}

/// Judges a contract that differs from every right one: by its rows, then by its answer.
async fn by_rows(expected: &Expected, intent: &str, lanes: &LaneAnswers<'_>) -> Judgement {
    let mut uncompared = true;
    for right in &expected.contracts {
        let answer = lanes.of(&right.intent).await;
        let Some(rows) = &answer.rows else {
            continue;
        };
        uncompared = false;
        let own = lanes.of(intent).await;
        if own.rows.as_ref().is_some_and(|own| rows.is_given_by(own)) {
            return Judgement::right(RightBy::Rows);
        }
    }
    let outcome = wrong(intent, lanes).await;
    Judgement {
        uncompared: uncompared && outcome == Outcome::SilentWrong,
        ..Judgement::plain(outcome)
    }
}

/// The outcome of a wrong contract, by its answer.
async fn wrong(intent: &str, lanes: &LaneAnswers<'_>) -> Outcome {
    match lanes.of(intent).await.names_absent {
        true => Outcome::Limited,
        false => Outcome::SilentWrong,
    }
}
