//! Intents from a file or standard input: one, or one a line.

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
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::lines::{Line, Lines};
use crate::terminal::{input, output, trace_id};

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
    /// Whether the envelope of its line cannot be read, so that nothing is known of the text.
    pub(crate) is_envelope_faulty: bool,
}

/// The format of results: a batch is always lines of JSON.
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
    /// The language of what is shown.
    language: Locale,
    /// The language that was asked for; where none was, findings keep to their message.
    asked: Option<Locale>,
    trace_id: Option<String>,
    self_check: SelfCheck,
}

impl<'d> IntentReader<'d> {
    /// A reader with the switches asked for, in the language `asked` for or the first of the codebook.
    pub(crate) fn new(
        arguments: &IntentArguments,
        domain: &'d Domain,
        asked: Option<Lang>,
    ) -> Result<Self, Failure> {
        if arguments.lines && arguments.trace_id.is_some() {
            return Err(
                Failure::usage("`--trace-id` names one answer, and `--lines` makes many")
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

    /// Most bytes to hold of a line: as an escape of JSON a byte of the text may take six, and the rest of its envelope
    /// stands beside it.
    pub(crate) fn line_cap(&self) -> u64 {
        (self.cap as u64).saturating_mul(8)
    }

    /// Reads a text.
    pub(crate) fn read<'t>(&self, text: &'t [u8]) -> Result<Intent<'t>, Failure>
    where
        'd: 't,
    {
        let intent = self.read_quietly(text)?;
        self.show(&intent, text);
        Ok(intent)
    }

    /// Reads a text and shows nothing: its findings are in the answer.
    pub(crate) fn read_quietly<'t>(&self, text: &'t [u8]) -> Result<Intent<'t>, Failure>
    where
        'd: 't,
    {
        self.finished(self.decoded(text)?)
    }

    /// Reads the text of a line. What is shown of it names the line.
    pub(crate) fn read_line<'t>(
        &self,
        line: &Line,
        said: &'t LineEnvelope<'_>,
    ) -> Result<Intent<'t>, Failure>
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
        // There is nothing to draw of a line that is not held whole, and nothing in the text is wrong with its envelope.
        let drawn = match (line.cut_from, &said.fault) {
            (None, None) => Cow::Borrowed(&*said.text),
            _ => Cow::Borrowed(&[][..]),
        };
        self.show(&intent, &drawn);
        Ok(intent)
    }

    /// What holds this reader's answers against their schemas.
    pub(crate) const fn self_check(&self) -> &SelfCheck {
        &self.self_check
    }

    /// An intent in the language that was asked for, held against its schema.
    fn finished<'t>(&self, mut intent: Intent<'t>) -> Result<Intent<'t>, Failure> {
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

    fn decoded<'t>(&self, text: &'t [u8]) -> Result<Intent<'t>, Failure>
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

/// Makes an intent a reject for one reason.
fn refuse(intent: &mut Intent<'_>, finding: Finding) {
    intent.decoded.account.findings = vec![finding.clone()];
    intent.decoded.account.more = 0;
    intent.decoded.verdict = Verdict::Reject(Box::new(Reject {
        trace_id: intent.trace_id.clone(),
        findings: vec![finding],
        more: 0,
    }));
}

/// Reads each intent, in the language `asked` for or the first of the codebook, does something with it, and ends with the
/// worst. Each line is answered before the next one is read.
pub(crate) fn each(
    arguments: &IntentArguments,
    domain: &Domain,
    asked: Option<Lang>,
    mut one: impl FnMut(Intent<'_>, &LineEnvelope<'_>) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
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

/// Microseconds since a moment.
pub(crate) fn micros(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX)
}
