//! Letters of other scripts in Latin ones, for names that programs carry.

/// Latin letters, and those that are written so: Russian, Ukrainian, Belarusian and Kazakh ones as passports write them,
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

/// A small letter in Latin ones; none where it has no customary form.
pub(crate) fn latin(letter: char) -> Option<&'static str> {
    let said = LATIN.iter().find(|(_, letters)| letters.contains(letter));
    said.map(|(latin, _)| *latin)
}
