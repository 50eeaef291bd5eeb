//! Markdown text → its sections, cut at headings.
//!
//! `pulldown-cmark` recognises headings: a `#` in a code block is none, and a line of `=` or `-` makes a heading of the
//! lines above. A heading within a quotation or a list does not start a section.

use std::ops::Range;

use cmec_executor::documents::Section;
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

use super::nesting::bounded;

/// Most bytes of heading paths over all sections of a document. Each section stores all its headings, so a heading of a
/// megabyte would be copied into each of a hundred thousand sections.
const HEADING_BYTES: usize = 64 << 20;
/// Most tags in the text of a document.
const TAGS: usize = 1_000;
/// The overhead of a heading, in bytes.
const HEADING_COST: usize = 32;

/// The result of cutting a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// Sections that are not empty.
    pub(super) sections: Vec<Section>,
    /// The first level-one heading.
    pub(super) title: Option<String>,
    /// Tags in the text, written `#tag`.
    pub(super) tags: Vec<String>,
}

/// Cuts a text; `None` if its headings are too long in total.
pub(super) fn sections(text: &str) -> Option<Cut> {
    let mut cutter = Cutter {
        text,
        start: 0,
        above: Vec::new(),
        heading_bytes: 0,
        cut: Cut {
            sections: Vec::new(),
            title: None,
            tags: Vec::new(),
        },
    };
    let (mut depth, mut is_code) = (0_usize, false);
    let mut heading: Option<(HeadingLevel, String)> = None;
    for (event, range) in Parser::new(&bounded(text)).into_offset_iter() {
        match event {
            Event::Start(tag) => {
                is_code |= matches!(tag, Tag::CodeBlock(_));
                if depth == 0
                    && let Tag::Heading { level, .. } = tag
                {
                    cutter.close(range.start)?;
                    cutter.start = range.end;
                    heading = Some((level, String::new()));
                }
                depth += 1;
            }
            Event::End(end) => {
                is_code &= end != TagEnd::CodeBlock;
                depth = depth.saturating_sub(1);
                if depth == 0
                    && let Some((level, words)) = heading.take()
                {
                    cutter.enter(level, words.trim().to_owned());
                }
            }
            Event::Text(_) if heading.is_none() && !is_code => cutter.tags(range),
            // Apparent HTML in a heading is often plain text: `Vec<String>`.
            Event::Text(words) | Event::Code(words) | Event::InlineHtml(words) => {
                if let Some((_, heading)) = &mut heading {
                    heading.push_str(&words);
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some((_, heading)) = &mut heading {
                    heading.push(' ');
                }
            }
            _ => {}
        }
    }
    cutter.close(text.len())?;
    Some(cutter.cut)
}

struct Cutter<'t> {
    text: &'t str,
    /// The start of the open section.
    start: usize,
    /// The headings above it, the outermost first.
    above: Vec<(HeadingLevel, String)>,
    heading_bytes: usize,
    cut: Cut,
}

impl Cutter<'_> {
    /// Ends the open section; `None` if the headings are too long.
    fn close(&mut self, end: usize) -> Option<()> {
        let Some(text) = self.text.get(self.start..end).and_then(without_blank_lines) else {
            return Some(());
        };
        let headings = self.above.iter().map(|(_, heading)| heading);
        let headings = headings.filter(|heading| !heading.is_empty());
        let cost = headings.clone().map(|heading| heading.len() + HEADING_COST);
        self.heading_bytes += cost.sum::<usize>();
        if self.heading_bytes > HEADING_BYTES {
            return None;
        }
        self.cut.sections.push(Section {
            headings: headings.cloned().collect(),
            text: text.to_owned(),
        });
        Some(())
    }

    /// Collects the tags in a part of the text: `#` after a space, then letters or digits, not digits alone.
    fn tags(&mut self, part: Range<usize>) {
        let text = self.text.get(part.clone()).unwrap_or_default();
        for (at, sign) in text.match_indices('#') {
            let (before, behind) = self.text.split_at(part.start + at);
            let name = behind.strip_prefix(sign).unwrap_or_default();
            let end = name.find(|own: char| !own.is_alphanumeric() && !"_-/".contains(own));
            let name = name.get(..end.unwrap_or(name.len())).unwrap_or_default();
            if self.cut.tags.len() < TAGS
                && !before.ends_with(|own: char| !own.is_whitespace())
                && name.contains(char::is_alphabetic)
            {
                self.cut.tags.push(name.to_owned());
            }
        }
    }

    /// Starts the section of a heading.
    fn enter(&mut self, level: HeadingLevel, heading: String) {
        if level == HeadingLevel::H1 && self.cut.title.is_none() && !heading.is_empty() {
            self.cut.title = Some(heading.clone());
        }
        while self.above.last().is_some_and(|(last, _)| *last >= level) {
            self.above.pop();
        }
        self.above.push((level, heading));
    }
}

/// A text without blank lines at its start and end; `None` if it is empty. The first line keeps its indentation, which
/// may mark code.
fn without_blank_lines(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let blank = text.len() - text.trim_start().len();
    let lines = text.get(..blank)?;
    let start = lines.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    text.get(start..).filter(|text| !text.is_empty())
}
