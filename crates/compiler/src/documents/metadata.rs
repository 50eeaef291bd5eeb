//! Keys and values → `Metadata` of a document, from front matter or a line of JSON.
//!
//! The first of `lastmod`, `updated` and `date` is the date of change; the others are kept with the unknown keys. A
//! null or empty value counts as absent.

use cmec_decoder::names;
use cmec_executor::documents::Metadata;

use super::day::day;
use super::document_types::{DEFAULT_TYPES, DocumentTypes};
use super::file_findings::{FileFindings, shifted};
use crate::finding::{Finding, Place, Remarks, Rule, Spanned};
use crate::source::node::{Node, NodeKind};

/// Keys of the last change, the most reliable first.
const DAYS: [&str; 3] = ["lastmod", "updated", "date"];
const TYPE: &str = "type";

/// The metadata in a document.
pub(super) struct FrontMatter {
    /// The unique keys, with places relative to `offset`.
    pub(super) entries: Vec<(Spanned<String>, Node)>,
    /// The offset of the metadata in the file.
    pub(super) offset: usize,
    /// The place for a finding about a missing type.
    pub(super) start: Place,
}

/// Title and metadata of a document. `None` if its type is unknown: it is not indexed. `otherwise`: the default type.
pub(super) fn metadata(
    said: FrontMatter,
    types: &DocumentTypes<'_>,
    otherwise: Option<&str>,
    told: &mut FileFindings,
) -> Option<(Option<String>, Metadata)> {
    let day_key = DAYS.into_iter().find(|key| {
        let mut entries = said.entries.iter();
        entries.any(|(name, node)| name.value == *key && !is_nothing(node))
    });
    // The key `type` may be misspelt.
    let keys = said.entries.iter().map(|(name, _)| name.text());
    let misspelt = names::nearest(keys.filter(|key| *key != TYPE), TYPE).next();
    let misspelt = misspelt.map(str::to_owned);
    let mut reader = MetadataReader {
        offset: said.offset,
        told,
    };
    let mut metadata = Metadata::default();
    let mut title = None;
    let mut document_type = Ok(None);
    for (name, node) in said.entries {
        match name.text().trim().to_lowercase().as_str() {
            TYPE => document_type = reader.text(&name, node),
            "title" => title = reader.optional(&name, node),
            // These keys decide who may read a text, so they are never guessed.
            "status" => metadata.status = reader.text(&name, node).ok()?.map(trimmed),
            "project" => metadata.project = reader.text(&name, node).ok()?.map(trimmed),
            "tags" | "tag" => metadata.add_tags(reader.tags(&name, node)),
            "contexts" => metadata.contexts = reader.texts(&name, node),
            key if Some(key) == day_key => metadata.lastmod = reader.day(&name, node),
            _ => {
                if let Some(texts) = plain(node) {
                    metadata.other.insert(name.value, texts);
                }
            }
        }
    }
    metadata.document_type = match document_type.ok()? {
        Some(text) => reader.known(&text, types)?,
        None => match otherwise {
            Some(name) => name.to_owned(),
            None => {
                told.tell(|| missing(said.start, misspelt, types));
                return None;
            }
        },
    };
    Some((title, metadata))
}

fn missing(place: Place, misspelt: Option<String>, types: &DocumentTypes<'_>) -> Finding {
    let help = match misspelt {
        Some(key) => format!("is `{key}` meant to be `{TYPE}`?"),
        None => {
            let known = types.listed();
            format!("say it under the key `{TYPE}`, {DEFAULT_TYPES}; {known}")
        }
    };
    let message = "a document without a type";
    Finding::new(Rule::DocumentTypeMissing, place, message).help(help)
}

/// An invalid value that was reported.
struct MetadataError;

/// Reads values and reports errors in them.
struct MetadataReader<'t> {
    offset: usize,
    told: &'t mut FileFindings,
}

