//! The matches of a contract, with the values that are asked of them.
//!
//! The tables that a value is asked of are joined. What else the places are asked is a semi-join: `IN` where one key
//! decides, `EXISTS` otherwise. Where the join could have a row twice, each stands once.

use std::collections::BTreeSet;

use cmec_decoder::contract::Condition;
use cmec_decoder::language::{ValueType, given};
use cmec_decoder::places::{Hop, Places, TARGET};
use sea_query::{Expr, ExprTrait, JoinType, SelectStatement, UnionType};

use super::scope::Scope;
use super::subject::Subject;
use super::writer::{Unwritten, Writer, each_once};

/// A column of matches.
#[derive(Debug, Clone)]
pub(super) enum Needed<'p> {
    /// The key of the instance at a place, which no other instance has.
    Key(usize),
    /// The key of the row of the target.
    RowKey,
    /// The type of the target.
    Type,
    /// What the instance at a place is called.
    Called(usize),
    /// The value of a field, or of what is derived.
    Value(&'p str),
    /// The same as it is shown: of a field with several values all of them.
    Shown(&'p str),
    /// Each value of a field that has several.
    Member(&'p str),
    /// Something, where a field has a value.
    HasValue(&'p str),
    /// How far the vector of the target is from the one that is asked for, by an operator.
    Distance(&'static str),
}

/// Columns of matches by their names: what makes groups, for one.
pub(super) type NeededColumns<'p> = Vec<(String, Needed<'p>)>;

/// What is asked of matches.
#[derive(Debug, Clone, Default)]
pub(super) struct Needs<'p> {
    /// The columns, by their names.
    pub(super) columns: NeededColumns<'p>,
    /// Whether every match has a row, whatever its columns are.
    pub(super) whole: bool,
    /// Whether it makes no difference how often a row stands.
    pub(super) any_times: bool,
}

/// The matches as a select.
pub(super) struct Matches {
    pub(super) select: SelectStatement,
    /// Whether the joins alone could have a row several times.
    pub(super) twice: bool,
}

/// What must hold, and the places that it is about.
pub(super) struct Constraint<'c> {
    pub(super) places: BTreeSet<usize>,
    pub(super) what: What<'c>,
}

pub(super) enum What<'c> {
    Condition(&'c Condition<'c>),
    /// A hop that must not be there, of a kind.
    Absent(&'c Hop<'c>, Vec<&'c Condition<'c>>),
}

impl Writer<'_> {
    /// The matches of a contract.
    pub(super) fn matches(
        &self,
        subject: &Subject<'_>,
        needs: &Needs<'_>,
    ) -> Result<Matches, Unwritten> {
        let places = subject.places(self);
        let mut twice = false;
        let entities = subject.grounding.entity_list.as_slice();
        let variants = self.variants(&places, entities)?;
        // Rows of different tables may have the same key.
        let varies: Vec<bool> = (0..places.places.len())
            .map(|place| {
                let types = variants.iter().filter_map(|variant| variant.get(place));
                each_once(types.copied().collect()).len() > 1
            })
            .collect();
        let mut all: Option<SelectStatement> = None;
        for types in variants {
            let scope = Scope::new(self, &places, (entities, subject.groups), types);
            let (select, is_twice) = scope.variant(subject, needs, &varies)?;
            twice |= is_twice;
            all = Some(match all {
                None => select,
                Some(mut all) => all.union(UnionType::All, select).take(),
            });
        }
        let select = match all {
            Some(all) => all,
            None => self.no_matches(needs)?,
        };
        Ok(Matches { select, twice })
    }

    /// No matches: the places can be of no types.
    fn no_matches(&self, needs: &Needs<'_>) -> Result<SelectStatement, Unwritten> {
        let mut select = SelectStatement::new();
        for (name, needed) in &needs.columns {
            let value_type = match needed {
                Needed::Value(path)
                | Needed::Shown(path)
                | Needed::Member(path)
                | Needed::HasValue(path) => {
                    let kind = self.tables.kind(path);
                    kind.map_or(ValueType::Text, |kind| kind.value_type)
                }
                _ => ValueType::Text,
            };
            select.expr_as(self.engine.missing(value_type), name.clone());
        }
        Ok(select.and_where(Expr::cust("1 = 0")).take())
    }
}

impl<'s> Scope<'s> {
    fn variant(
        &self,
        subject: &Subject<'_>,
        needs: &Needs<'_>,
        varies: &[bool],
    ) -> Result<(SelectStatement, bool), Unwritten> {
        let constraints = self.constraints(subject)?;
        let parts = self.parts(&constraints);
        let needed = self.needed(needs)?;
        let is_joined = |part: &&BTreeSet<usize>| needs.whole || !part.is_disjoint(&needed);
        let (joined, asked): (Vec<_>, Vec<_>) = parts.iter().partition(is_joined);
        let mut select = SelectStatement::new();
        select.from(self.placed(TARGET)?);
        if let Some(keys) = self.named_keys(TARGET) {
            select.and_where(self.is_named(TARGET, &keys)?);
        }
        let mut there: BTreeSet<usize> = joined.into_iter().flatten().copied().collect();
        there.insert(TARGET);
        let mut effect = self.join(&mut select, &there, TARGET)?;
        for constraint in &constraints {
            if constraint.places.is_subset(&there) {
                select.and_where(self.constraint(constraint)?);
            }
        }
        for part in asked {
            select.and_where(self.semi_join(part, &constraints)?);
        }
        if let Some(sides) = &subject.sides {
            select.and_where(self.sides(sides, subject)?);
        }
        for (name, needed) in &needs.columns {
            let column = match needed {
                Needed::Member(path) => {
                    effect.repeats = true;
                    self.join_members(&mut select, path)?
                }
                needed => self.needed_column(needed, varies)?,
            };
            select.expr_as(column, name.clone());
        }
        let twice = effect.repeats || (effect.multiplies && !needs.whole);
        if twice && !needs.any_times {
            select.distinct();
        }
        Ok((select, twice))
    }

