//! The symbols of a grammar: what a form or an item can be in a pattern, and what a pattern makes of its items.

use super::Grain;

/// An enum whose members without a value are found by their names.
macro_rules! named {
    ($(#[$about:meta])* $enum:ident { $($(#[$doc:meta])* $name:ident,)* } $($other:ident($held:ty))*) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum $enum {
            $($(#[$doc])* $name,)*
            $($other($held),)*
        }

        impl $enum {
            pub(super) fn named(name: &str) -> Option<Self> {
                let all = [$((stringify!($name), Self::$name)),*];
                all.into_iter().find(|(own, _)| *own == name).map(|(_, own)| own)
            }
        }
    };
}

named! {
    /// A unit of the calendar.
    Unit { Day, Week, Weekend, Month, Quarter, Half, Year, Decade, }
}

impl Unit {
    pub(super) const fn grain(self) -> Grain {
        match self {
            Self::Day => Grain::Day,
            Self::Week => Grain::Week,
            Self::Month => Grain::Month,
            Self::Quarter => Grain::Quarter,
            Self::Half => Grain::Half,
            Self::Year => Grain::Year,
            Self::Weekend | Self::Decade => Grain::Days,
        }
    }

    /// Months in it; none for those that are counted in days.
    pub(super) const fn months(self) -> Option<i64> {
        Some(match self {
            Self::Day | Self::Week | Self::Weekend => return None,
            Self::Month => 1,
            Self::Quarter => 3,
            Self::Half => 6,
            Self::Year => 12,
            Self::Decade => 120,
        })
    }
}

named! {
    /// A sense of a form, or of an item.
    Symbol {
        // numerals
        /// The value is in tenths.
        Number,
        Ordinal,
        /// A power of ten; the value is the exponent.
        Scale,
        /// A power of ten directly behind digits.
        TightScale,
        Minus,
        /// Behind a number; the value is in percent.
        Percent,
        /// Before a number; the value parts a percent.
        PercentBefore,
        OrdinalSuffix,
        OrdinalPrefix,
        /// Joins the words of a number: 0 anywhere, 1 behind a power of ten, 2 with no blank before it.
        Link,
        Point,
        Fraction,
        /// Between two numbers that share a scale: 0 surely, 1 perhaps.
        Joint,
        /// May follow a number of one unspaced character.
        Classifier,
        /// Makes what follows a code.
        CodeMark,
        /// A phrase that is no quantity although a part of it could be.
        Phrase,
        // words of the calendar
        Month,
        /// A month that is also another word.
        DoubtfulMonth,
        Weekday,
        DoubtfulWeekday,
        /// The last of a weekday, which may be that of a period.
        LastWeekday,
        /// The shift of a weekday's week.
        OfWeek,
        /// The first month of a season.
        Season,
        NamedHalf,
        NamedDecade,
        NamedCentury,
        AnyUnit,
        Shift,
        Span,
        Ago,
        /// The same, where no number need be said.
        Back,
        /// The same before the number.
        Ahead,
        /// Before or after a day.
        Direction,
        /// From today on.
        Inside,
        Relative,
        /// Today, as an end of a range.
        Now,
        /// 1 the first day of a period, -1 its last, 0 what is left of it, 2 what is over.
        Edge,
        Nth,
        // numbers
        Day,
        DayOrdinal,
        MonthNumber,
        WeekNumber,
        Quarter,
        QuarterOrdinal,
        Half,
        Count,
        /// Four digits, or words for as much.
        Year,
        /// A year from 1900 to 2099.
        ModernYear,
        /// Two digits or more.
        AnyYear,
        Decade,
        Century,
        // items
        Date,
        /// What may be a day or a period, or something else.
        Doubtful,
        /// The last day of a period.
        LastDay,
        /// Some units before today.
        AgoDate,
    }
    Unit(Unit) Shifted(Unit) Literal(u16)
}

impl Symbol {
    /// The symbol of this name; a unit is `UnitYear`, a shifted unit `YearShift`.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let unit = || Unit::named(name.strip_prefix("Unit")?).map(Self::Unit);
        let shifted = || Unit::named(name.strip_suffix("Shift")?).map(Self::Shifted);
        Self::named(name).or_else(unit).or_else(shifted)
    }

    /// The sense of a class of forms with this value.
    pub(super) fn sense(class: &str, value: &str) -> Option<(Self, i64)> {
        let symbol = Self::of_name(class)?;
        let number = match (symbol, value.split_once('.')) {
            (Self::AnyUnit, _) => return Some((Self::Unit(Unit::named(value)?), 0)),
            (Self::Scale | Self::TightScale, _) => value.len() as i64 - 1,
            (Self::Number, Some((whole, tenth))) => format!("{whole}{tenth}").parse().ok()?,
            (Self::Number, None) => value.parse::<i64>().ok()? * 10,
            _ => value.parse().ok()?,
        };
        Some((symbol, number))
    }

    /// The symbol whose part of a day or a period it tells.
    pub(super) const fn part(self) -> Option<Self> {
        Some(match self {
            Self::Day | Self::DayOrdinal => Self::Day,
            Self::Month | Self::DoubtfulMonth | Self::MonthNumber => Self::Month,
            Self::Year | Self::ModernYear | Self::AnyYear => Self::Year,
            Self::Quarter | Self::QuarterOrdinal => Self::Quarter,
            Self::Half | Self::NamedHalf => Self::Half,
            Self::Weekday | Self::DoubtfulWeekday | Self::LastWeekday => Self::Weekday,
            Self::Nth | Self::WeekNumber => Self::Nth,
            Self::Decade | Self::NamedDecade => Self::Decade,
            Self::Century | Self::NamedCentury => Self::Century,
            Self::Ago | Self::Back | Self::Ahead | Self::Direction => Self::Ago,
            Self::OfWeek => Self::Shifted(Unit::Week),
            Self::Relative | Self::Now => Self::Relative,
            Self::Season | Self::Count | Self::Span | Self::Inside | Self::Shift | Self::Edge => {
                self
            }
            Self::Unit(_) | Self::Shifted(_) => self,
            _ => return None,
        })
    }
}

named! {
    /// What a pattern makes of its items. Layers of one pass compete; a pass works on what the pass before has made.
    Layer {
        /// A day or a period.
        Date,
        /// One that nobody can tell: a few days ago.
        VagueDate,
        /// A number that may also be a period.
        Maybe,
        /// An edge or the n-th part of a period.
        Within,
        /// The unit that holds a day.
        Around,
        /// Some units before or after a day.
        Distance,
        /// A part of a period that nobody can tell: early in May.
        Vague,
        /// A day or a period, where a pattern of a pass before comes first.
        Dated,
        /// From one to the other.
        Range,
        /// From its first day on.
        Since,
        /// To the day before its first day.
        Until,
        /// To its last day.
        Through,
        /// From the day after its last day on.
        After,
    }
}

impl Layer {
    pub(super) const fn pass(self) -> usize {
        match self {
            Self::Date | Self::VagueDate => 0,
            Self::Maybe | Self::Within | Self::Around | Self::Distance | Self::Vague => 1,
            _ => 2,
        }
    }
}
