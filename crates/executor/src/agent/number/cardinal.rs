//! Russian and English words for whole numbers, each form of them by its stem and its ending.

/// What a word for a number says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cardinal {
    /// A number below a thousand, in halves.
    Halves(u64),
    /// So many times the number before it: ten, twelve or a hundred.
    Times(u64),
    /// A power of ten, from a thousand upwards, times the number before it.
    Power(u32),
    /// Half of such a power.
    HalfOf(u32),
}

/// What a number adds to those before it, its stem, and its endings.
type Forms = (u64, &'static str, &'static [&'static str]);

const SOFT: &[&str] = &["ь", "и", "ью"];
const HARD: &[&str] = &["", "а", "у", "ом", "е", "ы", "ов", "ам", "ами", "ах"];
const FEMININE: &[&str] = &[
    "а", "и", "ы", "е", "у", "ей", "ой", "ою", "ею", "ью", "ам", "ами", "ах", "",
];

/// From one to nine. One alone is a word like any other, and counts behind others only.
const DIGITS: &[Forms] = &[
    (
        1,
        "од",
        &["ин", "на", "но", "ну", "ного", "ной", "ному", "ним", "ном"],
    ),
    (2, "дв", &["а", "е", "ух", "ум", "умя"]),
    (3, "тр", &["и", "ех", "ем", "емя"]),
    (4, "четыр", &["е", "ех", "ем", "ьмя"]),
    (5, "пят", SOFT),
    (6, "шест", SOFT),
    (7, "сем", SOFT),
    (8, "восем", &["ь", "ью"]),
    (8, "восьм", &["и", "ью"]),
    (9, "девят", SOFT),
    (1, "one", &[""]),
    (2, "two", &[""]),
    (3, "three", &[""]),
    (4, "four", &[""]),
    (5, "five", &[""]),
    (6, "six", &[""]),
    (7, "seven", &[""]),
    (8, "eight", &[""]),
    (9, "nine", &[""]),
];

/// Numbers that no other form is made of.
const OTHER: &[Forms] = &[
    (10, "десят", SOFT),
    (11, "одиннадцат", SOFT),
    (12, "двенадцат", SOFT),
    (13, "тринадцат", SOFT),
    (14, "четырнадцат", SOFT),
    (15, "пятнадцат", SOFT),
    (16, "шестнадцат", SOFT),
    (17, "семнадцат", SOFT),
    (18, "восемнадцат", SOFT),
    (19, "девятнадцат", SOFT),
    (20, "двадцат", SOFT),
    (30, "тридцат", SOFT),
    (40, "сорок", &["", "а"]),
    (90, "девяност", &["о", "а"]),
    (100, "ст", &["о", "а"]),
    (150, "пол", &["тораста", "утораста"]),
    (10, "ten", &[""]),
    (11, "eleven", &[""]),
    (12, "twelve", &[""]),
    (13, "thirteen", &[""]),
    (14, "fourteen", &[""]),
    (15, "fifteen", &[""]),
    (16, "sixteen", &[""]),
    (17, "seventeen", &[""]),
    (18, "eighteen", &[""]),
    (19, "nineteen", &[""]),
    (20, "twenty", &[""]),
    (30, "thirty", &[""]),
    (40, "forty", &[""]),
    (50, "fifty", &[""]),
    (60, "sixty", &[""]),
    (70, "seventy", &[""]),
    (80, "eighty", &[""]),
    (90, "ninety", &[""]),
];

const ONE_AND_A_HALF: &[&str] = &["полтора", "полторы", "полутора"];

/// What is behind a digit in `пятьдесят` and in `двести`, and how many times it is the digit.
const BEHIND_DIGITS: &[Forms] = &[
    (10, "десят", &["", "и", "ью"]),
    (100, "с", &["ти", "та", "от", "там", "тами", "тах"]),
];

const TIMES: &[Forms] = &[
    (
        10,
        "десят",
        &[
            "ок", "ка", "ку", "ком", "ке", "ки", "ков", "кам", "ками", "ках",
        ],
    ),
    (12, "дюжин", FEMININE),
    (
        100,
        "сот",
        &["ня", "ни", "не", "ню", "ней", "ен", "ням", "нями", "нях"],
    ),
    (12, "dozen", &["", "s"]),
    (100, "hundred", &["", "s"]),
];

/// Powers of ten by their exponents. Abbreviations are read, too.
const POWERS: &[Forms] = &[
    (3, "тысяч", FEMININE),
    (3, "тыщ", FEMININE),
    (3, "тыс", &[""]),
    (6, "миллион", HARD),
    (6, "млн", &[""]),
    (9, "миллиард", HARD),
    (9, "млрд", &[""]),
    (12, "триллион", HARD),
    (12, "трлн", &[""]),
    (3, "thousand", &["", "s"]),
    (6, "million", &["", "s"]),
    (9, "billion", &["", "s"]),
    (12, "trillion", &["", "s"]),
];

/// What a word without case says; `None`: no number.
#[must_use]
pub(super) fn cardinal(word: &str) -> Option<Cardinal> {
    let digit = of(DIGITS, word).or_else(|| of(OTHER, word));
    if let Some(number) = digit.or_else(|| compound(word)) {
        return Some(Cardinal::Halves(2 * number));
    }
    if ONE_AND_A_HALF.contains(&word) {
        return Some(Cardinal::Halves(3));
    }
    let times = || of(TIMES, word).map(Cardinal::Times);
    let half = || of(POWERS, word.strip_prefix("пол")?).map(Cardinal::HalfOf);
    let power = of(POWERS, word).map(Cardinal::Power);
    power.or_else(times).or_else(half)
}

/// The number of a form that is this word.
fn of<N: TryFrom<u64>>(forms: &[Forms], word: &str) -> Option<N> {
    let mut own = forms.iter().filter(|(_, stem, endings)| {
        let ending = word.strip_prefix(stem);
        ending.is_some_and(|ending| endings.contains(&ending))
    });
    own.next()
        .and_then(|(number, ..)| N::try_from(*number).ok())
}

/// The number of a word made of a digit and what is behind it.
fn compound(word: &str) -> Option<u64> {
    BEHIND_DIGITS.iter().find_map(|(times, stem, endings)| {
        let mut digits = endings.iter().filter_map(|ending| {
            let digit = word.strip_suffix(ending)?.strip_suffix(stem)?;
            of::<u64>(DIGITS, digit).filter(|digit| *digit > 1)
        });
        digits.next().map(|digit| digit * times)
    })
}
