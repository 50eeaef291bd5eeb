//! Outcome of one output.

use std::num::NonZeroUsize;

use cmec_decoder::Finding;
use serde::{Serialize, Serializer};

use crate::report::BaselineStatus;
use crate::terminal::exit::Exit;

/// The verdict on an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    /// It can be executed.
    Contract,
    /// Something must be said again.
    Clarify,
    /// It is not an intent.
    Reject,
}

impl Kind {
    /// Its name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Contract => "contract",
            Self::Clarify => "clarify",
            Self::Reject => "reject",
        }
    }

    /// How a run ends with it.
    pub(super) const fn exit(self) -> Exit {
        match self {
            Self::Contract => Exit::Done,
            Self::Clarify => Exit::Clarify,
            Self::Reject => Exit::Reject,
        }
    }
}

/// Outcome of one output; a line of the JSON report.
#[derive(Serialize)]
pub(super) struct Outcome<'a> {
    /// Name of its file.
    pub(super) file: &'a str,
    /// Its line, where each line is an output.
    pub(super) line: Option<u64>,
    /// Its text; `None` where it is not UTF-8 or longer than the cap.
    #[serde(skip)]
    pub(super) text: Option<&'a str>,
    #[serde(rename = "verdict")]
    pub(super) kind: Kind,
    pub(super) findings: Vec<Finding>,
    /// Findings beside these that are only counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) more: Option<NonZeroUsize>,
    /// Arguments of a tool that were ignored, each with why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) dropped: Vec<String>,
    /// What it says though the codebook calls it deprecated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) deprecated: Vec<String>,
    /// What the model asks back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) question: Option<String>,
    /// `None` where there is no baseline.
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
    /// Whether it counts against the run.
    pub(super) fn fails(&self) -> bool {
        self.kind != Kind::Contract && self.status != Some(BaselineStatus::Known)
    }
}
