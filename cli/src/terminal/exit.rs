//! Exit codes.

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

use cmec_decoder::Verdict;
use cmec_executor::taxonomy::ResponseType;

/// The result of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Exit {
    /// A contract or a factual answer.
    #[default]
    Done,
    /// No result.
    Failed,
    Usage,
    /// A clarification question.
    Clarify,
    /// A reject, an error finding, a stale file, or a breaking change.
    Reject,
    /// An answer without facts.
    Limited,
    /// Ended by a signal, with its number.
    Stopped(u8),
}

impl Exit {
    /// The worse of two results in a batch, in the order failed, reject, clarify, limited, done.
    pub(crate) fn worse(self, other: Self) -> Self {
        let rank = |exit: Self| match exit {
            Self::Stopped(_) => 6,
            Self::Usage => 5,
            Self::Failed => 4,
            Self::Reject => 3,
            Self::Clarify => 2,
            Self::Limited => 1,
            Self::Done => 0,
        };
        if rank(other) > rank(self) {
            other
        } else {
            self
        }
    }
}

impl From<&Verdict<'_>> for Exit {
    fn from(verdict: &Verdict<'_>) -> Self {
        match verdict {
            Verdict::Contract(_) => Self::Done,
            Verdict::Clarify(_) => Self::Clarify,
            Verdict::Reject(_) => Self::Reject,
        }
    }
}

impl From<ResponseType> for Exit {
    fn from(response: ResponseType) -> Self {
        match response {
            ResponseType::FactualList | ResponseType::FactualSummary => Self::Done,
            ResponseType::LimitedWithReason => Self::Limited,
            ResponseType::Clarify => Self::Clarify,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::Clarify => 3,
            Exit::Reject => 4,
            Exit::Limited => 5,
            // The convention of shells.
            Exit::Stopped(number) => number.saturating_add(128),
        })
    }
}

/// The reason for a missing result.
#[derive(Debug)]
pub(crate) struct CliError {
    pub(crate) exit: Exit,
    /// `None` if nobody can read it.
    message: Option<String>,
    help: Option<String>,
}

impl CliError {
    const fn new(exit: Exit, message: Option<String>) -> Self {
        let help = None;
        Self {
            exit,
            message,
            help,
        }
    }

    /// A failure of a file, the terminal or the system.
    pub(crate) fn failed(error: impl Display) -> Self {
        Self::new(Exit::Failed, Some(error.to_string()))
    }

    /// A failure of a file or folder.
    pub(crate) fn at(path: &Path, error: impl Display) -> Self {
        Self::failed(format!("{}: {error}", path.display()))
    }

    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, Some(message.into()))
    }

    /// A harmful request that was rejected.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::new(Exit::Reject, Some(message.into()))
    }

    /// Standard output was closed: the command ends quietly.
    pub(crate) const fn reader_gone() -> Self {
        Self::new(Exit::Done, None)
    }

    pub(crate) const fn stopped(number: u8) -> Self {
        Self::new(Exit::Stopped(number), None)
    }

    /// Adds advice.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn said(&self) -> &str {
        self.message.as_deref().unwrap_or_default()
    }

    /// Prints it for the user.
    pub(crate) fn show(&self) {
        if let Some(message) = &self.message {
            eprintln!("error: {message}");
        }
        if let Some(help) = &self.help {
            eprintln!("help: {help}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_ends_with_the_worst() {
        let order = [
            Exit::Failed,
            Exit::Reject,
            Exit::Clarify,
            Exit::Limited,
            Exit::Done,
        ];
        for (index, worse) in order.iter().enumerate() {
            for better in order.iter().skip(index) {
                assert_eq!(worse.worse(*better), *worse);
                assert_eq!(better.worse(*worse), *worse);
            }
        }
    }
}
