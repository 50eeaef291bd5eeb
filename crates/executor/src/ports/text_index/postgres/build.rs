//! A build of an index in PostgreSQL: one transaction, so that readers see nothing of it before it ends.
//!
//! Unchanged pieces stay in their table. A rebuild with other columns writes to a second table, which replaces the
//! first at the very end, so that readers do not wait during the build.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Row as _};
use tokio::time::timeout;

use super::manifest::Manifest;
use super::tables::{
    INDEX, NEXT_PIECES, PIECES, create_index, create_indexes, create_pieces, insert_piece,
};
use super::{CONNECTING_TIME, lexemes, text_limits, unreachable};
use crate::analysis::Analyser;
use crate::documents::Chunk;
use crate::documents::chunk::ChunkSize;
use crate::ports::embedder::Vector;
use crate::ports::postgres_connections::{connected, options};
use crate::ports::text_index::build::{
    DocumentHash, EmbeddedChunk, Generation, IndexBuild, NewIndex,
};
use crate::ports::text_index::{Embedding, IndexError, MetadataField};

/// Session settings of builds: statements have no time limit, but lock waits are short.
const SETTINGS: [(&str, &str); 3] = [
    ("statement_timeout", "0"),
    ("lock_timeout", "60s"),
    // Embedding may take long between two statements.
    ("idle_in_transaction_session_timeout", "0"),
];

/// Each statement sees what others have committed, whatever the server's default is.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

/// Namespace of the advisory locks of builds.
const LOCK: i32 = 0x0063_6d65;

/// A build of the next generation.
#[derive(Debug)]
pub struct PostgresBuild {
    /// The connection in its transaction; `None` after a failed or cancelled statement, when nothing more can be
    /// written.
    connection: Option<PgConnection>,
    next: Manifest,
    documents: BTreeMap<String, IndexedDocument>,
    table: &'static str,
    analyser: Analyser,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct IndexedDocument {
    sha256: String,
    pieces: usize,
}

impl PostgresBuild {
    /// Starts a build in the first schema of the search path. With `anew` nothing of the old generation is kept;
    /// neither is a generation with other vectors or rules.
    ///
    /// # Errors
    /// The tables cannot be written, another build is running, or the index has vectors of another model, which are
    /// removed only with `anew`.
    pub async fn begin(
        url: &str,
        anew: bool,
        new: impl Into<NewIndex>,
    ) -> Result<Self, IndexError> {
        let options = options(url).map_err(|error| unreachable(&error))?;
        let options = options.options(SETTINGS);
        let made = timeout(CONNECTING_TIME, connected(&options)).await;
        let made = made.map_err(|_| IndexError::Timeout(CONNECTING_TIME))?;
        let mut connection = made.map_err(|error| {
            let (host, port) = (options.get_host(), options.get_port());
            IndexError::Unreachable(format!("{host}:{port}: {error}"))
        })?;
        match Self::prepared(&mut connection, anew, new.into()).await {
            Ok(build) => Ok(Self {
                connection: Some(connection),
                ..build
            }),
            Err(error) => {
                // The rollback releases the lock before the error is returned.
                let ended = timeout(CONNECTING_TIME, run(&mut connection, "ROLLBACK")).await;
                if !matches!(ended, Ok(Ok(()))) {
                    tracing::debug!("the transaction of a refused build ends with its connection");
                }
                Err(error)
            }
        }
    }

    /// A build whose transaction has the lock, without its connection.
    async fn prepared(
        connection: &mut PgConnection,
        anew: bool,
        mut new: NewIndex,
    ) -> Result<Self, IndexError> {
        run(connection, BEGIN).await?;
        lock(connection).await?;
        let before = before(connection).await?;
        let had = before.as_ref().filter(|_| !anew);
        if let Some(had) = had.and_then(|(before, _)| before.embedding.as_ref()) {
            had.go_on(new.embedding.as_mut())?;
        }
        let mut next = Manifest::first(new);
        let (mut documents, mut table) = (BTreeMap::new(), NEXT_PIECES);
        if let Some((before, own)) = before {
            next.generation = before.generation + 1;
            let is_there = exists(connection, PIECES).await?;
            if is_there && before.has_table_of(&next) {
                table = PIECES;
            }
            if table == PIECES && !anew && before.fits(&next) {
                documents = own;
            }
        }
        if table == NEXT_PIECES {
            if next.embedding.is_some() {
                create_extension(connection).await?;
            }
            run(connection, &create_pieces(table, next.dimension())).await?;
        } else if documents.is_empty() {
            run(connection, &format!("DELETE FROM {table}")).await?;
        }
        Ok(Self {
            connection: None,
            analyser: Analyser::new(next.chinese),
            next,
            documents,
            table,
        })
    }

