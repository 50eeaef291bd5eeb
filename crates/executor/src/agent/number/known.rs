//! The numbers and days that a text may say.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Figure, Number, figures, han, spoken};
use spoken::Spoken;

/// Numbers and days that a text may say.
#[derive(Debug, Clone, Default)]
pub struct Known {
    numbers: BTreeSet<Number>,
    days: BTreeSet<String>,
}

impl Known {
    /// Adds whatever a text may say.
    pub fn add_text(&mut self, text: &str) {
        let figures = figures(text);
        for figure in &figures {
            self.days.extend(figure.day());
            self.numbers.extend(figure.numbers().into_iter().flatten());
        }
        let spoken = in_words(text, &figures).into_iter();
        self.numbers.extend(spoken.map(|own| own.number));
    }

    /// Adds a number as a row or a count has it.
    pub fn add_number(&mut self, digits: &str) {
        self.numbers.extend(Number::parse(digits));
    }

    /// Adds what else is known.
    pub fn extend(&mut self, other: Self) {
        self.numbers.extend(other.numbers);
        self.days.extend(other.days);
    }

    /// Whether a figure may be read as what is known.
    #[must_use]
    pub fn has(&self, figure: &Figure) -> bool {
        let is_known = |ways: &Vec<Number>| ways.iter().any(|own| self.numbers.contains(own));
        let is_day = figure.day().is_some_and(|day| self.days.contains(&day));
        is_day || figure.numbers().iter().all(is_known)
    }

    /// The first number of a text that is not known, in digits or else in words. `marks`: where figures begin that are none, in
    /// their order.
    #[must_use]
    pub fn unknown<'t>(&self, text: &'t str, marks: &[usize]) -> Option<&'t str> {
        self.unknown_of(text, |at| marks.binary_search(&at.start).is_err())
    }

    /// The same of the numbers at the places that are wanted.
    #[must_use]
    pub fn unknown_of<'t>(
        &self,
        text: &'t str,
        is_wanted: impl Fn(&Range<usize>) -> bool,
    ) -> Option<&'t str> {
        let figures = figures(text);
        let is_unknown = |figure: &&Figure| is_wanted(&figure.at) && !self.has(figure);
        let figure = figures.iter().find(is_unknown).map(|own| own.at.clone());
        let at = figure.or_else(|| {
            let mut spoken = in_words(text, &figures).into_iter();
            let is_unknown =
                |own: &Spoken| is_wanted(&own.at) && !self.numbers.contains(&own.number);
            let unknown = spoken.find(is_unknown);
            unknown.map(|own| own.at)
        });
        text.get(at?)
    }
}

/// The numbers that a text says in words beside its figures.
pub(super) fn in_words(text: &str, figures: &[Figure]) -> Vec<Spoken> {
    let is_taken = |at: usize| {
        let behind = figures.partition_point(|figure| figure.at.start <= at);
        let own = behind.checked_sub(1).and_then(|own| figures.get(own));
        own.is_some_and(|figure| figure.at.contains(&at))
    };
    let mut spoken = spoken::spoken(text, is_taken);
    spoken.extend(han::spoken(text, is_taken));
    spoken
}
