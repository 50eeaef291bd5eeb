//! Short explanations of codes in an envelope, in Chinese, Russian and English.

use super::wording::Words;

/// The words for a status or a reason for a limited answer, as `glossary.tsv` has them.
pub(super) fn gloss(code: &str) -> Option<Words> {
    include_str!("glossary.tsv").lines().find_map(|line| {
        let mut cells = line.split('\t');
        let is_own = cells.next() == Some(code);
        is_own.then(|| [cells.next(), cells.next(), cells.next()].map(Option::unwrap_or_default))
    })
}
