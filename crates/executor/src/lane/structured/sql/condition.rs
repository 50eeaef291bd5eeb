//! Conditions of a contract as SQL.

use cmec_decoder::contract::{Condition, Filter, Value as Said};
use cmec_decoder::language::{Operator, given};
use cmec_decoder::tables::Column;
use sea_query::{Expr, ExprTrait, SelectStatement};

use super::scope::Scope;
use super::value::{Members, Several, Value};
use super::writer::Unwritten;
use crate::catalogue::Matching;

impl Scope<'_> {
    /// The places that a condition reads.
    pub(super) fn places_read(&self, condition: &Condition<'_>) -> Result<Vec<usize>, Unwritten> {
        let mut places = Vec::new();
        if self.writer.rows.implies(condition) {
            return Ok(places);
        }
        for path in condition.filters().flat_map(Filter::paths) {
            places.extend(self.places_of(path)?);
        }
        places.sort_unstable();
        places.dedup();
        Ok(places)
    }

    /// Whether a condition holds. One of the row policy holds of every row that is read; as a condition of the contract it
    /// would keep out what is of other types, too.
    pub(super) fn condition(&self, condition: &Condition<'_>) -> Result<Expr, Unwritten> {
        if self.writer.rows.implies(condition) {
            return Ok(Expr::cust("1 = 1"));
        }
        let any = match condition {
            Condition::Filter(filter) => return self.filter(filter),
            Condition::Any(any) => &any.any_of,
        };
        let mut branches = Vec::with_capacity(any.len());
        for branch in any {
            let all = branch.iter().map(|filter| self.filter(filter));
            branches.push(every(all.collect::<Result<_, _>>()?));
        }
        Ok(any_of(branches))
    }

    /// Whether all of some conditions hold.
    pub(super) fn conditions<'c>(
        &self,
        all: impl IntoIterator<Item = &'c Condition<'c>>,
    ) -> Result<Expr, Unwritten> {
        let all = all.into_iter().map(|condition| self.condition(condition));
        Ok(every(all.collect::<Result<_, _>>()?))
    }

    fn filter(&self, filter: &Filter<'_>) -> Result<Expr, Unwritten> {
        let (path, operator) = (filter.field.as_ref(), filter.operator);
        let tables = self.writer.tables;
        if let (Some(name), Some(Column::Type(_))) = (filter.group(), tables.column(path)) {
            let place = self.place_of(path)?;
            return self.instance_among(place, operator, name);
        }
        let value = self.value(path)?;
        let others = match (filter.value_field(), filter.value()) {
            (Some(path), _) => vec![self.value(path)?],
            (None, Some(value)) => self.said_of(path, value),
            (None, None) => Vec::new(),
        };
        let is_wanted = !matches!(filter.value(), Some(Said::Boolean(false)));
        match self.several(path)? {
            Some(several) => self.of_members(&several, &value, filter, &others, is_wanted),
            None if operator == Operator::Exists => Ok(match is_wanted {
                true => value.expr.is_not_null(),
                false => value.expr.is_null(),
            }),
            None => match filter.group() {
                Some(name) => {
                    (self.writer).compared_with_group(self.groups, &value, operator, name)
                }
                None => Ok(self.writer.holds(&value, operator, &others)),
            },
        }
    }

    /// The values that a field is compared with.
    fn said_of(&self, path: &str, value: &Said<'_>) -> Vec<Value> {
        let writer = self.writer;
        let (_, path) = given::at_place(path);
        let is_composed = |one: &Said<'_>| {
            let text = one.as_text();
            text.is_some_and(|text| writer.anchors.is_composed(path, text)) && !writer.of_policy
        };
        let each = match value {
            Said::List(values) => values.as_slice(),
            one => std::slice::from_ref(one),
        };
        let all = each.iter().flat_map(|one| {
            writer.said(one).into_iter().map(|own| Value {
                is_composed: is_composed(one),
                ..own
            })
        });
        all.collect()
    }

    /// A comparison of a field with several values.
    fn of_members(
        &self,
        several: &Several,
        value: &Value,
        filter: &Filter<'_>,
        others: &[Value],
        is_wanted: bool,
    ) -> Result<Expr, Unwritten> {
        let members = |passes: &dyn Fn(&Value) -> Result<Expr, Unwritten>| {
            let Members { mut select, member } = self.writer.members(several, value.value_type);
            let member = Value {
                folded: value.folded,
                ..Value::new(member, value.value_type)
            };
            select.expr(Expr::cust("1")).and_where(passes(&member)?);
            Ok::<SelectStatement, Unwritten>(select)
        };
        let any = || Ok::<Expr, Unwritten>(Expr::exists(members(&|_| Ok(Expr::cust("1 = 1")))?));
        let compared = |member: &Value, operator| match filter.group() {
            Some(name) => (self.writer).compared_with_group(self.groups, member, operator, name),
            None => Ok(self.writer.holds(member, operator, others)),
        };
        let named = |member: &Value, operator| self.names_member(member, filter, others, operator);
        // A member is the value, letters of either case as one but in a row filter.
        let is_member = |member: &Value| {
            let folded = Value {
                folded: value.value_type.is_text() && !self.writer.of_policy,
                ..member.clone()
            };
            match filter.group() {
                Some(_) => compared(&folded, Operator::Eq),
                None => Ok(named(&folded, Operator::Eq)),
            }
        };
        let is_one = |member: &Value| match filter.group() {
            Some(_) => compared(member, Operator::In),
            None if self.has_parts(filter) => is_member(member),
            None => Ok(named(member, Operator::Eq)),
        };
        Ok(match filter.operator {
            Operator::Exists if is_wanted => any()?,
            Operator::Exists => any()?.not(),
            Operator::Contains => Expr::exists(members(&is_member)?),
            Operator::NotContains => any()?.and(Expr::not_exists(members(&is_member)?)),
            Operator::Eq | Operator::In => Expr::exists(members(&is_one)?),
            Operator::Ne | Operator::NotIn => any()?.and(Expr::not_exists(members(&is_one)?)),
            other => Expr::exists(members(&|member| compared(member, other))?),
        })
    }

    /// Whether values of a field may be looked for as parts.
    fn has_parts(&self, filter: &Filter<'_>) -> bool {
        let (_, path) = given::at_place(&filter.field);
        let def = self.writer.tables.field_by_path(path);
        let binding = def.and_then(|def| self.writer.field(def).ok());
        binding.is_some_and(|own| own.matching != Matching::Exact)
    }

    /// Whether a member of a list is one of the values that are asked for, or has it as a part.
    fn names_member(
        &self,
        member: &Value,
        filter: &Filter<'_>,
        others: &[Value],
        operator: Operator,
    ) -> Expr {
        let (_, path) = given::at_place(&filter.field);
        let said = filter.values();
        let each = others.iter().enumerate().map(|(index, other)| {
            let text = said.get(index).and_then(|value| value.as_text());
            let is_part = text.is_some_and(|text| self.writer.anchors.is_part(path, text))
                && !self.writer.of_policy;
            let operator = if is_part {
                Operator::Contains
            } else {
                operator
            };
            self.writer
                .holds(member, operator, std::slice::from_ref(other))
        });
        any_of(each.collect())
    }

    /// Whether the instance at a place is among those that a group gives.
    fn instance_among(
        &self,
        place: usize,
        operator: Operator,
        name: &str,
    ) -> Result<Expr, Unwritten> {
        let own = (self.type_of(place), self.key(place)?);
        let compared = self.writer.given_keys(self.groups, name, own)?;
        Ok(match (compared, operator) {
            (Some((key, keys)), Operator::NotIn) => key.not_in_subquery(keys),
            (Some((key, keys)), _) => key.in_subquery(keys),
            // The group is of other types.
            (None, Operator::NotIn) => Expr::cust("1 = 1"),
            (None, _) => Expr::cust("1 = 0"),
        })
    }
}

/// Whether all hold.
pub(super) fn every(all: Vec<Expr>) -> Expr {
    let all = all.into_iter().reduce(ExprTrait::and);
    all.unwrap_or_else(|| Expr::cust("1 = 1"))
}

/// Whether one holds.
pub(super) fn any_of(all: Vec<Expr>) -> Expr {
    let any = all.into_iter().reduce(ExprTrait::or);
    any.unwrap_or_else(|| Expr::cust("1 = 0"))
}
