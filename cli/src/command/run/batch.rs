//! A batch of lines, read as they arrive and answered in order over one session.

use std::path::Path;
use std::pin::pin;
use std::thread;

use futures_util::stream::{self, Stream, StreamExt};
use tokio::sync::mpsc;

use super::answer::{Asker, RunAnswer};
use crate::report::debug_out::DebugOut;
use crate::report::line_envelope::{LineEnvelope, Reply};
use crate::terminal::arguments::Format;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::lines::{Line, Lines};
use crate::terminal::output;

type Outcome = Result<(RunAnswer, Reply), CliError>;

/// Answers every line, a bounded number at once; returns the worst result.
pub(super) async fn run(
    asker: &Asker<'_>,
    file: &Path,
    most: usize,
    debug: &mut DebugOut,
) -> Result<Exit, CliError> {
    let mut lines = read(Lines::open(file, asker.reader.line_cap())?);
    let lines = stream::poll_fn(|context| lines.poll_recv(context));
    let mut outcomes = pin!(in_order(lines, most, |line| answered(asker, line)));
    let mut exit = Exit::Done;
    while let Some(outcome) = outcomes.next().await {
        let (answered, reply) = outcome?;
        let text = reply.written("response", &answered.response, Format::Json)?;
        debug.keep(&answered.envelope, || output::line(&text))?;
        exit = exit.worse(answered.exit);
    }
    Ok(exit.worse(debug.exit()))
}

/// The results of jobs in input order. The number of running and waiting jobs is bounded.
fn in_order<T, F: Future>(
    about: impl Stream<Item = T>,
    most: usize,
    job: impl FnMut(T) -> F,
) -> impl Stream<Item = F::Output> {
    about.map(job).buffered(most)
}

async fn answered(asker: &Asker<'_>, line: Result<Line, CliError>) -> Outcome {
    let line = line?;
    let said = LineEnvelope::of_line(&line.text);
    let intent = asker.reader.read_line(&line, &said)?;
    let answered = asker.answer(intent, said.cursor.clone()).await?;
    Ok((answered, said.reply))
}

/// Reads lines on a separate thread, one ahead, so that waiting for input does not block the end.
fn read(mut lines: Lines) -> mpsc::Receiver<Result<Line, CliError>> {
    let (sender, receiver) = mpsc::channel(1);
    thread::spawn(move || {
        while let Some(line) = lines.read().transpose() {
            let is_failure = line.is_err();
            // The receiver is gone once the command ends.
            if sender.blocking_send(line).is_err() || is_failure {
                break;
            }
        }
    });
    receiver
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::*;

    /// Each job takes less time than the one before.
    #[test]
    fn order_is_kept_and_no_more_run_than_may() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        for most in [1, 3, 50] {
            let (running, peak) = (Cell::new(0_usize), Cell::new(0_usize));
            let job = async |number: u64| {
                running.set(running.get() + 1);
                peak.set(peak.get().max(running.get()));
                tokio::time::sleep(Duration::from_millis(20 - number)).await;
                running.set(running.get() - 1);
                number
            };
            let found = in_order(stream::iter(0..20), most, job).collect::<Vec<_>>();
            assert_eq!(runtime.block_on(found), (0..20).collect::<Vec<_>>());
            assert_eq!(peak.get(), most.min(20));
        }
    }
}
