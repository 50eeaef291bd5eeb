//! A frame: the parts of a day or a period that a question names, and the days that they mean.

use super::Grain;
use super::days::{Days, around, moved, shifted, weekday, year_of};
use super::symbol::{Symbol, Unit};
use crate::calendar::{day_of_number, days_in_month, number_of_day};

/// The named parts, each at most once; or the days, if they are known already.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Frame {
    parts: Vec<(Symbol, i64)>,
    days: Option<Days>,
}

impl Frame {
    pub(super) fn of(parts: &[(Symbol, i64)]) -> Self {
        let mut frame = Self::default();
        parts
            .iter()
            .for_each(|(symbol, value)| frame.take(*symbol, *value));
        frame
    }

    /// A frame of known days, with the edge that they are of a period.
    pub(super) fn of_days(days: Days, edge: Option<i64>) -> Self {
        let parts = edge.map(|edge| (Symbol::Edge, edge)).into_iter().collect();
        let days = Some(days);
        Self { parts, days }
    }

    /// Adds the part of a symbol. A shift and a unit together become a shifted unit.
    pub(super) fn take(&mut self, symbol: Symbol, value: i64) {
        let Some(part) = symbol.part() else {
            return;
        };
        let is_named = match part {
            // The word behind the number of a quarter.
            Symbol::Unit(Unit::Quarter) => self.get(Symbol::Quarter),
            Symbol::Unit(Unit::Half) => self.get(Symbol::Half),
            Symbol::Unit(Unit::Month) => self.get(Symbol::Month),
            Symbol::Unit(Unit::Year) => self.get(Symbol::Year),
            _ => None,
        };
        if is_named.is_some() {
            return;
        }
        match (part, self.get(Symbol::Shift), self.unit()) {
            (Symbol::Unit(unit), Some(shift), _) => {
                self.parts.retain(|(own, _)| *own != Symbol::Shift);
                self.set(Symbol::Shifted(unit), shift);
            }
            (Symbol::Shift, _, Some(unit)) => {
                self.parts.retain(|(own, _)| *own != Symbol::Unit(unit));
                self.set(Symbol::Shifted(unit), value);
            }
            _ => self.set(part, value),
        }
    }

    fn set(&mut self, part: Symbol, value: i64) {
        self.parts.retain(|(own, _)| *own != part);
        self.parts.push((part, value));
    }

    pub(super) fn get(&self, part: Symbol) -> Option<i64> {
        let mut parts = self.parts.iter();
        parts.find(|(own, _)| *own == part).map(|(_, value)| *value)
    }

    pub(super) fn unit(&self) -> Option<Unit> {
        self.parts.iter().find_map(|(part, _)| match part {
            Symbol::Unit(unit) => Some(*unit),
            _ => None,
        })
    }

    /// Its only part.
    pub(super) fn sole(&self) -> Option<(Symbol, i64)> {
        match self.parts.as_slice() {
            [sole] => Some(*sole),
            [(Symbol::Shift, -1), (Symbol::Weekday, own)] => Some((Symbol::LastWeekday, *own)),
            _ => None,
        }
    }

    /// Takes the missing parts from another frame; `true` if it took any.
    fn fill(&mut self, other: &Self, parts: &[Symbol]) -> bool {
        let mut found = false;
        for part in parts {
            if let (None, Some(value)) = (self.get(*part), other.get(*part)) {
                self.set(*part, value);
                found = true;
            }
        }
        found
    }

    /// This frame in the year and on the weekday of another one.
    pub(super) fn within(mut self, other: &Self) -> Self {
        self.fill(other, &[Symbol::Year, Symbol::Weekday]);
        self
    }

    /// A day alone, without its month.
    pub(super) fn is_day_alone(&self) -> bool {
        let month = self
            .get(Symbol::Month)
            .or(self.get(Symbol::Shifted(Unit::Month)));
        self.get(Symbol::Day).is_some() && month.is_none()
    }

    fn is_of_year(&self) -> bool {
        let parts = [Symbol::Month, Symbol::Quarter, Symbol::Half, Symbol::Season];
        parts.iter().any(|part| self.get(*part).is_some())
    }

    /// Takes the missing parts from the other end of a range; `true` if it took the year or the week.
    pub(super) fn complete(&mut self, other: &Self) -> bool {
        let year = [Symbol::Year, Symbol::Shifted(Unit::Year)];
        if self.get(Symbol::Weekday).is_some() {
            return self.fill(other, &[Symbol::Shifted(Unit::Week)]);
        }
        if self.is_day_alone() {
            self.fill(other, &[Symbol::Month, Symbol::Shifted(Unit::Month)]);
        }
        let has_year = [Symbol::Shift]
            .iter()
            .chain(&year)
            .any(|part| self.get(*part).is_some());
        self.is_of_year() && !has_year && self.fill(other, &year)
    }

    /// This frame, moved by a number of years.
    pub(super) fn moved(&self, years: i64, today: i64) -> Self {
        let own = self.known_year(today).unwrap_or(year_of(today));
        self.in_year(own + years)
    }

