//! `Locale`: the language of summaries and hints.

use serde::{Deserialize, Serialize};

/// A language the executor writes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Locale {
    /// Chinese.
    Zh,
    /// Russian.
    #[default]
    Ru,
    /// English.
    En,
}

impl Locale {
    /// Every language.
    pub const ALL: [Self; 3] = [Self::Zh, Self::Ru, Self::En];

    /// Its tag.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Zh => "zh",
            Self::Ru => "ru",
            Self::En => "en",
        }
    }

    /// The language of a tag; English for other tags.
    #[must_use]
    pub fn of_tag(tag: &str) -> Self {
        match tag.split('-').next() {
            Some("zh") => Self::Zh,
            Some("ru") => Self::Ru,
            _ => Self::En,
        }
    }

    /// One of three texts, by language: Chinese, Russian, English.
    #[must_use]
    pub const fn pick<'t>(self, zh: &'t str, ru: &'t str, en: &'t str) -> &'t str {
        match self {
            Self::Zh => zh,
            Self::Ru => ru,
            Self::En => en,
        }
    }
}
