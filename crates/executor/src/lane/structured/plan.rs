//! `StructuredPlan`: a contract prepared for the tables of a database.

use chrono::NaiveDate;
use cmec_decoder::contract::{Contract, Entity, Grounding, Pagination, Str};
use cmec_decoder::language::Scenario;
use cmec_decoder::places::{Place, Places};
use cmec_decoder::tables::Tables;
use serde::Serialize;

use crate::catalogue::{Embedding, StructuredCatalogue};
use crate::fingerprint::Fingerprint;
use crate::lane::structured::cursor::Cursor;
use crate::row_policy::RowPolicy;

/// A contract prepared for a database. Its days are calendar days. Its entities are resolved before it runs. It
/// serialises to the contract and the search.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "lane", rename = "structured")]
pub struct StructuredPlan<'c> {
    /// The contract.
    pub contract: Contract<'c>,
    /// The codebook.
    #[serde(skip)]
    pub tables: &'c Tables,
    /// The bindings of the codebook's types, fields and relations to tables.
    #[serde(skip)]
    pub catalogue: &'c StructuredCatalogue,
    /// The row-level security filters.
    #[serde(skip)]
    pub rows: RowPolicy<'c>,
    /// The current day.
    #[serde(skip)]
    pub today: NaiveDate,
    /// The start of a path that is given by keys.
    #[serde(skip)]
    pub sources: Vec<Entity<'c>>,
    #[serde(skip)]
    pub(crate) question: Fingerprint,
    /// The cursor of the page; `None` for the first page.
    #[serde(skip)]
    pub cursor: Option<Cursor>,
    /// The search in the texts of the contract's rows, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<Search<'c>>,
}

/// A full-text or vector search among the rows of a contract, which are ranked by how near they are to the text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Search<'c> {
    /// The text to search for.
    pub query_text: Str<'c>,
    /// Maximum number of rows.
    pub top_k: u32,
    /// Paths of the long text fields of the target that are searched.
    pub fields: Vec<&'c str>,
    /// The stored embeddings of the rows, if any.
    pub embedding: Option<&'c Embedding>,
}

/// An entity to resolve.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedEntity<'p> {
    /// JSON pointer of the entity in the contract.
    pub pointer: String,
    /// The entity.
    pub entity: &'p Entity<'p>,
    /// The possible types where the entity gives none; empty: any type.
    pub types: Vec<&'p str>,
}

impl StructuredPlan<'_> {
    /// The page of rows, or of groups.
    #[must_use]
    pub fn page(&self) -> &Pagination<'_> {
        self.contract.constraints.page()
    }

    /// The entities to resolve, including the entities of subqueries.
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
