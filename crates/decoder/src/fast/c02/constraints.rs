//! Constraints in one pass.

use std::borrow::Cow;

use crate::contract::{Group, SetOp, SetSide, Sort};
use crate::draft::{DraftAggregation, DraftGroup, DraftSet, DraftSort};
use crate::fast::c02::compares_no_group;
use crate::fast::c02::keys::{Key, Keys};
use crate::fast::{ContractBuilder, all_differ, group_side};
use crate::finding::topic::Number;
use crate::language::{Order, SetOperator};
use crate::ledger::LedgerPath;
use crate::read::json::cursor::Cursor;
use crate::resolve::Resolver;
use crate::span::Spanned;

/// A limit and an offset: not said, said in a wrong way, or so many.
pub(super) type Page = [Option<Option<u32>>; 2];

impl<'a> Resolver<'a> {
    pub(super) fn c02_constraint(
        &mut self,
        cursor: &mut Cursor<'a>,
        key: Key,
        into: &mut ContractBuilder<'a>,
    ) -> Option<()> {
        match key {
            Key::Flt => {
                (into.filters_said, into.contract.value.constraints.filters) =
                    self.c02_filters(cursor, None)?;
            }
            Key::Srt => {
                (into.sort_said, into.contract.value.constraints.sort) = self.c02_sort(cursor)?;
            }
            Key::Pg => {
                [into.limit, into.offset] = self.c02_page(cursor)?;
                into.page_said = true;
            }
            Key::Agg => {
                let aggregation = self.c02_or_told(
                    cursor,
                    Self::c02_aggregation,
                    |me, said: Spanned<DraftAggregation<'a>>| {
                        compares_no_group(&[], Some(&said))?;
                        // A metric of the codebook is held against the whole, the longer way.
                        let mut metrics = said.value.metrics.iter();
                        metrics
                            .all(|one| one.value.function.is_some())
                            .then_some(())?;
                        into.metrics_said = !said.value.metrics.is_empty();
                        Some(me.aggregation(&said))
                    },
                )?;
                into.contract.value.constraints.aggregation = Some(Box::new(aggregation));
            }
            Key::Grp => {
                into.names_no_field().then_some(())?;
                let grounding = &into.contract.value.grounding;
                let typed = !grounding.target_types.is_empty() || !grounding.entity_list.is_empty();
                into.contract.value.constraints.groups = self.c02_or_told(
                    cursor,
                    |me, cursor| me.c02_groups(cursor, typed),
                    |me, said: Vec<Spanned<DraftGroup<'a>>>| {
                        // A group that is matched by itself is read the longer way.
                        said.iter()
                            .all(|group| group.value.is_plain())
                            .then_some(())?;
                        let types = said.iter().flat_map(|group| &group.value.targets);
                        me.about_types(types.map(|word| word.value.as_ref()));
                        Some(me.plain_groups(&said, typed))
                    },
                )?;
            }
            Key::Set => {
                let groups = &into.contract.value.constraints.groups;
                let set = self.c02_or_told(
                    cursor,
                    |me, cursor| Some(Some(me.c02_set(cursor, groups, 1)?)),
                    |me, said: Spanned<DraftSet<'a>>| Some(me.sets(&said, groups)),
                )?;
                into.set_said = true;
                into.contract.value.constraints.set_ops = set.map(Box::new);
            }
            _ => return None,
        }
        Some(())
    }

    /// The sort keys, and whether any is said.
    fn c02_sort(&mut self, cursor: &mut Cursor<'a>) -> Option<(bool, Vec<Sort<'a>>)> {
        self.c02_or_told(
            cursor,
            Self::c02_plain_sort,
            |me, said: Vec<Spanned<DraftSort<'a>>>| Some((!said.is_empty(), me.sort(&said))),
        )
    }

    fn c02_plain_sort(&mut self, cursor: &mut Cursor<'a>) -> Option<(bool, Vec<Sort<'a>>)> {
        let mut index = 0;
        let sort = cursor.list(|cursor| {
            let (mut field, mut order) = (None, None);
            cursor.object(Keys::SORT, |cursor, key| {
                match key {
                    Key::F => field = Some(self.c02_field(cursor.plain()?)?),
                    Key::Ord => order = Some(Order::from_code(cursor.plain()?)?),
                    _ => return None,
                }
                Some(())
            })?;
            let field = field.filter(|field| field.sortable)?;
            let path = LedgerPath::element("/constraints/sort", index).member("order");
            index += 1;
            Some(Sort {
                field: Cow::Borrowed(field.path.as_ref()),
                order: order.unwrap_or_else(|| self.default_order(path)),
            })
        })?;
        let within = sort.len() <= self.most_elements();
        (within && all_differ(&sort, |key| &key.field)).then_some((!sort.is_empty(), sort))
    }

    pub(super) fn c02_page(&mut self, cursor: &mut Cursor<'a>) -> Option<Page> {
        let limits = &self.tables.limits;
        let (mut limit, mut offset) = (None, None);
        cursor.object(Keys::PAGE, |cursor, key| {
            let digits = cursor.digits()?;
            match key {
                Key::Lim => limit = Some(self.count(&digits, Number::Rows, 1, limits.page_cap)),
                Key::Off => {
                    offset = Some(self.count(&digits, Number::Skipped, 0, limits.offset_cap));
                }
                _ => return None,
            }
            Some(())
        })?;
        Some([limit, offset])
    }

    /// An operation on groups that stand before it; `level`: how deep it is nested.
    fn c02_set(
        &self,
        cursor: &mut Cursor<'a>,
        groups: &[Group<'a>],
        level: u32,
    ) -> Option<SetOp<'a>> {
        (level <= self.tables.limits.set_depth()).then_some(())?;
        let (mut lhs, mut op, mut rhs) = (None, None, None);
        cursor.object(Keys::SET, |cursor, key| {
            match key {
                Key::L => lhs = Some(self.c02_side(cursor, groups, level)?),
                Key::Op => op = Some(SetOperator::from_code(cursor.plain()?)?),
                Key::Rel1 => rhs = Some(self.c02_side(cursor, groups, level)?),
                _ => return None,
            }
            Some(())
        })?;
        Some(SetOp {
            lhs: lhs?,
            op: op?,
            rhs: rhs?,
        })
    }

    fn c02_side(
        &self,
        cursor: &mut Cursor<'a>,
        groups: &[Group<'a>],
        level: u32,
    ) -> Option<SetSide<'a>> {
        if cursor.peek()? == b'{' {
            let set = self.c02_set(cursor, groups, level + 1)?;
            return Some(SetSide::Nested(Box::new(set)));
        }
        group_side(groups, cursor.string()?)
    }
}

impl ContractBuilder<'_> {
    /// Whether no field was named yet.
    fn names_no_field(&self) -> bool {
        let aggregation = self.contract.value.constraints.aggregation.as_ref();
        !self.attributes_said && !self.filters_said && !self.sort_said && aggregation.is_none()
    }
}
