//! Words that are written like an id: Latin letters and figures with marks between them that prose does not have there.

/// Marks within an id.
const JOINS: [char; 6] = ['/', '_', '-', '.', '#', ':'];

/// What a text writes like an id: `adr/why-rag-first`, `park_7`, `notes/rag.md#2`. One mark may stand in prose (`and/or`,
/// `well-known`, `1С.Бухгалтерия`), but for `_` and `#`; so may hyphens alone (`state-of-the-art`).
pub(super) fn ids(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || JOINS.contains(&letter);
    let stretches = text.split(move |letter: char| !is_part(letter));
    let trimmed = stretches.map(|own| own.trim_matches(JOINS));
    trimmed.filter(|own| is_id(own))
}

fn is_id(word: &str) -> bool {
    let has_letter = word.chars().any(|letter| letter.is_ascii_alphabetic());
    let joins: Vec<char> = word.chars().filter(|own| JOINS.contains(own)).collect();
    let is_address = word.contains("://") || word.starts_with("www.");
    let is_sure = joins.iter().any(|own| matches!(own, '_' | '#'));
    let is_path = joins.contains(&'/') && joins.len() > 1;
    has_letter && !is_address && (is_sure || is_path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_told_from_prose() {
        for (text, expected) in [
            (
                "см. adr/why-rag-first, и park_7.",
                "adr/why-rag-first|park_7",
            ),
            ("notes/rag.md#2; [adr/a-b]", "notes/rag.md#2|adr/a-b"),
            ("见core/system-prompt。", "core/system-prompt"),
            ("and/or well-known state-of-the-art 24/7 1.5", ""),
            ("https://a.b/c-d 01/02/2026 TCP/IP e-mail № 5-К", ""),
            ("- # a_ _b__ / ::", ""),
        ] {
            let found: Vec<&str> = ids(text).collect();
            assert_eq!(found.join("|"), expected, "{text}");
        }
    }
}
