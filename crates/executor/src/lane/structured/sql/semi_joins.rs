//! What must hold of a match without a table of its own in the rows: constraints, hops that must not be there, and semi-joins.

use std::collections::BTreeSet;

use cmec_decoder::contract::Condition;
use cmec_decoder::places::{Hop, TARGET};
use sea_query::{Expr, ExprTrait, JoinType, SelectStatement};

use super::condition::every;
use super::link::{HERE, Link, THERE};
use super::matches::{Constraint, What};
use super::scope::Scope;
use super::writer::Unwritten;
use crate::ports::database::table_ref;

impl<'s> Scope<'s> {
    pub(super) fn constraint(&self, constraint: &Constraint<'_>) -> Result<Expr, Unwritten> {
        match &constraint.what {
            What::Condition(condition) => self.condition(condition),
            What::Absent(hop, conditions) => self.absent(hop, conditions),
        }
    }

    /// That there is no hop to anything of a kind.
    fn absent(&self, hop: &Hop<'_>, conditions: &[&Condition<'_>]) -> Result<Expr, Unwritten> {
        let open: Vec<usize> = [hop.from, hop.to]
            .into_iter()
            .filter(|place| self.places.is_absent(*place))
            .collect();
        let mut none = Vec::new();
        for scope in self.with_types(&open)? {
            let ends = (scope.type_of(hop.from), scope.type_of(hop.to));
            if !self.writer.may_lead(hop, ends.0, ends.1) {
                continue;
            }
            let mut select = SelectStatement::new();
            select.expr(Expr::cust("1"));
            for place in &open {
                select.from(scope.placed(*place)?);
                if let Some(keys) = scope.named_keys(*place) {
                    select.and_where(scope.is_named(*place, &keys)?);
                }
            }
            select.and_where(scope.linked(hop)?);
            for condition in conditions {
                select.and_where(scope.condition(condition)?);
            }
            none.push(Expr::not_exists(select));
        }
        Ok(every(none))
    }

    /// The same with each type at places that have none.
    fn with_types(&self, open: &[usize]) -> Result<Vec<Scope<'s>>, Unwritten> {
        let mut scopes = vec![self.with_type(usize::MAX, "")];
        for place in open {
            let def = self.places.places.get(*place);
            let types = def.map(|def| self.writer.types_at(def, self.entities));
            let types = types.unwrap_or_default();
            let each = scopes
                .iter()
                .flat_map(|scope| types.iter().map(|name| scope.with_type(*place, name)));
            scopes = each.collect();
        }
        Ok(scopes)
    }

    /// That there is an instance at each place of a part.
    pub(super) fn semi_join(
        &self,
        part: &BTreeSet<usize>,
        constraints: &[Constraint<'_>],
    ) -> Result<Expr, Unwritten> {
        let hops = self.places.hops.iter().filter(|hop| !hop.absent);
        let leads = |hop: &&Hop<'_>| {
            let far = if hop.from == TARGET { hop.to } else { hop.from };
            (hop.from == TARGET) != (hop.to == TARGET) && part.contains(&far)
        };
        let to_target: Vec<&Hop<'_>> = hops.filter(leads).collect();
        let own = |constraint: &&Constraint<'_>| !constraint.places.is_disjoint(part);
        let own: Vec<&Constraint<'_>> = constraints.iter().filter(own).collect();
        let reads_target = own
            .iter()
            .any(|constraint| constraint.places.contains(&TARGET));
        let first = to_target
            .first()
            .map(|hop| if hop.from == TARGET { hop.to } else { hop.from });
        let first = first.or_else(|| part.first().copied()).unwrap_or(TARGET);
        let mut select = SelectStatement::new();
        select.from(self.placed(first)?);
        if let Some(keys) = self.named_keys(first) {
            select.and_where(self.is_named(first, &keys)?);
        }
        self.join(&mut select, part, first)?;
        for constraint in own {
            select.and_where(self.constraint(constraint)?);
        }
        match to_target.as_slice() {
            [only] if !reads_target => self.among(only, first, select),
            hops => {
                for hop in hops {
                    select.and_where(self.linked(hop)?);
                }
                select.expr(Expr::cust("1"));
                Ok(Expr::exists(select))
            }
        }
    }

    /// That a hop leads from the target to one of the instances of a select.
    fn among(
        &self,
        hop: &Hop<'_>,
        far: usize,
        mut select: SelectStatement,
    ) -> Result<Expr, Unwritten> {
        let of = |place: usize, name: &str| Expr::col((self.name_of(place), name.to_owned()));
        let link = self
            .writer
            .link(hop, self.type_of(hop.from), self.type_of(hop.to))?;
        let starts = hop.from == TARGET;
        let alias = self.writer.alias('l');
        let pair = |name: &str| Expr::col((alias.clone(), name.to_owned()));
        let (own, others) = match link {
            Some(Link::KeyHere(name)) if starts => (of(TARGET, &name), self.key(far)?),
            Some(Link::KeyHere(name)) => (self.key(TARGET)?, of(far, &name)),
            Some(Link::KeyThere(name)) if starts => (self.key(TARGET)?, of(far, &name)),
            Some(Link::KeyThere(name)) => (of(TARGET, &name), self.key(far)?),
            Some(Link::Pairs { table, here, there }) => {
                let (at_target, at_far) = if starts { (here, there) } else { (there, here) };
                let on = pair(&at_far).eq(self.key(far)?);
                select.join_as(JoinType::InnerJoin, table_ref(&table), alias.clone(), on);
                (self.key(TARGET)?, pair(&at_target))
            }
            None => {
                let (at_target, at_far) = if starts { (HERE, THERE) } else { (THERE, HERE) };
                let on = pair(at_far).eq(self.key(far)?);
                let pairs = self.pairs_between(hop)?;
                select.join_subquery(JoinType::InnerJoin, pairs, alias.clone(), on);
                (self.key(TARGET)?, pair(at_target))
            }
        };
        Ok(own.in_subquery(select.expr(others).take()))
    }
}
