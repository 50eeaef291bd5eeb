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

/// Most phrases within each other that are looked at: what is deeper stands in those around it, too.
const DEEPEST: usize = 8;

/// The names in marks. Commas, brackets and dashes part them: `«Мендоса, Аргентина»` says two. An amount with its unit is none.
#[must_use]
pub(super) fn quoted(text: &str) -> Vec<&str> {
    text.split('\n').flat_map(of_line).collect()
}

fn of_line(line: &str) -> Vec<&str> {
    let closes: Vec<Vec<usize>> = MARKS.iter().map(|own| own.closes(line)).collect();
    let mut names = Vec::new();
    // Marks that are told already: `“` closes `„` and opens nothing.
    let mut told = BTreeSet::new();
    // Where the phrases around a place end.
    let mut around: Vec<usize> = Vec::new();
    for (at, _) in line.char_indices() {
        around.retain(|end| *end > at);
        if around.len() == DEEPEST || told.contains(&at) {
            continue;
        }
        let mut marks = MARKS.iter().zip(&closes);
        let Some((marks, phrase)) = marks.find_map(|(own, closes)| {
            let phrase = own.phrase(line, at, closes)?;
            Some((own, phrase))
        }) else {
            continue;
        };
        let close = at + marks.open.len() + phrase.len();
        around.push(close);
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
    /// Whether a letter may stand right outside of these marks.
    fn is_outside(&self, letter: char) -> bool {
        self.place == Place::Any || !letter.is_alphanumeric()
    }

    /// Whether a letter may not stand right within these marks.
    fn is_gap(&self, letter: char) -> bool {
        self.place == Place::Borders && letter.is_whitespace()
    }

    /// Where a phrase in these marks may end in a line.
    fn closes(&self, line: &str) -> Vec<usize> {
        let ends = |(at, _): (usize, char)| {
            let (phrase, rest) = line.split_at_checked(at)?;
            let behind = self.close.iter().find_map(|own| rest.strip_prefix(own))?;
            let fits = behind.chars().next().is_none_or(|own| self.is_outside(own));
            (fits && !phrase.ends_with(|own| self.is_gap(own))).then_some(at)
        };
        line.char_indices().filter_map(ends).collect()
    }

    /// What stands in these marks where one opens at a place. `closes`: where it may end.
    fn phrase<'t>(&self, line: &'t str, at: usize, closes: &[usize]) -> Option<&'t str> {
        let (before, rest) = line.split_at_checked(at)?;
        let within = rest.strip_prefix(self.open)?;
        let is_inside = before.ends_with(|own| !self.is_outside(own));
        if is_inside || within.starts_with(|own| self.is_gap(own)) {
            return None;
        }
        let from = at + self.open.len();
        let close = closes.get(closes.partition_point(|own| *own <= from))?;
        line.get(from..*close)
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
