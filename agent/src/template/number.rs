//! Finds numbers in a text: digits, number words, and numbers formed by adjacent values. Item numbers of lists are
//! filled in here.

use cmec_decoder::letters::{folded, is_unspaced};

use super::figure::figures;
use super::name::words;
use super::{FilledValue, ITEM, VALUE};

/// English cardinals and ordinals, without `one`, which is also a pronoun.
#[rustfmt::skip]
const ENGLISH: &[&str] = &[
    "zero", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "hundred", "thousand",
    "million", "billion", "first", "second", "third", "fifth", "eighth", "ninth", "twelfth", "dozen", "half", "twice",
];
/// Parts of English numbers from 13 to 99.
const TENS: [&[&str]; 2] = [
    &[
        "thir", "four", "for", "fif", "six", "seven", "eigh", "nine", "twen",
    ],
    &["teen", "teenth", "ty", "tieth", "ties"],
];
/// Prefixes of Russian cardinals and ordinals, without `ё` and without the word for one.
#[rustfmt::skip]
const RUSSIAN: &[&str] = &[
    "нул", "перв", "втор", "двух", "двум", "двое", "двенад", "двадц", "двест", "дважд", "трех", "трем", "трет", "трин", "трид", "трист",
    "трое", "трижд", "четыр", "четвер", "пят", "шест", "седьм", "семер", "семнад", "семьдес", "семидес", "семьсот", "семисот", "восем",
    "восьм", "девя", "десят", "одиннад", "сорок", "сотн", "тысяч", "миллион", "миллиард", "полтор", "дюжин",
];
/// Whole words, because other words share their prefix.
#[rustfmt::skip]
const RUSSIAN_WORDS: &[&str] = &["ноль", "два", "две", "три", "семь", "семи", "семью", "сто", "ста", "тыс", "млн", "млрд"];
/// Chinese numerals and the ordinal prefix, without the numeral one, which is also an article.
const CHINESE: &str = "〇零二三四五六七八九十百千万亿兆两俩仨廿卅贰叁肆伍陆柒捌玖拾佰仟萬億兩第";

/// The first number in a text.
pub(super) fn said(prose: &str) -> Option<&str> {
    let figure = figures(prose).next().and_then(|at| prose.get(at));
    let mark = || prose.matches(['%', '％', '‰']).next();
    let word = || words(prose).into_iter().find(|word| is_number(word.text));
    figure
        .or_else(mark)
        .or_else(|| word().map(|word| word.text))
}

fn is_number(word: &str) -> bool {
    let word = folded(word);
    let is_english = |word: &str| ENGLISH.contains(&word);
    let mut roots = TENS[0].iter().filter_map(|root| word.strip_prefix(root));
    is_english(&word)
        || word
            .strip_suffix(['s'])
            .or(word.strip_suffix("th"))
            .is_some_and(is_english)
        || roots.any(|end| TENS[1].contains(&end))
        || RUSSIAN_WORDS.contains(&word.as_str())
        || RUSSIAN.iter().any(|root| word.starts_with(root))
        || CHINESE.contains(word.as_str())
}

/// A value that would read as another one: next to a sign, a letter, a currency or percent mark, or another value.
pub(super) fn joined<'v>(prose: &str, values: &'v [FilledValue]) -> Option<&'v str> {
    let mut around = prose.split(VALUE);
    let mut before = around.next()?;
    let mut is_number_before = false;
    values.iter().zip(around).find_map(|(value, behind)| {
        let is_number = value
            .text
            .starts_with(|own: char| own.is_numeric() || own == '-');
        let ends = value.text.ends_with(char::is_numeric);
        let is_blank = |own: char| own == ' ' || own == '\u{a0}';
        let is_apart = before.contains(|own: char| own.is_alphabetic() || own == '\n')
            || (before.contains(is_blank) && !before.trim_matches(is_blank).is_empty());
        let is_begun = before.ends_with(|own| "-−–+.,/'’^~≈".contains(own));
        let next = behind.trim_start_matches(is_blank).chars().next();
        let next = next.is_some_and(|own| "₽$€£¥₴₸￥元".contains(own));
        // A number of the question may be an amount with an unknown unit.
        let is_marked = next && (value.unit.is_some() || value.row.is_some());
        let goes_on = behind.starts_with(|own: char| own.is_alphabetic() && !is_unspaced(own));
        let is_wrong = (is_number && (is_begun || (is_number_before && !is_apart)))
            || is_marked
            || (ends && goes_on);
        (before, is_number_before) = (behind, ends);
        is_wrong.then_some(value.text.as_str())
    })
}

/// Replaces item numbers by markers: `1.`, `2)`, `3、`, either ascending by one or all of them 1.
pub(super) fn with_items(prose: &str) -> String {
    let mut next = 1_u32;
    let mut all = String::with_capacity(prose.len());
    for line in prose.split_inclusive('\n') {
        let own = line.trim_start_matches([' ', '\t', '*', '#', '>']);
        let behind = own.trim_start_matches(|own: char| own.is_ascii_digit());
        let number = own
            .strip_suffix(behind)
            .and_then(|digits| digits.parse::<u32>().ok());
        let item = behind
            .strip_prefix(['.', ')'])
            .filter(|item| item.starts_with([' ', '\t']));
        let item = item.or_else(|| behind.strip_prefix(['、', '．', '）']));
        let has_more =
            item.is_some_and(|item| item.contains(|own: char| own.is_alphabetic() || own == VALUE));
        if has_more && number.is_some_and(|own| own == 1 || own == next) {
            all.push_str(line.strip_suffix(own).unwrap_or_default());
            all.push(ITEM);
            all.push_str(behind);
            next += 1;
        } else {
            all.push_str(line);
        }
    }
    all
}
