//! `cmec explain-run`: the story of one answer, stage by stage, from its debug envelope.
//!
//! A story is meant to be shown to others. So names, quoted values and a server's own words are hidden unless they were
//! kept in the envelope (`cmec run --debug-names`) and are requested (`--show-values`) for debugging. The executor's
//! own words stay: they name the call that failed and the time waited for it. Each code has an explanation
//! (`glossary.tsv`), since readers may not know it.

mod stage;
mod story;
mod wording;

use std::path::PathBuf;

use clap::Args;
use cmec_executor::Locale;
use cmec_executor::debug_envelope::ENVELOPE_VERSION;
use cmec_executor::redaction::HIDDEN;
use serde_json::{Value, json};

use crate::terminal::arguments::{Format, Global};
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::{input, output};
use story::{ValueVisibility, at};

#[derive(Debug, Args)]
pub(crate) struct ExplainRunArguments {
    /// File of `--debug-out`; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Trace id of the answer [default: the last one]
    #[arg(long, value_name = "ID")]
    pub(crate) trace_id: Option<String>,
    /// Show names that the question or the infobase has
    #[arg(long)]
    pub(crate) show_values: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &ExplainRunArguments, global: &Global) -> Result<Exit, CliError> {
    let text = input::read_text(&arguments.file)?;
    let envelope = envelope(&text, arguments.trace_id.as_deref())?;
    let language = global.lang.map_or(Locale::Ru, Into::into);
    let shown = if arguments.show_values {
        ValueVisibility::Values
    } else {
        ValueVisibility::Masked
    };
    let steps = story::of(&envelope, language, shown);
    let trace_id = at(&envelope, "trace_id").as_str().unwrap_or_default();
    match output::format(global) {
        Format::Json => output::json_line(&json!({"trace_id": trace_id, "steps": steps}))?,
        Format::Text => {
            for (number, step) in (1..).zip(&steps) {
                let title = wording::word(language, step.stage.title());
                output::line(&format!("{number}. {title}"))?;
                for line in &step.lines {
                    output::line(&format!("   {}", output::plain(line)))?;
                }
            }
            output::line(&format!("trace id: {}", output::plain(trace_id)))?;
            let mut lines = steps.iter().flat_map(|step| &step.lines);
            if lines.any(|line| line.contains(HIDDEN)) {
                let words = wording::word(language, "what is hidden is shown with");
                let with = match envelope.to_string().contains(HIDDEN) {
                    true => "cmec run --debug-names",
                    false => "--show-values",
                };
                output::line(&format!("{words} {with}"))?;
            }
        }
    }
    Ok(Exit::Done)
}

/// The envelope of the trace id, or the last one. Lines that are no JSON are passed over: a crash may have torn one.
fn envelope(text: &str, trace_id: Option<&str>) -> Result<Value, CliError> {
    let found = text
        .lines()
        .rev()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .find(|line| match trace_id {
            Some(id) => *at(line, "trace_id") == id,
            None => line.get("trace_id").is_some(),
        });
    let help = "give the file of `--debug-out` of `cmec run` or `cmec plan`";
    let Some(envelope) = found else {
        let which = trace_id.map_or(String::new(), |id| format!(" with the trace id `{id}`"));
        return Err(CliError::failed(format!("there is no debug envelope{which}")).help(help));
    };
    if *at(&envelope, "version") != ENVELOPE_VERSION {
        let version = at(&envelope, "version");
        let message = format!(
            "the envelope is of version {version}, and this program reads {ENVELOPE_VERSION}"
        );
        return Err(CliError::failed(message).help(help));
    }
    Ok(envelope)
}
