//! The findings of one file with the text they are about, as they are drawn and reported.

use crate::finding::Finding;
use crate::source::files::SourceSet;

/// The findings of a file, and the sources that [`render`](crate::render) and [`report`](crate::report) take with them.
/// `path`: what the file is called, `bytes`: what it holds.
#[must_use]
pub fn placed(path: &str, bytes: &[u8], mut findings: Vec<Finding>) -> (Vec<Finding>, SourceSet) {
    // Most files have none, and are not copied.
    if findings.is_empty() {
        return (findings, SourceSet::default());
    }
    // The sources of a codebook have files of their own beside it.
    let sources = SourceSet::from_bytes("", [(path, bytes)]);
    let file = sources.named(path).map_or(0, |(file, _)| file);
    for finding in &mut findings {
        let labels = std::iter::once(&mut finding.primary).chain(&mut finding.secondary);
        labels.for_each(|label| label.place.file = file);
    }
    (findings, sources)
}
