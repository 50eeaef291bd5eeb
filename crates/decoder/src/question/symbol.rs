//! The symbols of a grammar: what a form or an item can be in a pattern.

use super::Grain;

/// A unit of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unit {
    Day,
    Week,
    Weekend,
    Month,
    Quarter,
    Half,
    Year,
    Decade,
}

impl Unit {
    pub(super) const ALL: [(&'static str, Self); 8] = [
        ("day", Self::Day),
        ("week", Self::Week),
        ("weekend", Self::Weekend),
        ("month", Self::Month),
        ("quarter", Self::Quarter),
        ("half", Self::Half),
        ("year", Self::Year),
        ("decade", Self::Decade),
    ];

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
        match self {
            Self::Day | Self::Week | Self::Weekend => None,
            Self::Month => Some(1),
            Self::Quarter => Some(3),
            Self::Half => Some(6),
            Self::Year => Some(12),
            Self::Decade => Some(120),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Symbol {
    /// A number word; the value is in tenths.
    Number,
    Ordinal,
    /// A power of ten; the value is the exponent.
    Scale,
    /// A power of ten directly behind digits.
    TightScale,
    Minus,
    /// Behind a number; the value is in percent.
    Percent,
    PercentBefore,
    OrdinalSuffix,
    OrdinalPrefix,
    /// Joins the words of a number: 0 anywhere, 1 behind a power of ten.
    Link,
    Point,
    /// Makes what follows a code.
    CodeMark,
    /// A phrase that is no quantity although a part of it could be.
    Phrase,
    /// May follow a number of one unspaced character.
    Classifier,
    /// Between two numbers that share a scale: 0 surely, 1 perhaps.
    Joint,
    Fraction,
    Month,
    /// A month that is also another word.
    DoubtfulMonth,
    Weekday,
    /// A weekday that is also another word.
    DoubtfulWeekday,
    AnyUnit,
    Unit(Unit),
    Shift,
    Shifted(Unit),
    Span,
    Ago,
    /// The same, where no number need be said.
    Back,
    /// The same before the number.
    Ahead,
    Relative,
    Edge,
    Nth,
    NamedHalf,
    /// The first month of a season.
    Season,
    /// Before or after a day.
    Direction,
    NamedDecade,
    /// Today, as the end of a range.
    Now,
    NamedCentury,
    // symbols of numbers
    Day,
    DayOrdinal,
    MonthNumber,
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
    WeekNumber,
    Century,
    // symbols of items
    /// What may be a day or a period, or something else.
    Doubtful,
    Date,
    /// The end of a period.
    LastDay,
    Literal(usize),
}

const NAMES: &[(&str, Symbol)] = &[
    ("num", Symbol::Number),
    ("ord", Symbol::Ordinal),
    ("scale", Symbol::Scale),
    ("tight", Symbol::TightScale),
    ("minus", Symbol::Minus),
    ("percent", Symbol::Percent),
    ("percent-before", Symbol::PercentBefore),
    ("suffix", Symbol::OrdinalSuffix),
    ("prefix", Symbol::OrdinalPrefix),
    ("link", Symbol::Link),
    ("point", Symbol::Point),
    ("code", Symbol::CodeMark),
    ("phrase", Symbol::Phrase),
    ("classifier", Symbol::Classifier),
    ("joint", Symbol::Joint),
    ("fraction", Symbol::Fraction),
    ("month", Symbol::Month),
    ("doubtful-month", Symbol::DoubtfulMonth),
    ("weekday", Symbol::Weekday),
    ("doubtful-weekday", Symbol::DoubtfulWeekday),
    ("unit", Symbol::AnyUnit),
    ("shift", Symbol::Shift),
    ("span", Symbol::Span),
    ("ago", Symbol::Ago),
    ("back", Symbol::Back),
    ("ahead", Symbol::Ahead),
    ("relative", Symbol::Relative),
    ("edge", Symbol::Edge),
    ("nth", Symbol::Nth),
    ("named-half", Symbol::NamedHalf),
    ("now", Symbol::Now),
    ("century", Symbol::Century),
    ("named-century", Symbol::NamedCentury),
    ("season", Symbol::Season),
    ("direction", Symbol::Direction),
    ("week-number", Symbol::WeekNumber),
    ("last-day", Symbol::LastDay),
    ("named-decade", Symbol::NamedDecade),
    ("day", Symbol::Day),
    ("day-ordinal", Symbol::DayOrdinal),
    ("month-number", Symbol::MonthNumber),
    ("quarter", Symbol::Quarter),
    ("quarter-ordinal", Symbol::QuarterOrdinal),
    ("half", Symbol::Half),
    ("count", Symbol::Count),
    ("year", Symbol::Year),
    ("modern-year", Symbol::ModernYear),
    ("any-year", Symbol::AnyYear),
    ("decade", Symbol::Decade),
    ("doubtful", Symbol::Doubtful),
    ("date", Symbol::Date),
];

impl Symbol {
    /// The symbol of a pattern's element in capitals: `MONTH`, a unit as `U-YEAR`, a shifted unit as `YEAR-SHIFT`.
    pub(super) fn of_name(element: &str) -> Option<Self> {
        let is_name = |byte| matches!(byte, b'A'..=b'Z' | b'-');
        if element.len() < 2 || !element.bytes().all(is_name) {
            return None;
        }
        let name = element.to_ascii_lowercase();
        let unit = |name: &str| {
            let mut units = Unit::ALL.iter();
            units.find(|(own, _)| *own == name).map(|(_, unit)| *unit)
        };
        let mut names = NAMES.iter();
        (names
            .find(|(own, _)| *own == name)
            .map(|(_, symbol)| *symbol))
        .or_else(|| unit(name.strip_prefix("u-")?).map(Self::Unit))
        .or_else(|| unit(name.strip_suffix("-shift")?).map(Self::Shifted))
    }

    /// The senses of the forms of a class.
    pub(super) fn of_class(class: &str, value: &str) -> Vec<(Self, i64)> {
        let Some(symbol) = Self::of_name(&class.to_ascii_uppercase()) else {
            return Vec::new();
        };
        if symbol == Self::AnyUnit {
            let units = Unit::ALL.iter().filter(|(name, _)| *name == value);
            return units
                .flat_map(|(_, unit)| [(symbol, *unit as i64), (Self::Unit(*unit), 0)])
                .collect();
        }
        let number = match (symbol, value.split_once('.')) {
            (Self::Scale | Self::TightScale, _) => {
                i64::try_from(value.len()).ok().map(|len| len - 1)
            }
            (Self::Number, Some((whole, tenth))) => format!("{whole}{tenth}").parse().ok(),
            (Self::Number, None) => value.parse::<i64>().ok().map(|value| value * 10),
            _ => value.parse().ok(),
        };
        number.map(|number| (symbol, number)).into_iter().collect()
    }
}

/// What a pattern makes of its items. Layers of one pass compete; a pass works on what the pass before has made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layer {
    /// A day or a period.
    Date,
    /// The same where a pattern of a pass before comes first.
    Dated,
    /// A day or a period that nobody can tell: a few days ago.
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

impl Layer {
    pub(super) fn of_name(name: &str) -> Option<Self> {
        Some(match name {
            "date" => Self::Date,
            "dated" => Self::Dated,
            "vague-date" => Self::VagueDate,
            "maybe" => Self::Maybe,
            "within" => Self::Within,
            "around" => Self::Around,
            "distance" => Self::Distance,
            "vague" => Self::Vague,
            "range" => Self::Range,
            "since" => Self::Since,
            "until" => Self::Until,
            "through" => Self::Through,
            "after" => Self::After,
            _ => return None,
        })
    }

    pub(super) const fn pass(self) -> usize {
        match self {
            Self::Date | Self::VagueDate => 0,
            Self::Maybe | Self::Within | Self::Around | Self::Distance | Self::Vague => 1,
            _ => 2,
        }
    }
}
