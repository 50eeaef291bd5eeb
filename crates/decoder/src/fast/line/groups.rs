//! Groups of a line, and the operation on them, in one pass.

use std::borrow::Cow;

use crate::contract::{Condition, Group, SetOp, SetSide};
use crate::fast::group_side;
use crate::fast::line::cursor::LineCursor;
use crate::fast::line::{LineBuilder, says, values};
use crate::language::{SetOperator, is_line_keyword};
use crate::list::List;
use crate::resolve::Resolver;
use crate::resolve::conditions::FilterPath;
use crate::span::Span;
use crate::tables::FieldDef;
use crate::tables::scoped::{OfType, Word};

/// Nesting of operations; deeper ones are read the longer way.
const SET_DEPTH: u32 = 8;

impl<'a> Resolver<'a> {
    /// A group, whose name is read.
    pub(super) fn line_group(
        &mut self,
        cursor: &mut LineCursor<'a>,
        name: &'a str,
        line: &mut LineBuilder<'a>,
    ) -> Option<()> {
        self.line_ground(line);
        let mut scope = line.scope;
        let grounding = &line.into.contract.value.grounding;
        let typed = !grounding.target_types.is_empty() || !grounding.entity_list.is_empty();
        // A group is filled where it stays: it is a large thing to move.
        let groups = &mut line.into.contract.value.constraints.groups;
        let index = groups.len();
        let new = groups.iter().all(|other| other.name != name);
        (new && says(name) && index < self.tables.limits.list_cap as usize).then_some(())?;
        groups.add(Group {
            name: Cow::Borrowed(name),
            ..Group::default()
        });
        let group = groups.last_mut()?;
        cursor.expect(b'{')?;
        loop {
            let place = FilterPath {
                group: Some(index),
                filter: group.filters.len(),
                ..FilterPath::default()
            };
            let next = cursor.peek()?;
            let start = cursor.place();
            if next == b'}' {
                cursor.mark(1);
                break;
            }
            // A mark that touches a value may belong to it.
            cursor.is_apart_in_group().then_some(())?;
            let not = next == b'!';
            if not {
                cursor.mark(1);
            }
            let word = cursor.name()?;
            let span = Span::new(start, cursor.place());
            let next = cursor.peek()?;
            (!matches!(next, b':' | b'(' | b'{')).then_some(())?;
            if !not && let Some(mark) = values::operator(cursor, next) {
                let intent = self.about_group(&group.grounding.target_types, false);
                let field = self.line_member_field(word, scope?);
                self.about_again(intent);
                self.line_compared(cursor, field?, mark, &mut group.filters)?;
                continue;
            }
            // What a keyword would be here is said the longer way.
            (!is_line_keyword(word)).then_some(())?;
            if !not
                && next != b'|'
                && let Some(def) = self.tables.type_by_name(word)
            {
                // One type, before what is named by it.
                (group.grounding.target_types.is_empty() && group.filters.is_empty())
                    .then_some(())?;
                self.about.types.push(&def.name);
                scope = Some(OfType::of(&def.name));
                group.grounding.target_types.add(Cow::Borrowed(&def.name));
                continue;
            }
            let intent = self.about_group(&group.grounding.target_types, false);
            let named = self.line_values(cursor, (Word::of(word), span), scope?, not);
            self.about_again(intent);
            let named = named?;
            group.filters.add(Condition::Filter(named.filter));
            self.named_by_value(named.field, place, named.span);
        }
        let within = group.filters.len() <= self.tables.limits.filters_cap as usize;
        let typed = typed || !group.grounding.target_types.is_empty();
        (within && typed && self.hold_together(&group.filters)).then_some(())
    }

    fn line_member_field(&self, name: &str, scope: OfType<'_>) -> Option<&'a FieldDef> {
        let tables = self.tables;
        let field = tables.field_by_spelling(scope, Word::of(name))?;
        self.about.allows(&field.type_name).then_some(field)
    }

    /// The operation on groups that stand before it, whose mark is next.
    #[inline(never)]
    pub(super) fn line_set(
        &mut self,
        cursor: &mut LineCursor<'a>,
        line: &mut LineBuilder<'a>,
    ) -> Option<()> {
        (!line.into.set_said).then_some(())?;
        cursor.mark(1);
        let groups = &line.into.contract.value.constraints.groups;
        let (set, levels) = set(cursor, groups, 0)?;
        (levels <= self.tables.limits.set_depth()).then_some(())?;
        line.into.set_said = true;
        line.into.contract.value.constraints.set_ops = Some(Box::new(set));
        Some(())
    }
}

/// Sides with operations between them, from left to right, and how deep they are nested.
fn set<'a>(
    cursor: &mut LineCursor<'a>,
    groups: &[Group<'a>],
    depth: u32,
) -> Option<(SetOp<'a>, u32)> {
    (depth < SET_DEPTH).then_some(())?;
    let (mut lhs, mut below) = side(cursor, groups, depth)?;
    for _ in depth..SET_DEPTH {
        let op = match cursor.peek()? {
            b'|' => SetOperator::Union,
            b'&' => SetOperator::Intersect,
            // Marks of their own.
            b'!' if matches!(cursor.ahead(1), Some(b'=' | b'~')) => return None,
            b'!' => SetOperator::Except,
            _ => return None,
        };
        cursor.mark(1);
        let (rhs, right) = side(cursor, groups, depth)?;
        let (set, levels) = (SetOp { lhs, op, rhs }, 1 + below.max(right));
        if !matches!(cursor.peek(), Some(b'|' | b'&' | b'!')) {
            return Some((set, levels));
        }
        (lhs, below) = (SetSide::Nested(Box::new(set)), levels);
    }
    None
}

fn side<'a>(
    cursor: &mut LineCursor<'a>,
    groups: &[Group<'a>],
    depth: u32,
) -> Option<(SetSide<'a>, u32)> {
    if cursor.take(b'(') {
        let (set, levels) = set(cursor, groups, depth + 1)?;
        cursor.expect(b')')?;
        return Some((SetSide::Nested(Box::new(set)), levels));
    }
    Some((group_side(groups, cursor.text()?)?, 0))
}
