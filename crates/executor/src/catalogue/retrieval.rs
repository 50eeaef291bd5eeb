//! Profiles of the retrieval lane, from `retrieval.yaml`.

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
    /// Other names of document types.
    pub aliases: List<TypeAliases>,
    /// The types of documents without one, by folder; `.` is the default of all folders.
    pub default_types: List<DefaultType>,
    /// Named sets of document types.
    pub corpora: List<Corpus>,
    /// Separate indexes of corpora. The host opens them, not the executor.
    pub indexes: List<CorpusIndex>,
    /// Ranges of `top_k`.
    pub modes: List<ModeRange>,
    /// Statuses that are always excluded.
    pub always_excluded: List<Text>,
    /// The profile of each kind of question.
    pub profiles: List<Profile>,
    /// Phrases that determine the kind, in the order of the checks.
    pub questions: List<QuestionPhrases>,
    /// Tags with their synonyms.
    pub tags: List<TagSynonyms>,
    /// Tags of projects: a question that also names a thing concerns the thing.
    pub projects: List<Text>,
    /// Tags that belong to others: a question that names one searches both.
    pub broader: List<BroaderTags>,
}

impl RetrievalCatalogue {
    /// True where a document is always excluded, by its status or by its own flags; no index contains it. Since this
    /// protects texts, only the letters and digits of a status are compared.
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

/// Other names of a document type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeAliases {
    /// The type.
    pub document_type: Text,
    /// Other names.
    pub aliases: List<Text>,
}

/// The type of documents without one in a folder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefaultType {
    /// The folder, relative to the indexed one.
    pub folder: Text,
    /// The type.
    pub document_type: Text,
}

/// The broader tags of a tag.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BroaderTags {
    /// The tag.
    pub tag: Text,
    /// The broader tags.
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

/// The separate index of a corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusIndex {
    /// The corpus: a named set or a document type.
    pub corpus: Text,
    /// The folder of the index, relative to the codebook's.
    pub folder: Text,
}

/// Range of `top_k` of a mode.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeRange {
    /// The mode.
    pub mode: RetrievalMode,
    /// Minimum.
    pub top_k_min: u32,
    /// Maximum.
    pub top_k_max: u32,
}

/// The settings for a kind of question.
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
    /// The phrases in lower case.
    pub phrases: List<Text>,
}

/// A tag with its synonyms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TagSynonyms {
    /// The tag.
    pub tag: Text,
    /// The synonyms in lower case.
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
