//! A brute-force index in memory; the reference for other engines.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use super::build::EmbeddedChunk;
use super::{
    B, EXACT, Embedding, HEADING_WEIGHT, Hit, IndexError, IndexHits, K1, MOST_VALUES,
    MetadataField, Nearest, PREFERENCE, Predicate, Spread, TextIndex, TextQuery, VectorQuery,
    check_dimension, in_order,
};
use crate::analysis::{Analyser, Chinese};
use crate::documents::Chunk;
use crate::ports::embedder::Vector;

/// An index in memory.
#[derive(Debug, Default)]
pub struct Memory {
    pieces: Vec<Piece>,
    embedding: Option<Embedding>,
}

#[derive(Debug)]
struct Piece {
    chunk: Arc<Chunk>,
    vector: Option<Vector>,
    text: WordCounts,
    headings: WordCounts,
}

#[derive(Debug, Default)]
struct WordCounts {
    words: BTreeMap<String, f32>,
    length: f32,
}

impl WordCounts {
    fn of(text: &str, analyser: &Analyser) -> Self {
        let mut counted = Self::default();
        for word in analyser.words(text) {
            *counted.words.entry(word.stem).or_default() += 1.0;
            counted.length += 1.0;
        }
        counted
    }
}

impl Memory {
    /// An index of some pieces.
    #[must_use]
    pub fn new(chunks: impl IntoIterator<Item = Chunk>) -> Self {
        let pieces = chunks.into_iter().map(|chunk| EmbeddedChunk {
            chunk,
            vector: None,
        });
        Self::with_vectors(pieces, None)
    }

    /// An index of some pieces with the vectors of a model.
    #[must_use]
    pub fn with_vectors(
        pieces: impl IntoIterator<Item = EmbeddedChunk>,
        embedding: Option<Embedding>,
    ) -> Self {
        let analyser = Analyser::default();
        let pieces = pieces.into_iter();
        let pieces = pieces.map(|EmbeddedChunk { chunk, vector }| Piece {
            text: WordCounts::of(&chunk.searched(), &analyser),
            headings: WordCounts::of(&chunk.called(), &analyser),
            chunk: Arc::new(chunk),
            vector,
        });
        let mut pieces: Vec<Piece> = pieces.collect();
        pieces.sort_by(|one, other| one.chunk.id.cmp(&other.chunk.id));
        Self { pieces, embedding }
    }

    fn let_in<'s>(&'s self, predicates: &'s [Predicate]) -> impl Iterator<Item = &'s Piece> {
        self.pieces.iter().filter(|piece| {
            let chunk = &piece.chunk;
            (predicates.iter()).all(|one| one.lets_in(&chunk.document, &chunk.metadata))
        })
    }

    /// The indexed words with a prefix.
    #[must_use]
    pub fn words_with(&self, start: &str) -> Vec<String> {
        let words = self.pieces.iter().flat_map(|piece| {
            let own = piece.text.words.range(start.to_owned()..);
            own.map(|(word, _)| word)
                .take_while(|word| word.starts_with(start))
        });
        let words: BTreeSet<&String> = words.collect();
        words.into_iter().cloned().collect()
    }

    pub(crate) fn found(&self, query: &TextQuery) -> IndexHits {
        let seen = query.predicates.get(..query.seen).unwrap_or_default();
        let seen: Vec<&Piece> = self.let_in(seen).collect();
        let mut scores: Vec<(f32, &Piece)> = Vec::new();
        let by_text = (query.words.iter()).map(|word| weight(&seen, word, |piece| &piece.text));
        let by_text: Vec<_> = by_text.collect();
        let by_heading =
            (query.words.iter()).map(|word| weight(&seen, word, |piece| &piece.headings));
        let by_heading: Vec<_> = by_heading.collect();
        for piece in self.let_in(&query.predicates) {
            let text: f32 = by_text.iter().map(|weight| weight(piece)).sum();
            let headings: f32 = by_heading.iter().map(|weight| weight(piece)).sum();
            let score = text + HEADING_WEIGHT * headings;
            if score > 0.0 || query.words.is_empty() {
                let chunk = &piece.chunk;
                let preferred = query.preferred.iter();
                let preferred =
                    preferred.filter(|one| one.lets_in(&chunk.document, &chunk.metadata));
                scores.push((score + PREFERENCE * preferred.count() as f32, piece));
            }
        }
        scores.sort_by(|one, other| other.0.total_cmp(&one.0));
        let hits = scores.iter().take(query.limit).map(|(score, piece)| Hit {
            score: *score,
            chunk: Arc::clone(&piece.chunk),
        });
        let having = query.words.iter().map(|word| {
            let has = |piece: &&&Piece| piece.text.words.contains_key(word);
            seen.iter().filter(has).count() as u64
        });
        IndexHits {
            hits: hits.collect(),
            having: having.collect(),
            pieces: seen.len() as u64,
        }
    }
}

/// The score of each piece by one of its texts, among the visible pieces.
fn weight(
    seen: &[&Piece],
    word: &str,
    of: impl Fn(&Piece) -> &WordCounts,
) -> impl Fn(&Piece) -> f32 {
    let all = seen.len() as f32;
    let having = (seen.iter()).filter(|piece| of(piece).words.contains_key(word));
    let having = having.count() as f32;
    let length: f32 = seen.iter().map(|piece| of(piece).length).sum();
    let mean = (length / all.max(1.0)).max(1.0);
    let rare = (1.0 + (all - having + 0.5) / (having + 0.5)).ln();
    let word = word.to_owned();
    move |piece| {
        let counted = of(piece);
        let times = counted.words.get(&word).copied().unwrap_or_default();
        let bound = K1 * (1.0 - B + B * counted.length / mean);
        rare * times * (K1 + 1.0) / (times + bound)
    }
}

#[async_trait::async_trait]
impl TextIndex for Memory {
    fn engine(&self) -> &'static str {
        "memory"
    }

    async fn search(&self, query: &TextQuery, _: Duration) -> Result<IndexHits, IndexError> {
        Ok(self.found(query))
    }

    fn embedding(&self) -> Option<Embedding> {
        self.embedding.clone()
    }

    fn chinese(&self) -> Chinese {
        Chinese::default()
    }

    async fn nearest(&self, query: &VectorQuery, _: Duration) -> Result<Nearest, IndexError> {
        check_dimension(self.embedding.as_ref(), query)?;
        let pieces = self.let_in(&query.predicates).filter_map(|piece| {
            let own = piece.vector.as_ref()?.numbers().iter();
            let products = own.zip(query.vector.numbers());
            let cosine: f32 = products.map(|(one, other)| one * other).sum();
            Some(Hit {
                score: cosine,
                chunk: Arc::clone(&piece.chunk),
            })
        });
        let pieces: Vec<Hit> = pieces.collect();
        Ok(Nearest {
            spread: Spread::of(pieces.iter().map(|own| own.score)),
            hits: in_order(pieces, query.limit),
        })
    }

    async fn count(&self, predicates: &[Predicate], _: Duration) -> Result<u64, IndexError> {
        Ok(self.let_in(predicates).count() as u64)
    }

    async fn values(
        &self,
        field: MetadataField,
        predicates: &[Predicate],
        _: Duration,
    ) -> Result<Vec<String>, IndexError> {
        let values = self.let_in(predicates);
        let values: BTreeSet<String> = values
            .flat_map(|piece| field.terms(&piece.chunk.document, &piece.chunk.metadata))
            .filter(|term| !term.starts_with(EXACT))
            .collect();
        Ok(values.into_iter().take(MOST_VALUES).collect())
    }
}
