//! Codebook metrics: definitions evaluated over the instances of a group or of other periods.

use chrono::{Months, NaiveDate};
use cmec_decoder::contract::{Aggregation, Condition, Contract};
use cmec_decoder::definition::definition;
use cmec_decoder::language::{Call, Derivation, RelativeDay};
use cmec_decoder::tables::{MetricDef, OverTime, PeriodsRead};

use super::numbers;
use crate::reference::cell::Cell;
use crate::reference::derive::{day, derived};
use crate::reference::rows::{Row, rows, targets};
use crate::reference::walk::{Match, Walk, each_once, target_of};
use crate::reference::{EvaluationError, Over};
use crate::relative_days::{contract_on, day_on};

/// The groups that a metric is computed in, with their source.
#[derive(Clone, Copy)]
pub(super) struct Around<'g> {
    pub(super) contract: &'g Contract<'g>,
    pub(super) aggregation: &'g Aggregation<'g>,
}

/// The value of a metric in a group with these rows and group keys.
pub(super) fn value(
    def: &MetricDef,
    around: Around<'_>,
    (rows, cells): (&[Row], &[Cell]),
    over: Over<'_>,
) -> Result<Cell, EvaluationError> {
    let instances = match &def.over_time {
        None => instances(rows.iter().flatten()),
        Some(periods) => {
            let first = rows.iter().flatten().next();
            first.map_or(Ok(Vec::new()), |first| {
                of_periods(periods, around, (first, cells), over)
            })?
        }
    };
    over_instances(def, &instances, over)
}

/// The value of a metric over instances of its type.
fn over_instances(
    def: &MetricDef,
    instances: &[usize],
    over: Over<'_>,
) -> Result<Cell, EvaluationError> {
    let nothing = || EvaluationError::Unknown(def.name.to_string());
    let defined = definition(def, over.tables).ok_or_else(nothing)?;
    let defined = &contract_on(&defined, over.today);
    let aggregation = defined.constraints.aggregation.as_deref();
    let aggregation = aggregation.ok_or_else(nothing)?;
    let walk = Walk::new(defined, &targets(defined), over)?;
    let mut matches = walk.matches(&defined.constraints.filters)?;
    matches.retain(|found| target_of(found).is_some_and(|target| instances.contains(&target)));
    let around = Around {
        contract: defined,
        aggregation,
    };
    let values = numbers(&walk, around, &rows(defined, matches), Vec::new(), over)?;
    values.last().cloned().ok_or_else(nothing)
}

/// The distinct target instances of some bindings.
fn instances<'m>(matches: impl Iterator<Item = &'m Match>) -> Vec<usize> {
    each_once(matches.filter_map(|found| target_of(found)).collect())
}

/// The instances of the periods that a metric reads for a group; they agree with the group in its other keys. The
/// contract's conditions on the period itself select groups but do not limit the instances read.
fn of_periods(
    periods: &OverTime,
    around: Around<'_>,
    (first, cells): (&Match, &[Cell]),
    over: Over<'_>,
) -> Result<Vec<usize>, EvaluationError> {
    let field = periods.field.as_ref();
    let nothing = || EvaluationError::Unknown(field.to_owned());
    let paths = around.aggregation.group_by.iter();
    let found = paths.enumerate().find_map(|(at, path)| {
        let call = Call::read(path)?;
        let period = Derivation::from_name(call.name)?;
        (period.is_period() && call.of == [field]).then_some((at, period))
    });
    let (at, period) = found.ok_or_else(nothing)?;
    // A group of missing days has no period.
    let Some(span) = cells.get(at).and_then(|cell| bounds(cell, period)) else {
        return Ok(Vec::new());
    };
    let (from, behind) = read_range(&periods.reads, period, span).ok_or_else(nothing)?;
    let contract = around.contract;
    let walk = Walk::new(contract, &targets(contract), over)?;
    // Conditions on the period's field alone select the periods.
    let of_field = |condition: &Condition<'_>| {
        let mut paths = condition.filters().flat_map(|filter| {
            let by_group = filter.group().is_some();
            filter.paths().map(move |path| (path, by_group))
        });
        paths.all(|(path, by_group)| {
            !by_group && Call::fields(path).iter().all(|read| *read == field)
        })
    };
    let filters = contract.constraints.filters.iter();
    let filters = filters.filter(|condition| !of_field(condition));
    let filters: Vec<Condition<'_>> = filters.cloned().collect();
    let mut read = Vec::new();
    for found in walk.matches(&filters)? {
        let Some(moment) = day(&walk.shown(&found, field)?) else {
            continue;
        };
        let mut others = around.aggregation.group_by.iter().enumerate();
        let agrees = others.try_fold(true, |agrees, (index, path)| {
            let same = || Ok(walk.told_apart(first, path)? == walk.told_apart(&found, path)?);
            let same = index == at || same()?;
            Ok::<bool, EvaluationError>(agrees && same)
        })?;
        if agrees && from.is_none_or(|from| moment >= from) && moment < behind {
            read.push(found);
        }
    }
    Ok(instances(read.iter()))
}

/// The first day of a period and of the next one.
fn bounds(cell: &Cell, period: Derivation) -> Option<(NaiveDate, NaiveDate)> {
    let first = match cell {
        Cell::Number(year) => {
            let year = year.to_string().parse().ok()?;
            NaiveDate::from_ymd_opt(year, 1, 1)?
        }
        other => day(other)?,
    };
    let behind = match period {
        Derivation::Year => first.checked_add_months(Months::new(12))?,
        Derivation::Quarter => first.checked_add_months(Months::new(3))?,
        Derivation::Month => first.checked_add_months(Months::new(1))?,
        Derivation::Week => first.checked_add_days(chrono::Days::new(7))?,
        _ => first.succ_opt()?,
    };
    Some((first, behind))
}

/// The range of days read: the first day, if bounded, and the first day after it.
fn read_range(
    reads: &PeriodsRead,
    period: Derivation,
    (first, behind): (NaiveDate, NaiveDate),
) -> Option<(Option<NaiveDate>, NaiveDate)> {
    Some(match reads {
        PeriodsRead::UpToNow => (None, behind),
        PeriodsRead::Window(far) => {
            let far = RelativeDay::read(far)?;
            (Some(day_on(far, behind)), behind)
        }
        PeriodsRead::Offset(far) => {
            // The period that contains the moved first day.
            let far = RelativeDay::read(far)?;
            let there = Cell::Day(day_on(far, first));
            let (first, behind) = bounds(&derived(period.name(), &[there]), period)?;
            (Some(first), behind)
        }
    })
}
