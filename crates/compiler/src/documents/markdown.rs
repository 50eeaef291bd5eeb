//! Markdown file → document, with front matter as its metadata.

use cmec_executor::documents::Document;

use super::document_text::{document_text, mark_length};
use super::document_types::DocumentTypes;
use super::file_findings::{FileFindings, at};
use super::front_matter::{entries, parts};
use super::metadata::{FrontMatter, metadata};
use super::sections::sections;
use crate::finding::{Finding, Remarks, Rule};

/// Reads a Markdown file. `path`: its path within the corpus, with `/`. A file that gives no document has a finding
/// with the reason.
#[must_use]
pub fn read_markdown(
    path: &str,
    bytes: &[u8],
    types: &DocumentTypes<'_>,
) -> (Option<Document>, Vec<Finding>) {
    let mut told = FileFindings::default();
    let document = document(path, bytes, types, &mut told);
    (document, told.settled(path))
}

fn document(
    path: &str,
    bytes: &[u8],
    types: &DocumentTypes<'_>,
    told: &mut FileFindings,
) -> Option<Document> {
    // Places count the byte order mark, which is part of the file.
    let mark = mark_length(bytes);
    let text = document_text(bytes.get(mark..)?, mark, told)?;
    let otherwise = types.default_of(path);
    let parts = parts(text, mark, otherwise.is_none(), told)?;
    let offset = mark + parts.yaml.start;
    let said = FrontMatter {
        entries: entries(text.get(parts.yaml.clone())?, offset, told)?,
        offset,
        start: at(mark, 0, "---".len()),
    };
    let (title, mut metadata) = metadata(said, types, otherwise, told)?;
    let Some(cut) = sections(text.get(parts.body..)?) else {
        told.tell(|| {
            let message = "the headings of the sections are too long together";
            Finding::new(
                Rule::DocumentTooLarge,
                at(mark, parts.body, parts.body),
                message,
            )
            .help("shorten the headings that stand over many others, or split the document")
        });
        return None;
    };
    metadata.add_tags(cut.tags);
    Some(Document {
        path: path.to_owned(),
        title: title.or(cut.title).unwrap_or_else(|| stem(path).to_owned()),
        metadata,
        sections: cut.sections,
    })
}

/// A file name without its extension.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}
