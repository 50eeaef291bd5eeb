//! The debug envelope: all facts about an answer outside of the contract and the response, joined by the trace id.
//!
//! Every field is present, `null` where it does not apply. It never contains row values; it contains anchor and filter
//! values unless the host hides names.

pub mod address_block;
pub mod events;
mod hidden_names;
pub mod model_block;

use cmec_decoder::Account;
use cmec_decoder::finding::Finding;
use cmec_decoder::language::Scenario;
use cmec_decoder::ledger::{LedgerEntry, LedgerKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::catalogue::Catalogue;
use crate::debug_envelope::address_block::AddressBlock;
use crate::debug_envelope::model_block::ModelBlock;
use crate::redaction;
use crate::response::Response;
use crate::taxonomy::name;

/// Version of the envelope.
pub const ENVELOPE_VERSION: u32 = 1;

/// The prefix of every serialised envelope, of any version.
pub const ENVELOPE_BEGIN: &str = "{\"version\":";

/// One record, for a sink of its own.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DebugEnvelope {
    /// Version of its form.
    #[cfg_attr(feature = "schema", schemars(extend("const" = ENVELOPE_VERSION)))]
    pub version: u32,
    /// W3C trace id, as in the response.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{32}$")))]
    pub trace_id: String,
    /// Name of the domain.
    pub domain: String,
    /// Why the answer came about as it did, in the server's own words: what was chosen and why, and where a model was asked,
    /// why this way to ask, these calls, this end. `null` where nothing was run.
    pub reasoning: Option<String>,
    /// What the model gave as its reasoning in a document of v0.1.x, secrets masked; `null` in the notations that ban it.
    pub model_reasoning: Option<String>,
    /// Why this plan.
    pub explain: Vec<String>,
    /// Estimated cost.
    pub metrics_estimate: Metrics,
    /// What was filled in.
    pub defaults_applied: Vec<DefaultApplied>,
    /// Guards, and whether each held the request back.
    pub guardrails: Vec<Guardrail>,
    /// Every scenario, recipe or kind considered, with its score.
    pub router_scores: Vec<RouterScore>,
    /// How the text was read.
    pub decode: DecodeBlock,
    /// How the address lane went; `null` in other lanes.
    pub address: Option<Box<AddressBlock>>,
    /// What the host knows of the turn; `null` where it says nothing.
    pub assistant: AssistantBlock,
    /// What a model did for the answer; `null` where none was asked.
    pub model: Option<Box<ModelBlock>>,
    /// The statements that were run, their values written out, for counting what they would have cost a model. They are not
    /// kept: rows may be named in them.
    #[serde(skip)]
    pub statements: Vec<String>,
}

impl DebugEnvelope {
    /// An envelope with the result of decoding.
    #[must_use]
    pub fn of_decoding(
        trace_id: &str,
        domain: &str,
        account: Account<'_>,
        timings: Timings,
    ) -> Self {
        let ledger = account.ledger.entries();
        let defaults = ledger.iter();
        let defaults = defaults.filter(|entry| entry.kind == LedgerKind::DefaultApplied);
        let defaults = defaults.map(|entry| DefaultApplied {
            what: entry.path.to_string(),
            value: entry.value.clone().into(),
            why: entry.why.to_owned(),
        });
        Self {
            version: ENVELOPE_VERSION,
            trace_id: trace_id.to_owned(),
            domain: domain.to_owned(),
            reasoning: None,
            model_reasoning: account.reasoning.as_deref().map(redaction::secrets),
            explain: Vec::new(),
            metrics_estimate: Metrics {
                input_bytes: account.bytes,
                lexical_tokens: account.tokens.count(),
                expected_rows: None,
            },
            defaults_applied: defaults.collect(),
            guardrails: vec![Guardrail {
                name: "strict_decoding",
                tripped: !account.findings.is_empty(),
            }],
            router_scores: Vec::new(),
            decode: DecodeBlock {
                notation: account.notation.name(),
                tokens: account.tokens.count(),
                ledger: ledger.into_iter().map(LedgerEntry::into_owned).collect(),
                findings: account.findings,
                timings,
            },
            address: None,
            assistant: AssistantBlock::default(),
            model: None,
            statements: Vec::new(),
        }
    }

    /// Completes the envelope where no lane was called: the text is a clarifying question or no intent, or its plan has
    /// no lane. In a domain of the address lane the envelope still has the lane's block.
    pub fn add_unplanned(&mut self, catalogue: &Catalogue, response: &Response) {
        if let (Some(address), None) = (&catalogue.address, &self.address) {
            let block = AddressBlock::without_question(address.limits.default, response);
            self.address = Some(Box::new(block));
        }
        if self.reasoning.is_none() {
            self.router_scores = routes(catalogue, None);
            self.reasoning = Some(format!("no plan: {}", response.reasons.join(", ")));
        }
    }

