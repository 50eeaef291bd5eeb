//! Scenarios: their codes, the parts each must and may not have, and the outputs it gives.
//!
//! This table is the home of the scenarios. `cargo xtask codegen` writes it into `codebook/core.yaml`, which hosts may
//! narrow; the compiler carries the rows of that file into the tables.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{Output, Part, vocabulary};

vocabulary! {
    /// What kind of question is asked.
    Scenario {
        /// Find instances of a type.
        InstanceSearch = "instance_search" / "IS",
        /// Attributes of known instances.
        AttributesFetch = "attributes_fetch" / "AF",
        /// Relations around instances.
        RelationQuery = "relation_query" / "RQ",
        /// Whether a relation holds between two ends.
        RelationExistence = "relation_existence" / "REX",
        /// Ways from one end to another.
        PathQuery = "path_query" / "PQ",
        /// The neighbourhood of an instance.
        Subgraph = "subgraph" / "SG",
        /// Numbers over a set of instances.
        Aggregation = "aggregation" / "AGG",
        /// Union, intersection or difference of named groups.
        SetOps = "set_ops" / "SET",
        /// Texts for a question.
        TextRag = "text_rag" / "RAG",
        /// The model asks back; never becomes a contract.
        Clarify = "clarify" / "CL",
        /// Structured constraints and texts together.
        Hybrid = "hybrid" / "HY",
    }
}

impl Scenario {
    /// What it is in a word or two, on cards: in Chinese, Russian and English.
    #[must_use]
    pub const fn in_short(self) -> [&'static str; 3] {
        match self {
            Self::InstanceSearch => ["查找", "найти", "find"],
            Self::AttributesFetch => ["某物的属性", "сведения об одном", "columns of one"],
            Self::RelationQuery => ["关系", "связи", "relations"],
            Self::RelationExistence => ["是否有关系", "есть ли связь", "whether related"],
            Self::PathQuery => ["路径", "пути", "ways between"],
            Self::Subgraph => ["周围关系网", "окружение", "neighbourhood"],
            Self::Aggregation => ["统计", "подсчёт", "numbers"],
            Self::SetOps => ["集合运算", "множества", "sets"],
            Self::TextRag => ["查文本", "искать в текстах", "look up texts"],
            Self::Hybrid => ["条件加文本", "условия и текст", "filters and a text"],
            Self::Clarify => ["反问", "вопрос", "question"],
        }
    }

    /// Whether there is nothing to answer without a relation.
    #[must_use]
    pub const fn walks(self) -> bool {
        matches!(
            self,
            Self::RelationQuery | Self::RelationExistence | Self::PathQuery | Self::Subgraph
        )
    }

    /// Whether an answer is made of matches. Paths and neighbourhoods are made of relations that are there.
    #[must_use]
    pub const fn is_matched(self) -> bool {
        !matches!(
            self,
            Self::PathQuery | Self::Subgraph | Self::TextRag | Self::Clarify
        )
    }
}

/// One row of the scenario table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioDef {
    /// The scenario.
    pub scenario: Scenario,
    /// What it can give; the first is given when none is said. Only `clarify` gives nothing.
    pub outputs: Cow<'static, [Output]>,
    /// All of these must be there; each is satisfied by any of its parts.
    pub required: Cow<'static, [Requirement]>,
    /// None of these may be there.
    pub forbidden: Cow<'static, [Part]>,
    /// Page limit when none is said, where it differs from the codebook's.
    pub default_limit: Option<u32>,
    /// Depth when none is said and no relation gives one.
    pub default_depth: Option<u32>,
}

impl ScenarioDef {
    /// Output when none is said; `None` only for `clarify`.
    #[must_use]
    pub fn default_output(&self) -> Option<Output> {
        self.outputs.first().copied()
    }

    /// Whether a part may be there.
    #[must_use]
    pub fn may_have(&self, part: Part) -> bool {
        !self.forbidden.contains(&part)
    }
}

/// One thing a scenario must have, in any of these forms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// The forms.
    pub any_of: Cow<'static, [Part]>,
}

/// A row. Each bracket of `requires` is a list of which one must be there; of `gives` the first is the default.
macro_rules! row {
    (
        $scenario:ident $(gives $($output:ident)+)?;
        $(limit $limit:literal;)?
        $(depth $depth:literal;)?
        requires $([$($form:ident)+]),+;
        forbids $($part:ident)+;
    ) => {
        ScenarioDef {
            scenario: Scenario::$scenario,
            outputs: Cow::Borrowed(&[$($(Output::$output),+)?]),
            required: Cow::Borrowed(&[
                $(Requirement { any_of: Cow::Borrowed(&[$(Part::$form),+]) }),+
            ]),
            forbidden: Cow::Borrowed(&[$(Part::$part),+]),
            default_limit: row!(@option $($limit)?),
            default_depth: row!(@option $($depth)?),
        }
    };
    (@option) => { None };
    (@option $value:expr) => { Some($value) };
}

/// The scenario table, in the order of the core codebook.
///
/// An instance search that gives existence asks whether there is such a row. The rows of an aggregation are its groups,
/// which are sorted and paged within it.
pub static SCENARIOS: &[ScenarioDef] = &[
    row! {
        InstanceSearch gives Instances Attributes Existence;
        requires [TargetType Entity];
        forbids Metric Set Path Retrieval Question;
    },
    row! {
        AttributesFetch gives Attributes Instances;
        requires [Entity TargetType];
        forbids Metric Set Path Retrieval Question;
    },
    row! {
        RelationQuery gives Relations Instances Attributes Subgraph Existence;
        requires [Relation], [Entity TargetType];
        forbids Metric Set Path Retrieval Question;
    },
    row! {
        RelationExistence gives Existence Relations;
        limit 1;
        requires [TwoEnds], [Relation];
        forbids Metric Groups Set Path Retrieval Question;
    },
    row! {
        PathQuery gives Subgraph Relations Existence;
        requires [TwoEnds Path];
        forbids Metric Groups Set Retrieval Question;
    },
    row! {
        Subgraph gives Subgraph Instances Relations;
        depth 1;
        requires [Entity];
        forbids Metric Groups Set Path Retrieval Question;
    },
    row! {
        Aggregation gives Attributes Relations;
        requires [Metric], [TargetType Entity];
        forbids Sort Page Set Path Retrieval Question;
    },
    row! {
        SetOps gives Instances Attributes Existence;
        requires [Groups], [Set];
        forbids Metric Path Retrieval Question;
    },
    row! {
        TextRag gives Texts Instances;
        requires [QueryText];
        forbids Metric Groups Set Path Question;
    },
    row! {
        Clarify;
        requires [Question];
        forbids TargetType Entity Relation Attributes Filter Sort Page Metric Groups Set Graph Path Retrieval;
    },
    row! {
        Hybrid gives Instances Attributes Texts;
        requires [QueryText], [Filter Relation], [TargetType Entity];
        forbids Metric Groups Set Path Question;
    },
];
