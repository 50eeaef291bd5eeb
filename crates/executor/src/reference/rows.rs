//! Rows: instances that have a binding, or the bindings themselves.

use std::cmp::Ordering;

use cmec_decoder::contract::{Contract, Sort};
use cmec_decoder::language::Output;

use super::cell::Cell;
use super::walk::{Match, Walk, target_of};
use super::{Answer, EvaluationError, Over, PagedRow, page};

/// A row before its values are read: the bindings it represents.
pub(super) type Row = Vec<Match>;

pub(super) fn answer(contract: &Contract<'_>, over: Over<'_>) -> Result<Answer, EvaluationError> {
    let walk = Walk::new(contract, &targets(contract), over)?;
    let matches = walk.matches(&contract.constraints.filters)?;
    if contract.intent.output_type == Output::Existence {
        return Ok(existence(!matches.is_empty()));
    }
    shown(contract, &walk, rows(contract, matches))
}

pub(super) fn targets<'c>(contract: &'c Contract<'_>) -> Vec<&'c str> {
    let targets = contract.grounding.target_types.iter();
    targets.map(AsRef::as_ref).collect()
}

pub(super) fn existence(is_there: bool) -> Answer {
    Answer {
        columns: vec![Output::Existence.name().to_owned()],
        rows: vec![vec![Cell::Boolean(is_there)]],
        more: 0,
    }
}

/// One row for each binding, or for each target instance that has one.
pub(super) fn rows(contract: &Contract<'_>, matches: Vec<Match>) -> Vec<Row> {
    if contract.intent.has_matches() {
        return matches.into_iter().map(|found| vec![found]).collect();
    }
    let mut rows: Vec<Row> = Vec::new();
    for found in matches {
        // Bindings come in the order of their targets.
        let is_own = |one: &Match| target_of(one) == target_of(&found);
        match rows.last_mut() {
            Some(row) if row.iter().any(is_own) => row.push(found),
            _ => rows.push(vec![found]),
        }
    }
    rows
}

/// A page of the target instances that have a binding, by index.
pub(super) fn instances(
    contract: &Contract<'_>,
    over: Over<'_>,
) -> Result<Answer, EvaluationError> {
    let walk = Walk::new(contract, &targets(contract), over)?;
    let mut rows = rows(contract, walk.matches(&contract.constraints.filters)?);
    order(&walk, &mut rows, &contract.constraints.sort)?;
    let index = |row: &Row| {
        let target = row.first().and_then(|found| target_of(found));
        vec![target.map_or(Cell::Missing, Cell::count)]
    };
    let cells: Vec<Vec<Cell>> = rows.iter().map(index).collect();
    paged(contract, &walk, Vec::new(), rows.iter().zip(cells))
}

/// A page of the rows in order, with their values.
pub(super) fn shown(
    contract: &Contract<'_>,
    walk: &Walk<'_>,
    mut rows: Vec<Row>,
) -> Result<Answer, EvaluationError> {
    order(walk, &mut rows, &contract.constraints.sort)?;
    let named = contract.grounding.target_attributes.iter();
    let mut columns: Vec<String> = named.map(ToString::to_string).collect();
    if columns.is_empty() && contract.intent.has_matches() {
        let keys = walk.keys();
        // An instance has the key of its own type only.
        let key = |found: &Match, place: usize, paths: &[String]| {
            let mut cells = paths.iter().map(|path| walk.value(found, place, path));
            cells
                .find(|cell| !cell.is_missing())
                .unwrap_or(Cell::Missing)
        };
        let of_match = |found: &Match| {
            keys.iter()
                .map(|(place, paths)| key(found, *place, paths))
                .collect()
        };
        let cells = rows.iter().flatten().map(of_match);
        let columns = keys.iter().map(|(_, paths)| paths.join(", ")).collect();
        return paged(contract, walk, columns, rows.iter().zip(cells));
    }
    if columns.is_empty() {
        columns = walk.target_fields();
    }
    let mut cells = Vec::with_capacity(rows.len());
    for row in &rows {
        let values = columns.iter().map(|path| value(walk, row, path));
        cells.push(values.collect::<Result<_, _>>()?);
    }
    paged(contract, walk, columns, rows.iter().zip(cells))
}

fn paged<'r>(
    contract: &Contract<'_>,
    walk: &Walk<'_>,
    columns: Vec<String>,
    rows: impl Iterator<Item = (&'r Row, Vec<Cell>)>,
) -> Result<Answer, EvaluationError> {
    let pagination = &contract.constraints.pagination;
    let rows = rows.map(|(row, cells)| {
        // All bindings of a row agree in its columns.
        let found = row.first().map_or(&[][..], Vec::as_slice);
        let per = pagination.per.iter();
        let per = per.map(|path| walk.told_apart(found, path));
        let per = per.collect::<Result<_, _>>()?;
        Ok(PagedRow { per, cells })
    });
    Ok(page(columns, rows.collect::<Result<_, _>>()?, pagination))
}

/// The value of a field in a row, on which all its bindings agree.
pub(super) fn value(walk: &Walk<'_>, row: &Row, path: &str) -> Result<Cell, EvaluationError> {
    let values = row.iter().map(|found| walk.shown(found, path));
    let mut values = values.collect::<Result<Vec<Cell>, _>>()?.into_iter();
    let first = values.next().unwrap_or(Cell::Missing);
    if values.any(|other| other != first) {
        return Err(EvaluationError::Several(path.to_owned()));
    }
    Ok(first)
}

fn order(walk: &Walk<'_>, rows: &mut Vec<Row>, sort: &[Sort<'_>]) -> Result<(), EvaluationError> {
    let mut keyed = Vec::with_capacity(rows.len());
    for row in rows.drain(..) {
        let keys = sort.iter().map(|key| value(walk, &row, &key.field));
        keyed.push((keys.collect::<Result<Vec<Cell>, _>>()?, row));
    }
    keyed.sort_by(|(one, _), (other, _)| {
        let pairs = one.iter().zip(other).zip(sort);
        let orders = pairs.map(|((one, other), key)| one.in_order(other, key.order));
        orders.fold(Ordering::Equal, Ordering::then)
    });
    rows.extend(keyed.into_iter().map(|(_, row)| row));
    Ok(())
}
