//! Lists of words as texts: a line for each entry, `|` between its parts, commas between the words of a part.

/// The entries of a list, each in its parts. A line that begins with `#` says what they are.
pub(super) fn entries<const N: usize>(
    text: &'static str,
) -> impl Iterator<Item = [&'static str; N]> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        parts.try_into().ok()
    })
}

/// The words of a part.
pub(super) fn words(part: &'static str) -> Vec<&'static str> {
    let words = part.split(',').map(str::trim);
    words.filter(|word| !word.is_empty()).collect()
}

/// Texts as an array of JSON.
pub(super) fn json(texts: &[impl AsRef<str>]) -> String {
    let texts = texts.iter().map(|text| text.as_ref());
    serde_json::Value::from_iter(texts).to_string()
}
