//! Parser for lists: one entry per line, parts separated by `|`, words by commas.

/// The entries of a list, split into parts. Lines that begin with `#` are comments.
pub(super) fn entries<const N: usize>(
    text: &'static str,
) -> impl Iterator<Item = [&'static str; N]> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        parts.try_into().ok()
    })
}

pub(super) fn words(part: &'static str) -> Vec<&'static str> {
    let words = part.split(',').map(str::trim);
    words.filter(|word| !word.is_empty()).collect()
}

pub(super) fn json(texts: &[impl AsRef<str>]) -> String {
    let texts = texts.iter().map(|text| text.as_ref());
    serde_json::Value::from_iter(texts).to_string()
}
