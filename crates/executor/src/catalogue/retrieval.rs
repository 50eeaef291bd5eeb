//! Profiles of the retrieval lane, as `retrieval.yaml` has them.

use cmec_decoder::language::{QuestionKind, RetrievalMode};
use cmec_decoder::letters::folded;
use serde::{Deserialize, Serialize};

use crate::catalogue::{List, Text};
use crate::documents::Metadata;

/// Profiles of the retrieval lane.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetrievalCatalogue {
    /// Known document types.
    pub document_types: List<Text>,
    /// What documents call their types.
    pub aliases: List<TypeAliases>,
    /// The types of documents that say none, by their folder; `.` is that of all.
    pub default_types: List<DefaultType>,
    /// Named sets of document types.
    pub corpora: List<Corpus>,
    /// The indexes that corpora have of their own. The executor opens none: a host does.
    pub indexes: List<CorpusIndex>,
    /// Ranges of `top_k`.
    pub modes: List<ModeRange>,
    /// Statuses no request can let in.
    pub always_excluded: List<Text>,
    /// Kind of question to profile.
    pub profiles: List<Profile>,
    /// Phrases that tell the kind, in the order they are tried.
    pub questions: List<QuestionPhrases>,
    /// Tags and what people call them.
    pub tags: List<TagSynonyms>,
    /// Tags that are projects: a question that names a thing, too, is about the thing.
    pub projects: List<Text>,
    /// Tags that are parts of others: a question that names one asks for both.
    pub broader: List<BroaderTags>,
}

impl RetrievalCatalogue {
    /// Whether a document is always left out, by its status or because it says so plainly: no index has it, and no search finds
    /// it. Who may see a text is not a matter of spelling, so letters and digits of a status alone count.
    #[must_use]
    pub fn leaves_out(&self, document: &Metadata) -> bool {
        let letters = |text: &str| -> String {
            let letters = folded(text);
            letters
                .chars()
                .filter(|own| own.is_alphanumeric())
                .collect()
        };
        let status = document.status.as_deref().map(letters);
        let mut excluded = self.always_excluded.iter();
        document.is_kept_back()
            || status.is_some_and(|status| excluded.any(|own| letters(own) == status))
    }
}

/// What documents call a type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeAliases {
    /// The type.
    pub document_type: Text,
    /// Other names.
    pub aliases: List<Text>,
}

/// The type of the documents of a folder that say none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefaultType {
    /// The folder, below the one that is indexed.
    pub folder: Text,
    /// The type.
    pub document_type: Text,
}

/// The tags that one is a part of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BroaderTags {
    /// The tag.
    pub tag: Text,
    /// What it is a part of.
    pub broader: List<Text>,
}

/// A named set of document types.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corpus {
    /// Its name.
    pub name: Text,
    /// Its types, in order.
    pub types: List<Text>,
}

/// The index that a corpus has of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusIndex {
    /// The corpus, a named set or a document type.
    pub corpus: Text,
    /// Its folder, relative to that of the codebook.
    pub folder: Text,
}

/// Range of `top_k` of a mode.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeRange {
    /// The mode.
    pub mode: RetrievalMode,
    /// Fewest.
    pub top_k_min: u32,
    /// Most.
    pub top_k_max: u32,
}

/// How a kind of question is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The kind.
    pub kind: QuestionKind,
    /// Its mode.
    pub mode: RetrievalMode,
    /// Its document types, in order.
    pub type_in: List<Text>,
    /// Its `top_k`.
    pub top_k: u32,
}

/// Phrases of a kind of question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionPhrases {
    /// The kind.
    pub kind: QuestionKind,
    /// The phrases, lower case.
    pub phrases: List<Text>,
}

/// A tag and what people call it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TagSynonyms {
    /// The tag.
    pub tag: Text,
    /// Other names, lower case.
    pub synonyms: List<Text>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_left_out_however_it_is_written() {
        let catalogue = RetrievalCatalogue {
            always_excluded: vec!["draft-raw".into()].into(),
            ..RetrievalCatalogue::default()
        };
        for (status, is_left_out) in [
            ("draft-raw", true),
            ("Draft_Raw", true),
            (" draft raw\u{200b}", true),
            ("DraftRaw", true),
            ("draft", false),
            ("", false),
        ] {
            let document = Metadata {
                status: Some(status.to_owned()),
                ..Metadata::default()
            };
            assert_eq!(catalogue.leaves_out(&document), is_left_out, "{status}");
        }
        assert!(!catalogue.leaves_out(&Metadata::default()));
    }

    #[test]
    fn what_a_document_says_plainly_leaves_it_out() {
        for (key, text, is_left_out) in [
            ("private", "true", true),
            ("Draft", "Yes", true),
            ("publish", "false", true),
            ("published", "no", true),
            ("indexed", "0", true),
            ("draft", "false", false),
            ("publish", "true", false),
            ("draft", "second", false),
            ("hidden", "true", false),
        ] {
            let document = Metadata {
                other: [(key.to_owned(), vec![text.to_owned()])].into(),
                ..Metadata::default()
            };
            let catalogue = RetrievalCatalogue::default();
            assert_eq!(
                catalogue.leaves_out(&document),
                is_left_out,
                "{key}: {text}"
            );
        }
    }
}
