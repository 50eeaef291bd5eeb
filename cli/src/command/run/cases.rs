//! `cmec run --cases`: runs a user's own cases against their data and reports failures.

mod case;
mod item;
mod outcome;

use std::path::{Path, PathBuf};

use cmec_executor::Response;
use cmec_executor::taxonomy::ResponseType;
use cmec_executor::wording::figure;

use self::case::{Case, CaseError, paths};
use self::outcome::{ANSWER, Counts, Miss, Outcome, ROWS, TOTALS};
use super::answer::Asker;
use crate::report::debug_out::DebugOut;
use crate::report::rendering;
use crate::report::{Baseline, BaselineStatus, Report, ReportFormat, Stream, faults};
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::output::written;

pub(super) struct Job<'a> {
    pub(super) folder: &'a Path,
    pub(super) format: ReportFormat,
    /// An earlier JSON report.
    pub(super) baseline: Option<&'a PathBuf>,
}

/// Runs all cases of a folder in order.
pub(super) async fn run(
    asker: &Asker<'_>,
    job: Job<'_>,
    debug: &mut DebugOut,
) -> Result<Exit, CliError> {
    let report = Report {
        format: job.format,
        name: "cmec run",
        rules: item::rules(),
    };
    let baseline = job.baseline;
    let baseline = baseline
        .map(|path| Baseline::read(path, &report.rules))
        .transpose()?;
    let mut counts = Counts::default();
    let mut exit = Exit::Done;
    // All files are read before the first query.
    let paths = paths(job.folder)?;
    let cases: Vec<Result<Case, CaseError>> = paths.iter().map(|path| Case::read(path)).collect();
    let mut stream = written(Stream::new(&report))?;
    for case in cases {
        counts.cases += 1;
        let case = match case {
            Ok(case) => case,
            Err(unreadable) => {
                counts.unreadable += 1;
                if job.format != ReportFormat::Text {
                    eprintln!("error: {}", unreadable.to_line());
                }
                written(stream.push(&unreadable))?;
                exit = exit.worse(Exit::Failed);
                continue;
            }
        };
        let intent = asker.reader.read_quietly(case.intent.as_bytes())?;
        let answered = asker.answer(intent, None).await?;
        let mut outcome = judge(&case, &answered.response, asker);
        if let Some(baseline) = &baseline {
            let keys = outcome.failures.iter().map(|miss| miss.key);
            let faults = faults(&report.rules, "", keys);
            outcome.status = Some(baseline.status(&outcome.file, None, faults));
        }
        if !outcome.holds {
            counts.failed += 1;
            if outcome.status == Some(BaselineStatus::Known) {
                counts.known += 1;
            } else {
                exit = exit.worse(Exit::Reject);
            }
        }
        debug.keep(&answered.envelope, || written(stream.push(&outcome)))?;
    }
    written(stream.end())?;
    job.format.write_counts(&counts.line(baseline.is_some()))?;
    Ok(exit.worse(debug.exit()))
}

/// Compares an answer with its case.
fn judge(case: &Case, response: &Response, asker: &Asker<'_>) -> Outcome {
    let mut failures = Vec::new();
    let mut miss = |line, key, expected, found| {
        failures.push(Miss {
            line,
            key,
            expected,
            found,
        });
    };
    let answer = &case.answer;
    if response.response_type != answer.value {
        let found = format!("{}: {}", name(response.response_type), response.summary);
        miss(answer.line, ANSWER, name(answer.value), found);
    }
    if let Some(rows) = &case.rows
        && rows.value != response.returned
    {
        let found = response.returned.to_string();
        miss(rows.line, ROWS, rows.value.to_string(), found);
    }
    if let Some(totals) = &case.totals {
        let said = rendering::totals(response, asker.language);
        for digits in &totals.value {
            let amount = figure::amount(asker.language, digits);
            let count = figure::count(asker.language, digits);
            if !says(&said, &amount) && !says(&said, &count) {
                miss(totals.line, TOTALS, amount, said.clone());
            }
        }
    }
    Outcome {
        file: case.file.clone(),
        question: case.question.clone(),
        holds: failures.is_empty(),
        failures,
        answer: response.response_type,
        returned: response.returned,
        summary: response.summary.clone(),
        trace_id: response.trace_id.clone(),
        status: None,
    }
}

fn name(answer: ResponseType) -> String {
    let name = serde_json::to_value(answer);
    name.ok()
        .and_then(|name| Some(name.as_str()?.to_owned()))
        .unwrap_or_default()
}

/// True where a text contains a number, not just as a part of a longer one.
fn says(text: &str, figure: &str) -> bool {
    text.match_indices(figure).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + figure.len()..).unwrap_or_default();
        let is_whole = !before.ends_with('-') && !goes_on(before.chars().rev());
        is_whole && !goes_on(after.chars())
    })
}

/// True where a number continues, at once or after a mark.
fn goes_on(mut letters: impl Iterator<Item = char>) -> bool {
    let next = match letters.next() {
        Some(' ' | ',' | '.') => letters.next(),
        other => other,
    };
    next.is_some_and(|letter| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_no_part_of_a_larger_one() {
        let text = "Дт 17 193 057,52, Кт 0,00; строк 12";
        for (figure, is_said) in [
            ("17 193 057,52", true),
            ("193 057,52", false),
            ("57,52", false),
            ("17 193", false),
            ("0,00", true),
            ("12", true),
            ("2", false),
            ("1", false),
        ] {
            assert_eq!(says(text, figure), is_said, "{figure}");
        }
    }
}
