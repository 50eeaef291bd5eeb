//! Groups of rows, and the numbers over each.

use std::cmp::Ordering;

use bigdecimal::{BigDecimal, RoundingMode};
use cmec_decoder::contract::{Aggregation, Contract, Metric};
use cmec_decoder::language::Function;
use cmec_decoder::tables::Tables;

use super::cell::Cell;
use super::condition::holds;
use super::data::Data;
use super::rows::{Row, rows, targets, value};
use super::walk::Walk;
use super::{Answer, Undefined, page};

/// The least scale of a mean.
const SCALE: i64 = 6;

/// A group: the values it is of, and its metrics.
type Group = Vec<Cell>;

pub(super) fn answer(
    contract: &Contract<'_>,
    tables: &Tables,
    data: &Data,
) -> Result<Answer, Undefined> {
    let nothing = || Undefined::Unknown("aggregation".to_owned());
    let aggregation = contract
        .constraints
        .aggregation
        .as_deref()
        .ok_or_else(nothing)?;
    let walk = Walk::new(contract, targets(contract), tables, data)?;
    let rows = rows(contract, walk.matches(&contract.constraints.filters)?);
    let columns = columns(aggregation);
    let mut groups = Vec::new();
    for (of, rows) in grouped(&walk, aggregation, rows)? {
        let metrics = aggregation
            .metrics
            .iter()
            .map(|metric| number(&walk, metric, &rows));
        let metrics: Vec<Cell> = metrics.collect::<Result<_, _>>()?;
        groups.push([of, metrics].concat());
    }
    let column = |name: &str| {
        let position = columns.iter().position(|column| column == name);
        position.ok_or_else(|| Undefined::Unknown(name.to_owned()))
    };
    for condition in &aggregation.having {
        let at = column(&condition.metric)?;
        groups.retain(|group| holds(cell(group, at), condition.operator, Some(&condition.value)));
    }
    let mut sort = Vec::new();
    for key in &aggregation.sort {
        sort.push((column(&key.by)?, key.order));
    }
    groups.sort_by(|one, other| {
        let mut orders =
            (sort.iter()).map(|(at, order)| cell(one, *at).in_order(cell(other, *at), *order));
        orders
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    });
    Ok(page(columns, groups, &aggregation.pagination))
}

/// The value of a column.
fn cell(group: &[Cell], column: usize) -> &Cell {
    group.get(column).unwrap_or(&Cell::Missing)
}

fn columns(aggregation: &Aggregation<'_>) -> Vec<String> {
    let by = aggregation.group_by.iter();
    let metrics = aggregation.metrics.iter().map(|metric| &metric.alias);
    by.chain(metrics).map(ToString::to_string).collect()
}

/// The rows by what they are grouped by, in the order of the data. Without grouping there is one group, of all rows; a
/// missing value is a group like any other.
fn grouped(
    walk: &Walk<'_>,
    aggregation: &Aggregation<'_>,
    rows: Vec<Row>,
) -> Result<Vec<(Group, Vec<Row>)>, Undefined> {
    if aggregation.group_by.is_empty() {
        return Ok(vec![(Vec::new(), rows)]);
    }
    let mut groups: Vec<(Group, Vec<Row>)> = Vec::new();
    for row in rows {
        let of = aggregation
            .group_by
            .iter()
            .map(|path| value(walk, &row, path));
        let of: Group = of.collect::<Result<_, _>>()?;
        match groups.iter_mut().find(|(have, _)| *have == of) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((of, vec![row])),
        }
    }
    Ok(groups)
}

/// A number over rows. Missing values are left out: the number over nothing is missing, a count of nothing is 0.
fn number(walk: &Walk<'_>, metric: &Metric<'_>, rows: &[Row]) -> Result<Cell, Undefined> {
    let Some(path) = metric.field.as_deref() else {
        return Ok(Cell::count(rows.len()));
    };
    let values = rows.iter().map(|row| value(walk, row, path));
    let mut values: Vec<Cell> = values.collect::<Result<_, _>>()?;
    values.retain(|value| !value.is_missing());
    let numbers = || {
        values.iter().filter_map(|value| match value {
            Cell::Number(number) => Some(number),
            _ => None,
        })
    };
    let first = |values: &[Cell]| values.first().cloned().unwrap_or(Cell::Missing);
    let in_order = |one: &Cell, other: &Cell| one.compare(other).unwrap_or(Ordering::Equal);
    Ok(match metric.function {
        Function::Count => Cell::count(values.len()),
        Function::CountDistinct => {
            let mut distinct: Vec<Cell> = Vec::new();
            for value in values {
                if !distinct.contains(&value) {
                    distinct.push(value);
                }
            }
            Cell::count(distinct.len())
        }
        Function::Sum | Function::Avg if values.is_empty() => Cell::Missing,
        Function::Sum => Cell::Number(numbers().sum()),
        Function::Avg => Cell::Number(mean(numbers())),
        Function::Min => {
            values.sort_by(in_order);
            first(&values)
        }
        Function::Max => {
            values.sort_by(|one, other| in_order(other, one));
            first(&values)
        }
    })
}

/// The mean of at least one number: six digits behind the point or as many as a number has, half to even.
fn mean<'n>(numbers: impl Iterator<Item = &'n BigDecimal> + Clone) -> BigDecimal {
    let scales = numbers.clone().map(BigDecimal::fractional_digit_count);
    let scale = scales.max().unwrap_or(SCALE).max(SCALE);
    let count = BigDecimal::from(numbers.clone().count() as u64);
    let sum: BigDecimal = numbers.sum();
    (sum / count).with_scale_round(scale, RoundingMode::HalfEven)
}
