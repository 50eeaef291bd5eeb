//! The findings of one file together with its text, for rendering and reports.

use crate::finding::Finding;
use crate::source::files::SourceSet;

/// The findings of a file with the sources that [`render`](crate::render) and [`report`](fn@crate::report) need.
/// `path`: the name of the file; `bytes`: its content, or the part of it after `lines_before` lines.
#[must_use]
pub fn placed(
    (path, lines_before): (&str, usize),
    bytes: &[u8],
    mut findings: Vec<Finding>,
) -> (Vec<Finding>, SourceSet) {
    // Most files have no findings and are not copied.
    if findings.is_empty() {
        return (findings, SourceSet::default());
    }
    // Empty lines replace the earlier ones, so that line numbers are those of the whole file.
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
