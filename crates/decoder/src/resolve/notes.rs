//! `Notes`: the findings, ledger and defaults that the rules collect.

use crate::contract::Defaults;
use crate::finding::registry::{self, Rule};
use crate::finding::topic::Topic;
use crate::finding::{DESCRIBED_AT_MOST, Finding};
use crate::language::Part;
use crate::ledger::Ledger;
use crate::span::Span;
use crate::tables::{FieldDef, Tables};
use crate::version::ContractVersion;

/// The output of the rules apart from the contract.
pub(crate) struct Notes<'a> {
    tables: &'a Tables,
    version: ContractVersion,
    pub(crate) findings: Vec<Finding>,
    pub(crate) ledger: Ledger<'a>,
    pub(crate) defaults: Defaults,
    /// The oldest contract version, v0.1 excepted, that can express every part.
    pub(crate) uses: ContractVersion,
    /// `true` if a list exceeds its cap. Elements are then not compared pair by pair, since the cost would be quadratic
    /// without a bound.
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

    /// Reports an error; `tell` describes it.
    pub(crate) fn report(
        &mut self,
        rule: &'static Rule,
        span: Span,
        tell: impl FnOnce(Finding) -> Finding,
    ) {
        self.report_on(None, rule, span, tell);
    }

    /// Reports an error in the use of a field, which a policy may name.
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
        // A finding that decides the verdict is described even beyond the limit.
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

    /// Notes a form that only v0.3 has; reports it if the executed version is older.
    pub(crate) fn newer(&mut self, span: Span, part: Part, form: &'static str) {
        self.uses = ContractVersion::V03;
        let version = self.version;
        // A version without the whole part already has its finding.
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
