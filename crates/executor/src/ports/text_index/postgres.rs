//! A text index in PostgreSQL, with `pgvector` where pieces have vectors.
//!
//! Each query is a single statement that also reads the manifest of its generation, since a build may end between two
//! statements. Words are analysed by this program, not by the server, and every value is a parameter.

pub mod build;
mod lexemes;
mod manifest;
mod statements;
mod tables;
mod text_limits;

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Row as _};
use tokio::time::timeout;

use super::{
    Embedding, Hit, IndexError, IndexHits, MetadataField, Nearest, Predicate, Spread, TextIndex,
    TextQuery, VectorQuery, check_dimension,
};
use crate::analysis::Chinese;
use crate::documents::Chunk;
use crate::ports::postgres_connections::{Connections, STATEMENT_TIME, is_late};
use manifest::Manifest;
use statements::QueryText;
use tables::INDEX;

/// Time limit of a connection attempt.
const CONNECTING_TIME: Duration = Duration::from_secs(30);

/// With read committed, a statement that waited for its tables sees the whole finished build. JIT is off, since
/// compiling takes longer than planning.
const SETTINGS: [(&str, &str); 2] = [
    ("default_transaction_isolation", "read committed"),
    ("jit", "off"),
];

/// An open index. It continues with the next generation when a build has ended.
#[derive(Debug, Clone)]
pub struct PostgresIndex {
    connections: Connections,
    embedding: Option<Embedding>,
    chinese: Chinese,
}

impl PostgresIndex {
    /// Opens the index in the first schema of the search path at `postgres://USER:PASSWORD@HOST:PORT/NAME`.
    ///
    /// # Errors
    /// There is no index, or it was made by other rules.
    pub async fn open(url: &str) -> Result<Self, IndexError> {
        let connections = Connections::read_only(url, &SETTINGS);
        let mut own = Self {
            connections: connections.map_err(|error| unreachable(&error))?,
            embedding: None,
            chinese: Chinese::default(),
        };
        let rows = own.rows(QueryText::manifest(), CONNECTING_TIME).await;
        let manifest = match rows {
            Err(StatementError::Gone(_)) => None,
            Err(failure) => return Err(IndexError::from(failure)),
            Ok(rows) => rows.first().map(manifest_of).transpose()?,
        };
        let address = own.connections.address();
        let Some(manifest) = manifest else {
            let told = format!("{address}: there is no index: `cmec index` makes one");
            return Err(IndexError::Unreachable(told));
        };
        if let Some(why) = manifest.misfit() {
            let told = format!("{address}: {why}: `cmec index` makes it anew");
            return Err(IndexError::Unfit(told));
        }
        own.embedding = manifest.embedding;
        own.chinese = manifest.chinese;
        Ok(own)
    }

    /// Runs a statement. Dropping the future closes the connection, which ends the statement on the server.
    async fn rows(&self, asked: QueryText, within: Duration) -> Result<Vec<PgRow>, StatementError> {
        let asking = async {
            let lent = self.connections.lend().await;
            let mut lent = lent.map_err(|error| {
                let address = self.connections.address();
                StatementError::Other(IndexError::Unreachable(format!("{address}: {error}")))
            })?;
            let query = sqlx::query_with(AssertSqlSafe(asked.text), asked.values);
            let rows = query.fetch_all(lent.connection()).await?;
            lent.give_back();
            Ok(rows)
        };
        let rows = timeout(within, asking).await;
        rows.unwrap_or(Err(StatementError::Other(IndexError::Timeout(within))))
    }

    /// Runs a statement over the index. The first row, which always exists, has the manifest of its generation.
    async fn answer(
        &self,
        asked: QueryText,
        within: Duration,
    ) -> Result<(Manifest, Vec<PgRow>), IndexError> {
        let rows = self.rows(asked, within).await?;
        let Some(first) = rows.first() else {
            let told = format!("{INDEX} is empty: `cmec index` makes an index");
            return Err(IndexError::Failed(told));
        };
        let manifest = manifest_of(first)?;
        match manifest.misfit() {
            None => Ok((manifest, rows)),
            Some(why) => {
                let told = format!("it was made anew while it was open: {why}");
                Err(IndexError::Failed(told))
            }
        }
    }
}

enum StatementError {
    /// A table, a column or a type does not exist.
    Gone(String),
    /// Any other reason.
    Other(IndexError),
}

impl From<sqlx::Error> for StatementError {
    fn from(error: sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(|error| error.code());
        match code.as_deref() {
            // Undefined table, column, object, function or schema.
            Some("42P01" | "42703" | "42704" | "42883" | "3F000") => Self::Gone(error.to_string()),
            _ => Self::Other(IndexError::from(error)),
        }
    }
}

