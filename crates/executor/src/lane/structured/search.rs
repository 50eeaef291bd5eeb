//! Full-text search among the rows of a contract: the rows with a word of the question, ranked by these words.
//!
//! One statement holds both conditions, so that the database can start with the more selective one. The database
//! compares beginnings of words and so misses no row; this file compares the words themselves.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use cmec_decoder::contract::{AnyOf, Condition, Contract, Filter, Operand, Pagination, Str, Value};
use cmec_decoder::language::{Operator, Scenario};
use cmec_decoder::letters::folded;

use crate::analysis::{Analyser, Chinese, is_unspaced_word};
use crate::documents::{Chunk, Metadata};
use crate::judgement::{Judgement, judge};
use crate::lane::structured::plan::Search;
use crate::lane::structured::sql::WrittenStatement;
use crate::ports::database::{DatabaseRow, DatabaseValue};
use crate::ports::text_index::memory::Memory;
use crate::ports::text_index::{IndexHits, TextQuery};
use crate::response::ranking::Ranking;

/// Maximum number of rows that are ranked.
pub(super) const CANDIDATES: u32 = 10_000;

/// Maximum number of words that a database compares.
const WORDS: usize = 32;

/// Minimum length of a compared word where the question has such words, in letters. Shorter words occur in every text.
const LONG: usize = 3;

/// The rows to rank and the words that rank them.
#[derive(Debug)]
pub(super) struct Candidates<'c> {
    /// The contract's rows, whatever their texts.
    pub(super) all: Contract<'c>,
    /// The rows with one of the words. Where rows are instances, they have only the searched texts: all columns of ten
    /// thousand rows would exceed the size of an answer.
    pub(super) contract: Contract<'c>,
    /// True where the other columns are read after the ranking.
    pub(super) in_two: bool,
    pub(super) words: Vec<String>,
    /// The words as a database compares them.
    by_word: Vec<SearchWord<'c>>,
}

/// A word that a database compares, with a filter for each field.
#[derive(Debug, Clone)]
struct SearchWord<'c> {
    word: String,
    branches: Vec<Vec<Filter<'c>>>,
}

impl<'c> Candidates<'c> {
    /// The candidates of each word, one contract per word.
    pub(super) fn of_each_word(&self) -> impl Iterator<Item = Contract<'c>> {
        self.by_word
            .iter()
            .map(|word| with_any(self.all.clone(), &[word]))
    }

    /// The candidates of the rarest words, as many words as fit into [`CANDIDATES`] rows, but at least one. `counts`
    /// are the numbers of rows with each word. Also returns the words left out.
    pub(super) fn of_rare_words(&self, counts: &[u64]) -> (Contract<'c>, Vec<String>) {
        let mut words: Vec<(u64, &SearchWord<'c>)> =
            counts.iter().copied().zip(&self.by_word).collect();
        // A word without rows selects nothing.
        words.retain(|(count, _)| *count > 0);
        words.sort_by_key(|(count, _)| *count);
        let mut room = u64::from(CANDIDATES);
        let fits = |(count, _): &&(u64, &SearchWord<'c>)| {
            let has_room = room >= *count;
            room = room.saturating_sub(*count);
            has_room
        };
        let kept = words.iter().take_while(fits).count().max(1);
        let (kept, left) = words.split_at(kept.min(words.len()));
        let kept: Vec<&SearchWord<'c>> = kept.iter().map(|(_, word)| *word).collect();
        let left = left.iter().map(|(_, own)| own.word.clone()).collect();
        (with_any(self.contract_of_rows(), &kept), left)
    }

    /// The candidates without the condition on words.
    fn contract_of_rows(&self) -> Contract<'c> {
        let mut contract = self.contract.clone();
        let filters = &self.all.constraints.filters;
        contract.constraints.filters.clone_from(filters);
        contract
    }
}

fn with_any<'c>(mut contract: Contract<'c>, words: &[&SearchWord<'c>]) -> Contract<'c> {
    let branches = words.iter().flat_map(|word| word.branches.iter().cloned());
    let mut branches: Vec<Vec<Filter<'c>>> = branches.collect();
    let only = match branches.as_mut_slice() {
        [only] => only.pop(),
        _ => None,
    };
    contract.constraints.filters.push(match only {
        Some(only) => Condition::Filter(only),
        None => Condition::Any(AnyOf { any_of: branches }),
    });
    contract
}

/// The contract of the rows that a search ranks.
pub(super) fn left<'c>(contract: &Contract<'c>) -> Contract<'c> {
    let mut contract = contract.clone();
    contract.intent.scenario = Scenario::InstanceSearch;
    contract
}

