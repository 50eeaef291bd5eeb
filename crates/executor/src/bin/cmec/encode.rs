//! `cmec encode`: an intent in any notation → the same contract in another, in its shortest form.

use cmec_decoder::encode::encode;
use cmec_decoder::{Notation, Verdict};

use crate::arguments::{EncodeArguments, Format, Global, Target};
use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::{output, read};

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
    read::each(&arguments.intent, &domain, language, |intent| {
        let decoded = intent.decoded;
        match &decoded.verdict {
            Verdict::Contract(contract) => {
                let written =
                    encode(contract, &domain.tables, notation).map_err(Failure::failed)?;
                output::line(&written)?;
                Ok(Exit::Done)
            }
            Verdict::Clarify(_) => {
                output::json(&decoded.verdict, Format::Json)?;
                Ok(Exit::Clarify)
            }
            Verdict::Reject(_) => {
                output::json(&decoded.verdict, Format::Json)?;
                Ok(Exit::Reject)
            }
        }
    })
}
