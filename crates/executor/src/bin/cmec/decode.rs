//! `cmec decode`: model text → contract, clarify or reject as JSON.

use cmec_decoder::Verdict;

use crate::arguments::{DecodeArguments, Global};
use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::{output, read};

/// Runs the command.
pub(crate) fn run(arguments: &DecodeArguments, global: &Global) -> Result<Exit, Failure> {
    let domain = Domain::load(&arguments.intent.reading.domain)?;
    let language = domain.language(global.lang);
    let format = read::format(&arguments.intent, global);
    read::each(&arguments.intent, &domain, language, |intent| {
        let decoded = intent.decoded;
        if arguments.ledger {
            for entry in decoded.account.ledger.entries() {
                let line = serde_json::to_string(&entry).map_err(Failure::failed)?;
                eprintln!("{line}");
            }
        }
        output::json(&decoded.verdict, format)?;
        Ok(match decoded.verdict {
            Verdict::Contract(_) => Exit::Done,
            Verdict::Clarify(_) => Exit::Clarify,
            Verdict::Reject(_) => Exit::Reject,
        })
    })
}
