//! How a rule says that it is broken.

use crate::finding::registry::Rule;
use crate::finding::{DESCRIBED_AT_MOST, Finding};
use crate::resolve::Resolver;
use crate::span::Span;
use crate::tables::FieldDef;

impl<'a> Resolver<'a> {
    /// Reports something wrong; `tell` describes it.
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
        let mut finding = Finding::new(rule, span, "");
        finding.field = path.map(str::to_owned);
        // One that decides is described, however many were found before it.
        let decides = || {
            finding.rejects(self.tables)
                && !self.findings.iter().any(|known| known.rejects(self.tables))
        };
        if self.findings.len() < DESCRIBED_AT_MOST || decides() {
            finding = tell(self, finding);
            if field.is_some() {
                finding = finding.about(field);
            }
        }
        self.findings.push(finding);
    }
}