/// The candidates of a search; `None` where the question has no word.
pub(super) fn candidates<'c>(
    contract: &Contract<'c>,
    search: &Search<'c>,
) -> Option<Candidates<'c>> {
    let words = Analyser::default().question(&search.query_text);
    let by_word = compared(&search.query_text).into_iter().map(|(at, begin)| {
        let branches = search.fields.iter().map(|field| {
            vec![Filter {
                field: Str::Borrowed(field),
                operator: Operator::Contains,
                operand: Some(Operand::Value(Value::Text(Str::Owned(begin.clone())))),
            }]
        });
        let branches = branches.collect();
        let word = search.query_text.get(at).unwrap_or(&begin).to_owned();
        SearchWord { word, branches }
    });
    let by_word: Vec<SearchWord<'c>> = by_word.collect();
    if by_word.is_empty() {
        return None;
    }
    let all = left(contract);
    let mut contract = with_any(all.clone(), &by_word.iter().collect::<Vec<_>>());
    contract.constraints.sort.clear();
    contract.constraints.pagination = Pagination {
        limit: CANDIDATES,
        ..Pagination::default()
    };
    let in_two = !contract.intent.has_matches();
    let attributes = &mut contract.grounding.target_attributes;
    if in_two {
        attributes.clear();
        attributes.extend(search.fields.iter().map(|field| Str::Borrowed(*field)));
    } else if !attributes.is_empty() {
        for field in &search.fields {
            if !attributes.iter().any(|own| own == field) {
                attributes.push(Str::Borrowed(field));
            }
        }
    }
    Some(Candidates {
        all,
        contract,
        in_two,
        words,
        by_word,
    })
}

/// The beginnings of words that a database compares, each with the span of its word. A beginning is the common prefix
/// of a word and its stem, which other forms of the word share: `coding` has the stem `code`, so that `cod` is
/// compared.
fn compared(question: &str) -> Vec<(Range<usize>, String)> {
    let mut begins: Vec<(Range<usize>, String)> = Vec::new();
    for word in Analyser::default().words(question) {
        let written = folded(question.get(word.at.clone()).unwrap_or_default());
        let both = written.chars().zip(word.stem.chars());
        let begin: String = both
            .take_while(|(own, stem)| own == stem)
            .map(|(own, _)| own)
            .collect();
        let begin = if begin.is_empty() { word.stem } else { begin };
        if !begins.iter().any(|(_, own)| *own == begin) {
            begins.push((word.at, begin));
        }
    }
    let letters = |at: &Range<usize>| {
        let written = question.get(at.clone()).unwrap_or_default();
        folded(written).chars().count()
    };
    let is_long =
        |(at, begin): &(Range<usize>, String)| letters(at) >= LONG || is_unspaced_word(begin);
    if begins.iter().any(is_long) {
        begins.retain(is_long);
    }
    // The longest words are the most specific.
    begins.sort_by_key(|(at, _)| std::cmp::Reverse(letters(at)));
    begins.truncate(WORDS);
    begins
}

#[derive(Debug)]
pub(super) struct RankedRows {
    pub(super) by: Ranking,
    pub(super) rows: Vec<(f32, DatabaseRow)>,
    pub(super) more: bool,
}

impl RankedRows {
    /// The best of the rows, which are in the order of their rank.
    pub(super) fn of(by: Ranking, mut rows: Vec<(f32, DatabaseRow)>, search: &Search<'_>) -> Self {
        let most = usize::try_from(search.top_k).unwrap_or(usize::MAX);
        let more = rows.len() > most;
        rows.truncate(most);
        Self { by, rows, more }
    }
}

#[derive(Debug)]
pub(super) struct Best {
    pub(super) ranked: RankedRows,
    /// Words of the question that no row has.
    pub(super) absent: Vec<String>,
    /// Whether the rows are an answer.
    pub(super) judgement: Judgement,
}

