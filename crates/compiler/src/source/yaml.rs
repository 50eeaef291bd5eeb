//! YAML text → span tree. A codebook needs only scalars, lists and maps; everything else is a finding.
//!
//! `serde_yaml` is archived and gives no positions. Typed deserialisation stops at the first error, loses positions
//! under `flatten`, and rejects or drops duplicate keys, which is how two people give the same code here. So this file
//! reads the events of `granit-parser` into a tree with byte ranges. Aliases, anchors, tags and further documents are
//! findings; depth and size are bounded.

use std::collections::HashMap;

use granit_parser::{Event, Marker, Parser, ScalarStyle, Span, StructureStyle, options};

use super::bounds::{DEPTH, ENTRIES, SCALAR_BYTES};
use super::files::SourceFile;
use super::node::{MERGE, Node, NodeKind};
use super::syntax_error;
use crate::finding::list::ERRORS;
use crate::finding::{Finding, Place, Remarks, Rule, Spanned, tell};

/// Keys of a map up to this number are compared one by one; few maps have more.
const SMALL: usize = 16;

/// Reads one file. `None` if there is no usable tree; the findings have the reason.
pub(crate) fn parse(id: usize, file: &SourceFile, findings: &mut Vec<Finding>) -> Option<Node> {
    let whole = |start: usize| Place::point(id, start.min(file.text.len()));
    if let Some(at) = file.broken_at {
        let message = format!("`{}` is not UTF-8", file.name);
        tell(findings, Rule::NotUtf8, whole(at), message)
            .label("the first byte that does not fit")
            .help("save the file as UTF-8");
        return None;
    }
    let most = file.most_bytes();
    if file.text.len() > most {
        let message = format!("`{}` is larger than {most} bytes", file.name);
        tell(findings, Rule::TooLarge, whole(0), message);
        return None;
    }
    if let Some(start) = conflict_mark(&file.text) {
        let message = format!("marks of a merge stand in `{}`", file.name);
        tell(findings, Rule::YamlSyntax, whole(start), message)
            .help("keep what is right of both sides, and take the marks out");
        return None;
    }
    let options = options! {
        disallow_directives: true,
        emit_unresolved_aliases: true,
        emit_comments: false,
        flow_nesting_limit: DEPTH,
        block_nesting_limit: DEPTH,
    };
    let mut builder = TreeBuilder {
        file: id,
        text: &file.text,
        stack: Vec::new(),
        root: None,
        documents: 0,
        wide: file.holds_elements(),
        last: findings.len() + ERRORS,
        findings,
    };
    for next in Parser::new_from_str_with_options(&file.text, options) {
        match next {
            Ok((event, span)) => {
                if !builder.take(event, span) {
                    return builder.root;
                }
                if builder.findings.len() > builder.last {
                    return None;
                }
            }
            Err(error) => {
                let place = builder.at(*error.marker());
                let finding =
                    syntax_error::finding(error.kind(), &file.text, place, builder.open_bracket());
                let finding = finding.unwrap_or_else(|| {
                    let message = format!("not YAML: {}", error.info());
                    Finding::new(Rule::YamlSyntax, place, message)
                });
                builder.findings.push(finding);
                return None;
            }
        }
    }
    if builder.root.is_none() {
        let message = format!("`{}` is empty", file.name);
        tell(findings, Rule::WrongShape, whole(0), message)
            .help("write its keys, or remove the file");
        return None;
    }
    builder.root
}

/// The offset of a git merge conflict marker.
fn conflict_mark(text: &str) -> Option<usize> {
    const MARK: &str = "<<<<<<< ";
    if text.starts_with(MARK) {
        return Some(0);
    }
    let before = text.find(&format!("\n{MARK}"))?;
    Some(before + 1)
}

/// A list or map that is not yet closed.
struct OpenNode {
    place: Place,
    block: bool,
    kind: OpenKind,
}

enum OpenKind {
    List(Vec<Node>),
    Map {
        entries: Vec<(Spanned<String>, Node)>,
        /// The place of each key, once there are too many for a linear search.
        seen: HashMap<String, Place>,
        key: Option<Node>,
    },
}

struct TreeBuilder<'t, 'f> {
    file: usize,
    text: &'t str,
    stack: Vec<OpenNode>,
    root: Option<Node>,
    documents: usize,
    /// True where sections may have any number of entries.
    wide: bool,
    /// Number of findings after which reading stops.
    last: usize,
    findings: &'f mut Vec<Finding>,
}

