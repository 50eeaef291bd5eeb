//! The tables of a live database.

use std::time::{Duration, Instant};

use cmec_executor::database_schema::DatabaseSchema;
use cmec_executor::ports::database::introspection;

use crate::database::AnyDatabase;
use crate::exit::Failure;
use crate::runtime::runtime;

/// Longest time for reading the tables, and the values of their columns.
const LONGEST: Duration = Duration::from_secs(600);

/// Reads the tables.
pub(super) fn read(url: &str, values: Option<u32>) -> Result<DatabaseSchema, Failure> {
    let database = AnyDatabase::at(url)?;
    let schema = runtime()?.block_on(introspection::schema(
        &database,
        values,
        Instant::now() + LONGEST,
    ));
    schema.map_err(Failure::failed)
}