/// The best of the candidate rows. `all` is the number of rows of the contract.
pub(super) fn best(
    rows: Vec<DatabaseRow>,
    written: &WrittenStatement,
    words: &[String],
    (search, all): (&Search<'_>, u64),
) -> Best {
    let metadata = Arc::new(Metadata::default());
    let texts = rows.iter().enumerate().map(|(number, row)| {
        let id = numbered(number);
        Chunk {
            document: id.clone(),
            id,
            title: String::new(),
            headings: Vec::new(),
            text: text(row, written, &search.fields),
            metadata: Arc::clone(&metadata),
        }
    });
    let most = usize::try_from(search.top_k).unwrap_or(usize::MAX);
    let index = Memory::new(texts);
    let asked = |words: Vec<String>| TextQuery {
        words,
        limit: most.saturating_add(1),
        ..TextQuery::default()
    };
    let mut looked_for = words.to_vec();
    let mut found = index.found(&asked(looked_for.clone()));
    // A stem may be shorter than the stem of another form of its word. Where no row has it, longer words that start
    // with it replace it.
    let longer = words.iter().zip(&found.having);
    let longer = longer.filter(|(word, having)| **having == 0 && word.chars().count() >= LONG);
    let longer: Vec<(&String, Vec<String>)> = longer
        .map(|(word, _)| (word, index.words_with(word)))
        .filter(|(_, longer)| !longer.is_empty())
        .collect();
    let mut absent: Vec<String> = (words.iter().zip(&found.having))
        .filter(|(_, having)| **having == 0)
        .map(|(word, _)| word.clone())
        .collect();
    if !longer.is_empty() {
        let all = words.iter().chain(longer.iter().flat_map(|(_, own)| own));
        looked_for = all.cloned().collect();
        found = index.found(&asked(looked_for.clone()));
        absent.retain(|word| !longer.iter().any(|(own, _)| *own == word));
    }
    // A word is judged by its most common replacement; its rarity is among all rows.
    let counted: BTreeMap<&String, u64> = looked_for.iter().zip(found.having).collect();
    let count = |word: &String| counted.get(word).copied().unwrap_or_default();
    let judged = words.iter().map(|word| {
        let own = longer.iter().find(|(own, _)| *own == word);
        let own = own.and_then(|(_, all)| all.iter().max_by_key(|longer| count(longer)));
        own.unwrap_or(word).clone()
    });
    let judged: Vec<String> = judged.collect();
    let found = IndexHits {
        having: judged.iter().map(count).collect(),
        pieces: all,
        hits: found.hits,
    };
    let judgement = judge((&judged, Chinese::default()), [], &found, None);
    let hits = found.hits.iter().take(most).enumerate();
    let places: BTreeMap<&str, (usize, f32)> = hits
        .map(|(place, hit)| (hit.chunk.id.as_str(), (place, hit.score)))
        .collect();
    let chosen = rows.into_iter().enumerate().filter_map(|(number, row)| {
        let (place, score) = places.get(numbered(number).as_str())?;
        Some((*place, *score, row))
    });
    let mut chosen: Vec<(usize, f32, DatabaseRow)> = chosen.collect();
    chosen.sort_by_key(|(place, _, _)| *place);
    let chosen = chosen.into_iter();
    Best {
        ranked: RankedRows {
            by: Ranking::Words,
            rows: chosen.map(|(_, score, row)| (score, row)).collect(),
            more: found.hits.len() > most,
        },
        absent: as_written(&search.query_text, &absent),
        judgement,
    }
}

/// The words as the question writes them, in place of their stems. Overlapping pairs of letters are joined where no row
/// has any of them: a pair across the border of two words says nothing.
fn as_written(question: &str, stems: &[String]) -> Vec<String> {
    let mut runs: Vec<(Range<usize>, bool)> = Vec::new();
    for word in Analyser::default().words(question) {
        let is_absent = stems.contains(&word.stem);
        match runs.last_mut().filter(|(run, _)| word.at.start < run.end) {
            Some((run, all)) => {
                run.end = word.at.end;
                *all &= is_absent;
            }
            None => runs.push((word.at, is_absent)),
        }
    }
    let absent = runs.into_iter().filter(|(_, is_absent)| *is_absent);
    let mut written: Vec<String> = absent
        .filter_map(|(run, _)| Some(question.get(run)?.to_owned()))
        .collect();
    written.dedup();
    written
}

/// A row number as an identifier of fixed length, so that rows with equal scores keep the order of the database.
fn numbered(number: usize) -> String {
    format!("{number:08}")
}

pub(super) fn text(row: &DatabaseRow, written: &WrittenStatement, fields: &[&str]) -> String {
    let cells = row.iter().zip(&written.columns);
    let own = cells.filter(|(_, column)| fields.contains(&column.name.as_str()));
    let texts = own.filter_map(|(value, _)| match value {
        DatabaseValue::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}
