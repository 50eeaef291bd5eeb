//! Reads intents from a file or standard input: a single one, or one per line.

use std::borrow::Cow;
use std::time::Instant;

use cmec_decoder::decode::{Decoder, EmitClarify, Options};
use cmec_decoder::{Decoded, Extract, Finding, Reject, Verdict};
use cmec_executor::Locale;
use cmec_executor::debug_envelope::Timings;

use crate::domain::Domain;
use crate::report::diagnostics;
use crate::report::line_envelope::{self, LineEnvelope, Reply};
use crate::report::self_check::SelfCheck;
use crate::terminal::arguments::{Format, Global, IntentArguments, Lang, ReadingArguments};
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::lines::{Line, Lines};
use crate::terminal::{input, output, trace_id};

/// A decoder with the requested options.
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

pub(crate) struct Intent<'a> {
    pub(crate) trace_id: String,
    pub(crate) decoded: Decoded<'a>,
    pub(crate) timings: Timings,
    /// True where the envelope of the line is invalid, so that the text is unknown.
    pub(crate) is_envelope_faulty: bool,
}

/// The format of results: always JSON lines for a batch.
pub(crate) fn format(arguments: &IntentArguments, global: &Global) -> Format {
    if arguments.lines {
        Format::Json
    } else {
        output::format(global)
    }
}

/// Reads texts as intents and shows their findings.
pub(crate) struct IntentReader<'d> {
    decoder: Decoder<'d>,
    /// Most bytes of a text.
    cap: usize,
    /// The language of the output.
    language: Locale,
    /// The requested language; if none, findings keep their original message.
    asked: Option<Locale>,
    trace_id: Option<String>,
    self_check: SelfCheck,
}

impl<'d> IntentReader<'d> {
    /// A reader with the requested options, in the language `asked` or the codebook's first.
    pub(crate) fn new(
        arguments: &IntentArguments,
        domain: &'d Domain,
        asked: Option<Lang>,
    ) -> Result<Self, CliError> {
        if arguments.lines && arguments.trace_id.is_some() {
            return Err(
                CliError::usage("`--trace-id` names one answer, and `--lines` makes many")
                    .help("leave one of them out"),
            );
        }
        Ok(Self {
            decoder: decoder(domain, &arguments.reading),
            cap: usize::try_from(domain.tables.limits.input_bytes).unwrap_or(usize::MAX),
            language: domain.language(asked),
            asked: asked.map(Locale::from),
            trace_id: arguments.trace_id.clone(),
            self_check: SelfCheck::asked(arguments.self_check, &domain.tables)?,
        })
    }

    /// Most bytes to hold of a line: a byte of text can take six bytes when escaped in JSON, and the envelope adds
    /// more.
    pub(crate) fn line_cap(&self) -> u64 {
        (self.cap as u64).saturating_mul(8)
    }

    pub(crate) fn read<'t>(&self, text: &'t [u8]) -> Result<Intent<'t>, CliError>
    where
        'd: 't,
    {
        let intent = self.read_quietly(text)?;
        self.show(&intent, text);
        Ok(intent)
    }

    /// Reads a text without output: the findings are in the answer.
    pub(crate) fn read_quietly<'t>(&self, text: &'t [u8]) -> Result<Intent<'t>, CliError>
    where
        'd: 't,
    {
        self.finished(self.decoded(text)?)
    }

    /// Reads the text of a line. The output names the line.
    pub(crate) fn read_line<'t>(
        &self,
        line: &Line,
        said: &'t LineEnvelope<'_>,
    ) -> Result<Intent<'t>, CliError>
    where
        'd: 't,
    {
        let mut intent = self.decoded(&said.text)?;
        if let Some(length) = line.cut_from {
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            refuse(&mut intent, Finding::too_large(length, self.cap));
        } else if let Some(fault) = &said.fault {
            refuse(&mut intent, line_envelope::fault(fault));
            intent.is_envelope_faulty = true;
        }
        let intent = self.finished(intent)?;
        if !intent.decoded.account.findings.is_empty() {
            let id = match &said.reply {
                Reply::Enveloped(Some(id)) => format!(", id {}", output::plain(id.get())),
                Reply::Enveloped(None) | Reply::Bare => String::new(),
            };
            eprintln!("line {}{id}:", line.number);
        }
        // A cut line cannot be shown, and a fault of the envelope is not in the text.
        let drawn = match (line.cut_from, &said.fault) {
            (None, None) => Cow::Borrowed(&*said.text),
            _ => Cow::Borrowed(&[][..]),
        };
        self.show(&intent, &drawn);
        Ok(intent)
    }

    pub(crate) const fn self_check(&self) -> &SelfCheck {
        &self.self_check
    }

    /// Translates an intent into the requested language and checks it against its schema.
    fn finished<'t>(&self, mut intent: Intent<'t>) -> Result<Intent<'t>, CliError> {
        if let Some(asked) = self.asked {
            intent.decoded = intent.decoded.in_language(asked.tag());
        }
        self.self_check.verdict(&intent.decoded.verdict)?;
        Ok(intent)
    }

    fn show(&self, intent: &Intent<'_>, drawn: &[u8]) {
        let account = &intent.decoded.account;
        diagnostics::findings(&account.findings, account.more, drawn, self.language);
    }

    fn decoded<'t>(&self, text: &'t [u8]) -> Result<Intent<'t>, CliError>
    where
        'd: 't,
    {
        let trace_id = trace_id::trace_id(self.trace_id.as_deref())?;
        let started = Instant::now();
        let decoded = self.decoder.decode_bytes(text, &trace_id);
        let timings = Timings {
            decode_us: Some(micros(started)),
            ..Timings::default()
        };
        Ok(Intent {
            trace_id,
            decoded,
            timings,
            is_envelope_faulty: false,
        })
    }
}

/// Turns an intent into a reject with one finding.
fn refuse(intent: &mut Intent<'_>, finding: Finding) {
    intent.decoded.account.findings = vec![finding.clone()];
    intent.decoded.account.more = 0;
    intent.decoded.verdict = Verdict::Reject(Box::new(Reject {
        trace_id: intent.trace_id.clone(),
        findings: vec![finding],
        more: 0,
    }));
}

/// Reads and handles each intent in the language `asked` or the codebook's first; returns the worst exit code. Each
/// line is answered before the next one is read.
pub(crate) fn each(
    arguments: &IntentArguments,
    domain: &Domain,
    asked: Option<Lang>,
    mut one: impl FnMut(Intent<'_>, &LineEnvelope<'_>) -> Result<Exit, CliError>,
) -> Result<Exit, CliError> {
    let reader = IntentReader::new(arguments, domain, asked)?;
    if !arguments.lines {
        let bytes = input::read_bytes(&arguments.file)?;
        return one(reader.read(&bytes)?, &LineEnvelope::bare(&[]));
    }
    let mut lines = Lines::open(&arguments.file, reader.line_cap())?;
    let mut exit = Exit::Done;
    while let Some(line) = lines.read()? {
        let said = LineEnvelope::of_line(&line.text);
        let intent = reader.read_line(&line, &said)?;
        exit = exit.worse(one(intent, &said)?);
    }
    Ok(exit)
}

pub(crate) fn micros(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX)
}
