//! A text index in a folder or in memory, by `tantivy`. Queries are built as objects and never parsed from text.

pub mod build;
mod fields;
mod manifest;
mod nearest;
pub mod store;
mod vectors;
mod visible_counts;
pub mod writer;

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tantivy::collector::{Count, TopDocs};
use tantivy::query::{
    AllQuery, Bm25StatisticsProvider, BooleanQuery, BoostQuery, ConstScoreQuery, Occur, Query,
    TermQuery, TermSetQuery,
};
use tantivy::schema::{IndexRecordOption, Term};
use tantivy::{DocAddress, IndexReader, ReloadPolicy, Searcher, TantivyDocument, TantivyError};

use super::{
    EXACT, Embedding, HEADING_WEIGHT, Hit, IndexError, IndexHits, MOST_VALUES, MetadataField,
    Nearest, PREFERENCE, Predicate, Spread, TextIndex, TextQuery, VectorQuery, check_dimension,
    in_order,
};
use crate::analysis::Chinese;
use fields::Fields;
use nearest::Places;
use vectors::Vectors;
use visible_counts::VisibleCounts;

/// Number of additional pieces that are read, so that pieces with equal scores can be sorted by identifier.
const TIES: usize = 16;

/// An open index. It stays on the generation that it was opened with.
#[derive(Clone)]
pub struct TantivyIndex {
    reader: IndexReader,
    fields: Fields,
    vectors: Option<Vectors>,
    chinese: Chinese,
}

impl std::fmt::Debug for TantivyIndex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TantivyIndex")
    }
}

impl From<TantivyError> for IndexError {
    fn from(error: TantivyError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl TantivyIndex {
    fn of(
        index: &tantivy::Index,
        vectors: Option<Vectors>,
        chinese: Chinese,
    ) -> Result<Self, IndexError> {
        Ok(Self {
            // The index stays on its generation.
            reader: (index.reader_builder().reload_policy(ReloadPolicy::Manual)).try_into()?,
            fields: Fields::of(&index.schema())?,
            vectors,
            chinese,
        })
    }

    /// Runs blocking work on a thread, with a time limit.
    async fn blocking<T: Send + 'static>(
        &self,
        within: Duration,
        work: impl FnOnce(&Self) -> Result<T, IndexError> + Send + 'static,
    ) -> Result<T, IndexError> {
        let own = self.clone();
        let working = tokio::task::spawn_blocking(move || work(&own));
        let ended = tokio::time::timeout(within, working).await;
        let ended = ended.map_err(|_| IndexError::Timeout(within))?;
        ended.unwrap_or_else(|error| Err(IndexError::Failed(error.to_string())))
    }

    fn let_in(&self, predicates: &[Predicate]) -> Vec<(Occur, Box<dyn Query>)> {
        let clauses = predicates.iter().map(|predicate| {
            let occur = if predicate.none {
                Occur::MustNot
            } else {
                Occur::Must
            };
            (occur, self.having(predicate))
        });
        clauses.collect()
    }

    /// The pieces whose field has one of a predicate's values.
    fn having(&self, predicate: &Predicate) -> Box<dyn Query> {
        let field = self.fields.of_metadata(predicate.field);
        let terms = predicate.terms();
        let terms: Vec<Term> = terms
            .map(|term| Term::from_field_text(field, &term))
            .collect();
        let query: Box<dyn Query> = match terms.as_slice() {
            [term] => Box::new(TermQuery::new(term.clone(), IndexRecordOption::Basic)),
            _ => Box::new(TermSetQuery::new(terms)),
        };
        Box::new(ConstScoreQuery::new(query, 0.0))
    }

    fn query(&self, query: &TextQuery) -> Box<dyn Query> {
        let mut clauses = self.let_in(&query.predicates);
        let words = query.words.iter().flat_map(|word| {
            let in_text = self.word(self.fields.text, word);
            let in_headings = self.word(self.fields.headings, word);
            let in_headings = BoostQuery::new(in_headings, HEADING_WEIGHT);
            [in_text, Box::new(in_headings)].map(|query| (Occur::Should, query))
        });
        let words: Vec<(Occur, Box<dyn Query>)> = words.collect();
        let asked: Box<dyn Query> = match words.is_empty() {
            true => Box::new(ConstScoreQuery::new(Box::new(AllQuery), 0.0)),
            false => Box::new(BooleanQuery::new(words)),
        };
        clauses.push((Occur::Must, asked));
        for preferred in &query.preferred {
            let having = ConstScoreQuery::new(self.having(preferred), PREFERENCE);
            clauses.push((Occur::Should, Box::new(having)));
        }
        Box::new(BooleanQuery::new(clauses))
    }

    fn word(&self, field: tantivy::schema::Field, word: &str) -> Box<dyn Query> {
        let term = Term::from_field_text(field, word);
        Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs))
    }

    fn found(&self, query: &TextQuery) -> Result<IndexHits, IndexError> {
        let searcher = self.reader.searcher();
        let in_text = |word: &String| Term::from_field_text(self.fields.text, word);
        let in_headings = |word: &String| Term::from_field_text(self.fields.headings, word);
        let seen = query.predicates.get(..query.seen).unwrap_or_default();
        let words = query.words.iter();
        let terms = words.flat_map(|word| [in_text(word), in_headings(word)]);
        let seen = match seen {
            [] => None,
            seen => Some(VisibleCounts::of(&searcher, &self.all(seen), terms)?),
        };
        let counts: &dyn Bm25StatisticsProvider = match &seen {
            Some(seen) => seen,
            None => &searcher,
        };
        let most = TopDocs::with_limit(query.limit.saturating_add(TIES)).order_by_score();
        let asked = self.query(query);
        let mut best = searcher.search_with_statistics_provider(&asked, &most, counts)?;
        as_good_as_the_last(&mut best, query.limit);
        let mut hits = Vec::with_capacity(best.len());
        for (score, address) in best {
            hits.push(self.hit(&searcher, score, address)?);
        }
        let words = query.words.iter();
        let having = words.map(|word| counts.doc_freq(&in_text(word)));
        Ok(IndexHits {
            hits: in_order(hits, query.limit),
            having: having.collect::<Result<_, _>>()?,
            pieces: seen.map_or(searcher.num_docs(), |seen| seen.pieces),
        })
    }

    fn all(&self, predicates: &[Predicate]) -> BooleanQuery {
        let mut clauses = self.let_in(predicates);
        clauses.push((Occur::Must, Box::new(AllQuery)));
        BooleanQuery::new(clauses)
    }

    fn nearest_pieces(&self, query: &VectorQuery) -> Result<Nearest, IndexError> {
        let vectors = self.vectors.as_ref();
        check_dimension(vectors.map(|own| &own.embedding), query)?;
        let Some(vectors) = vectors else {
            return Ok(Nearest::default());
        };
        let searcher = self.reader.searcher();
        let mut places = searcher.search(&self.all(&query.predicates), &Places)?;
        // Sorted by file position: an unsorted scan took four times as long.
        places.sort();
        let mut nearest = Vec::with_capacity(places.len());
        for (place, address) in places {
            nearest.push((vectors.cosine(&query.vector, place)?, address));
        }
        let spread = Spread::of(nearest.iter().map(|(cosine, _)| *cosine));
        let nearer = |one: &(f32, DocAddress), other: &(f32, DocAddress)| other.0.total_cmp(&one.0);
        // Keeps some more pieces with the last cosine, so that ties sort by identifier.
        let most = query.limit.saturating_add(TIES);
        if nearest.len() > most {
            nearest.select_nth_unstable_by(most, nearer);
            nearest.truncate(most);
        }
        nearest.sort_unstable_by(nearer);
        as_good_as_the_last(&mut nearest, query.limit);
        let mut hits = Vec::new();
        for (score, address) in nearest {
            hits.push(self.hit(&searcher, score, address)?);
        }
        Ok(Nearest {
            hits: in_order(hits, query.limit),
            spread,
        })
    }

    fn hit(&self, searcher: &Searcher, score: f32, address: DocAddress) -> Result<Hit, IndexError> {
        let document: TantivyDocument = searcher.doc(address)?;
        let chunk = Arc::new(self.fields.chunk(&document)?);
        Ok(Hit { score, chunk })
    }

    fn counted(&self, predicates: &[Predicate]) -> Result<u64, IndexError> {
        let count = (self.reader.searcher()).search(&self.all(predicates), &Count)?;
        Ok(count as u64)
    }

    fn value_list(
        &self,
        field: MetadataField,
        predicates: &[Predicate],
    ) -> Result<Vec<String>, IndexError> {
        let own = self.fields.of_metadata(field);
        let mut all = BTreeSet::new();
        for segment in self.reader.searcher().segment_readers() {
            let index = segment.inverted_index(own)?;
            let mut terms = index.terms().stream().map_err(TantivyError::from)?;
            while terms.advance() {
                let term = String::from_utf8_lossy(terms.key());
                if !term.starts_with(EXACT) {
                    all.insert(term.into_owned());
                }
            }
        }
        // Values that only excluded pieces have must not count towards the limit.
        let mut values = Vec::new();
        for value in all {
            if values.len() == MOST_VALUES {
                break;
            }
            let mut narrowed = predicates.to_vec();
            narrowed.push(Predicate::any_of(field, [&value]));
            if self.counted(&narrowed)? > 0 {
                values.push(value);
            }
        }
        Ok(values)
    }
}

