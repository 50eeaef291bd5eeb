//! What the tasks share: running cargo, the repository's files, and how a task ends.

pub mod command;
pub mod repository;

use std::process::ExitCode;

/// Ends a task: exit code 0, or 1 with what was wrong on standard error.
pub fn end(outcome: Result<(), String>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}
