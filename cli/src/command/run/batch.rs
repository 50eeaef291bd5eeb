//! A batch of lines, read as they come and answered in their order over one session.

use std::path::Path;
use std::task::Context;
use std::thread;

use tokio::sync::mpsc;

use super::answer::{Answered, Asker};
use crate::arguments::Format;
use crate::debug_out::DebugOut;
use crate::exit::{Exit, Failure};
use crate::in_order::{self, Job};
use crate::line_envelope::{Addressed, Reply};
use crate::lines::{Line, Lines};
use crate::output;

/// What a line came to.
type Outcome = Result<(Answered, Reply), Failure>;

/// Answers every line, at most so many at once; ends with the worst.
pub(super) async fn run(
    asker: &Asker<'_>,
    file: &Path,
    most: usize,
    debug: &mut DebugOut,
) -> Result<Exit, Failure> {
    let mut lines = read(Lines::open(file, asker.reader.line_cap())?);
    let mut exit = Exit::Done;
    let next = |context: &mut Context<'_>| {
        lines.poll_recv(context).map(|line| {
            let job = |line| -> Job<'_, Outcome> { Box::pin(answered(asker, line)) };
            line.map(job)
        })
    };
    let done = |outcome: Outcome| {
        let (answered, reply) = outcome?;
        let text = reply.written("response", &answered.response, Format::Json)?;
        debug.keep(&answered.envelope, || output::line(&text))?;
        exit = exit.worse(answered.exit);
        Ok(())
    };
    in_order::each(most, next, done).await?;
    Ok(exit.worse(debug.exit()))
}

async fn answered(asker: &Asker<'_>, line: Result<Line, Failure>) -> Outcome {
    let line = line?;
    let said = Addressed::of_line(&line.text);
    let intent = asker.reader.read_line(&line, &said)?;
    let answered = asker.answer(intent, said.cursor).await;
    Ok((answered, said.reply))
}

/// Reads lines on a thread of its own, one ahead: waiting for input, it keeps nobody from ending.
fn read(mut lines: Lines) -> mpsc::Receiver<Result<Line, Failure>> {
    let (sender, receiver) = mpsc::channel(1);
    thread::spawn(move || {
        while let Some(line) = lines.read().transpose() {
            let is_failure = line.is_err();
            // Nobody listens any more once the command ends.
            if sender.blocking_send(line).is_err() || is_failure {
                break;
            }
        }
    });
    receiver
}
