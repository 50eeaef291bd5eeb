//! The parts of a day or a period as they are said, and the days that they mean.

use super::symbol::{Symbol, Unit};
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
        Self {
            from: Some(from),
            to: Some(to),
            grain,
        }
    }

    const fn day(day: i64) -> Self {
        Self::new(day, day + 1, Grain::Day)
    }

    /// The period, if its days are of the years 1 to 9999 and in their order.
    pub(super) fn period(self) -> Option<Period> {
        let last = number_of_day([9999, 12, 31]);
        let is_held = |day: Option<i64>| day.is_none_or(|day| (1..=last).contains(&day));
        let is_in_order = self.from.zip(self.to).is_none_or(|(from, to)| from < to);
        (is_held(self.from) && is_held(self.to) && is_in_order).then(|| Period {
            from: self.from.map(day_of_number),
            to: self.to.map(day_of_number),
            grain: self.grain,
        })
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Frame {
    day: Option<i64>,
    month: Option<i64>,
    pub(super) year: Option<i64>,
    quarter: Option<i64>,
    half: Option<i64>,
    /// The first month of a season.
    season: Option<i64>,
    weekday: Option<i64>,
    pub(super) nth: Option<i64>,
    count: Option<i64>,
    span: Option<i64>,
    ago: Option<i64>,
    relative: Option<i64>,
    decade: Option<i64>,
    century: Option<i64>,
    pub(super) edge: Option<i64>,
    shift: Option<i64>,
    pub(super) unit: Option<Unit>,
    /// A shift of each unit.
    shifts: [Option<i64>; Unit::ALL.len()],
}

impl Frame {
    /// Takes a symbol of a pattern with its value.
    pub(super) fn take(&mut self, symbol: Symbol, value: i64) {
        let part = match symbol {
            Symbol::Day | Symbol::DayOrdinal => &mut self.day,
            Symbol::Month | Symbol::DoubtfulMonth | Symbol::MonthNumber => &mut self.month,
            Symbol::Year | Symbol::ModernYear | Symbol::AnyYear => &mut self.year,
            Symbol::Quarter | Symbol::QuarterOrdinal => &mut self.quarter,
            Symbol::Half | Symbol::NamedHalf => &mut self.half,
            Symbol::Weekday | Symbol::DoubtfulWeekday => &mut self.weekday,
            Symbol::Season => &mut self.season,
            Symbol::Nth | Symbol::WeekNumber => &mut self.nth,
            Symbol::Count => &mut self.count,
            Symbol::Span => &mut self.span,
            Symbol::Ago | Symbol::Back | Symbol::Ahead | Symbol::Direction => &mut self.ago,
            Symbol::Century | Symbol::NamedCentury => &mut self.century,
            Symbol::Relative | Symbol::Now => &mut self.relative,
            Symbol::Decade | Symbol::NamedDecade => &mut self.decade,
            Symbol::Edge => &mut self.edge,
            Symbol::Shift => &mut self.shift,
            Symbol::Shifted(unit) => {
                self.set_shift(unit, value);
                return;
            }
            Symbol::Unit(unit) => {
                self.unit = Some(unit);
                &mut None
            }
            Symbol::AnyUnit => {
                let at = usize::try_from(value).unwrap_or_default();
                self.unit = Unit::ALL.get(at).map(|(_, unit)| *unit);
                &mut None
            }
            _ => return,
        };
        *part = Some(value);
        if let (Some(unit), Some(shift)) = (self.unit, self.shift) {
            self.set_shift(unit, shift);
            (self.unit, self.shift) = (None, None);
        }
    }

    fn set_shift(&mut self, unit: Unit, shift: i64) {
        if let Some(own) = self.shifts.get_mut(unit as usize) {
            *own = Some(shift);
        }
    }

    /// The weekday or the shifted unit that it is and nothing besides.
    pub(super) fn sole(&self) -> Option<(Symbol, i64)> {
        let shifted = Unit::ALL.iter().zip(&self.shifts);
        let mut parts = shifted
            .filter_map(|((_, unit), shift)| Some((Symbol::Shifted(*unit), (*shift)?)))
            .chain(self.weekday.map(|weekday| (Symbol::Weekday, weekday)));
        let (symbol, value) = parts.next()?;
        let mut alone = Self::default();
        alone.take(symbol, value);
        (alone == *self).then_some((symbol, value))
    }

    /// `true` for the n-th of a weekday.
    pub(super) const fn sole_weekday(&self) -> bool {
        self.weekday.is_some() && self.nth.is_some()
    }

    /// The day some counted units before or after a day.
    pub(super) fn distant(&self, days: Days) -> Option<Days> {
        let count = self.count.unwrap_or(1) * self.ago?;
        Some(Days::day(moved(days.from?, self.unit?, count)))
    }

    pub(super) fn shift_of(&self, unit: Unit) -> Option<i64> {
        self.shifts.get(unit as usize).copied().flatten()
    }

    /// Takes from the other end of a range what this end leaves out; `true` if it took the year or the week.
    pub(super) fn complete(&mut self, other: &Self) -> bool {
        if self.weekday.is_some() {
            return self.fill(Unit::Week, other);
        }
        if self.is_day_alone() {
            self.fill(Unit::Month, other);
            self.month = other.month;
        }
        let is_of_year = (self.month.or(self.quarter))
            .or(self.half)
            .or(self.season)
            .is_some();
        if !is_of_year
            || self
                .year
                .or(self.shift_of(Unit::Year))
                .or(self.shift)
                .is_some()
        {
            return false;
        }
        self.year = other.year;
        self.fill(Unit::Year, other) || other.year.is_some()
    }

    fn fill(&mut self, unit: Unit, other: &Self) -> bool {
        match (self.shift_of(unit), other.shift_of(unit)) {
            (None, Some(shift)) => {
                self.set_shift(unit, shift);
                true
            }
            _ => false,
        }
    }

    /// A day of a month of a year, as far as they are said.
    pub(super) fn of(year: Option<i64>, month: Option<i64>, day: Option<i64>) -> Self {
        Self {
            day,
            month,
            year,
            ..Self::default()
        }
    }

    /// This frame in a year and on a weekday, where another one says them.
    pub(super) fn within(&self, other: &Self) -> Self {
        Self {
            year: self.year.or(other.year),
            weekday: self.weekday.or(other.weekday),
            ..self.clone()
        }
    }

    /// A day alone, without its month.
    pub(super) fn is_day_alone(&self) -> bool {
        self.day.is_some() && self.month.is_none() && self.shift_of(Unit::Month).is_none()
    }

    /// Moves the year.
    pub(super) fn moved(&self, years: i64, today: i64) -> Self {
        let mut frame = self.clone();
        let own = self.known_year(today).unwrap_or(year_of(today));
        frame.year = Some(own + years);
        frame
    }

    /// This end of a range without a year, as the first behind its other end.
    pub(super) fn following(&self, from: i64, own: Days, today: i64) -> Option<Days> {
        let first = own.from?;
        if self.weekday.is_some() && self.day.is_none() && self.shift_of(Unit::Week).is_none() {
            return Some(Days::day(
                first + (from - first).max(0).div_euclid(7) * 7 + if first < from { 7 } else { 0 },
            ));
        }
        let is_of_year = (self.month.or(self.quarter))
            .or(self.half)
            .or(self.season)
            .is_some();
        if !is_of_year || self.known_year(today).is_some() {
            return Some(own);
        }
        let years = [year_of(from), year_of(from) + 1];
        let mut ends = years.into_iter().filter_map(|year| {
            let frame = Self {
                year: Some(year),
                ..self.clone()
            };
            frame.days(today).first().copied()
        });
        ends.find(|end| end.from.is_some_and(|end| end >= from))
    }

    fn known_year(&self, today: i64) -> Option<i64> {
        let shifted = self
            .shift_of(Unit::Year)
            .map(|shift| year_of(today) + shift);
        self.year.or(shifted)
    }

    /// What it may mean, the likely meaning first; nothing if there is no such day.
    pub(super) fn days(&self, today: i64) -> Vec<Days> {
        let by_parts = self.by_day(today).or_else(|| self.by_period(today));
        by_parts.unwrap_or_else(|| self.by_distance(today))
    }

    fn by_distance(&self, today: i64) -> Vec<Days> {
        if let Some(days) = self.relative {
            return vec![Days::day(today + days)];
        }
        if self.decade.or(self.century).is_some() {
            // The seventies are of the last century, and a century begins with a round year.
            let century = (self.century.unwrap_or(20) - 1) * 100;
            let (first, years) = match self.decade {
                Some(decade) if decade >= 100 => (decade, 10),
                Some(decade) => (century + decade, 10),
                None => (century, 100),
            };
            let year = |year: i64| number_of_day([year.max(1), 1, 1]);
            return vec![Days::new(year(first), year(first + years), Grain::Days)];
        }
        let Some(unit) = self.unit else {
            let shifts = Unit::ALL.iter().zip(&self.shifts);
            let shifted = shifts.filter_map(|((_, unit), shift)| Some((*unit, (*shift)?)));
            return (shifted
                .map(|(unit, shift)| around(unit, today, shift))
                .next())
            .into_iter()
            .collect();
        };
        let count = self.count.unwrap_or(1);
        if let Some(direction) = self.ago {
            let day = moved(today, unit, count * direction);
            let units = [unit, Unit::Month]
                .into_iter()
                .filter(|own| *own <= unit && *own != Unit::Day);
            let mut all = vec![Days::day(day)];
            all.extend(units.map(|unit| around(unit, day, 0)));
            return all;
        }
        if let Some(direction) = self.span {
            let far = moved(today, unit, count * direction);
            let near = around(unit, today, 0);
            let (rolling, whole) = match direction {
                -1 => (
                    Days::new(far, today, Grain::Days),
                    (around(unit, far, 0).from, near.from),
                ),
                _ => (
                    Days::new(today + 1, far + 1, Grain::Days),
                    (near.to, around(unit, far, 0).to),
                ),
            };
            let (from, to) = whole;
            let grain = if count == 1 { near.grain } else { Grain::Days };
            let whole = Days { from, to, grain };
            return match unit {
                Unit::Day => vec![rolling],
                // A period of calendar units, where no number is said.
                _ if self.count.is_none() => vec![whole, rolling],
                _ => vec![rolling, whole],
            };
        }
        vec![around(unit, today, 0), around(unit, today, -1)]
    }

    /// A day of a month or of a week.
    fn by_day(&self, today: i64) -> Option<Vec<Days>> {
        let fits = |day: i64| self.weekday.is_none_or(|own| weekday(day) == own);
        let Some(own) = self.day else {
            let own = self.weekday?;
            let monday = today + 1 - weekday(today);
            if let Some(shift) = self.shift_of(Unit::Week) {
                return Some(vec![Days::day(monday + 7 * shift + own - 1)]);
            }
            let latest = today - (weekday(today) - own).rem_euclid(7);
            let before = if latest == today { today - 7 } else { latest };
            let days = match self.shift {
                None => vec![latest],
                Some(0) => vec![monday + own - 1],
                Some(shift) if shift < 0 => vec![before, monday + 7 * shift + own - 1],
                Some(shift) => vec![before + 7 * shift, monday + 7 * shift + own - 1],
            };
            let mut days: Vec<_> = days.into_iter().map(Days::day).collect();
            days.dedup();
            return Some(days);
        };
        let exists = |year: i64, month: i64| own <= days_in_month(year, month);
        let place = |year, month| exists(year, month).then(|| number_of_day([year, month, own]));
        let [year, month, _] = day_of_number(today);
        let found = if let Some(shift) = self.shift_of(Unit::Month) {
            let [year, month] = shifted([self.known_year(today).unwrap_or(year), month], shift);
            place(year, month)
        } else {
            match (self.known_year(today), self.month) {
                (Some(year), Some(month)) => place(year, month),
                (None, Some(month)) => (0..12)
                    .filter_map(|back| place(year - back, month))
                    .find(|day| *day <= today),
                _ => (0..60)
                    .map(|back| shifted([year, month], -back))
                    .filter_map(|[year, month]| place(year, month))
                    .find(|day| *day <= today && fits(*day)),
            }
        };
        Some(found.map(Days::day).into_iter().collect())
    }

    /// A month, quarter, half or year.
    fn by_period(&self, today: i64) -> Option<Vec<Days>> {
        let parts = [
            (self.month, Unit::Month),
            (self.quarter, Unit::Quarter),
            (self.half, Unit::Half),
        ];
        let mut parts = parts.into_iter();
        let part = parts.find_map(|(part, unit)| Some((part?, unit)));
        let (month, months) = match (part, self.season) {
            (Some((number, unit)), _) => {
                let months = unit.months()?;
                ((number - 1) * months + 1, months)
            }
            (None, Some(month)) => (month, 3),
            (None, None) => {
                let year = self.year?;
                return Some(vec![around(Unit::Year, number_of_day([year, 1, 1]), 0)]);
            }
        };
        let whole = |year| {
            let [from, to] = [0, months].map(|on| {
                let [year, month] = shifted([year, month], on);
                number_of_day([year, month, 1])
            });
            let grain = part.map_or(Grain::Days, |(_, unit)| unit.grain());
            Days::new(from, to, grain)
        };
        let begin = |year| number_of_day([year, month, 1]);
        let this = year_of(today);
        let latest = if begin(this) <= today { this } else { this - 1 };
        let years = match (self.known_year(today), self.shift) {
            (Some(year), _) => vec![year],
            (None, None) => vec![latest],
            (None, Some(0)) => vec![this],
            (None, Some(shift)) if shift < 0 => {
                // The last March is the latest that is over, or the last year's.
                let over = whole(latest).to.is_some_and(|to| to <= today);
                let over = if over { latest } else { latest - 1 };
                if over == this + shift {
                    vec![over]
                } else {
                    vec![over, this + shift]
                }
            }
            (None, Some(shift)) => {
                let coming = latest + shift;
                if coming == this + shift {
                    vec![coming]
                } else {
                    vec![coming, this + shift]
                }
            }
        };
        Some(years.into_iter().map(whole).collect())
    }
}

pub(super) fn year_of(day: i64) -> i64 {
    let [year, ..] = day_of_number(day);
    year
}

/// 1 for Monday: the first day of the calendar is one.
const fn weekday(day: i64) -> i64 {
    (day - 1).rem_euclid(7) + 1
}

/// A month of a year, some months on.
const fn shifted([year, month]: [i64; 2], months: i64) -> [i64; 2] {
    let months = year * 12 + month - 1 + months;
    [months.div_euclid(12), months.rem_euclid(12) + 1]
}

/// The day some units on; the last of its month, where there is none of its number.
fn moved(day: i64, unit: Unit, count: i64) -> i64 {
    let Some(months) = unit.months() else {
        return day + count * if unit == Unit::Day { 1 } else { 7 };
    };
    let [year, month, own] = day_of_number(day);
    let [year, month] = shifted([year, month], months * count);
    number_of_day([year, month, own.min(days_in_month(year, month))])
}

/// The unit that holds a day, some units on.
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
    let begin = |count: i64| {
        let [year, month] = shifted([0, 1], count * months);
        number_of_day([year, month, 1])
    };
    Days::new(begin(count), begin(count + 1), unit.grain())
}

