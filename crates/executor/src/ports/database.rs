//! The database port: a statement that only reads, with bound values in, rows out.
//!
//! A statement's text is made of the names of the catalogue; every value travels beside it. One engine more is a file of this
//! folder and its part of the dialect in the structured lane.

#[cfg(feature = "structured")]
pub mod introspection;
#[cfg(feature = "postgres")]
pub mod postgres;
#[cfg(feature = "sqlite")]
pub mod sqlite;
#[cfg(feature = "structured")]
pub(crate) mod stored_value;

use std::time::Duration;
#[cfg(feature = "structured")]
use std::time::Instant;

/// The collation of PostgreSQL by which letters of every script have a case.
#[cfg(feature = "structured")]
pub(crate) const FOLDING_COLLATION: &str = "pg_c_utf8";

/// A table in `FROM`, with its schema where its name has one.
#[cfg(feature = "structured")]
pub(crate) fn table_ref(name: &str) -> sea_query::TableRef {
    use sea_query::{Alias, IntoTableRef};

    match cmec_decoder::encode::table_parts(name).as_deref() {
        Some([schema, own]) => (Alias::new(schema), Alias::new(own)).into_table_ref(),
        Some([own]) => Alias::new(own).into_table_ref(),
        // No binding and no schema has such a name.
        _ => Alias::new(name).into_table_ref(),
    }
}

/// A database engine: what its SQL is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// SQLite, with the functions of [`sqlite`].
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

impl Engine {
    /// Its name, as in plans and envelopes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }
}

/// A database that answers statements which only read.
pub trait Database: Sync {
    /// Its engine.
    fn engine(&self) -> Engine;

    /// Runs a statement; the rows or the failure come within the time given. What runs when the caller goes away is
    /// cancelled.
    fn query(
        &self,
        statement: &Statement,
        within: Duration,
    ) -> impl Future<Output = Result<Vec<DatabaseRow>, DatabaseError>> + Send;
}

impl<D: Database> Database for &D {
    fn engine(&self) -> Engine {
        (**self).engine()
    }

    async fn query(
        &self,
        statement: &Statement,
        within: Duration,
    ) -> Result<Vec<DatabaseRow>, DatabaseError> {
        (**self).query(statement, within).await
    }
}

/// Asks a database in the time that is left.
#[cfg(feature = "structured")]
pub(crate) async fn ask<D: Database>(
    database: &D,
    statement: &Statement,
    deadline: Instant,
) -> Result<Vec<DatabaseRow>, DatabaseError> {
    let within = deadline.saturating_duration_since(Instant::now());
    database.query(statement, within).await
}

/// A host that has no database: every statement fails.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoDatabase;

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

/// A statement that only reads: its text, and the values of its parameters in their order.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    text: String,
    values: Vec<Parameter>,
}

impl Statement {
    /// Only lanes make statements, and what reads the schema of a database.
    #[cfg(feature = "structured")]
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

    /// The text with its values written out, as a person would have written it. For counting and showing: nothing runs it.
    #[must_use]
    pub fn written_out(&self) -> String {
        let mut out = String::with_capacity(self.text.len());
        let mut values = self.values.iter();
        let mut rest = self.text.as_str();
        // No text of a statement has a mark of a parameter that is none: values never stand in it.
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

/// A value of a statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Parameter {
    /// A text.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A number that a float has exactly as it was said.
    Real(f64),
    /// True or false.
    Boolean(bool),
}

impl Parameter {
    /// As a text.
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

/// A row as a database gives it, in the order of the statement's columns.
pub type DatabaseRow = Vec<DatabaseValue>;

/// A value as a database gives it.
#[derive(Debug, Clone, PartialEq)]
pub enum DatabaseValue {
    /// No value.
    Missing,
    /// A whole number.
    Integer(i64),
    /// A float.
    Real(f64),
    /// A text; of a number its digits, of a list its JSON.
    Text(String),
}

impl DatabaseValue {
    /// The same as a parameter of the next statement; no value is none.
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

/// Most bytes of the texts of one answer, and of a value that SQLite reads or makes: a longer one is in no answer.
pub const ANSWER_BYTES: usize = 8 << 20;

/// Why a statement gave no rows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseError {
    /// The database cannot be opened.
    #[error("the database cannot be opened: {0}")]
    Unreachable(String),
    /// The database refused the statement, or it failed there.
    #[error("the database refused the statement: {0}")]
    Refused(String),
    /// No answer came in time.
    #[error("the database gave no answer within {0:.1?}")]
    Timeout(Duration),
    /// The answer is longer than any may be, or a value that is read for it.
    #[error(
        "the answer of the database, or a value that it reads, is longer than {ANSWER_BYTES} bytes"
    )]
    TooLong,
}

impl DatabaseError {
    /// Reason code, as in responses.
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
