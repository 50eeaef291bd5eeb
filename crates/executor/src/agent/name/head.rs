//! One capitalised word that an item of a list, a cell of a table, a line or a sentence begins with, and that stands there by
//! itself: `- Массето — 1490 ₽`.

use super::super::word::Word;

/// Words that stand so and name nothing.
#[rustfmt::skip]
const ORDINARY: &[&str] = &[
    "да", "нет", "итого", "всего", "цена", "цены", "стоимость", "средняя", "среднее", "средний", "минимум", "максимум",
    "количество", "число", "сумма", "год", "объем", "крепость", "вино", "вина", "вариант", "варианты", "оба", "обе", "все",
    "это", "он", "она", "оно", "они", "первое", "первый", "первая", "второе", "второй", "вторая", "третье", "третий", "третья",
    "лучшее", "лучший", "лучшая", "дешевле", "дороже", "итак", "ответ", "результат", "результаты", "найдено", "нашлось",
    "рекомендация", "подойдет", "подходит", "пример", "примечание", "остаток", "оборот", "приход", "расход", "дата",
    "yes", "no", "total", "sum", "price", "cost", "average", "mean", "minimum", "maximum", "min", "max", "count", "number",
    "year", "volume", "wine", "wines", "option", "options", "both", "all", "it", "they", "first", "second", "third", "best",
    "cheapest", "result", "results", "answer", "found", "note", "example", "recommendation", "balance", "date",
];

/// Whether a word that begins a sentence stands there by itself and names something.
pub(super) fn is_head(text: &str, word: &Word) -> bool {
    let (before, rest) = (text.get(..word.at.start), text.get(word.at.end..));
    let (Some(before), Some(rest)) = (before, rest) else {
        return false;
    };
    if ORDINARY.contains(&word.folded.as_str()) {
        return false;
    }
    let (line, begin) = (line_end(rest), line_begin(before));
    let behind = line.trim_start_matches(is_mark_or_blank);
    match behind.chars().next() {
        // By itself in an item or a cell. The head of a table names its columns.
        None | Some('|') => is_item(begin) && !is_table_head(text, word.at.end),
        Some(',' | '，') => behind
            .trim_start_matches([',', '，', ' '])
            .starts_with(is_digit),
        Some('—' | '–' | '-' | ':' | '：' | '(' | '（') => {
            sentence(behind).contains(is_digit)
        }
        Some(letter) => is_digit(letter) && is_item(begin),
    }
}

/// The rest of the line.
fn line_end(rest: &str) -> &str {
    rest.split('\n').next().unwrap_or_default()
}

/// The line up to a place.
fn line_begin(before: &str) -> &str {
    before.rsplit('\n').next().unwrap_or_default()
}

/// Whether a line begins as an item of a list or a row of a table.
fn is_item(begin: &str) -> bool {
    let begin = begin.trim_start();
    begin.starts_with(['-', '*', '•', '–', '—', '|', '+']) || begin.starts_with(is_digit)
}

/// Whether the line that goes on at a place is the head of a table: the next has marks of columns alone.
fn is_table_head(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let next = rest.split('\n').nth(1).unwrap_or_default();
    next.contains("--") && next.chars().all(|letter| "|-: \r".contains(letter))
}

/// A text up to the end of its sentence. A mark between two digits is one of a number.
fn sentence(text: &str) -> &str {
    let ends = |(at, letter): &(usize, char)| {
        let behind = text.get(at + letter.len_utf8()..).unwrap_or_default();
        let goes_on = behind.starts_with(is_digit);
        matches!(letter, '.' | '!' | '?' | ';' | '。' | '！' | '？') && !goes_on
    };
    let end = text.char_indices().find(ends);
    end.and_then(|(at, _)| text.get(..at)).unwrap_or(text)
}

fn is_digit(letter: char) -> bool {
    letter.is_numeric()
}

fn is_mark_or_blank(letter: char) -> bool {
    letter.is_whitespace() || "*_`\"»”’'".contains(letter)
}
