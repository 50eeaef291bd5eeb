//! Intents from a file or standard input: one, or one a line.

use cmec_decoder::Extract;
use cmec_decoder::decode::{Decoder, EmitClarify, Options};

use crate::arguments::{IntentArguments, ReadingArguments};
use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::input;

/// A decoder with the switches asked for.
pub(crate) fn decoder<'d>(domain: &'d Domain, arguments: &ReadingArguments) -> Decoder<'d> {
    let clarify = if arguments.no_clarify {
        EmitClarify::Off
    } else {
        EmitClarify::On
    };
    let extract = if arguments.extract {
        Extract::On
    } else {
        Extract::Off
    };
    Decoder::new(&domain.tables).with_options(Options {
        clarify,
        spelling: arguments.notation.into(),
        extract,
    })
}

/// Does something for each intent, and ends with the worst.
pub(crate) fn each(
    arguments: &IntentArguments,
    mut one: impl FnMut(&[u8]) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let bytes = input::read_bytes(&arguments.file)?;
    if !arguments.lines {
        return one(&bytes);
    }
    if arguments.trace_id.is_some() {
        return Err(
            Failure::usage("`--trace-id` names one answer, and `--lines` makes many")
                .help("leave one of them out"),
        );
    }
    let mut exit = Exit::Done;
    for line in bytes.split(|byte| *byte == b'\n') {
        if !line.trim_ascii().is_empty() {
            exit = exit.worse(one(line.trim_ascii())?);
        }
    }
    Ok(exit)
}
