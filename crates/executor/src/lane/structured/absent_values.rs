//! Filter values that no row has, with the nearest values that some row has.
//!
//! ```text
//! contract ── filters ──► values that the rows do not prove ── looked up one by one ──► Absent
//! ```
//!
//! The lane checks the values for every kind of answer, since a number over a value that does not exist is no fact.
//! Result rows prove the values that each of their instances has. For a field that is also matched by part, a value
//! that only other rows have is named, too: the value exists, so no part of it was searched.

use std::time::Instant;

use cmec_decoder::contract::Condition;
use cmec_decoder::language::given_names;
use cmec_decoder::tables::FieldDef;

use crate::catalogue::MatchMode;
use crate::lane::absent_values::{Absent, Presence, alone, nearest_of, values};
use crate::lane::structured::match_modes::{is_there, texts_of};
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::ResolveError;
use crate::lane::structured::sql::{Anchors, SqlContext};
use crate::ports::database::Database;

/// Maximum number of values of a contract that are checked.
const LOOKED_UP: usize = 32;

/// Finds the filter values of a contract that do not exist. `has_rows` is true where the answer has rows that meet the
/// whole contract.
pub(super) async fn absent(
    plan: &StructuredPlan<'_>,
    database: &dyn Database,
    deadline: Instant,
    anchors: &Anchors,
    has_rows: bool,
) -> Vec<Absent> {
    let writer = SqlContext::of_plan(plan, database.engine(), anchors);
    let mut found: Vec<Absent> = Vec::new();
    for (place, (filter, value)) in values(&plan.contract, has_rows).into_iter().enumerate() {
        let (_, path) = given_names::at_place(&filter.field);
        let Some(field) = plan.tables.field_by_path(path) else {
            continue;
        };
        let one = |presence, nearest| Absent {
            path: filter.field.to_string(),
            value: value.to_owned(),
            presence,
            nearest,
        };
        let by_part = plan.catalogue.field(path).map(|own| own.matching);
        let is_named = !has_rows && by_part == Some(MatchMode::ExactThenPart);
        let asked = async {
            let there = Condition::Filter(alone(filter, field, value));
            let in_others =
                is_there(&writer, (&field.type_name, &there), database, deadline).await?;
            if in_others && !is_named {
                return Ok::<_, ResolveError>(None);
            }
            let nearest = nearest(&writer, field, value, database, deadline).await?;
            Ok(match (in_others, nearest.is_empty()) {
                (true, true) => None,
                (true, false) => Some(one(Presence::InOtherRows, nearest)),
                (false, _) => Some(one(Presence::Nowhere, nearest)),
            })
        };
        let absent = match place < LOOKED_UP {
            true => asked.await,
            false => Ok(Some(one(Presence::NotChecked, Vec::new()))),
        };
        // The answer stays valid where this additional check fails.
        found.extend(absent.unwrap_or_else(|_| Some(one(Presence::NotChecked, Vec::new()))));
    }
    found
}

/// Marks each absent value that some row has in another Unicode form, so that it is compared in one form. Returns these
/// values.
pub(super) async fn composed(
    plan: &StructuredPlan<'_>,
    database: &dyn Database,
    deadline: Instant,
    anchors: &mut Anchors,
    absent: &[Absent],
) -> Vec<Absent> {
    let mut found = Vec::new();
    for (filter, value) in values(&plan.contract, false) {
        let is_nowhere = |own: &Absent| {
            own.path == filter.field && own.value == value && own.presence == Presence::Nowhere
        };
        let (_, path) = given_names::at_place(&filter.field);
        let field = plan.tables.field_by_path(path);
        let Some(field) = field.filter(|_| absent.iter().any(is_nowhere)) else {
            continue;
        };
        let mut with_it = anchors.clone();
        with_it.set_composed(path, value);
        let writer = SqlContext::of_plan(plan, database.engine(), &with_it);
        let there = Condition::Filter(alone(filter, field, value));
        let is_there = is_there(&writer, (&field.type_name, &there), database, deadline).await;
        if is_there.unwrap_or(false) {
            *anchors = with_it;
            found.push(Absent {
                path: filter.field.to_string(),
                value: value.to_owned(),
                presence: Presence::InAnotherForm,
                nearest: Vec::new(),
            });
        }
    }
    found
}

async fn nearest(
    writer: &SqlContext<'_>,
    field: &FieldDef,
    said: &str,
    database: &dyn Database,
    deadline: Instant,
) -> Result<Vec<String>, ResolveError> {
    let mut texts = texts_of(writer, field, database, deadline).await?;
    texts.retain(|text| text != said);
    Ok(nearest_of(texts, said))
}
