//! Names as people write them → what of them is compared, and the masks that find them. The one home of both.
//!
//! ```text
//! Яхонт, ООО · ООО"Яхонт" · «яхонт»  ─►  form ООО, words [яхонт]
//! Договор № 14/2024 от 15.03.2024       ─►  words [договор, 14/2024, от, 15.03.2024], number 14/2024
//! ```
//!
//! Case, `ё`, quotation marks, `№`, blanks and the legal form set no name apart. A server compares letter by letter, so a
//! mask has any letter where a name may be written either way.

/// Legal forms: the short one, and how it is written in full.
const LEGAL_FORMS: &[(&str, &[&str])] = &[
    ("ооо", &["общество с ограниченной ответственностью"]),
    ("оао", &["открытое акционерное общество"]),
    ("зао", &["закрытое акционерное общество"]),
    ("пао", &["публичное акционерное общество"]),
    ("нао", &["непубличное акционерное общество"]),
    ("ао", &["акционерное общество"]),
    ("ип", &["индивидуальный предприниматель", "пбоюл", "чп"]),
    ("муп", &["муниципальное унитарное предприятие"]),
    ("гуп", &["государственное унитарное предприятие"]),
    (
        "фгуп",
        &["федеральное государственное унитарное предприятие"],
    ),
    ("гбу", &["государственное бюджетное учреждение"]),
    (
        "фгбу",
        &["федеральное государственное бюджетное учреждение"],
    ),
    ("гку", &["государственное казенное учреждение"]),
    ("мбу", &["муниципальное бюджетное учреждение"]),
    ("мку", &["муниципальное казенное учреждение"]),
    ("маоу", &[]),
    ("мбоу", &[]),
    ("ано", &["автономная некоммерческая организация"]),
    ("нко", &["некоммерческая организация"]),
    ("тсж", &["товарищество собственников жилья"]),
    ("снт", &["садовое некоммерческое товарищество"]),
    ("кфх", &["крестьянское фермерское хозяйство"]),
];

/// Words that name a contract as such, and what stands before its number and its date.
const CONTRACT_WORDS: &[&str] = &[
    "договор",
    "договора",
    "договору",
    "дог",
    "контракт",
    "контракту",
    "соглашение",
    "номер",
    "ном",
    "n",
    "no",
    "от",
];

/// Marks that people put around a name.
const fn is_quotation_mark(character: char) -> bool {
    matches!(
        character,
        '"' | '«' | '»' | '“' | '”' | '„' | '‟' | '‘' | '’' | '\'' | '`'
    )
}

/// A letter as it is compared: in lower case, `е` for `ё`.
fn folded(text: &str) -> impl Iterator<Item = char> {
    text.chars()
        .flat_map(char::to_lowercase)
        .map(|letter| if letter == 'ё' { 'е' } else { letter })
}

/// A name without case, quotation marks, `ё` and blanks that tell nothing.
#[must_use]
pub(super) fn plain(name: &str) -> String {
    let letters: String = folded(name)
        .filter(|character| !is_quotation_mark(*character))
        .collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a name has `ё` and its words stand in another letter by letter: who writes `ё` means it.
#[must_use]
pub(super) fn is_spelt_alike(one: &str, other: &str) -> bool {
    let words = |name: &str| -> Vec<String> {
        let letters: String = name.chars().flat_map(char::to_lowercase).collect();
        let form = short_form(&letters);
        runs(&letters, &|_| false)
            .into_iter()
            .filter(|word| Some(word.as_str()) != form)
            .collect()
    };
    let (one, other) = (words(one), words(other));
    let spells = |words: &[String]| words.iter().any(|word| word.contains('ё'));
    spells(&one) && one.iter().all(|word| other.contains(word))
}

fn short_form(letters: &str) -> Option<&'static str> {
    let mut forms = LEGAL_FORMS.iter().map(|(short, _)| *short);
    forms.find(|short| runs(letters, &|_| false).iter().any(|word| word == short))
}

/// What a name is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameKind {
    /// A firm or a person: words and a legal form.
    Party,
    /// A contract: words and a number.
    Contract,
}

impl NameKind {
    /// What a filter names.
    #[must_use]
    pub(super) fn of_filter(filter: &str) -> Self {
        match filter {
            "contract" => Self::Contract,
            _ => Self::Party,
        }
    }
}

