//! The command `cmec`: results go to standard output and nothing else does.
//!
//! ```text
//! arguments ─► command/<name>.rs ─► the libraries ─► standard output, exit code
//! ```
//!
//! The command knows files, the environment, the clock and the terminal, and which library answers which question. It
//! knows no rule of the language, no recipe and no way of a server: those are the libraries'.

/// `print!` to standard error; a reader who closed it ends no command, as `std`'s would with a panic.
macro_rules! eprint {
    ($($text:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut std::io::stderr().lock(), format_args!($($text)*));
    }};
}

/// `println!` to standard error.
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

// The commands, one a file.
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
