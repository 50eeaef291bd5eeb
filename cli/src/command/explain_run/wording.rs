//! Words of the story in Chinese, Russian and English.

use cmec_executor::Locale;

/// A text of `words.tsv` by its English words.
pub(super) fn word(language: Locale, english: &'static str) -> &'static str {
    let mut words = rows(include_str!("words.tsv"));
    let found = words.find(|[_, _, own]| *own == english);
    found.map_or(english, |[zh, ru, en]| language.pick(zh, ru, en))
}

/// The words of `glossary.tsv` for a status or a reason for a limited answer.
pub(super) fn gloss(language: Locale, code: &str) -> Option<&'static str> {
    let mut codes = rows(include_str!("glossary.tsv"));
    let [_, zh, ru, en] = codes.find(|[own, _, _, _]| *own == code)?;
    Some(language.pick(zh, ru, en))
}

/// The lines that have so many cells.
fn rows<const N: usize>(text: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let rows = text
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter_map(|cells| cells.try_into().ok())
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn tables_are_read_whole() {
        let (words, codes) = (include_str!("words.tsv"), include_str!("glossary.tsv"));
        // The first line of each says what it has.
        assert_eq!(rows::<3>(words).count() + 1, words.lines().count());
        assert_eq!(rows::<4>(codes).count() + 1, codes.lines().count());
    }
}
