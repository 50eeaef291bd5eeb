//! `Notes`: what the rules write beside the contract.

use crate::contract::Defaults;
use crate::finding::registry::{self, Rule};
use crate::finding::topic::Topic;
use crate::finding::{DESCRIBED_AT_MOST, Finding};
use crate::language::Part;
use crate::ledger::Ledger;
use crate::span::Span;
use crate::tables::{FieldDef, Tables};
use crate::version::ContractVersion;

/// What the rules write beside the contract.
pub(crate) struct Notes<'a> {
    tables: &'a Tables,
    version: ContractVersion,
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
    pub(crate) fn new(tables: &'a Tables, version: ContractVersion) -> Self {
        Self {
            tables,
            version,
            findings: Vec::new(),
            ledger: Ledger::default(),
            defaults: Defaults::default(),
            uses: ContractVersion::V02Lite,
            overlong: false,
        }
    }

    /// Reports something wrong; `tell` describes it.
    pub(crate) fn report(
        &mut self,
        rule: &'static Rule,
        span: Span,
        tell: impl FnOnce(Finding) -> Finding,
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
        tell: impl FnOnce(Finding) -> Finding,
    ) {
        let tables = self.tables;
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

    /// Notes a form that only v0.3 has, and reports it where the version that is executed is an older one.
    pub(crate) fn newer(&mut self, span: Span, part: Part, form: &'static str) {
        self.uses = ContractVersion::V03;
        let version = self.version;
        // A version that lacks the whole part has its finding.
        if version >= ContractVersion::V03 || version.lacks().contains(&part) {
            return;
        }
        self.report(&registry::NOT_IN_VERSION, span, |finding| {
            let version = version.name();
            let message = format!("a contract of version `{version}` has no place for {form}");
            let help = "ask for it in another way, or let the host execute v0.3";
            finding.explain(message, help).on(Topic::Lacking(part))
        });
    }
}
