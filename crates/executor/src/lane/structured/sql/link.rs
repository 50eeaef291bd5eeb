//! Hops as SQL: the keys that lead from one place to another.

use cmec_decoder::language::Direction;
use cmec_decoder::places::Hop;
use cmec_decoder::tables::Tables;
use sea_query::{Expr, ExprTrait, SelectStatement, UnionType};

use super::scope::Scope;
use super::writer::{Unwritten, Writer, each_once};
use crate::catalogue::{KeySide, KeyType, RelationBinding};
use crate::ports::database::{Engine, Parameter, table_ref};

/// A relation walked once, from a type to another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Step<'t> {
    pub(super) relation: &'t str,
    /// Whether along the relation.
    pub(super) outwards: bool,
    pub(super) leads: &'t str,
}

/// The steps of a hop from a type.
pub(super) fn steps<'t>(tables: &'t Tables, hop: &Hop<'_>, from: &str) -> Vec<Step<'t>> {
    let mut steps = Vec::new();
    for name in &hop.relations {
        let Some(def) = tables.relation_by_name(name) else {
            continue;
        };
        for (outwards, against, start, end) in [
            (true, Direction::In, &def.from, &def.to),
            (false, Direction::Out, &def.to, &def.from),
        ] {
            let step = Step {
                relation: &def.name,
                outwards,
                leads: end,
            };
            if hop.direction != against && start == from && !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    steps
}

/// How two rows are linked by one step.
#[derive(Debug, Clone)]
pub(super) enum Link {
    /// A column of the row it starts at has the key of the other.
    KeyHere(String),
    /// A column of the row it leads to has the key of the other.
    KeyThere(String),
    /// A table of pairs, with the columns of where it starts and of where it leads.
    Pairs {
        table: String,
        here: String,
        there: String,
    },
}

impl Link {
    pub(super) fn of(binding: &RelationBinding, outwards: bool) -> Option<Self> {
        if let Some(key) = &binding.foreign_key {
            let column = key.column.to_string();
            return Some(match (key.of == KeySide::From) == outwards {
                true => Self::KeyHere(column),
                false => Self::KeyThere(column),
            });
        }
        let link = binding.link.as_ref()?;
        let (from, to) = (link.from.to_string(), link.to.to_string());
        let (here, there) = if outwards { (from, to) } else { (to, from) };
        Some(Self::Pairs {
            table: link.table.to_string(),
            here,
            there,
        })
    }
}

/// A table of pairs of keys: the names of its columns.
pub(super) const HERE: &str = "a";
pub(super) const THERE: &str = "b";

impl Writer<'_> {
    /// The one link of a hop between two types; `None`: it has several, or is walked several times.
    pub(super) fn link(
        &self,
        hop: &Hop<'_>,
        from: &str,
        to: &str,
    ) -> Result<Option<Link>, Unwritten> {
        let steps = steps(self.tables, hop, from);
        let mut steps = steps.into_iter().filter(|step| step.leads == to);
        let (Some(step), None, [1, 1]) = (steps.next(), steps.next(), hop.times) else {
            return Ok(None);
        };
        let binding = self.relation(step.relation)?;
        Ok(Link::of(binding, step.outwards))
    }

    /// The pairs of keys that a hop links, each once. `starts` and `ends`: the keys it starts at and leads to, where
    /// they are known.
    pub(super) fn pairs(
        &self,
        hop: &Hop<'_>,
        (from, to): (&str, &str),
        (starts, ends): (Option<&[Parameter]>, Option<&[Parameter]>),
    ) -> Result<SelectStatement, Unwritten> {
        let [least, most] = hop.times;
        let mut all: Option<SelectStatement> = None;
        let mut sequences = vec![vec![from]];
        for walked in 1..=most {
            let mut longer = Vec::new();
            for sequence in &sequences {
                let last = sequence.last().copied().unwrap_or(from);
                let next = steps(self.tables, hop, last);
                let next = each_once(next.iter().map(|step| step.leads).collect());
                longer.extend(
                    next.into_iter()
                        .map(|name| [sequence.as_slice(), &[name]].concat()),
                );
            }
            sequences = longer;
            let complete = sequences.iter().filter(|types| types.last() == Some(&to));
            for types in complete.filter(|_| walked >= least) {
                let select = self.walked(hop, types, (starts, ends))?;
                all = Some(match all {
                    None => select,
                    Some(mut all) => all.union(UnionType::Distinct, select).take(),
                });
            }
        }
        all.ok_or_else(|| Unwritten::Unknown(hop.relations.join("|")))
    }

    /// The pairs of keys that are linked by a step for each neighbouring two of some types.
    fn walked(
        &self,
        hop: &Hop<'_>,
        types: &[&str],
        (starts, ends): (Option<&[Parameter]>, Option<&[Parameter]>),
    ) -> Result<SelectStatement, Unwritten> {
        let mut select = SelectStatement::new();
        let mut before: Option<String> = None;
        for ends in types.windows(2) {
            let [from, to] = ends else { continue };
            let (steps, alias) = (self.one_step(hop, from, to)?, self.alias('s'));
            let here = Expr::col((alias.clone(), HERE));
            match &before {
                None => {
                    select
                        .expr_as(here.clone(), HERE)
                        .from_subquery(steps, alias.clone());
                    if let Some(keys) = starts {
                        select.and_where(self.is_one_of(from, here, keys)?);
                    }
                }
                Some(before) => {
                    let joined = here.eq(Expr::col((before.clone(), THERE)));
                    select.join_subquery(
                        sea_query::JoinType::InnerJoin,
                        steps,
                        alias.clone(),
                        joined,
                    );
                }
            }
            before = Some(alias);
        }
        let there = Expr::col((before.unwrap_or_default(), THERE));
        select.expr_as(there.clone(), THERE);
        if let (Some(keys), Some(to)) = (ends, types.last()) {
            select.and_where(self.is_one_of(to, there, keys)?);
        }
        Ok(select.distinct().take())
    }

    /// The pairs of keys that any step of a hop links.
    fn one_step(&self, hop: &Hop<'_>, from: &str, to: &str) -> Result<SelectStatement, Unwritten> {
        let mut all: Option<SelectStatement> = None;
        for step in steps(self.tables, hop, from) {
            let link = Link::of(self.relation(step.relation)?, step.outwards);
            let Some(link) = link.filter(|_| step.leads == to) else {
                continue;
            };
            let select = self.step_pairs(&link, from, to)?;
            all = Some(match all {
                None => select,
                Some(mut all) => all.union(UnionType::All, select).take(),
            });
        }
        all.ok_or_else(|| Unwritten::Unknown(hop.relations.join("|")))
    }

    pub(super) fn step_pairs(
        &self,
        link: &Link,
        from: &str,
        to: &str,
    ) -> Result<SelectStatement, Unwritten> {
        let alias = self.alias('l');
        let column = |name: &str| Expr::col((alias.clone(), name.to_owned()));
        let key = |name: &str| self.key_of(name, &alias);
        let (rows, here, there) = match link {
            Link::Pairs { table, here, there } => {
                let rows = table_ref(table).alias(alias.clone());
                (rows, column(here), column(there))
            }
            Link::KeyHere(name) => (self.placed(from, &alias)?, key(from)?, column(name)),
            Link::KeyThere(name) => (self.placed(to, &alias)?, column(name), key(to)?),
        };
        let mut select = SelectStatement::new();
        select
            .expr_as(here.clone(), HERE)
            .expr_as(there.clone(), THERE)
            .from(rows)
            .and_where(here.clone().is_not_null())
            .and_where(there.clone().is_not_null());
        // Of a key, the row that it stands in is one that may be seen.
        if !matches!(link, Link::KeyHere(_)) {
            select.and_where_option(self.is_seen(from, here)?);
        }
        if !matches!(link, Link::KeyThere(_)) {
            select.and_where_option(self.is_seen(to, there)?);
        }
        Ok(select)
    }
}

impl Writer<'_> {
    /// Whether the key of a row of a type is one of some.
    pub(super) fn is_one_of(
        &self,
        type_name: &str,
        key: Expr,
        keys: &[Parameter],
    ) -> Result<Expr, Unwritten> {
        let key_type = self.table(type_name)?.key_type;
        let mut keys = keys.iter().map(|key| self.engine.key_value(key_type, key));
        Ok(match (keys.next(), keys.len()) {
            (None, _) => Expr::cust("1 = 0"),
            (Some(only), 0) => key.eq(only),
            (Some(first), _) => key.is_in(std::iter::once(first).chain(keys)),
        })
    }
}

