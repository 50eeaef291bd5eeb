//! Shared by the tasks: running cargo, the repository's files, and the end of a task.

pub mod command;
pub mod repository;

use std::process::ExitCode;

/// Ends a task: exit code 0, or 1 with the error on standard error.
pub fn end(outcome: Result<(), String>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}
