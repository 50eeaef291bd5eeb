//! A call as it was run, and its intent in the possible notations.

use cmec_decoder::Notation;
use cmec_decoder::contract::{Contract, Valid};
use cmec_decoder::encode::encode;
use cmec_decoder::tables::Tables;

use super::repair_text;
use crate::chat::tool::ToolCall;
use cmec_executor::debug_envelope::DebugEnvelope;
use cmec_executor::response::Response;

/// A call that led to a contract or a question, and its run.
#[derive(Debug)]
pub struct CallRun {
    /// Name of the tool.
    pub tool: String,
    /// The contract in each notation that can express it; `None` if the call gave no contract.
    pub intent: Option<IntentForms>,
    /// The reason why it was not run: from the audit, or a code of [`low_confidence`](super::low_confidence); `None` if
    /// it was run or has no contract.
    pub held_back: Option<String>,
    /// The answer or the clarification question.
    pub response: Response,
    /// The record of the run.
    pub envelope: DebugEnvelope,
}

/// An intent in the notations that a model could have used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntentForms {
    /// As SQL; `None` if SQL cannot express it.
    pub sql: Option<String>,
    /// As MEC.
    pub mec: String,
    /// As a call of the handwritten tool that was used, or else of `query_<domain>`.
    pub tool_call: String,
}

impl IntentForms {
    /// SQL, or MEC if SQL cannot express it.
    #[must_use]
    pub fn said(&self) -> &str {
        self.sql.as_deref().unwrap_or(&self.mec)
    }

    pub(super) fn of(
        contract: &Valid<Contract<'_>>,
        call: &ToolCall,
        tables: &Tables,
    ) -> Option<Self> {
        let by_hand = tables.tool_by_name(&call.name);
        let made = by_hand.map(|_| repair_text::as_call(&call.name, &call.arguments));
        let written = |notation| encode(contract, tables, notation).ok();
        Some(Self {
            sql: written(Notation::Sql),
            mec: written(Notation::Mec)?,
            tool_call: made.or_else(|| written(Notation::ToolCall))?,
        })
    }
}
