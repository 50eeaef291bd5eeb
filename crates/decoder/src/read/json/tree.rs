//! Text → JSON tree with spans, strictly by RFC 8259. A grammar error yields no tree; duplicate keys are only recorded.

use std::collections::HashSet;

use crate::contract::Str;
use crate::draft::Word;
use crate::finding::Finding;
use crate::read::json::cursor::{Cursor, Next};
use crate::read::json::grammar_fault;
use crate::span::{Span, Spanned};
use crate::tables::Limits;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Json<'a> {
    pub(crate) span: Span,
    pub(crate) kind: JsonKind<'a>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum JsonKind<'a> {
    Null,
    Boolean(bool),
    /// The digits as written.
    Number(&'a str),
    Text(Str<'a>),
    List(Vec<Json<'a>>),
    Object(Vec<Member<'a>>),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Member<'a> {
    pub(crate) key: Spanned<Str<'a>>,
    pub(crate) value: Json<'a>,
}

pub(crate) struct Document<'a> {
    pub(crate) root: Json<'a>,
    /// The repetitions of keys.
    pub(crate) duplicates: Vec<Word<'a>>,
}

/// Reads exactly one JSON value from the byte `from` to the end.
///
/// # Errors
///
/// The first grammar error.
pub(crate) fn read<'a>(
    text: &'a str,
    from: usize,
    limits: &Limits,
) -> Result<Document<'a>, Box<Finding>> {
    let mut cursor = Cursor::from(text, from, limits);
    let mut duplicates = Vec::new();
    let root = value(&mut cursor, &mut duplicates, 0, Next::Object);
    match root.filter(|_| cursor.peek().is_none()) {
        Some(root) => Ok(Document { root, duplicates }),
        None => Err(grammar_fault::at_stop(&cursor, from)),
    }
}

fn value<'a>(
    cursor: &mut Cursor<'a>,
    duplicates: &mut Vec<Word<'a>>,
    depth: u32,
    next: Next,
) -> Option<Json<'a>> {
    let Some(first) = cursor.peek() else {
        return cursor.stop(next);
    };
    if depth >= cursor.depth_cap {
        return cursor.stop(Next::TooDeep);
    }
    let start = cursor.at();
    let kind = match first {
        b'{' => {
            let mut members = Vec::new();
            let mut seen = HashSet::new();
            cursor.members(|cursor, key| {
                let value = value(cursor, duplicates, depth + 1, Next::Value)?;
                if !seen.insert(key.value.clone()) {
                    duplicates.push(key.clone());
                }
                members.push(Member { key, value });
                Some(())
            })?;
            JsonKind::Object(members)
        }
        b'[' => {
            let mut next = Next::ValueOrEnd;
            JsonKind::List(cursor.list(|cursor| {
                let element = value(cursor, duplicates, depth + 1, next);
                next = Next::Value;
                element
            })?)
        }
        _ => match scalar(cursor, first) {
            Some(kind) => kind,
            None => return cursor.stop(next),
        },
    };
    Some(Json {
        span: Span::new(start, cursor.at()),
        kind,
    })
}

#[inline]
fn scalar<'a>(cursor: &mut Cursor<'a>, first: u8) -> Option<JsonKind<'a>> {
    Some(match first {
        b'"' => JsonKind::Text(cursor.string()?),
        b't' => cursor.literal("true", JsonKind::Boolean(true))?,
        b'f' => cursor.literal("false", JsonKind::Boolean(false))?,
        b'n' => cursor.literal("null", JsonKind::Null)?,
        _ => JsonKind::Number(cursor.number()?),
    })
}
