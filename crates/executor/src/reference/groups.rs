//! Groups of rows and the metrics of each group.

mod defined_metrics;

use std::cmp::Ordering;

use bigdecimal::{BigDecimal, RoundingMode};
use cmec_decoder::contract::{Aggregation, Contract, Pagination, Str};
use cmec_decoder::language::{Call, Function, given_names};
use cmec_decoder::tables::{Column, Tables};
use defined_metrics::Around;

use super::cell::Cell;
use super::condition::holds;
use super::derive::derived;
use super::rows::{Row, rows, targets, value};
use super::walk::{Match, Walk, each_once, instance};
use super::{Answer, EvaluationError, Over, PagedRow, SCALE, page};

/// A group: its keys and metrics for conditions and order, and its columns.
struct Group {
    cells: Vec<Cell>,
    shown: Vec<Cell>,
}

pub(super) fn answer(contract: &Contract<'_>, over: Over<'_>) -> Result<Answer, EvaluationError> {
    let tables = over.tables;
    let nothing = || EvaluationError::Unknown("aggregation".to_owned());
    let aggregation = contract.constraints.aggregation.as_deref();
    let aggregation = aggregation.ok_or_else(nothing)?;
    let walk = Walk::new(contract, &targets(contract), over)?;
    let matches = walk.matches(&contract.constraints.filters)?;
    let by = &aggregation.group_by;
    for path in by.iter().filter(|path| is_type(tables, path)) {
        walk.place_of(path)?;
    }
    let names = names(aggregation);
    let column = |name: &str| {
        let position = names.iter().position(|known| known == name);
        position.ok_or_else(|| EvaluationError::Unknown(name.to_owned()))
    };
    let columns: Vec<String> = match contract.grounding.target_attributes.as_slice() {
        [] => names.clone(),
        said => said.iter().map(ToString::to_string).collect(),
    };
    let mut groups = Vec::new();
    for matches in grouped(&walk, by, matches)? {
        let first = matches.first().cloned().unwrap_or_default();
        let cells = by.iter().map(|path| match is_type(tables, path) {
            true => Ok(walk.key(&first, walk.place_of(path)?)),
            false => walk.shown(&first, path),
        });
        let cells: Vec<Cell> = cells.collect::<Result<_, EvaluationError>>()?;
        let around = Around {
            contract,
            aggregation,
        };
        let cells = numbers(&walk, around, &rows(contract, matches), cells, over)?;
        let shown = columns.iter().map(|said| {
            let name = given_names::name(said).filter(|name| contract.has_metric(name));
            let name = name.unwrap_or(said);
            match column(name) {
                Ok(at) => Ok(cell(&cells, at).clone()),
                // A field of the instance that is a group key.
                Err(_) => walk.shown(&first, name),
            }
        });
        let shown = shown.collect::<Result<_, EvaluationError>>()?;
        groups.push(Group { cells, shown });
    }
    for condition in &aggregation.having {
        let at = column(&condition.metric)?;
        groups.retain(|group| {
            let cell = cell(&group.cells, at);
            match condition.operand.as_group() {
                Some(name) => over
                    .given
                    .holds(cell, condition.operator, name, Cell::clone),
                None => holds(
                    cell,
                    condition.operator,
                    condition.operand.as_value(),
                    Cell::clone,
                ),
            }
        });
    }
    let mut sort = Vec::new();
    for key in &aggregation.sort {
        sort.push((column(&key.by)?, key.order));
    }
    groups.sort_by(|one, other| {
        let orders = (sort.iter())
            .map(|(at, order)| cell(&one.cells, *at).in_order(cell(&other.cells, *at), *order));
        orders.fold(Ordering::Equal, Ordering::then)
    });
    let mut per = Vec::new();
    let all = Pagination::all();
    let asked = aggregation.pagination.as_ref().unwrap_or(&all);
    for path in &asked.per {
        per.push(column(path)?);
    }
    let rows = groups.into_iter().map(|group| {
        let per = per.iter().map(|at| cell(&group.cells, *at).clone());
        PagedRow {
            per: per.collect(),
            cells: group.shown,
        }
    });
    Ok(page(columns, rows.collect(), asked))
}

/// The group keys followed by the metrics over the rows of the group.
fn numbers(
    walk: &Walk<'_>,
    around: Around<'_>,
    rows: &[Row],
    mut cells: Vec<Cell>,
    over: Over<'_>,
) -> Result<Vec<Cell>, EvaluationError> {
    let (tables, made_by) = (over.tables, cells.clone());
    let names = names(around.aggregation);
    for metric in &around.aggregation.metrics {
        let cell = match (metric.function, metric.field.as_deref()) {
            (Some(function), path) => number(walk, tables, (function, path), rows)?,
            (None, path) => {
                let path = path.unwrap_or_default();
                match tables.metric_by_name(path) {
                    Some(def) => defined_metrics::value(def, around, (rows, &made_by), over)?,
                    None => of_metrics(path, &names, &cells)?,
                }
            }
        };
        cells.push(cell);
    }
    Ok(cells)
}

