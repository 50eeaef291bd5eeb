//! Checks that metrics are defined only in codebooks whose contract version supports them.

use cmec_decoder::tables::ContractVersion;

use crate::finding::{Finding, Remarks, Rule, tell};
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let said = codebook.contract_version.as_ref();
    let version = said.map_or_else(Default::default, |said| said.value);
    let Some(first) = codebook.metrics.first() else {
        return;
    };
    let needed = ContractVersion::V03;
    if version >= needed {
        return;
    }
    let (version, needed) = (version.name(), needed.name());
    let message = format!("a contract of version `{version}` asks for no metric of the codebook");
    let help = format!("say `contract_version: {needed}`, or leave `metrics` out");
    let finding = tell(findings, Rule::MetricVersion, first.code.place, message).help(help);
    if let Some(said) = said {
        finding.also(said.place, "the version is said here");
    }
}
