//! How a rule says that it is broken.

use crate::finding::partial_finding::PartialFinding;
use crate::finding::registry::Rule;
use crate::finding::{Detail, Finding, Violation};
use crate::resolve::Resolver;
use crate::span::Span;
use crate::tables::FieldDef;

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
        let told = (self.detail == Detail::Full).then(|| {
            let mut finding = tell(self, Finding::new(rule, span, ""));
            if field.is_some() {
                finding = finding.about(field);
            }
            finding.field = path.map(str::to_owned);
            Box::new(finding)
        });
        self.findings.push(PartialFinding {
            violation: Violation { rule, span },
            action,
            told,
        });
    }
}
