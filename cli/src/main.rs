//! The command `cmec`: results go to standard output and nothing else does.
//!
//! ```text
//! arguments ─► command/<name>.rs ─► the libraries ─► standard output, exit code
//! ```
//!
//! The command knows files, the environment, the clock and the terminal, and which library answers which question. It
//! knows no rule of the language, no recipe and no way of a server: those are the libraries'.

mod arguments;
mod command;
mod debug_out;
mod diagnostics;
mod domain;
mod events;
mod exit;
mod github_annotation;
mod input;
mod intents;
mod output;
mod runtime;
mod sarif;
mod server;
mod tokenizers;
mod trace_id;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;

fn main() -> ExitCode {
    let exit = command::run(Arguments::parse()).unwrap_or_else(|failure| {
        failure.show();
        failure.exit
    });
    exit.into()
}