impl Engine {
    /// A key as a value of a statement.
    pub(super) fn key_value(self, key_type: KeyType, key: &Parameter) -> Expr {
        let value = parameter_value(key);
        match (self, key_type) {
            (Self::Postgres, KeyType::Uuid) => value.cast_as("uuid"),
            _ => value,
        }
    }
}

/// A parameter as a value of a statement.
pub(super) fn parameter_value(parameter: &Parameter) -> Expr {
    match parameter {
        Parameter::Text(text) => Expr::val(text.clone()),
        Parameter::Integer(number) => Expr::val(*number),
        Parameter::Real(number) => Expr::val(*number),
        Parameter::Boolean(flag) => Expr::val(*flag),
    }
}

impl Scope<'_> {
    /// The keys that the instance at a place has one of, where entities are named there.
    pub(super) fn named_keys(&self, place: usize) -> Option<Vec<Parameter>> {
        let named = self.places.places.get(place)?.entities.as_ref()?.iter();
        let entities = named.filter_map(|index| self.entities.get(*index));
        let found = entities.flat_map(|entity| self.writer.anchors.of(entity));
        let fitting = found.filter(|found| found.type_name == self.type_of(place));
        Some(fitting.map(|found| found.key.clone()).collect())
    }

    /// Whether the instance at a place has one of some keys.
    pub(super) fn is_named(&self, place: usize, keys: &[Parameter]) -> Result<Expr, Unwritten> {
        let key = self.key(place)?;
        self.writer.is_one_of(self.type_of(place), key, keys)
    }

    /// Whether a hop links the instances at its two places.
    pub(super) fn linked(&self, hop: &Hop<'_>) -> Result<Expr, Unwritten> {
        let (from, to) = (self.key(hop.from)?, self.key(hop.to)?);
        let of = |place: usize, column: &str| Expr::col((self.name_of(place), column.to_owned()));
        let (start, end) = (self.type_of(hop.from), self.type_of(hop.to));
        let mut select = SelectStatement::new();
        let (here, there) = match self.writer.link(hop, start, end)? {
            Some(Link::KeyHere(column)) => return Ok(of(hop.from, &column).eq(to)),
            Some(Link::KeyThere(column)) => return Ok(of(hop.to, &column).eq(from)),
            Some(Link::Pairs { table, here, there }) => {
                let alias = self.writer.alias('l');
                select.from_as(table_ref(&table), alias.clone());
                let column = |name: String| Expr::col((alias.clone(), name));
                (column(here), column(there))
            }
            None => {
                let alias = self.writer.alias('l');
                select.from_subquery(self.pairs_between(hop)?, alias.clone());
                let column = |name: &'static str| Expr::col((alias.clone(), name));
                (column(HERE), column(THERE))
            }
        };
        select
            .expr(Expr::cust("1"))
            .and_where(here.eq(from))
            .and_where(there.eq(to));
        Ok(Expr::exists(select))
    }

    /// The pairs of keys that a hop links, narrowed by the entities at its ends.
    pub(super) fn pairs_between(&self, hop: &Hop<'_>) -> Result<SelectStatement, Unwritten> {
        let types = (self.type_of(hop.from), self.type_of(hop.to));
        let (starts, ends) = (self.named_keys(hop.from), self.named_keys(hop.to));
        self.writer
            .pairs(hop, types, (starts.as_deref(), ends.as_deref()))
    }
}
