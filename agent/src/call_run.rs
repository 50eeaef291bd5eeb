//! A call as it was run, and its intent in the forms that a model could have said it in.

use cmec_decoder::Notation;
use cmec_decoder::contract::{Contract, Valid};
use cmec_decoder::encode::encode;
use cmec_decoder::tables::Tables;

use super::repair_text;
use crate::chat::tool::ToolCall;
use cmec_executor::debug_envelope::DebugEnvelope;
use cmec_executor::response::Response;

/// A call that came to a contract or a question, and how it was run.
#[derive(Debug)]
pub struct CallRun {
    /// Name of the tool.
    pub tool: String,
    /// The contract in the forms that a model could have said it in; `None`: there is none.
    pub intent: Option<IntentForms>,
    /// Why it was not let run: the reason of whoever looks on, or a code of [`doubt`](super::doubt); `None`: it was run, or is
    /// no contract.
    pub held_back: Option<String>,
    /// The answer, or the question back.
    pub response: Response,
    /// How it came about.
    pub envelope: DebugEnvelope,
}

/// An intent in the forms that a model could have said it in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntentForms {
    /// As SQL; `None`: SQL has no words for it.
    pub sql: Option<String>,
    /// As MEC.
    pub mec: String,
    /// As the call of the tool shaped by hand that was made, or else of `query_<domain>`.
    pub tool_call: String,
}

impl IntentForms {
    /// As SQL, or as MEC where SQL has no words for it.
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