    fn needed_column(&self, needed: &Needed<'_>, varies: &[bool]) -> Result<Expr, Unwritten> {
        Ok(match needed {
            Needed::Key(place) if varies.get(*place) == Some(&true) => {
                let key = self.key(*place)?.cast_as("text");
                let of_type = Expr::val(format!("{}:", self.type_of(*place)));
                of_type.binary(sea_query::BinOper::Custom("||"), key)
            }
            Needed::Key(place) => self.key(*place)?,
            // Tables of several types may have keys that no column holds together.
            Needed::RowKey if varies.get(TARGET) == Some(&true) => {
                self.key(TARGET)?.cast_as("text")
            }
            Needed::RowKey => self.key(TARGET)?,
            Needed::Type => Expr::val(self.type_of(TARGET).to_owned()),
            Needed::Called(place) => self.name_shown(*place)?.expr,
            Needed::Value(path) | Needed::Member(path) => self.value(path)?.expr,
            Needed::Shown(path) => self.shown(path)?,
            Needed::Distance(operator) => self.distance(operator)?,
            Needed::HasValue(path) => {
                let (_, read) = given::at_place(path);
                let def = self.writer.tables.field_by_path(read);
                let value = match self.several(path)? {
                    // Instances of another type have no list; what tells of one is a number.
                    None if def.is_some_and(|def| def.array) => {
                        return Ok(self.writer.engine.missing(ValueType::Integer));
                    }
                    None => return Ok(self.value(path)?.expr),
                    Some(several) => self.writer.has_member(&several, path),
                };
                Expr::case(value, Expr::cust("1")).into()
            }
        })
    }

    /// Joins the members of a field with several values, of which an instance may have none.
    fn join_members(&self, select: &mut SelectStatement, path: &str) -> Result<Expr, Unwritten> {
        let Some(several) = self.several(path)? else {
            return Ok(self.value(path)?.expr);
        };
        let value_type = self.value(path)?.value_type;
        let (table, on, member) = self.writer.members_joined(&several, value_type);
        select.join(JoinType::LeftJoin, table, on);
        Ok(member)
    }

    /// The places that columns are read at.
    fn needed(&self, needs: &Needs<'_>) -> Result<BTreeSet<usize>, Unwritten> {
        let mut places = BTreeSet::new();
        for (_, needed) in &needs.columns {
            match needed {
                Needed::Key(place) | Needed::Called(place) => {
                    places.insert(*place);
                }
                Needed::RowKey | Needed::Type => {}
                Needed::Distance(_) => {}
                Needed::Value(path)
                | Needed::Shown(path)
                | Needed::Member(path)
                | Needed::HasValue(path) => {
                    places.extend(self.places_of(path)?);
                }
            }
        }
        Ok(places)
    }

    fn constraints<'c>(&self, subject: &Subject<'c>) -> Result<Vec<Constraint<'c>>, Unwritten>
    where
        's: 'c,
    {
        let (mut constraints, mut of_absent) = (Vec::new(), Vec::new());
        for condition in &subject.conditions {
            let places = self.places_read(condition)?;
            if places.iter().any(|place| self.places.is_absent(*place)) {
                of_absent.push((*condition, places));
            } else {
                constraints.push(Constraint {
                    places: places.into_iter().collect(),
                    what: What::Condition(condition),
                });
            }
        }
        for hop in self.places.hops.iter().filter(|hop| hop.absent) {
            let ends = [hop.from, hop.to];
            let is_about = |places: &[usize]| {
                let absent = places.iter().filter(|place| self.places.is_absent(**place));
                absent.into_iter().any(|place| ends.contains(place))
            };
            let own = of_absent.iter().filter(|(_, places)| is_about(places));
            let read = own.clone().flat_map(|(_, places)| places.iter().copied());
            let places = read
                .chain(ends)
                .filter(|place| !self.places.is_absent(*place));
            constraints.push(Constraint {
                places: places.collect(),
                what: What::Absent(hop, own.map(|(condition, _)| *condition).collect()),
            });
        }
        Ok(constraints)
    }

    /// The places but the target, by what hops and constraints hold together without it.
    fn parts(&self, constraints: &[Constraint<'_>]) -> Vec<BTreeSet<usize>> {
        let there = (1..self.places.places.len()).filter(|place| !self.places.is_absent(*place));
        let mut parts: Vec<BTreeSet<usize>> = there.map(|place| BTreeSet::from([place])).collect();
        let hops = self.places.hops.iter().filter(|hop| !hop.absent);
        let ties = hops.map(|hop| BTreeSet::from([hop.from, hop.to]));
        let ties = ties.chain(
            constraints
                .iter()
                .map(|constraint| constraint.places.clone()),
        );
        for mut tie in ties {
            tie.remove(&TARGET);
            let (tied, rest): (Vec<_>, Vec<_>) =
                parts.into_iter().partition(|part| !part.is_disjoint(&tie));
            parts = rest;
            let tied: BTreeSet<usize> = tied.into_iter().flatten().collect();
            if !tied.is_empty() {
                parts.push(tied);
            }
        }
        parts.sort();
        parts
    }
}

/// The places of a contract that rows are about, where a row is a match.
pub(super) fn shown_places(places: &Places<'_>) -> Vec<usize> {
    let all = 0..places.places.len();
    all.filter(|place| !places.is_absent(*place)).collect()
}
