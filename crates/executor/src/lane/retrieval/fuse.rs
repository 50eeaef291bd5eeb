//! Fuses two ranked lists of pieces into one by rank, since word scores and cosines are not comparable. A word list
//! whose pieces have hardly any word of the question is random, so it only adds pieces that the other list lacks.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::documents::Chunk;
use crate::ports::text_index::Hit;

/// The constant of reciprocal rank fusion, which dampens the weight of the first ranks; 60 is usual.
const RANK_CONSTANT: f32 = 60.0;

/// A piece with its ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedPiece {
    /// Its score, comparable within one answer only.
    pub score: f32,
    /// Its rank by words, from 1.
    pub by_words: Option<usize>,
    /// Its rank by vectors, from 1.
    pub by_vector: Option<usize>,
    /// The cosine of its vector with the question's.
    pub cosine: Option<f32>,
    /// The piece.
    pub chunk: Arc<Chunk>,
}

/// The pieces of one list with their scores.
#[must_use]
pub fn of_words(hits: &[Hit]) -> Vec<RankedPiece> {
    let places = hits.iter().zip(1..);
    let ranked = places.map(|(hit, place)| RankedPiece {
        score: hit.score,
        by_words: Some(place),
        by_vector: None,
        cosine: None,
        chunk: Arc::clone(&hit.chunk),
    });
    ranked.collect()
}

/// Fuses two lists by reciprocal rank, the best first, equal scores by identifier. `has_words` is true where one of the
/// first pieces has enough words of the question; otherwise ranks by words do not count.
#[must_use]
pub fn fused((by_words, has_words): (&[Hit], bool), by_vector: &[Hit]) -> Vec<RankedPiece> {
    let mut all: BTreeMap<&str, RankedPiece> = BTreeMap::new();
    for (hits, is_vector) in [(by_words, false), (by_vector, true)] {
        for (hit, place) in hits.iter().zip(1..) {
            let own = all
                .entry(hit.chunk.id.as_str())
                .or_insert_with(|| RankedPiece {
                    score: 0.0,
                    by_words: None,
                    by_vector: None,
                    cosine: None,
                    chunk: Arc::clone(&hit.chunk),
                });
            if is_vector || has_words {
                own.score += 1.0 / (RANK_CONSTANT + place as f32);
            }
            if is_vector {
                (own.by_vector, own.cosine) = (Some(place), Some(hit.score));
            } else {
                own.by_words = Some(place);
            }
        }
    }
    let mut all: Vec<RankedPiece> = all.into_values().collect();
    // The sort is stable, so equal scores keep the order of identifiers.
    all.sort_by(|one, other| other.score.total_cmp(&one.score));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::Metadata;

    fn hit(id: &str, score: f32) -> Hit {
        let chunk = Chunk {
            id: id.to_owned(),
            document: id.to_owned(),
            title: String::new(),
            headings: Vec::new(),
            text: String::new(),
            metadata: Arc::new(Metadata::default()),
        };
        Hit {
            score,
            chunk: Arc::new(chunk),
        }
    }

    #[test]
    fn a_piece_of_both_lists_stands_before_the_first_of_one() {
        let words = [hit("a", 9.0), hit("b", 5.0)];
        let vectors = [hit("c", 0.9), hit("b", 0.8)];
        let ids = |all: &[RankedPiece]| -> Vec<String> {
            let all = all.iter().map(|own| own.chunk.id.clone());
            all.collect()
        };
        let by_chance = fused((&words, false), &vectors);
        assert_eq!(ids(&by_chance), ["c", "b", "a"]);
        let fused = fused((&words, true), &vectors);
        assert_eq!(ids(&fused), ["b", "a", "c"]);
        let both = &fused[0];
        assert_eq!(
            (both.by_words, both.by_vector, both.cosine),
            (Some(2), Some(2), Some(0.8))
        );
    }
}