    /// Takes the connection, which the caller puts back on success.
    fn connection(&mut self) -> Result<PgConnection, IndexError> {
        let failed = || IndexError::Failed("the build has failed before".to_owned());
        self.connection.take().ok_or_else(failed)
    }

    /// Removes the pieces of a document.
    async fn delete(&self, connection: &mut PgConnection, path: &str) -> Result<(), IndexError> {
        let text = format!("DELETE FROM {} WHERE document = $1", self.table);
        let query = sqlx::query(AssertSqlSafe(text)).bind(text_limits::written(path));
        query.execute(connection).await?;
        Ok(())
    }

    async fn insert(
        &self,
        connection: &mut PgConnection,
        sha256: &str,
        EmbeddedChunk { chunk, vector }: &EmbeddedChunk,
    ) -> Result<(), IndexError> {
        let piece = serde_json::to_string(chunk);
        let piece = piece.map_err(|error| IndexError::Failed(error.to_string()))?;
        let dimension = self.next.dimension();
        let query = sqlx::query(AssertSqlSafe(insert_piece(self.table, dimension)))
            .bind(text_limits::written(&chunk.id))
            .bind(text_limits::written(&chunk.document))
            .bind(sha256)
            .bind(piece)
            .bind(self.words(&chunk.searched()))
            .bind(self.words(&chunk.called()));
        let query = MetadataField::ALL.iter().fold(query, |query, field| {
            let terms = field.terms(&chunk.document, &chunk.metadata);
            let terms = terms.iter().map(|term| text_limits::written(term));
            query.bind(terms.collect::<Vec<String>>())
        });
        let query = match (dimension, vector) {
            (None, _) => query,
            (Some(dimension), Some(vector)) if vector.numbers().len() != dimension => {
                return Err(no_vector(chunk, dimension));
            }
            (Some(_), vector) => query.bind(vector.as_ref().map(Vector::written)),
        };
        query.execute(connection).await?;
        Ok(())
    }

    fn words(&self, text: &str) -> String {
        let words = self.analyser.words(text).into_iter();
        lexemes::vector(words.map(|word| word.stem))
    }
}

impl IndexBuild for PostgresBuild {
    fn size(&self) -> ChunkSize {
        self.next.size
    }

    fn embedding(&self) -> Option<&Embedding> {
        self.next.embedding.as_ref()
    }

    fn hash(&self, path: &str) -> Option<&str> {
        let known = self.documents.get(path);
        known.map(|known| known.sha256.as_str())
    }

    fn paths(&self) -> Vec<String> {
        self.documents.keys().cloned().collect()
    }

    async fn write(
        &mut self,
        document: DocumentHash<'_>,
        pieces: &[EmbeddedChunk],
    ) -> Result<(), IndexError> {
        let mut connection = self.connection()?;
        if self.documents.contains_key(document.path) {
            self.delete(&mut connection, document.path).await?;
        }
        for piece in pieces {
            self.insert(&mut connection, document.sha256, piece).await?;
        }
        let indexed = IndexedDocument {
            sha256: document.sha256.to_owned(),
            pieces: pieces.len(),
        };
        self.documents.insert(document.path.to_owned(), indexed);
        self.connection = Some(connection);
        Ok(())
    }

    async fn remove(&mut self, path: &str) -> Result<(), IndexError> {
        let mut connection = self.connection()?;
        self.delete(&mut connection, path).await?;
        self.documents.remove(path);
        self.connection = Some(connection);
        Ok(())
    }

