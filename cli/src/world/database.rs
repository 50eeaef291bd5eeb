//! The database of the structured lane.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use cmec_decoder::tables::Tables;
use cmec_executor::catalogue::StructuredCatalogue;
use cmec_executor::database_schema::DatabaseSchema;
use cmec_executor::lane::structured::forms;
use cmec_executor::ports::database::introspection;
use cmec_executor::ports::database::postgres::Postgres;
use cmec_executor::ports::database::sqlite::Sqlite;
use cmec_executor::ports::database::{Database, NoDatabase};

use crate::domain::Domain;
use crate::terminal::cache_folder::cache_folder;
use crate::terminal::exit::CliError;
use crate::terminal::runtime::runtime;
use crate::terminal::secrets;

/// Which database is asked.
#[derive(Debug, Args)]
pub(crate) struct DatabaseArguments {
    /// Database of the tables that the bindings of the codebook name, `sqlite:FILE` or `postgres://USER@HOST/NAME`; it is
    /// only read
    #[arg(long, value_name = "URL", conflicts_with = "db_env")]
    pub(crate) db: Option<String>,
    /// Environment variable with the address of the database: everybody on a machine can read the arguments of a command,
    /// and an address may have a password
    #[arg(long, value_name = "NAME")]
    pub(crate) db_env: Option<String>,
}

impl DatabaseArguments {
    /// The address, where one is said.
    pub(crate) fn url(&self) -> Result<Option<String>, CliError> {
        let Some(name) = &self.db_env else {
            return Ok(self.db.clone());
        };
        secrets::address("--db-env", name).map(Some)
    }
}

/// Whether a text is the address of a database.
pub(crate) fn is_address(text: &str) -> bool {
    let mut schemes = ["sqlite:", "postgres://", "postgresql://"].iter();
    schemes.any(|scheme| text.starts_with(scheme))
}

/// The name of a database that everybody may read: the last part of its address, without user and password.
pub(crate) fn name(url: &str) -> String {
    let rest = url.strip_prefix("sqlite:").unwrap_or(url);
    let rest = rest.split('?').next().unwrap_or_default();
    let last = rest.rsplit(['/', '\\']).next().unwrap_or_default();
    last.to_owned()
}

/// The database at an address.
pub(crate) fn at(url: &str) -> Result<Box<dyn Database>, CliError> {
    if let Some(file) = url.strip_prefix("sqlite:") {
        return Ok(Box::new(Sqlite::new(file)));
    }
    if !is_address(url) {
        let failure = CliError::usage("--db: that is no address of a database");
        return Err(failure.help("say `sqlite:FILE` or `postgres://USER@HOST/NAME`"));
    }
    Ok(Box::new(Postgres::new(url).map_err(CliError::failed)?))
}

/// The database of `--db`, or else the demonstration database of a built-in domain.
pub(crate) fn of(
    arguments: &DatabaseArguments,
    domain: &Domain,
) -> Result<Box<dyn Database>, CliError> {
    if let Some(url) = arguments.url()? {
        return at(&url);
    }
    Ok(match demonstration(domain)? {
        Some(file) => Box::new(Sqlite::new(file)),
        None => Box::new(NoDatabase),
    })
}

/// The file of a built-in domain's demonstration database, if it has one.
fn demonstration(domain: &Domain) -> Result<Option<PathBuf>, CliError> {
    if !domain.is_builtin() || domain.catalogue.structured.is_none() {
        return Ok(None);
    }
    let made = cmec_demo::tables::database(&domain.tables.name, &cache_folder()?);
    made.map_err(CliError::failed)
}

/// Longest time for reading the tables, and the values of their columns.
const READING: Duration = Duration::from_secs(600);

/// The tables of a database. `values`, of a table and a column: how many different values are read of it at most.
pub(crate) fn database_schema(
    database: &dyn Database,
    values: impl Fn(&str, &str) -> Option<u32>,
) -> Result<DatabaseSchema, CliError> {
    let deadline = Instant::now() + READING;
    let schema = runtime()?.block_on(introspection::schema(database, values, deadline));
    schema.map_err(CliError::failed)
}

/// How many values of each field of a codebook are not of its form.
pub(crate) fn out_of_form(
    database: &dyn Database,
    codebook: (&Tables, &StructuredCatalogue),
) -> Result<BTreeMap<String, u64>, CliError> {
    let deadline = Instant::now() + READING;
    Ok(runtime()?.block_on(forms::counted(codebook, database, deadline)))
}
