//! Display forms of units.

use cmec_decoder::letters::is_unspaced;

use cmec_executor::locale::Locale;

/// The unit of a percentage.
pub(super) const PERCENT: &str = "percent";

/// Each unit with its Chinese, Russian and English form, and other forms that a model may write after a number. An
/// unlisted unit is written as it is.
const UNITS: &[(&str, [&str; 3], &str)] = &[
    (PERCENT, ["%"; 3], "процентов, процента, процент, percent"),
    (
        "RUB",
        ["₽"; 3],
        "рублей, рубля, рубль, руб., руб, roubles, rubles, 卢布",
    ),
    (
        "CNY",
        ["元", "CNY", "CNY"],
        "юаней, юаня, юань, yuan, 人民币, ¥",
    ),
    ("km2", ["km²", "км²", "km²"], "кв. км, 平方公里, km2"),
];

fn of(unit: &str) -> Option<&'static (&'static str, [&'static str; 3], &'static str)> {
    UNITS.iter().find(|(own, ..)| *own == unit)
}

pub(super) fn with(locale: Locale, number: &str, unit: &str) -> String {
    let shown = of(unit).map_or(unit, |(_, [zh, ru, en], _)| locale.pick(zh, ru, en));
    let gap = if unit == PERCENT { "" } else { " " };
    format!("{number}{gap}{shown}")
}

/// The text after a number, without its unit.
pub(super) fn without<'r>(unit: &str, rest: &'r str) -> &'r str {
    let known = of(unit).into_iter();
    let known = known.flat_map(|(_, shown, more)| shown.iter().copied().chain(more.split(", ")));
    let behind = rest.trim_start_matches([' ', '\u{a0}']);
    let behind = std::iter::once(unit)
        .chain(known)
        .find_map(|own| behind.strip_prefix(own));
    let is_whole =
        |behind: &&str| !behind.starts_with(|own: char| own.is_alphabetic() && !is_unspaced(own));
    behind.filter(is_whole).unwrap_or(rest)
}