fn cell(group: &[Cell], column: usize) -> &Cell {
    group.get(column).unwrap_or(&Cell::Missing)
}

/// The names for conditions and order: group keys and metrics.
fn names(aggregation: &Aggregation<'_>) -> Vec<String> {
    let by = aggregation.group_by.iter();
    let metrics = aggregation.metrics.iter().map(|metric| &metric.alias);
    by.chain(metrics).map(ToString::to_string).collect()
}

fn is_type(tables: &Tables, path: &str) -> bool {
    matches!(tables.column(path), Some(Column::Type(_)))
}

/// The bindings by group, in the order of the data. Without group keys all bindings are one group. A missing value is a
/// group like any other. Instances compare by identity, not by key.
fn grouped(
    walk: &Walk<'_>,
    by: &[Str<'_>],
    matches: Vec<Match>,
) -> Result<Vec<Vec<Match>>, EvaluationError> {
    if by.is_empty() {
        return Ok(vec![matches]);
    }
    let mut groups: Vec<(Vec<Cell>, Vec<Match>)> = Vec::new();
    for found in matches {
        let keys = by.iter().map(|path| walk.told_apart(&found, path));
        let keys: Vec<Cell> = keys.collect::<Result<_, _>>()?;
        match groups.iter_mut().find(|(known, _)| *known == keys) {
            Some((_, group)) => group.push(found),
            None => groups.push((keys, vec![found])),
        }
    }
    Ok(groups.into_iter().map(|(_, group)| group).collect())
}

fn of_metrics(path: &str, names: &[String], cells: &[Cell]) -> Result<Cell, EvaluationError> {
    if let Some(call) = Call::read(path) {
        let of = call.of.iter().map(|path| of_metrics(path, names, cells));
        return Ok(derived(call.name, &of.collect::<Result<Vec<Cell>, _>>()?));
    }
    let name = given_names::name(path).unwrap_or(path);
    let at = names.iter().position(|known| known == name);
    let cell = at.and_then(|at| cells.get(at));
    cell.cloned()
        .ok_or_else(|| EvaluationError::Unknown(path.to_owned()))
}

/// A metric over rows. Missing values are ignored: a metric over no values is missing, a count is 0.
fn number(
    walk: &Walk<'_>,
    tables: &Tables,
    (function, path): (Function, Option<&str>),
    rows: &[Row],
) -> Result<Cell, EvaluationError> {
    let Some(path) = path else {
        return Ok(Cell::count(rows.len()));
    };
    let matches = rows.iter().flatten();
    if is_type(tables, path) {
        let place = walk.place_of(path)?;
        let instances = matches.filter_map(|found| instance(found, place));
        return Ok(Cell::count(each_once(instances.collect()).len()));
    }
    let mut values: Vec<Cell> = match function {
        // Duplicates do not affect these functions.
        Function::CountDistinct | Function::Min | Function::Max | Function::List => {
            let values = matches.map(|found| walk.shown(found, path));
            values.collect::<Result<_, _>>()?
        }
        Function::Count | Function::Sum | Function::Avg => {
            let values = rows.iter().map(|row| value(walk, row, path));
            values.collect::<Result<_, _>>()?
        }
    };
    values.retain(|value| !value.is_missing());
    let numbers = || {
        values.iter().filter_map(|value| match value {
            Cell::Number(number) => Some(number),
            _ => None,
        })
    };
    let in_order = |one: &Cell, other: &Cell| one.compare(other).unwrap_or(Ordering::Equal);
    Ok(match function {
        Function::Count => Cell::count(values.len()),
        Function::CountDistinct => Cell::count(distinct(values).len()),
        Function::List => {
            let mut listed = distinct(values);
            listed.sort_by(in_order);
            listed.truncate(tables.limits.list_cap as usize);
            Cell::List(listed)
        }
        Function::Sum | Function::Avg if values.is_empty() => Cell::Missing,
        Function::Sum => Cell::Number(numbers().sum()),
        Function::Avg => Cell::Number(mean(numbers())),
        // Of equal values the first one in the order of the data.
        Function::Min => values.into_iter().min_by(in_order).unwrap_or(Cell::Missing),
        Function::Max => (values.into_iter().rev())
            .max_by(in_order)
            .unwrap_or(Cell::Missing),
    })
}

/// The distinct values and members of lists.
fn distinct(values: Vec<Cell>) -> Vec<Cell> {
    let mut distinct: Vec<Cell> = Vec::new();
    for value in values.into_iter().flat_map(Cell::members) {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

/// The mean of at least one number, rounded half to even, with six decimal places or as many as a number has.
fn mean<'n>(numbers: impl Iterator<Item = &'n BigDecimal> + Clone) -> BigDecimal {
    let scales = numbers.clone().map(BigDecimal::fractional_digit_count);
    let scale = scales.max().unwrap_or(SCALE).max(SCALE);
    let count = BigDecimal::from(numbers.clone().count() as u64);
    let sum: BigDecimal = numbers.sum();
    (sum / count).with_scale_round(scale, RoundingMode::HalfEven)
}
