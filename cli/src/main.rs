//! The command `cmec`. Standard output receives results only.
//!
//! ```text
//! arguments ─► command/<name>.rs ─► the libraries ─► standard output, exit code
//! ```
//!
//! The command handles files, the environment, the clock and the terminal, and selects the library for each question.
//! Rules of the language, recipes and server protocols belong to the libraries.

/// `print!` to standard error. Unlike `std`'s, it does not panic if the reader closed it.
macro_rules! eprint {
    ($($text:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut std::io::stderr().lock(), format_args!($($text)*));
    }};
}

macro_rules! eprintln {
    ($text:literal $($rest:tt)*) => { eprint!("{}\n", format_args!($text $($rest)*)) };
}

// The process and its surroundings.
mod terminal;

// Findings, answers and envelopes, as they are written.
mod report;

// A codebook, and the texts of models for it.
mod domain;

// Servers, databases and indexes.
mod world;

// The commands, one per file.
mod command;

use std::process::ExitCode;

use clap::Parser;

use command::Arguments;

fn main() -> ExitCode {
    let exit = match Arguments::try_parse() {
        Ok(arguments) => command::run(arguments),
        Err(error) => error.exit(),
    };
    let exit = exit.unwrap_or_else(|failure| {
        failure.show();
        failure.exit
    });
    exit.into()
}
