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

// The arguments that commands share, and the way out.
mod arguments;
mod exit;

// What a command reads, writes and runs on.
mod cache_folder;
mod events;
mod input;
mod output;
mod runtime;
mod stop;
mod trace_id;

// What is not written in arguments.
mod cursor_key;
mod secrets;

// Servers of 1C and of models, and what is known of them.
mod known_server;
mod models;
mod server;

// What comes line by line.
mod lines;

// What is made of these.
mod codebook;
mod debug_out;
mod diagnostics;
mod folders;
mod progress;
mod report;
mod tokenizers;

// How a model says what it wants, and its answers in files.
mod strategy;

mod recording;

// A codebook to decode and to plan with.
mod domain;

mod database;
mod principals;

mod text_index;

// The ports of all lanes.
mod lanes;

// Answers, as they are shown.
mod rendering;

// What is written, held against its schemas.
mod self_check;

// The envelope of a line.
mod line_envelope;

// Texts to intents.
mod intents;

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
