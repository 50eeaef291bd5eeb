//! `Notes`: what the rules write beside the contract.

use crate::contract::Defaults;
use crate::finding::registry::Rule;
use crate::finding::{DESCRIBED_AT_MOST, Finding};
use crate::ledger::Ledger;
use crate::resolve::context::Context;
use crate::span::Span;
use crate::tables::FieldDef;
use crate::version::ContractVersion;

/// What the rules write beside the contract.
pub(crate) struct Notes<'a> {
    pub(crate) findings: Vec<Finding>,
    pub(crate) ledger: Ledger<'a>,
    pub(crate) defaults: Defaults,
    /// The oldest version but v0.1 that has a place for every part.
    pub(crate) uses: ContractVersion,
    /// Whether a list is longer than its cap. Elements are compared pair by pair only where none is: the pairs of a list
    /// without a bound would cost out of all proportion.
    pub(crate) overlong: bool,
}

impl<'a> Notes<'a> {
    /// Reports something wrong; `tell` describes it.
    pub(crate) fn report(
        &mut self,
        context: &Context<'a>,
        rule: &'static Rule,
        span: Span,
        tell: impl FnOnce(Finding) -> Finding,
    ) {
        self.report_on(context, None, rule, span, tell);
    }

    /// Reports something wrong with the use of a field, which a policy may name.
    #[cold]
    pub(crate) fn report_on(
        &mut self,
        context: &Context<'a>,
        field: Option<&'a FieldDef>,
        rule: &'static Rule,
        span: Span,
        tell: impl FnOnce(Finding) -> Finding,
    ) {
        let tables = context.tables;
        let path = field.map(|field| field.path.as_ref());
        let mut finding = Finding::new(rule, span, "");
        finding.field = path.map(str::to_owned);
        // One that decides is described, however many were found before it.
        let decides =
            || finding.rejects(tables) && !self.findings.iter().any(|known| known.rejects(tables));
        if self.findings.len() < DESCRIBED_AT_MOST || decides() {
            finding = tell(finding);
            if field.is_some() {
                finding = finding.about(field);
            }
        }
        self.findings.push(finding);
    }
}
