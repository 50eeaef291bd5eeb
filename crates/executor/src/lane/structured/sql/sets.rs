//! Set operations: what must hold of the target by the groups of one.

use cmec_decoder::contract::{Group, SetOp, SetSide};
use cmec_decoder::language::SetOperator;
use cmec_decoder::places::TARGET;
use sea_query::{Expr, ExprTrait, Func};

use super::condition::any_of;
use super::matches::{Needed, Needs};
use super::scope::Scope;
use super::subject::{Sides, Subject};
use super::writer::Unwritten;

impl Scope<'_> {
    /// Whether the target is in the set.
    pub(super) fn sides(
        &self,
        sides: &Sides<'_>,
        subject: &Subject<'_>,
    ) -> Result<Expr, Unwritten> {
        let is_in = self.in_set(sides, sides.set, subject)?;
        if !subject.has_matches {
            return Ok(is_in);
        }
        // A match is one of a group of the set.
        let mut either = Vec::new();
        for group in sides.groups() {
            let mut all = self.in_group(sides, group, subject)?;
            if sides.constraints.is_of_whole(group) {
                all = all.and(self.conditions(&group.filters)?);
            }
            either.push(all);
        }
        Ok(is_in.and(any_of(either)))
    }

    fn in_set(
        &self,
        sides: &Sides<'_>,
        set: &SetOp<'_>,
        subject: &Subject<'_>,
    ) -> Result<Expr, Unwritten> {
        let left = self.in_side(sides, &set.lhs, subject)?;
        let right = self.in_side(sides, &set.rhs, subject)?;
        Ok(match set.op {
            SetOperator::Union => left.or(right),
            SetOperator::Intersect => left.and(right),
            // What is not known to be in the right one is not in it.
            SetOperator::Except => {
                let known = Expr::from(Func::coalesce([right, Expr::cust("FALSE")]));
                left.and(known.not())
            }
        })
    }

    fn in_side(
        &self,
        sides: &Sides<'_>,
        side: &SetSide<'_>,
        subject: &Subject<'_>,
    ) -> Result<Expr, Unwritten> {
        match side {
            SetSide::Nested(set) => self.in_set(sides, set, subject),
            SetSide::Group(name) => {
                let group = sides.constraints.group(name);
                let group = group.ok_or_else(|| Unwritten::Unknown(name.to_string()))?;
                self.in_group(sides, group, subject)
            }
        }
    }

    fn in_group(
        &self,
        sides: &Sides<'_>,
        group: &Group<'_>,
        subject: &Subject<'_>,
    ) -> Result<Expr, Unwritten> {
        let type_name = self.type_of(TARGET);
        let types = match group.grounding.target_types.as_slice() {
            [] => sides.targets,
            own => own,
        };
        if !types.is_empty() && !types.iter().any(|name| name == type_name) {
            return Ok(Expr::cust("1 = 0"));
        }
        if !sides.constraints.is_of_whole(group) {
            let keys =
                self.writer
                    .given_keys(self.groups, &group.name, (type_name, self.key(TARGET)?))?;
            let never = || Expr::cust("1 = 0");
            return Ok(match keys {
                Some((key, keys)) => key.in_subquery(keys),
                None => never(),
            });
        }
        let mut of_target = true;
        for condition in &group.filters {
            of_target &= self
                .places_read(condition)?
                .iter()
                .all(|place| *place == TARGET);
        }
        if of_target {
            return self.conditions(&group.filters);
        }
        let matched = Subject {
            targets: vec![type_name],
            conditions: subject
                .conditions
                .iter()
                .copied()
                .chain(&group.filters)
                .collect(),
            sides: None,
            has_matches: false,
            ..subject.clone()
        };
        let needs = Needs {
            columns: vec![("k".to_owned(), Needed::RowKey)],
            whole: false,
            any_times: true,
        };
        let matches = self.writer.matches(&matched, &needs)?;
        Ok(self.key(TARGET)?.in_subquery(matches.select))
    }
}
