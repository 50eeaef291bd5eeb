//! The tables of places joined along the hops between them.

use std::collections::BTreeSet;

use cmec_decoder::places::Hop;
use sea_query::{Expr, ExprTrait, JoinType, SelectStatement};

use super::link::{HERE, Link, THERE};
use super::scope::Scope;
use super::writer::Unwritten;
use crate::ports::database::table_ref;

/// What a join can do to the rows before it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Joined {
    /// An instance of the target may have several rows.
    pub(super) multiplies: bool,
    /// A match may have several rows.
    pub(super) repeats: bool,
}

impl Scope<'_> {
    /// Joins the tables of places, one of which stands there, and says what that did.
    pub(super) fn join(
        &self,
        select: &mut SelectStatement,
        places: &BTreeSet<usize>,
        first: usize,
    ) -> Result<Joined, Unwritten> {
        let mut effect = Joined::default();
        let within =
            |hop: &&Hop<'_>| !hop.absent && places.contains(&hop.from) && places.contains(&hop.to);
        let mut hops: Vec<&Hop<'_>> = self.places.hops.iter().filter(within).collect();
        let mut placed = BTreeSet::from([first]);
        loop {
            let leads = |hop: &&Hop<'_>| placed.contains(&hop.from) != placed.contains(&hop.to);
            if let Some(at) = hops.iter().position(leads) {
                let hop = hops.remove(at);
                let (near, far) = match placed.contains(&hop.from) {
                    true => (hop.from, hop.to),
                    false => (hop.to, hop.from),
                };
                let did = self.join_hop(select, hop, near, far)?;
                effect.multiplies |= did.multiplies;
                effect.repeats |= did.repeats;
                placed.insert(far);
                continue;
            }
            let Some(open) = places.iter().copied().find(|place| !placed.contains(place)) else {
                break;
            };
            self.join_table(select, open, Expr::cust("1 = 1"))?;
            effect.multiplies = true;
            placed.insert(open);
        }
        for hop in hops {
            select.and_where(self.linked(hop)?);
        }
        Ok(effect)
    }

    fn join_table(
        &self,
        select: &mut SelectStatement,
        place: usize,
        on: Expr,
    ) -> Result<(), Unwritten> {
        select.join(JoinType::InnerJoin, self.placed(place)?, on);
        if let Some(keys) = self.named_keys(place) {
            select.and_where(self.is_named(place, &keys)?);
        }
        Ok(())
    }

    fn join_hop(
        &self,
        select: &mut SelectStatement,
        hop: &Hop<'_>,
        near: usize,
        far: usize,
    ) -> Result<Joined, Unwritten> {
        let column = |place: usize, name: &str| Expr::col((self.name_of(place), name.to_owned()));
        let link = self
            .writer
            .link(hop, self.type_of(hop.from), self.type_of(hop.to))?;
        let starts_near = near == hop.from;
        let (near_key, far_key) = (self.key(near)?, self.key(far)?);
        let alias = self.writer.alias('l');
        let pair = |name: &str| Expr::col((alias.clone(), name.to_owned()));
        Ok(match link {
            Some(Link::KeyHere(name)) => {
                let on = column(hop.from, &name).eq(self.key(hop.to)?);
                self.join_table(select, far, on)?;
                Joined {
                    multiplies: !starts_near,
                    repeats: false,
                }
            }
            Some(Link::KeyThere(name)) => {
                let on = column(hop.to, &name).eq(self.key(hop.from)?);
                self.join_table(select, far, on)?;
                Joined {
                    multiplies: starts_near,
                    repeats: false,
                }
            }
            Some(Link::Pairs { table, here, there }) => {
                let (at_near, at_far) = if starts_near {
                    (here, there)
                } else {
                    (there, here)
                };
                let on = pair(&at_near).eq(near_key);
                select.join_as(JoinType::InnerJoin, table_ref(&table), alias.clone(), on);
                self.join_table(select, far, far_key.eq(pair(&at_far)))?;
                Joined {
                    multiplies: true,
                    repeats: true,
                }
            }
            None => {
                let (at_near, at_far) = if starts_near {
                    (HERE, THERE)
                } else {
                    (THERE, HERE)
                };
                let pairs = self.pairs_between(hop)?;
                let on = pair(at_near).eq(near_key);
                select.join_subquery(JoinType::InnerJoin, pairs, alias.clone(), on);
                self.join_table(select, far, far_key.eq(pair(at_far)))?;
                Joined {
                    multiplies: true,
                    repeats: false,
                }
            }
        })
    }
}
