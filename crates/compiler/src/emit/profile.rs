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
//! references), and the manifest says so. Enums have canonical values only. Tests hold each
//! profile to its rules by a second reading, and hold that every contract of the fixtures can be said under every
//! profile. What a schema costs of a budget is measured of the schema.
//! `engine` is for constrained decoding, and its cMEC says the scenario table without conditions; the schema for
//! validators is not among the profiles.
//! No cMEC keeps to `anthropic`'s 24 optional parameters, so that profile is held only where a codebook lists it.

mod budget;
mod cut;
mod definitions;
mod manifest;
mod rules;

use cmec_decoder::tables::Tables;
use cmec_executor::Catalogue;
use serde_json::{Value, json};

use super::client::Client;
use super::schema;
use super::tools::{self, Tool, ToolForm};
use crate::artefact::Artefact;
use crate::resolve::checked::Checked;

pub use budget::Over;
use budget::{Budget, BudgetUse, Measure};
use cut::Cut;
use manifest::Document;

/// The name of the cMEC among the documents of a profile.
const CMEC: &str = "cmec-c0.2";

/// What a provider or an engine takes.
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
    /// Keywords that are taken beside those that every provider takes.
    ///
    /// Without `$ref` a part that stands in several places is said in each of them again; what is inside of itself is
    /// left out there.
    keywords: &'static [&'static str],
    optional: Optional,
    /// Largest `minItems` that is taken.
    min_items: Option<u64>,
    budgets: &'static [Budget],
    /// Whether the budgets are those of all tools of a request together, and not of each.
    per_request: bool,
    /// Whether a choice may be between objects that begin with the same key; without it all of them are one object.
    tells_apart: bool,
    /// Whether the cMEC is a choice between whole objects, which says the scenario table.
    by_scenario: bool,
    /// Most tools in a request.
    most_tools: Option<usize>,
    tools: ToolForm,
}

/// How a key that may be left out is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Optional {
    /// It is not required.
    LeftOut,
    /// It is required, and `null` says nothing.
    Null,
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
        self.cut_cmec(tables).schema
    }

    fn cut_cmec(&self, tables: &Tables) -> Cut {
        if self.by_scenario {
            let mut cut = self.cut(&schema::cmec_by_scenario(tables, self.sayable()));
            cut.schema = definitions::shared(&cut.schema);
            return cut;
        }
        let mut cut = self.cut(&schema::cmec_in(tables, self.sayable()));
        if !self.tells_apart {
            // Of the filters and of the metrics.
            cut.left.insert("oneOf".to_owned(), 2);
        }
        if !self.takes("pattern") && !tables.relations.is_empty() {
            cut.narrowed.insert("places with names", 1);
        }
        cut
    }

    /// The definitions of the domain's tools, in the order of [`tools`](super::tools()). `client`: whose cuts the
    /// descriptions keep to.
    #[must_use]
    pub fn tools(
        &self,
        tables: &Tables,
        catalogue: &Catalogue,
        client: Option<&Client>,
    ) -> Vec<Value> {
        let most = client.and_then(Client::longest);
        let all = tools::all(tables, catalogue, self.sayable(), most);
        let tools = all.map(|tool| {
            let arguments = self.cut(&tool.arguments).schema;
            self.tools.write(Tool { arguments, ..tool })
        });
        tools.collect()
    }

    /// Every budget that the domain's cMEC or one of its tools is over.
    #[must_use]
    pub fn over(&self, tables: &Tables) -> Vec<Over> {
        let mut over: Vec<Over> = self.too_many_tools(tables).into_iter().collect();
        if self.budgets.is_empty() {
            return over;
        }
        let documents = self.documents(tables);
        let measured = documents.iter().flat_map(|document| &document.measured);
        over.extend(self.request(tables, measured));
        over.extend(documents.into_iter().flat_map(|document| document.over));
        over
    }

    /// The budgets that all tools together are over, where they go by the request.
    fn request<'m>(&self, tables: &Tables, all: impl Iterator<Item = &'m BudgetUse>) -> Vec<Over> {
        if !self.per_request || tables.tools.is_empty() {
            return Vec::new();
        }
        let mut sums: Vec<BudgetUse> = (self.budgets.iter())
            .map(|budget| BudgetUse {
                budget: *budget,
                have: 0,
            })
            .collect();
        for measured in all {
            if let Some(sum) = sums.iter_mut().find(|sum| sum.budget == measured.budget) {
                sum.have += measured.have;
            }
        }
        let over = sums.iter().filter_map(|sum| sum.over(&tables.name));
        over.collect()
    }

    fn too_many_tools(&self, tables: &Tables) -> Option<Over> {
        let most = self.most_tools?;
        // The codebook's own two, and those shaped by hand.
        let have = 2 + tables.tools.len();
        (have > most).then(|| Over {
            document: tables.name.to_string(),
            what: "tools",
            most,
            have,
        })
    }

    /// The cMEC, and the tools shaped by hand.
    pub(super) fn documents(&self, tables: &Tables) -> Vec<Document> {
        let cmec = Document::of(CMEC.to_owned(), self.cut_cmec(tables), self);
        let by_hand = tools::by_hand(tables)
            .map(|tool| Document::of(tool.name, self.cut(&tool.arguments), self));
        std::iter::once(cmec).chain(by_hand).collect()
    }

    fn cut(&self, schema: &Value) -> Cut {
        cut::cut(schema, self)
    }

    fn sayable(&self) -> schema::Sayable {
        schema::Sayable {
            tells_apart: self.tells_apart,
            patterns: self.takes("pattern"),
            ..schema::Sayable::TO_MODELS
        }
    }

    /// Whether a keyword is taken.
    fn takes(&self, keyword: &str) -> bool {
        rules::BASIC.contains(&keyword) || self.keywords.contains(&keyword)
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
            &json!(profile.tools(tables, checked.catalogue(), None)),
        ));
    }
    artefacts
}