    fn in_year(&self, year: i64) -> Self {
        let mut frame = self.clone();
        frame.set(Symbol::Year, year);
        frame
    }

    /// The days of the second end of a range; without a year, the first ones after the other end.
    pub(super) fn following(&self, from: i64, today: i64) -> Option<Days> {
        let own = self.days(today).first().copied()?;
        let first = own.from?;
        if matches!(self.sole(), Some((Symbol::Weekday, _))) {
            return Some(Days::day(from + (first - from).rem_euclid(7)));
        }
        if !self.is_of_year() || self.known_year(today).is_some() {
            return Some(own);
        }
        let years = [year_of(from), year_of(from) + 1].into_iter();
        let mut ends = years.filter_map(|year| self.in_year(year).days(today).first().copied());
        ends.find(|end| end.from.is_some_and(|end| end >= from))
    }

    fn known_year(&self, today: i64) -> Option<i64> {
        let shift = self.get(Symbol::Shifted(Unit::Year));
        (self.get(Symbol::Year)).or_else(|| Some(year_of(today) + shift?))
    }

    /// The days that it may mean, the likely ones first; empty if there is no such day.
    pub(super) fn days(&self, today: i64) -> Vec<Days> {
        let known = self.days.map(|days| vec![days]);
        (known.or_else(|| self.by_day(today)))
            .or_else(|| self.by_period(today))
            .unwrap_or_else(|| self.by_distance(today))
    }

    fn by_distance(&self, today: i64) -> Vec<Days> {
        if let Some(days) = self.get(Symbol::Relative) {
            return vec![Days::day(today + days)];
        }
        let (decade, century) = (self.get(Symbol::Decade), self.get(Symbol::Century));
        if decade.or(century).is_some() {
            // The seventies are of the last century, and a century begins with a round year.
            let century = (century.unwrap_or(20) - 1) * 100;
            let (first, years) = match decade {
                Some(decade) if decade >= 100 => (decade, 10),
                Some(decade) => (century + decade, 10),
                None => (century, 100),
            };
            let [from, to] = [first, first + years].map(|year| number_of_day([year.max(1), 1, 1]));
            return vec![Days::new(from, to, Grain::Days)];
        }
        let Some(unit) = self.unit() else {
            return match self.sole() {
                Some((Symbol::Shifted(unit), shift)) => vec![around(unit, today, shift)],
                _ => Vec::new(),
            };
        };
        let count = self.get(Symbol::Count).unwrap_or(1);
        match (self.get(Symbol::Ago), self.get(Symbol::Span)) {
            (Some(direction), _) => {
                let day = moved(today, unit, count * direction);
                let wider = [unit, Unit::Month]
                    .into_iter()
                    .filter(|own| *own <= unit && *own != Unit::Day);
                let wider = wider.map(|unit| around(unit, day, 0));
                std::iter::once(Days::day(day)).chain(wider).collect()
            }
            (None, Some(direction)) => self.span(unit, count * direction, today),
            (None, None) if self.get(Symbol::Inside).is_some() => {
                vec![Days::new(today, moved(today, unit, count), Grain::Days)]
            }
            (None, None) => vec![around(unit, today, 0), around(unit, today, -1)],
        }
    }

    /// The last or next units, as days counted from today and as whole units of the calendar.
    fn span(&self, unit: Unit, count: i64, today: i64) -> Vec<Days> {
        let far = moved(today, unit, count);
        let (near, last) = (around(unit, today, 0), around(unit, far, 0));
        let (rolling, from, to) = match count < 0 {
            true => (Days::new(far, today, Grain::Days), last.from, near.from),
            false => (Days::new(today + 1, far + 1, Grain::Days), near.to, last.to),
        };
        let grain = if count.abs() == 1 {
            near.grain
        } else {
            Grain::Days
        };
        let whole = Days { from, to, grain };
        match (unit, self.get(Symbol::Count)) {
            (Unit::Day, _) => vec![rolling],
            (_, None) => vec![whole, rolling],
            _ => vec![rolling, whole],
        }
    }

    /// A day of a month or of a week.
    fn by_day(&self, today: i64) -> Option<Vec<Days>> {
        let fits = |day: i64| {
            self.get(Symbol::Weekday)
                .is_none_or(|own| weekday(day) == own)
        };
        let Some(own) = self.get(Symbol::Day) else {
            let own = self.get(Symbol::Weekday)?;
            let of_week = |shift: i64| today - weekday(today) + own + 7 * shift;
            let latest = today - (weekday(today) - own).rem_euclid(7);
            let before = if latest == today { today - 7 } else { latest };
            let mut days = match (
                self.get(Symbol::Shifted(Unit::Week)),
                self.get(Symbol::Shift),
            ) {
                (Some(shift), _) => vec![of_week(shift)],
                (None, None) => vec![latest],
                (None, Some(0)) => vec![of_week(0)],
                (None, Some(shift)) if shift < 0 => vec![before, of_week(shift)],
                (None, Some(shift)) => vec![before + 7 * shift, of_week(shift)],
            };
            days.dedup();
            return Some(days.into_iter().map(Days::day).collect());
        };
        let place = |[year, month]: [i64; 2]| {
            (own <= days_in_month(year, month)).then(|| number_of_day([year, month, own]))
        };
        let is_over = |day: &i64| *day <= today && fits(*day);
        let [year, month, _] = day_of_number(today);
        let known = self.known_year(today);
        let found = match (
            self.get(Symbol::Shifted(Unit::Month)),
            known,
            self.get(Symbol::Month),
        ) {
            (Some(shift), ..) => place(shifted([known.unwrap_or(year), month], shift)),
            (None, Some(year), Some(month)) => place([year, month]),
            (None, None, Some(month)) => (0..12)
                .filter_map(|back| place([year - back, month]))
                .find(|day| *day <= today),
            _ => (0..60)
                .filter_map(|back| place(shifted([year, month], -back)))
                .find(is_over),
        };
        Some(found.map(Days::day).into_iter().collect())
    }

