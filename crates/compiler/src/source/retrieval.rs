//! `retrieval.yaml` as written.

use cmec_decoder::language::{QuestionKind, RetrievalMode};

use super::elements::{LABEL_KEYS, Labels, labels};
use super::form::Form;
use super::node::Node;
use super::node_reader::NodeReader;
use crate::finding::{Place, Spanned};
use crate::words;

/// Keys of the file.
pub(crate) const KEYS: &[&str] = &[
    "document_types",
    "aliases",
    "corpora",
    "indexes",
    "modes",
    "always_excluded",
    "profiles",
    "questions",
    "tags",
    "projects",
    "broader",
    "labels",
];
/// Keys of a mode.
pub(crate) const MODE_KEYS: &[&str] = &["top_k_min", "top_k_max"];
/// Keys of a profile.
pub(crate) const PROFILE_KEYS: &[&str] = &["mode", "type_in", "top_k"];

/// Names with lists of texts.
pub(crate) type NamedTexts = Vec<(Spanned<String>, Vec<Spanned<String>>)>;

/// The profiles of the retrieval lane.
#[derive(Debug)]
pub(crate) struct Retrieval {
    pub(crate) document_types: Vec<Spanned<String>>,
    /// What documents call their types, by type.
    pub(crate) aliases: NamedTexts,
    pub(crate) corpora: NamedTexts,
    /// The folders of the indexes that corpora have of their own, by corpus.
    pub(crate) indexes: Vec<(Spanned<String>, Spanned<String>)>,
    /// Where `modes` stands.
    pub(crate) modes_at: Place,
    pub(crate) modes: Vec<ModeSource>,
    pub(crate) always_excluded: Vec<Spanned<String>>,
    /// Where `profiles` stands.
    pub(crate) profiles_at: Place,
    pub(crate) profiles: Vec<ProfileSource>,
    pub(crate) questions: Vec<(QuestionKind, Vec<Spanned<String>>)>,
    pub(crate) tags: NamedTexts,
    /// Tags that are projects.
    pub(crate) projects: Vec<Spanned<String>>,
    /// Tag to the tags that it is a part of.
    pub(crate) broader: NamedTexts,
    /// What people call document types and sets of them.
    pub(crate) labels: Vec<(Spanned<String>, Labels)>,
}

/// A mode's range of `top_k`.
#[derive(Debug)]
pub(crate) struct ModeSource {
    pub(crate) mode: Spanned<RetrievalMode>,
    pub(crate) top_k_min: Spanned<u32>,
    pub(crate) top_k_max: Spanned<u32>,
}

/// How a kind of question is asked.
#[derive(Debug)]
pub(crate) struct ProfileSource {
    pub(crate) kind: QuestionKind,
    pub(crate) mode: Spanned<RetrievalMode>,
    pub(crate) type_in: Vec<Spanned<String>>,
    pub(crate) top_k: Spanned<u32>,
}

pub(crate) fn read(node: &Node, r: &mut NodeReader<'_>) -> Retrieval {
    let map = r.keyed(node, "the retrieval file", KEYS);
    let kinds = words::of();
    let types_node = r.required(&map, "document_types");
    let document_types = r.texts(types_node, "`document_types`");
    let aliases = named_texts(map.get("aliases"), "`aliases`", r);
    let corpora = named_texts(map.get("corpora"), "`corpora`", r);
    let indexes = (r.named(map.get("indexes"), "`indexes`").iter())
        .filter_map(|(name, folder)| {
            let folder = r.text(folder, format!("the index of `{name}`"))?;
            Some((name.clone(), folder))
        })
        .collect();
    let modes_node = r.required(&map, "modes");
    let always_excluded = r.texts(map.get("always_excluded"), "`always_excluded`");
    let profiles_node = r.required(&map, "profiles");
    let questions = r
        .named(map.get("questions"), "`questions`")
        .iter()
        .filter_map(|(name, list)| {
            let phrases = r.texts(Some(list), &format!("phrases of `{name}`"));
            let kind = r.word_of(name, "a kind of question", &kinds)?;
            Some((kind.value, phrases))
        })
        .collect();
    let projects = r.texts(map.get("projects"), "`projects`");
    let tags = named_texts(map.get("tags"), "`tags`", r);
    let broader = named_texts(map.get("broader"), "`broader`", r);
    let labels = (r.named(map.get("labels"), "`labels`").iter())
        .filter_map(|(name, body)| {
            let map = r.keyed(body, format!("labels of `{name}`"), LABEL_KEYS);
            Some((name.clone(), labels(&map, r)?))
        })
        .collect();
    let at = |node: Option<&Node>| {
        let place = node.map_or(map.place, |node| node.place);
        place.start_only()
    };
    Retrieval {
        document_types,
        aliases,
        corpora,
        indexes,
        modes_at: at(modes_node),
        modes: Form::all(modes_node, "`modes`", r),
        always_excluded,
        profiles_at: at(profiles_node),
        profiles: Form::all(profiles_node, "`profiles`", r),
        questions,
        tags,
        projects,
        broader,
        labels,
    }
}

fn named_texts(node: Option<&Node>, what: &str, r: &mut NodeReader<'_>) -> NamedTexts {
    r.named(node, what)
        .iter()
        .map(|(name, list)| {
            (
                name.clone(),
                r.texts(Some(list), &format!("`{name}` of {what}")),
            )
        })
        .collect()
}

impl Form for ModeSource {
    fn read(name: &Spanned<String>, body: &Node, r: &mut NodeReader<'_>) -> Option<Self> {
        let map = r.keyed(body, format!("mode `{name}`"), MODE_KEYS);
        let top_k_min = r.required_number(&map, "top_k_min");
        let top_k_max = r.required_number(&map, "top_k_max");
        Some(Self {
            mode: r.word_of(name, "a mode", &words::of())?,
            top_k_min: top_k_min?,
            top_k_max: top_k_max?,
        })
    }
}

impl Form for ProfileSource {
    fn read(name: &Spanned<String>, body: &Node, r: &mut NodeReader<'_>) -> Option<Self> {
        let what = format!("profile `{name}`");
        let map = r.keyed(body, &what, PROFILE_KEYS);
        let kind = r.word_of(name, "a kind of question", &words::of());
        let mode = r.required_word(&map, "mode", &words::of());
        let types = r.required(&map, "type_in");
        let type_in = r.texts(types, &format!("`type_in` of {what}"));
        let top_k = r.required_number(&map, "top_k");
        Some(Self {
            kind: kind?.value,
            mode: mode?,
            type_in,
            top_k: top_k?,
        })
    }
}
