//! The verdict on a text by itself: a contract, or which rules are broken and where.
//!
//! What to say about it (messages, candidates, a question) is most of the work of a refusal, and a host that only
//! counts, retries or falls back never reads it. [`Decoder::decode`] tells it all.
//!
//! Rules take messages, candidates and questions as closures, and `judge` never calls these.

use crate::contract::{Contract, Valid};
use crate::decode::{Decoder, EmitClarify};
use crate::finding::partial_finding::PartialFinding;
use crate::finding::{Detail, Finding, Violation, registry};
use crate::language::Scenario;
use crate::ledger::Ledger;
use crate::read::Reading;
use crate::resolve::resolve;
use crate::tables::PolicyAction;

/// A verdict without words.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged<'a> {
    /// The verdict.
    pub ruling: Ruling<'a>,
    /// Everything wrong with the text, in its order: the rules and places of the findings [`Decoder::decode`] gives.
    pub violations: Vec<Violation>,
    /// What was filled in, derived, coerced or left out.
    pub ledger: Ledger<'a>,
}

/// What a text came to.
#[derive(Debug, Clone, PartialEq)]
pub enum Ruling<'a> {
    /// It can be executed.
    Contract(Box<Valid<Contract<'a>>>),
    /// It cannot be executed as it is; [`Decoder::decode`] has the question.
    Clarify,
    /// It is not an intent.
    Reject,
}

impl<'t> Decoder<'t> {
    /// The verdict on a model's output, without anything to read.
    #[must_use]
    pub fn judge<'a>(&self, text: &'a str) -> Judged<'a>
    where
        't: 'a,
    {
        if let Some(reading) = self.read_fast(text) {
            let (rejected, violations) = self.violations(Vec::new(), &reading.findings);
            return Judged {
                ruling: if violations.is_empty() {
                    Ruling::Contract(reading.contract)
                } else {
                    Self::ruling(rejected)
                },
                violations,
                ledger: reading.ledger,
            };
        }
        match &mut self.reading(text, Detail::RulesOnly).1 {
            Ok(reading) => self.rule(reading),
            Err(unread) => self.refuse(&unread.finding),
        }
    }

    /// The verdict on a draft, which is too large to be handed on.
    fn rule<'a>(&self, reading: &mut Reading<'a>) -> Judged<'a>
    where
        't: 'a,
    {
        let (draft, mut ledger) = (&reading.draft, std::mem::take(&mut reading.ledger));
        let version = self.version();
        let resolution = resolve(draft, self.tables(), version, Detail::RulesOnly);
        ledger.extend(resolution.ledger);
        let questions = self.options().clarify == EmitClarify::On;
        let violations = reading.findings.iter().map(Violation::from).collect();
        let (rejected, mut violations) = self.violations(violations, &resolution.findings);
        let asked = draft.question.as_ref();
        let asked = asked.filter(|_| resolution.scenario == Some(Scenario::Clarify));
        let ruling =
            match (resolution.contract, asked) {
                (_, Some(question)) if violations.is_empty() => {
                    if !questions {
                        violations.push(Violation {
                            rule: &registry::MODEL_ASKED,
                            span: question.span,
                        });
                    }
                    Self::ruling(rejected)
                }
                (Some(contract), _) if violations.is_empty() => Ruling::Contract(Box::new(
                    Valid::new(contract, resolution.defaults, resolution.uses),
                )),
                _ => Self::ruling(rejected),
            };
        Judged {
            ruling,
            violations,
            ledger,
        }
    }

    /// Everything wrong, the violations of reading and the findings of resolving, in the order of the text, and whether it makes a reject.
    fn violations(
        &self,
        of_reading: Vec<Violation>,
        findings: &[PartialFinding],
    ) -> (bool, Vec<Violation>) {
        let mut rejected = self.options().clarify == EmitClarify::Off;
        for violation in &of_reading {
            rejected |= self.tables().action(violation.rule.class, None) == PolicyAction::Reject;
        }
        let mut violations = of_reading;
        violations.reserve_exact(findings.len());
        for finding in findings {
            rejected |= finding.action == PolicyAction::Reject;
            violations.push(finding.violation);
        }
        violations.sort_by_key(|violation: &Violation| (violation.span, violation.rule.id));
        (rejected, violations)
    }

    /// The verdict on a text with one thing wrong that kept it from being read.
    fn refuse<'a>(&self, finding: &Finding) -> Judged<'a> {
        let action = self.tables().action(finding.class(), None);
        let questions = self.options().clarify == EmitClarify::On;
        Judged {
            ruling: Self::ruling(!questions || action == PolicyAction::Reject),
            violations: vec![finding.into()],
            ledger: Ledger::default(),
        }
    }

    const fn ruling<'a>(rejected: bool) -> Ruling<'a> {
        if rejected {
            Ruling::Reject
        } else {
            Ruling::Clarify
        }
    }
}
