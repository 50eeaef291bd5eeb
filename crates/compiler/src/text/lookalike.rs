//! Letters of other scripts that look like Latin ones.

/// Cyrillic and Greek letters, each with the Latin letter it looks like.
const PAIRS: &[(char, char)] = &[
    ('А', 'A'),
    ('В', 'B'),
    ('Е', 'E'),
    ('Ѕ', 'S'),
    ('І', 'I'),
    ('Ј', 'J'),
    ('К', 'K'),
    ('М', 'M'),
    ('Н', 'H'),
    ('О', 'O'),
    ('Р', 'P'),
    ('С', 'C'),
    ('Т', 'T'),
    ('У', 'Y'),
    ('Х', 'X'),
    ('З', '3'),
    ('а', 'a'),
    ('в', 'b'),
    ('е', 'e'),
    ('ѕ', 's'),
    ('і', 'i'),
    ('ј', 'j'),
    ('к', 'k'),
    ('м', 'm'),
    ('о', 'o'),
    ('р', 'p'),
    ('с', 'c'),
    ('т', 't'),
    ('у', 'y'),
    ('х', 'x'),
    ('һ', 'h'),
    ('ԁ', 'd'),
    ('Α', 'A'),
    ('Β', 'B'),
    ('Ε', 'E'),
    ('Ζ', 'Z'),
    ('Η', 'H'),
    ('Ι', 'I'),
    ('Κ', 'K'),
    ('Μ', 'M'),
    ('Ν', 'N'),
    ('Ο', 'O'),
    ('Ρ', 'P'),
    ('Τ', 'T'),
    ('Υ', 'Y'),
    ('Χ', 'X'),
    ('ο', 'o'),
    ('ν', 'v'),
    ('α', 'a'),
    ('ι', 'i'),
    ('κ', 'k'),
    ('ρ', 'p'),
    ('υ', 'u'),
    ('Ϝ', 'F'),
];

/// The Latin letter a letter looks like.
pub(crate) fn latin(letter: char) -> Option<char> {
    PAIRS
        .iter()
        .find(|(other, _)| *other == letter)
        .map(|(_, latin)| *latin)
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
