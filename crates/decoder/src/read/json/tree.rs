//! Text → a tree of JSON with places. Strict by RFC 8259; a fault of grammar makes no tree, a duplicate key does not
//! keep it from being made.

use crate::contract::Str;
use crate::draft::Word;
use crate::finding::{Detail, Finding, registry};
use crate::read::json::cursor::Cursor;
use crate::read::json::first_fault;
use crate::span::{Span, Spanned};
use crate::tables::Limits;

/// A JSON value and its place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Json<'a> {
    pub(crate) span: Span,
    pub(crate) kind: JsonKind<'a>,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum JsonKind<'a> {
    Null,
    Boolean(bool),
    /// In its digits.
    Number(&'a str),
    Text(Str<'a>),
    List(Vec<Json<'a>>),
    Object(Vec<Member<'a>>),
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Member<'a> {
    pub(crate) key: Spanned<Str<'a>>,
    pub(crate) value: Json<'a>,
}

/// A text that was read.
pub(crate) struct Document<'a> {
    pub(crate) root: Json<'a>,
    /// Keys that stand twice.
    pub(crate) duplicates: Vec<Word<'a>>,
}

/// Reads one JSON value and nothing else, from the byte `from` to the end.
///
/// # Errors
/// The first fault of grammar.
pub(crate) fn read<'a>(
    text: &'a str,
    from: usize,
    limits: &Limits,
    detail: Detail,
) -> Result<Document<'a>, Box<Finding>> {
    if let Some(document) = build(text, from, limits) {
        return Ok(document);
    }
    first_fault::check(text, from, limits.input_depth, detail)?;
    // Whatever the one finds wrong the other does: `crates/decoder/tests/limits.rs`.
    let whole = Span::new(from, text.len());
    let finding = Finding::new(&registry::UNEXPECTED_TOKEN, whole, "the text is not JSON");
    Err(Box::new(finding))
}

/// The tree of a text; `None` where something is wrong with its grammar.
fn build<'a>(text: &'a str, from: usize, limits: &Limits) -> Option<Document<'a>> {
    let mut cursor = Cursor::from(text, from, limits);
    let mut duplicates = Vec::new();
    let root = value(&mut cursor, &mut duplicates, 0)?;
    cursor.end()?;
    Some(Document { root, duplicates })
}

/// The tree of a value inside of a text, which the cursor stands at; `None` also where a key stands twice in it.
pub(crate) fn part<'a>(cursor: &mut Cursor<'a>) -> Option<Json<'a>> {
    /// Levels around a part, at most.
    const AROUND: u32 = 5;
    let mut duplicates = Vec::new();
    let part = value(cursor, &mut duplicates, AROUND)?;
    duplicates.is_empty().then_some(part)
}

fn value<'a>(
    cursor: &mut Cursor<'a>,
    duplicates: &mut Vec<Word<'a>>,
    depth: u32,
) -> Option<Json<'a>> {
    (depth < cursor.depth_cap()).then_some(())?;
    let first = cursor.peek()?;
    let start = cursor.at();
    let kind = match first {
        b'{' => {
            let mut members: Vec<Member<'a>> = Vec::new();
            cursor.members(|cursor, key| {
                let value = value(cursor, duplicates, depth + 1)?;
                if members.iter().any(|member| member.key.value == key.value) {
                    duplicates.push(key.clone());
                }
                members.push(Member { key, value });
                Some(())
            })?;
            JsonKind::Object(members)
        }
        b'[' => JsonKind::List(cursor.list(|cursor| value(cursor, duplicates, depth + 1))?),
        b'"' => JsonKind::Text(cursor.string()?),
        b't' | b'f' => JsonKind::Boolean(cursor.boolean()?.value),
        b'n' => cursor.null().map(|()| JsonKind::Null)?,
        _ => JsonKind::Number(cursor.number()?),
    };
    Some(Json {
        span: Span::new(start, cursor.at()),
        kind,
    })
}
