//! Word statistics over the visible pieces: word rarity and text length. The engine's own statistics cover all pieces,
//! so a score by them would leak the content of hidden ones.

use std::collections::BTreeMap;

use tantivy::Searcher;
use tantivy::collector::Count;
use tantivy::query::{
    Bm25StatisticsProvider, BooleanQuery, EnableScoring, Occur, Query, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption, Term};

/// Word statistics of the visible pieces.
pub(super) struct VisibleCounts {
    pub(super) pieces: u64,
    words: BTreeMap<Field, u64>,
    having: BTreeMap<Term, u64>,
}

impl VisibleCounts {
    /// Counts the pieces of a query and the pieces with each term.
    pub(super) fn of(
        searcher: &Searcher,
        query: &BooleanQuery,
        terms: impl IntoIterator<Item = Term>,
    ) -> tantivy::Result<Self> {
        let mut having = BTreeMap::new();
        for term in terms {
            let word = TermQuery::new(term.clone(), IndexRecordOption::Basic);
            let both: [Box<dyn Query>; 2] = [Box::new(query.clone()), Box::new(word)];
            let both = BooleanQuery::new(both.map(|own| (Occur::Must, own)).into());
            having.insert(term, searcher.search(&both, &Count)? as u64);
        }
        let mut words: BTreeMap<Field, u64> = having.keys().map(|own| (own.field(), 0)).collect();
        let mut pieces = 0;
        let weight = query.weight(EnableScoring::disabled_from_searcher(searcher))?;
        for reader in searcher.segment_readers() {
            let mut own = Vec::new();
            weight.for_each_no_score(reader, &mut |documents| own.extend_from_slice(documents))?;
            own.retain(|document| !reader.is_deleted(*document));
            pieces += own.len() as u64;
            for (field, all) in &mut words {
                let lengths = reader.get_fieldnorms_reader(*field)?;
                let lengths = own.iter().map(|own| u64::from(lengths.fieldnorm(*own)));
                *all += lengths.sum::<u64>();
            }
        }
        Ok(Self {
            pieces,
            words,
            having,
        })
    }
}

impl Bm25StatisticsProvider for VisibleCounts {
    fn total_num_tokens(&self, field: Field) -> tantivy::Result<u64> {
        Ok(self.words.get(&field).copied().unwrap_or_default())
    }

    fn total_num_docs(&self) -> tantivy::Result<u64> {
        Ok(self.pieces)
    }

    fn doc_freq(&self, term: &Term) -> tantivy::Result<u64> {
        Ok(self.having.get(term).copied().unwrap_or_default())
    }
}
