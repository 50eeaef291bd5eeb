//! Numbers that a text says in words: `сорок девять`, `двумястами`, `полторы тысячи`, `forty-nine`.
//!
//! Words beside each other are one number where each is smaller than the last digit of what stands before it: `двести пять`
//! is one, `два три` are two. One alone is no number, since it is an article and a pronoun, too.

use std::ops::Range;

use super::super::word::{Word, words};
use super::Number;
use super::cardinal::{Cardinal, cardinal};

/// A number in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spoken {
    /// Where it stands in the text, in bytes.
    pub(super) at: Range<usize>,
    /// What it says.
    pub(super) number: Number,
}

/// The Russian and English numbers of a text. `is_taken`: whether a word, by its beginning, belongs to figures before it.
pub(super) fn spoken(text: &str, is_taken: impl Fn(usize) -> bool) -> Vec<Spoken> {
    let mut all = Vec::new();
    let mut open: Option<Sum> = None;
    let mut before: Option<Word> = None;
    for word in words(text) {
        let gap = before
            .as_ref()
            .and_then(|own| text.get(own.at.end..word.at.start));
        let is_near = gap.is_some_and(|gap| gap == "-" || gap.chars().all(char::is_whitespace));
        let said = cardinal(&word.folded).filter(|_| !is_taken(word.at.start));
        // `two hundred and five`
        let is_filler = word.folded == "and" && is_near && open.as_ref().is_some_and(Sum::is_round);
        if let Some(said) = said {
            let joined = open
                .as_mut()
                .filter(|_| is_near)
                .and_then(|sum| sum.join(said));
            match (joined, open.as_mut()) {
                (Some(()), Some(sum)) => sum.at.end = word.at.end,
                _ => all.extend(open.replace(Sum::new(said, word.at.clone()))),
            }
        } else if !is_filler {
            all.extend(open.take());
        }
        before = Some(word);
    }
    all.extend(open);
    all.into_iter().filter_map(Sum::spoken).collect()
}

/// A number while its words are added, in halves.
#[derive(Debug)]
struct Sum {
    at: Range<usize>,
    /// What stands before the last power.
    done: u64,
    /// What is behind it, less than a thousand as a rule.
    group: u64,
    /// The last power.
    power: Option<u32>,
    /// Whether a smaller number may still be added to the group.
    is_open: bool,
}

impl Sum {
    fn new(said: Cardinal, at: Range<usize>) -> Self {
        let mut sum = Self {
            at,
            done: 0,
            group: 0,
            power: None,
            is_open: true,
        };
        // The first word of a number always fits.
        let _ = sum.join(said);
        sum
    }

    /// Adds a word; `None`: another number begins with it.
    fn join(&mut self, said: Cardinal) -> Option<()> {
        match said {
            Cardinal::Halves(halves) => {
                let room = match halves / 2 {
                    0..=9 => 10,
                    10..=99 => 100,
                    _ => 1000,
                };
                let has_room = self.is_open && self.group.is_multiple_of(2 * room);
                has_room.then_some(())?;
                self.group += halves;
                // Nothing is added to `двенадцать` and to `полтора`.
                self.is_open = halves % 2 == 0 && !(10..20).contains(&(halves / 2));
            }
            Cardinal::Times(times) => {
                let fits = self.group < 200 && !(self.group == 0 && self.done > 0 && times < 100);
                fits.then_some(())?;
                self.group = self.group.max(2) * times;
                self.is_open = times == 100;
            }
            Cardinal::Power(power) => {
                self.is_smaller(power).then_some(())?;
                let group = self.group.max(2);
                self.shift(group, power);
            }
            Cardinal::HalfOf(power) => {
                (self.group == 0 && self.is_smaller(power)).then_some(())?;
                self.shift(1, power);
            }
        }
        Some(())
    }

    fn is_smaller(&self, power: u32) -> bool {
        self.power.is_none_or(|last| power < last)
    }

    fn shift(&mut self, halves: u64, power: u32) {
        let shifted = halves.saturating_mul(10_u64.saturating_pow(power));
        self.done = self.done.saturating_add(shifted);
        self.group = 0;
        self.power = Some(power);
        self.is_open = true;
    }

    /// Whether it ends with a hundred or a power.
    const fn is_round(&self) -> bool {
        self.group.is_multiple_of(200)
    }

    fn spoken(self) -> Option<Spoken> {
        let halves = self.done.saturating_add(self.group);
        let half = if halves % 2 == 1 { ".5" } else { "" };
        let number = Number::parse(&format!("{}{half}", halves / 2))?;
        (halves != 2).then_some(Spoken {
            at: self.at,
            number,
        })
    }
}
