//! Reads the definition of a metric of the codebook: SQL for one number over the instances of one type.
//!
//! ```text
//! `SELECT SUM(employees) FROM enterprise` ── decoder ──► contract ── one number? counted once? ──► Defined
//! ```
//!
//! A definition is decoded like any intent, with the same findings, and is stored as a contract.

mod grain;

use std::borrow::Cow;

use crate::contract::{Contract, Pagination, Valid};
use crate::decode::{Decoder, EmitClarify, Options};
use crate::encode::defaults::default_limit;
use crate::encode::encode;
use crate::finding::{Finding, registry};
use crate::language::{Scenario, ValueType, given_names};
use crate::notation::{Notation, Spelling};
use crate::read::extract::Extract;
use crate::resolve::metrics::derived_metrics::value_kind;
use crate::span::Span;
use crate::tables::{Kind, MetricDef, Tables};
use crate::verdict::Verdict;
use crate::version::ContractVersion;

/// The result of reading a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The contract as MEC.
    pub contract: String,
    /// The type that the number is computed over.
    pub type_name: String,
    /// Names of the metrics that it uses.
    pub parts: Vec<String>,
    /// Type of the number.
    pub value_type: ValueType,
    /// Unit of the number.
    pub unit: Option<String>,
}

/// The reason why SQL does not define a metric.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DefinitionError {
    /// It is not a contract.
    Unread {
        /// The error.
        message: String,
        /// The advice.
        help: Option<String>,
        /// The span in the SQL.
        span: Span,
    },
    /// It is a contract, but not for one number over one type. The text continues the sentence "it …".
    Shape(&'static str),
    /// It counts something several times.
    Repeated {
        /// Path of the summed field.
        path: String,
        /// The one-to-many relation.
        relation: String,
        /// The types at its start and end.
        ends: [String; 2],
        /// The property that would make the relation lead to one instance: `to_one` or `from_one`. `None` if it has
        /// alternatives or repetitions, each of which may lead to another instance.
        key: Option<&'static str>,
    },
}

/// Reads a definition. `tables` contain the metrics before it.
///
/// # Errors
///
/// All reasons why it does not define a metric.
pub fn define(text: &str, tables: &Tables) -> Result<Definition, Vec<DefinitionError>> {
    let decoded = decoder(tables, Notation::Sql).decode(text, "");
    let Verdict::Contract(contract) = decoded.verdict else {
        let told = decoded.account.findings.into_iter();
        let mut all: Vec<_> = told.map(|told| unread(text, told, tables)).collect();
        all.dedup();
        if all.is_empty() {
            all.push(DefinitionError::Shape("is no intent"));
        }
        return Err(all);
    };
    let (type_name, kind) =
        number(&contract, tables).map_err(|what| vec![DefinitionError::Shape(what)])?;
    let repeated = grain::repeated(&contract, tables);
    if !repeated.is_empty() {
        return Err(repeated);
    }
    let parts = made_of(&contract, tables).into_iter();
    let written = encode(&contract, tables, Notation::Mec);
    Ok(Definition {
        contract: written.map_err(|_| vec![DefinitionError::Shape("cannot be written")])?,
        type_name: type_name.to_owned(),
        parts: parts.map(|part| part.name.to_string()).collect(),
        value_type: kind.value_type,
        unit: kind.unit.map(|unit| unit.into_owned()),
    })
}

/// The error for SQL that is not a contract.
fn unread(text: &str, told: Finding, tables: &Tables) -> DefinitionError {
    let word = text.get(told.span.start..told.span.end);
    let metric = word.and_then(|word| tables.metric_by_name(word));
    let needs = metric.is_some_and(|one| one.over_time.is_some() || !one.not_additive.is_empty());
    if needs && told.rule == &registry::METRIC_DOES_NOT_FIT {
        return DefinitionError::Shape(
            "is made of a metric that reads periods or does not add up, which only an intent can group",
        );
    }
    DefinitionError::Unread {
        message: told.message,
        help: told.help,
        span: told.span,
    }
}

/// The metrics that a contract uses.
fn made_of<'t>(contract: &Contract<'_>, tables: &'t Tables) -> Vec<&'t MetricDef> {
    let numbers = contract.constraints.aggregation.as_deref();
    let metrics = numbers.into_iter().flat_map(|numbers| &numbers.metrics);
    metrics
        .filter_map(|metric| tables.metric_asked_for(metric))
        .collect()
}

/// The metrics that the definition of a metric uses.
#[must_use]
pub fn parts<'t>(metric: &MetricDef, tables: &'t Tables) -> Vec<&'t MetricDef> {
    let contract = definition(metric, tables);
    contract.map_or_else(Vec::new, |contract| made_of(&contract, tables))
}

/// The contract that defines a metric; its last metric is the value. `None` if the tables lack a name in it.
#[must_use]
pub fn definition<'t>(
    metric: &'t MetricDef,
    tables: &'t Tables,
) -> Option<Box<Valid<Contract<'t>>>> {
    let decoded = decoder(tables, Notation::Mec).decode(&metric.definition, "");
    match decoded.verdict {
        Verdict::Contract(contract) => Some(contract),
        Verdict::Clarify(_) | Verdict::Reject(_) => None,
    }
}

/// The definition as SQL, or as stored if SQL cannot express it.
#[must_use]
pub fn definition_text(metric: &MetricDef, tables: &Tables) -> String {
    let text = definition(metric, tables)
        .and_then(|contract| encode(&contract, tables, Notation::Sql).ok());
    text.unwrap_or_else(|| metric.definition.to_string())
}

const fn decoder(tables: &Tables, notation: Notation) -> Decoder<'_> {
    let options = Options {
        clarify: EmitClarify::On,
        spelling: Spelling::Only(notation),
        extract: Extract::Off,
        contract_version: Some(ContractVersion::V03),
    };
    Decoder::new(tables).with_options(options)
}

/// The target type of a contract and the kind of its one number, or an error that describes the contract.
fn number<'t>(
    contract: &'t Valid<Contract<'_>>,
    tables: &'t Tables,
) -> Result<(&'t str, Kind<'t>), &'static str> {
    let (grounding, constraints) = (&contract.grounding, &contract.constraints);
    if contract.intent.scenario != Scenario::Aggregation {
        return Err("is no number over instances");
    }
    let type_name = match (grounding.target_types.as_slice(), tables.types.as_ref()) {
        ([only], _) => only.as_ref(),
        ([], [only]) => only.name.as_ref(),
        _ => return Err("is not about one type"),
    };
    let Some(numbers) = constraints.aggregation.as_deref() else {
        return Err("has no number");
    };
    let plain = numbers.group_by.is_empty() && numbers.having.is_empty() && numbers.sort.is_empty();
    let whole = Pagination {
        limit: default_limit(tables, Scenario::Aggregation),
        ..Pagination::default()
    };
    let paged = numbers.pagination.as_ref() != Some(&whole);
    if !plain || paged || !constraints.groups.is_empty() || !grounding.entity_list.is_empty() {
        return Err("has groups, a page or a name of an instance");
    }
    // Only the value may be shown, not the operands of a ratio.
    let value = numbers.metrics.last().map(|metric| metric.alias.as_ref());
    let is_value = |column: &Cow<'_, str>| given_names::metric(column) == value;
    if !grounding.target_attributes.iter().all(is_value) {
        return Err("shows columns");
    }
    let kind = value_kind(numbers, tables);
    let number = kind.filter(|kind| kind.value_type.is_number());
    number.map_or(Err("ends with what is no number"), |kind| {
        Ok((type_name, kind))
    })
}
