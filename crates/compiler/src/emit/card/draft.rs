//! A card while it is filled up to its budgets.

use super::CardOptions;
use super::descriptions::{CardDescriptions, Descriptions};
use super::examples::{self, CardExample};
use super::words::{self, of};

/// A card with some of the descriptions and some of the examples.
pub(super) struct Draft<'d> {
    /// What stands before the rules.
    pub(super) before: String,
    /// The rules and the vocabulary, with these descriptions.
    pub(super) body: &'d dyn Fn(&CardDescriptions<'_>) -> String,
    pub(super) descriptions: &'d Descriptions<'d>,
    pub(super) examples: &'d [CardExample],
    pub(super) language: &'d str,
    pub(super) options: &'d CardOptions<'d>,
    /// How many descriptions it has: the first ones.
    pub(super) told: usize,
    /// The places of its examples. The most ordinary ones stand first, as in the codebook.
    pub(super) shown: Vec<usize>,
}

impl Draft<'_> {
    /// The whole card.
    pub(super) fn text(&self) -> String {
        self.system() + &self.written(&self.shown)
    }

    /// The card without its examples.
    pub(super) fn system(&self) -> String {
        self.head(self.told)
    }

    /// Its examples: questions and their answers.
    pub(super) fn turns(&self) -> Vec<(String, String)> {
        let shown = self.shown.iter().filter_map(|at| self.examples.get(*at));
        let turns = shown.map(|shown| (shown.question.clone(), shown.text.clone()));
        turns.collect()
    }

    /// Shows those of the examples that have room; a shorter one may still find some.
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

    /// Tells as many descriptions as have room.
    pub(super) fn tell(&mut self) {
        let examples = self.written(&self.shown);
        let has_room = |told| self.options.within(&(self.head(told) + &examples));
        let (mut told, mut most) = (self.told, self.descriptions.len());
        if has_room(most) {
            told = most;
        }
        // As many as have room are found by halves: each try writes the whole vocabulary.
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

    /// Everything before the examples.
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
