//! A card that is filled up to its budgets.

use super::CardOptions;
use super::descriptions::{CardDescriptions, Descriptions};
use super::examples::{self, CardExample};
use super::words::{self, of};

/// A card with some of the descriptions and examples.
pub(super) struct Draft<'d> {
    /// The text before the rules.
    pub(super) before: String,
    /// Renders rules and vocabulary with the given descriptions.
    pub(super) body: &'d dyn Fn(&CardDescriptions<'_>) -> String,
    pub(super) descriptions: &'d Descriptions<'d>,
    pub(super) examples: &'d [CardExample],
    pub(super) language: &'d str,
    pub(super) options: &'d CardOptions<'d>,
    /// The number of descriptions included, from the first.
    pub(super) told: usize,
    /// Indices of the examples included, the most ordinary first.
    pub(super) shown: Vec<usize>,
}

impl Draft<'_> {
    pub(super) fn text(&self) -> String {
        self.system() + &self.written(&self.shown)
    }

    pub(super) fn system(&self) -> String {
        self.head(self.told)
    }

    pub(super) fn turns(&self) -> Vec<(String, String)> {
        let shown = self.shown.iter().filter_map(|at| self.examples.get(*at));
        let turns = shown.map(|shown| (shown.question.clone(), shown.text.clone()));
        turns.collect()
    }

    /// Adds the examples that fit; a shorter one may still fit after a longer one failed.
    pub(super) fn show(&mut self, examples: impl IntoIterator<Item = usize>) {
        let head = self.head(self.told);
        for at in examples {
            let mut with = self.shown.clone();
            with.push(at);
            with.sort_unstable();
            let longer = format!("{head}{}", self.written(&with));
            if self.options.within(&longer) {
                self.shown = with;
            }
        }
    }

    /// Adds as many descriptions as fit.
    pub(super) fn tell(&mut self) {
        let examples = self.written(&self.shown);
        let has_room = |told| self.options.within(&(self.head(told) + &examples));
        let (mut told, mut most) = (self.told, self.descriptions.len());
        if has_room(most) {
            told = most;
        }
        // A binary search, because each attempt renders the whole vocabulary.
        while told < most {
            let middle = told + (most - told).div_ceil(2);
            if has_room(middle) {
                told = middle;
            } else {
                most = middle - 1;
            }
        }
        self.told = told;
    }

    fn head(&self, told: usize) -> String {
        let mut head = self.before.clone();
        head += &(self.body)(&self.descriptions.first(told));
        if let Some(today) = self.options.today {
            let title = of(&words::TODAY, self.language);
            head.push_str(&format!("{title} {today}\n"));
        }
        head
    }

    fn written(&self, shown: &[usize]) -> String {
        if shown.is_empty() {
            return String::new();
        }
        let shown = shown.iter().filter_map(|at| self.examples.get(*at));
        examples::written(shown, self.language)
    }
}
