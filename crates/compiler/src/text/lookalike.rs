//! Letters of other scripts that look like Latin ones.

/// Cyrillic and Greek letters, and in the same place the Latin letter that each looks like.
const ALPHABETS: &[(&str, &str)] = &[
    ("АВЕЅІЈКМНОРСТУХЗ", "ABESIJKMHOPCTYX3"),
    ("авеѕіјкморстухһԁ", "abesijkmopctyxhd"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϜ", "ABEZHIKMNOPTYXF"),
    ("οναικρυ", "ovaikpu"),
];

/// The Latin letter a letter looks like.
pub(crate) fn latin(letter: char) -> Option<char> {
    let mut pairs =
        (ALPHABETS.iter()).flat_map(|(others, latin)| others.chars().zip(latin.chars()));
    let found = pairs.find(|(other, _)| *other == letter);
    found.map(|(_, latin)| latin)
}

/// The text with every look-alike replaced by its Latin letter.
pub(crate) fn skeleton(text: &str) -> String {
    text.chars()
        .map(|letter| latin(letter).unwrap_or(letter))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::skeleton;

    #[test]
    fn other_scripts_become_latin() {
        assert_eq!(skeleton("СНР001"), "CHP001");
        assert_eq!(skeleton("Ϝ001"), "F001");
        assert_eq!(skeleton("F001 企业"), "F001 企业");
    }
}
