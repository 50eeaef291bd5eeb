//! Texts as they were read: what an index is made of.

#[cfg(feature = "retrieval")]
pub mod chunk;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use cmec_decoder::letters::folded;
use serde::{Deserialize, Serialize};

/// A text with what is said of it, before it is cut into pieces.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Document {
    /// Its path within the corpus, with `/` on every system; its identifier in a file of JSON Lines.
    pub path: String,
    /// Its title: of the front matter, of the first heading, or the name of its file.
    pub title: String,
    /// What is said of it.
    pub metadata: Metadata,
    /// Its sections, in their order.
    pub sections: Vec<Section>,
}

/// What is said of a document: its front matter.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Metadata {
    /// Its type, one of the codebook's; aliases are resolved.
    pub document_type: String,
    /// Its status, where it has one.
    pub status: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// The contexts it belongs to.
    pub contexts: Vec<String>,
    /// The project it belongs to.
    pub project: Option<String>,
    /// The day it was changed last, `YYYY-MM-DD`.
    pub lastmod: Option<String>,
    /// What else is said of it, by key: texts and lists of texts.
    pub other: BTreeMap<String, Vec<String>>,
}

/// Most tags above a tag that are read from it.
const TAG_DEPTH: usize = 10;

impl Metadata {
    /// Adds tags as people write them: `#a/b` is `a/b`, and with it `a`. One that is there already is not added.
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

    /// Whether it says plainly that it is not for others to find: `private: true`, `publish: false` and the like.
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
    /// The heading and those above it, the outermost first; none before the first heading.
    pub headings: Vec<String>,
    /// The text, as it stands in the document, without its heading.
    pub text: String,
}

/// A piece of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    /// `PATH#N`, by its number in the document from 1.
    pub id: String,
    /// Path of its document.
    pub document: String,
    /// Title of its document.
    pub title: String,
    /// The headings it stands under, the outermost first; of several sections those of the first.
    pub headings: Vec<String>,
    /// Its text, as it stands in the document.
    pub text: String,
    /// What is said of its document.
    pub metadata: Arc<Metadata>,
}

impl Chunk {
    /// All that is searched: what it is called, and its text.
    #[must_use]
    pub fn searched(&self) -> String {
        format!("{}\n{}", self.called(), self.text)
    }

    /// What it is called: its title and its headings.
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
