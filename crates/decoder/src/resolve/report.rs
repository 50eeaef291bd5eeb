//! What is wrong with a draft. That it is wrong, and where, is noted at once; what to say about it (the message, the
//! help, the candidates) is worked out only where somebody will read it.

use super::Resolver;
use crate::finding::{Candidate, Finding, Flaw};
use crate::registry::Rule;
use crate::span::Span;
use crate::tables::{FieldDef, PolicyAction};
use crate::topic::Topic;

/// How much is said about what is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Telling {
    /// Only which rule is broken, and where.
    Places,
    /// Everything.
    All,
}

/// One thing wrong, and as much about it as is told.
pub(crate) struct Report {
    pub(crate) flaw: Flaw,
    /// What the codebook does about it.
    pub(crate) action: PolicyAction,
    message: Option<String>,
    advice: Option<Box<Advice>>,
}

/// What to do about it.
#[derive(Default)]
pub(super) struct Advice {
    help: Option<String>,
    candidates: Vec<Candidate>,
    field: Option<String>,
    field_labels: Vec<(String, String)>,
    topic: Option<Topic>,
}

impl Advice {
    pub(super) fn help(help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..Self::default()
        }
    }

    pub(super) fn candidates(candidates: Vec<Candidate>) -> Self {
        Self::default().or(candidates)
    }

    /// The same with what could have been meant.
    pub(super) fn or(mut self, candidates: Vec<Candidate>) -> Self {
        self.candidates = candidates;
        self
    }

    /// The same with what is left open.
    pub(super) fn on(mut self, topic: Topic) -> Self {
        self.topic = Some(topic);
        self
    }

    /// The same with the names of a field that a question is about, where no policy is to be asked of it.
    pub(super) fn about(mut self, field: Option<&FieldDef>) -> Self {
        let labels = field.map_or(&[][..], |field| &field.labels).iter();
        self.field_labels = labels
            .map(|label| (label.language.to_string(), label.text.to_string()))
            .collect();
        self
    }
}

impl Report {
    /// The finding it is, where everything was told.
    pub(crate) fn finding(self) -> Finding {
        let advice = self.advice.map_or_else(Advice::default, |advice| *advice);
        let mut finding = Finding::new(
            self.flaw.rule,
            self.flaw.span,
            self.message.unwrap_or_default(),
        );
        finding.help = advice.help;
        finding.candidates = advice.candidates;
        finding.field = advice.field;
        finding.field_labels = advice.field_labels;
        finding.topic = advice.topic;
        finding
    }
}

impl<'a> Resolver<'a> {
    pub(super) fn report(
        &mut self,
        rule: &'static Rule,
        span: Span,
        message: impl FnOnce(&Self) -> String,
        advice: impl FnOnce(&Self) -> Advice,
    ) {
        self.report_on(None, rule, span, message, advice);
    }

    /// Reports something wrong with the use of a field, which a policy may name.
    #[cold]
    pub(super) fn report_on(
        &mut self,
        field: Option<&'a FieldDef>,
        rule: &'static Rule,
        span: Span,
        message: impl FnOnce(&Self) -> String,
        advice: impl FnOnce(&Self) -> Advice,
    ) {
        let path = field.map(|field| field.path.as_ref());
        let action = self.tables.action(rule.class, path);
        let all = self.telling == Telling::All;
        // What is dropped is told in the ledger.
        let message = (all || action == PolicyAction::Drop).then(|| message(self));
        let advice = all.then(|| {
            let mut advice = advice(self);
            advice.field = path.map(str::to_owned);
            Box::new(match field {
                Some(_) => advice.about(field),
                None => advice,
            })
        });
        self.reports.push(Report {
            flaw: Flaw { rule, span },
            action,
            message,
            advice,
        });
    }

    /// Takes back the reports after the first `before`, where the codebook lets what they are in be dropped: what is
    /// wrong, for the ledger.
    pub(super) fn forgive(&mut self, before: usize) -> Option<String> {
        let own = self.reports.get(before..).unwrap_or_default();
        let dropped =
            !own.is_empty() && own.iter().all(|report| report.action == PolicyAction::Drop);
        if !dropped {
            return None;
        }
        let why = own.iter().filter_map(|report| report.message.as_deref());
        let why = why.collect::<Vec<_>>().join("; ");
        self.reports.truncate(before);
        Some(why)
    }
}
