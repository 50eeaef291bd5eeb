//! `cmec decode`: model text → contract, clarify or reject as JSON.

use clap::Args;
use cmec_decoder::encode::encode;
use cmec_decoder::{ContractVersion, Notation, Verdict};

use crate::domain::Domain;
use crate::domain::intents;
use crate::report::{diagnostics, line_envelope};
use crate::terminal::arguments::{Format, Global, IntentArguments};
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::output;

#[derive(Debug, Args)]
pub(crate) struct DecodeArguments {
    #[command(flatten)]
    pub(crate) intent: IntentArguments,
    /// Show on standard error what was filled in, derived, coerced or left out
    #[arg(long)]
    pub(crate) ledger: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &DecodeArguments, global: &Global) -> Result<Exit, CliError> {
    let domain = Domain::load(&arguments.intent.reading.domain)?;
    let language = domain.language(global.lang);
    let version = arguments.intent.reading.contract_version;
    let format = intents::format(&arguments.intent, global);
    intents::each(&arguments.intent, &domain, global.lang, |intent, said| {
        let decoded = intent.decoded;
        if arguments.ledger {
            for entry in decoded.account.ledger.entries() {
                let line = serde_json::to_string(&entry).map_err(CliError::failed)?;
                eprintln!("{line}");
            }
        }
        match &decoded.verdict {
            // The contract itself is v0.2; a host of an older version gets a converted document.
            Verdict::Contract(contract) if version == Some(ContractVersion::V01) => {
                let written = encode(contract, &domain.tables, Notation::MecV01);
                let written = written.map_err(CliError::failed)?;
                output::line(&said.reply.around("contract", written))?;
            }
            verdict => {
                let key = line_envelope::key(verdict);
                output::line(&said.reply.written(key, verdict, format)?)?;
            }
        }
        if let (Verdict::Clarify(clarify), Format::Text) = (&decoded.verdict, format) {
            diagnostics::question(clarify, language);
        }
        Ok(Exit::from(&decoded.verdict))
    })
}
