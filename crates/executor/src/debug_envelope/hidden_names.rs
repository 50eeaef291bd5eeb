//! Hides names in an envelope, for hosts that may not store who was asked about. `cmec explain-run` uses the same
//! rules.

use cmec_decoder::finding::Candidate;
use cmec_decoder::ledger::{LedgerKind, LedgerValue};

use crate::debug_envelope::DebugEnvelope;
use crate::redaction::{self, HIDDEN};

impl DebugEnvelope {
    /// Hides values that may name somebody: anchors, values of filters except dates, accounts and numbers, quotes, a
    /// server's messages, the person's message and the model's reasoning. The explanation of the answer stays.
    pub fn hide_names(&mut self) {
        hide(&mut self.model_reasoning);
        self.reasoning = self.reasoning.as_deref().map(redaction::quoted);
        if let Some(model) = &mut self.model {
            hide(&mut model.text);
            hide(&mut model.made_up);
            for step in &mut model.steps {
                step.outcome = redaction::quoted(&step.outcome);
                hide(&mut step.said);
            }
        }
        for line in &mut self.explain {
            *line = redaction::quoted(line);
        }
        for finding in &mut self.decode.findings {
            finding.message = redaction::quoted(&finding.message);
            finding.help = finding.help.as_deref().map(redaction::quoted);
            for candidate in &mut finding.candidates {
                hide_reading(candidate);
            }
            // The pointer may contain a key that the model invented; the span gives the position as well.
            finding.pointer.clear();
        }
        for entry in &mut self.decode.ledger {
            // Values that the codebook fills in name nobody; values from the text may.
            let was_read = !matches!(
                entry.kind,
                LedgerKind::DefaultApplied | LedgerKind::Derived | LedgerKind::AddedByHost
            );
            if was_read && matches!(entry.value, LedgerValue::Text(_)) {
                entry.value = HIDDEN.into();
            }
        }
        hide(&mut self.assistant.llm_decomposition_effective_message);
        hide(&mut self.assistant.sanitized_user_message);
        if let Some(address) = &mut self.address {
            address.hide_names();
        }
    }
}

/// Hides a candidate that contains more than a codebook name, since it comes from the model's text.
fn hide_reading(candidate: &mut Candidate) {
    let is_in_name =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '-');
    if !candidate.code.chars().all(is_in_name) {
        HIDDEN.clone_into(&mut candidate.code);
        HIDDEN.clone_into(&mut candidate.label);
        candidate.description.clear();
        candidate.labels.clear();
    }
}

pub(super) fn hide(value: &mut Option<String>) {
    if let Some(value) = value {
        HIDDEN.clone_into(value);
    }
}
