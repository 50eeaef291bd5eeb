//! Whether a text of a model says only what was found or asked: every number of it, and every name in quotes or brackets.
//!
//! A number is one of a row, of the question, or the count of what was found, in digits or in words. The marks of a numbered
//! list are none.

use cmec_decoder::letters::folded;

use super::number::Known;
use crate::ports::raw_row::Cell;
use crate::response::row::Row;

/// What a text may say.
#[derive(Debug, Clone, Default)]
pub struct Grounds {
    known: Known,
    /// The texts of rows and of the question, letters of either case.
    texts: String,
    found: u64,
}

/// What a text says that nothing was found of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeUp {
    /// What it says.
    pub said: String,
    /// What kind of thing that is.
    pub kind: MadeUpKind,
}

/// What a text makes up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MadeUpKind {
    /// A number.
    Number,
    /// A name.
    Name,
}

impl MadeUpKind {
    /// Its reason code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Number => "number_not_found",
            Self::Name => "name_not_found",
        }
    }
}

impl Grounds {
    /// The grounds of a question and of what was found for it.
    #[must_use]
    pub fn new(question: &str, rows: &[Row]) -> Self {
        let mut grounds = Self::default();
        grounds.add_text(question);
        for row in rows {
            for (_, cell) in &row.values {
                grounds.add_cell(cell);
            }
        }
        grounds.found = rows.len() as u64;
        grounds.add_count(grounds.found);
        grounds
    }

    /// Adds a count, as the rows of all pages.
    pub fn add_count(&mut self, count: u64) {
        self.known.add_number(&count.to_string());
    }

    /// Adds a text that the answer may repeat.
    pub fn add_text(&mut self, text: &str) {
        self.known.add_text(text);
        self.texts.push_str(&compared(text));
        self.texts.push('\n');
    }

    fn add_cell(&mut self, cell: &Cell) {
        match cell {
            Cell::Null | Cell::Boolean(_) => {}
            Cell::Number(digits) => self.known.add_number(digits),
            Cell::Text(text) | Cell::Other(text) => self.add_text(text),
            Cell::Reference(reference) => {
                self.add_text(&reference.presentation);
                self.add_text(&reference.id);
            }
            Cell::List(cells) => cells.iter().for_each(|cell| self.add_cell(cell)),
        }
    }

    /// The first thing that a text makes up; `None`: nothing.
    #[must_use]
    pub fn made_up(&self, text: &str) -> Option<MadeUp> {
        let number = |said: &str| MadeUp {
            said: said.to_owned(),
            kind: MadeUpKind::Number,
        };
        if let Some(said) = self.known.unknown(text, &self.list_marks(text)) {
            return Some(number(said));
        }
        let names = quoted(text).into_iter();
        let mut unknown = names.filter(|name| !self.texts.contains(&compared(name)));
        unknown.next().map(|name| MadeUp {
            said: name.to_owned(),
            kind: MadeUpKind::Name,
        })
    }

    /// Where the marks of a numbered list stand: `1.`, `2)`, each one more than the one before, and no more than was found.
    fn list_marks(&self, text: &str) -> Vec<usize> {
        let mut marks = Vec::new();
        let mut next = 1;
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let indent = line.len() - line.trim_start_matches([' ', '\t', '*', '#']).len();
            let own = line.get(indent..).unwrap_or_default();
            let mark = next.to_string();
            let rest = own.strip_prefix(mark.as_str());
            if next <= self.found && rest.is_some_and(|rest| rest.starts_with(['.', ')'])) {
                marks.push(start + indent);
                next += 1;
            }
            start += line.len();
        }
        marks
    }
}

/// What stands in quotes or in square brackets.
fn quoted(text: &str) -> Vec<&str> {
    const MARKS: &[(char, char)] = &[
        ('«', '»'),
        ('“', '”'),
        ('„', '“'),
        ('"', '"'),
        ('「', '」'),
        ('《', '》'),
        ('[', ']'),
    ];
    let mut names = Vec::new();
    for (open, close) in MARKS {
        let mut rest = text;
        while let Some((_, behind)) = rest.split_once(*open) {
            let Some((name, behind)) = behind.split_once(*close) else {
                break;
            };
            let is_name = !name.trim().is_empty() && !name.contains('\n');
            if is_name {
                names.push(name.trim());
            }
            rest = behind;
        }
    }
    names
}

/// A text to compare: letters of either case, blanks of one kind.
fn compared(text: &str) -> String {
    let folded = folded(text);
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    fn grounds() -> Grounds {
        let row = |name: &str, price: &str, notes: &str| Row {
            values: vec![
                (Cow::Borrowed("wine.name"), Cell::Text(name.to_owned())),
                (
                    Cow::Borrowed("wine.price_rub"),
                    Cell::Number(price.to_owned()),
                ),
                (
                    Cow::Borrowed("wine.tasting_notes"),
                    Cell::Text(notes.to_owned()),
                ),
            ],
        };
        let rows = [
            row("Malbec Сингл Виньярд", "1799", "Выдержка 12 мес."),
            row("Chianti", "1850.5", "Ёжевика"),
        ];
        Grounds::new("Красное сухое до 2000 к стейку", &rows)
    }

    #[test]
    fn what_was_found_or_asked_may_be_said() {
        for text in [
            "Malbec, 1 799 ₽, и Chianti, 1850,50 ₽ — дешевле 2000.",
            "1. «Malbec Сингл Виньярд»: 1799\n2. «chianti»: 1 850,5",
            "Нашлось 2 вина, два на выбор. Выдержка 12 месяцев.",
            "Ничего больше.",
            "[Chianti] с ежевикой",
        ] {
            assert_eq!(grounds().made_up(text), None, "{text}");
        }
    }

    #[test]
    fn what_was_neither_found_nor_asked_is_made_up() {
        use MadeUpKind::{Name, Number};
        for (text, said, kind) in [
            ("Malbec за 1789 ₽", "1789", Number),
            ("около 1,8 тысячи", "1,8 тысячи", Number),
            ("меньше тысячи", "тысячи", Number),
            ("about two thousand five", "two thousand five", Number),
            ("нашлось пять вин", "пять", Number),
            ("大约三千卢布", "三千", Number),
            ("«Barolo» за 1799", "Barolo", Name),
            ("1. A\n2. B\n3. C", "3", Number),
            ("скидка 10%", "10", Number),
        ] {
            let said = MadeUp {
                said: said.to_owned(),
                kind,
            };
            assert_eq!(grounds().made_up(text), Some(said), "{text}");
        }
    }
}
