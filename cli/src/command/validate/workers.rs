//! Batches → decoded, compared and rendered on all cores, in order.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use cmec_decoder::clarify::MODEL_ASKED;
use cmec_decoder::finding::Finding;
use cmec_decoder::{Decoder, Tables, Verdict, deprecated};
use cmec_executor::Locale;

use super::batches::{Batch, Output, Reader};
use super::outcome::{Kind, Outcome};
use super::tally::Tally;
use crate::report::line_envelope::LineEnvelope;
use crate::report::{Baseline, Part, Report, faults};
use crate::terminal::exit::CliError;

/// Largest number of queued batches, and of queued results.
const WAITING: usize = 2;

/// The settings for judging outputs.
pub(super) struct Judge<'d> {
    pub(super) decoder: Decoder<'d>,
    pub(super) tables: &'d Tables,
    pub(super) baseline: Option<Baseline>,
    /// Language of headlines and candidates, if requested.
    pub(super) language: Option<Locale>,
    /// Most bytes of an output.
    pub(super) cap: u64,
    pub(super) files: Vec<String>,
}

/// The result of a batch.
#[derive(Default)]
pub(super) struct Done {
    pub(super) part: Part,
    pub(super) tally: Tally,
    pub(super) bytes: u64,
    pub(super) failures: Vec<CliError>,
}

/// Judges all outputs and passes the results on in order.
pub(super) fn each(
    judge: &Judge<'_>,
    report: &Report,
    mut reader: Reader<'_>,
    mut done: impl FnMut(Done) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let mut inputs: Vec<SyncSender<Batch>> = Vec::with_capacity(workers);
        let mut results: Vec<Receiver<Done>> = Vec::with_capacity(workers);
        for _ in 0..workers {
            let (input, batches) = sync_channel::<Batch>(WAITING);
            let (result, finished) = sync_channel::<Done>(WAITING);
            inputs.push(input);
            results.push(finished);
            scope.spawn(move || {
                for batch in batches {
                    // A closed channel means that the report can no longer be written.
                    if result.send(judge.batch(batch, report)).is_err() {
                        break;
                    }
                }
            });
        }
        scope.spawn(move || {
            for input in inputs.iter().cycle() {
                let Some(batch) = reader.batch() else {
                    break;
                };
                if input.send(batch).is_err() {
                    break;
                }
            }
        });
        // Batches are dealt in turn, so the first worker without a result is the end.
        for result in results.iter().cycle() {
            match result.recv() {
                Ok(result) => done(result)?,
                Err(_) => break,
            }
        }
        Ok(())
    })
}

impl Judge<'_> {
    fn batch(&self, batch: Batch, report: &Report) -> Done {
        let mut done = Done {
            bytes: batch.bytes,
            failures: batch.failures,
            ..Done::default()
        };
        for output in &batch.outputs {
            let bytes = batch.text.get(output.range.clone()).unwrap_or_default();
            // A line may contain an envelope of a host.
            let text = match output.line {
                Some(_) => LineEnvelope::of_line(bytes).text,
                None => Cow::Borrowed(bytes),
            };
            let mut outcome = self.outcome(output, &text);
            if let Some(baseline) = &self.baseline {
                let ids = outcome.findings.iter().map(|finding| finding.rule.id);
                let faults = faults(&report.rules, outcome.kind.name(), ids);
                outcome.status = Some(baseline.status(outcome.file, outcome.line, faults));
            }
            report.push(&outcome, &mut done.part);
            done.tally.count(&outcome);
        }
        done
    }

    fn outcome<'a>(&'a self, output: &Output, bytes: &'a [u8]) -> Outcome<'a> {
        let file = self.files.get(output.file).map_or("", String::as_str);
        let mut outcome = Outcome {
            file,
            line: output.line,
            ..Outcome::default()
        };
        if output.length > self.cap {
            outcome.kind = Kind::Reject;
            outcome.findings = vec![too_large(output.length, self.cap)];
            return outcome;
        }
        outcome.text = std::str::from_utf8(bytes).ok();
        let decoded = self.decoder.decode_bytes(bytes, "");
        let decoded = match self.language {
            Some(language) => decoded.in_language(language.tag()),
            None => decoded,
        };
        outcome.kind = match &decoded.verdict {
            Verdict::Contract(contract) => {
                let said = deprecated(contract, self.tables).into_iter();
                outcome.deprecated = said.map(|one| one.to_string()).collect();
                Kind::Contract
            }
            Verdict::Clarify(clarify) => {
                outcome.question = (clarify.reasons.first())
                    .filter(|reason| reason.code == MODEL_ASKED)
                    .and_then(|_| clarify.question.values().next().cloned());
                Kind::Clarify
            }
            Verdict::Reject(_) => Kind::Reject,
        };
        // Dropped arguments are not findings, but the author of the prompt must see them.
        outcome.dropped = (decoded.account.ledger.dropped())
            .map(|line| line.value.to_string())
            .collect();
        outcome.findings = decoded.account.findings;
        outcome.more = NonZeroUsize::new(decoded.account.more);
        outcome
    }
}

/// The finding for a long text, without holding the text.
fn too_large(length: u64, cap: u64) -> Finding {
    let bytes = |number| usize::try_from(number).unwrap_or(usize::MAX);
    Finding::too_large(bytes(length), bytes(cap))
}