/// A name of a party: its legal form and its other words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PartyName {
    /// The short legal form, in lower case.
    pub(super) form: Option<&'static str>,
    /// The words beside it, in their order.
    pub(super) words: Vec<String>,
}

impl PartyName {
    /// Reads a name. A name that is nothing but a form keeps its words.
    #[must_use]
    pub(super) fn of(name: &str) -> Self {
        let letters: String = folded(name).collect();
        let words = runs(&letters, &|_| false);
        let (form, rest) = without_form(&words);
        if rest.is_empty() {
            return Self { form: None, words };
        }
        Self { form, words: rest }
    }

    /// Its words written as one.
    #[must_use]
    pub(super) fn joined(&self) -> String {
        self.words.concat()
    }
}

/// The legal form among words, and the words beside it. The longest way to write a form counts.
fn without_form(words: &[String]) -> (Option<&'static str>, Vec<String>) {
    let written = LEGAL_FORMS.iter().flat_map(|(short, full)| {
        let ways = full.iter().chain([short]);
        ways.map(move |way| (*short, way.split(' ').collect::<Vec<&str>>()))
    });
    let found = written.filter_map(|(short, way)| {
        let at = words
            .windows(way.len())
            .position(|window| window.iter().eq(way.iter()))?;
        Some((way.len(), at, short))
    });
    match found.max_by_key(|(length, ..)| *length) {
        None => (None, words.to_vec()),
        Some((length, at, short)) => {
            let rest = words.iter().enumerate();
            let rest = rest.filter(|(index, _)| !(at..at.saturating_add(length)).contains(index));
            (Some(short), rest.map(|(_, word)| word.clone()).collect())
        }
    }
}

/// A name of a contract: its words, numbers with their signs, and the number among them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ContractName {
    /// All words.
    pub(super) words: Vec<String>,
    /// The number, where there is one and no other.
    pub(super) number: Option<String>,
}

impl ContractName {
    /// Reads a name.
    #[must_use]
    pub(super) fn of(name: &str) -> Self {
        let letters: String = folded(name).collect();
        // `14 / 2024` is one number.
        let mut tight = String::with_capacity(letters.len());
        for part in letters.split('/') {
            if !tight.is_empty() {
                tight.truncate(tight.trim_end().len());
                tight.push('/');
            }
            let part = if tight.is_empty() {
                part
            } else {
                part.trim_start()
            };
            tight.push_str(part);
        }
        let signs = |sign: char| matches!(sign, '/' | '-' | '.' | '_' | '\\');
        // What stands right behind `№` is the number, whatever else has digits.
        let marked = tight
            .split_once('№')
            .and_then(|(_, rest)| runs(rest, &signs).into_iter().next());
        let words = runs(&tight, &signs);
        let mut numbered = words
            .iter()
            .filter(|word| word.contains(|letter: char| letter.is_ascii_digit()) && !is_day(word));
        let only = match (numbered.next(), numbered.next()) {
            (Some(only), None) => Some(only.clone()),
            _ => None,
        };
        let number = marked.filter(|word| !is_day(word)).or(only);
        Self { words, number }
    }

    /// The words beside the number that tell more than that it is a contract.
    pub(super) fn telling(&self) -> impl Iterator<Item = &String> {
        self.words.iter().filter(|word| {
            Some(*word) != self.number.as_ref() && !CONTRACT_WORDS.contains(&word.as_str())
        })
    }
}

/// `15.03.2024`, which is no number of a contract.
fn is_day(word: &str) -> bool {
    let parts: Vec<&str> = word.split('.').collect();
    let digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let [day, month, year] = parts.as_slice() else {
        return false;
    };
    let fits = |part: &str, least: usize, most: usize| (least..=most).contains(&part.len());
    parts.iter().all(digits) && fits(day, 1, 2) && fits(month, 1, 2) && fits(year, 2, 4)
}

