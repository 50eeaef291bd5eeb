//! `cargo xtask codegen`: writes every generated file, or says which are stale.

mod marked_tables;

mod client_tables;
mod codebook_keys;
mod findings;
mod question;

mod question_sets;

mod generated;

use std::process::ExitCode;

use clap::Parser;
use xtask::repository;

#[derive(Parser)]
#[command(
    name = "cargo xtask codegen",
    about = "Writes every generated file from the codebooks"
)]
struct Cli {
    /// Only says which files are stale; exit code 1 when there are any.
    #[arg(long)]
    check: bool,
}

fn main() -> ExitCode {
    let root = repository::root();
    let outcome = if Cli::parse().check {
        generated::check(&root)
    } else {
        generated::write(&root)
    };
    xtask::end(outcome)
}
