//! The switches `emit_reasoning` and `emit_metrics`: parts of an envelope that are also emitted as tracing events.
//!
//! When off, both stay in the envelope only. When on, the host's subscriber receives them as events with the trace id.
//! The contract and the response never contain them.

use crate::debug_envelope::DebugEnvelope;

/// The events to emit; none by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EventSwitches {
    /// The server's reasoning, the model's reasoning and the explanation of the plan: target `cmec::reasoning`.
    pub reasoning: bool,
    /// The estimated cost and the durations: target `cmec::metrics`.
    pub metrics: bool,
}

impl DebugEnvelope {
    /// Emits the enabled events. A host calls it once the envelope is complete.
    pub fn emit(&self, switches: EventSwitches) {
        let trace_id = self.trace_id.as_str();
        if switches.reasoning {
            tracing::info!(
                target: "cmec::reasoning",
                trace_id,
                reasoning = self.reasoning.as_deref(),
                model_reasoning = self.model_reasoning.as_deref(),
                explain = ?self.explain,
            );
        }
        if switches.metrics {
            let estimate = &self.metrics_estimate;
            let timings = self.decode.timings;
            tracing::info!(
                target: "cmec::metrics",
                trace_id,
                input_bytes = estimate.input_bytes,
                lexical_tokens = estimate.lexical_tokens,
                expected_rows = estimate.expected_rows,
                decode_us = timings.decode_us,
                plan_us = timings.plan_us,
                run_us = timings.run_us,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use cmec_decoder::Decoder;
    use cmec_decoder::generated::builtin;
    use tracing::field::{Field, Visit};
    use tracing::span::{Attributes, Id, Record};
    use tracing::{Event, Metadata, Subscriber};

    use super::*;
    use crate::debug_envelope::Timings;

    /// Records the target and the fields of every event.
    #[derive(Clone, Default)]
    struct Heard(Arc<Mutex<Vec<String>>>);

    impl Visit for Heard {
        fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
            let line = format!("{}={value:?}", field.name());
            self.0.lock().unwrap().push(line);
        }
    }

    impl Subscriber for Heard {
        fn enabled(&self, _: &Metadata<'_>) -> bool {
            true
        }
        fn new_span(&self, _: &Attributes<'_>) -> Id {
            Id::from_u64(1)
        }
        fn record(&self, _: &Id, _: &Record<'_>) {}
        fn record_follows_from(&self, _: &Id, _: &Id) {}
        fn event(&self, event: &Event<'_>) {
            let target = event.metadata().target().to_owned();
            self.0.lock().unwrap().push(target);
            event.record(&mut self.clone());
        }
        fn enter(&self, _: &Id) {}
        fn exit(&self, _: &Id) {}
    }

    fn heard(switches: EventSwitches) -> Vec<String> {
        let decoder = Decoder::new(builtin("mind").unwrap());
        let decoded = decoder.decode(r#"{"s":"RAG","Q":{"txt":"why"}}"#, "t");
        let timings = Timings {
            decode_us: Some(3),
            ..Timings::default()
        };
        let mut account = decoded.account;
        account.reasoning = Some("password: abc".into());
        let mut envelope = DebugEnvelope::of_decoding("t", "mind", account, timings);
        envelope.explain.push("because".to_owned());
        let subscriber = Heard::default();
        tracing::subscriber::with_default(subscriber.clone(), || envelope.emit(switches));
        let lines = subscriber.0.lock().unwrap();
        lines.clone()
    }

    #[test]
    fn nothing_leaves_the_envelope_unless_it_is_switched_on() {
        assert_eq!(heard(EventSwitches::default()), [""; 0]);
    }

    #[test]
    fn each_switch_emits_its_own_event() {
        let reasoning = EventSwitches {
            reasoning: true,
            ..EventSwitches::default()
        };
        let lines = heard(reasoning);
        assert_eq!(lines.first().unwrap(), "cmec::reasoning");
        assert!(
            lines.contains(&r#"explain=["because"]"#.to_owned()),
            "{lines:?}"
        );
        let masked = r#"model_reasoning="password: ***""#.to_owned();
        assert!(lines.contains(&masked), "{lines:?}");
        let metrics = EventSwitches {
            metrics: true,
            ..EventSwitches::default()
        };
        let lines = heard(metrics);
        assert_eq!(lines.first().unwrap(), "cmec::metrics");
        assert!(lines.contains(&"decode_us=3".to_owned()), "{lines:?}");
        assert!(lines.contains(&"trace_id=\"t\"".to_owned()), "{lines:?}");
    }
}
