//! Matching: which values that a filter asks a list for are looked for as parts of its members.
//!
//! A catalogue writes `мальбек 100%` where a question says `мальбек`. Of a field whose binding says
//! `match: exact_then_part`, a value that no member equals is looked for within members. Whether one equals it is asked of all
//! rows that may be seen, so that a value means the same wherever in a contract it stands.

use std::time::Instant;

use cmec_decoder::contract::{Condition, Contract, Filter, Operand, Value};
use cmec_decoder::definition::definition;
use cmec_decoder::language::{Operator, given};
use cmec_decoder::tables::Tables;

use crate::catalogue::Matching;
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::Unresolved;
use crate::lane::structured::sql::{Anchors, Writer};
use crate::ports::database::{Database, DatabaseValue, ask};

/// A value that no member of a field equals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByPart {
    /// Path of the field.
    pub path: String,
    /// The value.
    pub value: String,
}

/// Looks up which values are looked for as parts, and tells the writers of statements.
///
/// # Errors
/// When the database fails.
pub async fn find<D: Database>(
    plan: &StructuredPlan<'_>,
    database: &D,
    deadline: Instant,
    anchors: &mut Anchors,
) -> Result<Vec<ByPart>, Unresolved> {
    let mut asked: Vec<ByPart> = Vec::new();
    members_asked(&plan.contract, plan.tables, &mut |path, value| {
        let one = ByPart {
            path: path.to_owned(),
            value: value.to_owned(),
        };
        let binding = plan.catalogue.field(path);
        let by_part = binding.is_some_and(|own| own.matching == Matching::ExactThenPart);
        if by_part && !asked.contains(&one) {
            asked.push(one);
        }
    });
    let mut by_part = Vec::new();
    for one in asked {
        let Some(field) = plan.tables.field_by_path(&one.path) else {
            continue;
        };
        let equals = Condition::Filter(Filter {
            field: one.path.as_str().into(),
            operator: Operator::Contains,
            operand: Some(Operand::Value(Value::Text(one.value.as_str().into()))),
        });
        let writer = Writer::of_plan(plan, database.engine(), anchors);
        if !is_there(&writer, (&field.type_name, &equals), database, deadline).await? {
            by_part.push(one);
        }
    }
    for one in &by_part {
        anchors.set_part(&one.path, &one.value);
    }
    Ok(by_part)
}

/// Whether any instance of a type that may be seen passes a condition.
pub(super) async fn is_there<D: Database>(
    writer: &Writer<'_>,
    (type_name, condition): (&str, &Condition<'_>),
    database: &D,
    deadline: Instant,
) -> Result<bool, Unresolved> {
    let statement = writer.any_with(type_name, condition)?;
    let rows = ask(database, &statement, deadline).await?;
    let yes = DatabaseValue::Text("yes".to_owned());
    Ok(rows.iter().flatten().any(|value| *value == yes))
}

/// The texts that filters ask lists for, those of the metrics of the codebook among them.
fn members_asked(contract: &Contract<'_>, tables: &Tables, tell: &mut dyn FnMut(&str, &str)) {
    let constraints = &contract.constraints;
    let groups = constraints.groups.iter().flat_map(|group| &group.filters);
    let conditions = constraints.filters.iter().chain(groups);
    for filter in conditions.flat_map(Condition::filters) {
        let (_, path) = given::at_place(&filter.field);
        if !filter.operator.asks_membership() {
            continue;
        }
        for text in filter.values().iter().filter_map(Value::as_text) {
            tell(path, text);
        }
    }
    let groups = constraints.groups.iter();
    let numbers = groups.filter_map(|group| group.aggregation.as_deref());
    for numbers in numbers.chain(constraints.aggregation.as_deref()) {
        for metric in &numbers.metrics {
            // A definition is made of metrics before it, so this ends.
            if let Some(def) = tables.metric_asked_for(metric)
                && let Some(contract) = definition(def, tables)
            {
                members_asked(&contract, tables, tell);
            }
        }
    }
}
