//! Relative days → calendar days. A contract may say `-1y`; a plan has calendar days only.

use chrono::{Datelike, Days, Months, NaiveDate};
use cmec_decoder::contract::{Condition, Contract, Operand, Value};
use cmec_decoder::language::{CalendarUnit, RelativeDay};

/// The calendar day of a relative day. Outside of the calendar it is the first or the last day.
#[must_use]
pub fn day_on(day: RelativeDay, today: NaiveDate) -> NaiveDate {
    let count = day.count.unsigned_abs();
    let earlier = day.count < 0;
    let months = |count: u32| match earlier {
        true => today.checked_sub_months(Months::new(count)),
        false => today.checked_add_months(Months::new(count)),
    };
    let days = |count: u32| match earlier {
        true => today.checked_sub_days(Days::new(u64::from(count))),
        false => today.checked_add_days(Days::new(u64::from(count))),
    };
    let found = match day.unit {
        CalendarUnit::Day => days(count),
        CalendarUnit::Week => days(count.saturating_mul(7)),
        CalendarUnit::Month => months(count),
        CalendarUnit::Year => months(count.saturating_mul(12)),
    };
    let found = match day.begins {
        true => found.and_then(|found| beginning(found, day.unit)),
        false => found,
    };
    let written = |day: &NaiveDate| (1..=9999).contains(&day.year());
    let end = match earlier {
        true => NaiveDate::from_ymd_opt(1, 1, 1),
        false => NaiveDate::from_ymd_opt(9999, 12, 31),
    };
    found.filter(written).or(end).unwrap_or(today)
}

/// The first day of the week, month or year of a day.
fn beginning(day: NaiveDate, unit: CalendarUnit) -> Option<NaiveDate> {
    match unit {
        CalendarUnit::Day => Some(day),
        CalendarUnit::Week => {
            day.checked_sub_days(Days::new(u64::from(day.weekday().num_days_from_monday())))
        }
        CalendarUnit::Month => day.with_day(1),
        CalendarUnit::Year => day.with_ordinal(1),
    }
}

/// A value with relative days replaced by calendar days.
#[must_use]
pub fn value_on<'a>(value: &Value<'a>, today: NaiveDate) -> Value<'a> {
    match value {
        Value::Relative(text) => match RelativeDay::read(text) {
            Some(day) => Value::Date(day_on(day, today).to_string().into()),
            None => value.clone(),
        },
        Value::List(values) => {
            Value::List(values.iter().map(|value| value_on(value, today)).collect())
        }
        other => other.clone(),
    }
}

/// A moment with the offset of the business time zone, if it has none.
#[must_use]
pub fn in_zone(moment: &str, minutes_ahead: i32) -> String {
    let has_offset = moment
        .get(10..)
        .is_some_and(|clock| clock.contains(['Z', 'z', '+', '-']));
    if has_offset || minutes_ahead == 0 {
        return moment.to_owned();
    }
    let sign = if minutes_ahead < 0 { '-' } else { '+' };
    let minutes = minutes_ahead.unsigned_abs();
    format!("{moment}{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

/// A contract with relative days replaced by calendar days.
#[must_use]
pub fn contract_on<'a>(contract: &Contract<'a>, today: NaiveDate) -> Contract<'a> {
    with_values(contract, |value| value_on(value, today))
}

/// A contract with its comparison values replaced.
pub(crate) fn with_values<'a>(
    contract: &Contract<'a>,
    other: impl Fn(&Value<'a>) -> Value<'a>,
) -> Contract<'a> {
    let mut dated = contract.clone();
    let set = |operand: &mut Operand<'a>| {
        if let Operand::Value(value) = operand {
            *value = other(value);
        }
    };
    let constraints = &mut dated.constraints;
    let inner = (constraints.groups.iter_mut())
        .map(|group| (&mut group.filters, group.aggregation.as_deref_mut()));
    let own = (
        &mut constraints.filters,
        constraints.aggregation.as_deref_mut(),
    );
    for (filters, numbers) in std::iter::once(own).chain(inner) {
        for condition in filters {
            let (one, branches) = match condition {
                Condition::Filter(filter) => (Some(filter), None),
                Condition::Any(any) => (None, Some(&mut any.any_of)),
            };
            let branches = branches.into_iter().flatten().flatten();
            let filters = one.into_iter().chain(branches);
            filters
                .filter_map(|filter| filter.operand.as_mut())
                .for_each(set);
        }
        let having = numbers.into_iter().flat_map(|numbers| &mut numbers.having);
        having.map(|held| &mut held.operand).for_each(set);
    }
    dated
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_by_the_calendar() {
        let day = |text: &str| -> NaiveDate { text.parse().unwrap() };
        for (text, today, meant) in [
            ("0d", "2026-03-31", "2026-03-31"),
            ("-1d", "2026-03-01", "2026-02-28"),
            ("-1w", "2026-03-31", "2026-03-24"),
            ("-1m", "2026-03-31", "2026-02-28"),
            ("+1m", "2024-01-31", "2024-02-29"),
            ("-1y", "2024-02-29", "2023-02-28"),
            ("+30d", "2026-12-15", "2027-01-14"),
            ("-9999y", "2026-03-31", "0001-01-01"),
            ("+9999y", "2026-03-31", "9999-12-31"),
            ("0w^", "2026-11-28", "2026-11-23"),
            ("0m^", "2026-03-31", "2026-03-01"),
            ("-1m^", "2026-03-31", "2026-02-01"),
            ("-1y^", "2024-02-29", "2023-01-01"),
        ] {
            let read = RelativeDay::read(text).unwrap();
            assert_eq!(day_on(read, day(today)), day(meant), "{text} {today}");
        }
    }
}
