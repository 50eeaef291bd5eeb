//! The result of decoding → an envelope. Lanes add the plan and the run.

use cmec_decoder::Account;
use cmec_decoder::ledger::{LedgerEntry, LedgerKind};

use crate::debug_envelope::{
    AssistantBlock, DebugEnvelope, DecodeBlock, DefaultApplied, ENVELOPE_VERSION, Guardrail,
    Metrics, Timings,
};
use crate::redaction;

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
        let defaults_applied = ledger
            .iter()
            .filter(|entry| entry.kind == LedgerKind::DefaultApplied)
            .map(|entry| DefaultApplied {
                what: entry.path.to_string(),
                value: entry.value.clone().into(),
                why: entry.why.to_owned(),
            })
            .collect();
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
            defaults_applied,
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
}
