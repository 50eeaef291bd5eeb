//! A text that comes in pieces: whether it can still become valid, told as early as possible, and the verdict on the
//! whole at its end.
//!
//! ```text
//! pieces ── intake ──► text so far ── scan ──► tokens ── automaton ──► finding place ── the whole-text readers ──► Finding
//! ```
//!
//! Any JSON is held against the grammar, the depth cap and the byte cap. Keys, JSON types, codes and names are judged in
//! cMEC c0.2 and in MEC, from the moment a text can be nothing else, or its first key at the top is one of MEC; calls
//! and documents of v0.1 are judged as soon as their outer bracket closes. A code, a key or a text is judged at its last quote, a number or a bare word at the byte after it, a list or
//! an object that stands where something else should at its closing bracket: their findings name the whole of them.
//! What only the whole can show (a part that is missing, parts in conflict, a field of another type, a value that does
//! not fit its field) is said when the outer bracket closes. With `extract` on only the byte cap and UTF-8 are watched,
//! since prose may stand anywhere. Of SQL the end is told: a semicolon, the fence that closes, a second statement.
//!
//! A stream decides nothing of its own. Where a token cannot be mended by what follows, it asks the whole decoder
//! about the part that is there and takes its finding. The verdict on the whole is the whole decoder's.

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

/// Faults whose findings may be looked for in one text: looking reads the text so far once.
const LOOKS: u8 = 3;

/// Whether a text can still become valid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StreamState<'s> {
    /// It can.
    Open,
    /// It is SQL whose statement has ended, and what follows is no part of it.
    Complete,
    /// It cannot, whatever follows.
    ///
    /// It is the finding the decoder has for the whole text, unless what follows makes it unreadable, or a text of
    /// another notation: the whole then has the fault of syntax or shape that hides this one. What grows with the text is told as far as it is known:
    /// the end of a trailing text, the size of one that is too large, and the candidates for an unknown field, which
    /// are ranked by the types named so far.
    Doomed(&'s Finding),
}

/// Reads a text that comes in pieces, in time linear in its length and with no more memory than the longest text
/// allowed takes.
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
    /// The end of a statement, where the text is one of SQL.
    statement: Statement,
    doom: Option<Finding>,
    /// Whether tokens are still looked at.
    reading: bool,
    /// Whether the whole was judged, its outer bracket being closed.
    judged: bool,
    looks: u8,
}

impl<'t> StreamDecoder<'t> {
    /// A stream for one text, with the codebook and the switches of a decoder.
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

    /// Takes the next piece, which may end or start inside a character.
    pub fn push_bytes(&mut self, piece: &[u8]) -> StreamState<'_> {
        self.intake.take(piece);
        if self.doom.is_none() {
            self.doom = self.intake.fault().or_else(|| self.read());
        }
        self.state()
    }

    /// What is known so far.
    #[must_use]
    pub fn state(&self) -> StreamState<'_> {
        match &self.doom {
            Some(finding) => StreamState::Doomed(finding),
            None if self.statement.is_complete() => StreamState::Complete,
            None => StreamState::Open,
        }
    }

    /// Whether the whole is rejected, whatever follows. What is asked about may be said again in one part, for which the rest
    /// of the text is needed.
    #[must_use]
    pub fn is_rejected(&self) -> bool {
        let action = |finding: &Finding| {
            let field = finding.field.as_deref();
            self.decoder.tables().action(finding.rule.class, field)
        };
        (self.doom.as_ref()).is_some_and(|finding| action(finding) == PolicyAction::Reject)
    }

    /// The verdict on the text as the whole: what [`Decoder::decode_bytes`] says of all pieces together.
    #[must_use]
    pub fn finish(&self, trace_id: &str) -> Decoded<'_> {
        let Some(fault) = self.intake.fault_at_end() else {
            return self.decoder.decode(&self.intake.text, trace_id);
        };
        // The text is not kept, so its size and the place of the fault are filled in.
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

    /// Reads the tokens that are complete.
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
                Step::Wrong(place) => {
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
