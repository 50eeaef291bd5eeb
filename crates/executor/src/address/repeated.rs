//! Rows that a server gives more than once.

use std::collections::HashSet;

use crate::ports::one_c::RawRow;

/// Rows without those that repeat an earlier one to the last cell, and how many these were. No query text gives two rows
/// alike: each is a document, a line of a document, a contract on an account, or a group, and has the column that tells
/// it apart. A row without a value tells nothing, and so repeats none.
pub(super) fn once(mut rows: Vec<RawRow>) -> (Vec<RawRow>, usize) {
    let mut seen = HashSet::with_capacity(rows.len());
    let first: Vec<bool> = rows
        .iter()
        .map(|row| is_blank(row) || seen.insert(row))
        .collect();
    drop(seen);
    let before = rows.len();
    let mut first = first.into_iter();
    rows.retain(|_| first.next().unwrap_or(true));
    let repeated = before - rows.len();
    (rows, repeated)
}

fn is_blank(row: &RawRow) -> bool {
    row.cells.iter().all(|(_, cell)| cell.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::one_c::Cell;

    #[test]
    fn the_first_of_each_stays_where_it_is() {
        let row = |text: &str| RawRow {
            cells: vec![("А".to_owned(), Cell::Text(text.to_owned()))],
        };
        let number = RawRow {
            cells: vec![("А".to_owned(), Cell::Number("1".to_owned()))],
        };
        let rows = vec![
            row("2"),
            row("1"),
            number.clone(),
            row("2"),
            row("1"),
            row("2"),
        ];
        assert_eq!(once(rows), (vec![row("2"), row("1"), number], 3));
    }
}
