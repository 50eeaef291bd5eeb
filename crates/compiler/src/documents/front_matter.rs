//! The front matter of a document: the lines between `---` at its very start and the next `---` or `...`.
//!
//! The reader of `codebook.yaml` reads it, so that a key that stands twice, an alias or a tag is told with its place. What
//! it finds is told as broken front matter: in a codebook it would be an error, here the document is left out.

use std::ops::Range;

use super::document_types::DEFAULT_TYPES;
use super::file_findings::{FileFindings, at, shifted};
use crate::finding::{Finding, Remarks, Rule, Spanned};
use crate::source::files::SourceFile;
use crate::source::node::{Node, NodeKind};
use crate::source::overlay::is_blank;
use crate::source::yaml::parse;

/// What a file is called in findings of the reader of YAML.
const NAME: &str = "front matter";

/// Where the parts of a document are.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// The lines of the front matter.
    pub(super) yaml: Range<usize>,
    /// Where the text behind it starts.
    pub(super) body: usize,
}

/// The parts of a document that starts `offset` bytes into its file; none where its front matter has no end, or it has none
/// and needs one.
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

/// The keys of a front matter that starts `offset` bytes into its file, with places in the front matter; none where it
/// cannot be read.
pub(super) fn entries(
    yaml: &str,
    offset: usize,
    told: &mut FileFindings,
) -> Option<Vec<(Spanned<String>, Node)>> {
    if is_blank(yaml) {
        return Some(Vec::new());
    }
    let file = SourceFile {
        name: NAME.to_owned(),
        shown: NAME.to_owned(),
        text: yaml.to_owned(),
        broken_at: None,
        instead: None,
    };
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

/// A finding about YAML as one about the front matter of a document.
fn of_document(finding: Finding, offset: usize) -> Finding {
    // What it advises is about codebooks.
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
