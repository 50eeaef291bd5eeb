//! Outcome of one output.

use std::num::NonZeroUsize;

use cmec_decoder::Finding;
use serde::{Serialize, Serializer};

use crate::report::BaselineStatus;
use crate::terminal::exit::Exit;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    /// Executable.
    #[default]
    Contract,
    /// Something must be clarified.
    Clarify,
    /// Not an intent.
    Reject,
}

impl Kind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Contract => "contract",
            Self::Clarify => "clarify",
            Self::Reject => "reject",
        }
    }

    /// The exit code.
    pub(super) const fn exit(self) -> Exit {
        match self {
            Self::Contract => Exit::Done,
            Self::Clarify => Exit::Clarify,
            Self::Reject => Exit::Reject,
        }
    }
}

/// Outcome of one output; a line of the JSON report.
#[derive(Default, Serialize)]
pub(super) struct Outcome<'a> {
    pub(super) file: &'a str,
    /// Its line, if each line is an output.
    pub(super) line: Option<u64>,
    /// Its text; `None` if it is not UTF-8 or exceeds the cap.
    #[serde(skip)]
    pub(super) text: Option<&'a str>,
    #[serde(rename = "verdict")]
    pub(super) kind: Kind,
    pub(super) findings: Vec<Finding>,
    /// Number of further findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) more: Option<NonZeroUsize>,
    /// Ignored tool arguments with their reasons.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) dropped: Vec<String>,
    /// Deprecated elements in use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) deprecated: Vec<String>,
    /// The model's clarification question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) question: Option<String>,
    /// `None` without a baseline.
    #[serde(
        rename = "regression",
        skip_serializing_if = "Option::is_none",
        serialize_with = "is_worse"
    )]
    pub(super) status: Option<BaselineStatus>,
}

fn is_worse<S: Serializer>(
    status: &Option<BaselineStatus>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(*status == Some(BaselineStatus::Worse))
}

impl Outcome<'_> {
    /// True where it counts against the run.
    pub(super) fn fails(&self) -> bool {
        self.kind != Kind::Contract && self.status != Some(BaselineStatus::Known)
    }
}
