//! Rows → a file of their vectors. The build reads every row of a type that has a text, whoever may see it, since a
//! search applies row-level security by itself. A row whose texts are unchanged keeps its vector.

use std::time::Duration;

use chrono::NaiveDate;
use cmec_decoder::contract::{Constraints, Contract, Grounding, Intent, Pagination, Str};
use cmec_decoder::language::{Output, Scenario};
use cmec_decoder::tables::Tables;
use serde::Serialize;

use crate::catalogue::StructuredCatalogue;
use crate::indexing::vectors_of_pieces;
use crate::lane::structured::search::text;
use crate::lane::structured::sql;
use crate::lane::structured::sql::{Anchors, SqlContext, WriteError, WrittenStatement, key_of_row};
use crate::ports::database::{Database, DatabaseError, DatabaseRow, DatabaseValue};
use crate::ports::embedder::Embedder;
use crate::ports::model_error::ModelError;
use crate::ports::row_vectors::file::{NextRowVectors, RowVectorFile};
use crate::row_policy::RowPolicy;

/// Maximum number of rows per page; smaller pages are used where the texts exceed the size of an answer.
const PAGE: u32 = 1_000;

/// Time limit for a page of rows.
const PAGE_TIME: Duration = Duration::from_secs(60);

/// Counts of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct BuiltRows {
    /// Rows read.
    pub rows: usize,
    /// Rows that got a new vector.
    pub written: usize,
    /// Rows whose texts were unchanged.
    pub kept: usize,
    /// Rows without a text, which have no vector.
    pub without_text: usize,
}

/// Why a build failed.
#[derive(Debug, thiserror::Error)]
pub enum RowIndexingError {
    /// The tables do not cover the type or its texts.
    #[error(transparent)]
    Unwritten(#[from] WriteError),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The model failed to embed a row.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The type has no field of the type `text`.
    #[error("`{0}` has no field of the type `text`: there is nothing to compare by meaning")]
    WithoutTexts(String),
}

/// The rows to read and the embedder of their texts.
#[derive(Debug)]
pub struct RowSource<'s> {
    /// The codebook.
    pub tables: &'s Tables,
    /// The bindings of types and fields to tables.
    pub catalogue: &'s StructuredCatalogue,
    /// The database.
    pub database: &'s dyn Database,
    /// The model that embeds the texts.
    pub embedder: &'s dyn Embedder,
}

struct Page {
    written: WrittenStatement,
    rows: Vec<DatabaseRow>,
    /// The sort values of the last row, where more rows follow.
    next: Option<Vec<DatabaseValue>>,
}

/// A row without its vector.
struct PendingRow {
    key: String,
    text: String,
}