/// The n-th week or weekday of a period, from its end if negative. A week belongs to the period of its Thursday.
pub(super) fn nth(frame: &Frame, days: Days) -> Option<Days> {
    let (from, to) = days.from.zip(days.to)?;
    if let (Some(count), Some(unit), Some(nth)) = (frame.count, frame.unit, frame.nth) {
        return match nth {
            1 => Some(Days::new(from, moved(from, unit, count), Grain::Days)),
            -1 => Some(Days::new(moved(to, unit, -count), to, Grain::Days)),
            _ => None,
        };
    }
    let own = frame.weekday.unwrap_or(4);
    let first = from + (own - weekday(from)).rem_euclid(7);
    let last = to - 1 - (weekday(to - 1) - own).rem_euclid(7);
    let nth = frame.nth.or(frame.shift_of(Unit::Week))?;
    let day = if nth < 0 { last } else { first + 7 * (nth - 1) };
    if frame.unit == Some(Unit::Day) {
        let day = if nth < 0 { to - 1 } else { from + nth - 1 };
        return (from..to).contains(&day).then(|| Days::day(day));
    }
    let found = match frame.weekday {
        Some(_) => Days::day(day),
        None => around(Unit::Week, day, 0),
    };
    (from..to).contains(&day).then_some(found)
}

/// The edge of a period: 1 its first day, -1 its last, 0 what is left of it from today, 2 to today from its first.
pub(super) fn edge(edge: i64, days: Days, today: i64) -> Option<Days> {
    let (from, to) = days.from.zip(days.to)?;
    match edge {
        1 => Some(Days::day(from)),
        -1 => Some(Days::day(to - 1)),
        0 => Some(Days::new(today, to, Grain::Days)),
        _ => Some(Days::new(from, today + 1, Grain::Days)),
    }
}
