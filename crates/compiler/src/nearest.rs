//! The nearest known name to a text somebody wrote, for help lines.

/// Names listed in a help line, at most.
pub(crate) const LISTED: usize = 16;

/// The known name that is close enough to be what was meant; the first of equals.
pub(crate) fn nearest<'k>(text: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let wanted: Vec<char> = crate::lookalike::skeleton(text)
        .to_lowercase()
        .chars()
        .collect();
    let budget = (wanted.len() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    let (mut have, mut rows) = (Vec::new(), Rows::default());
    for name in known {
        have.clear();
        have.extend(name.chars().flat_map(char::to_lowercase));
        if have.len().abs_diff(wanted.len()) > budget {
            continue;
        }
        let distance = rows.distance(&wanted, &have);
        if distance <= budget && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// The known names as one line, when they are few.
pub(crate) fn listed<'k>(known: impl IntoIterator<Item = &'k str>) -> Option<String> {
    let names: Vec<String> = known
        .into_iter()
        .take(LISTED + 1)
        .map(|name| format!("`{name}`"))
        .collect();
    (!names.is_empty() && names.len() <= LISTED).then(|| names.join(", "))
}

/// The rows of a comparison, kept from one to the next: of many names each would cost more to allocate than to compare.
#[derive(Default)]
struct Rows {
    before: Vec<usize>,
    previous: Vec<usize>,
    current: Vec<usize>,
}

impl Rows {
    /// Edits between two texts: insert, delete, replace, swap of neighbours.
    fn distance(&mut self, left: &[char], right: &[char]) -> usize {
        let Self {
            before,
            previous,
            current,
        } = self;
        before.clear();
        previous.clear();
        previous.extend(0..=right.len());
        for (row, a) in left.iter().enumerate() {
            current.clear();
            current.push(row + 1);
            for (column, b) in right.iter().enumerate() {
                let at = |line: &[usize], position: usize| line.get(position).copied().unwrap_or(0);
                let mut least = (at(previous, column) + usize::from(a != b))
                    .min(at(previous, column + 1) + 1)
                    .min(at(current, column) + 1);
                let swapped = row > 0
                    && column > 0
                    && left.get(row - 1) == Some(b)
                    && right.get(column - 1) == Some(a);
                if swapped {
                    least = least.min(at(before, column - 1) + 1);
                }
                current.push(least);
            }
            std::mem::swap(before, previous);
            std::mem::swap(previous, current);
        }
        previous.last().copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant() {
        let known = ["label", "type", "operators", "sortable"];
        for (text, meant) in [
            ("lable", Some("label")),
            ("Type", Some("type")),
            ("operator", Some("operators")),
            ("tуpe", Some("type")),
            ("colour", None),
            ("", None),
        ] {
            assert_eq!(nearest(text, known), meant, "{text}");
        }
    }
}
