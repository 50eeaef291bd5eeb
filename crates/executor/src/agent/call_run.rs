//! A call as it was run, and its intent in the forms that a model could have said it in.

use cmec_decoder::Notation;
use cmec_decoder::contract::{Contract, Valid};
use cmec_decoder::encode::encode;
use cmec_decoder::tables::Tables;

use crate::debug_envelope::DebugEnvelope;
use crate::response::Response;

/// A call that came to a contract or a question, and how it was run.
#[derive(Debug)]
pub struct CallRun {
    /// Name of the tool.
    pub tool: String,
    /// The contract in the forms that a model could have said it in; `None`: there is none.
    pub intent: Option<IntentForms>,
    /// The answer, or the question back.
    pub response: Response,
    /// How it came about.
    pub envelope: DebugEnvelope,
}

/// An intent in the forms that a model could have said it in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntentForms {
    /// As a line.
    pub line: String,
    /// As MEC.
    pub mec: String,
    /// As a call of `query_<domain>`.
    pub tool_call: String,
}

impl IntentForms {
    pub(super) fn of(contract: &Valid<Contract<'_>>, tables: &Tables) -> Option<Self> {
        let written = |notation| encode(contract, tables, notation).ok();
        Some(Self {
            line: written(Notation::Line)?,
            mec: written(Notation::Mec)?,
            tool_call: written(Notation::ToolCall)?,
        })
    }
}
