//! Where envelopes go, one for each answer, whatever becomes of the answer's reader: the file of `--debug-out`, and the
//! events of `--emit-reasoning` and `--emit-metrics`.

use std::path::PathBuf;

use cmec_executor::DebugEnvelope;
use cmec_executor::debug_envelope::events::{EventSwitches, Switch};
use cmec_executor::debug_envelope::sink::DebugSink;
use cmec_executor::ports::json_lines::{Durability, JsonLinesFile};

use crate::command::plan::PlanOptions;
use crate::events;
use crate::exit::Failure;

/// Where envelopes go; nowhere when none are asked for.
pub(crate) struct DebugOut {
    sink: Option<(JsonLinesFile, PathBuf)>,
    durability: Durability,
    hides_names: bool,
    emit: EventSwitches,
}

impl DebugOut {
    /// Opens the file asked for, before anything is run: a wrong path costs no answer.
    pub(crate) fn open(options: &PlanOptions) -> Result<Self, Failure> {
        let durability = if options.debug_sync {
            Durability::Synced
        } else {
            Durability::Buffered
        };
        let sink = match &options.debug_out {
            None => None,
            Some(path) => {
                let sink = JsonLinesFile::open(path, durability)
                    .map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
                Some((sink, path.clone()))
            }
        };
        let switch = |on| if on { Switch::On } else { Switch::Off };
        let emit = EventSwitches {
            reasoning: switch(options.emit_reasoning),
            metrics: switch(options.emit_metrics),
        };
        if emit != EventSwitches::default() {
            events::show()?;
        }
        Ok(Self {
            sink,
            durability,
            hides_names: options.debug_hide_names,
            emit,
        })
    }

    /// Writes the envelope, then the answer: a reader of the answer that went away ends the command. An envelope that
    /// cannot be kept holds the answer back only where it was asked to be on the disk first.
    pub(crate) fn keep(
        &mut self,
        envelope: &DebugEnvelope,
        answer: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut hidden;
        let envelope = if self.hides_names {
            hidden = envelope.clone();
            hidden.hide_names();
            &hidden
        } else {
            envelope
        };
        envelope.emit(self.emit);
        let kept = match &mut self.sink {
            None => Ok(()),
            Some((sink, path)) => sink
                .write(envelope)
                .map_err(|error| Failure::failed(format!("{}: {error}", path.display()))),
        };
        if self.durability == Durability::Synced {
            kept?;
            return answer();
        }
        answer()?;
        kept
    }
}
