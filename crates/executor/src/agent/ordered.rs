//! Rows in an order that was asked for, and the first that a text names too late.

use super::word::words;
use super::word_index::WordIndex;
use crate::ports::raw_row::Cell;
use crate::response::row::Row;

/// The rows of a sorted call, in their order.
#[derive(Debug, Clone)]
pub(super) struct Ordered {
    rows: Vec<Named>,
}

/// What a row is called, and what it is sorted by.
#[derive(Debug, Clone)]
struct Named {
    /// Words of its first text. Empty: that of another row has them, too.
    name: Vec<String>,
    /// `None`: the row does not show all of it.
    key: Option<Vec<Cell>>,
}

impl Ordered {
    /// The rows of a call, and the columns that they are sorted by.
    pub(super) fn of(rows: &[Row], sorted_by: &[String]) -> Self {
        let names: Vec<Vec<String>> = rows.iter().map(name).collect();
        let is_in = |own: &[String], other: &[String]| other.windows(own.len()).any(|at| at == own);
        let rows = rows
            .iter()
            .zip(&names)
            .enumerate()
            .map(|(place, (row, own))| {
                let mut others = names
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != place);
                let is_unclear = own.is_empty() || others.any(|(_, other)| is_in(own, other));
                let key = sorted_by.iter().map(|column| row.get(column).cloned());
                Named {
                    name: if is_unclear { Vec::new() } else { own.clone() },
                    key: key.collect(),
                }
            });
        Self {
            rows: rows.collect(),
        }
    }

    /// The first name in a text before which one stands that comes behind it in the order.
    pub(super) fn contradicted<'t>(&self, text: &'t str) -> Option<&'t str> {
        let said = words(text);
        let mut index = WordIndex::default();
        index.add(said.iter().map(|word| word.folded.clone()));
        let named = self.rows.iter().enumerate().filter_map(|(rank, row)| {
            let own: Vec<&str> = row.name.iter().map(String::as_str).collect();
            let place = index.all(&own).min()?;
            Some((place, rank, row))
        });
        let mut named: Vec<(usize, usize, &Named)> = named.collect();
        named.sort_unstable_by_key(|(place, ..)| *place);
        let is_tie = |one: &Named, other: &Named| one.key.is_some() && one.key == other.key;
        let late = named.windows(2).find_map(|pair| match pair {
            [(_, before, one), (place, rank, other)] if rank < before && !is_tie(one, other) => {
                Some((*place, other.name.len()))
            }
            _ => None,
        });
        let (place, length) = late?;
        let from = said.get(place)?.at.start;
        let to = said.get((place + length).checked_sub(1)?)?.at.end;
        text.get(from..to)
    }
}

/// The words of the first text of a row.
fn name(row: &Row) -> Vec<String> {
    let mut texts = row.values.iter().filter_map(|(_, cell)| match cell {
        Cell::Text(text) => Some(text),
        Cell::Reference(reference) => Some(&reference.presentation),
        _ => None,
    });
    let words = texts.next().map(|text| words(text)).unwrap_or_default();
    words.into_iter().map(|word| word.folded).collect()
}
