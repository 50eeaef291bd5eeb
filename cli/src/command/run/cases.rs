//! `cmec run --cases`: a person's own cases against their own base, and what did not hold.

use std::path::Path;

use cmec_executor::Response;
use cmec_executor::taxonomy::ResponseType;
use cmec_executor::wording::figure;

use super::answer::Asker;
use super::case::{Case, Unreadable, paths};
use super::case_outcome::{Miss, Outcome};
use super::case_report::{CaseForm, Report};
use crate::debug_out::DebugOut;
use crate::exit::{Exit, Failure};
use crate::shown;

/// Runs every case of a folder, one after the other.
pub(super) async fn run(
    asker: &Asker<'_>,
    folder: &Path,
    form: CaseForm,
    debug: &mut DebugOut,
) -> Result<Exit, Failure> {
    let mut report = Report::new(form);
    let mut exit = Exit::Done;
    // Every file is read before anything is asked.
    let cases: Vec<Result<Case, Unreadable>> =
        paths(folder)?.iter().map(|path| Case::read(path)).collect();
    for case in cases {
        let case = match case {
            Ok(case) => case,
            Err(unreadable) => {
                report.add_unreadable(&unreadable)?;
                exit = exit.worse(Exit::Failed);
                continue;
            }
        };
        let intent = asker.reader.read_quietly(case.intent.as_bytes())?;
        let answered = asker.answer(intent, None).await?;
        let outcome = judge(&case, &answered.response, asker);
        if !outcome.holds {
            exit = exit.worse(Exit::Reject);
        }
        debug.keep(&answered.envelope, || report.add(outcome))?;
    }
    report.end()?;
    Ok(exit.worse(debug.exit()))
}

/// Holds an answer against its case.
fn judge(case: &Case, response: &Response, asker: &Asker<'_>) -> Outcome {
    let mut failures = Vec::new();
    let answer = &case.answer;
    if response.response_type != answer.value {
        failures.push(Miss {
            line: answer.line,
            key: "answer",
            expected: name(answer.value),
            found: format!("{}: {}", name(response.response_type), response.summary),
        });
    }
    if let Some(rows) = &case.rows
        && rows.value != response.returned
    {
        failures.push(Miss {
            line: rows.line,
            key: "rows",
            expected: rows.value.to_string(),
            found: response.returned.to_string(),
        });
    }
    if let Some(totals) = &case.totals {
        let said = shown::totals(response, asker.language);
        for digits in &totals.value {
            let amount = figure::amount(asker.language, digits);
            let count = figure::count(asker.language, digits);
            if !says(&said, &amount) && !says(&said, &count) {
                failures.push(Miss {
                    line: totals.line,
                    key: "totals",
                    expected: amount,
                    found: said.clone(),
                });
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
    }
}

fn name(answer: ResponseType) -> String {
    let name = serde_json::to_value(answer);
    name.ok()
        .and_then(|name| Some(name.as_str()?.to_owned()))
        .unwrap_or_default()
}

/// Whether a text has a figure, and not as a part of a larger one.
fn says(text: &str, figure: &str) -> bool {
    text.match_indices(figure).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + figure.len()..).unwrap_or_default();
        let is_digit = |letter: Option<char>| letter.is_some_and(|one| one.is_ascii_digit());
        let marks = [' ', ',', '.'];
        let mut ends = before.chars().rev();
        let begins = match ends.next() {
            Some(mark) if marks.contains(&mark) => !is_digit(ends.next()),
            Some('-') => false,
            other => !is_digit(other),
        };
        let mut starts = after.chars();
        let ends = match starts.next() {
            Some(mark) if marks.contains(&mark) => !is_digit(starts.next()),
            other => !is_digit(other),
        };
        begins && ends
    })
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
