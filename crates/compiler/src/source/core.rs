//! `core.yaml` as written: the vocabulary and the scenario table.

use cmec_decoder::language::{Output, Part, Scenario};

use super::form::Form;
use super::limits::{self, LimitsSource};
use super::node::Node;
use super::node_reader::NodeReader;
use super::policy::{self, PolicySource};
use crate::finding::{Place, Spanned};
use crate::words;

/// Keys of the file.
pub(crate) const KEYS: &[&str] = &["version", "vocabulary", "scenarios", "limits", "policy"];
/// The closed lists of the vocabulary.
pub(crate) const LISTS: &[&str] = &[
    "scenarios",
    "outputs",
    "operators",
    "orders",
    "directions",
    "functions",
    "derivations",
    "set_operators",
    "question_kinds",
    "retrieval_modes",
];
/// Keys of a row of the scenario table.
pub(crate) const SCENARIO_KEYS: &[&str] = &[
    "outputs",
    "required",
    "forbidden",
    "default_limit",
    "default_depth",
];

/// The core codebook.
#[derive(Debug)]
pub(crate) struct Core {
    /// Where `vocabulary` stands.
    pub(crate) vocabulary_at: Place,
    /// Each list of the vocabulary: its name, its `code: name` pairs.
    pub(crate) vocabulary: Vec<(Spanned<String>, Vec<Pair>)>,
    /// Where `scenarios` stands.
    pub(crate) scenarios_at: Place,
    pub(crate) scenarios: Vec<ScenarioSource>,
    /// Where `limits` stands.
    pub(crate) limits_at: Place,
    pub(crate) limits: LimitsSource,
    pub(crate) policy: PolicySource,
}

/// A code and its long name.
pub(crate) type Pair = (Spanned<String>, Spanned<String>);

/// One row of the scenario table.
#[derive(Debug)]
pub(crate) struct ScenarioSource {
    pub(crate) scenario: Spanned<Scenario>,
    /// The first is the default.
    pub(crate) outputs: Vec<Spanned<Output>>,
    pub(crate) required: Vec<Vec<Spanned<Part>>>,
    pub(crate) forbidden: Vec<Spanned<Part>>,
    pub(crate) default_limit: Option<Spanned<u32>>,
    pub(crate) default_depth: Option<Spanned<u32>>,
}

pub(crate) fn read(node: &Node, r: &mut NodeReader<'_>) -> Core {
    let map = r.keyed(node, "the core codebook", KEYS);
    let _version = r.required_text(&map, "version");
    let start = map.place.start_only();
    let vocabulary_node = r.required(&map, "vocabulary");
    let scenarios_node = r.required(&map, "scenarios");
    let limits_node = r.required(&map, "limits");
    let mut vocabulary = Vec::new();
    if let Some(node) = vocabulary_node {
        r.keyed(node, "the vocabulary", LISTS);
        for (list, members) in r.named(Some(node), "the vocabulary") {
            let what = format!("list `{list}`");
            let mut pairs = Vec::new();
            for (code, name) in r.named(Some(members), &what) {
                if let Some(name) = r.text(name, &what) {
                    pairs.push((code.clone(), name));
                }
            }
            vocabulary.push((list.clone(), pairs));
        }
    }
    let at = |node: Option<&Node>| node.map_or(start, |node| node.place.start_only());
    Core {
        vocabulary_at: at(vocabulary_node),
        vocabulary,
        scenarios_at: at(scenarios_node),
        scenarios: Form::all(scenarios_node, "`scenarios`", r),
        limits_at: at(limits_node),
        limits: limits::read(limits_node, r),
        policy: policy::read(r.required(&map, "policy"), false, r),
    }
}

impl Form for ScenarioSource {
    fn read(name: &Spanned<String>, body: &Node, r: &mut NodeReader<'_>) -> Option<Self> {
        let what = format!("scenario `{name}`");
        let scenario = r.word_of(name, "a scenario", &words::of());
        let map = r.keyed(body, &what, SCENARIO_KEYS);
        let parts = words::of();
        let outputs = r.words(map.get("outputs"), "an output", &words::of());
        let required = (r
            .items(map.get("required"), format!("`required` of {what}"))
            .iter())
        .map(|group| r.words(Some(group), "a part", &parts))
        .collect();
        let forbidden = r.words(map.get("forbidden"), "a part", &parts);
        let mut number = |key: &str| r.number(map.get(key)?, format!("`{key}` of {what}"));
        Some(Self {
            scenario: scenario?,
            outputs,
            required,
            forbidden,
            default_limit: number("default_limit"),
            default_depth: number("default_depth"),
        })
    }
}
