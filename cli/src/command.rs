//! The commands, one a file.

pub(crate) mod card;
pub(crate) mod check;
pub(crate) mod compile;
pub(crate) mod decode;
pub(crate) mod demo_1c;
pub(crate) mod diff;
pub(crate) mod encode;
pub(crate) mod explain;
pub(crate) mod explain_run;
pub(crate) mod import;
pub(crate) mod plan;
pub(crate) mod run;
pub(crate) mod tokens;
pub(crate) mod tools;
pub(crate) mod validate;

use crate::arguments::{Arguments, Command};
use crate::exit::{Exit, Failure};

/// Runs the command that was asked for.
pub(crate) fn run(arguments: Arguments) -> Result<Exit, Failure> {
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
        Command::Demo1c(options) => demo_1c::run(&options),
    }
}