    pub(crate) fn add_reasoning(&mut self) {
        let chosen = self.router_scores.iter().filter(|own| own.score > 0);
        let mut reasons: Vec<String> = chosen
            .map(|own| format!("{}: {}", own.candidate, own.why))
            .collect();
        if reasons.is_empty() {
            reasons.push("no scenario of the codebook fits".to_owned());
        }
        self.reasoning = Some(reasons.join("; "));
    }

    pub(crate) fn add_guardrail(&mut self, name: &'static str, tripped: bool) {
        self.guardrails.push(Guardrail { name, tripped });
    }

    /// Adds a default. `part` is the part of the contract that contains it.
    pub(crate) fn add_default(&mut self, part: &str, name: &str, value: Value, why: &str) {
        self.defaults_applied.push(DefaultApplied {
            what: format!("{part}:{name}"),
            value,
            why: why.to_owned(),
        });
    }
}

/// Estimated cost of an intent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Metrics {
    /// Bytes of the model's text.
    pub input_bytes: usize,
    /// Lexical tokens of the model's text.
    pub lexical_tokens: usize,
    /// Most rows the answer can have; `null` where no rows are asked for.
    pub expected_rows: Option<u32>,
}

/// Something that was filled in.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DefaultApplied {
    /// Pointer into the contract, or name of a filter.
    pub what: String,
    /// The value.
    pub value: Value,
    /// Why.
    pub why: String,
}

/// A guard and whether it held the request back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Guardrail {
    /// Its name.
    pub name: &'static str,
    /// Whether it held the request back.
    pub tripped: bool,
}

/// A candidate of the router.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RouterScore {
    /// A lane and a scenario, the id of a recipe, or a kind of question.
    pub candidate: String,
    /// Its score, 0 or 1.
    pub score: u8,
    /// Why.
    pub why: String,
}

/// The scenarios that a codebook assigns to lanes. `asked` is the contract's scenario, if any.
pub(crate) fn routes(catalogue: &Catalogue, asked: Option<Scenario>) -> Vec<RouterScore> {
    let scored = catalogue.lanes.iter().map(|rule| {
        let is_asked = asked == Some(rule.scenario);
        RouterScore {
            candidate: format!("{}/{}", name(&rule.lane), rule.scenario.name()),
            score: u8::from(is_asked),
            why: match asked {
                Some(_) if is_asked => "the lane of the scenario".to_owned(),
                Some(asked) => format!("the scenario is {}", asked.name()),
                None => "the text is no contract".to_owned(),
            },
        }
    });
    scored.collect()
}

/// How the text was read.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DecodeBlock {
    /// Notation of the text.
    pub notation: &'static str,
    /// Lexical tokens of the text.
    pub tokens: usize,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
    /// What was filled in, derived, coerced or left out.
    pub ledger: Vec<LedgerEntry<'static>>,
    /// How long it took.
    pub timings: Timings,
}

/// Durations in microseconds, measured by the caller; `null` where a stage did not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Timings {
    /// Reading the text.
    pub decode_us: Option<u64>,
    /// Planning.
    pub plan_us: Option<u64>,
    /// Running, all calls together.
    pub run_us: Option<u64>,
}

/// What the host knows of the turn; the executor passes it through.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct AssistantBlock {
    /// Whether a model was asked to decompose the question.
    pub llm_decomposition_attempted: Option<bool>,
    /// Whether its decomposition is what was run.
    pub llm_decomposition_applied: Option<bool>,
    /// Which provider was asked.
    pub llm_provider_used: Option<String>,
    /// Trace id of that call.
    pub llm_decomposition_trace_id: Option<String>,
    /// The message the model saw.
    pub llm_decomposition_effective_message: Option<String>,
    /// Why the decomposition was applied or not.
    pub llm_decomposition_reason: Option<String>,
    /// Which rule stood in for the model.
    pub fallback_rule_hit: Option<String>,
    /// The person's message, sanitised.
    pub sanitized_user_message: Option<String>,
    /// What the host's tool gate decided.
    pub tool_gate_decision: Option<String>,
    /// Why.
    pub tool_gate_reason: Option<String>,
    /// Lane that answered.
    pub execution_lane: Option<String>,
}

impl AssistantBlock {
    /// The block with the host's facts about the turn. The host does not set the lane.
    #[must_use]
    pub fn with(&self, known: &Self) -> Self {
        Self {
            execution_lane: self.execution_lane.clone(),
            ..known.clone()
        }
    }
}
