//! The statements that read an index.

use sqlx::postgres::PgArguments;
use sqlx::{Arguments as _, Encode, Postgres, Type};

use super::tables::{INDEX, PIECES, column};
use super::{lexemes, text_limits};
use crate::ports::text_index::{
    B, EXACT, Embedding, HEADING_WEIGHT, IndexError, K1, MOST_VALUES, MetadataField, PREFERENCE,
    Predicate, TextQuery, VectorQuery,
};

/// Divisor that normalises the server's rank of a word that occurs once: π² / 6.
const ONCE: f64 = std::f64::consts::PI * std::f64::consts::PI / 6.0;

pub(super) struct QueryText {
    pub(super) text: String,
    pub(super) values: PgArguments,
}

impl QueryText {
    pub(super) fn manifest() -> Self {
        Self {
            text: format!("SELECT manifest::text AS manifest FROM {INDEX}"),
            values: PgArguments::default(),
        }
    }

    /// The pieces with words of a query, the best first, the number of visible pieces with each word, and the number of
    /// visible pieces.
    ///
    /// The server does not know word rarity, so each word is ranked alone by its frequency in a text and weighted by
    /// Okapi BM25. `own` materialises the words of a piece; without it the server would read them again for each word
    /// of the query.
    pub(super) fn search(query: &TextQuery) -> Result<Self, IndexError> {
        let mut values = PgArguments::default();
        let words: Vec<Option<String>> = (query.words.iter())
            .map(|word| lexemes::lexeme(word))
            .collect();
        let any = lexemes::any(words.iter().flatten());
        let words = bind(&mut values, words)?;
        let seen = query.predicates.get(..query.seen).unwrap_or_default();
        let seen = let_in(&mut values, seen)?;
        let mut conditions = let_in(&mut values, &query.predicates)?;
        if !query.words.is_empty() {
            let any = bind(&mut values, any)?;
            conditions = format!("piece.words @@ {any}::text::tsquery AND {conditions}");
        }
        let mut preferred = String::new();
        for predicate in &query.preferred {
            let passes = passes(&mut values, predicate)?;
            preferred.push_str(&format!(" + {PREFERENCE} * ({passes})::integer"));
        }
        let limit = bind(&mut values, most(query.limit))?;
        let in_text = weight("own.words", "seen.words");
        let in_headings = weight("own.headings", "seen.headings");
        let text = format!(
            "WITH asked AS MATERIALIZED (
                SELECT own.number, own.word::tsquery AS word, (
                    SELECT count(*) FROM {PIECES} AS piece WHERE piece.words @@ own.word::tsquery AND {seen}
                ) AS pieces
                FROM unnest({words}::text[]) WITH ORDINALITY AS own (word, number)
            ), seen AS MATERIALIZED (
                SELECT count(*) AS pieces, avg(piece.words_length)::double precision AS words,
                    avg(piece.headings_length)::double precision AS headings
                FROM {PIECES} AS piece WHERE {seen}
            ), weighed AS MATERIALIZED (
                SELECT asked.word, ln(1 + (seen.pieces - asked.pieces + 0.5) / (asked.pieces + 0.5))::double precision AS rare
                FROM asked CROSS JOIN seen WHERE asked.pieces > 0
            ), best AS (
                SELECT piece.id, piece.piece, (coalesce(fit.score, 0){preferred})::real AS score
                FROM {PIECES} AS piece CROSS JOIN seen
                CROSS JOIN LATERAL (
                    SELECT piece.words || ''::tsvector AS words, piece.headings || ''::tsvector AS headings OFFSET 0
                ) AS own
                CROSS JOIN LATERAL (
                    SELECT sum(weighed.rare * ({in_text} + {HEADING_WEIGHT} * {in_headings})) AS score FROM weighed
                ) AS fit
                WHERE {conditions}
                ORDER BY score DESC, id LIMIT {limit}
            )
            SELECT own.manifest::text AS manifest, seen.pieces,
                (SELECT coalesce(array_agg(pieces ORDER BY number), '{{}}') FROM asked) AS counts,
                best.piece, best.score
            FROM {INDEX} AS own CROSS JOIN seen LEFT JOIN best ON true
            ORDER BY best.score DESC, best.id"
        );
        Ok(Self { text, values })
    }

    pub(super) fn nearest(query: &VectorQuery, embedding: &Embedding) -> Result<Self, IndexError> {
        let mut values = PgArguments::default();
        let vector = bind(&mut values, query.vector.written())?;
        let embedding = serde_json::to_string(embedding);
        let embedding = embedding.map_err(|error| IndexError::Failed(error.to_string()))?;
        let embedding = bind(&mut values, embedding)?;
        let conditions = let_in(&mut values, &query.predicates)?;
        let limit = bind(&mut values, most(query.limit))?;
        let text = format!(
            "SELECT own.manifest::text AS manifest, best.piece, (1 - best.distance)::real AS score,
                best.pieces, 1 - best.mean AS mean, best.variance
            FROM {INDEX} AS own LEFT JOIN LATERAL (
                SELECT near.*, count(*) OVER () AS pieces, avg(near.distance) OVER () AS mean,
                    var_pop(near.distance) OVER () AS variance
                FROM (
                    SELECT piece.id, piece.piece, piece.vector <=> {vector}::text::vector AS distance
                    FROM {PIECES} AS piece
                    WHERE own.manifest->'embedding' = {embedding}::text::jsonb
                        AND piece.vector IS NOT NULL AND {conditions}
                ) AS near
                ORDER BY distance, id LIMIT {limit}
            ) AS best ON true
            ORDER BY best.distance, best.id"
        );
        Ok(Self { text, values })
    }

    /// The number of pieces that pass predicates.
    pub(super) fn count(predicates: &[Predicate]) -> Result<Self, IndexError> {
        let mut values = PgArguments::default();
        let conditions = let_in(&mut values, predicates)?;
        let text = format!(
            "SELECT own.manifest::text AS manifest, (SELECT count(*) FROM {PIECES} AS piece WHERE {conditions}) AS pieces
            FROM {INDEX} AS own"
        );
        Ok(Self { text, values })
    }

    /// The values of a field among the pieces that pass predicates.
    pub(super) fn values(
        field: MetadataField,
        predicates: &[Predicate],
    ) -> Result<Self, IndexError> {
        let mut values = PgArguments::default();
        let conditions = let_in(&mut values, predicates)?;
        let exact = bind(&mut values, EXACT.to_string())?;
        let limit = bind(&mut values, most(MOST_VALUES))?;
        let column = column(field);
        let text = format!(
            "SELECT own.manifest::text AS manifest, known.value FROM {INDEX} AS own LEFT JOIN (
                SELECT DISTINCT one.value FROM {PIECES} AS piece CROSS JOIN LATERAL unnest(piece.{column}) AS one (value)
                WHERE {conditions} AND NOT starts_with(one.value, {exact}) ORDER BY one.value LIMIT {limit}
            ) AS known ON true
            ORDER BY known.value"
        );
        Ok(Self { text, values })
    }
}

