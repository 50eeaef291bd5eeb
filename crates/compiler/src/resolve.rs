//! `resolve`: a source without errors → the codebook as the decoder and the executor read it.

pub(crate) mod aliases;
mod catalogue;
pub(crate) mod checked;
mod descriptions;
pub(crate) mod examples;
mod lock;
mod metrics;
mod structured;
pub(crate) mod tables;

use cmec_decoder::tables::Text;

use crate::finding::{Finding, Spanned};
use crate::source::Source;
use crate::source::files::SourceSet;
use checked::Checked;

/// `None` only if a required part is missing, which the rules have reported. Metrics and examples are read last, over
/// the tables, and add findings of their own.
pub(crate) fn resolve(
    mut source: Source,
    sources: &SourceSet,
    findings: &mut Vec<Finding>,
) -> Option<Checked> {
    let mut catalogue = catalogue::catalogue(&source)?;
    let locked = source.lock.map(|locked| locked.lock).unwrap_or_default();
    let metrics = std::mem::take(&mut source.codebook.metrics);
    let mut tables = tables::tables(
        &source.core,
        source.codebook,
        source.retrieval.as_ref(),
        source.tools.as_ref(),
        sources.hash(),
        &locked,
    )?;
    metrics::add(metrics, &mut tables, sources, &locked, findings);
    if let Some(source) = &source.examples {
        catalogue.examples = examples::examples(source, &tables, &catalogue.lanes, findings);
    }
    Some(Checked::new(tables, catalogue, locked, source.trees))
}

fn owned(text: &Spanned<String>) -> Text {
    text.value.clone().into()
}
