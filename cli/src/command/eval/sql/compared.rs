//! Whether the rows of a statement are those of the right contract.
//!
//! They are where the columns that were asked for stand among the statement's, under whatever names and in whatever order, and
//! the rows over these columns are the same, each as often. Columns beside them say nothing. Order counts where the contract
//! sorts by a column of its answer. It does not count among rows that are equal there, nor for rows without a value there: they
//! stand last in the contract's answer and first in that of SQLite.

use std::collections::BTreeMap;

use super::datum::Datum;
use super::statement::Given;

/// Most ways to match columns that are tried: a statement may have one column many times.
const TRIES: usize = 50;

/// The rows of the right contract.
#[derive(Debug)]
pub(super) struct Right {
    /// Which columns hold lists.
    pub(super) lists: Vec<bool>,
    /// Their values, spelled, row by row.
    pub(super) rows: Vec<Vec<String>>,
    /// How many rows follow each other that the order does not tell apart; `None`: the order says nothing. Rows behind them
    /// may stand anywhere.
    pub(super) runs: Option<Vec<usize>>,
}

impl Right {
    /// Whether a statement gives the same.
    pub(super) fn is_given_by(&self, given: &Given) -> bool {
        if given.rows.len() != self.rows.len() {
            return false;
        }
        let spelled = |list: bool| -> Vec<Vec<String>> {
            let columns = 0..given.columns.len();
            let spell = |own: &Datum| match list {
                true => own.spelling_as_list(),
                false => own.spelling(),
            };
            let column = |place: usize| given.rows.iter().filter_map(move |row| row.get(place));
            columns
                .map(|place| column(place).map(spell).collect())
                .collect()
        };
        let has_lists = self.lists.contains(&true);
        let plain = spelled(false);
        let lists = if has_lists { spelled(true) } else { Vec::new() };
        // For each column that is asked for, the columns that have its values.
        let mut choices: Vec<Vec<&[String]>> = Vec::new();
        for (place, is_list) in self.lists.iter().enumerate() {
            let wanted = sorted(self.rows.iter().filter_map(|row| row.get(place)).collect());
            let columns = if *is_list { &lists } else { &plain };
            let fitting = columns
                .iter()
                .filter(|own| sorted(own.iter().collect()) == wanted);
            choices.push(fitting.map(Vec::as_slice).collect());
        }
        let mut tries = TRIES;
        self.is_matched(&choices, &mut Vec::new(), &mut tries)
    }

    /// Whether some choice of columns, of which the first are made, gives the rows.
    fn is_matched<'c>(
        &self,
        choices: &[Vec<&'c [String]>],
        made: &mut Vec<&'c [String]>,
        tries: &mut usize,
    ) -> bool {
        let Some(next) = choices.get(made.len()) else {
            *tries = tries.saturating_sub(1);
            return self.has_rows_of(made);
        };
        for column in next {
            if *tries == 0 {
                return false;
            }
            made.push(column);
            if self.is_matched(choices, made, tries) {
                return true;
            }
            made.pop();
        }
        false
    }

    /// Whether these columns have the rows, in the order of the contract where it has one.
    fn has_rows_of(&self, columns: &[&[String]]) -> bool {
        let row = |place: usize| columns.iter().filter_map(move |column| column.get(place));
        let given: Vec<Vec<&String>> = (0..self.rows.len())
            .map(|place| row(place).collect())
            .collect();
        let wanted: Vec<Vec<&String>> = self.rows.iter().map(|row| row.iter().collect()).collect();
        let Some(runs) = &self.runs else {
            return sorted(given) == sorted(wanted);
        };
        let placed = runs.iter().sum();
        let (placed, loose) = wanted.split_at_checked(placed).unwrap_or((&wanted, &[]));
        let mut left: BTreeMap<&Vec<&String>, usize> = BTreeMap::new();
        for row in loose {
            *left.entry(row).or_default() += 1;
        }
        let mut in_place: Vec<Vec<&String>> = Vec::new();
        for row in given {
            match left.get_mut(&row) {
                Some(count) if *count > 0 => *count -= 1,
                _ => in_place.push(row),
            }
        }
        let mut begin = 0;
        let mut runs = runs.iter().map(|long| {
            let run = begin..begin + long;
            begin = run.end;
            run
        });
        in_place.len() == placed.len()
            && runs.all(|run| match (in_place.get(run.clone()), placed.get(run)) {
                (Some(given), Some(placed)) => sorted(given.to_vec()) == sorted(placed.to_vec()),
                _ => false,
            })
    }
}

fn sorted<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn right(rows: &[&[&str]], runs: Option<&[usize]>) -> Right {
        let spelled = |own: &&str| Datum::Text((*own).to_owned()).spelling();
        Right {
            lists: rows
                .first()
                .map_or_else(Vec::new, |row| vec![false; row.len()]),
            rows: rows
                .iter()
                .map(|row| row.iter().map(spelled).collect())
                .collect(),
            runs: runs.map(<[usize]>::to_vec),
        }
    }

    fn given(rows: &[&[&str]]) -> Given {
        let datum = |own: &&str| Datum::Text((*own).to_owned());
        Given {
            columns: rows
                .first()
                .map_or_else(Vec::new, |row| vec![String::new(); row.len()]),
            rows: rows
                .iter()
                .map(|row| row.iter().map(datum).collect())
                .collect(),
        }
    }

    #[test]
    fn columns_are_matched_by_their_values() {
        let own = right(&[&["a", "1"], &["b", "2"], &["b", "2"]], None);
        for (rows, is_same) in [
            (&[&["a", "1"][..], &["b", "2"], &["b", "2"]][..], true),
            // In another order, with more columns, and beside a column with the same values.
            (
                &[&["2", "x", "b"], &["1", "x", "a"], &["2", "y", "b"]],
                true,
            ),
            (
                &[&["1", "2", "a"], &["2", "1", "b"], &["2", "2", "b"]],
                true,
            ),
            // A row once too few, a pair that is none, a column too few.
            (&[&["a", "1"], &["b", "2"]], false),
            (&[&["a", "2"], &["b", "1"], &["b", "2"]], false),
            (&[&["a"], &["b"], &["b"]], false),
        ] {
            assert_eq!(own.is_given_by(&given(rows)), is_same, "{rows:?}");
        }
    }

    #[test]
    fn order_counts_but_not_among_equals() {
        let own = right(&[&["a"], &["b"], &["c"]], Some(&[1, 2]));
        for (rows, is_same) in [
            (&[&["a"][..], &["b"], &["c"]], true),
            (&[&["a"][..], &["c"], &["b"]], true),
            (&[&["b"][..], &["a"], &["c"]], false),
        ] {
            assert_eq!(own.is_given_by(&given(rows)), is_same, "{rows:?}");
        }
        // The last one has no value to sort by.
        let own = right(&[&["a"], &["b"], &["c"]], Some(&[1, 1]));
        for (rows, is_same) in [
            (&[&["c"][..], &["a"], &["b"]], true),
            (&[&["c"][..], &["b"], &["a"]], false),
        ] {
            assert_eq!(own.is_given_by(&given(rows)), is_same, "{rows:?}");
        }
    }
}
