//! Items of a list that give an amount: what stands before the dash, and the amount behind it.

/// Marks that begin an item.
const BULLETS: [char; 4] = ['-', '*', '•', '·'];

/// Head and amount of each item with a figure behind its dash: `- Мальбек — 1 490 ₽`. A head before a colon, or before words,
/// is as often a label.
pub(super) fn amounts(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(amount)
}

fn amount(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let numbered = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let item = match numbered.len() < line.len() {
        true => is_mark_end(numbered)
            .then(|| numbered.trim_start_matches(['.', ')', '\u{fe0f}', '\u{20e3}']))?,
        false => line.strip_prefix(BULLETS)?.strip_prefix([' ', '\t'])?,
    };
    let dashes = [" — ", " – ", " - "];
    let parts = dashes.iter().filter_map(|dash| item.split_once(dash));
    let (head, amount) = parts.min_by_key(|(head, _)| head.len())?;
    let marks = ['*', '_', ' '];
    let amount = amount.trim_start_matches(marks);
    (amount.starts_with(char::is_numeric)).then(|| (head.trim_matches(marks), amount))
}

/// Whether what stands behind a figure makes it the mark of an item: a point or a bracket with a blank behind it, or a key cap.
pub(super) fn is_mark_end(rest: &str) -> bool {
    let behind = rest.strip_prefix(['.', ')']);
    let is_cap = rest.trim_start_matches('\u{fe0f}').starts_with('\u{20e3}');
    is_cap || behind.is_some_and(|behind| behind.chars().next().is_none_or(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_stand_behind_dashes() {
        for (line, expected) in [
            ("- Мальбек — 1 490 ₽", Some(("Мальбек", "1 490 ₽"))),
            ("2. **Шато Петрюс** – **6**", Some(("Шато Петрюс", "6**"))),
            ("  • Цена: 7 - 8", Some(("Цена: 7", "8"))),
            ("3️⃣ Барбера — 7", Some(("Барбера", "7"))),
            ("- Мясо — стейк", None),
            ("- Одно", None),
            ("-5 — 6", None),
            ("Это — 5", None),
        ] {
            assert_eq!(amount(line), expected, "{line}");
        }
    }
}
