//! Messages that a host puts before the question: its system prompt and a conversation.

use std::path::Path;

use serde::Deserialize;

use crate::terminal::exit::CliError;
use crate::terminal::input;

const MOST_BYTES: usize = 64 << 10;

/// A message in the form of model servers.
#[derive(Deserialize)]
struct Turn {
    role: String,
    content: String,
}

/// The system prompt: the host's text, then the codebook's prompt.
pub(super) fn system(own: Option<&Path>, of_codebook: String) -> Result<String, CliError> {
    match own {
        None => Ok(of_codebook),
        Some(file) => Ok(format!("{}\n\n{of_codebook}", text(file)?.trim())),
    }
}

/// The questions and answers of a conversation.
pub(super) fn turns(file: Option<&Path>) -> Result<Vec<(String, String)>, CliError> {
    let Some(file) = file else {
        return Ok(Vec::new());
    };
    let turns: Vec<Turn> = serde_json::from_str(&text(file)?)
        .map_err(|error| CliError::at(file, format!("no list of messages: {error}")))?;
    let mut pairs = Vec::new();
    for (number, pair) in turns.chunks(2).enumerate() {
        match pair {
            [question, answer] if question.role == "user" && answer.role == "assistant" => {
                pairs.push((question.content.clone(), answer.content.clone()));
            }
            _ => {
                let number = 2 * number + 1;
                let message = format!(
                    "message {number} is no message of `user` with one of `assistant` behind it"
                );
                return Err(CliError::at(file, message));
            }
        }
    }
    Ok(pairs)
}

fn text(file: &Path) -> Result<String, CliError> {
    let text = input::read_text(file)?;
    match text.len() <= MOST_BYTES {
        true => Ok(text),
        false => Err(CliError::at(
            file,
            format!("longer than {} KiB", MOST_BYTES >> 10),
        )),
    }
}
