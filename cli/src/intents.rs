//! Intents from a file or standard input: one, or one a line.

use std::time::Instant;

use cmec_decoder::decode::{Decoder, EmitClarify, Options};
use cmec_decoder::{Decoded, Extract};
use cmec_executor::Locale;
use cmec_executor::debug_envelope::Timings;

use crate::arguments::{Format, Global, IntentArguments, Lang, ReadingArguments};
use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::{diagnostics, input, output, trace_id};

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
        contract_version: arguments.contract_version,
    })
}

/// An intent that was read.
pub(crate) struct Intent<'a> {
    pub(crate) trace_id: String,
    pub(crate) decoded: Decoded<'a>,
    pub(crate) timings: Timings,
}

/// The format of results: a batch is always lines of JSON.
pub(crate) fn format(arguments: &IntentArguments, global: &Global) -> Format {
    if arguments.lines {
        Format::Json
    } else {
        output::format(global)
    }
}

/// Reads each intent, shows its findings, in the language `asked` for or the first of the codebook, does something with it, and ends with the worst.
pub(crate) fn each(
    arguments: &IntentArguments,
    domain: &Domain,
    asked: Option<Lang>,
    mut one: impl FnMut(Intent<'_>) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let decoder = decoder(domain, &arguments.reading);
    let language = domain.language(asked);
    let mut read = |text: &[u8]| {
        let trace_id = trace_id::trace_id(arguments.trace_id.as_deref())?;
        let started = Instant::now();
        let decoded = decoder.decode_bytes(text, &trace_id);
        let timings = Timings {
            decode_us: Some(micros(started)),
            ..Timings::default()
        };
        let decoded = match asked {
            Some(asked) => decoded.in_language(Locale::from(asked).tag()),
            None => decoded,
        };
        let account = &decoded.account;
        diagnostics::findings(&account.findings, account.more, text, language);
        one(Intent {
            trace_id,
            decoded,
            timings,
        })
    };
    let bytes = input::read_bytes(&arguments.file)?;
    if !arguments.lines {
        return read(&bytes);
    }
    if arguments.trace_id.is_some() {
        return Err(
            Failure::usage("`--trace-id` names one answer, and `--lines` makes many")
                .help("leave one of them out"),
        );
    }
    let mut exit = Exit::Done;
    // The line break at the very end ends the last line; any other line, blank or not, is what a model said.
    let lines = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
    if !bytes.is_empty() {
        for line in lines.split(|byte| *byte == b'\n') {
            exit = exit.worse(read(line.trim_ascii())?);
        }
    }
    Ok(exit)
}

/// Microseconds since a moment.
pub(crate) fn micros(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX)
}
