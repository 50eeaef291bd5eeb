//! One part of a cMEC text, read by itself from where a cursor stands: by the same readers as the whole, so that what is
//! wrong in it has its places. `None` where its shape is wrong too.

use crate::draft::{DraftEntity, DraftFilter, DraftRetrieval, DraftSort, Word};
use crate::finding::report::Detail;
use crate::read::dialect;
use crate::read::json::cursor::Cursor;
use crate::read::json::tree::{self, Json};
use crate::read::parts;
use crate::read::shape::{Banned, Shape};
use crate::span::Spanned;

pub(crate) fn filters<'a>(cursor: &mut Cursor<'a>) -> Option<Vec<Spanned<DraftFilter<'a>>>> {
    list(cursor, parts::filter)
}

pub(crate) fn sort<'a>(cursor: &mut Cursor<'a>) -> Option<Vec<Spanned<DraftSort<'a>>>> {
    list(cursor, parts::sort)
}

pub(crate) fn words<'a>(cursor: &mut Cursor<'a>) -> Option<Vec<Word<'a>>> {
    list(cursor, Shape::text)
}

pub(crate) fn entity<'a>(cursor: &mut Cursor<'a>) -> Option<Spanned<DraftEntity<'a>>> {
    one(cursor, parts::entity)
}

pub(crate) fn retrieval<'a>(cursor: &mut Cursor<'a>) -> Option<Spanned<DraftRetrieval<'a>>> {
    one(cursor, parts::retrieval)
}

fn list<'a, T>(
    cursor: &mut Cursor<'a>,
    element: impl FnMut(&mut Shape, &Json<'a>) -> Option<T>,
) -> Option<Vec<T>> {
    one(cursor, |shape, json| Some(shape.list(Some(json), element)))
}

fn one<'a, T>(
    cursor: &mut Cursor<'a>,
    read: impl FnOnce(&mut Shape, &Json<'a>) -> Option<T>,
) -> Option<T> {
    let json = tree::part(cursor)?;
    let mut shape = Shape::new(&dialect::C02, Banned::Finding, Detail::RulesOnly);
    let part = read(&mut shape, &json)?;
    shape.violations.is_empty().then_some(part)
}