    async fn finish(mut self) -> Result<Generation, IndexError> {
        let mut connection = self.connection()?;
        if self.table == NEXT_PIECES {
            for text in create_indexes(self.table) {
                run(&mut connection, &text).await?;
            }
        } else {
            clean(&mut connection).await?;
        }
        run(&mut connection, &format!("ANALYZE {}", self.table)).await?;
        run(&mut connection, &create_index()).await?;
        write_manifest(&mut connection, &self.next, &self.documents).await?;
        if self.table == NEXT_PIECES {
            // From here on readers wait.
            run(&mut connection, &format!("DROP TABLE IF EXISTS {PIECES}")).await?;
            let rename = format!("ALTER TABLE {NEXT_PIECES} RENAME TO {PIECES}");
            run(&mut connection, &rename).await?;
        }
        run(&mut connection, "COMMIT").await?;
        Ok(Generation {
            generation: self.next.generation,
            documents: self.documents.len(),
            pieces: self.documents.values().map(|one| one.pieces).sum(),
        })
    }
}

fn no_vector(chunk: &Chunk, dimension: usize) -> IndexError {
    let id = &chunk.id;
    IndexError::Failed(format!("{id} has no vector of {dimension} numbers"))
}

async fn run(connection: &mut PgConnection, text: &str) -> Result<(), IndexError> {
    let ran = sqlx::raw_sql(AssertSqlSafe(text.to_owned())).execute(connection);
    ran.await?;
    Ok(())
}

/// Takes the advisory lock of a schema. The server releases it with the transaction, even if this process dies.
async fn lock(connection: &mut PgConnection) -> Result<(), IndexError> {
    let text = "SELECT pg_try_advisory_xact_lock($1, oid::integer) AS own FROM pg_namespace
        WHERE nspname = current_schema()";
    let row = sqlx::query(text).bind(LOCK).fetch_optional(connection);
    let own: Option<bool> = row.await?.map(|row| row.try_get("own")).transpose()?;
    match own {
        Some(true) => Ok(()),
        Some(false) => Err(IndexError::Failed(
            "another process builds this index".to_owned(),
        )),
        None => Err(IndexError::Failed(
            "the search path has no schema".to_owned(),
        )),
    }
}

async fn exists(connection: &mut PgConnection, table: &str) -> Result<bool, IndexError> {
    let text = "SELECT to_regclass(format('%I.%I', current_schema(), $1::text)) IS NOT NULL AS own";
    let row = sqlx::query(text).bind(table).fetch_one(connection).await?;
    Ok(row.try_get("own")?)
}

/// The old generation: its manifest and its documents; `None` where there is none or this program cannot read it.
async fn before(
    connection: &mut PgConnection,
) -> Result<Option<(Manifest, BTreeMap<String, IndexedDocument>)>, IndexError> {
    if !exists(connection, INDEX).await? {
        return Ok(None);
    }
    let text = format!("SELECT manifest::text AS manifest, documents FROM {INDEX}");
    let row = sqlx::query(AssertSqlSafe(text)).fetch_optional(connection);
    let Some(row) = row.await? else {
        return Ok(None);
    };
    let manifest = Manifest::read(row.try_get("manifest")?).ok();
    let documents = serde_json::from_str(row.try_get("documents")?).ok();
    Ok(manifest.zip(documents))
}

async fn create_extension(connection: &mut PgConnection) -> Result<(), IndexError> {
    let created = run(connection, "CREATE EXTENSION IF NOT EXISTS vector").await;
    created.map_err(|error| match error {
        IndexError::Failed(why) => IndexError::Failed(format!(
            "the extension `vector` is wanted for vectors, and an administrator has to create it: {why}"
        )),
        other => other,
    })
}

/// Flushes the pending lists of the GIN indexes, which readers would otherwise scan.
async fn clean(connection: &mut PgConnection) -> Result<(), IndexError> {
    let text = "SELECT gin_clean_pending_list(indexrelid) FROM pg_index
        JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_am ON pg_am.oid = relam
        WHERE indrelid = to_regclass(format('%I.%I', current_schema(), $1::text)) AND amname = 'gin'";
    let query = sqlx::query(text).bind(PIECES);
    query.execute(connection).await?;
    Ok(())
}

async fn write_manifest(
    connection: &mut PgConnection,
    manifest: &Manifest,
    documents: &BTreeMap<String, IndexedDocument>,
) -> Result<(), IndexError> {
    let unwritten = |error: serde_json::Error| IndexError::Failed(error.to_string());
    let text = format!(
        "INSERT INTO {INDEX} (id, manifest, documents) VALUES (1, $1::text::jsonb, $2)
        ON CONFLICT (id) DO UPDATE SET manifest = excluded.manifest, documents = excluded.documents"
    );
    let query = sqlx::query(AssertSqlSafe(text))
        .bind(serde_json::to_string(manifest).map_err(unwritten)?)
        .bind(serde_json::to_string(documents).map_err(unwritten)?);
    query.execute(connection).await?;
    Ok(())
}
