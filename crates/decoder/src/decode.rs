//! The decoder: text → verdict.

use crate::clarify::Clarify;
use crate::contract::Valid;
use crate::finding::bounds::keep_described;
use crate::finding::{Finding, registry};
use crate::language::Scenario;
use crate::ledger::Ledger;
use crate::notation::{Notation, Spelling};
use crate::read::extract::{self, Cut, Extract, second_payload, thoughts};
use crate::read::json::grammar_fault::without_extraction;
use crate::read::{self, ReadError, Reading, sql};
use crate::resolve::resolve;
use crate::span::{Position, Positions};
use crate::tables::{FindingClass, Tables};
use crate::tokens::Tokens;
use crate::verdict::{Account, Decoded, Reject, Verdict};
use crate::version::ContractVersion;

/// The options of a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Permission to answer with a question.
    pub clarify: EmitClarify,
    /// The notations that are accepted.
    pub spelling: Spelling,
    /// Removal of text around the intent.
    pub extract: Extract,
    /// The newest contract version that the host executes. Parts it cannot express become questions. `None` means the
    /// version in the codebook.
    pub contract_version: Option<ContractVersion>,
}

/// The switch `emit_clarify` of the seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EmitClarify {
    /// Unclear texts become questions.
    #[default]
    On,
    /// Unclear texts are rejected.
    Off,
}

/// `true` if a text begins like a supported SQL statement.
#[must_use]
pub fn begins_statement(text: &str) -> bool {
    sql::may_begin(text, 0)
}

/// Decodes texts against one codebook.
#[derive(Debug, Clone, Copy)]
pub struct Decoder<'t> {
    tables: &'t Tables,
    options: Options,
}

impl<'t> Decoder<'t> {
    /// A decoder for one codebook.
    #[must_use]
    pub const fn new(tables: &'t Tables) -> Self {
        Self {
            tables,
            options: Options {
                clarify: EmitClarify::On,
                spelling: Spelling::Auto,
                extract: Extract::Off,
                contract_version: None,
            },
        }
    }

    /// The decoder with other options.
    #[must_use]
    pub const fn with_options(self, options: Options) -> Self {
        Self {
            tables: self.tables,
            options,
        }
    }

