//! What is wrong with a draft. That it is wrong, and where, is noted at once; what to say about it (the message, the
//! help, the candidates) is worked out only where somebody will read it.

use crate::finding::topic::Topic;
use crate::finding::{Candidate, Finding, Violation};
use crate::tables::{FieldDef, PolicyAction};

/// A finding whose words are there only where they are asked for.
pub(crate) struct PartialFinding {
    pub(crate) violation: Violation,
    /// What the codebook does about it.
    pub(crate) action: PolicyAction,
    pub(crate) message: Option<String>,
    pub(crate) advice: Option<Box<Advice>>,
}

/// What to do about it.
#[derive(Default)]
pub(crate) struct Advice {
    pub(crate) help: Option<String>,
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) field: Option<String>,
    pub(crate) field_labels: Vec<(String, String)>,
    pub(crate) topic: Option<Topic>,
}

impl Advice {
    pub(crate) fn help(help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..Self::default()
        }
    }

    pub(crate) fn candidates(candidates: Vec<Candidate>) -> Self {
        Self::default().or(candidates)
    }

    /// The same with what could have been meant.
    pub(crate) fn or(mut self, candidates: Vec<Candidate>) -> Self {
        self.candidates = candidates;
        self
    }

    /// The same with what is left open.
    pub(crate) fn on(mut self, topic: Topic) -> Self {
        self.topic = Some(topic);
        self
    }

    /// The same with the names of a field that a question is about, where no policy is to be asked of it.
    pub(crate) fn about(mut self, field: Option<&FieldDef>) -> Self {
        let labels = field.map_or(&[][..], |field| &field.labels).iter();
        self.field_labels = labels
            .map(|label| (label.language.to_string(), label.text.to_string()))
            .collect();
        self
    }
}

impl PartialFinding {
    /// The finding it is, where everything was told.
    pub(crate) fn finding(self) -> Finding {
        let advice = self.advice.map_or_else(Advice::default, |advice| *advice);
        let mut finding = Finding::new(
            self.violation.rule,
            self.violation.span,
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
