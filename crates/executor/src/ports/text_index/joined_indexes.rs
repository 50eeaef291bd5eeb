//! Several indexes searched as one. Their paths must be distinct, since a path identifies a document.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::analysis::Chinese;

use super::{
    Embedding, IndexError, IndexHits, MOST_VALUES, MetadataField, Nearest, Predicate, TextIndex,
    TextQuery, VectorQuery, in_order, left,
};

/// Several indexes searched as one.
#[derive(Debug)]
pub struct JoinedIndexes {
    indexes: Vec<Box<dyn TextIndex>>,
}

impl JoinedIndexes {
    /// Joins indexes, which are queried one after another.
    #[must_use]
    pub const fn new(indexes: Vec<Box<dyn TextIndex>>) -> Self {
        Self { indexes }
    }
}

#[async_trait::async_trait]
impl TextIndex for JoinedIndexes {
    fn engine(&self) -> &'static str {
        match self.indexes.as_slice() {
            [only] => only.engine(),
            _ => "joined",
        }
    }

    /// Each index scores by its own word frequencies, so scores of different indexes are only roughly comparable.
    async fn search(&self, query: &TextQuery, within: Duration) -> Result<IndexHits, IndexError> {
        let chinese = self.chinese();
        if self.indexes.iter().any(|own| own.chinese() != chinese) {
            let told = "the Chinese words of one index are others than those of another";
            return Err(IndexError::Unfit(told.to_owned()));
        }
        let mut all = IndexHits {
            having: vec![0; query.words.len()],
            ..IndexHits::default()
        };
        let deadline = Instant::now() + within;
        for index in &self.indexes {
            let found = index.search(query, left(deadline)).await?;
            all.hits.extend(found.hits);
            for (sum, own) in all.having.iter_mut().zip(found.having) {
                *sum += own;
            }
            all.pieces += found.pieces;
        }
        all.hits = in_order(all.hits, query.limit);
        Ok(all)
    }

    fn embedding(&self) -> Option<Embedding> {
        let mut all = self.indexes.iter().map(|own| own.embedding());
        let first = all.next()??;
        all.all(|own| Embedding::are_alike(own.as_ref(), Some(&first)))
            .then_some(first)
    }

    fn chinese(&self) -> Chinese {
        let first = self.indexes.first();
        first.map_or(Chinese::default(), |own| own.chinese())
    }

    async fn nearest(&self, query: &VectorQuery, within: Duration) -> Result<Nearest, IndexError> {
        let mut all = Nearest::default();
        let deadline = Instant::now() + within;
        for index in &self.indexes {
            let own = index.nearest(query, left(deadline)).await?;
            all.hits.extend(own.hits);
            all.spread = all.spread.joined(own.spread);
        }
        all.hits = in_order(all.hits, query.limit);
        Ok(all)
    }

    async fn count(&self, predicates: &[Predicate], within: Duration) -> Result<u64, IndexError> {
        let mut all = 0;
        let deadline = Instant::now() + within;
        for index in &self.indexes {
            all += index.count(predicates, left(deadline)).await?;
        }
        Ok(all)
    }

    async fn values(
        &self,
        field: MetadataField,
        predicates: &[Predicate],
        within: Duration,
    ) -> Result<Vec<String>, IndexError> {
        let mut all = BTreeSet::new();
        let deadline = Instant::now() + within;
        for index in &self.indexes {
            all.extend(index.values(field, predicates, left(deadline)).await?);
        }
        Ok(all.into_iter().take(MOST_VALUES).collect())
    }
}
