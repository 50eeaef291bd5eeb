//! The result of an examination for people: a row per mechanism, and a recommendation.

use super::report::{DoctorReport, Logprobs, Row};
use crate::terminal::output;

pub(super) fn head() -> String {
    columns("mechanism", "standing", None)
}

pub(super) fn row(row: &Row) -> String {
    let said = row.said.as_deref().map(output::plain);
    columns(row.mechanism, row.standing, said.as_deref())
}

/// The recommendation and the cost.
pub(super) fn end(report: &DoctorReport) -> String {
    let model = output::plain(&report.model);
    let best = match report.best {
        Some(best) => format!(
            "Use `{}`: `{}` writes what it takes.",
            best.mechanism, best.written_by
        ),
        None => {
            "No mechanism is enforced: decode what the model says, and ask it again where that is no contract."
                .to_owned()
        }
    };
    let logprobs = match report.logprobs {
        Logprobs::Reported => "Log-probabilities are reported.",
        Logprobs::Constant => {
            "Log-probabilities are reported and all 0: they tell nothing of the model."
        }
        Logprobs::Missing => "Log-probabilities are not reported.",
    };
    let tokens = &report.tokens;
    let uncounted = match tokens.uncounted {
        0 => String::new(),
        answers => format!(", without those of {answers} answers that the server did not count"),
    };
    format!(
        "\n{best}\n{logprobs}\n{} requests to `{model}`: {} tokens asked, {} of them cached, {} answered{uncounted}\n",
        report.requests, tokens.prompt, tokens.cached, tokens.completion
    )
}

fn columns(mechanism: &str, standing: &str, said: Option<&str>) -> String {
    let said = said.unwrap_or_default();
    // The longest name of a mechanism has 27 letters.
    let line = format!("{mechanism:<28}{standing:<9}{said}");
    line.trim_end().to_owned()
}
