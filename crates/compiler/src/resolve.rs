//! `resolve`: a source that every rule has passed → the codebook as the decoder and the executor read it.

pub(crate) mod aliases;
mod catalogue;
pub(crate) mod checked;
mod lock;
mod structured;
pub(crate) mod tables;

use cmec_decoder::tables::Text;

use crate::finding::Spanned;
use crate::source::Source;
use crate::source::files::SourceSet;
use checked::Checked;

/// `None` only when something a rule demands is missing. The rules have said so then.
pub(crate) fn resolve(source: Source, sources: &SourceSet) -> Option<Checked> {
    let catalogue = catalogue::catalogue(&source)?;
    let locked = source.lock.map(|locked| locked.lock).unwrap_or_default();
    let tables = tables::tables(
        &source.core,
        source.codebook,
        source.retrieval.as_ref(),
        source.tools.as_ref(),
        sources.hash(),
        &locked,
    )?;
    Some(Checked::new(tables, catalogue, locked, source.trees))
}

/// The text alone.
fn owned(text: &Spanned<String>) -> Text {
    text.value.clone().into()
}
