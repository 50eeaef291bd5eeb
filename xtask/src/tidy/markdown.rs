//! Reads a Markdown text → its prose lines, its links, and the anchors of its headings.

use std::collections::{BTreeMap, BTreeSet};

/// The target of a link inside the repository.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// Relative to the document; empty for the document itself.
    pub(super) file: String,
    /// The part after `#`.
    pub(super) anchor: Option<String>,
}

/// The lines outside of code blocks, with their numbers.
pub(super) fn prose(text: &str) -> Vec<(usize, &str)> {
    // The backticks or tildes of the block that is open.
    let mut fence: Option<&str> = None;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let marks = marks(line.trim_start());
        match fence {
            Some(open) if marks.starts_with(open) => fence = None,
            Some(_) => {}
            None if marks.is_empty() => lines.push((number, line)),
            None => fence = Some(marks),
        }
    }
    lines
}

/// The backticks or tildes that open or close a code block; empty for any other line.
fn marks(line: &str) -> &str {
    let of = |mark: char| {
        let length = line.len() - line.trim_start_matches(mark).len();
        line.get(..length).filter(|marks| marks.len() >= 3)
    };
    of('`').or_else(|| of('~')).unwrap_or_default()
}

/// The links of a line, without external ones.
pub(super) fn links(line: &str) -> Vec<Link> {
    let text = without_code(line);
    let targets = text.split("](").skip(1);
    let targets = targets.filter_map(|target| target.split([')', ' ']).next());
    let targets = targets.filter(|target| !target.contains(':'));
    targets
        .map(|target| match target.split_once('#') {
            Some((file, anchor)) => link(file, Some(anchor)),
            None => link(target, None),
        })
        .collect()
}

fn link(file: &str, anchor: Option<&str>) -> Link {
    Link {
        file: file.to_owned(),
        anchor: anchor.map(str::to_owned),
    }
}

fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

/// The anchors of the headings, as mdBook and GitHub name them.
pub(super) fn anchors(text: &str) -> BTreeSet<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut anchors = BTreeSet::new();
    for (_, line) in prose(text) {
        let Some(heading) = heading(line) else {
            continue;
        };
        let anchor = anchor(heading);
        let count = counts.entry(anchor.clone()).or_default();
        anchors.insert(match count {
            0 => anchor,
            _ => format!("{anchor}-{count}"),
        });
        *count += 1;
    }
    anchors
}

/// The text of a heading with one to six `#`.
fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    let is_heading = (1..=6).contains(&level) && text.starts_with(' ');
    is_heading.then(|| text.trim())
}

/// The letters, digits, `-` and `_` of a heading, in lower case, with `-` for spaces. The address of a link in it does
/// not count.
fn anchor(heading: &str) -> String {
    let mut shown = String::new();
    for (number, part) in heading.split("](").enumerate() {
        let after_link = part.split_once(')').filter(|_| number > 0);
        shown.push_str(after_link.map_or(part, |(_, after)| after));
    }
    let letters = shown.to_lowercase().replace(' ', "-");
    letters
        .chars()
        .filter(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{anchors, links, prose};

    #[test]
    fn links_differ_from_other_texts() {
        let line = "see [one](../a/b.md), [two](c.md#part), [own](#part), [`f[1](2)`](https://example.org/) and ![three](d.svg)";
        let told: Vec<(String, Option<String>)> = (links(line).into_iter())
            .map(|link| (link.file, link.anchor))
            .collect();
        let expected = [
            ("../a/b.md", None),
            ("c.md", Some("part")),
            ("", Some("part")),
            ("d.svg", None),
        ];
        assert_eq!(
            told,
            expected.map(|(file, anchor)| (file.to_owned(), anchor.map(str::to_owned)))
        );
    }

    #[test]
    fn code_blocks_are_no_prose() {
        let text = "a\n```sh\n# b\n```\nc\n````\n```\n# d\n````\n   ~~~\ne\n   ~~~\nf\n";
        assert_eq!(prose(text), [(1, "a"), (5, "c"), (13, "f")]);
    }

    #[test]
    fn anchors_are_those_of_mdbook_and_github() {
        for (text, expected) in [
            ("# One two", "one-two"),
            ("### What `a_b` does, in (c)?", "what-a_b-does-in-c"),
            ("## A — b", "a--b"),
            ("## [Name](c.md#d) of it", "name-of-it"),
            ("## Вопрос", "вопрос"),
            ("## One\n\n## One", "one one-1"),
            ("#no heading", ""),
            ("```\n# code\n```", ""),
        ] {
            let anchors: Vec<String> = anchors(text).into_iter().collect();
            assert_eq!(anchors.join(" "), expected, "{text}");
        }
    }
}
