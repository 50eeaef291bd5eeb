//! How a rule says that it is broken.

use crate::finding::partial_finding::PartialFinding;
use crate::finding::registry::Rule;
use crate::finding::{Detail, Finding, Violation};
use crate::list::List;
use crate::resolve::Resolver;
use crate::span::Span;
use crate::tables::{FieldDef, PolicyAction};

impl<'a> Resolver<'a> {
    /// Reports something wrong; `tell` says what, where somebody will read it.
    pub(crate) fn report(
        &mut self,
        rule: &'static Rule,
        span: Span,
        tell: impl FnOnce(&Self, Finding) -> Finding,
    ) {
        self.report_on(None, rule, span, tell);
    }

    /// Reports something wrong with the use of a field, which a policy may name.
    #[cold]
    pub(crate) fn report_on(
        &mut self,
        field: Option<&'a FieldDef>,
        rule: &'static Rule,
        span: Span,
        tell: impl FnOnce(&Self, Finding) -> Finding,
    ) {
        let path = field.map(|field| field.path.as_ref());
        let action = self.tables.action(rule.class, path);
        let told = match action {
            PolicyAction::Clarify => self.tells_one_more(),
            PolicyAction::Reject => {
                let first = |known: &PartialFinding| known.action == PolicyAction::Reject;
                // One that decides is told, however many stand before it.
                let decides = || !self.findings.iter().any(first);
                self.tells_one_more() || (self.detail == Detail::Full && decides())
            }
        };
        let told = told.then(|| {
            let mut finding = tell(self, Finding::new(rule, span, ""));
            if field.is_some() {
                finding = finding.about(field);
            }
            finding.field = path.map(str::to_owned);
            Box::new(finding)
        });
        self.findings.add(PartialFinding {
            violation: Violation { rule, span },
            action,
            told,
        });
    }

    /// Whether one more finding is told.
    fn tells_one_more(&self) -> bool {
        self.detail.of_one_more(self.findings.len()) == Detail::Full
    }
}
