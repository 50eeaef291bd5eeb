//! What of a text leads somewhere or is run: addresses, links, images, tags and code. Whoever shows a text may make more of
//! them than letters, and whoever reads it may follow them, so that each stands in a row letter by letter.

mod address;
mod markup;

use address::addresses;
use cmec_decoder::blank::is_unseen;
use cmec_decoder::letters::{is_unspaced, narrow};
use markup::Markup;

/// Most links of a text that are looked for: one more is taken for made up.
const MOST_LINKS: usize = 256;

/// The texts of rows that a link may stand in.
#[derive(Debug, Clone, Default)]
pub(super) struct LinkTexts {
    texts: Vec<String>,
}

impl LinkTexts {
    /// Adds a text of a row.
    pub(super) fn add(&mut self, text: &str) {
        self.texts.push(seen(text));
    }

    /// The first link of a text that stands in none of these.
    pub(super) fn unknown(&self, text: &str) -> Option<String> {
        let text = seen(text);
        let links = Markup::of(&text).chain(addresses(&text)).enumerate();
        let mut unknown = links.filter(|(at, link)| *at == MOST_LINKS || !self.stands(link));
        unknown.next().map(|(_, link)| link.to_owned())
    }

    /// Whether a link stands in one of the texts, and is no piece of a longer word or name of a host there.
    fn stands(&self, link: &str) -> bool {
        self.texts.iter().any(|text| {
            let mut places = text.match_indices(link);
            places.any(|(at, _)| {
                let (before, rest) = text.split_at_checked(at).unwrap_or_default();
                let behind = rest.get(link.len()..).unwrap_or_default();
                let is_sentence_end = |behind: &str| !behind.starts_with(char::is_alphanumeric);
                let ends = behind.strip_prefix('.').is_some_and(is_sentence_end);
                let goes_on = |own: char| {
                    let is_letter = own.is_alphanumeric() && !is_unspaced(own);
                    is_letter || ['-', '_', '@', '%', '+', '.'].contains(&own)
                };
                let is_begun = link.starts_with(char::is_alphanumeric) && before.ends_with(goes_on);
                let is_cut = link.ends_with(char::is_alphanumeric) && behind.starts_with(goes_on);
                !is_begun && (ends || !is_cut)
            })
        })
    }
}

/// Whether a text has a link.
pub(super) fn has_link(text: &str) -> bool {
    LinkTexts::default().unknown(text).is_some()
}

/// A text as it is seen where Markdown is drawn: without the backslash before a mark, and without what is not seen. Letters of
/// full width are those of a keyboard.
fn seen(text: &str) -> String {
    let visible = |own: &char| own.is_whitespace() || !is_unseen(*own);
    let mut letters = text.chars().filter(visible).map(usual).peekable();
    let mut seen = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        let escaped = match letter {
            '\\' => letters.next_if(char::is_ascii_punctuation),
            _ => None,
        };
        seen.push(escaped.unwrap_or(letter));
    }
    seen
}

/// A letter as an address has it. Other marks of full width are those of Chinese prose.
fn usual(letter: char) -> char {
    match letter {
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '．' | '／' | '＠' => narrow(letter),
        '․' | '｡' => '.',
        other => other,
    }
}

#[cfg(test)]
mod tests;
