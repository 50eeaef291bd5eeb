//! The status of a constraint mechanism, as canaries show it.

use cmec_executor::ports::model_error::ModelError;

/// How a server handles a mechanism.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MechanismStatus {
    /// Enforced.
    On,
    /// Partly enforced, with an explanation.
    Partial(&'static str),
    /// Ignored.
    Ignored,
    /// Rejected, with status and message on one short line.
    Refused(String),
    /// Not determined, with a reason.
    Failed(String),
}

impl MechanismStatus {
    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Partial(_) => "partial",
            Self::Ignored => "ignored",
            Self::Refused(_) => "refused",
            Self::Failed(_) => "failed",
        }
    }

    /// The explanation, if any. A server's message is untrusted text.
    #[must_use]
    pub fn said(&self) -> Option<&str> {
        match self {
            Self::On | Self::Ignored => None,
            Self::Partial(what) => Some(what),
            Self::Refused(words) | Self::Failed(words) => Some(words),
        }
    }

    /// The status after an error. An overloaded server did not reject the mechanism.
    pub(super) fn of_error(error: ModelError) -> Self {
        match error {
            ModelError::Refused(words) => Self::Refused(words),
            other => Self::Failed(other.to_string()),
        }
    }

    pub(super) fn of_outcomes(outcomes: &[Outcome]) -> Self {
        let held = outcomes.iter().filter(|own| **own == Outcome::Held).count();
        let half = outcomes.iter().find_map(|own| match own {
            Outcome::Half(what) => Some(*what),
            _ => None,
        });
        if outcomes.contains(&Outcome::CutOff) {
            let why = "the answer ended before it said a word: by the most tokens, or by a filter";
            return Self::Failed(why.to_owned());
        }
        match (held, half) {
            (0, None) => Self::Ignored,
            (0, Some(what)) => Self::Partial(what),
            (held, _) if held == outcomes.len() => Self::On,
            _ => Self::Partial("one canary of two is held"),
        }
    }
}

/// The outcome of one canary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The answer follows the constraint.
    Held,
    /// It follows a part of the constraint.
    Half(&'static str),
    /// It ignores the constraint.
    Free,
    /// It ended before it said anything.
    CutOff,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_canaries_count() {
        let half = Outcome::Half("h");
        for (outcomes, expected) in [
            ([Outcome::Held, Outcome::Held], MechanismStatus::On),
            ([Outcome::Free, Outcome::Free], MechanismStatus::Ignored),
            ([half, Outcome::Free], MechanismStatus::Partial("h")),
            ([Outcome::Free, half], MechanismStatus::Partial("h")),
            (
                [Outcome::Free, Outcome::Held],
                MechanismStatus::Partial("one canary of two is held"),
            ),
            (
                [half, Outcome::Held],
                MechanismStatus::Partial("one canary of two is held"),
            ),
        ] {
            assert_eq!(
                MechanismStatus::of_outcomes(&outcomes),
                expected,
                "{outcomes:?}"
            );
        }
        let cut = MechanismStatus::of_outcomes(&[Outcome::Held, Outcome::CutOff]);
        assert_eq!(cut.name(), "failed");
    }
}
