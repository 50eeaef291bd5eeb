//! Names of parties: a legal form, words, and the taxpayer number that may replace both.

use cmec_decoder::letters::folded;

use super::letters::runs;

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

/// A party name: its legal form and its other words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PartyName {
    /// The abbreviated legal form in lower case.
    pub(crate) form: Option<&'static str>,
    pub(crate) words: Vec<String>,
}

impl PartyName {
    /// Reads a name. A name that is only a legal form keeps its words.
    #[must_use]
    pub(crate) fn of(name: &str) -> Self {
        let letters = folded(name);
        let words = runs(&letters, &|_| false);
        let (form, rest) = without_form(&words);
        if rest.is_empty() {
            return Self { form: None, words };
        }
        Self { form, words: rest }
    }

    #[must_use]
    pub(crate) fn joined(&self) -> String {
        self.words.concat()
    }
}

/// The legal form among words, and the other words. The longest full form wins.
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

/// True where a name has `ё` and the other name has its words letter by letter: a person who writes `ё` means it.
#[must_use]
pub(crate) fn is_spelt_alike(one: &str, other: &str) -> bool {
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

/// The taxpayer number in a text: ten or twelve digits, alone, after `ИНН`, or before a `КПП`.
#[must_use]
pub(crate) fn tax_number(text: &str) -> Option<String> {
    let letters = folded(text);
    let mut words = runs(&letters, &|_| false).into_iter();
    let first = words.find(|word| word != "инн" && word != "кпп")?;
    let digits = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let rest: Vec<String> = words.filter(|word| word != "кпп").collect();
    let alone = rest.iter().all(|word| word.len() == 9 && digits(word));
    let is_one = digits(&first) && matches!(first.len(), 10 | 12) && rest.len() <= 1 && alone;
    is_one.then_some(first)
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
    fn a_taxpayer_number_is_ten_or_twelve_digits() {
        for (text, number) in [
            ("1600026186", Some("1600026186")),
            ("ИНН 1600026186", Some("1600026186")),
            ("ИНН: 1600026186", Some("1600026186")),
            ("1600026186/160001001", Some("1600026186")),
            ("ИНН 1600026186 КПП 160001001", Some("1600026186")),
            ("ИНН/КПП 1600026186/160001001", Some("1600026186")),
            ("ИНН/КПП: 1600026186", Some("1600026186")),
            ("123456789012", Some("123456789012")),
            ("160002618", None),
            ("ИНН", None),
            ("Яхонт 1600026186", None),
        ] {
            assert_eq!(tax_number(text).as_deref(), number, "{text}");
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
