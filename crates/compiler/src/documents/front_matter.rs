//! Front matter of a document: the lines between `---` at its very start and the next `---` or `...`.
//!
//! The reader of `codebook.yaml` reads it, so duplicate keys, aliases and tags are reported with their places. Its
//! findings become findings about broken front matter: an error in a codebook, here a warning, and the document is left
//! out.

use std::ops::Range;

use super::document_types::DEFAULT_TYPES;
use super::file_findings::{FileFindings, at, shifted};
use crate::finding::{Finding, Remarks, Rule, Spanned};
use crate::source::files::SourceFile;
use crate::source::node::{Node, NodeKind};
use crate::source::overlay::is_blank;
use crate::source::yaml::parse;

/// The file name in findings of the YAML reader.
const NAME: &str = "front matter";

/// Positions of the parts of a document.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) yaml: Range<usize>,
    /// The start of the body.
    pub(super) body: usize,
}

/// The parts of a document at byte `offset` of its file; `None` if its front matter has no end, or if it is required
/// and missing.
pub(super) fn parts(
    text: &str,
    offset: usize,
    needs_one: bool,
    told: &mut FileFindings,
) -> Option<Parts> {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    if first.trim_end() != "---" {
        if !needs_one {
            return Some(Parts {
                yaml: 0..0,
                body: 0,
            });
        }
        told.tell(|| {
            Finding::new(
                Rule::FrontMatterMissing,
                at(offset, 0, first.trim_end().len()),
                "a document without front matter",
            )
            .help(format!(
                "start it with a line `---`, a line `type: …`, and a line `---`, {DEFAULT_TYPES}"
            ))
        });
        return None;
    }
    let start = first.len();
    let mut end = start;
    for line in lines {
        if matches!(line.trim_end(), "---" | "...") {
            return Some(Parts {
                yaml: start..end,
                body: end + line.len(),
            });
        }
        end += line.len();
    }
    told.tell(|| {
        let place = at(offset, 0, first.trim_end().len());
        Finding::new(
            Rule::FrontMatterBroken,
            place,
            "the front matter has no end",
        )
        .label("it starts here")
        .help("write a line `---` below it")
    });
    None
}

/// The keys of front matter at byte `offset` of its file, with places relative to it; `None` if it cannot be read.
pub(super) fn entries(
    yaml: &str,
    offset: usize,
    told: &mut FileFindings,
) -> Option<Vec<(Spanned<String>, Node)>> {
    if is_blank(yaml) {
        return Some(Vec::new());
    }
    let file = SourceFile::new(NAME.to_owned(), NAME.to_owned(), yaml.to_owned());
    let mut findings = Vec::new();
    let tree = parse(0, &file, &mut findings);
    if !findings.is_empty() {
        for finding in findings {
            told.tell(|| of_document(finding, offset));
        }
        return None;
    }
    let tree = tree?;
    match tree.kind {
        NodeKind::Map(entries) => Some(entries),
        NodeKind::Scalar { .. } if tree.is_null() => Some(Vec::new()),
        NodeKind::Scalar { .. } | NodeKind::List(_) => {
            told.tell(|| {
                let place = shifted(offset, tree.place.start_only());
                let message = "the front matter has no keys";
                Finding::new(Rule::FrontMatterBroken, place, message)
                    .help("write a key and its value in each line: `type: …`")
            });
            None
        }
    }
}

/// Turns a YAML finding into one about front matter.
fn of_document(finding: Finding, offset: usize) -> Finding {
    // The YAML reader's advice is about codebooks.
    let is_bound = finding.rule == Rule::TooLarge;
    let mut told = Finding {
        rule: Rule::FrontMatterBroken,
        help: finding.help.filter(|_| !is_bound),
        ..finding
    };
    told.primary.place = shifted(offset, told.primary.place);
    for other in &mut told.secondary {
        other.place = shifted(offset, other.place);
    }
    told
}
