//! JSON Lines file → its documents, one per line.
//!
//! The identifier is the first of `_id`, `id` and `path`. Metadata is under `metadata` or at the top level, which takes
//! precedence. A BEIR corpus has no types, so its documents get the default type of the file.

use std::collections::HashSet;

use cmec_executor::documents::{Document, Section};

use super::document_text::{document_text, mark_length};
use super::document_types::DocumentTypes;
use super::file_findings::{FileFindings, at};
use super::json_line::{Entries, LineError, entries, entries_of};
use super::metadata::{FrontMatter, metadata};
use crate::finding::{Finding, Remarks, Rule};
use crate::source::node::{Node, NodeKind};

/// Keys of the identifier, by precedence.
const IDS: [&str; 3] = ["_id", "id", "path"];
/// Keys of the text.
const TEXTS: [&str; 2] = ["text", "content"];
/// The key of an object with metadata.
const METADATA: &str = "metadata";

/// Reads a file of JSON Lines: documents with their line numbers. `path`: the path within the corpus. A line that gives
/// no document has a finding with the reason; the other lines are still read.
#[must_use]
pub fn read_json_lines(
    path: &str,
    bytes: &[u8],
    types: &DocumentTypes<'_>,
) -> (Vec<(usize, Document)>, Vec<Finding>) {
    let mut told = FileFindings::default();
    let otherwise = types.default_of(path);
    let mut documents = Vec::new();
    let mut offset = mark_length(bytes);
    let lines = bytes.get(offset..).unwrap_or_default();
    let lines = lines.split_inclusive(|byte| *byte == b'\n');
    for (number, line) in (1..).zip(lines) {
        let text = line.trim_ascii_end();
        if !text.is_empty() {
            let document = document(text, offset, (types, otherwise), &mut told);
            documents.extend(document.map(|own| (number, own)));
        }
        offset += line.len();
    }
    (documents, told.settled(path))
}

/// The document of a line at byte `offset` of its file.
fn document(
    line: &[u8],
    offset: usize,
    (types, otherwise): (&DocumentTypes<'_>, Option<&str>),
    told: &mut FileFindings,
) -> Option<Document> {
    let line = document_text(line, offset, told)?;
    let parts = match parts(line) {
        Ok(parts) => parts,
        Err(broken) => {
            told.tell(|| {
                let place = at(offset, broken.at, broken.at);
                Finding::new(Rule::DocumentLine, place, broken.message)
                    .help("a line is an object with `_id` and `text`")
            });
            return None;
        }
    };
    let said = FrontMatter {
        entries: parts.said,
        offset,
        start: at(offset, 0, 0),
    };
    let (title, metadata) = metadata(said, types, otherwise, told)?;
    let section = Section {
        headings: Vec::new(),
        text: parts.text,
    };
    Some(Document {
        title: title.unwrap_or_else(|| parts.id.clone()),
        path: parts.id,
        metadata,
        sections: match section.text.trim().is_empty() {
            true => Vec::new(),
            false => vec![section],
        },
    })
}

/// The parts of a line.
struct Parts {
    id: String,
    text: String,
    /// The metadata.
    said: Entries,
}

fn parts(line: &str) -> Result<Parts, LineError> {
    let mut own = entries(line)?;
    own.retain(|(_, node)| !node.is_null());
    let missing = |what: &str| LineError {
        at: 0,
        message: format!("a document without {what}"),
    };
    let mut ids = IDS.into_iter();
    let id = ids.find_map(|key| Some((key, taken(&mut own, key)?)));
    let (key, id) = id.ok_or_else(|| missing("`_id`, `id` or `path`"))?;
    let is_number = |text: &str| !matches!(text, "true" | "false");
    let id = match id.kind {
        NodeKind::Scalar {
            text,
            quoted: false,
        } if is_number(&text) => text,
        _ => text(key, id)?,
    };
    if id.trim().is_empty() {
        return Err(missing("a name: its identifier is empty"));
    }
    let mut texts = TEXTS.into_iter();
    let body = texts.find_map(|key| Some((key, taken(&mut own, key)?)));
    let (key, body) = body.ok_or_else(|| missing("`text`"))?;
    let text = text(key, body)?;
    let mut said = own;
    if let Some(more) = taken(&mut said, METADATA) {
        let more = entries_of(line, &more).map_err(|broken| LineError {
            message: format!("`{METADATA}`: {}", broken.message),
            ..broken
        })?;
        let keys: HashSet<&str> = said.iter().map(|(name, _)| name.text()).collect();
        let (more, _): (Entries, Entries) =
            (more.into_iter()).partition(|(name, _)| !keys.contains(name.text()));
        said.extend(more);
    }
    Ok(Parts { id, text, said })
}

/// Takes the value of a key out of an object.
fn taken(entries: &mut Entries, key: &str) -> Option<Node> {
    let at = entries.iter().position(|(name, _)| name.value == key)?;
    Some(entries.remove(at).1)
}

/// A value that must be a text.
fn text(key: &str, node: Node) -> Result<String, LineError> {
    match node.kind {
        NodeKind::Scalar { text, quoted: true } => Ok(text),
        NodeKind::Scalar { .. } | NodeKind::List(_) | NodeKind::Map(_) => Err(LineError {
            at: node.place.start,
            message: format!("`{key}` must be a text"),
        }),
    }
}
