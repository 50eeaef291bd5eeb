//! Finds numbers in a text: digits, number words, and numbers formed by adjacent values. Item numbers of lists are
//! filled in here.

use cmec_decoder::letters::{folded, is_unspaced};

use super::name::words;
use super::{FilledValue, ITEM, VALUE};

/// English cardinals and ordinals, without `one`, which is also a pronoun.
const ENGLISH: &str = "zero two three four five six seven eight nine ten eleven twelve hundred thousand million billion \
    first second third fifth eighth ninth twelfth dozen half twice";
/// Parts of English numbers from 13 to 99.
const TENS: &str = "thir four for fif six seven eigh nine twen";
const TENS_ENDS: &str = "teen teenth ty tieth ties";
/// Prefixes of Russian cardinals and ordinals, without `ё` and without the word for one.
const RUSSIAN: &str = "нул перв втор двух двум двое двенад двадц двест дважд трех трем трет трин трид трист трое трижд \
    четыр четвер пят шест седьм семер семнад семьдес семидес семьсот семисот восем восьм девя десят одиннад сорок сотн \
    тысяч миллион миллиард полтор дюжин";
/// Whole words, because other words share their prefix.
const RUSSIAN_WORDS: &str = "ноль два две три семь семи семью сто ста тыс млн млрд";
/// Chinese numerals and the ordinal prefix, without the numeral one, which is also an article.
const CHINESE: &str = "〇零二三四五六七八九十百千万亿兆两俩仨廿卅贰叁肆伍陆柒捌玖拾佰仟萬億兩第";

/// True for a numeric Unicode character, or a symbol that contains one, such as `㋀` and `🔟`.
fn is_figure(letter: char) -> bool {
    letter.is_numeric()
        || matches!(letter, '\u{32c0}'..='\u{32cb}' | '\u{3358}'..='\u{3370}' | '\u{33e0}'..='\u{33fe}' | '🔟' | '💯')
}

/// The numbers in digits of a text: with a decimal point or comma, and spaces before groups of three digits.
pub(super) fn figures(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (_, own) = rest.split_at_checked(rest.find(is_figure)?)?;
        let mut behind = own.trim_start_matches(is_figure);
        while let Some(more) = behind.strip_prefix(['.', ',', ' ', '\u{a0}', '\u{202f}']) {
            let digits = more.chars().take(4).take_while(|own| is_figure(*own));
            match (behind.starts_with(['.', ',']), digits.count()) {
                (true, 1..) | (false, 3) => behind = more.trim_start_matches(is_figure),
                _ => break,
            }
        }
        rest = behind;
        own.strip_suffix(behind)
    })
}

/// The first number in a text.
pub(super) fn said(prose: &str) -> Option<&str> {
    let mark = || prose.matches(['%', '％', '‰']).next();
    let word = || words(prose).into_iter().find(|word| is_number(word.text));
    (figures(prose).next().or_else(mark)).or_else(|| word().map(|word| word.text))
}

fn is_number(word: &str) -> bool {
    let word = folded(word);
    let is_among = |list: &str, word: &str| list.split(' ').any(|own| own == word);
    let stem = word.strip_suffix('s').or(word.strip_suffix("th"));
    let mut ends = TENS.split(' ').filter_map(|root| word.strip_prefix(root));
    is_among(ENGLISH, &word)
        || stem.is_some_and(|stem| is_among(ENGLISH, stem))
        || ends.any(|end| is_among(TENS_ENDS, end))
        || is_among(RUSSIAN_WORDS, &word)
        || RUSSIAN.split(' ').any(|root| word.starts_with(root))
        || CHINESE.contains(word.as_str())
}

/// A value that would read as another one: next to a sign, a letter, a currency or percent mark, or another value.
pub(super) fn joined<'v>(prose: &str, values: &'v [FilledValue]) -> Option<&'v str> {
    let is_blank = |own: char| own == ' ' || own == '\u{a0}';
    let mut around = prose.split(VALUE);
    let mut before = around.next()?;
    let mut is_number_before = false;
    values.iter().zip(around).find_map(|(value, behind)| {
        let text = value.text.as_str();
        let is_number = text.starts_with(|own: char| own.is_numeric() || own == '-');
        let is_apart = before.contains(|own: char| own.is_alphabetic() || own == '\n')
            || (before.contains(is_blank) && !before.trim_matches(is_blank).is_empty());
        let is_begun = before.ends_with(|own| "-−–+.,/'’^~≈".contains(own));
        let goes_on = behind.starts_with(|own: char| own.is_alphabetic() && !is_unspaced(own));
        let next = behind.trim_start_matches(is_blank);
        // A number of the question may be an amount with an unknown unit.
        let is_marked = next.starts_with(|own| "₽$€£¥₴₸￥元".contains(own))
            && (value.unit.is_some() || value.row.is_some());
        let ends = text.ends_with(char::is_numeric);
        let is_wrong = (is_number && (is_begun || (is_number_before && !is_apart)))
            || is_marked
            || (ends && goes_on);
        (before, is_number_before) = (behind, ends);
        is_wrong.then_some(text)
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
            .and_then(|digits| digits.parse().ok());
        let item = match behind.strip_prefix(['.', ')']) {
            Some(item) => Some(item).filter(|item| item.starts_with([' ', '\t'])),
            None => behind.strip_prefix(['、', '．', '）']),
        };
        let has_more =
            item.is_some_and(|item| item.contains(|own: char| own.is_alphabetic() || own == VALUE));
        if has_more && number.is_some_and(|own: u32| own == 1 || own == next) {
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
