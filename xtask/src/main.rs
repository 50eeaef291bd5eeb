//! Tasks of the repository: `cargo xtask codegen`, `cargo xtask tidy`, `cargo xtask book`, `cargo xtask fuzz`,
//! `cargo xtask conformance`, `cargo xtask postgres`, `cargo xtask test`.

mod book;
mod conformance;

mod fuzz;
mod postgres;
mod tidy;

mod test;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use xtask::{command, end, repository};

/// A program of its own, for it needs the compiler.
const CODEGEN: &[&str] = &["run", "--quiet", "-p", "codegen", "--"];

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Tasks of the repository")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Writes every generated file from the codebooks.
    Codegen {
        /// Only says which files are stale; exit code 1 when there are any.
        #[arg(long)]
        check: bool,
    },
    /// Holds the layout, the allowed dependencies and the paths that documents name.
    Tidy,
    /// Builds the book of `docs/` into `target/book`; needs mdBook.
    Book,
    /// Runs the fuzz targets for a bounded time, seeded with the fixtures.
    Fuzz {
        /// Time for each target.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
    },
    /// Holds the structured lane against the reference evaluator over many random contracts, on both engines.
    Conformance {
        /// How many contracts are compared.
        #[arg(long, default_value_t = 20_000)]
        contracts: u32,
    },
    /// Runs the tests of the structured lane over PostgreSQL 13 to 18.
    Postgres,
    /// Runs everything that must pass, stopping at the first failure.
    Test,
}

fn main() -> ExitCode {
    let root = repository::root();
    let outcome = match Cli::parse().task {
        Task::Codegen { check: false } => command::run(&root, CODEGEN),
        Task::Codegen { check: true } => command::run(&root, &[CODEGEN, &["--check"]].concat()),
        Task::Tidy => tidy::tidy(&root),
        Task::Book => book::book(&root),
        Task::Fuzz { seconds } => fuzz::fuzz(&root, seconds),
        Task::Conformance { contracts } => conformance::conformance(&root, contracts),
        Task::Postgres => postgres::postgres(&root),
        Task::Test => test::test(&root),
    };
    end(outcome)
}