    /// A month, quarter, half, season or year.
    fn by_period(&self, today: i64) -> Option<Vec<Days>> {
        let parts = [
            (Symbol::Month, Unit::Month),
            (Symbol::Quarter, Unit::Quarter),
            (Symbol::Half, Unit::Half),
        ];
        let found = (parts.into_iter()).find_map(|(part, unit)| Some((self.get(part)?, unit)));
        let (month, months, grain) = match (found, self.get(Symbol::Season)) {
            (Some((number, unit)), _) => {
                let months = unit.months()?;
                ((number - 1) * months + 1, months, unit.grain())
            }
            (None, Some(month)) => (month, 3, Grain::Days),
            (None, None) => {
                let count = self.get(Symbol::Count);
                let year = self
                    .get(Symbol::Year)
                    .or(count.and(self.known_year(today)))?;
                let first = number_of_day([year, 1, 1]);
                // Nine months of a year are its first.
                return Some(vec![match count.zip(self.unit()) {
                    Some((count, unit)) => Days::new(first, moved(first, unit, count), Grain::Days),
                    None => around(Unit::Year, first, 0),
                }]);
            }
        };
        let whole = |year| {
            let [from, to] = [0, months].map(|on| {
                let [year, month] = shifted([year, month], on);
                number_of_day([year, month, 1])
            });
            Days::new(from, to, grain)
        };
        let this = year_of(today);
        let latest = if whole(this).from <= Some(today) {
            this
        } else {
            this - 1
        };
        let mut years = match (self.known_year(today), self.get(Symbol::Shift)) {
            (Some(year), _) => vec![year],
            (None, None) => vec![latest],
            (None, Some(0)) => vec![this],
            // The last March is the latest that is over, or the last year's.
            (None, Some(shift)) if shift < 0 => {
                let is_over = whole(latest).to <= Some(today);
                vec![latest - i64::from(!is_over), this + shift]
            }
            (None, Some(shift)) => vec![latest + shift, this + shift],
        };
        years.dedup();
        Some(years.into_iter().map(whole).collect())
    }

    /// The day some counted units before or after a day.
    pub(super) fn distant(&self, days: Days) -> Option<Days> {
        let count = self.get(Symbol::Count).unwrap_or(1) * self.get(Symbol::Ago).unwrap_or(-1);
        Some(Days::day(moved(days.from?, self.unit()?, count)))
    }

    /// The edge of a period, or its n-th day, week or weekday, from its end if negative. A week belongs to the period
    /// of its Thursday.
    pub(super) fn inside(&self, days: Days, today: i64) -> Option<Days> {
        let (from, to) = days.from.zip(days.to)?;
        match self.get(Symbol::Edge) {
            Some(1) => return Some(Days::day(from)),
            Some(-1) => return Some(Days::day(to - 1)),
            Some(0) => return Some(Days::new(today, to, Grain::Days)),
            Some(_) => return Some(Days::new(from, today + 1, Grain::Days)),
            None => {}
        }
        let last = self.get(Symbol::Weekday).map(|_| -1);
        let nth = (self.get(Symbol::Nth))
            .or(self.get(Symbol::Shifted(Unit::Week)))
            .or(last)?;
        if let (Some(count), Some(unit)) = (self.get(Symbol::Count), self.unit()) {
            return match nth {
                1 => Some(Days::new(from, moved(from, unit, count), Grain::Days)),
                -1 => Some(Days::new(moved(to, unit, -count), to, Grain::Days)),
                _ => None,
            };
        }
        let own = self.get(Symbol::Weekday);
        let (first, last, step) = match self.unit() {
            Some(Unit::Day) => (from, to - 1, 1),
            _ => {
                let own = own.unwrap_or(4);
                let last = to - 1 - (weekday(to - 1) - own).rem_euclid(7);
                (from + (own - weekday(from)).rem_euclid(7), last, 7)
            }
        };
        let day = if nth < 0 {
            last
        } else {
            first + step * (nth - 1)
        };
        let is_week = own.is_none() && step == 7;
        (from..to).contains(&day).then(|| match is_week {
            true => around(Unit::Week, day, 0),
            false => Days::day(day),
        })
    }
}
