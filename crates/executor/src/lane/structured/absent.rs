//! Why nothing was found: a value of a filter that exists nowhere, and the nearest ones that do. Of a field whose values are
//! also looked for as parts, a value that other rows have is named, too: since it exists, nothing was looked for as its part.

use std::time::Instant;

use cmec_decoder::contract::{Condition, Filter, Value};
use cmec_decoder::language::Operator;
use cmec_decoder::names;
use cmec_decoder::tables::FieldDef;

use crate::catalogue::Matching;
use crate::lane::structured::matching::is_there;
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::Unresolved;
use crate::lane::structured::sql::{Anchors, Writer};
use crate::ports::database::{Database, DatabaseValue, ask};

/// Most values of a field that are looked at.
const LOOKED_AT: u32 = 5_000;
/// Most values that are told.
const TOLD: usize = 5;

/// A value of a filter that exists nowhere, or in other rows alone.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Absent {
    /// Path of the field.
    pub(super) path: String,
    pub(super) value: String,
    /// Whether other rows have it.
    pub(super) in_others: bool,
    /// The nearest values that exist, the nearest first.
    pub(super) nearest: Vec<String>,
}

/// The values of the contract's filters that exist nowhere.
pub(super) async fn absent<D: Database>(
    plan: &StructuredPlan<'_>,
    database: &D,
    deadline: Instant,
    anchors: &Anchors,
) -> Result<Vec<Absent>, Unresolved> {
    let writer = Writer::of_plan(plan, database.engine(), anchors);
    let mut absent = Vec::new();
    let filters = plan.contract.constraints.filters.iter();
    for filter in filters.filter_map(Condition::as_filter) {
        let Some(field) = plan.tables.field_by_path(&filter.field) else {
            continue;
        };
        for value in texts(filter) {
            let alone = Condition::Filter(Filter {
                field: filter.field.clone(),
                operator: match filter.operator {
                    Operator::In => Operator::Eq,
                    other => other,
                },
                operand: Some(cmec_decoder::contract::Operand::Value(value.clone())),
            });
            // A member of a list is asked for as one.
            let alone = if field.array { contains(&alone) } else { alone };
            let in_others =
                is_there(&writer, (&field.type_name, &alone), database, deadline).await?;
            let bound = plan.catalogue.field(&filter.field);
            let by_part = bound.is_some_and(|own| own.matching == Matching::ExactThenPart);
            if in_others && !by_part {
                continue;
            }
            let said = value.as_text().unwrap_or_default();
            let nearest = nearest(&writer, field, said, database, deadline).await?;
            if in_others && nearest.is_empty() {
                continue;
            }
            absent.push(Absent {
                path: filter.field.to_string(),
                value: said.to_owned(),
                in_others,
                nearest,
            });
        }
    }
    Ok(absent)
}

/// The texts that a filter asks for.
fn texts<'f>(filter: &'f Filter<'f>) -> Vec<&'f Value<'f>> {
    let asks = matches!(
        filter.operator,
        Operator::Eq
            | Operator::In
            | Operator::Contains
            | Operator::StartsWith
            | Operator::EndsWith
    );
    let values = filter.value().filter(|_| asks);
    let values = values.into_iter().flat_map(|value| match value {
        Value::List(values) => values.iter().collect(),
        one => vec![one],
    });
    values
        .filter(|value| matches!(value, Value::Text(_)))
        .collect()
}

fn contains<'c>(condition: &Condition<'c>) -> Condition<'c> {
    match condition {
        Condition::Filter(filter) if filter.operator == Operator::Eq => Condition::Filter(Filter {
            operator: Operator::Contains,
            ..filter.clone()
        }),
        other => other.clone(),
    }
}

async fn nearest<D: Database>(
    writer: &Writer<'_>,
    field: &FieldDef,
    said: &str,
    database: &D,
    deadline: Instant,
) -> Result<Vec<String>, Unresolved> {
    let statement = writer.texts_of(field, LOOKED_AT)?;
    let rows = ask(database, &statement, deadline).await?;
    let texts = rows
        .into_iter()
        .filter_map(|row| match row.into_iter().next() {
            Some(DatabaseValue::Text(text)) if text != said => Some(text),
            _ => None,
        });
    Ok(names::nearest(texts, said).take(TOLD).collect())
}