impl MetadataReader<'_> {
    fn text(
        &mut self,
        name: &Spanned<String>,
        node: Node,
    ) -> Result<Option<Spanned<String>>, MetadataError> {
        if is_nothing(&node) {
            return Ok(None);
        }
        let NodeKind::Scalar { text, .. } = node.kind else {
            self.misfit(name, &node, "one text");
            return Err(MetadataError);
        };
        Ok(Some(Spanned::new(text, node.place)))
    }

    /// A text; `None` also for an invalid value.
    fn optional(&mut self, name: &Spanned<String>, node: Node) -> Option<String> {
        let text = self.text(name, node).ok()?;
        text.map(|text| text.value)
    }

    /// A list of texts, or a single text.
    fn texts(&mut self, name: &Spanned<String>, node: Node) -> Vec<String> {
        let items = match node.kind {
            NodeKind::List(items) => items,
            NodeKind::Scalar { .. } => vec![node],
            NodeKind::Map(_) => {
                self.misfit(name, &node, "a text or a list of texts");
                return Vec::new();
            }
        };
        let mut texts = Vec::new();
        for item in items.into_iter().filter(|item| !is_nothing(item)) {
            match item.kind {
                NodeKind::Scalar { text, .. } => texts.push(text.trim().to_owned()),
                NodeKind::List(_) | NodeKind::Map(_) => self.misfit(name, &item, "a list of texts"),
            }
        }
        texts
    }

    /// A list of tags, or a text with tags separated by commas or else spaces.
    fn tags(&mut self, name: &Spanned<String>, node: Node) -> Vec<String> {
        let is_list = matches!(node.kind, NodeKind::List(_));
        let texts = self.texts(name, node);
        match texts.as_slice() {
            [one] if !is_list && one.contains(',') => one.split(',').map(str::to_owned).collect(),
            [one] if !is_list => one.split_whitespace().map(str::to_owned).collect(),
            _ => texts,
        }
    }

    /// The day in a text.
    fn day(&mut self, name: &Spanned<String>, node: Node) -> Option<String> {
        let text = self.text(name, node).ok()??;
        let day = day(text.text().trim()).map(str::to_owned);
        if day.is_none() {
            let place = shifted(self.offset, text.place);
            self.told.tell(|| {
                let message = format!("`{name}` is no day: `{text}`");
                Finding::new(Rule::DocumentDay, place, message)
                    .help("write it as `2024-05-31`, with or without a time behind it")
            });
        }
        day
    }

    /// The type that a text names.
    fn known(&mut self, text: &Spanned<String>, types: &DocumentTypes<'_>) -> Option<String> {
        let name = types.resolve(text.text());
        if name.is_none() {
            let place = shifted(self.offset, text.place);
            self.told.tell(|| {
                let message = format!("`{text}` is no type of documents");
                Finding::new(Rule::DocumentTypeUnlisted, place, message)
                    .help(types.advice(text.text()))
            });
        }
        name.map(str::to_owned)
    }

    fn misfit(&mut self, name: &Spanned<String>, node: &Node, wanted: &str) {
        let place = shifted(self.offset, node.place.start_only());
        let have = match node.kind {
            NodeKind::Scalar { .. } => "a text",
            NodeKind::List(_) => "a list",
            NodeKind::Map(_) => "a map",
        };
        self.told.tell(|| {
            let message = format!("`{name}` must be {wanted}");
            Finding::new(Rule::DocumentMetadata, place, message).label(format!("this is {have}"))
        });
    }
}

fn trimmed(text: Spanned<String>) -> String {
    text.value.trim().to_owned()
}

/// True for a null or blank value.
fn is_nothing(node: &Node) -> bool {
    let is_blank = |text: &str| text.trim().is_empty();
    node.is_null() || node.text().is_some_and(is_blank)
}

/// The texts of a text or a list of texts; `None` if there are none or if others are among them.
fn plain(node: Node) -> Option<Vec<String>> {
    let items = match node.kind {
        NodeKind::Scalar { .. } => vec![node],
        NodeKind::List(items) => items,
        NodeKind::Map(_) => return None,
    };
    let items = items.into_iter().filter(|item| !is_nothing(item));
    let texts = items.map(|item| match item.kind {
        NodeKind::Scalar { text, .. } => Some(text),
        NodeKind::List(_) | NodeKind::Map(_) => None,
    });
    let texts: Option<Vec<String>> = texts.collect();
    texts.filter(|texts| !texts.is_empty())
}
