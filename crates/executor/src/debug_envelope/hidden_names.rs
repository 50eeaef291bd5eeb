//! An envelope without names: for hosts that may not keep who was asked about.

use cmec_decoder::ledger::{LedgerKind, LedgerValue};

use crate::debug_envelope::{AddressBlock, DebugEnvelope};
use crate::redaction::{self, HIDDEN};
use crate::taxonomy::LimitedReason;

impl DebugEnvelope {
    /// Hides what may name somebody: anchors, the values of filters that are no dates, accounts or numbers, what lines
    /// quote, a server's own words, the person's message and the model's reasoning. How the answer came about stays.
    pub fn hide_names(&mut self) {
        hide(&mut self.reasoning);
        for line in &mut self.explain {
            *line = redaction::quoted(line);
        }
        for finding in &mut self.decode.findings {
            finding.message = redaction::quoted(&finding.message);
            finding.help = finding.help.as_deref().map(redaction::quoted);
            // A key that the model made up stands in it; the span tells the place as well.
            finding.pointer.clear();
        }
        for entry in &mut self.decode.ledger {
            // What the codebook fills in names nobody; what was read may.
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

impl AddressBlock {
    fn hide_names(&mut self) {
        hide(&mut self.anchor_value_raw);
        hide(&mut self.anchor_value_resolved);
        for filter in &mut self.extracted_filters {
            if redaction::names_somebody(&filter.filter) {
                HIDDEN.clone_into(&mut filter.value);
            }
        }
        let failed = self.limited_reason_category == Some(LimitedReason::ExecutionError);
        for line in &mut self.limitations {
            *line = if failed {
                redaction::own_words(line)
            } else {
                redaction::quoted(line)
            };
        }
    }
}

fn hide(value: &mut Option<String>) {
    if let Some(value) = value {
        HIDDEN.clone_into(value);
    }
}