impl RowSource<'_> {
    /// The number of rows of a type.
    ///
    /// # Errors
    /// The rows cannot be counted.
    pub async fn count(&self, type_name: &str) -> Result<usize, RowIndexingError> {
        let anchors = Anchors::default();
        let statement = sql::total(&self.context(&anchors), &all(type_name, &[]))?;
        let rows = self.database.query(&statement, PAGE_TIME).await?;
        let count = rows.iter().flatten().next().and_then(DatabaseValue::count);
        Ok(usize::try_from(count.unwrap_or_default()).unwrap_or_default())
    }

    /// Reads every row and adds its vector to the next file. `read` is called with the number of rows read since the
    /// last call.
    ///
    /// # Errors
    /// The rows cannot be read or embedded.
    pub async fn fill(
        &self,
        next: &mut NextRowVectors,
        before: Option<&RowVectorFile>,
        mut read: impl FnMut(usize),
    ) -> Result<BuiltRows, RowIndexingError> {
        let of = next.of().clone();
        if of.fields.is_empty() {
            return Err(RowIndexingError::WithoutTexts(of.type_name));
        }
        let fields: Vec<&str> = of.fields.iter().map(String::as_str).collect();
        let mut contract = all(&of.type_name, &of.fields);
        let most = self.embedder.batch().texts.get();
        let (mut built, mut behind, mut waiting) = (BuiltRows::default(), None, Vec::new());
        loop {
            let page = self.page(&mut contract, behind).await?;
            for row in &page.rows {
                let Some(key) = self.key(row) else {
                    continue;
                };
                let text = text(row, &page.written, &fields);
                if text.trim().is_empty() {
                    built.without_text += 1;
                } else if before.is_some_and(|before| next.keep(&key, &text, before)) {
                    built.kept += 1;
                } else {
                    waiting.push(PendingRow { key, text });
                }
            }
            let is_last = page.next.is_none();
            while waiting.len() >= most || (is_last && !waiting.is_empty()) {
                let batch: Vec<PendingRow> = waiting.drain(..waiting.len().min(most)).collect();
                self.embed(&batch, next).await?;
                built.written += batch.len();
            }
            built.rows += page.rows.len();
            read(page.rows.len());
            if is_last {
                return Ok(built);
            }
            behind = page.next;
        }
    }

    /// A page of rows; it is shortened where its texts exceed the size of an answer.
    async fn page(
        &self,
        contract: &mut Contract<'_>,
        behind: Option<Vec<DatabaseValue>>,
    ) -> Result<Page, RowIndexingError> {
        let anchors = Anchors::default();
        loop {
            let mut context = self.context(&anchors);
            if let Some(values) = &behind {
                context = context.behind_row(values.clone());
            }
            let written = sql::write(&context, contract)?;
            let rows = self.database.query(&written.statement, PAGE_TIME).await;
            let limit = &mut contract.constraints.pagination.limit;
            let mut rows = match rows {
                Err(DatabaseError::TooLong) if *limit > 1 => {
                    *limit /= 2;
                    continue;
                }
                rows => rows?,
            };
            let has_more = rows.len() > *limit as usize;
            rows.truncate(*limit as usize);
            // The columns are followed by the row's number in its page and by its sort values.
            let sorted =
                |row: &DatabaseRow| row.get(written.columns.len() + 1..).map(<[_]>::to_vec);
            let next = rows.last().and_then(sorted).filter(|_| has_more);
            return Ok(Page {
                written,
                rows,
                next,
            });
        }
    }

    async fn embed(
        &self,
        batch: &[PendingRow],
        next: &mut NextRowVectors,
    ) -> Result<(), ModelError> {
        let texts: Vec<&str> = batch.iter().map(|own| own.text.as_str()).collect();
        let vectors = vectors_of_pieces(self.embedder, &texts, next.embedding()).await?;
        for (row, vector) in batch.iter().zip(vectors) {
            next.add(&row.key, &row.text, &vector);
        }
        Ok(())
    }

    fn key(&self, row: &DatabaseRow) -> Option<String> {
        Some(key_of_row(self.database.engine(), row.last()?)?.shown())
    }

    fn context<'w>(&'w self, anchors: &'w Anchors) -> SqlContext<'w> {
        let codebook = (self.tables, self.catalogue);
        // These contracts compare no days.
        let today = NaiveDate::MIN;
        let engine = self.database.engine();
        SqlContext::new(codebook, RowPolicy::OPEN, engine, today, anchors)
    }
}

fn all<'c>(type_name: &'c str, fields: &'c [String]) -> Contract<'c> {
    Contract {
        intent: Intent {
            scenario: Scenario::InstanceSearch,
            output_type: Output::Instances,
        },
        grounding: Grounding {
            target_types: vec![Str::Borrowed(type_name)],
            target_attributes: fields.iter().map(|own| Str::Borrowed(own)).collect(),
            ..Grounding::default()
        },
        constraints: Constraints {
            pagination: Pagination {
                limit: PAGE,
                ..Pagination::default()
            },
            ..Constraints::default()
        },
        graph_params: None,
        rag_params: None,
    }
}
