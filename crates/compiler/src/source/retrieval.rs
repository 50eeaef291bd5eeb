//! `retrieval.yaml` as written.

use cmec_decoder::language::{QuestionKind, RetrievalMode};

use super::elements::{LABELS, Labels, labels};
use super::form::{Form, NamedTexts, form};
use super::key::{Holds, Keys, keys};
use super::node_reader::{KeyedMap, NamedText, NodeReader};
use crate::finding::{Place, Spanned};
use crate::words;

form! {
    /// The profiles of the retrieval lane.
    Retrieval: "the retrieval file" {
        /// Types of documents.
        document_types: Vec<Spanned<String>> = Required "document_types" holds Holds::NonEmpty(&Holds::Text),
        /// What documents call their types, by type; English plurals need not be said.
        aliases: NamedTexts = "aliases",
        /// Types of the documents that say none, by their folder below the one that is indexed; `.` is for all others. Default:
        /// the only type, where there is one alone.
        default_types: Vec<NamedText> = "default_types",
        /// Collections of documents, by name, and the document types in each; those of `overview` stand first in the
        /// widest search.
        corpora: NamedTexts = "corpora",
        /// Folders of the text indexes that corpora have of their own, by the name of the corpus or of the document type,
        /// relative to this folder. A search that names no index asks all of them as one list.
        indexes: Vec<NamedText> = "indexes",
        /// Depths of a search and how many texts each may give.
        modes: Vec<ModeSource> = Required "modes" holds Holds::Keyed(Keys(&[MODES])),
        modes_at: Place = (modes_at),
        /// States of a document that no search shows.
        always_excluded: Vec<Spanned<String>> = "always_excluded",
        /// How each kind of question is searched.
        profiles: Vec<ProfileSource> = Required "profiles",
        profiles_at: Place = (profiles_at),
        /// Phrases by which each kind of question is known.
        questions: Vec<(QuestionKind, Vec<Spanned<String>>)> = "questions" by questions
            holds Holds::MapBy(&Holds::Words(words::all::<QuestionKind>), &Holds::List(&Holds::Text)),
        /// Tags of documents, and the words that stand for each.
        tags: NamedTexts = "tags",
        /// Tags that are projects: a question about a thing in one is not about every text of the project, and the name of a
        /// project does not count as a word of an answer.
        projects: Vec<Spanned<String>> = "projects",
        /// Tags that are parts of others, each with those: a question that names one asks for both.
        broader: NamedTexts = "broader",
        /// What people call document types and sets of them.
        labels: Vec<(Spanned<String>, Labels)> = "labels" by named_labels holds Holds::Map(&Holds::Keyed(Keys(&[LABELS]))),
    }
}

keys! {
    /// The modes of a search.
    MODES {
        /// The shallowest search.
        ByRule "fast": Holds::Keyed(ModeSource::KEYS),
        /// A search for related texts.
        ByRule "deep": Holds::Keyed(ModeSource::KEYS),
        /// A search that starts from overviews.
        ByRule "architect": Holds::Keyed(ModeSource::KEYS),
    }
}

form! {
    /// A mode's range of `top_k`.
    ModeSource: "mode" mode Spanned<RetrievalMode> = "a mode" {
        /// Fewest texts that can be asked for.
        top_k_min: Spanned<u32> = "top_k_min",
        /// Most texts that can be asked for.
        top_k_max: Spanned<u32> = "top_k_max",
    }
}

form! {
    /// How a kind of question is asked.
    ProfileSource: "profile" kind Spanned<QuestionKind> = "a kind of question" {
        /// Depth of the search.
        mode: Spanned<RetrievalMode> = "mode" as Word,
        /// Document types that are searched.
        type_in: Vec<Spanned<String>> = Required "type_in" holds Holds::NonEmpty(&Holds::Text),
        /// Texts when no number is said.
        top_k: Spanned<u32> = "top_k",
    }
}

fn modes_at(map: &KeyedMap<'_>, _: &mut NodeReader<'_>) -> Option<Place> {
    Some(map.start("modes"))
}

fn profiles_at(map: &KeyedMap<'_>, _: &mut NodeReader<'_>) -> Option<Place> {
    Some(map.start("profiles"))
}

fn questions(
    map: &KeyedMap<'_>,
    key: &str,
    r: &mut NodeReader<'_>,
) -> Option<Vec<(QuestionKind, Vec<Spanned<String>>)>> {
    let questions = (r.named(map.get(key), map.called(key)).iter()).filter_map(|(name, list)| {
        let phrases = r.texts(Some(list), &format!("phrases of `{name}`"));
        let kind = r.word_of(name, "a kind of question", &words::of())?;
        Some((kind.value, phrases))
    });
    Some(questions.collect())
}

fn named_labels(
    map: &KeyedMap<'_>,
    key: &str,
    r: &mut NodeReader<'_>,
) -> Option<Vec<(Spanned<String>, Labels)>> {
    let named = (r.named(map.get(key), map.called(key)).iter()).filter_map(|(name, body)| {
        let map = r.keyed(body, format!("labels of `{name}`"), Keys(&[LABELS]));
        Some((name.clone(), labels(&map, r)?))
    });
    Some(named.collect())
}
