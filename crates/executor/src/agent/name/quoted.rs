//! What stands in quotes, in square brackets or in marks of Markdown.

use std::collections::BTreeSet;

use cmec_decoder::letters::is_unspaced;

/// A pair of marks.
struct Marks {
    open: &'static str,
    close: &'static [&'static str],
    place: Place,
}

/// Where marks may stand.
#[derive(PartialEq, Eq)]
enum Place {
    /// Anywhere.
    Any,
    /// At the borders of words alone: within a word the mark is an apostrophe, a sign of multiplication or a part of a code.
    Borders,
}

const fn anywhere(open: &'static str, close: &'static [&'static str]) -> Marks {
    Marks {
        open,
        close,
        place: Place::Any,
    }
}

const fn at_borders(open: &'static str, close: &'static [&'static str]) -> Marks {
    Marks {
        open,
        close,
        place: Place::Borders,
    }
}

const MARKS: &[Marks] = &[
    anywhere("«", &["»"]),
    anywhere("“", &["”"]),
    anywhere("„", &["“", "”"]),
    anywhere("\"", &["\""]),
    anywhere("「", &["」"]),
    anywhere("『", &["』"]),
    anywhere("《", &["》"]),
    anywhere("[", &["]"]),
    anywhere("【", &["】"]),
    anywhere("〈", &["〉"]),
    anywhere("［", &["］"]),
    anywhere("＂", &["＂"]),
    anywhere("‹", &["›"]),
    anywhere("‚", &["‘", "’"]),
    at_borders("‘", &["’"]),
    at_borders("'", &["'"]),
    at_borders("`", &["`"]),
    at_borders("**", &["**"]),
    at_borders("*", &["*"]),
    at_borders("__", &["__"]),
    at_borders("_", &["_"]),
];

/// The names in marks. Commas, brackets and dashes part them: `«Мендоса, Аргентина»` says two. An amount with its unit is none.
#[must_use]
pub(super) fn quoted(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    // Marks that are told already: `“` closes `„` and opens nothing.
    let mut told = BTreeSet::new();
    for (at, _) in text.char_indices() {
        if told.contains(&at) {
            continue;
        }
        let Some((marks, phrase, close)) = MARKS.iter().find_map(|own| own.phrase(text, at)) else {
            continue;
        };
        told.extend(at..at + marks.open.len());
        told.extend(close..close + marks.open.len());
        let parts = phrase.split([
            ',', ';', ':', '(', ')', '—', '–', '|', '/', '，', '、', '：',
        ]);
        let parts = parts.filter(|part| is_name(part, marks.place == Place::Any));
        names.extend(parts.map(str::trim));
    }
    names
}

impl Marks {
    /// What stands in these marks where one opens at a place, and where the other closes.
    fn phrase<'t>(&self, text: &'t str, at: usize) -> Option<(&Self, &'t str, usize)> {
        let (before, rest) = text.split_at_checked(at)?;
        let within = rest.strip_prefix(self.open)?;
        let within = within.split('\n').next().unwrap_or_default();
        let own = |letter: char| self.place == Place::Any || !letter.is_alphanumeric();
        let blank = |letter: char| self.place == Place::Borders && letter.is_whitespace();
        if !before.chars().next_back().is_none_or(own) || within.starts_with(blank) {
            return None;
        }
        let closes = |(end, _): &(usize, char)| {
            let (phrase, rest) = within.split_at_checked(*end)?;
            let behind = self.close.iter().find_map(|own| rest.strip_prefix(own))?;
            let fits = behind.chars().next().is_none_or(own) && !phrase.ends_with(blank);
            (fits && !phrase.is_empty()).then_some(phrase)
        };
        let phrase = within.char_indices().find_map(|place| closes(&place))?;
        Some((self, phrase, at + self.open.len() + phrase.len()))
    }
}

/// Whether a phrase names something: it has letters, and is no amount with its unit. In quotes, and in Chinese, an amount begins
/// with its figures; what is only stressed may have words before them.
fn is_name(phrase: &str, is_quoted: bool) -> bool {
    let first = phrase.chars().find(|letter| letter.is_alphanumeric());
    let begins = first.is_some_and(char::is_numeric);
    let is_chinese = first.is_some_and(is_unspaced);
    let has_figures = phrase.chars().any(char::is_numeric);
    let is_amount = has_figures && (begins || !(is_quoted || is_chinese));
    phrase.chars().any(char::is_alphabetic)
        && (!is_amount || phrase.chars().any(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_marks() {
        for (text, expected) in [
            ("«а» “б” „в“ „г” \"д\"", "а|б|в|г|д"),
            ("「甲」『乙』《丙》[丁]", "甲|乙|丙|丁"),
            ("‘а’ 'б в' `г`", "а|б в|г"),
            ("**а** *б* __в__ _г_", "а|б|в|г"),
            ("**«а»**, *б*", "«а»|а|б"),
            ("„а“ и „б“", "а|б"),
            ("d'Yquem и l'Or, the wines' and ‘Gaja’s’", "Gaja’s"),
            ("2*3*4 snake_case_name * а\n* б", ""),
            ("**1 490 руб.** **Цена: 5 €** «а", "Цена"),
            ("**а — 1 490 ₽ (б, в)**", "а|б|в"),
            ("«а\nб»", ""),
            ("** ** «» `", ""),
        ] {
            assert_eq!(quoted(text).join("|"), expected, "{text}");
        }
    }
}
