//! The command `cmec`: results go to standard output and nothing else does.
//!
//! ```text
//! arguments ─► command/<name>.rs ─► the libraries ─► standard output, exit code
//! ```
//!
//! The command knows files, the environment, the clock and the terminal, and which library answers which question. It
//! knows no rule of the language, no recipe and no way of a server: those are the libraries'.

mod annotation;
mod arguments;
mod command;
mod debug_out;
mod domain;
mod events;
mod exit;
mod input;
mod output;
mod read;
mod runtime;
mod sarif;
mod server;
mod shown;
mod tokenizers;
mod trace;

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