/// Adds a value and returns its placeholder.
fn bind<'v, T>(values: &mut PgArguments, value: T) -> Result<String, IndexError>
where
    T: Encode<'v, Postgres> + Type<Postgres>,
{
    let added = values.add(value);
    added.map_err(|error| IndexError::Failed(error.to_string()))?;
    Ok(format!("${}", values.len()))
}

/// The condition that a piece passes all predicates.
fn let_in(values: &mut PgArguments, predicates: &[Predicate]) -> Result<String, IndexError> {
    let passing = predicates.iter().map(|predicate| passes(values, predicate));
    let mut passing: Vec<String> = passing.collect::<Result<_, _>>()?;
    passing.push("true".to_owned());
    Ok(passing.join(" AND "))
}

fn passes(values: &mut PgArguments, predicate: &Predicate) -> Result<String, IndexError> {
    let column = column(predicate.field);
    let of = predicate.terms().map(|term| text_limits::written(&term));
    let of = bind(values, of.collect::<Vec<String>>())?;
    Ok(match predicate.none {
        true => format!("NOT (piece.{column} && {of}::text[])"),
        false => format!("piece.{column} && {of}::text[]"),
    })
}

/// The score of a text for one word, by frequency and text length.
fn weight(words: &str, length: &str) -> String {
    format!(
        "ts_rank('{{1, 1, 1, 1}}', {words}, weighed.word) * {ONCE} * ({K1} + 1)
            / (1 + {K1} * (1 - {B} + {B} * length({words}) / greatest({length}, 1)))"
    )
}

fn most(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
