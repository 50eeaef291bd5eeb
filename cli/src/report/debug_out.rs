//! Destinations of debug envelopes, one for each answer, even if the answer itself is not read: the file of
//! `--debug-out`, and the events of `--emit-reasoning` and `--emit-metrics`.

use std::path::{Path, PathBuf};

use clap::Args;
use cmec_executor::DebugEnvelope;
use cmec_executor::debug_envelope::events::EventSwitches;
use cmec_executor::debug_envelope::{AssistantBlock, ENVELOPE_BEGIN};
use cmec_executor::ports::json_lines::{Durability, JsonLinesFile};

use crate::terminal::exit::{CliError, Exit};
use crate::terminal::{events, input};

/// What of an envelope is kept and shown, and where.
#[derive(Debug, Args)]
pub(crate) struct DebugOptions {
    /// File the debug envelope is appended to, one line of JSON
    #[arg(long, value_name = "FILE")]
    debug_out: Option<PathBuf>,
    /// The debug envelope is on the disk before the answer is printed
    #[arg(long, requires = "debug_out")]
    debug_sync: bool,
    /// Names stay in the debug envelope and in events: anchors, values of filters, what lines quote
    #[arg(long)]
    debug_names: bool,
    /// File of JSON with what the host knows of the turn: fields of the envelope's `assistant` block
    #[arg(long, value_name = "FILE", requires = "debug_out")]
    assistant: Option<PathBuf>,
    /// Show the server's reasoning, the model's, and why this plan as an event: a line of JSON on standard error
    #[arg(long)]
    emit_reasoning: bool,
    /// Show the estimated cost and the durations as an event: a line of JSON on standard error
    #[arg(long)]
    emit_metrics: bool,
}

/// Where envelopes go; nowhere when none are asked for.
pub(crate) struct DebugOut {
    sink: Option<(JsonLinesFile, PathBuf)>,
    durability: Durability,
    hides_names: bool,
    assistant: Option<AssistantBlock>,
    emit: EventSwitches,
    /// Whether an envelope could not be kept, which is said once.
    has_failed: bool,
}

impl DebugOut {
    /// Opens the file asked for, before anything is run: a wrong path costs no answer.
    pub(crate) fn open(options: &DebugOptions) -> Result<Self, CliError> {
        let durability = if options.debug_sync {
            Durability::Synced
        } else {
            Durability::Buffered
        };
        let sink = match &options.debug_out {
            None => None,
            Some(path) => {
                let sink = JsonLinesFile::open(path, ENVELOPE_BEGIN, durability)
                    .map_err(|error| CliError::at(path, error))?;
                Some((sink, path.clone()))
            }
        };
        let emit = EventSwitches {
            reasoning: options.emit_reasoning,
            metrics: options.emit_metrics,
        };
        if emit != EventSwitches::default() {
            events::show()?;
        }
        Ok(Self {
            sink,
            durability,
            hides_names: !options.debug_names,
            assistant: options.assistant.as_deref().map(assistant).transpose()?,
            emit,
            has_failed: false,
        })
    }

    /// How a command ends that kept its envelopes here.
    pub(crate) const fn exit(&self) -> Exit {
        if self.has_failed {
            Exit::Failed
        } else {
            Exit::Done
        }
    }

    /// Writes the envelope, then the answer: a reader of the answer that went away ends the command. An envelope that
    /// cannot be kept holds the answer back only where it was asked to be on the disk first; elsewhere that is said once,
    /// and the answers go on.
    pub(crate) fn keep(
        &mut self,
        envelope: &DebugEnvelope,
        answer: impl FnOnce() -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let mut kept;
        let envelope = if self.hides_names || self.assistant.is_some() {
            kept = envelope.clone();
            if let Some(known) = &self.assistant {
                kept.assistant = kept.assistant.with(known);
            }
            if self.hides_names {
                kept.hide_names();
            }
            &kept
        } else {
            envelope
        };
        envelope.emit(self.emit);
        let kept = match &mut self.sink {
            None => Ok(()),
            Some((sink, path)) => sink
                .append(envelope)
                .map_err(|error| CliError::at(path, error)),
        };
        match kept {
            Err(failure) if self.durability == Durability::Synced => return Err(failure),
            Err(failure) if !self.has_failed => {
                failure.show();
                self.has_failed = true;
            }
            Err(_) | Ok(()) => {}
        }
        answer()
    }
}

/// What a host knows of the turn, from a file. A field that the block does not have is a slip.
fn assistant(path: &Path) -> Result<AssistantBlock, CliError> {
    let text = input::read_text(path)?;
    serde_json::from_str(&text).map_err(|error| CliError::at(path, error))
}