impl TreeBuilder<'_, '_> {
    /// Processes one event; `false` stops reading.
    fn take(&mut self, event: Event<'_>, span: Span) -> bool {
        let place = self.place(span);
        if let Some(tag) = event.tag() {
            let message = format!("tags are not used here: `{}`", tag.original());
            self.feature(place, message, "remove the tag");
        }
        if event.anchor_id().is_some() {
            let message = "anchors are not used here".to_owned();
            self.feature(
                place,
                message,
                "write the value out where it is needed, and a text that holds `&` in quotes",
            );
        }
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    let message = "a second document in one file";
                    tell(self.findings, Rule::YamlFeature, place, message)
                        .help("remove the `---` line, or move the rest to its own file");
                    return false;
                }
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                if !self.merges() {
                    let message = "aliases are not used here".to_owned();
                    self.feature(place, message, "write the value out");
                }
                // The value is empty: consequences are reported at the same place and dropped.
                self.put(Node::scalar(String::new(), false, place));
            }
            Event::Scalar(text, style, ..) => {
                if text.len() > SCALAR_BYTES {
                    let message = format!("a text longer than {SCALAR_BYTES} bytes");
                    let start = place.start_only();
                    tell(self.findings, Rule::TooLarge, start, message);
                }
                let quoted = style != ScalarStyle::Plain;
                self.put(Node::scalar(text.into_owned(), quoted, place));
            }
            Event::SequenceStart(style, ..) => {
                self.open(place, style, OpenKind::List(Vec::new()));
            }
            Event::MappingStart(style, ..) => {
                let kind = OpenKind::Map {
                    entries: Vec::new(),
                    seen: HashMap::new(),
                    key: None,
                };
                self.open(place, style, kind);
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(place),
            _ => {}
        }
        true
    }

    fn open(&mut self, place: Place, style: StructureStyle, kind: OpenKind) {
        self.stack.push(OpenNode {
            place,
            block: style == StructureStyle::Block,
            kind,
        });
    }

    fn close(&mut self, end: Place) {
        let Some(open) = self.stack.pop() else {
            return;
        };
        // The root is a map of sections; at its end, the stack is empty.
        let most = if self.wide && self.stack.len() <= 1 {
            usize::MAX
        } else {
            ENTRIES
        };
        let (kind, last) = match open.kind {
            OpenKind::List(mut items) => {
                let more = items.get(most).map(|item| item.place);
                self.bounded(more);
                items.truncate(most);
                let last = items.last().map(|item| item.place.end);
                (NodeKind::List(items), last)
            }
            OpenKind::Map { mut entries, .. } => {
                let more = entries.get(most).map(|(key, _)| key.place);
                self.bounded(more);
                entries.truncate(most);
                let last = entries.last().map(|(_, value)| value.place.end);
                (NodeKind::Map(entries), last)
            }
        };
        // A block collection formally ends at the next token, lines below; for people, it ends with its last value.
        let end = if open.block {
            last.unwrap_or(open.place.end)
        } else {
            end.end
        };
        let place = Place {
            end: end.max(open.place.start),
            ..open.place
        };
        self.put(Node { place, kind });
    }

    /// Reports a list or map over the limit on entries.
    fn bounded(&mut self, more: Option<Place>) {
        if let Some(place) = more {
            let message = format!("more than {ENTRIES} entries in one list or map");
            let help =
                "only types, fields, relations, reserved codes and their bindings may be more";
            tell(self.findings, Rule::TooLarge, place, message).help(help);
        }
    }

    fn put(&mut self, node: Node) {
        let Some(open) = self.stack.last_mut() else {
            self.root.get_or_insert(node);
            return;
        };
        match &mut open.kind {
            OpenKind::List(items) => items.push(node),
            OpenKind::Map { entries, seen, key } => {
                let Some(name) = key.take() else {
                    *key = Some(node);
                    return;
                };
                let NodeKind::Scalar { text, .. } = name.kind else {
                    let message = "a key must be a plain text";
                    tell(self.findings, Rule::WrongShape, name.place, message);
                    return;
                };
                if text == MERGE {
                    let message = "maps are not merged here: `<<`";
                    tell(self.findings, Rule::YamlFeature, name.place, message)
                        .help("write the keys out");
                }
                let first = if seen.is_empty() {
                    (entries.iter().find(|(key, _)| key.value == text)).map(|(key, _)| key.place)
                } else {
                    seen.get(&text).copied()
                };
                if let Some(first) = first {
                    let message = format!("the key `{text}` stands twice");
                    tell(self.findings, Rule::DuplicateKey, name.place, message)
                        .also(first, "first here")
                        .help("keep one of the two");
                } else if !seen.is_empty() {
                    seen.insert(text.clone(), name.place);
                } else if entries.len() == SMALL {
                    let keys = entries.iter().map(|(key, _)| key);
                    seen.extend(keys.map(|key| (key.value.clone(), key.place)));
                    seen.insert(text.clone(), name.place);
                }
                entries.push((Spanned::new(text, name.place), node));
            }
        }
    }

    /// True where the next value belongs to a merge key.
    fn merges(&self) -> bool {
        let open = self.stack.last().map(|open| &open.kind);
        matches!(open, Some(OpenKind::Map { key: Some(key), .. }) if key.text() == Some(MERGE))
    }

    /// The start of the innermost open flow collection.
    fn open_bracket(&self) -> Option<usize> {
        let open = self.stack.last().filter(|open| !open.block)?;
        Some(open.place.start)
    }

    fn feature(&mut self, place: Place, message: String, help: &str) {
        tell(self.findings, Rule::YamlFeature, place, message).help(help);
    }

    fn place(&self, span: Span) -> Place {
        let (file, length) = (self.file, self.text.len());
        let range = span.byte_range().unwrap_or_default();
        let start = range.start.min(length);
        let end = range.end.clamp(range.start, length.max(range.start));
        Place { file, start, end }
    }

    fn at(&self, marker: Marker) -> Place {
        let start = marker.byte_offset().unwrap_or(0).min(self.text.len());
        Place::point(self.file, start)
    }
}
