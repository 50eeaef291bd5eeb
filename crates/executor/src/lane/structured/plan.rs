//! `StructuredPlan`: a contract that is asked of the tables of a database.

use chrono::NaiveDate;
use cmec_decoder::contract::{Contract, Entity, Grounding, Pagination, Str};
use cmec_decoder::language::Scenario;
use cmec_decoder::places::{Place, Places};
use cmec_decoder::tables::Tables;
use serde::{Serialize, Serializer};

use crate::catalogue::{Embedding, StructuredCatalogue};
use crate::fingerprint::Fingerprint;
use crate::lane::structured::cursor::Cursor;
use crate::row_policy::RowPolicy;

/// A contract that is asked of a database: its days are those of the calendar. What its entities mean is looked up first.
#[derive(Debug, Clone, PartialEq)]
pub struct StructuredPlan<'c> {
    /// The contract.
    pub contract: Contract<'c>,
    /// The codebook.
    pub tables: &'c Tables,
    /// Where everything stands.
    pub catalogue: &'c StructuredCatalogue,
    /// Which rows may be seen.
    pub rows: RowPolicy<'c>,
    /// Today.
    pub today: NaiveDate,
    /// What a path starts from, where it is named by keys.
    pub sources: Vec<Entity<'c>>,
    /// The fingerprint of the question.
    pub(crate) question: Fingerprint,
    /// Where the page starts; `None` for the first one.
    pub cursor: Option<Cursor>,
    /// What is looked for in the texts of the rows that the contract leaves; `None`: nothing.
    pub search: Option<Search<'c>>,
}

/// A search in the texts of rows: the rows are those of the contract, ranked by how near they are to the text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Search<'c> {
    /// The text.
    pub query_text: Str<'c>,
    /// Most rows.
    pub top_k: u32,
    /// Paths of the long texts of the target, which are looked in.
    pub fields: Vec<&'c str>,
    /// Embeddings of its rows, where it has any.
    pub embedding: Option<&'c Embedding>,
}

/// An entity that is looked up.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedEntity<'p> {
    /// Its pointer in the contract.
    pub pointer: String,
    /// The entity.
    pub entity: &'p Entity<'p>,
    /// The types that it may be of, where it says none; empty: any.
    pub types: Vec<&'p str>,
}

impl StructuredPlan<'_> {
    /// The page of rows, or of groups.
    #[must_use]
    pub fn page(&self) -> &Pagination<'_> {
        let constraints = &self.contract.constraints;
        let numbers = constraints.aggregation.as_deref();
        numbers.map_or(&constraints.pagination, |numbers| &numbers.pagination)
    }

    /// The entities that are looked up, those of groups among them.
    #[must_use]
    pub fn entities(&self) -> Vec<NamedEntity<'_>> {
        let contract = &self.contract;
        let of_whole = (contract.intent.scenario, &contract.grounding);
        let mut all = self.entities_of("/grounding".to_owned(), of_whole);
        for (index, entity) in self.sources.iter().enumerate() {
            all.push(NamedEntity {
                pointer: format!("/graph_params/path/source_ids/{index}"),
                entity,
                types: Vec::new(),
            });
        }
        for (index, group) in contract.constraints.groups.iter().enumerate() {
            let above = format!("/constraints/groups/{index}");
            all.extend(self.entities_of(above, (Scenario::InstanceSearch, &group.grounding)));
        }
        all
    }

    fn entities_of<'p>(
        &'p self,
        above: String,
        (scenario, grounding): (Scenario, &'p Grounding<'p>),
    ) -> Vec<NamedEntity<'p>> {
        let targets: Vec<&str> = grounding.target_types.iter().map(AsRef::as_ref).collect();
        let places = Places::of(scenario, grounding, &targets, self.tables);
        let types_of = |index: usize| {
            let stands = |place: &&Place<'p>| {
                let named = place.entities.as_ref();
                named.is_some_and(|named| named.contains(&index))
            };
            let place = places.places.iter().find(stands);
            place.map(|place| place.types.clone()).unwrap_or_default()
        };
        let entities = grounding.entity_list.iter().enumerate();
        entities
            .map(|(index, entity)| NamedEntity {
                pointer: format!("{above}/entity_list/{index}"),
                entity,
                types: match &entity.type_name {
                    Some(_) => Vec::new(),
                    None => types_of(index),
                },
            })
            .collect()
    }
}

impl Serialize for StructuredPlan<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct PlanText<'p> {
            lane: &'static str,
            contract: &'p Contract<'p>,
            #[serde(skip_serializing_if = "Option::is_none")]
            search: Option<&'p Search<'p>>,
        }
        let shown = PlanText {
            lane: "structured",
            contract: &self.contract,
            search: self.search.as_ref(),
        };
        shown.serialize(serializer)
    }
}
