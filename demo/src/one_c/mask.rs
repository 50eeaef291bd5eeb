//! A `ПОДОБНО` mask with `СПЕЦСИМВОЛ "\"` → a `LIKE` pattern with `ESCAPE '\'`.

/// Converts a mask to a pattern for lower-case names.
///
/// `%` and `_` keep their meaning. `LIKE` has no `[…]` classes, so a bracket is literal, escaped or not.
pub(super) fn like_pattern(mask: &str) -> String {
    let mut pattern = String::with_capacity(mask.len());
    let mut escaped = false;
    for letter in mask.to_lowercase().chars() {
        if escaped {
            // `LIKE` allows an escape only before these three.
            if matches!(letter, '%' | '_' | '\\') {
                pattern.push('\\');
            }
            pattern.push(letter);
            escaped = false;
        } else if letter == '\\' {
            escaped = true;
        } else {
            pattern.push(letter);
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::like_pattern;

    #[test]
    fn wildcards_stay_and_escapes_are_rewritten() {
        assert_eq!(like_pattern("%Сирень%"), "%сирень%");
        assert_eq!(like_pattern(r"%Мебель 100\%%"), r"%мебель 100\%%");
        assert_eq!(like_pattern(r"Сигма\_Опт"), r"сигма\_опт");
        assert_eq!(like_pattern(r"Канал \[Юг\]%"), "канал [юг]%");
        assert_eq!(like_pattern(r"a\\b"), r"a\\b");
    }
}
