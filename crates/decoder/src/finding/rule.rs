//! `Rule`: what a text can break, with its documentation.

use crate::finding::{Retry, Stage};
use crate::tables::FindingClass;

/// A rule a text can break.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Stable id, `DEC0xx`.
    pub id: &'static str,
    /// Short name.
    pub slug: &'static str,
    /// Class, the unit of policy.
    pub class: FindingClass,
    /// Where it is checked.
    pub stage: Stage,
    /// Whether asking again is worth it.
    pub retry: Retry,
    /// What it finds, in English: its headline.
    pub what: &'static str,
    /// The same in Chinese.
    pub zh: &'static str,
    /// The same in Russian.
    pub ru: &'static str,
    /// Why that is not accepted.
    pub why: &'static str,
    /// A text that breaks it.
    pub example: &'static str,
    /// What to say instead.
    pub instead: &'static str,
}

impl Rule {
    /// What it finds, in a word, in a language; in English where it is none of the three.
    #[must_use]
    pub fn headline(&self, language: &str) -> &'static str {
        match language.split('-').next().unwrap_or(language) {
            "zh" => self.zh,
            "ru" => self.ru,
            _ => self.what,
        }
    }
}
