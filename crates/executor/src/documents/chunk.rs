//! Splits documents into pieces by their headings.

mod measure;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::analysis;
use crate::documents::{Chunk, Document, Metadata, Section};

pub use measure::CountedBy;

/// The size of pieces, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkSize {
    /// Maximum number of tokens.
    pub most: usize,
    /// Overlap in tokens between consecutive pieces of one section.
    pub overlap: usize,
    /// A section with fewer tokens is merged with the next one.
    pub least: usize,
    /// The unit of the token counts.
    #[serde(default, skip_serializing_if = "CountedBy::is_words")]
    pub counted_by: CountedBy,
}

impl ChunkSize {
    /// Default maximum size of a piece, in tokens.
    pub const TOKENS: usize = 900;

    /// A size with this maximum.
    #[must_use]
    pub const fn of(most: usize, counted_by: CountedBy) -> Self {
        Self {
            most,
            overlap: most / 5,
            least: most / 6,
            counted_by,
        }
    }
}

impl Default for ChunkSize {
    fn default() -> Self {
        Self::of(Self::TOKENS, CountedBy::Words)
    }
}

/// The pieces of a document; a document without text has a piece with its title.
#[must_use]
pub fn chunks(document: &Document, size: ChunkSize) -> Vec<Chunk> {
    let metadata = Arc::new(Metadata {
        other: BTreeMap::new(),
        ..document.metadata.clone()
    });
    let title = cut(&document.title);
    let mut all: Vec<Chunk> = Vec::new();
    let mut parts = parts(&document.sections, size);
    if parts.is_empty() {
        parts.push((Vec::new(), title.clone()));
    }
    for (headings, text) in parts {
        let headings: Vec<String> = headings.iter().map(|heading| cut(heading)).collect();
        for piece in pieces(&text, size)
            .into_iter()
            .flat_map(|piece| short(&text, piece))
        {
            let text = text.get(piece).unwrap_or_default().trim();
            if text.is_empty() {
                continue;
            }
            all.push(Chunk {
                id: format!("{}#{}", document.path, all.len() + 1),
                document: document.path.clone(),
                title: title.clone(),
                headings: headings.clone(),
                text: text.to_owned(),
                metadata: Arc::clone(&metadata),
            });
        }
    }
    all
}

/// Maximum number of bytes of a piece, for texts with very few words.
const PIECE_BYTES: usize = 32 << 10;
/// Maximum number of bytes of a title or a heading.
const NAME_BYTES: usize = 300;

fn cut(name: &str) -> String {
    let end = name.floor_char_boundary(NAME_BYTES);
    name.get(..end).unwrap_or_default().to_owned()
}

/// Splits a piece at the byte limit.
fn short(text: &str, piece: Range<usize>) -> Vec<Range<usize>> {
    let (mut parts, mut from) = (Vec::new(), piece.start);
    while piece.end - from > PIECE_BYTES {
        let to = text.floor_char_boundary(from + PIECE_BYTES);
        parts.push(from..to);
        from = to;
    }
    parts.push(from..piece.end);
    parts
}

/// Sections, with short ones merged into the next under the headings of the first.
fn parts(sections: &[Section], size: ChunkSize) -> Vec<(Vec<String>, String)> {
    let mut parts: Vec<(Vec<String>, String)> = Vec::new();
    let mut open = 0;
    for section in sections {
        let own = size.counted_by.tokens(&section.text);
        let joins = match parts.last() {
            Some(_) => open + own <= size.most && (open < size.least || own < size.least),
            None => false,
        };
        match parts.last_mut() {
            Some((_, text)) if joins => {
                let heading = section.headings.last().map_or("", String::as_str);
                text.push_str("\n\n");
                text.push_str(heading);
                text.push('\n');
                text.push_str(&section.text);
                open += own;
            }
            _ => {
                parts.push((section.headings.clone(), section.text.clone()));
                open = own;
            }
        }
    }
    parts
}

