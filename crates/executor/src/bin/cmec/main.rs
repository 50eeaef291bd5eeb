//! The command `cmec`: results go to standard output and nothing else does.

mod annotation;
mod arguments;
mod card;
mod check;
mod compile;
mod debug_out;
mod decode;
mod diff;
mod domain;
mod encode;
mod events;
mod exit;
mod explain;
mod explain_run;
mod import;
mod input;
mod output;
mod plan;
mod read;
mod run;
mod sarif;
mod server;
mod shown;
mod tokenizers;
mod tokens;
mod tools;
mod trace;
mod validate;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
use exit::{Exit, Failure};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let exit = dispatch(arguments).unwrap_or_else(|failure| {
        failure.show();
        failure.exit
    });
    exit.into()
}

fn dispatch(arguments: Arguments) -> Result<Exit, Failure> {
    let global = arguments.global;
    match arguments.command {
        Command::Check(arguments) => check::run(&arguments, &global),
        Command::Compile(arguments) => compile::run(&arguments),
        Command::Card(arguments) => card::run(&arguments, &global),
        Command::Diff(arguments) => diff::run(&arguments, &global),
        Command::Import(arguments) => import::run(&arguments, &global),
        Command::Decode(arguments) => decode::run(&arguments, &global),
        Command::Encode(arguments) => encode::run(&arguments, &global),
        Command::Validate(arguments) => validate::run(&arguments, &global),
        Command::Plan(arguments) => plan::run(&arguments, &global),
        Command::Run(arguments) => run::run(&arguments, &global),
        Command::Tokens(arguments) => tokens::run(&arguments, &global),
        Command::Tools(arguments) => tools::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments, &global),
        Command::ExplainRun(arguments) => explain_run::run(&arguments, &global),
        Command::Demo1c(options) => {
            let served = runtime()?.block_on(cmec_executor::demo_1c::serve(&options));
            served.map(|()| Exit::Done).map_err(Failure::failed)
        }
    }
}

/// The runtime of the commands that reach the world.
fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(Failure::failed)
}
