//! `core.yaml` as written: the vocabulary and the scenario table.

use cmec_decoder::language::{Output, Part, Scenario};

use super::form::{Form, form};
use super::key::{Holds, Keys, keys};
use super::limits::{self, LIMITS, LimitsSource};
use super::node::Node;
use super::node_reader::{KeyedMap, NamedText, NodeReader};
use super::policy::{self, CLASSES, PolicySource};
use crate::finding::{Place, Spanned};
use crate::words;

keys! {
    /// Keys of the file.
    CORE {
        /// Version of the file, `1.0.0`. The author raises it.
        Required "version": Holds::Scalar(&["string", "number"]),
        /// Codes of the contract language and their names.
        Required "vocabulary": Holds::Keyed(Keys(&[LISTS])),
        /// What an intent of each scenario must and must not say.
        Required "scenarios": ScenarioSource::MAP,
        /// Bounds of what is read and asked for. What a domain leaves out is the core's.
        Required "limits": Holds::Keyed(Keys(&[LIMITS])),
        /// What a finding of each class leads to: `reject`, `clarify`, or rules for some fields. What a domain leaves out is
        /// the core's.
        Required "policy": Holds::Keyed(Keys(&[CLASSES])),
    }

    /// The closed lists of the vocabulary.
    LISTS {
        /// Kinds of question.
        ByRule "scenarios": Holds::Map(&Holds::Text),
        /// Forms of an answer.
        ByRule "outputs": Holds::Map(&Holds::Text),
        /// Operators of filters.
        ByRule "operators": Holds::Map(&Holds::Text),
        /// Orders of rows.
        ByRule "orders": Holds::Map(&Holds::Text),
        /// Directions of a relation.
        ByRule "directions": Holds::Map(&Holds::Text),
        /// Functions of an aggregation.
        ByRule "functions": Holds::Map(&Holds::Text),
        /// Derived fields, which can be used in place of a field.
        ByRule "derivations": Holds::Map(&Holds::Text),
        /// Operations on two sets of rows.
        ByRule "set_operators": Holds::Map(&Holds::Text),
        /// Kinds of question to texts.
        ByRule "question_kinds": Holds::Map(&Holds::Text),
        /// How deep texts are searched.
        ByRule "retrieval_modes": Holds::Map(&Holds::Text),
    }
}

#[derive(Debug)]
pub(crate) struct Core {
    /// The place of `vocabulary`.
    pub(crate) vocabulary_at: Place,
    /// Each list of the vocabulary: name and `code: name` pairs.
    pub(crate) vocabulary: Vec<(Spanned<String>, Vec<NamedText>)>,
    /// The place of `scenarios`.
    pub(crate) scenarios_at: Place,
    pub(crate) scenarios: Vec<ScenarioSource>,
    /// The place of `limits`.
    pub(crate) limits_at: Place,
    pub(crate) limits: LimitsSource,
    pub(crate) policy: PolicySource,
}

form! {
    /// One row of the scenario table.
    ScenarioSource: "scenario" scenario Spanned<Scenario> = "a scenario" {
        /// Outputs that fit; the first is the default.
        outputs: Vec<Spanned<Output>> = "outputs" called "an output" as Word,
        /// Parts that must be said: of each list, one.
        required: Vec<Vec<Spanned<Part>>> = ByRule "required" by required holds PARTS,
        /// Parts that must not be said.
        forbidden: Vec<Spanned<Part>> = ByRule "forbidden" called "a part" as Word,
        /// Rows when no limit is said, where it is not `page_default`.
        default_limit: Option<Spanned<u32>> = "default_limit",
        /// Depth when none is said.
        default_depth: Option<Spanned<u32>> = "default_depth" holds Holds::Number(0),
    }
}

const PARTS: Holds = Holds::List(&Holds::NonEmpty(&Holds::Words(words::all::<Part>)));

pub(crate) fn read(node: &Node, r: &mut NodeReader<'_>) -> Core {
    let map = r.keyed(node, "the core codebook", Keys(&[CORE]));
    let _version = r.text_at(&map, "version");
    let mut vocabulary = Vec::new();
    if let Some(node) = map.get("vocabulary") {
        r.keyed(node, "the vocabulary", Keys(&[LISTS]));
        for (list, members) in r.named(Some(node), "the vocabulary") {
            let what = format!("list `{list}`");
            let pairs = r.named_texts(Some(members), &what, |_| &what);
            vocabulary.push((list.clone(), pairs));
        }
    }
    Core {
        vocabulary_at: map.start("vocabulary"),
        vocabulary,
        scenarios_at: map.start("scenarios"),
        scenarios: Form::all(map.get("scenarios"), "`scenarios`", r),
        limits_at: map.start("limits"),
        limits: limits::read(map.get("limits"), r),
        policy: policy::read(map.get("policy"), Keys(&[CLASSES]), r),
    }
}

fn required(
    map: &KeyedMap<'_>,
    key: &str,
    r: &mut NodeReader<'_>,
) -> Option<Vec<Vec<Spanned<Part>>>> {
    let groups = r.items(map.get(key), map.called(key)).iter();
    let parts =
        groups.map(|group| r.words(Some(group), ("a group of parts", "a part"), &words::of()));
    Some(parts.collect())
}
