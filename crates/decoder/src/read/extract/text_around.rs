//! Finds text around an intent that may belong to it: a part outside its braces, or something that contains the intent.
//! Only these forms count:
//!
//! | what | as in |
//! |---|---|
//! | a quoted text and a colon, unless the intent itself follows as its value | `{…}, "o":"ATTR"` |
//! | a comma right after the intent, and a quote | `{…}, "b"` |
//! | a line with a key in small Latin letters and one word or number | `limit: 5`, `wine_type = red` |
//! | a list that begins with a quoted text, unless it is a Markdown link | `{…} ["park"]` |
//! | a list that is open at the intent | `["a", {…}, "b"]` |
//! | a call that is open at the intent: its `(` follows a Latin letter, a digit or `_` | `query_park({…})` |
//! | a comment that is open at the intent, since its author withdrew it | `// {…}`, `<!-- {…} -->` |

use crate::span::Span;

/// Marks that end a quoted text.
const QUOTES: [char; 3] = ['"', '\'', '”'];

const LIST: &str = "the text around the intent has a list that may belong to it";
const MEMBER: &str = "the text around the intent has a key that may belong to it";
const IN_LIST: &str = "the intent stands inside a list";
pub(super) const IN_COMMENT: &str = "the intent stands inside a comment";
const IN_CALL: &str = "the intent stands inside a call";

/// The first span that may belong to the intent, with its message.
pub(super) fn belongs(text: &str, intent: Span) -> Option<(Span, &'static str)> {
    let before = text.get(..intent.start)?;
    let after = text.get(intent.end..)?;
    let shifted = |span: Span| Span::new(intent.end + span.start, intent.end + span.end);
    let told = |what: &'static str| move |span| (span, what);
    comment(before)
        .map(told(IN_COMMENT))
        .or_else(|| open(before))
        .or_else(|| member(before, Follows::Intent).map(told(MEMBER)))
        .or_else(|| list(before).map(told(LIST)))
        .or_else(|| assignment(before).map(told(MEMBER)))
        .or_else(|| closed(after).map(shifted).map(told(IN_LIST)))
        .or_else(|| {
            comma(after)
                .or_else(|| member(after, Follows::Nothing))
                .or_else(|| assignment(after))
                .map(shifted)
                .map(told(MEMBER))
        })
        .or_else(|| list(after).map(shifted).map(told(LIST)))
}

/// The content after a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    Intent,
    Nothing,
}

/// The first quote with a colon after it.
fn member(text: &str, follows: Follows) -> Option<Span> {
    text.match_indices(QUOTES).find_map(|(start, quote)| {
        let rest = text.get(start + quote.len()..)?;
        let value = rest.trim_start().strip_prefix(':')?;
        let names_the_intent = follows == Follows::Intent && value.trim_start().is_empty();
        (!names_the_intent).then(|| Span::new(start, text.len() - value.len()))
    })
}

/// The first line that assigns one word to a key, like a filter or limit in YAML. A sentence has more words, and a
/// label such as `Answer:` has a capital.
fn assignment(text: &str) -> Option<Span> {
    let mut start = 0;
    text.split_inclusive('\n').find_map(|line| {
        let span = Span::new(start, start + line.trim_end().len());
        start += line.len();
        let said = line.trim().trim_start_matches(['-', '*', ' ']);
        let (key, value) = said.split_once([':', '='])?;
        let key = key.trim_end();
        let is_key = key.starts_with(|letter: char| letter.is_ascii_lowercase())
            && key
                .bytes()
                .all(|byte| is_of_name(byte) && !byte.is_ascii_uppercase() || byte == b'.');
        let value = value.trim_start_matches('=').trim();
        let is_word = !value.is_empty() && !value.contains(char::is_whitespace);
        // A URL has a colon, too.
        (is_key && is_word && !value.starts_with("//")).then_some(span)
    })
}

/// A comma at the start of a text, if a quote follows it.
fn comma(text: &str) -> Option<Span> {
    let rest = text.trim_start().strip_prefix(',')?;
    let end = text.len() - rest.len();
    rest.trim_start()
        .starts_with(QUOTES)
        .then(|| Span::new(end - 1, end))
}

/// The first list that begins with a quoted text and is not a link: `["park"]`, but not `["park"](…)`.
fn list(text: &str) -> Option<Span> {
    let mut from = 0;
    loop {
        let start = from + text.get(from..)?.find('[')?;
        let inner = text.get(start + 1..)?;
        from = start + 1;
        if !inner.trim_start().starts_with(QUOTES) {
            continue;
        }
        let Some((_, rest)) = inner.split_once(']') else {
            return Some(Span::new(start, text.len()));
        };
        // Skip the brackets inside a link.
        from = text.len() - rest.len();
        if !rest.starts_with('(') {
            return Some(Span::new(start, from));
        }
    }
}

/// The last list or call that is open at the end of a text.
fn open(text: &str) -> Option<(Span, &'static str)> {
    let (mut lists, mut calls) = (0_usize, 0_usize);
    let mut bytes = text.bytes().enumerate().rev().peekable();
    while let Some((at, byte)) = bytes.next() {
        let span = Span::new(at, at + 1);
        match byte {
            b']' => lists += 1,
            b'[' if lists == 0 => return Some((span, IN_LIST)),
            b'[' => lists -= 1,
            b')' => calls += 1,
            b'(' if calls > 0 => calls -= 1,
            b'(' if bytes.peek().is_some_and(|(_, byte)| is_of_name(*byte)) => {
                return Some((span, IN_CALL));
            }
            _ => {}
        }
    }
    None
}

/// The opening mark of a comment that is open at the end of a text.
pub(super) fn comment(text: &str) -> Option<Span> {
    /// Opening marks of a comment, with their closing marks.
    const ENCLOSED: &[(&str, &str)] = &[("<!--", "-->"), ("/*", "*/")];
    /// Marks of a comment up to the end of the line. All but `//` count only if nothing else is before the intent on
    /// its line.
    const TO_THE_END: &[&str] = &["//", "#", "--", ";", "%"];
    let place = |start: usize, mark: &str| Span::new(start, start + mark.len());
    for (open, close) in ENCLOSED {
        if let Some(start) = text.rfind(open)
            && !text.get(start..).is_some_and(|rest| rest.contains(close))
        {
            return Some(place(start, open));
        }
    }
    let start = text
        .rfind(['\n', '\r'])
        .map_or(0, |line_break| line_break + 1);
    let line = text.get(start..).unwrap_or_default();
    let said = line.trim();
    let mark = TO_THE_END
        .iter()
        .find(|mark| said == **mark || (**mark == "//" && behind_code(said).is_some()))?;
    let start = start + line.len() - line.trim_start().len();
    let behind = behind_code(said).filter(|_| *mark == "//");
    Some(place(start + behind.unwrap_or_default(), mark))
}

/// The start of a comment after code on the same line. The slashes of a URL do not follow a blank.
fn behind_code(line: &str) -> Option<usize> {
    if line.starts_with("//") {
        return Some(0);
    }
    line.find(" //").map(|blank| blank + 1)
}

const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The first unmatched `]` of a text.
fn closed(text: &str) -> Option<Span> {
    let mut lists = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' => lists += 1,
            b']' if lists == 0 => return Some(Span::new(at, at + 1)),
            b']' => lists -= 1,
            _ => {}
        }
    }
    None
}
