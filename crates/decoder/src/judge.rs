//! The verdict on a text by itself: a contract, or which rules are broken and where.
//!
//! What to say about it (messages, candidates, a question) is most of the work of a refusal, and a host that only
//! counts, retries or falls back never reads it. [`Decoder::decode`] tells it all.

use crate::contract::{Contract, Valid};
use crate::decode::{Decoder, EmitClarify};
use crate::draft::Draft;
use crate::extract::Extract;
use crate::finding::{Finding, Flaw};
use crate::ledger::Ledger;
use crate::notation::{self, Notation, Prospect};
use crate::registry;
use crate::resolve::{Fused, Report, Telling, Unfit, fused, fused_line, resolve};
use crate::tables::PolicyAction;
use crate::vocabulary::Scenario;

/// A verdict without words.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged<'a> {
    /// The verdict.
    pub ruling: Ruling<'a>,
    /// Everything wrong with the text, in its order: the rules and places of the findings [`Decoder::decode`] gives.
    pub flaws: Vec<Flaw>,
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
        let tables = self.tables();
        let options = self.options();
        let cap = tables.limits.input_bytes as usize;
        if text.len() > cap {
            return self.refuse(&Finding::too_large(text.len(), cap));
        }
        let short = match options.extract {
            Extract::Off => notation::short_way(text, options.spelling),
            Extract::On => None,
        };
        if short == Some(Notation::Line)
            && let Some(accepted) = fused_line(text, tables, options.contract_version)
        {
            return Judged {
                ruling: Ruling::Contract(accepted.contract),
                flaws: Vec::new(),
                ledger: accepted.ledger,
            };
        }
        let mut prospect = Prospect::Open;
        if short == Some(Notation::C02) {
            match fused(text, tables, options.contract_version) {
                Ok(fused) => return self.judged(fused),
                Err(Unfit::Order) => {
                    if let Some(draft) = notation::direct::read(text, &tables.limits) {
                        return self.rule(&draft, Vec::new(), Ledger::default());
                    }
                }
                Err(Unfit::Text(told)) => prospect = told,
            }
        }
        let cut = match self.cut(text) {
            Ok(cut) => cut,
            Err(finding) => return self.refuse(&finding),
        };
        match notation::read(
            cut.text,
            cut.from,
            options.spelling,
            tables,
            prospect,
            Telling::Places,
        ) {
            Ok(reading) => {
                let mut ledger: Ledger<'a> = cut.ledger;
                ledger.extend(reading.ledger);
                self.rule(&reading.draft, reading.flaws, ledger)
            }
            Err(unread) => self.refuse(&unread.finding),
        }
    }

    fn judged<'a>(&self, fused: Fused<'a>) -> Judged<'a> {
        let (rejected, flaws) = self.flaws(fused.strangers, &fused.reports);
        Judged {
            ruling: if flaws.is_empty() {
                Ruling::Contract(fused.contract)
            } else {
                Self::ruling(rejected)
            },
            flaws,
            ledger: fused.ledger,
        }
    }

    fn rule<'a>(&self, draft: &Draft<'a>, flaws: Vec<Flaw>, mut ledger: Ledger<'a>) -> Judged<'a>
    where
        't: 'a,
    {
        let tables = self.tables();
        let resolution = resolve(
            draft,
            tables,
            self.options().contract_version,
            Telling::Places,
        );
        ledger.extend_resolved(resolution.ledger);
        let questions = self.options().clarify == EmitClarify::On;
        let (rejected, mut flaws) = self.flaws(flaws, &resolution.reports);
        let asked = draft.question.as_ref();
        let asked = asked.filter(|_| resolution.scenario == Some(Scenario::Clarify));
        let ruling = match (resolution.contract, asked) {
            (_, Some(question)) if flaws.is_empty() => {
                if !questions {
                    flaws.push(Flaw {
                        rule: &registry::MODEL_ASKED,
                        span: question.span,
                    });
                }
                Self::ruling(rejected)
            }
            (Some(contract), _) if flaws.is_empty() => {
                Ruling::Contract(Box::new(Valid::new(contract, resolution.defaults)))
            }
            _ => Self::ruling(rejected),
        };
        Judged {
            ruling,
            flaws,
            ledger,
        }
    }

    /// Everything wrong, the flaws of reading and the reports of resolving, in the order of the text, and whether it makes a reject.
    fn flaws(&self, of_reading: Vec<Flaw>, reports: &[Report]) -> (bool, Vec<Flaw>) {
        let mut rejected = self.options().clarify == EmitClarify::Off;
        for flaw in &of_reading {
            rejected |= self.tables().action(flaw.rule.class, None) == PolicyAction::Reject;
        }
        let mut flaws = of_reading;
        flaws.reserve_exact(reports.len());
        for report in reports {
            rejected |= report.action == PolicyAction::Reject;
            flaws.push(report.flaw);
        }
        flaws.sort_by_key(|flaw: &Flaw| (flaw.span, flaw.rule.id));
        (rejected, flaws)
    }

    /// The verdict on a text with one thing wrong that kept it from being read.
    fn refuse<'a>(&self, finding: &Finding) -> Judged<'a> {
        let action = self.tables().action(finding.class(), None);
        let questions = self.options().clarify == EmitClarify::On;
        Judged {
            ruling: Self::ruling(!questions || action == PolicyAction::Reject),
            flaws: vec![finding.into()],
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
