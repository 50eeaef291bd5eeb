//! Documents with their metadata, the input of an index.

#[cfg(feature = "run")]
pub mod chunk;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use cmec_decoder::letters::folded;
use serde::{Deserialize, Serialize};

/// A document with its metadata, before it is split into pieces.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Document {
    /// Its path within the corpus, with `/` on every system; in JSON Lines, its identifier.
    pub path: String,
    /// Its title: from the front matter, the first heading, or the file name.
    pub title: String,
    /// Its metadata.
    pub metadata: Metadata,
    /// Its sections in order.
    pub sections: Vec<Section>,
}

/// The metadata of a document, from its front matter.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Metadata {
    /// Its type in the codebook, with aliases resolved.
    pub document_type: String,
    /// Its status, if any.
    pub status: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// The contexts it belongs to.
    pub contexts: Vec<String>,
    /// The project it belongs to.
    pub project: Option<String>,
    /// The day of its last change, `YYYY-MM-DD`.
    pub lastmod: Option<String>,
    /// Other metadata by key: texts and lists of texts.
    pub other: BTreeMap<String, Vec<String>>,
}

/// Maximum number of parent tags that are read from a tag.
const TAG_DEPTH: usize = 10;

impl Metadata {
    /// Adds tags as people write them: `#a/b` gives `a/b` and its parent `a`. Duplicates are dropped.
    pub fn add_tags(&mut self, written: Vec<String>) {
        let mut known: HashSet<String> = self.tags.iter().map(|own| folded(own)).collect();
        for tag in written {
            let tag = tag.trim().trim_start_matches('#').trim_matches('/');
            let above = tag.match_indices('/').map(|(end, _)| end).take(TAG_DEPTH);
            for end in std::iter::once(tag.len()).chain(above) {
                let own = tag.get(..end).unwrap_or_default();
                if !own.is_empty() && known.insert(folded(own)) {
                    self.tags.push(own.to_owned());
                }
            }
        }
    }

    /// True where its flags exclude it from search: `private: true`, `publish: false` and the like.
    #[must_use]
    pub fn is_kept_back(&self) -> bool {
        self.other.iter().any(|(key, texts)| {
            let words: &[&str] = match folded(key).as_str() {
                "private" | "draft" => &["true", "yes", "on", "1"],
                "publish" | "published" | "indexed" => &["false", "no", "off", "0"],
                _ => return false,
            };
            texts
                .iter()
                .any(|own| words.contains(&folded(own).as_str()))
        })
    }
}

/// A part of a document under a heading.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Section {
    /// The heading and its parents, the outermost first; empty before the first heading.
    pub headings: Vec<String>,
    /// The text without its heading, unchanged.
    pub text: String,
}

/// A piece of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    /// `PATH#N`, where `N` counts the pieces of the document from 1.
    pub id: String,
    /// Path of its document.
    pub document: String,
    /// Title of its document.
    pub title: String,
    /// The headings above it, the outermost first; for a piece of several sections, of the first one.
    pub headings: Vec<String>,
    /// Its text, unchanged.
    pub text: String,
    /// Metadata of its document.
    pub metadata: Arc<Metadata>,
}

impl Chunk {
    /// The searched text: title, headings and text.
    #[must_use]
    pub fn searched(&self) -> String {
        format!("{}\n{}", self.called(), self.text)
    }

    /// Its title and its headings.
    #[must_use]
    pub fn called(&self) -> String {
        let headings = self.headings.iter().map(String::as_str);
        let mut names: Vec<&str> = std::iter::once(self.title.as_str())
            .chain(headings)
            .collect();
        names.dedup();
        names.join("\n")
    }
}
