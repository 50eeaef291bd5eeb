//! Rows whose texts fit a question: those that the contract leaves and that have one of its words, ranked by their words.
//!
//! Both conditions stand in one statement, so that the database begins with the one that leaves less. A database compares
//! pieces of words, which finds no row too few; the words themselves are compared here.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use cmec_decoder::contract::{AnyOf, Condition, Contract, Filter, Operand, Pagination, Str, Value};
use cmec_decoder::language::{Operator, Scenario};

use crate::analysis::Analyser;
use crate::documents::{Chunk, Metadata};
use crate::lane::structured::plan::Search;
use crate::lane::structured::sql::Written;
use crate::ports::database::{DatabaseRow, DatabaseValue};
use crate::ports::text_index::TextQuery;
use crate::ports::text_index::memory::Memory;

/// Most rows that are ranked.
pub(super) const CANDIDATES: u32 = 10_000;

/// Most words that a database compares.
const WORDS: usize = 32;

/// Letters of a word that is compared where the question has such ones: shorter ones stand in every text.
const LONG: usize = 3;

/// A contract for the rows that are ranked, and the words they are ranked by.
#[derive(Debug)]
pub(super) struct Candidates<'c> {
    pub(super) contract: Contract<'c>,
    pub(super) words: Vec<String>,
}

/// The rows that are ranked; `None`: the question has no word.
pub(super) fn candidates<'c>(
    contract: &Contract<'c>,
    search: &Search<'c>,
) -> Option<Candidates<'c>> {
    let words = Analyser::default().question(&search.query_text);
    let mut branches: Vec<Vec<Filter<'c>>> = Vec::new();
    for word in compared(&words) {
        for field in &search.fields {
            branches.push(vec![Filter {
                field: Str::Borrowed(field),
                operator: Operator::Contains,
                operand: Some(Operand::Value(Value::Text(Str::Owned(word.clone())))),
            }]);
        }
    }
    let condition = match branches.as_mut_slice() {
        [] => return None,
        [only] => Condition::Filter(only.pop()?),
        _ => Condition::Any(AnyOf { any_of: branches }),
    };
    let mut contract = contract.clone();
    contract.intent.scenario = Scenario::InstanceSearch;
    contract.constraints.filters.push(condition);
    contract.constraints.sort.clear();
    contract.constraints.pagination = Pagination {
        limit: CANDIDATES,
        ..Pagination::default()
    };
    let attributes = &mut contract.grounding.target_attributes;
    if !attributes.is_empty() {
        for field in &search.fields {
            if !attributes.iter().any(|own| own == field) {
                attributes.push(Str::Borrowed(field));
            }
        }
    }
    Some(Candidates { contract, words })
}

/// What a database looks for in the place of words: what every form of each begins with.
fn compared(words: &[String]) -> Vec<String> {
    let long = |word: &&String| {
        let letters = word.chars().count();
        letters >= LONG || !word.is_ascii() && word.chars().all(|letter| !letter.is_lowercase())
    };
    let mut chosen: Vec<&String> = words.iter().filter(long).collect();
    if chosen.is_empty() {
        chosen = words.iter().collect();
    }
    // An English stem may end in an `i` where the word has a `y`.
    let chosen = chosen.iter().take(WORDS).map(|word| {
        let begin = word.strip_suffix('i').filter(|begin| begin.len() >= LONG);
        begin.unwrap_or(word).to_owned()
    });
    chosen.collect()
}

/// The best rows.
#[derive(Debug)]
pub(super) struct Best {
    /// The rows with their scores, the best first.
    pub(super) rows: Vec<(f32, DatabaseRow)>,
    /// Whether there are more.
    pub(super) more: bool,
    /// Words of the question that no row has.
    pub(super) absent: Vec<String>,
}

/// The best rows of those that were asked for.
pub(super) fn best(
    rows: Vec<DatabaseRow>,
    written: &Written,
    words: &[String],
    search: &Search<'_>,
) -> Best {
    let metadata = Arc::new(Metadata::default());
    let texts = rows.iter().enumerate().map(|(number, row)| {
        let id = numbered(number);
        Chunk {
            document: id.clone(),
            id,
            title: String::new(),
            headings: Vec::new(),
            text: text(row, written, search),
            metadata: Arc::clone(&metadata),
        }
    });
    let most = usize::try_from(search.top_k).unwrap_or(usize::MAX);
    let index = Memory::new(texts);
    let asked = |words: Vec<String>| TextQuery {
        words,
        predicates: Vec::new(),
        seen: 0,
        preferred: Vec::new(),
        limit: most.saturating_add(1),
    };
    let mut found = index.found(&asked(words.to_vec()));
    // A stem may be shorter than that of another form of its word: the longer ones stand for it where it stands nowhere.
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
        let all = words
            .iter()
            .chain(longer.iter().flat_map(|(_, longer)| longer));
        found = index.found(&asked(all.cloned().collect()));
        absent.retain(|word| !longer.iter().any(|(own, _)| *own == word));
    }
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
    Best {
        rows: chosen
            .into_iter()
            .map(|(_, score, row)| (score, row))
            .collect(),
        more: found.hits.len() > most,
        absent: as_written(&search.query_text, &absent),
    }
}

/// Words as the question writes them, in place of their stems. Pairs of letters that overlap are told as one, where none of
/// them stands anywhere: a pair across the border of two words says nothing.
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

/// The number of a row as an identifier: all are as long, so that rows that fit as well keep the order of the database.
fn numbered(number: usize) -> String {
    format!("{number:08}")
}

/// The texts of a row that are searched.
fn text(row: &DatabaseRow, written: &Written, search: &Search<'_>) -> String {
    let cells = row.iter().zip(&written.columns);
    let own = cells.filter(|(_, column)| search.fields.iter().any(|field| *field == column.name));
    let texts = own.filter_map(|(value, _)| match value {
        DatabaseValue::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}
