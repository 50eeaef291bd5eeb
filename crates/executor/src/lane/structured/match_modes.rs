//! Match modes: the filter values that are compared with parts of list members.
//!
//! A catalogue writes `мальбек 100%` where a question says `мальбек`. The binding `match: exact_then_part` compares a
//! value with parts of members only where no member equals it. Equality is checked over all visible rows, so that a
//! value means the same everywhere in a contract. Where a member equals the value, the answer names the other members
//! that contain it. The binding `match: part` always compares parts.

use std::time::Instant;

use cmec_decoder::contract::{Condition, Contract, Filter, Operand, Value};
use cmec_decoder::definition::definition;
use cmec_decoder::language::{Operator, given_names};
use cmec_decoder::letters::folded;
use cmec_decoder::tables::{FieldDef, Tables};

use crate::catalogue::MatchMode;
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::ResolveError;
use crate::lane::structured::sql;
use crate::lane::structured::sql::{Anchors, SqlContext};
use crate::ports::database::{Database, DatabaseValue, ask};

/// A value that a filter compares with the members of a list by equality or by part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchedValue {
    /// Path of the field.
    pub path: String,
    /// The value.
    pub value: String,
    /// The comparison that was chosen.
    pub comparison: Comparison,
}

/// How a value was compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// With parts of members, since no member equals it.
    ByPart,
    /// With whole members, since one equals it; these other members contain it and do not match.
    Whole(Vec<String>),
}

/// Maximum number of such members that an answer names, and maximum number that is read.
const TOLD: usize = 5;
const LOOKED_AT: u32 = 5_000;

/// Finds the values that are compared by part, and records them in the anchors.
///
/// # Errors
/// The database failed.
pub async fn find(
    plan: &StructuredPlan<'_>,
    database: &dyn Database,
    deadline: Instant,
    anchors: &mut Anchors,
) -> Result<Vec<MatchedValue>, ResolveError> {
    let mut asked: Vec<(String, String, MatchMode)> = Vec::new();
    members_asked(&plan.contract, plan.tables, &mut |path, value| {
        let matching = plan.catalogue.field(path).map(|own| own.matching);
        let is_known = |(own, text, _): &(String, String, _)| own == path && text == value;
        if let Some(matching @ (MatchMode::ExactThenPart | MatchMode::Part)) = matching
            && !asked.iter().any(is_known)
        {
            asked.push((path.to_owned(), value.to_owned(), matching));
        }
    });
    let (mut found, mut parts) = (Vec::new(), Vec::new());
    for (path, value, matching) in asked {
        let Some(field) = plan.tables.field_by_path(&path) else {
            continue;
        };
        if matching == MatchMode::Part {
            parts.push((path, value));
            continue;
        }
        let equals = Condition::Filter(Filter {
            field: path.as_str().into(),
            operator: Operator::Contains,
            operand: Some(Operand::Value(Value::Text(value.as_str().into()))),
        });
        let context = SqlContext::of_plan(plan, database.engine(), anchors);
        let comparison = match is_there(&context, (&field.type_name, &equals), database, deadline)
            .await?
        {
            true => Comparison::Whole(wider(&context, field, &value, database, deadline).await?),
            false => {
                parts.push((path.clone(), value.clone()));
                Comparison::ByPart
            }
        };
        found.push(MatchedValue {
            path,
            value,
            comparison,
        });
    }
    for (path, value) in &parts {
        anchors.set_part(path, value);
    }
    Ok(found)
}

/// The members of a field that contain a value and differ from it.
async fn wider(
    context: &SqlContext<'_>,
    field: &FieldDef,
    value: &str,
    database: &dyn Database,
    deadline: Instant,
) -> Result<Vec<String>, ResolveError> {
    let value = folded(value);
    let mut members = texts_of(context, field, database, deadline).await?;
    members.retain(|member| {
        let member = folded(member);
        member != value && member.contains(&value)
    });
    members.truncate(TOLD);
    Ok(members)
}

/// The distinct visible texts of a field, up to a limit.
pub(super) async fn texts_of(
    context: &SqlContext<'_>,
    field: &FieldDef,
    database: &dyn Database,
    deadline: Instant,
) -> Result<Vec<String>, ResolveError> {
    let statement = sql::texts_of(context, field, LOOKED_AT)?;
    let rows = ask(database, &statement, deadline).await?;
    let first = rows.into_iter().filter_map(|row| row.into_iter().next());
    let texts = first.filter_map(|value| match value {
        DatabaseValue::Text(text) => Some(text),
        _ => None,
    });
    Ok(texts.collect())
}

/// True where a visible instance of a type meets a condition.
pub(super) async fn is_there(
    context: &SqlContext<'_>,
    (type_name, condition): (&str, &Condition<'_>),
    database: &dyn Database,
    deadline: Instant,
) -> Result<bool, ResolveError> {
    let statement = sql::any_with(context, type_name, condition)?;
    let rows = ask(database, &statement, deadline).await?;
    let yes = DatabaseValue::Text("yes".to_owned());
    Ok(rows.iter().flatten().any(|value| *value == yes))
}

/// Reports the texts that filters compare with lists, including the filters of codebook metrics.
fn members_asked(contract: &Contract<'_>, tables: &Tables, tell: &mut dyn FnMut(&str, &str)) {
    let constraints = &contract.constraints;
    let groups = constraints.groups.iter().flat_map(|group| &group.filters);
    let conditions = constraints.filters.iter().chain(groups);
    for filter in conditions.flat_map(Condition::filters) {
        let (_, path) = given_names::at_place(&filter.field);
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
            // A definition refers only to earlier metrics, so the recursion ends.
            if let Some(def) = tables.metric_asked_for(metric)
                && let Some(contract) = definition(def, tables)
            {
                members_asked(&contract, tables, tell);
            }
        }
    }
}