/// Keeps the first `most` of sorted results and those with the same score as the last.
fn as_good_as_the_last(best: &mut Vec<(f32, DocAddress)>, most: usize) {
    let last = best.get(most.saturating_sub(1)).map(|own| own.0);
    best.retain(|own| last.is_none_or(|last| own.0 >= last));
}

fn unreachable(path: &Path, error: &io::Error) -> IndexError {
    IndexError::Unreachable(format!("{}: {error}", path.display()))
}

fn failed(path: &Path, error: &io::Error) -> IndexError {
    IndexError::Failed(format!("{}: {error}", path.display()))
}

#[async_trait::async_trait]
impl TextIndex for TantivyIndex {
    fn engine(&self) -> &'static str {
        "tantivy"
    }

    async fn search(&self, query: &TextQuery, within: Duration) -> Result<IndexHits, IndexError> {
        let query = query.clone();
        self.blocking(within, move |own| own.found(&query)).await
    }

    fn embedding(&self) -> Option<Embedding> {
        self.vectors.as_ref().map(|own| own.embedding.clone())
    }

    fn chinese(&self) -> Chinese {
        self.chinese
    }

    async fn nearest(&self, query: &VectorQuery, within: Duration) -> Result<Nearest, IndexError> {
        let query = query.clone();
        self.blocking(within, move |own| own.nearest_pieces(&query))
            .await
    }

    async fn count(&self, predicates: &[Predicate], within: Duration) -> Result<u64, IndexError> {
        let predicates = predicates.to_vec();
        self.blocking(within, move |own| own.counted(&predicates))
            .await
    }

    async fn values(
        &self,
        field: MetadataField,
        predicates: &[Predicate],
        within: Duration,
    ) -> Result<Vec<String>, IndexError> {
        let predicates = predicates.to_vec();
        self.blocking(within, move |own| own.value_list(field, &predicates))
            .await
    }
}