    /// Decodes the bytes of a model's output. Rejects bytes that are not UTF-8.
    #[must_use]
    pub fn decode_bytes<'a>(&self, bytes: &'a [u8], trace_id: &str) -> Decoded<'a>
    where
        't: 'a,
    {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.decode(text, trace_id),
            Err(error) => {
                let start = error.valid_up_to();
                let valid = bytes.get(..start).unwrap_or_default();
                let before = std::str::from_utf8(valid).unwrap_or_default();
                let length = error.error_len().unwrap_or(1);
                let finding = Finding::not_utf8(start, length, Position::of(before, start));
                self.refuse_bytes(bytes.len(), finding, trace_id)
            }
        }
    }

    /// Decodes a model's output.
    #[must_use]
    pub fn decode<'a>(&self, text: &'a str, trace_id: &str) -> Decoded<'a>
    where
        't: 'a,
    {
        let (tokens, reading) = self.reading(text);
        let reading = match reading {
            Ok(reading) => reading,
            Err(ReadError { notation, finding }) => {
                let mut decoded = self.fault(text, *finding, trace_id);
                decoded.account.notation = notation;
                decoded.account.tokens = tokens;
                return decoded;
            }
        };
        let (draft, root) = (reading.draft, reading.root);
        let resolution = resolve(&draft, self.tables, self.version());
        let mut account = Account {
            notation: reading.notation,
            bytes: text.len(),
            tokens,
            tool: draft.tool.as_ref().map(|name| name.value.clone()),
            reasoning: reading.reasoning,
            findings: reading.findings,
            more: 0,
            ledger: reading.ledger,
        };
        account.ledger.extend(resolution.ledger);
        account.findings.extend(resolution.findings);
        (account.findings).sort_by_key(|finding| (finding.span, finding.rule.id));
        account.more = keep_described(&mut account.findings, |finding| {
            finding.rejects(self.tables)
        });
        let mut positions = Positions::of(text);
        for finding in &mut account.findings {
            finding.position = positions.at(finding.span.start);
            // A missing part belongs to the whole text; in SQL, a single item can have the same span.
            let missing = finding.span == root.span && finding.class() == FindingClass::MissingPart;
            if !missing {
                finding.pointer = root.pointer_to(finding.span);
            }
            finding.shorten();
        }
        (account.findings).sort_by_key(|finding| (finding.span, finding.rule.id));
        let asked =
            (draft.question.as_ref()).filter(|_| resolution.scenario == Some(Scenario::Clarify));
        if account.findings.is_empty()
            && let Some(question) = asked
        {
            let pointer = root.pointer_to(question.span);
            if self.options.clarify == EmitClarify::On {
                let clarify = Clarify::from_model(&question.value, &pointer, trace_id);
                let verdict = Verdict::Clarify(Box::new(clarify));
                return Decoded { verdict, account };
            }
            let message = "the model asks back, and questions are switched off";
            let mut finding = Finding::new(&registry::MODEL_ASKED, question.span, message);
            finding.position = Position::of(text, question.span.start);
            finding.pointer = pointer;
            account.findings.push(finding);
        }
        match resolution.contract {
            Some(contract) if account.findings.is_empty() => {
                let contract = Valid::new(contract, resolution.defaults, resolution.uses);
                let verdict = Verdict::Contract(Box::new(contract));
                Decoded { verdict, account }
            }
            _ => self.close(account, trace_id),
        }
    }

    /// Reads a text into a draft and returns it with the text's tokens; the error is the single finding that prevented
    /// reading.
    pub(crate) fn reading<'a>(&self, text: &'a str) -> (Tokens<'a>, Result<Reading<'a>, ReadError>)
    where
        't: 'a,
    {
        let notation = self.notation();
        let unread = |finding| {
            let tokens = Tokens::of("", notation);
            (tokens, Err(ReadError { notation, finding }))
        };
        let cap = self.tables.limits.input_bytes as usize;
        if text.len() > cap {
            return unread(Box::new(Finding::too_large(text.len(), cap)));
        }
        let cut = match self.cut(text) {
            Ok(cut) => cut,
            Err(finding) => return unread(finding),
        };
        let spelling = self.options.spelling;
        let mut reading = read::read(cut.text, cut.from, spelling, self.tables);
        let notation = match &mut reading {
            Ok(reading) => {
                let mut ledger: Ledger<'a> = cut.ledger;
                ledger.extend(std::mem::take(&mut reading.ledger));
                reading.ledger = ledger;
                reading.notation
            }
            Err(unread) => unread.notation,
        };
        if self.options.extract == Extract::On
            && let Err(unread) = &mut reading
        {
            without_extraction(&mut unread.finding);
        }
        let text = cut.text.get(cut.from..).unwrap_or_default();
        (Tokens::of(text, notation), reading)
    }

    /// The newest contract version that the host executes.
    pub(crate) fn version(&self) -> ContractVersion {
        let said = self.options.contract_version;
        said.unwrap_or(self.tables.contract_version)
    }

    pub(crate) const fn tables(&self) -> &'t Tables {
        self.tables
    }

    pub(crate) const fn options(&self) -> Options {
        self.options
    }

    pub(crate) fn cut<'a>(&self, text: &'a str) -> Result<Cut<'a>, Box<Finding>> {
        if self.options.extract == Extract::Off {
            return Ok(Cut::nothing(text));
        }
        let thought = thoughts::end(text);
        let answer = text.get(thought..).unwrap_or_default();
        let cut = self.cut_answer(answer).map_err(|mut finding| {
            finding.span = finding.span.shifted(thought);
            finding
        })?;
        Ok(match thought {
            0 => cut,
            _ => cut.behind(text, thought),
        })
    }

    /// `cut` for a text without reasoning.
    fn cut_answer<'a>(&self, text: &'a str) -> Result<Cut<'a>, Box<Finding>> {
        let cut = match extract::statement::cut(text, self.options.spelling)? {
            Some(cut) => cut,
            None => extract::cut(text)?,
        };
        let alone = Decoder::new(self.tables);
        let decodes = |piece: &str| alone.is_contract(piece);
        match second_payload::find(text, &cut, decodes) {
            None => Ok(cut),
            Some(second) => {
                let message = "the text around the intent holds a second intent";
                let finding = Finding::new(&registry::TWO_PAYLOADS, second, message);
                Err(Box::new(finding.help("send one intent alone")))
            }
        }
    }

    /// `true` if a text by itself decodes to a contract.
    fn is_contract(&self, text: &str) -> bool {
        let Ok(reading) = self.reading(text).1 else {
            return false;
        };
        let version = self.version();
        let resolution = resolve(&reading.draft, self.tables, version);
        reading.findings.is_empty()
            && resolution.findings.is_empty()
            && resolution.contract.is_some()
    }

    /// The verdict on a text that could not be read.
    pub(crate) fn fault<'a>(
        &self,
        text: &'a str,
        mut finding: Finding,
        trace_id: &str,
    ) -> Decoded<'a>
    where
        't: 'a,
    {
        finding.position = Position::of(text, finding.span.start);
        finding.shorten();
        self.refuse_bytes(text.len(), finding, trace_id)
    }

    /// The verdict on unread bytes; the finding already has its position.
    fn refuse_bytes<'a>(&self, bytes: usize, finding: Finding, trace_id: &str) -> Decoded<'a> {
        let notation = self.notation();
        let account = Account {
            notation,
            bytes,
            tokens: Tokens::of("", notation),
            tool: None,
            reasoning: None,
            findings: vec![finding],
            more: 0,
            ledger: Ledger::default(),
        };
        self.close(account, trace_id)
    }

    /// The notation to report before the text is read.
    const fn notation(&self) -> Notation {
        match self.options.spelling {
            Spelling::Auto => Notation::C02,
            Spelling::Only(notation) => notation,
        }
    }

    fn close<'a>(&self, account: Account<'a>, trace_id: &str) -> Decoded<'a> {
        let findings = &account.findings;
        let rejected = self.options.clarify == EmitClarify::Off
            || findings.iter().any(|finding| finding.rejects(self.tables));
        let verdict = if rejected {
            Verdict::Reject(Box::new(Reject {
                trace_id: trace_id.to_owned(),
                findings: findings.clone(),
                more: account.more,
            }))
        } else {
            let languages = self.tables.languages.iter().map(AsRef::as_ref);
            let mut clarify = Clarify::from_findings(findings, languages, trace_id);
            clarify.more = account.more;
            Verdict::Clarify(Box::new(clarify))
        };
        Decoded { verdict, account }
    }
}
