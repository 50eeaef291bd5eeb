//! Provider profiles: cMEC and tool schemas reduced to the JSON Schema subset of each model provider.
//!
//! A profile is data: the supported keywords, the form of choices and of optional keys, and the budgets, with a date
//! (`rules.rs`). `cut.rs` reduces the one cMEC schema to that and counts the cuts for the manifest. A schema over a
//! budget is still written in full; the manifest and a finding (CB120) say by how much. Only parts that cannot be
//! written at all are narrowed (a set operation inside a set operation, if a provider has no references), and the
//! manifest says so. Enums list canonical values only. Tests check each profile against its rules and check that every
//! fixture contract can be expressed under every profile. Budgets are measured on the emitted schema.
//!
//! `engine` is for constrained decoding and expresses the scenario table without conditions; the schema for validators
//! is not a profile. No cMEC fits the 24 optional parameters of `anthropic`, so that profile is only checked where a
//! codebook lists it.

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

/// The document name of cMEC in a profile.
const CMEC: &str = "cmec-c0.2";

/// The schema rules of a provider or an engine.
#[derive(Debug)]
pub struct Profile {
    /// Its name, as in a codebook's `profiles`.
    pub name: &'static str,
    /// The date of its rules: `YYYY-MM-DD`.
    pub date: &'static str,
    /// Its rules in words.
    pub rules: &'static [&'static str],
    /// True where the budgets apply to a codebook that lists no profiles.
    pub(crate) by_default: bool,
    /// Supported keywords besides the common ones.
    ///
    /// Without `$ref`, shared parts are repeated, and a recursive part is left out inside itself.
    keywords: &'static [&'static str],
    optional: Optional,
    /// Largest supported `minItems`.
    min_items: Option<u64>,
    budgets: &'static [Budget],
    /// True where budgets apply to all tools of a request together.
    per_request: bool,
    /// True where a choice may be between objects that begin with the same key; otherwise they are merged into one
    /// object.
    tells_apart: bool,
    /// True where cMEC is a choice between whole objects that encodes the scenario table.
    by_scenario: bool,
    most_tools: Option<usize>,
    tools: ToolForm,
}

/// The form of an optional key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Optional {
    /// Not in `required`.
    LeftOut,
    /// In `required`; `null` means absent.
    Null,
}

impl Profile {
    /// All profiles.
    #[must_use]
    pub fn all() -> &'static [Self] {
        rules::ALL
    }

    /// The profile with this name, if any.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().iter().find(|profile| profile.name == name)
    }

    /// The domain's cMEC schema.
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
            // One for filters and one for metrics.
            cut.left.insert("oneOf".to_owned(), 2);
        }
        if !self.takes("pattern") && !tables.relations.is_empty() {
            cut.narrowed.insert("places with names", 1);
        }
        cut
    }

    /// The tool definitions of the domain in the order of [`tools`](super::tools()). Descriptions are cut to the limits
    /// of `client`.
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

    /// Every budget that the domain's cMEC or a tool exceeds.
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

    /// The per-request budgets that all tools together exceed.
    fn request<'m>(&self, tables: &Tables, all: impl Iterator<Item = &'m BudgetUse>) -> Vec<Over> {
        if !self.per_request || tables.tools.is_empty() {
            return Vec::new();
        }
        let unused = |budget: &Budget| budget.used(0);
        let mut sums: Vec<BudgetUse> = self.budgets.iter().map(unused).collect();
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
        // The codebook's own two tools, and the handwritten ones.
        let have = 2 + tables.tools.len();
        Over::of(&tables.name, ("tools", most), have)
    }

    /// The cMEC and the handwritten tools.
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

    fn takes(&self, keyword: &str) -> bool {
        rules::BASIC.contains(&keyword) || self.keywords.contains(&keyword)
    }
}

/// One file with the manifests of all profiles, and the schemas and tools of each profile.
pub(super) fn profiles(checked: &Checked) -> Vec<Artefact> {
    let (name, tables) = (checked.name(), checked.tables());
    let manifests: Vec<Value> = (Profile::all().iter())
        .map(|profile| manifest::manifest(profile, &profile.documents(tables)))
        .collect();
    let all = schema::generated(json!({ "domain": name, "profiles": manifests }));
    let mut artefacts = vec![schema::artefact(format!("{name}/profiles.json"), &all)];
    for profile in Profile::all() {
        let path = |what: &str| format!("{name}/{}/{what}.json", profile.name);
        let tools = json!(profile.tools(tables, checked.catalogue(), None));
        let cmec = profile.cmec(tables);
        artefacts.push(schema::artefact(path("cmec-c0.2.schema"), &cmec));
        artefacts.push(schema::artefact(path("tools"), &tools));
    }
    artefacts
}