impl From<StatementError> for IndexError {
    fn from(failure: StatementError) -> Self {
        match failure {
            StatementError::Gone(why) => Self::Failed(format!(
                "it was made anew by other rules or taken away while it was open: {why}"
            )),
            StatementError::Other(error) => error,
        }
    }
}

impl From<sqlx::Error> for IndexError {
    fn from(error: sqlx::Error) -> Self {
        match is_late(&error) {
            true => Self::Timeout(STATEMENT_TIME),
            false => Self::Failed(error.to_string()),
        }
    }
}

fn unreachable(error: &sqlx::Error) -> IndexError {
    IndexError::Unreachable(error.to_string())
}

fn manifest_of(row: &PgRow) -> Result<Manifest, IndexError> {
    Manifest::read(row.try_get("manifest")?)
}

/// The pieces of some rows. A row without a piece only carries the manifest.
fn hits(rows: &[PgRow]) -> Result<Vec<Hit>, IndexError> {
    let mut hits = Vec::with_capacity(rows.len());
    for row in rows {
        let piece: Option<&str> = row.try_get("piece")?;
        let Some(piece) = piece else {
            continue;
        };
        let chunk: Result<Chunk, _> = serde_json::from_str(piece);
        let chunk = chunk
            .map_err(|error| IndexError::Failed(format!("a piece cannot be read: {error}")))?;
        hits.push(Hit {
            score: row.try_get("score")?,
            chunk: Arc::new(chunk),
        });
    }
    Ok(hits)
}

/// The distribution of cosines; empty where the server reports none.
fn spread(rows: &[PgRow]) -> Result<Spread, IndexError> {
    let counted = rows.first().map(|row| row.try_get("pieces")).transpose()?;
    let (Some(row), Some(Some(pieces))) = (rows.first(), counted) else {
        return Ok(Spread::default());
    };
    Ok(Spread {
        count: count(pieces),
        mean: row.try_get("mean")?,
        variance: row.try_get("variance")?,
    })
}

fn count(counted: i64) -> u64 {
    u64::try_from(counted).unwrap_or_default()
}

#[async_trait::async_trait]
impl TextIndex for PostgresIndex {
    fn engine(&self) -> &'static str {
        "postgres"
    }

    fn embedding(&self) -> Option<Embedding> {
        self.embedding.clone()
    }

    fn chinese(&self) -> Chinese {
        self.chinese
    }

    async fn search(&self, query: &TextQuery, within: Duration) -> Result<IndexHits, IndexError> {
        let (_, rows) = self.answer(QueryText::search(query)?, within).await?;
        let (mut having, mut pieces) = (Vec::new(), 0);
        if let Some(row) = rows.first() {
            having = row.try_get("counts")?;
            pieces = row.try_get("pieces")?;
        }
        Ok(IndexHits {
            hits: hits(&rows)?,
            having: having.into_iter().map(count).collect(),
            pieces: count(pieces),
        })
    }

    async fn nearest(&self, query: &VectorQuery, within: Duration) -> Result<Nearest, IndexError> {
        check_dimension(self.embedding.as_ref(), query)?;
        let Some(embedding) = &self.embedding else {
            return Ok(Nearest::default());
        };
        let asked = QueryText::nearest(query, embedding)?;
        let (manifest, rows) = self.answer(asked, within).await?;
        if manifest.embedding.as_ref() != Some(embedding) {
            let told = "it was made anew with other vectors while it was open";
            return Err(IndexError::Failed(told.to_owned()));
        }
        Ok(Nearest {
            hits: hits(&rows)?,
            spread: spread(&rows)?,
        })
    }

    async fn count(&self, predicates: &[Predicate], within: Duration) -> Result<u64, IndexError> {
        let (_, rows) = self.answer(QueryText::count(predicates)?, within).await?;
        let counted = rows.first().map(|row| row.try_get("pieces")).transpose()?;
        Ok(counted.map_or(0, count))
    }

    async fn values(
        &self,
        field: MetadataField,
        predicates: &[Predicate],
        within: Duration,
    ) -> Result<Vec<String>, IndexError> {
        let asked = QueryText::values(field, predicates)?;
        let (_, rows) = self.answer(asked, within).await?;
        let mut values = Vec::with_capacity(rows.len());
        for row in &rows {
            let value: Option<&str> = row.try_get("value")?;
            values.extend(value.map(text_limits::read));
        }
        Ok(values)
    }
}
