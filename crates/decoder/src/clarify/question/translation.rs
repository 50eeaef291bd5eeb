//! A text in Chinese, Russian and English, side by side.
//!
//! A number never governs a noun and a name stands in quotes, so that both fit in without being inflected.

/// A sentence or a name, in each language; `{}` stands for what is filled in.
pub(super) struct Translation {
    zh: &'static str,
    ru: &'static str,
    en: &'static str,
}

impl Translation {
    pub(super) const fn new(zh: &'static str, ru: &'static str, en: &'static str) -> Self {
        Self { zh, ru, en }
    }

    /// As it stands; in English where the language is none of the three.
    pub(super) fn text(&self, language: &str) -> &'static str {
        match language.split('-').next().unwrap_or(language) {
            "zh" => self.zh,
            "ru" => self.ru,
            _ => self.en,
        }
    }

    /// With words filled in, in order.
    pub(super) fn with(&self, language: &str, words: &[&str]) -> String {
        let mut pieces = self.text(language).split("{}");
        let mut whole = pieces.next().unwrap_or_default().to_owned();
        for (piece, word) in pieces.zip(words) {
            whole.push_str(word);
            whole.push_str(piece);
        }
        whole
    }
}
