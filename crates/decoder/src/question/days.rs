//! Days by their numbers, and the units of the calendar around a day.

use super::symbol::Unit;
use super::{Grain, Period};
use crate::calendar::{day_of_number, days_in_month, number_of_day};

/// Days by their numbers, half-open; an absent end is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Days {
    pub(super) from: Option<i64>,
    pub(super) to: Option<i64>,
    pub(super) grain: Grain,
}

impl Days {
    pub(super) const fn new(from: i64, to: i64, grain: Grain) -> Self {
        let (from, to) = (Some(from), Some(to));
        Self { from, to, grain }
    }

    pub(super) const fn day(day: i64) -> Self {
        Self::new(day, day + 1, Grain::Day)
    }

    /// The period, if its days are of the years 1 to 9999 and in their order.
    pub(super) fn period(self) -> Option<Period> {
        let last = number_of_day([9999, 12, 31]);
        let is_held = |day: Option<i64>| day.is_none_or(|day| (1..=last).contains(&day));
        let is_in_order = self.from.zip(self.to).is_none_or(|(from, to)| from < to);
        (is_held(self.from) && is_held(self.to) && is_in_order).then(|| Period {
            from: self.from.map(day_of_number),
            until: self.to.map(day_of_number),
            grain: self.grain,
        })
    }
}

pub(super) fn year_of(day: i64) -> i64 {
    let [year, ..] = day_of_number(day);
    year
}

/// The day of the week: 1 is Monday, as day 1 of the calendar.
pub(super) const fn weekday(day: i64) -> i64 {
    (day - 1).rem_euclid(7) + 1
}

/// Moves a month, given as year and month, by a number of months.
pub(super) const fn shifted([year, month]: [i64; 2], months: i64) -> [i64; 2] {
    let months = year * 12 + month - 1 + months;
    [months.div_euclid(12), months.rem_euclid(12) + 1]
}

/// Moves a day by a number of units. In a month without that day, it is the last day.
pub(super) fn moved(day: i64, unit: Unit, count: i64) -> i64 {
    let Some(months) = unit.months() else {
        return day + count * if unit == Unit::Day { 1 } else { 7 };
    };
    let [year, month, own] = day_of_number(day);
    let [year, month] = shifted([year, month], months * count);
    number_of_day([year, month, own.min(days_in_month(year, month))])
}

/// The unit that contains a day, moved by a number of units.
pub(super) fn around(unit: Unit, day: i64, shift: i64) -> Days {
    let Some(months) = unit.months() else {
        let monday = day + 1 - weekday(day) + 7 * shift;
        return match unit {
            Unit::Day => Days::day(day + shift),
            Unit::Weekend => Days::new(monday + 5, monday + 7, Grain::Days),
            _ => Days::new(monday, monday + 7, Grain::Week),
        };
    };
    let [year, month, _] = day_of_number(day);
    let count = (year * 12 + month - 1).div_euclid(months) + shift;
    let [from, to] = [count, count + 1].map(|count| {
        let [year, month] = shifted([0, 1], count * months);
        number_of_day([year, month, 1])
    });
    Days::new(from, to, unit.grain())
}
