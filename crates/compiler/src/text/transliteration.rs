//! Transliteration of letters to Latin, for identifiers.

/// Latin letters with the letters that are written so: Russian, Ukrainian, Belarusian and Kazakh ones as in passports,
/// and Latin ones with marks.
const LATIN: &[(&str, &str)] = &[
    ("", "ъь"),
    ("a", "аәàâáãåą"),
    ("ae", "ä"),
    ("b", "б"),
    ("c", "çčć"),
    ("ch", "ч"),
    ("d", "д"),
    ("e", "еёэéèêëěę"),
    ("f", "ф"),
    ("g", "гґғ"),
    ("h", "һ"),
    ("i", "ийіїíîï"),
    ("ia", "я"),
    ("ie", "є"),
    ("iu", "ю"),
    ("k", "кқ"),
    ("kh", "х"),
    ("l", "лł"),
    ("m", "м"),
    ("n", "нңñń"),
    ("o", "оөóôõø"),
    ("oe", "ö"),
    ("p", "п"),
    ("r", "рř"),
    ("s", "сšś"),
    ("sh", "ш"),
    ("shch", "щ"),
    ("ss", "ß"),
    ("t", "т"),
    ("ts", "ц"),
    ("u", "уўұүúû"),
    ("ue", "ü"),
    ("v", "в"),
    ("y", "ыý"),
    ("z", "зžźż"),
    ("zh", "ж"),
];

/// The Latin form of a lower-case letter; `None` if there is no customary one.
pub(crate) fn latin(letter: char) -> Option<&'static str> {
    let said = LATIN.iter().find(|(_, letters)| letters.contains(letter));
    said.map(|(latin, _)| *latin)
}
