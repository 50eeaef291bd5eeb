//! Decodes a text that arrives in pieces: reports as early as possible that it cannot become valid, and gives the
//! verdict at its end.
//!
//! ```text
//! pieces ── intake ──► text so far ── scan ──► tokens ── automaton ──► finding place ── the whole-text readers ──► Finding
//! ```
//!
//! - All JSON is checked against the grammar, the depth cap and the byte cap.
//! - Keys, JSON types, codes and names are checked in cMEC c0.2 and in MEC, as soon as the text can be nothing else, or
//!   its first top-level key belongs to MEC. Tool calls and documents of v0.1 are checked when their outer bracket
//!   closes.
//! - A string is checked at its closing quote, a number or bare word at the byte after it, and a misplaced list or
//!   object at its closing bracket, because the finding covers all of it.
//! - Errors that only the whole text shows (a missing part, a conflict, a field of another type, a value that does not
//!   fit its field) are reported when the outer bracket closes.
//! - With `extract` on, only the byte cap and UTF-8 are checked, since prose may occur anywhere.
//! - For SQL, the end is reported: a semicolon, a closing fence, or a second statement.
//!
//! The stream has no rules of its own. If no continuation can repair a token, it runs the decoder on the part so far
//! and takes its finding. The final verdict is that of the decoder on the whole text.

mod automaton;
mod finding_place;
mod intake;
mod scan;
mod statement;
mod word_lookup;

use crate::decode::Decoder;
use crate::finding::Finding;
use crate::notation::{Notation, Spelling};
use crate::read::extract::Extract;
use crate::read::sql::{self, Ending};
use crate::stream::automaton::{Automaton, Step};
use crate::stream::intake::Intake;
use crate::stream::scan::Scan;
use crate::stream::statement::Statement;
use crate::tables::PolicyAction;
use crate::verdict::{Decoded, Verdict};

/// The number of errors of a text for which a finding is looked for; each look reads the text so far once.
const LOOKS: u8 = 3;

/// The state of a text that may be incomplete.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StreamState<'s> {
    /// The text can still become valid.
    Open,
    /// The SQL statement has ended, and whatever follows does not belong to it.
    Complete,
    /// The text cannot become valid.
    ///
    /// The finding is the one that the decoder reports for the whole text. There is an exception: the rest of the text
    /// may make it unreadable or a text of another notation, and an error of syntax or shape then hides this finding.
    /// Parts that grow with the text are as known so far: the end of trailing text, the size of a text over the cap,
    /// and the candidates for an unknown field, which depend on the types named so far.
    Doomed(&'s Finding),
}

/// Decodes a text that arrives in pieces, in linear time and with memory bounded by the byte cap.
///
/// ```
/// # #[cfg(feature = "builtin")] {
/// use cmec_decoder::stream::{StreamDecoder, StreamState};
/// use cmec_decoder::{Decoder, generated::builtin};
///
/// let tables = builtin("enterprise").unwrap();
/// let mut stream = StreamDecoder::new(Decoder::new(tables));
/// assert_eq!(stream.push(r#"{"s":"I"#), StreamState::Open);
/// let StreamState::Doomed(finding) = stream.push(r#"Z","tg":["#) else { panic!() };
/// assert_eq!(finding.rule.id, "DEC030");
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct StreamDecoder<'t> {
    decoder: Decoder<'t>,
    intake: Intake,
    scan: Scan,
    automaton: Automaton,
    /// The end of the statement, if the text is SQL.
    statement: Statement,
    doom: Option<Finding>,
    /// `true` while tokens are processed.
    reading: bool,
    /// `true` after the outer bracket closed and the whole text was decoded.
    judged: bool,
    looks: u8,
}

impl<'t> StreamDecoder<'t> {
    /// A stream for one text, with the codebook and options of a decoder.
    #[must_use]
    pub fn new(decoder: Decoder<'t>) -> Self {
        let tables = decoder.tables();
        let options = decoder.options();
        Self {
            decoder,
            intake: Intake::new(tables.limits.input_bytes as usize),
            scan: Scan::new(),
            automaton: Automaton::new(options.spelling, tables),
            statement: Statement::new(),
            doom: None,
            reading: options.extract == Extract::Off,
            judged: false,
            looks: LOOKS,
        }
    }

