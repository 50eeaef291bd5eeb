//! Rows that a server gives more than once.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};

use crate::ports::one_c::{Cell, RawRow};

/// The first `most` rows without those that repeat an earlier one to the last cell, and how many these were. No query
/// text gives two rows alike: each is a document, a line of a document, a contract on an account, or a group, and has the
/// column that tells it apart. A row without a value tells nothing, and so repeats none.
pub(super) fn once(mut rows: Vec<RawRow>, most: usize) -> (Vec<RawRow>, usize) {
    rows.truncate(most);
    let mut seen = HashSet::with_capacity(rows.len());
    let first: Vec<bool> = (rows.iter())
        .map(|row| is_blank(row) || seen.insert(Told(row)))
        .collect();
    drop(seen);
    let before = rows.len();
    let mut first = first.into_iter();
    rows.retain(|_| first.next().unwrap_or(true));
    let repeated = before - rows.len();
    (rows, repeated)
}

/// A row that is looked up by the columns most rows are told by: its first two, a moment and a document, and its last, a
/// line. Compared are all of them.
#[derive(PartialEq, Eq)]
struct Told<'r>(&'r RawRow);

impl Hash for Told<'_> {
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
        assert_eq!(once(given.to_vec(), 7), (expected, 2));
        assert_eq!(once(given.to_vec(), 1), (vec![row("2")], 0));
    }
}
