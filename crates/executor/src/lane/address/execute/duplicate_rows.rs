//! Removes rows that a server returns more than once.
//!
//! No query returns two equal rows, since movements have line numbers. A row that equals an earlier one in every cell
//! was therefore sent twice. It is dropped before anything but `rows_fetched` is counted, and the answer reports it
//! (`rows_repeated_by_server`). A row without values repeats no other row.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};

use crate::ports::raw_row::{Cell, RawRow};

/// The first `most` rows without repetitions, and the number of repetitions.
pub(super) fn without_duplicates(mut rows: Vec<RawRow>, most: usize) -> (Vec<RawRow>, usize) {
    rows.truncate(most);
    let mut seen = HashSet::with_capacity(rows.len());
    let first: Vec<bool> = (rows.iter())
        .map(|row| is_blank(row) || seen.insert(RowKey(row)))
        .collect();
    drop(seen);
    let before = rows.len();
    let mut first = first.into_iter();
    rows.retain(|_| first.next().unwrap_or(true));
    let repeated = before - rows.len();
    (rows, repeated)
}

/// A row as a hash key. The hash uses the columns in which most rows differ: the first two (moment and document) and
/// the last (line). Equality uses all columns.
#[derive(PartialEq, Eq)]
struct RowKey<'r>(&'r RawRow);

impl Hash for RowKey<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let cells = &self.0.cells;
        for (_, cell) in cells.iter().take(2).chain(cells.last()) {
            match cell {
                Cell::Reference(reference) => reference.id.hash(state),
                other => other.shown().hash(state),
            }
        }
    }
}

fn is_blank(row: &RawRow) -> bool {
    row.cells.iter().all(|(_, cell)| cell.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_each_stays_where_it_is() {
        let row = |text: &str| RawRow {
            cells: vec![("А".to_owned(), Cell::Text(text.to_owned()))],
        };
        let number = RawRow {
            cells: vec![("А".to_owned(), Cell::Number("1".to_owned()))],
        };
        let blank = RawRow::default();
        let given = [
            row("2"),
            row("1"),
            number.clone(),
            row("2"),
            blank.clone(),
            blank.clone(),
            row("1"),
        ];
        let expected = vec![row("2"), row("1"), number, blank.clone(), blank];
        assert_eq!(without_duplicates(given.to_vec(), 7), (expected, 2));
        assert_eq!(without_duplicates(given.to_vec(), 1), (vec![row("2")], 0));
    }
}