fn pieces(text: &str, size: ChunkSize) -> Vec<Range<usize>> {
    let spans = analysis::spans(text);
    let by = size.counted_by;
    let (most, least) = (by.units(size.most).max(1), by.units(size.least));
    let overlap = by.units(size.overlap);
    let lengths = by.lengths(text, &spans);
    let up_to = |word: usize| lengths.get(word).copied().unwrap_or_default();
    // The last word that fits into a length; at least one word further, so that the loop ends.
    let within = |from: usize, length: usize| {
        let behind = lengths.partition_point(|own| *own <= up_to(from) + length);
        behind.saturating_sub(1).max(from + 1)
    };
    let start = |word: usize| spans.get(word).map_or(text.len(), |span| span.start);
    let mut pieces = Vec::new();
    let mut from = 0;
    loop {
        let rest = up_to(spans.len()) - up_to(from);
        if rest <= most.max(least) {
            let begin = if from == 0 { 0 } else { start(from) };
            pieces.push(begin..text.len());
            return pieces;
        }
        let to = ending(text, &spans, within(from, most / 2), within(from, most));
        let begin = if from == 0 { 0 } else { start(from) };
        pieces.push(begin..start(to));
        let kept = up_to(to).saturating_sub(overlap);
        from = lengths.partition_point(|own| *own < kept).max(from + 1);
    }
}

/// The best break in a range of words: the start of a paragraph, else of a sentence, else the end of the range.
fn ending(text: &str, spans: &[Range<usize>], first: usize, last: usize) -> usize {
    let between = |word: usize| {
        let before = word.checked_sub(1).and_then(|before| spans.get(before))?;
        text.get(before.end..spans.get(word)?.start)
    };
    let ends_with = |marks: &[char]| {
        (first..=last).rev().find(|word| {
            let between = between(*word).unwrap_or_default();
            between.contains(marks)
        })
    };
    let paragraph = (first..=last)
        .rev()
        .find(|word| between(*word).is_some_and(|between| between.matches('\n').count() > 1));
    paragraph
        .or_else(|| ends_with(&['.', '!', '?', '。', '！', '？']))
        .unwrap_or(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(heading: &str, words: usize) -> Section {
        let text: Vec<String> = (0..words).map(|word| format!("w{word}")).collect();
        Section {
            headings: vec![heading.to_owned()],
            text: text.join(" "),
        }
    }

    fn cut(sections: Vec<Section>) -> Vec<(String, usize)> {
        let document = Document {
            path: "a.md".to_owned(),
            sections,
            ..Document::default()
        };
        let cut = chunks(&document, ChunkSize::default());
        cut.iter()
            .map(|chunk| (chunk.headings.join(">"), analysis::count(&chunk.text)))
            .collect()
    }

    /// Counted by model tokens, pieces keep their size however many tokens a word has.
    #[test]
    #[cfg(feature = "texts")]
    fn pieces_are_as_long_as_a_model_counts() {
        let words = ["дом", "перенастраиваемость", "rain", "状态", "x"];
        let text: Vec<&str> = words.iter().copied().cycle().take(3_000).collect();
        let section = Section {
            headings: Vec::new(),
            text: text.join(" "),
        };
        let document = Document {
            sections: vec![section],
            ..Document::default()
        };
        let size = ChunkSize {
            counted_by: CountedBy::O200k,
            ..ChunkSize::default()
        };
        let cut = chunks(&document, size);
        assert!(cut.len() > 5, "{}", cut.len());
        let (last, whole) = cut.split_last().unwrap();
        for piece in whole {
            let own = size.counted_by.tokens(&piece.text);
            assert!((890..=901).contains(&own), "{own}");
        }
        assert!(size.counted_by.tokens(&last.text) <= 901);
    }

    #[test]
    fn a_document_without_a_text_is_its_title() {
        let document = Document {
            path: "a.md".to_owned(),
            title: "Piroshki".to_owned(),
            ..Document::default()
        };
        let own = chunks(&document, ChunkSize::default());
        assert_eq!(own.len(), 1);
        assert_eq!(
            (own[0].id.as_str(), own[0].text.as_str()),
            ("a.md#1", "Piroshki")
        );
    }

    #[test]
    fn a_section_is_a_piece_and_short_ones_stand_together() {
        let own = cut(vec![section("a", 300), section("b", 300)]);
        assert_eq!(own, [("a".to_owned(), 300), ("b".to_owned(), 300)]);
        let own = cut(vec![section("a", 20), section("b", 300)]);
        assert_eq!(own, [("a".to_owned(), 321)]);
    }

    #[test]
    fn a_long_section_is_cut_with_an_overlap() {
        let own = cut(vec![section("a", 2_000)]);
        assert_eq!(own.len(), 4);
        assert!(own.iter().all(|(_, words)| *words <= 692), "{own:?}");
        let all: usize = own.iter().map(|(_, words)| words).sum();
        assert_eq!(all, 2_000 + 3 * 138);
    }
}
