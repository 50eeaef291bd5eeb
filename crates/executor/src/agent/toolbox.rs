//! What a loop can do: tools by name, and the list that stands in for an answer.

use std::time::Instant;

use cmec_decoder::contract::Contract;
use serde_json::Value;

use crate::ports::chat::confidence::Confidence;
use crate::ports::chat::tool::{Tool, ToolCall};
use crate::response::Response;
use crate::response::row::Row;
use crate::taxonomy::ResponseType;

/// The tools of a loop. Calls of one round come one after the other.
pub trait Toolbox: Send {
    /// What the model is told of them.
    fn tools(&self) -> &[Tool];

    /// What the model may name though no row has it: labels of types, fields and values.
    fn labels(&self) -> Vec<&str> {
        Vec::new()
    }

    /// What is counted, in the singular: labels of types.
    fn counted(&self) -> Vec<&str> {
        Vec::new()
    }

    /// The calls of a round follow. `confidence`: how sure the model was of them, where that is known.
    fn begin_round(&mut self, _confidence: Option<Confidence>) {}

    /// Executes a call. Whatever is wrong with it is an outcome of the call, which the model reads; it ends by the deadline.
    fn call(&mut self, call: &ToolCall, deadline: Instant) -> impl Future<Output = Outcome> + Send;

    /// The list that stands in for an answer; `None`: there is none.
    fn list(&mut self, deadline: Instant) -> impl Future<Output = Option<Listed>> + Send;
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// What the model reads: JSON.
    pub text: String,
    /// The rows that were found.
    pub rows: Vec<Row>,
    /// What the server tells beside them.
    pub told: Told,
    /// How the call stands.
    pub standing: Standing,
    /// What may mend an intent that was not understood.
    pub repair: Repair,
}

/// What may mend an intent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Repair {
    /// Nothing: it was understood, or the call is no intent.
    #[default]
    None,
    /// The answer of a person.
    Person,
    /// Another text of the model, asked for in these words.
    Model(String),
}

/// What the server tells beside rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Told {
    /// What it says of what was found; `None`: nothing was, or it says nothing.
    pub summary: Option<String>,
    /// How many rows there are on all pages, where they were counted.
    pub total: Option<u64>,
    /// The values of the filters in force, and the nearest existing ones.
    pub names: Vec<String>,
    /// The columns that the rows are sorted by, the first is the strongest; empty: no order was asked for.
    pub sorted_by: Vec<String>,
    /// Whether the rows are groups, so that their numbers may be counts.
    pub has_groups: bool,
}

impl Told {
    /// What a response to a contract tells.
    #[must_use]
    pub fn of(response: &Response, contract: &Contract<'_>) -> Self {
        let is_factual = match response.response_type {
            ResponseType::FactualList | ResponseType::FactualSummary => true,
            ResponseType::LimitedWithReason | ResponseType::Clarify => false,
        };
        let filters = response.filters_applied.iter().map(|filter| &filter.value);
        let constraints = &contract.constraints;
        let groups = constraints.aggregation.as_deref();
        let sorted_by = constraints.sort.iter().map(|own| &own.field);
        let groups_by = groups
            .iter()
            .flat_map(|own| own.sort.iter().map(|own| &own.by));
        Self {
            summary: Some(response.summary.clone()).filter(|text| is_factual && !text.is_empty()),
            total: response.total,
            names: filters.chain(&response.hints).cloned().collect(),
            sorted_by: sorted_by
                .chain(groups_by)
                .map(ToString::to_string)
                .collect(),
            has_groups: groups.is_some(),
        }
    }
}

impl Outcome {
    /// The reason code of a call that failed.
    pub(super) fn reason(&self) -> Option<String> {
        let said: Value = serde_json::from_str(&self.text).ok()?;
        said.get("error")?.as_str().map(str::to_owned)
    }
}

/// How a call stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It was executed; rows or none.
    Done,
    /// It is unclear, and was not executed.
    Unclear {
        /// Whether saying a part again may help; otherwise only a person can answer.
        can_be_mended: bool,
    },
    /// It is none, was not executed or failed.
    Failed,
}

impl Standing {
    /// Its name, as steps tell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Done => "ok",
            Self::Unclear { .. } => "unclear",
            Self::Failed => "failed",
        }
    }

    /// Whether saying a part of the call again may help.
    #[must_use]
    pub const fn can_be_mended(self) -> bool {
        matches!(
            self,
            Self::Unclear {
                can_be_mended: true
            }
        )
    }
}

/// A list, as the call that gives it and its outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// The call.
    pub call: ToolCall,
    /// Its outcome.
    pub outcome: Outcome,
}
