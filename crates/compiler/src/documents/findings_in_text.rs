//! The findings of one file with the text they are about, as they are drawn and reported.

use crate::finding::Finding;
use crate::source::files::SourceSet;

/// The findings of a file, and the sources that [`render`](crate::render) and [`report`](crate::report) take with them.
/// `path`: what the file is called, `bytes`: what it holds, or a part of it that begins behind `lines_before` lines.
#[must_use]
pub fn placed(
    (path, lines_before): (&str, usize),
    bytes: &[u8],
    mut findings: Vec<Finding>,
) -> (Vec<Finding>, SourceSet) {
    // Most files have none, and are not copied.
    if findings.is_empty() {
        return (findings, SourceSet::default());
    }
    // The sources of a codebook have files of their own beside it.
    // Empty lines stand for those before, so that lines are counted from the beginning of the file.
    let mut text = vec![b'\n'; lines_before];
    text.extend_from_slice(bytes);
    let sources = SourceSet::from_bytes("", [(path, text.as_slice())]);
    let file = sources.named(path).map_or(0, |(file, _)| file);
    for finding in &mut findings {
        let labels = std::iter::once(&mut finding.primary).chain(&mut finding.secondary);
        labels.for_each(|label| {
            let place = &mut label.place;
            (place.file, place.start, place.end) =
                (file, place.start + lines_before, place.end + lines_before);
        });
    }
    (findings, sources)
}
