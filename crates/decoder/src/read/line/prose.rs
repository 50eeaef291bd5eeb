//! Whether a text is prose, told without making anything of it: what a model says instead of an intent is read as JSON
//! then, whose findings speak of it.
//!
//! A text that starts with no bracket is a line when at least as many of its items mean something as do not. Prose
//! could be a bad line or bad JSON; it is a reject, as it was before there were lines.

use logos::Logos;

use crate::language::{Output, Scenario, is_line_keyword};
use crate::line::marks::compares;
use crate::line::word::is_figure;
use crate::names::Word;
use crate::read::line::items::{Item, ItemKind};
use crate::read::line::lexer::{Token, lexemes};
use crate::read::line::parse::MOST_ITEMS;
use crate::tables::value_names::Name;
use crate::tables::{Label, Tables};

/// Words of a text that may be a line of near misses: more of them are prose.
const FEW: usize = 6;

/// Whether a text from the byte `from` on has words and punctuation alone, most of which mean nothing here. What is no
/// prose may make no sense as a line all the same.
pub(crate) fn is_prose(text: &str, from: usize, tables: &Tables) -> bool {
    let mut lexer = Token::lexer(text);
    lexer.bump(if text.is_char_boundary(from) { from } else { 0 });
    let (mut known, mut unknown, mut words) = (0_usize, 0, 0);
    let mut end = from;
    while let Some(token) = lexer.next() {
        let span = lexer.span();
        let between = text.get(end..span.start).unwrap_or_default();
        // A line ends with its first line break.
        if words > 0 && between.contains(['\n', '\r']) {
            break;
        }
        match token {
            Ok(Token::Word) if is_figure(lexer.slice()) => {}
            Ok(Token::Word) if is_line_keyword(lexer.slice()) => return false,
            Ok(Token::Word) => {
                words += 1;
                if means(lexer.slice(), tables) {
                    known += 1;
                } else if span.start > end || words == 1 {
                    // What stands right after a slip is part of it.
                    unknown += 1;
                }
            }
            Err(()) if lexer.slice().starts_with(compares) => return false,
            Ok(Token::Comma) | Err(()) => {}
            Ok(Token::Dot) if lexer.remainder().trim_ascii().is_empty() => {}
            Ok(_) => return false,
        }
        end = span.end;
    }
    words < MOST_ITEMS && unknown > known && !nearly_means_all(text, from, tables)
}

/// Whether a text is a few words, each of which means something in some line, or nearly does.
fn nearly_means_all(text: &str, from: usize, tables: &Tables) -> bool {
    let (lexemes, _) = lexemes(text, from);
    lexemes.len() <= FEW
        && lexemes.iter().all(|lexeme| {
            let word = text
                .get(lexeme.span.start..lexeme.span.end)
                .unwrap_or_default();
            lexeme.token == Some(Token::Word) && (is_figure(word) || nearly_means(word, tables))
        })
}

/// Whether the words alone of a short line all mean something, or nearly do. `compared`: whether all that was lost of it
/// is compared with something by a sign that the line does not have.
pub(super) fn nearly_makes_sense(items: &[Item<'_>], tables: &Tables, compared: bool) -> bool {
    let mut words = 0;
    items.len() <= FEW
        && items.iter().all(|item| match &item.value {
            ItemKind::Bare(bare) => {
                words += 1;
                nearly_means(&bare.word, tables)
            }
            ItemKind::Lost(_) => compared,
            _ => true,
        })
        && (words > 0 || compared)
}

/// Whether a word alone can mean something in some line, or is a form or a misspelling of one that can.
fn nearly_means(word: &str, tables: &Tables) -> bool {
    if is_line_keyword(word) || means(word, tables) {
        return true;
    }
    let Some(word) = Word::of(word) else {
        return false;
    };
    let named = |code: &str, labels: &[Label]| {
        let mut names = labels.iter().flat_map(Label::names);
        word.similarity(code).is_some() || names.any(|name| word.similarity(name).is_some())
    };
    let mut types = tables.types.iter();
    let mut metrics = tables.metrics.iter();
    let mut values = tables.fields.iter().flat_map(|field| field.values.iter());
    metrics.any(|def| named(&def.name, &def.labels))
        || types.any(|def| named(&def.name, &def.labels))
        || values.any(|value| named(&value.value, &value.labels))
}

/// Whether a word alone can mean something in some line.
fn means(word: &str, tables: &Tables) -> bool {
    let name = [Name::of(word)];
    tables.type_by_name(word).is_some()
        || tables.metric_by_name(word).is_some()
        || Scenario::from_code(word).is_some()
        || Output::from_code(word).is_some()
        || (tables.fields.iter())
            .any(|field| !field.values.is_empty() && field.naming(&name).is_some())
}

#[cfg(all(test, feature = "builtin"))]
mod tests {
    use proptest::prelude::*;

    use super::is_prose;
    use crate::generated::builtin;
    use crate::read::line::read;

    #[test]
    fn prose_is_told_from_lines() {
        for (text, prose) in [
            (
                "По данным учёта, задолженность перед ООО «Имя» составляет 1 250 000 руб.",
                true,
            ),
            ("Я не могу ответить", true),
            ("enterprise active", false),
            ("enterprise aktive", false),
            ("enterprise aktive privat", false),
            ("count by city", false),
            ("city=Москва и область", false),
            ("", false),
        ] {
            let tables = builtin("enterprise").unwrap();
            assert_eq!(is_prose(text, 0, tables), prose, "{text}");
        }
    }

    proptest! {
        #[test]
        fn prose_makes_no_sense_as_a_line(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "enterprise", "active", "private", "park", "слово", "企业", "word", "IS", "12", ",", "«", "»", ".",
                    "，", "count", "name", "name=x", "-",
                ]),
                0..12,
            ),
            gaps in prop::collection::vec(any::<bool>(), 12),
        ) {
            let tables = builtin("enterprise").unwrap();
            let text: String = pieces
                .iter()
                .zip(gaps)
                .flat_map(|(piece, gap)| [*piece, if gap { " " } else { "" }])
                .collect();
            let senseless = read(&text, 0, tables, true)
                .map_or(true, |line| !line.makes_sense);
            prop_assert!(senseless || !is_prose(&text, 0, tables), "{text}");
        }
    }
}
