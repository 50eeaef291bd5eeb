//! `cmec encode`: an intent in any notation → the same contract in another, in its shortest form.

use clap::{Args, ValueEnum};
use cmec_decoder::encode::encode;
use cmec_decoder::{Notation, Verdict};

use crate::arguments::{Format, Global, IntentArguments};
use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::{intents, output};

#[derive(Debug, Args)]
pub(crate) struct EncodeArguments {
    #[command(flatten)]
    pub(crate) intent: IntentArguments,
    /// Notation to write
    #[arg(long, value_name = "NOTATION")]
    pub(crate) to: Target,
}

/// A notation that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// cMEC c0.2
    #[value(name = "c0.2")]
    C02,
    /// MEC or SEC v0.2
    Mec,
    /// MEC v0.1.x: one flat list of constraints
    #[value(name = "mec-v0.1")]
    MecV01,
    /// Function call of the codebook's tool
    ToolCall,
    /// c0.3, the line
    Line,
}

/// Runs the command.
pub(crate) fn run(arguments: &EncodeArguments, global: &Global) -> Result<Exit, Failure> {
    let domain = Domain::load(&arguments.intent.reading.domain)?;
    let language = domain.language(global.lang);
    let notation = match arguments.to {
        Target::C02 => Notation::C02,
        Target::Mec => Notation::Mec,
        Target::MecV01 => Notation::MecV01,
        Target::ToolCall => Notation::ToolCall,
        Target::Line => Notation::Line,
    };
    intents::each(&arguments.intent, &domain, language, |intent| {
        let decoded = intent.decoded;
        if let Verdict::Contract(contract) = &decoded.verdict {
            let written = encode(contract, &domain.tables, notation);
            output::line(&written.map_err(Failure::failed)?)?;
        } else {
            output::json(&decoded.verdict, Format::Json)?;
        }
        Ok(Exit::from(&decoded.verdict))
    })
}
