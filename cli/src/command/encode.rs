//! `cmec encode`: an intent in any notation → the same contract in another notation, in its shortest form.

use clap::Args;
use cmec_decoder::encode::encode;
use cmec_decoder::{Notation, Verdict};
use serde_json::json;

use crate::domain::Domain;
use crate::domain::intents;
use crate::report::line_envelope::{self, Reply};
use crate::terminal::arguments::{Format, Global, IntentArguments, one_of};
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::output;

#[derive(Debug, Args)]
pub(crate) struct EncodeArguments {
    #[command(flatten)]
    pub(crate) intent: IntentArguments,
    /// Notation to write
    #[arg(long, value_name = "NOTATION", value_parser = one_of(Notation::ALL, Notation::name, help))]
    pub(crate) to: Notation,
}

const fn help(notation: Notation) -> &'static str {
    match notation {
        Notation::C02 => "cMEC c0.2",
        Notation::Mec => "MEC or SEC v0.2",
        Notation::MecV01 => "MEC v0.1.x: one flat list of constraints",
        Notation::ToolCall => "Function call of the codebook's tool",
        Notation::Sql => "One SELECT over the codebook's tables, which is never run",
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &EncodeArguments, global: &Global) -> Result<Exit, CliError> {
    let domain = Domain::load(&arguments.intent.reading.domain)?;
    intents::each(&arguments.intent, &domain, global.lang, |intent, said| {
        let decoded = intent.decoded;
        if let Verdict::Contract(contract) = &decoded.verdict {
            let written = match encode(contract, &domain.tables, arguments.to) {
                Ok(written) => written,
                // Every line of a batch is answered, even after errors.
                Err(error) if arguments.intent.lines => {
                    let error = error.to_string();
                    output::line(&match said.reply {
                        Reply::Bare => output::compact(&json!({ "error": error }))?,
                        Reply::Enveloped(_) => said.reply.written("error", &error, Format::Json)?,
                    })?;
                    return Ok(Exit::Failed);
                }
                Err(error) => return Err(CliError::failed(error)),
            };
            output::line(&match said.reply {
                Reply::Bare => written,
                // The notation may not be JSON, so it becomes the text of another envelope.
                Reply::Enveloped(_) => said.reply.written("text", &written, Format::Json)?,
            })?;
        } else {
            let key = line_envelope::key(&decoded.verdict);
            output::line(&said.reply.written(key, &decoded.verdict, Format::Json)?)?;
        }
        Ok(Exit::from(&decoded.verdict))
    })
}
