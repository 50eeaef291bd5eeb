//! The part of a codebook that can be used with some of its types.
//!
//! It holds the relations among these types, the scenarios that they (or a recipe for one of them) can answer, the
//! operators that some field takes, and the fields that sort and group. A relation that leads out of the types is left
//! out, since the model does not know its other end. A diff counts a change of this scope as a change of the card.
//! Deprecated elements can still be read but are not shown.

use std::collections::{BTreeSet, HashSet};

use cmec_decoder::language::{Operator, Part, Scenario};
use cmec_decoder::names;
use cmec_decoder::tables::{FieldDef, Label, MetricDef, RelationDef, Tables, TypeDef};
use cmec_executor::Catalogue;

use crate::text::LISTED;

/// A requested type or language that the codebook does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScopeError {
    /// The codebook has no such type.
    #[error("there is no type `{name}`")]
    Type {
        /// The requested name.
        name: String,
        /// Similar types; all types if none is similar.
        candidates: Vec<String>,
    },
    /// The codebook has no such language.
    #[error("the codebook has no language `{name}`")]
    Language {
        /// The requested name.
        name: String,
        /// The available languages.
        candidates: Vec<String>,
    },
}

impl ScopeError {
    /// The possible alternatives.
    #[must_use]
    pub fn candidates(&self) -> &[String] {
        match self {
            Self::Type { candidates, .. } | Self::Language { candidates, .. } => candidates,
        }
    }
}

pub(super) struct Scope<'t> {
    pub(super) types: Vec<&'t TypeDef>,
    pub(super) fields: Vec<&'t FieldDef>,
    /// Both ends are among the types.
    pub(super) relations: Vec<&'t RelationDef>,
    /// Metrics over one of the types, if the scope can aggregate.
    pub(super) metrics: Vec<&'t MetricDef>,
    pub(super) scenarios: BTreeSet<Scenario>,
    /// Operators that some field takes, in the order of the vocabulary.
    pub(super) operators: Vec<Operator>,
}

impl<'t> Scope<'t> {
    pub(super) fn has_groups(&self, tables: &Tables) -> bool {
        let rows = self.scenarios.iter();
        let mut rows = rows.filter_map(|one| tables.scenario(*one));
        rows.any(|row| row.may_have(Part::Groups))
    }

    /// The scope of these types; all types if empty.
    pub(super) fn of(
        tables: &'t Tables,
        catalogue: &Catalogue,
        types: &[&str],
    ) -> Result<Self, ScopeError> {
        if let Some(name) = (types.iter()).find(|name| tables.type_by_name(name).is_none()) {
            return Err(ScopeError::Type {
                name: (*name).to_owned(),
                candidates: candidates(tables, name),
            });
        }
        let named: HashSet<&str> = types.iter().copied().collect();
        // Deprecated elements are hidden, except types that are requested by name.
        let gone: HashSet<&str> = (tables.types.iter())
            .filter(|ty| ty.deprecated.is_some())
            .map(|ty| ty.name.as_ref())
            .collect();
        let wanted = |name: &str| match named.is_empty() {
            true => !gone.contains(name),
            false => named.contains(name),
        };
        let relations: Vec<&RelationDef> = (tables.relations.iter())
            .filter(|relation| relation.deprecated.is_none())
            .filter(|relation| wanted(&relation.from) && wanted(&relation.to))
            .collect();
        let fields: Vec<&FieldDef> = (tables.fields.iter())
            .filter(|field| field.deprecated.is_none() && wanted(&field.type_name))
            .collect();
        // A scenario that recipes answer is limited to their target types; others are not limited.
        let recipes = catalogue.address.iter();
        let recipes = recipes.flat_map(|address| address.recipes.iter().map(|one| &one.matches));
        let by_recipe: BTreeSet<Scenario> = recipes.clone().map(|one| one.scenario).collect();
        let by_recipe_of_type = recipes.filter(|one| wanted(&one.target_type));
        let answered = (catalogue.lanes.iter().map(|rule| rule.scenario))
            .filter(|scenario| !by_recipe.contains(scenario))
            .chain(by_recipe_of_type.map(|one| one.scenario))
            .filter(|scenario| !relations.is_empty() || !scenario.walks());
        let scenarios: BTreeSet<Scenario> = answered.collect();
        let numbers = scenarios.contains(&Scenario::Aggregation);
        let metrics = tables.metrics.iter().filter(|_| numbers);
        let is_taken = |operator: &Operator| {
            let mut fields = fields.iter();
            fields.any(|field| field.operators.contains(operator))
        };
        let operators = Operator::ALL.iter().copied().filter(is_taken);
        Ok(Self {
            metrics: metrics
                .filter(|metric| metric.deprecated.is_none() && wanted(&metric.type_name))
                .collect(),
            types: (tables.types.iter())
                .filter(|ty| wanted(&ty.name))
                .collect(),
            operators: operators.collect(),
            scenarios,
            fields,
            relations,
        })
    }
}

/// Similar types: by a label or a synonym, or by a similar name.
fn candidates(tables: &Tables, text: &str) -> Vec<String> {
    let folded = text.to_lowercase();
    let called = |ty: &&TypeDef| {
        (ty.labels.iter())
            .flat_map(Label::names)
            .any(|name| name.to_lowercase() == folded)
    };
    let names = || tables.types.iter().map(|ty| ty.name.as_ref());
    let mut found: Vec<&str> = (tables.types.iter().filter(called))
        .map(|ty| ty.name.as_ref())
        .collect();
    let near = names::nearest(names(), text).next();
    found.extend(near.filter(|near| !found.contains(near)));
    if found.is_empty() {
        found.extend(names().take(LISTED));
    }
    found.into_iter().map(str::to_owned).collect()
}