    /// Takes the next piece.
    pub fn push(&mut self, piece: &str) -> StreamState<'_> {
        self.push_bytes(piece.as_bytes())
    }

    /// Takes the next piece, which may begin or end inside a character.
    pub fn push_bytes(&mut self, piece: &[u8]) -> StreamState<'_> {
        self.intake.take(piece);
        if self.doom.is_none() {
            self.doom = self.intake.fault().or_else(|| self.read());
        }
        self.state()
    }

    /// The state so far.
    #[must_use]
    pub fn state(&self) -> StreamState<'_> {
        match &self.doom {
            Some(finding) => StreamState::Doomed(finding),
            None if self.statement.is_complete() => StreamState::Complete,
            None => StreamState::Open,
        }
    }

    /// `true` if the text will be rejected, whatever follows. A finding that leads to a question does not count, since
    /// a repair of that part needs the rest of the text.
    #[must_use]
    pub fn is_rejected(&self) -> bool {
        let action = |finding: &Finding| {
            let field = finding.field.as_deref();
            self.decoder.tables().action(finding.rule.class, field)
        };
        (self.doom.as_ref()).is_some_and(|finding| action(finding) == PolicyAction::Reject)
    }

    /// The verdict on the whole text, equal to [`Decoder::decode_bytes`] of all pieces together.
    #[must_use]
    pub fn finish(&self, trace_id: &str) -> Decoded<'_> {
        let Some(fault) = self.intake.fault_at_end() else {
            return self.decoder.decode(&self.intake.text, trace_id);
        };
        // The text is not kept, so its size and the position of the error are filled in.
        let position = fault.position;
        let mut decoded = self.decoder.fault("", fault, trace_id);
        decoded.account.bytes = self.intake.bytes;
        let said = match &mut decoded.verdict {
            Verdict::Reject(reject) => reject.findings.as_mut_slice(),
            _ => &mut [],
        };
        for finding in said.iter_mut().chain(&mut decoded.account.findings) {
            finding.position = position;
        }
        decoded
    }

    /// Processes the complete tokens.
    fn read(&mut self) -> Option<Finding> {
        let tables = self.decoder.tables();
        let options = self.decoder.options();
        let is_sql = match options.spelling {
            Spelling::Only(notation) => notation == Notation::Sql,
            Spelling::Auto => sql::may_come(&self.intake.text),
        };
        if is_sql {
            return match self.statement.look(&self.intake.text) {
                Ending::Open | Ending::Complete => None,
                Ending::Another => {
                    let whole = self.decoder.decode(&self.intake.text, "");
                    whole.account.findings.into_iter().next()
                }
            };
        }
        while self.reading && !self.automaton.is_done() {
            let lexeme = self.scan.next(&self.intake.text)?;
            match self.automaton.step(&self.intake.text, lexeme, tables) {
                Step::On => {}
                Step::Broken => {
                    self.reading = false;
                    return finding_place::of_grammar(&self.intake.text, tables);
                }
                Step::ValueError(place) => {
                    self.looks = self.looks.saturating_sub(1);
                    self.reading = self.looks > 0;
                    let mut closed = self.intake.text.get(..lexeme.span.end)?.to_owned();
                    closed.push_str(&self.automaton.closing());
                    if let Some(finding) = place.finding(&closed, self.automaton.notation(), tables)
                    {
                        return Some(finding);
                    }
                }
            }
        }
        self.reading.then_some(())?;
        if !self.scan.only_blanks_follow(&self.intake.text) {
            self.reading = false;
            return finding_place::of_grammar(&self.intake.text, tables);
        }
        if self.judged {
            return None;
        }
        self.judged = true;
        let whole = self.decoder.decode(&self.intake.text, "");
        whole.account.findings.into_iter().next()
    }
}
