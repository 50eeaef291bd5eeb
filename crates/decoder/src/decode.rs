//! The decoder: text → verdict.

use crate::clarify::Clarify;
use crate::contract::Valid;
use crate::finding::Finding;
use crate::ledger::Ledger;
use crate::notation::{Notation, c02, json};
use crate::registry;
use crate::resolve::{Resolution, resolve};
use crate::span::{Position, Span};
use crate::tables::{PolicyAction, Tables};
use crate::verdict::{Account, Decoded, Reject, RejectKind, Verdict};
use crate::vocabulary::Scenario;

/// What a host can switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Whether a question may go back.
    pub clarify: EmitClarify,
}

/// The seed's switch `emit_clarify`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EmitClarify {
    /// Questions go back.
    #[default]
    On,
    /// What would be a question is a reject.
    Off,
}

/// Reads texts against one codebook.
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
            },
        }
    }

    /// The same with other switches.
    #[must_use]
    pub const fn with_options(self, options: Options) -> Self {
        Self {
            tables: self.tables,
            options,
        }
    }

    /// Reads the bytes of a model's output; what is not UTF-8 is a reject.
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
                let finding = Finding::new(
                    &registry::NOT_UTF8,
                    Span::new(start, start + length),
                    format!("byte {start} is not UTF-8"),
                );
                let mut finding = finding.help("send UTF-8");
                finding.position = Position::of(before, start);
                self.close(bytes.len(), 0, vec![finding], Ledger::default(), trace_id)
            }
        }
    }

    /// Reads a model's output.
    #[must_use]
    pub fn decode<'a>(&self, text: &'a str, trace_id: &str) -> Decoded<'a>
    where
        't: 'a,
    {
        let cap = self.tables.limits.input_bytes as usize;
        if text.len() > cap {
            let finding = Finding::new(
                &registry::TOO_LARGE,
                Span::new(0, text.len()),
                format!("the text has {} bytes, and the most is {cap}", text.len()),
            );
            let mut finding = finding.help("say the intent once, with no prose");
            finding.position = Position::of(text, 0);
            return self.close(text.len(), 0, vec![finding], Ledger::default(), trace_id);
        }
        let document = match json::read(text, &self.tables.limits) {
            Ok(document) => document,
            Err(mut finding) => {
                finding.position = Position::of(text, finding.span.start);
                return self.close(text.len(), 0, vec![*finding], Ledger::default(), trace_id);
            }
        };
        let (draft, shape) = c02::read(&document.root);
        let Resolution {
            contract,
            scenario,
            findings,
            ledger,
        } = resolve(&draft, self.tables);
        let mut all = document.findings;
        all.extend(shape);
        all.extend(findings);
        for finding in &mut all {
            finding.position = Position::of(text, finding.span.start);
            finding.pointer = document.root.pointer_to(finding.span);
        }
        all.sort_by_key(|finding| (finding.span, finding.rule.id));
        let asked = draft
            .question
            .as_ref()
            .filter(|_| scenario == Some(Scenario::Clarify));
        if all.is_empty()
            && let Some(question) = asked
        {
            let pointer = document.root.pointer_to(question.span);
            if self.options.clarify == EmitClarify::On {
                let clarify = Clarify::from_model(&question.value, &pointer, trace_id);
                let verdict = Verdict::Clarify(Box::new(clarify));
                return self.finish(verdict, text.len(), document.tokens, all, ledger);
            }
            let mut finding = Finding::new(
                &registry::MODEL_ASKED,
                question.span,
                "the model asks back, and questions are switched off",
            );
            finding.position = Position::of(text, question.span.start);
            finding.pointer = pointer;
            all.push(finding);
        }
        match contract {
            Some(contract) if all.is_empty() => {
                let verdict = Verdict::Contract(Box::new(Valid::new(contract, ledger.defaulted())));
                self.finish(verdict, text.len(), document.tokens, all, ledger)
            }
            _ => self.close(text.len(), document.tokens, all, ledger, trace_id),
        }
    }

    /// The verdict on a text with findings.
    fn close<'a>(
        &self,
        bytes: usize,
        tokens: usize,
        findings: Vec<Finding>,
        ledger: Ledger,
        trace_id: &str,
    ) -> Decoded<'a> {
        let rejected = self.options.clarify == EmitClarify::Off
            || findings.iter().any(|finding| {
                let field = finding.field.as_deref();
                self.tables.action(finding.class(), field) == PolicyAction::Reject
            });
        let verdict = if rejected {
            Verdict::Reject(Box::new(Reject {
                kind: RejectKind::Reject,
                trace_id: trace_id.to_owned(),
                findings: findings.clone(),
            }))
        } else {
            let languages = self.tables.languages.iter().map(AsRef::as_ref);
            let clarify = Clarify::from_findings(&findings, languages, trace_id);
            Verdict::Clarify(Box::new(clarify))
        };
        self.finish(verdict, bytes, tokens, findings, ledger)
    }

    fn finish<'a>(
        &self,
        verdict: Verdict<'a>,
        bytes: usize,
        tokens: usize,
        findings: Vec<Finding>,
        ledger: Ledger,
    ) -> Decoded<'a> {
        Decoded {
            verdict,
            account: Account {
                notation: Notation::C02,
                bytes,
                tokens,
                findings,
                ledger,
            },
        }
    }
}