/// Words of a text: letters and digits, and these signs between two of them.
fn runs(text: &str, signs: &dyn Fn(char) -> bool) -> Vec<String> {
    text.split(|character: char| !character.is_alphanumeric() && !signs(character))
        .map(|word| word.trim_matches(|character: char| !character.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The taxpayer number in a text: ten or twelve digits, alone, behind `ИНН`, or before a `КПП`.
#[must_use]
pub(super) fn tax_number(text: &str) -> Option<String> {
    let letters: String = folded(text).collect();
    let mut words = runs(&letters, &|_| false).into_iter();
    let first = words.find(|word| word != "инн")?;
    let digits = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let rest: Vec<String> = words.filter(|word| word != "кпп").collect();
    let alone = rest.iter().all(|word| word.len() == 9 && digits(word));
    let is_one = digits(&first) && matches!(first.len(), 10 | 12) && rest.len() <= 1 && alone;
    is_one.then_some(first)
}

/// The number of a contract in a text.
#[must_use]
pub(super) fn contract_number(text: &str) -> Option<String> {
    ContractName::of(text).number
}

/// A mask of texts that are the text itself, however their marks and their `ё` are written.
#[must_use]
pub(super) fn whole_mask(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    masked(&words.join(" "))
}

/// A mask of names that have the words of a name in their order; of a contract, with its number as it is.
#[must_use]
pub(super) fn words_mask(text: &str, kind: NameKind) -> String {
    let words = searched(text, kind);
    let parts: Vec<String> = words.iter().map(|word| masked(word)).collect();
    format!("%{}%", parts.join("%"))
}

/// Masks of names that lie near: the halves of the word that tells most, and the word that tells most beside it. One slip
/// leaves a half of a word as it is. An empty mask finds nothing.
#[must_use]
pub(super) fn near_masks(text: &str, kind: NameKind) -> [String; 3] {
    let mut words = searched(text, kind);
    if kind == NameKind::Contract {
        words.retain(|word| !CONTRACT_WORDS.contains(&word.as_str()) && !is_day(word));
    }
    let has_digit = |word: &String| word.contains(|letter: char| letter.is_ascii_digit());
    words.sort_by_key(|word| {
        (
            kind == NameKind::Contract && !has_digit(word),
            usize::MAX - word.chars().count(),
        )
    });
    let mut words = words.into_iter();
    let first: Vec<char> = words.next().unwrap_or_default().chars().collect();
    let (head, tail) = first
        .split_at_checked(first.len().div_ceil(2))
        .unwrap_or_default();
    let within = |part: &[char]| {
        let part: String = part.iter().collect();
        if part.chars().count() < 2 {
            String::new()
        } else {
            format!("%{}%", masked(&part))
        }
    };
    let second: Vec<char> = words.next().unwrap_or_default().chars().collect();
    // Two letters stand in every other name.
    let second = if second.len() < 3 { Vec::new() } else { second };
    [within(head), within(tail), within(&second)]
}

/// The words a name is searched by.
fn searched(text: &str, kind: NameKind) -> Vec<String> {
    let words = match kind {
        NameKind::Contract => ContractName::of(text).words,
        NameKind::Party => PartyName::of(text).words,
    };
    if words.is_empty() {
        // Signs alone: nothing but they can be meant.
        vec![text.trim().to_owned()]
    } else {
        words
    }
}

/// A text as part of a `ПОДОБНО` mask: its own special characters stand for themselves; a quotation mark and `е` stand for
/// any character, since names are kept with other ones.
fn masked(text: &str) -> String {
    let mut mask = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            mark if is_quotation_mark(mark) => mask.push('_'),
            'е' | 'ё' | 'Е' | 'Ё' => mask.push('_'),
            '%' | '_' | '[' | ']' | '^' | '\\' => mask.extend(['\\', character]),
            other => mask.push(other),
        }
    }
    mask
}

/// How many letters two texts differ by: insertions, deletions, changes.
#[must_use]
pub(super) fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut before = at;
        let mut next = vec![at.saturating_add(1)];
        for (known, above) in other.iter().zip(row.iter().skip(1)) {
            let left = next.last().copied().unwrap_or_default();
            let changed = before.saturating_add(usize::from(*known != letter));
            next.push(
                changed
                    .min(above.saturating_add(1))
                    .min(left.saturating_add(1)),
            );
            before = *above;
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_its_form_and_its_words() {
        for (name, form, words) in [
            ("ООО \"Яхонт\"", Some("ооо"), "яхонт"),
            ("Яхонт, ООО", Some("ооо"), "яхонт"),
            ("ООО\"Яхонт\"", Some("ооо"), "яхонт"),
            ("  «яхонт»  ", None, "яхонт"),
            ("ГБУ \"Лицей № 17\"", Some("гбу"), "лицей 17"),
            ("Лицей №17", None, "лицей 17"),
            ("Гамма-Двор", None, "гамма двор"),
            (
                "Общество с ограниченной ответственностью «Ёлочка»",
                Some("ооо"),
                "елочка",
            ),
            (
                "Публичное акционерное общество \"Юг-Прокат\"",
                Some("пао"),
                "юг прокат",
            ),
            ("ООО", None, "ооо"),
            ("", None, ""),
        ] {
            let found = PartyName::of(name);
            assert_eq!(found.form, form, "{name}");
            assert_eq!(found.words.join(" "), words, "{name}");
        }
    }

    #[test]
    fn the_number_of_a_contract_is_whole() {
        for (name, number, telling) in [
            ("14/2024", Some("14/2024"), ""),
            ("№14/2024", Some("14/2024"), ""),
            ("договор 14/2024", Some("14/2024"), ""),
            ("Дог. № 14 / 2024", Some("14/2024"), ""),
            (
                "Договор подряда № 14/2024 от 15.03.2024",
                Some("14/2024"),
                "подряда 15.03.2024",
            ),
            (
                "Договор подряда №П-22 от 1.2.24",
                Some("п-22"),
                "подряда 1.2.24",
            ),
            ("Общий договор", None, "общий"),
            ("договор от 15.03.2024", None, "15.03.2024"),
            ("14 и 15", None, "14 и 15"),
        ] {
            let found = ContractName::of(name);
            assert_eq!(found.number.as_deref(), number, "{name}");
            let words: Vec<&str> = found.telling().map(String::as_str).collect();
            assert_eq!(words.join(" "), telling, "{name}");
        }
    }

    #[test]
    fn a_taxpayer_number_is_ten_or_twelve_digits() {
        for (text, number) in [
            ("1600026186", Some("1600026186")),
            ("ИНН 1600026186", Some("1600026186")),
            ("ИНН: 1600026186", Some("1600026186")),
            ("1600026186/160001001", Some("1600026186")),
            ("ИНН 1600026186 КПП 160001001", Some("1600026186")),
            ("123456789012", Some("123456789012")),
            ("160002618", None),
            ("ИНН", None),
            ("Яхонт 1600026186", None),
        ] {
            assert_eq!(tax_number(text).as_deref(), number, "{text}");
        }
    }

    #[test]
    fn masks_escape_their_special_characters() {
        for (text, expected) in [
            ("Ромб", "%ромб%"),
            ("100%_[a]", "%100%a%"),
            ("%", r"%\%%"),
            ("АО «Ромб»", "%ромб%"),
            ("Гамма Двор", "%гамма%двор%"),
            ("Семён", "%с_м_н%"),
        ] {
            assert_eq!(words_mask(text, NameKind::Party), expected, "{text}");
        }
        assert_eq!(whole_mask("АО  «Ромб_1»"), r"АО _Ромб\_1_");
        assert_eq!(
            words_mask("Договор №14/2024", NameKind::Contract),
            "%договор%14/2024%"
        );
    }

    #[test]
    fn near_masks_survive_one_slip() {
        assert_eq!(
            near_masks("Гарнит", NameKind::Party),
            ["%гар%", "%нит%", ""]
        );
        assert_eq!(
            near_masks("Торговый дом Каскат", NameKind::Party),
            ["%торг%", "%овый%", "%каскат%"]
        );
        assert_eq!(
            near_masks("договор 14/2025", NameKind::Contract),
            ["%14/2%", "%025%", ""]
        );
        assert_eq!(near_masks("", NameKind::Party), ["", "", ""]);
    }

    #[test]
    fn distance_counts_letters() {
        for (one, other, expected) in [
            ("", "", 0),
            ("ромб", "ромб", 0),
            ("ромбик", "робмик", 2),
            ("ромб", "ромба", 1),
            ("", "аб", 2),
        ] {
            assert_eq!(distance(one, other), expected, "{one} {other}");
        }
    }

    #[test]
    fn what_is_written_with_its_letter_is_told_from_what_is_not() {
        for (one, other, alike) in [
            ("Ёлочка", "ООО \"Ёлочка\"", true),
            ("ООО Ёлочка", "ООО \"Елочка\"", false),
            ("Елочка", "ООО \"Елочка\"", false),
        ] {
            assert_eq!(is_spelt_alike(one, other), alike, "{one} {other}");
        }
    }
}
