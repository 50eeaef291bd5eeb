//! Text → a tree of JSON with places. Strict by RFC 8259; a fault of grammar makes no tree, a duplicate key does not
//! keep it from being made.

use super::direct::Reader;
use super::faults;
use crate::contract::Str;
use crate::finding::Finding;
use crate::registry;
use crate::resolve::Telling;
use crate::span::{Said, Span};
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
    pub(crate) key: Said<Str<'a>>,
    pub(crate) value: Json<'a>,
}

/// A text that was read.
pub(crate) struct Document<'a> {
    pub(crate) root: Json<'a>,
    pub(crate) tokens: usize,
    /// Keys that stand twice.
    pub(crate) duplicates: Vec<Said<Str<'a>>>,
}

/// Members or elements there is room for at first.
const ROOM: usize = 4;

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
    telling: Telling,
) -> Result<Document<'a>, Box<Finding>> {
    let check = || faults::check(text, from, limits.input_depth, telling);
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
    let mut builder = Builder {
        reader: Reader::from(text, from, limits),
        duplicates: Vec::new(),
    };
    let root = builder.value(0)?;
    let tokens = builder.reader.end()?;
    Some(Document {
        root,
        tokens,
        duplicates: builder.duplicates,
    })
}

/// Puts what the cursor reads into a tree.
struct Builder<'a> {
    reader: Reader<'a>,
    duplicates: Vec<Said<Str<'a>>>,
}

impl<'a> Builder<'a> {
    fn value(&mut self, depth: u32) -> Option<Json<'a>> {
        (depth < self.reader.depth_cap()).then_some(())?;
        let first = self.reader.peek()?;
        let start = self.reader.at();
        let kind = match first {
            b'{' => Kind::Object(self.object(depth)?),
            b'[' => Kind::List(self.list(depth)?),
            b'"' => Kind::Text(self.reader.string()?),
            b't' | b'f' => Kind::Boolean(self.reader.boolean()?.value),
            b'n' => self.reader.null().map(|()| Kind::Null)?,
            _ => Kind::Number(self.reader.number()?),
        };
        Some(Json {
            span: Span::new(start, self.reader.at()),
            kind,
        })
    }

    fn object(&mut self, depth: u32) -> Option<Vec<Member<'a>>> {
        self.reader.expect(b'{')?;
        if self.reader.closes(b'}') {
            return Some(Vec::new());
        }
        let mut members: Vec<Member<'a>> = Vec::with_capacity(ROOM);
        loop {
            let key = self.reader.word()?;
            self.reader.expect(b':')?;
            let value = self.value(depth + 1)?;
            if members.iter().any(|member| member.key.value == key.value) {
                self.duplicates.push(key.clone());
            }
            members.push(Member { key, value });
            match self.reader.mark()? {
                b'}' => return Some(members),
                b',' => {}
                _ => return None,
            }
        }
    }

    fn list(&mut self, depth: u32) -> Option<Vec<Json<'a>>> {
        self.reader.expect(b'[')?;
        if self.reader.closes(b']') {
            return Some(Vec::new());
        }
        let mut elements = Vec::with_capacity(ROOM);
        loop {
            elements.push(self.value(depth + 1)?);
            match self.reader.mark()? {
                b']' => return Some(elements),
                b',' => {}
                _ => return None,
            }
        }
    }
}
