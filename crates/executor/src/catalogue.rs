//! `Catalogue`: the operations that a codebook permits to the executor, as lanes, recipes, query templates, retrieval
//! profiles and tables.
//!
//! The compiler writes it from `recipes.yaml`, `queries/*.1c`, `retrieval.yaml`, `bindings.yaml`, `tools.yaml`,
//! `examples.yaml` and the descriptions of `codebook.yaml`, as the `catalogue` section of the compiled file. The
//! executor can call nothing else.
//!
//! Query texts are static to the byte. The text that is sent depends on the template and the order, never on the
//! request, so `codebook/address/queries/` contains every text that can be sent. `ПЕРВЫЕ 1001` in a text is one more
//! than the largest limit; the wanted number of rows is the tool's `limit` argument. A text starts with its query,
//! because servers refuse a text that starts with a comment.

mod address;
mod element_descriptions;
mod example;
mod recipe;
mod retrieval;
mod structured;
mod tool_results;

use std::borrow::Cow;

use cmec_decoder::language::Scenario;
use serde::{Deserialize, Serialize};

pub use address::{
    AbsentValue, AddressCatalogue, AnchorRule, DATA_THROUGH, FilterDef, LimitPolicy, Parameter,
    ParameterForm, RowShape, Template,
};
pub use element_descriptions::ElementDescription;
pub use example::{Example, LocalisedText};
pub use recipe::{
    AccountScope, DefaultValue, Fallback, FilterDefault, LimitClass, Recipe, RecipeMatch,
    RecipeState, ResultMode, RowFilter, ScopeMode, Side,
};
pub use retrieval::{
    BroaderTags, Corpus, CorpusIndex, DefaultType, ModeRange, Profile, QuestionPhrases,
    RetrievalCatalogue, TagSynonyms, TypeAliases,
};
pub use structured::{
    Embedding, FieldBinding, ForeignKey, KeySide, KeyType, LinkTable, MatchMode, OnlyWhere,
    RelationBinding, StructuredCatalogue, TypeBinding, ValuesTable, VectorMetric,
};
pub use tool_results::{JoinedFields, ToolResults};

/// A text of the catalogue.
pub type Text = Cow<'static, str>;
/// A list of the catalogue.
pub type List<T> = Cow<'static, [T]>;

pub(crate) fn owned(texts: &[Text]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

/// Version of the catalogue section that this executor reads.
pub const CATALOGUE_FORMAT: u32 = 1;

/// The catalogue of one domain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    /// [`CATALOGUE_FORMAT`] of the compiler.
    pub format: u32,
    /// Name of the domain.
    pub domain: Text,
    /// The lane of each scenario; a scenario without one is unsupported.
    pub lanes: List<LaneRule>,
    /// Example questions for prompts, with their intents.
    pub examples: List<Example>,
    /// Descriptions of codebook elements by language.
    pub descriptions: List<ElementDescription>,
    /// Recipes of the address lane; absent in other domains.
    pub address: Option<AddressCatalogue>,
    /// Profiles of the retrieval lane; absent in other domains.
    pub retrieval: Option<RetrievalCatalogue>,
    /// Tables of the structured lane; absent in domains without any.
    pub structured: Option<StructuredCatalogue>,
    /// The form of the results of hand-written tools for a model; absent: the form of generated tools.
    pub tool_results: Option<ToolResults>,
}

/// A scenario and its lane.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaneRule {
    /// The scenario.
    pub scenario: Scenario,
    /// The lane.
    pub lane: Lane,
}

/// A kind of execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// Whitelisted recipes over a 1C MCP server.
    Address,
    /// Structured queries over tables.
    Structured,
    /// A text index.
    Retrieval,
}

/// Why a catalogue section was refused.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// The file has no readable catalogue section.
    #[error("not a compiled catalogue: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The section has another format.
    #[error(
        "catalogue has format {found}, this executor reads {CATALOGUE_FORMAT}; compile the codebook again"
    )]
    Format {
        /// Format of the section.
        found: u32,
    },
}

impl Catalogue {
    /// Reads the catalogue section of a compiled file.
    ///
    /// # Errors
    /// The file has no such section or one of another format.
    pub fn from_compiled(text: &str) -> Result<Self, CatalogueError> {
        #[derive(Deserialize)]
        struct Head {
            catalogue: Catalogue,
        }
        let Head { catalogue } = serde_json::from_str(text)?;
        if catalogue.format != CATALOGUE_FORMAT {
            return Err(CatalogueError::Format {
                found: catalogue.format,
            });
        }
        Ok(catalogue)
    }

    /// The lane of a scenario, if any.
    #[must_use]
    pub fn lane(&self, scenario: Scenario) -> Option<Lane> {
        let mut rules = self.lanes.iter();
        let own = rules.find(|rule| rule.scenario == scenario);
        own.map(|rule| rule.lane)
    }
}
