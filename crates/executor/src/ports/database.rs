//! The database port: read-only statements with bound values → rows.
//!
//! The text of a statement contains only names of the catalogue; every value is a parameter. A new engine needs a file
//! in this folder and a dialect in the structured lane.

#[cfg(feature = "run")]
pub mod introspection;
#[cfg(feature = "postgres")]
pub mod postgres;
#[cfg(feature = "sqlite")]
pub mod sqlite;
#[cfg(feature = "run")]
pub(crate) mod stored_value;

use std::fmt::Debug;
use std::time::Duration;
#[cfg(feature = "run")]
use std::time::Instant;

/// The PostgreSQL collation that knows the case of letters in every script.
#[cfg(feature = "run")]
pub(crate) const FOLDING_COLLATION: &str = "pg_c_utf8";

/// A table in `FROM`, with a schema where the name has one.
#[cfg(feature = "run")]
pub(crate) fn table_ref(name: &str) -> sea_query::TableRef {
    use sea_query::{Alias, IntoTableRef};

    match cmec_decoder::encode::table_parts(name).as_deref() {
        Some([schema, own]) => (Alias::new(schema), Alias::new(own)).into_table_ref(),
        Some([own]) => Alias::new(own).into_table_ref(),
        // No binding and no schema has such a name.
        _ => Alias::new(name).into_table_ref(),
    }
}

/// A database engine, which determines the SQL dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// SQLite, with the functions of [`sqlite`].
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

impl Engine {
    /// Its name in plans and envelopes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }
}

/// A database that runs read-only statements.
#[async_trait::async_trait]
pub trait Database: Debug + Send + Sync {
    /// Its engine.
    fn engine(&self) -> Engine;

    /// Runs a statement and returns its rows or an error within the given time. Dropping the future cancels the
    /// statement.
    async fn query(
        &self,
        statement: &Statement,
        within: Duration,
    ) -> Result<Vec<DatabaseRow>, DatabaseError>;
}

/// Runs a statement in the remaining time.
#[cfg(feature = "run")]
pub(crate) async fn ask(
    database: &dyn Database,
    statement: &Statement,
    deadline: Instant,
) -> Result<Vec<DatabaseRow>, DatabaseError> {
    let within = deadline.saturating_duration_since(Instant::now());
    database.query(statement, within).await
}

/// The port of a host without a database: every statement fails.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoDatabase;

#[async_trait::async_trait]
impl Database for NoDatabase {
    fn engine(&self) -> Engine {
        Engine::Sqlite
    }

    async fn query(
        &self,
        _statement: &Statement,
        _within: Duration,
    ) -> Result<Vec<DatabaseRow>, DatabaseError> {
        Err(DatabaseError::Unreachable(
            "this host has no database".to_owned(),
        ))
    }
}

/// A read-only statement: its text and its parameters in order.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    text: String,
    values: Vec<Parameter>,
}

impl Statement {
    /// Only lanes and schema introspection create statements.
    #[cfg(feature = "run")]
    pub(crate) const fn new(text: String, values: Vec<Parameter>) -> Self {
        Self { text, values }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The values.
    #[must_use]
    pub fn values(&self) -> &[Parameter] {
        &self.values
    }

    /// The text with its values inlined, for reading and counting only; it is never run.
    #[must_use]
    pub fn written_out(&self) -> String {
        let mut out = String::with_capacity(self.text.len());
        let mut values = self.values.iter();
        let mut rest = self.text.as_str();
        // The text contains no quoted `?` or `$`, since values are never part of it.
        while let Some(at) = rest.find(['?', '$']) {
            let (before, mark) = rest.split_at(at);
            out.push_str(before);
            let digits = mark.len() - mark.trim_start_matches(['?', '$']).len();
            let behind = mark.get(digits..).unwrap_or_default();
            let behind = behind.trim_start_matches(|own: char| own.is_ascii_digit());
            match values.next() {
                Some(Parameter::Text(text)) => {
                    out.push('\'');
                    out.push_str(&text.replace('\'', "''"));
                    out.push('\'');
                }
                Some(Parameter::Integer(number)) => out.push_str(&number.to_string()),
                Some(Parameter::Real(number)) => out.push_str(&number.to_string()),
                Some(Parameter::Boolean(yes)) => out.push_str(if *yes { "true" } else { "false" }),
                None => out.push_str("NULL"),
            }
            rest = behind;
        }
        out.push_str(rest);
        out
    }
}

/// A parameter of a statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Parameter {
    /// A text.
    Text(String),
    /// An integer.
    Integer(i64),
    /// A number that a float represents exactly.
    Real(f64),
    /// True or false.
    Boolean(bool),
}

impl Parameter {
    /// The value as a text.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Integer(number) => number.to_string(),
            Self::Real(number) => number.to_string(),
            Self::Boolean(flag) => flag.to_string(),
        }
    }
}

/// A row with the values of the statement's columns in order.
pub type DatabaseRow = Vec<DatabaseValue>;

/// A value of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum DatabaseValue {
    /// No value.
    Missing,
    /// An integer.
    Integer(i64),
    /// A float.
    Real(f64),
    /// A text; also the digits of a number and the JSON of a list.
    Text(String),
}

impl DatabaseValue {
    /// The value as a count. Some databases return counts as texts.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        match self {
            Self::Integer(number) => u64::try_from(*number).ok(),
            Self::Text(number) => number.parse().ok(),
            Self::Missing | Self::Real(_) => None,
        }
    }

    /// The value as a parameter of a following statement; `None` for a missing value.
    #[must_use]
    pub fn parameter(&self) -> Option<Parameter> {
        match self {
            Self::Missing => None,
            Self::Integer(number) => Some(Parameter::Integer(*number)),
            Self::Real(number) => Some(Parameter::Real(*number)),
            Self::Text(text) => Some(Parameter::Text(text.clone())),
        }
    }
}

/// Maximum number of bytes of an answer's texts, and of any value that SQLite reads or creates.
pub const ANSWER_BYTES: usize = 8 << 20;

/// Why a statement returned no rows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseError {
    /// The database cannot be opened.
    #[error("the database cannot be opened: {0}")]
    Unreachable(String),
    /// The database refused the statement, or the statement failed.
    #[error("the database refused the statement: {0}")]
    Refused(String),
    /// The time ran out.
    #[error("the database gave no answer within {0:.1?}")]
    Timeout(Duration),
    /// The answer, or a value read for it, exceeds the maximum size.
    #[error(
        "the answer of the database, or a value that it reads, is longer than {ANSWER_BYTES} bytes"
    )]
    TooLong,
}

impl DatabaseError {
    /// Reason code of a response.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unreachable(_) => "database_unreachable",
            Self::Refused(_) => "database_statement_refused",
            Self::Timeout(_) => "database_timeout",
            Self::TooLong => "database_answer_too_long",
        }
    }
}
