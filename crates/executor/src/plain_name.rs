//! Names as people write them, before they are compared.

use cmec_decoder::letters::{folded, is_unspaced, narrow};

/// Marks that people put around a name.
pub(crate) const fn is_quotation_mark(character: char) -> bool {
    matches!(
        character,
        '"' | '«' | '»' | '“' | '”' | '„' | '‟' | '‘' | '’' | '\'' | '`'
    )
}

/// A name without case, width, quotation marks, `ё` and blanks that tell nothing, as those between Chinese letters.
#[must_use]
pub(crate) fn plain(name: &str) -> String {
    let letters: String = folded(name)
        .chars()
        .map(narrow)
        .filter(|letter| !is_quotation_mark(*letter))
        .collect();
    let mut name = String::new();
    for part in letters.split_whitespace() {
        // Chinese is written without blanks, but a name in a table may have some to fill a column.
        let is_one = name.ends_with(is_unspaced) && part.starts_with(is_unspaced);
        if !name.is_empty() && !is_one {
            name.push(' ');
        }
        name.push_str(part);
    }
    name
}
