//! Which known name a text is most like, for help lines.

use super::lookalike::skeleton;

/// Names listed in a help line, at most.
pub(crate) const LISTED: usize = 16;

/// The known name that is close enough to be what was meant; the first of equals.
pub(crate) fn nearest<'k>(text: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let wanted = skeleton(text).to_lowercase();
    let length = wanted.chars().count();
    let budget = (length / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for name in known {
        let have = name.to_lowercase();
        if have.chars().count().abs_diff(length) > budget {
            continue;
        }
        // Insert, delete, replace, swap of neighbours.
        let distance = strsim::osa_distance(&wanted, &have);
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
