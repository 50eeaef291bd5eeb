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
        true => numbered.strip_prefix(['.', ')']),
        false => line.strip_prefix(BULLETS),
    };
    let item = item?.strip_prefix([' ', '\t'])?;
    let dashes = [" — ", " – ", " - "];
    let parts = dashes.iter().filter_map(|dash| item.split_once(dash));
    let (head, amount) = parts.min_by_key(|(head, _)| head.len())?;
    let marks = ['*', '_', ' '];
    let amount = amount.trim_start_matches(marks);
    (amount.starts_with(char::is_numeric)).then(|| (head.trim_matches(marks), amount))
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
            ("- Мясо — стейк", None),
            ("- Одно", None),
            ("-5 — 6", None),
            ("Это — 5", None),
        ] {
            assert_eq!(amount(line), expected, "{line}");
        }
    }
}
