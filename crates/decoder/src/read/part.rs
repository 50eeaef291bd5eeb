//! One part of a cMEC text, read by itself from where a cursor stands, by the reader of the whole: what is wrong in it
//! has its places. `None` where its shape is wrong too.

use crate::draft::DraftValue;
use crate::finding::Detail;
use crate::language::Naming;
use crate::read::json::cursor::Cursor;
use crate::read::json::tree;
use crate::read::shape::{Banned, Shape};

pub(crate) fn read<'a, T: DraftValue<'a>>(cursor: &mut Cursor<'a>) -> Option<T> {
    let json = tree::part(cursor)?;
    let mut shape = Shape::new(Naming::Codes, Banned::Finding, Detail::RulesOnly);
    let part = T::read(&mut shape, &json)?;
    shape.findings.is_empty().then_some(part)
}
