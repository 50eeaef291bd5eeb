//! `cmec decode`: model text → contract, clarify or reject as JSON.

use cmec_decoder::Verdict;

use crate::arguments::{DecodeArguments, Format, Global};
use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::{output, read, shown, trace};

/// Runs the command.
pub(crate) fn run(arguments: &DecodeArguments, global: &Global) -> Result<Exit, Failure> {
    let domain = Domain::load(&arguments.intent.reading.domain)?;
    let decoder = read::decoder(&domain, &arguments.intent.reading);
    let format = if arguments.intent.lines {
        Format::Json
    } else {
        output::format(global)
    };
    read::each(&arguments.intent, |text| {
        let trace_id = trace::trace_id(arguments.intent.trace_id.as_deref())?;
        let decoded = decoder.decode_bytes(text, &trace_id);
        shown::findings(
            &decoded.account.findings,
            text,
            domain.language(global.lang),
        );
        if arguments.ledger {
            for entry in decoded.account.ledger.entries() {
                let line = serde_json::to_string(entry).map_err(Failure::failed)?;
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
