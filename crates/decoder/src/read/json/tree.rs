//! Text → a tree of JSON with places. Strict by RFC 8259; a fault of grammar makes no tree, a duplicate key does not
//! keep it from being made.

use crate::contract::Str;
use crate::draft::Word;
use crate::finding::report::Detail;
use crate::finding::{Finding, registry};
use crate::read::json::cursor::Reader;
use crate::read::json::first_fault;
use crate::span::{Span, Spanned};
use crate::tables::Limits;

/// A JSON value and its place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Json<'a> {
    pub(crate) span: Span,
    pub(crate) kind: Kind<'a>,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind<'a> {
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

/// What is known of a text before it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prospect {
    /// Nothing: it is taken for right until it proves wrong.
    Open,
    /// It could not be read as what it should be: a tree is made only of what has no fault.
    Doubtful,
}

/// Reads one JSON value and nothing else, from the byte `from` to the end.
///
/// # Errors
/// The first fault of grammar.
pub(crate) fn read<'a>(
    text: &'a str,
    from: usize,
    limits: &Limits,
    prospect: Prospect,
    detail: Detail,
) -> Result<Document<'a>, Box<Finding>> {
    let check = || first_fault::check(text, from, limits.input_depth, detail);
    if prospect == Prospect::Doubtful {
        check()?;
    }
    if let Some(document) = build(text, from, limits) {
        return Ok(document);
    }
    check()?;
    // Whatever the one finds wrong the other does: `crates/decoder/tests/limits.rs`.
    let whole = Span::new(from, text.len());
    let finding = Finding::new(&registry::UNEXPECTED_TOKEN, whole, "the text is not JSON");
    Err(Box::new(finding))
}

/// The tree of a text; `None` where something is wrong with its grammar.
fn build<'a>(text: &'a str, from: usize, limits: &Limits) -> Option<Document<'a>> {
    let mut reader = Reader::from(text, from, limits);
    let mut duplicates = Vec::new();
    let root = value(&mut reader, &mut duplicates, 0)?;
    reader.end()?;
    Some(Document { root, duplicates })
}

fn value<'a>(
    reader: &mut Reader<'a>,
    duplicates: &mut Vec<Word<'a>>,
    depth: u32,
) -> Option<Json<'a>> {
    (depth < reader.depth_cap()).then_some(())?;
    let first = reader.peek()?;
    let start = reader.at();
    let kind = match first {
        b'{' => {
            let mut members: Vec<Member<'a>> = Vec::new();
            reader.members(|reader, key| {
                let value = value(reader, duplicates, depth + 1)?;
                if members.iter().any(|member| member.key.value == key.value) {
                    duplicates.push(key.clone());
                }
                members.push(Member { key, value });
                Some(())
            })?;
            Kind::Object(members)
        }
        b'[' => Kind::List(reader.list(|reader| value(reader, duplicates, depth + 1))?),
        b'"' => Kind::Text(reader.string()?),
        b't' | b'f' => Kind::Boolean(reader.boolean()?.value),
        b'n' => reader.null().map(|()| Kind::Null)?,
        _ => Kind::Number(reader.number()?),
    };
    Some(Json {
        span: Span::new(start, reader.at()),
        kind,
    })
}
