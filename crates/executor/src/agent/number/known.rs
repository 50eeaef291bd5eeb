//! The numbers and days that a text may say.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Figure, Number, Reading, figures, han, spoken};
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
        for reading in figures.iter().flat_map(Figure::readings) {
            match reading {
                Reading::Numbers(numbers) => self.numbers.extend(numbers),
                Reading::Day(day) => {
                    self.days.insert(day);
                }
            }
        }
        let spoken = in_words(text, &figures).into_iter();
        self.numbers.extend(spoken.map(|own| own.number));
    }

    /// Adds a number as a row or a count has it.
    pub fn add_number(&mut self, digits: &str) {
        self.numbers.extend(Number::parse(digits));
    }

    /// Whether a figure may be read as what is known.
    #[must_use]
    pub fn has(&self, figure: &Figure) -> bool {
        figure.readings().iter().any(|reading| match reading {
            Reading::Day(day) => self.days.contains(day),
            Reading::Numbers(numbers) => {
                !numbers.is_empty() && numbers.iter().all(|own| self.numbers.contains(own))
            }
        })
    }

    /// The first number of a text that is not known, in digits or else in words. `marks`: where figures begin that are none.
    #[must_use]
    pub fn unknown<'t>(&self, text: &'t str, marks: &[usize]) -> Option<&'t str> {
        self.unknown_of(text, |at| !marks.contains(&at.start))
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
    let is_taken = |at: usize| figures.iter().any(|figure| figure.at.contains(&at));
    let mut spoken = spoken::spoken(text, is_taken);
    spoken.extend(han::spoken(text, is_taken));
    spoken
}
