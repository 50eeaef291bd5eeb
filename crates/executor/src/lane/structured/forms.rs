//! Storage forms: whether the columns that a contract reads have values outside of the form of their field's type.
//!
//! ```text
//! contract ── fields of filters, orders, numbers ──► a statement for each ──► Anchors (how they are read), OutOfForm (how many are not)
//! ```
//!
//! Fields that are only shown are checked row by row.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use chrono::NaiveDate;
use cmec_decoder::contract::{Aggregation, Condition, Contract, Filter};
use cmec_decoder::definition::definition;
use cmec_decoder::language::{Call, ValueType, given_names};
use cmec_decoder::tables::Tables;

use crate::catalogue::StructuredCatalogue;
use crate::lane::structured::cell::OutOfForm;
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::ResolveError;
use crate::lane::structured::sql;
use crate::lane::structured::sql::{Anchors, SqlContext, StoredColumn};
use crate::ports::database::{Database, DatabaseValue, Engine, ask};
use crate::row_policy::RowPolicy;

/// Time limit of the check for one contract.
const LONGEST_LOOK: Duration = Duration::from_secs(2);

/// Checks the columns of the fields that a contract compares, sorts and computes with, and records the result in the
/// anchors.
///
/// # Errors
/// The bindings do not cover a name.
pub async fn find(
    plan: &StructuredPlan<'_>,
    database: &dyn Database,
    deadline: Instant,
    anchors: &mut Anchors,
) -> Result<OutOfForm, ResolveError> {
    let mut read = BTreeSet::new();
    read_by(&plan.contract, plan.tables, &mut read);
    // The check sees only the rows that row-level security lets through.
    let policy = plan.rows.filters().map(|(path, _)| path.to_owned());
    let policy: BTreeSet<String> = policy.collect();
    let paths = policy.iter().chain(read.difference(&policy)).cloned();
    let mut out_of_form = OutOfForm::new();
    let until = deadline.min(Instant::now() + LONGEST_LOOK);
    for path in paths {
        let Some(field) = plan.tables.field_by_path(&path) else {
            continue;
        };
        let context = SqlContext::of_plan(plan, database.engine(), anchors);
        let Some(statement) = sql::forms(&context, field)? else {
            continue;
        };
        let rows = ask(database, &statement, until).await;
        let values = rows.map(|rows| rows.into_iter().next().unwrap_or_default());
        let is_moment = field.value_type == ValueType::Datetime;
        let (is_mixed, unread) = match (database.engine(), values.as_deref()) {
            // A timestamp column can be compared with a day; a text column cannot.
            (Engine::Postgres, Ok([DatabaseValue::Text(kind), ..])) => {
                let is_dated = kind.starts_with("timestamp");
                let is_mixed = false;
                anchors.set_column(&path, StoredColumn { is_mixed, is_dated });
                continue;
            }
            (Engine::Postgres, _) => continue,
            (
                Engine::Sqlite,
                Ok(
                    [
                        DatabaseValue::Integer(other),
                        DatabaseValue::Integer(unread),
                    ],
                ),
            ) => (*other > 0, u64::try_from(*unread).ok()),
            // Any form is possible where the check did not run.
            (Engine::Sqlite, _) => (true, None),
        };
        let is_dated = is_moment || is_mixed;
        anchors.set_column(&path, StoredColumn { is_mixed, is_dated });
        if unread != Some(0) {
            out_of_form.insert(path, unread);
        }
    }
    Ok(out_of_form)
}

/// The number of values of each field of a codebook that do not have the field's form, by field path. A column that
/// cannot be read is left out.
pub async fn counted(
    (tables, catalogue): (&Tables, &StructuredCatalogue),
    database: &dyn Database,
    deadline: Instant,
) -> BTreeMap<String, u64> {
    let anchors = Anchors::default();
    let (codebook, engine) = ((tables, catalogue), database.engine());
    let today = NaiveDate::default();
    let context = SqlContext::new(codebook, RowPolicy::OPEN, engine, today, &anchors);
    let mut counted = BTreeMap::new();
    for field in tables.fields.iter() {
        let Ok(Some(statement)) = sql::forms(&context, field) else {
            continue;
        };
        let rows = ask(database, &statement, deadline).await;
        let first = rows.ok().and_then(|rows| rows.into_iter().next());
        if let Some([_, DatabaseValue::Integer(unread), ..]) = first.as_deref()
            && let Ok(unread @ 1..) = u64::try_from(*unread)
        {
            counted.insert(field.path.to_string(), unread);
        }
    }
    counted
}

/// Collects the paths of the fields that a contract compares, sorts and computes with, including the fields of codebook
/// metrics.
fn read_by(contract: &Contract<'_>, tables: &Tables, paths: &mut BTreeSet<String>) {
    let constraints = &contract.constraints;
    let groups = || constraints.groups.iter();
    let conditions = constraints.filters.iter();
    let conditions = conditions.chain(groups().flat_map(|group| &group.filters));
    let compared = (conditions.flat_map(Condition::filters)).flat_map(Filter::paths);
    let sorted = constraints.sort.iter().map(|sort| sort.field.as_ref());
    let numbers = groups().filter_map(|group| group.aggregation.as_deref());
    let numbers: Vec<&Aggregation<'_>> =
        numbers.chain(constraints.aggregation.as_deref()).collect();
    let grouped = numbers.iter().flat_map(|own| &own.group_by);
    let grouped = grouped.map(AsRef::as_ref);
    let metrics = || numbers.iter().flat_map(|own| &own.metrics);
    let computed = metrics().filter_map(|metric| metric.field.as_deref());
    let shown = contract.grounding.target_attributes.iter();
    let shown = shown.map(AsRef::as_ref);
    let derived = shown.filter(|path| Call::read(path).is_some());
    let read = compared.chain(sorted).chain(grouped).chain(computed);
    for path in read.chain(derived) {
        let fields = Call::fields(path).into_iter();
        paths.extend(fields.map(|path| given_names::at_place(path).1.to_owned()));
    }
    for metric in metrics() {
        // A definition refers only to earlier metrics, so the recursion ends.
        if let Some(def) = tables.metric_asked_for(metric)
            && let Some(contract) = definition(def, tables)
        {
            read_by(&contract, tables, paths);
        }
    }
}
