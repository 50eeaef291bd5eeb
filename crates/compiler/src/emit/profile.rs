//! Provider profiles: cMEC and the tools as each provider of models takes a schema, and what that leaves to the
//! decoder.
//!
//! A profile is data: which keywords a provider takes, how it wants choices and what is left out to be said, and its
//! budgets. Whatever is cut is counted in the manifest. A schema over a budget is written whole all the same, and the
//! manifest and a finding (CB120) say by how much.
//!
//! `rules.rs` lists for each provider the keywords it takes, how it wants choices, references and what is left out,
//! and its budgets, with a date; `cut.rs` cuts the one cMEC schema down to that and counts what went. Only what
//! cannot be written at all is narrowed (a set operation inside a set operation, where a provider knows no
//! references), and the manifest says so. Enums have canonical values only, as in the grammars. Tests hold each
//! profile to its rules by a second reading, and hold that every contract of the fixtures can be said under every
//! profile. What a schema costs of a budget is counted from the tables, since every compilation must know it and
//! forming the JSON for it cost three times the rest: the shape of an intent is walked once for both, and a
//! test holds every figure to the one measured of the schema, in every domain and in codebooks that lack something.
//! No cMEC keeps to `anthropic`'s 24 optional parameters, so that profile is held only where a codebook lists it.

mod alternatives;
mod budget;
mod cut;
mod manifest;
mod rules;
mod tool_weight;
mod weight;

use cmec_decoder::tables::Tables;
use serde_json::{Value, json};

use super::{schema, tools};
use crate::artefact::Artefact;
use crate::resolve::checked::Checked;

pub use budget::Over;
use budget::{Budget, Measure};
use cut::Cut;
use manifest::Document;
use weight::{Scale, Weigher, Weight};

/// The name of the cMEC among the documents of a profile.
const CMEC: &str = "cmec-c0.2";

/// What a provider takes.
#[derive(Debug)]
pub struct Profile {
    /// Its name, as in `profiles` of a codebook.
    pub name: &'static str,
    /// The day its rules were written down: `YYYY-MM-DD`.
    pub date: &'static str,
    /// Its rules, in sentences.
    pub rules: &'static [&'static str],
    /// Whether a codebook that lists no profiles is held to its budgets.
    pub(crate) by_default: bool,
    /// Keywords that are taken; `None`: every one.
    keywords: Option<&'static [&'static str]>,
    choices: Choices,
    references: References,
    optional: Optional,
    /// Largest `minItems` that is taken.
    min_items: Option<u64>,
    /// None where choices are merged: what is left of a choice is then not the sum of what it is between.
    budgets: &'static [Budget],
    /// Most tools in a request.
    most_tools: Option<usize>,
    tools: ProfileTools,
}

/// How a choice between schemas is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choices {
    /// By `anyOf`.
    AnyOf,
    /// Not at all: one schema has whatever one of them has.
    Merged,
}

/// How a part that stands in several places is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum References {
    /// By `$ref`.
    Kept,
    /// In each place again; what is inside of itself is left out there.
    Inlined,
}

/// How a key that may be left out is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Optional {
    /// It is not required.
    LeftOut,
    /// It is required, and `null` says nothing.
    Null,
}

/// The form of tool definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ProfileTools {
    /// OpenAI function calling.
    OpenAi,
    /// The same with `strict`.
    OpenAiStrict,
    /// `{name, description, strict, input_schema}`.
    Anthropic,
    /// `{name, description, parameters}`.
    Gemini,
}

impl Profile {
    /// Every profile.
    #[must_use]
    pub fn all() -> &'static [Self] {
        rules::ALL
    }

    /// The profile with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().iter().find(|profile| profile.name == name)
    }

    /// The domain's cMEC.
    #[must_use]
    pub fn cmec(&self, tables: &Tables) -> Value {
        self.cut(&schema::cmec(tables)).schema
    }

    /// The definitions of the domain's tools, in the order of [`tools`](super::tools()).
    #[must_use]
    pub fn tools(&self, tables: &Tables) -> Vec<Value> {
        let tools = tools::all(tables).map(|tool| {
            let arguments = self.cut(&tool.arguments).schema;
            self.tools.write(&tool.name, &tool.description, &arguments)
        });
        tools.collect()
    }

    /// Every budget that the domain's cMEC or one of its tools is over, by counting: no schema is formed.
    #[must_use]
    pub fn over(&self, tables: &Tables) -> Vec<Over> {
        let mut over: Vec<Over> = self.too_many_tools(tables).into_iter().collect();
        if self.budgets.is_empty() {
            return over;
        }
        let mut weigh = |document: &str, weight: &Weight| {
            let counted = self.budgets.iter().map(|budget| weight.measured(*budget));
            over.extend(counted.filter_map(|counted| counted.over(document)));
        };
        let scale = Scale::of(self);
        weigh(CMEC, &Weigher::cmec(tables, scale));
        for tool in tables.tools.iter() {
            weigh(&tool.name, &tool_weight::arguments(tables, tool, scale));
        }
        over
    }

    fn too_many_tools(&self, tables: &Tables) -> Option<Over> {
        let most = self.most_tools?;
        // The codebook's own, and those shaped by hand.
        let have = 1 + tables.tools.len();
        (have > most).then(|| Over {
            document: tables.name.to_string(),
            what: "tools",
            most,
            have,
        })
    }

    pub(super) fn documents(&self, tables: &Tables) -> Vec<Document> {
        let cmec = (CMEC.to_owned(), self.cut(&schema::cmec(tables)));
        // The cMEC is the arguments of the first tool.
        let by_hand = tools::all(tables).skip(1);
        let by_hand = by_hand.map(|tool| (tool.name, self.cut(&tool.arguments)));
        std::iter::once(cmec)
            .chain(by_hand)
            .map(|(name, cut)| Document::of(name, cut, self))
            .collect()
    }

    fn cut(&self, schema: &Value) -> Cut {
        match self.keywords {
            Some(keywords) => cut::cut(schema, self, keywords),
            None => Cut::nothing(schema),
        }
    }
}

impl ProfileTools {
    fn write(self, name: &str, description: &str, arguments: &Value) -> Value {
        match self {
            Self::OpenAi => json!({
                "type": "function",
                "function": { "name": name, "description": description, "parameters": arguments },
            }),
            Self::OpenAiStrict => json!({
                "type": "function",
                "function": {
                    "name": name, "description": description, "strict": true, "parameters": arguments,
                },
            }),
            Self::Anthropic => json!({
                "name": name, "description": description, "strict": true, "input_schema": arguments,
            }),
            Self::Gemini => {
                json!({ "name": name, "description": description, "parameters": arguments })
            }
        }
    }
}

/// The manifests of every profile, in one file, and the schemas and tools of each.
pub(super) fn profiles(checked: &Checked) -> Vec<Artefact> {
    let (name, tables) = (checked.name(), checked.tables());
    let manifests: Vec<Value> = (Profile::all().iter())
        .map(|profile| manifest::manifest(profile, &profile.documents(tables)))
        .collect();
    let mut artefacts = vec![schema::artefact(
        format!("{name}/profiles.json"),
        &schema::generated(json!({ "domain": name, "profiles": manifests })),
    )];
    for profile in Profile::all() {
        let path = |what: &str| format!("{name}/{}/{what}.json", profile.name);
        artefacts.push(schema::artefact(
            path("cmec-c0.2.schema"),
            &profile.cmec(tables),
        ));
        artefacts.push(schema::artefact(
            path("tools"),
            &json!(profile.tools(tables)),
        ));
    }
    artefacts
}

#[cfg(test)]
mod tests;
