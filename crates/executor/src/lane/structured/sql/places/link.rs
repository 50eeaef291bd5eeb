//! Hops as SQL: the keys that link one variable to another.

use cmec_decoder::language::Direction;
use cmec_decoder::places::Hop;
use cmec_decoder::tables::Tables;
use sea_query::{Expr, ExprTrait, IntoIden, SelectStatement, TableRef, UnionType};

use crate::catalogue::{KeySide, RelationBinding};
use crate::lane::structured::sql::context::{SqlContext, WriteError, each_once};
use crate::lane::structured::sql::places::scope::Scope;
use crate::lane::structured::sql::places::{field_value, row_security};
use crate::lane::structured::sql::values::expressions::column;
use crate::lane::structured::sql::values::{connectives, keys};
use crate::ports::database::{Parameter, table_ref};

/// A relation followed once, from one type to another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Step<'t> {
    pub(crate) relation: &'t str,
    /// True where the step follows the direction of the relation.
    pub(crate) outwards: bool,
    pub(crate) leads: &'t str,
}

pub(crate) fn steps<'t>(tables: &'t Tables, hop: &Hop<'_>, from: &str) -> Vec<Step<'t>> {
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

/// The columns that link two rows in one step.
#[derive(Debug, Clone)]
pub(crate) enum Link {
    /// A column of the start row holds the key of the end row.
    KeyHere(String),
    /// A column of the end row holds the key of the start row.
    KeyThere(String),
    /// A table of pairs, with the columns of the start key and of the end key.
    Pairs {
        table: String,
        here: String,
        there: String,
    },
}

impl Link {
    pub(crate) fn of(binding: &RelationBinding, outwards: bool) -> Option<Self> {
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

/// In a table of key pairs, the column of the start.
pub(crate) const HERE: &str = "a";
/// The column of the end.
pub(crate) const THERE: &str = "b";

/// The only link of a hop between two types; `None` where it has several or is repeated.
pub(crate) fn link(scope: &Scope<'_>, hop: &Hop<'_>) -> Result<Option<Link>, WriteError> {
    let (context, from, to) = (
        scope.context,
        scope.type_of(hop.from),
        scope.type_of(hop.to),
    );
    let steps = steps(context.tables, hop, from);
    let mut steps = steps.into_iter().filter(|step| step.leads == to);
    let (Some(step), None, [1, 1]) = (steps.next(), steps.next(), hop.times) else {
        return Ok(None);
    };
    let binding = context.relation(step.relation)?;
    Ok(Link::of(binding, step.outwards))
}

/// The distinct pairs of keys that a hop links. `starts` and `ends` are the known keys of either side.
fn pairs(
    context: &SqlContext<'_>,
    hop: &Hop<'_>,
    (from, to): (&str, &str),
    (starts, ends): (Option<&[Parameter]>, Option<&[Parameter]>),
) -> Result<SelectStatement, WriteError> {
    let [least, most] = hop.times;
    let mut all: Option<SelectStatement> = None;
    let mut sequences = vec![vec![from]];
    for count in 1..=most {
        let mut longer = Vec::new();
        for sequence in &sequences {
            let last = sequence.last().copied().unwrap_or(from);
            let next = steps(context.tables, hop, last);
            let next = each_once(next.iter().map(|step| step.leads).collect());
            longer.extend(
                next.into_iter()
                    .map(|name| [sequence.as_slice(), &[name]].concat()),
            );
        }
        sequences = longer;
        let complete = sequences.iter().filter(|types| types.last() == Some(&to));
        for types in complete.filter(|_| count >= least) {
            let select = walked(context, hop, types, (starts, ends))?;
            connectives::union(&mut all, UnionType::Distinct, select);
        }
    }
    all.ok_or_else(|| WriteError::Unknown(hop.relations.join("|")))
}

/// The pairs of keys linked by a step between each two neighbours of some types.
fn walked(
    context: &SqlContext<'_>,
    hop: &Hop<'_>,
    types: &[&str],
    (starts, ends): (Option<&[Parameter]>, Option<&[Parameter]>),
) -> Result<SelectStatement, WriteError> {
    let mut select = SelectStatement::new();
    let mut before: Option<String> = None;
    for ends in types.windows(2) {
        let [from, to] = ends else { continue };
        let (steps, alias) = (one_step(context, hop, from, to)?, context.alias('s'));
        let here = column(&alias, HERE);
        match &before {
            None => {
                select
                    .expr_as(here.clone(), HERE)
                    .from_subquery(steps, alias.clone());
                if let Some(keys) = starts {
                    select.and_where(is_one_of(context, from, here, keys)?);
                }
            }
            Some(before) => {
                let joined = here.eq(column(before, THERE));
                select.join_subquery(sea_query::JoinType::InnerJoin, steps, alias.clone(), joined);
            }
        }
        before = Some(alias);
    }
    let there = column(&before.unwrap_or_default(), THERE);
    select.expr_as(there.clone(), THERE);
    if let (Some(keys), Some(to)) = (ends, types.last()) {
        select.and_where(is_one_of(context, to, there, keys)?);
    }
    Ok(select.distinct().take())
}

/// The pairs of keys that any step of a hop links.
fn one_step(
    context: &SqlContext<'_>,
    hop: &Hop<'_>,
    from: &str,
    to: &str,
) -> Result<SelectStatement, WriteError> {
    let mut all: Option<SelectStatement> = None;
    for step in steps(context.tables, hop, from) {
        let link = Link::of(context.relation(step.relation)?, step.outwards);
        let Some(link) = link.filter(|_| step.leads == to) else {
            continue;
        };
        let select = step_pairs(context, &link, from, to)?;
        connectives::union(&mut all, UnionType::All, select);
    }
    all.ok_or_else(|| WriteError::Unknown(hop.relations.join("|")))
}

pub(crate) fn step_pairs(
    context: &SqlContext<'_>,
    link: &Link,
    from: &str,
    to: &str,
) -> Result<SelectStatement, WriteError> {
    let alias = context.alias('l');
    let key = |name: &str| row_security::key_of(context, name, &alias);
    let (rows, here, there) = match link {
        Link::Pairs { table, here, there } => {
            let rows = table_ref(table).alias(alias.clone());
            (rows, column(&alias, here), column(&alias, there))
        }
        Link::KeyHere(name) => (
            row_security::placed(context, from, &alias)?,
            key(from)?,
            column(&alias, name),
        ),
        Link::KeyThere(name) => (
            row_security::placed(context, to, &alias)?,
            column(&alias, name),
            key(to)?,
        ),
    };
    let mut select = SelectStatement::new();
    select
        .expr_as(here.clone(), HERE)
        .expr_as(there.clone(), THERE)
        .from(rows)
        .and_where(here.clone().is_not_null())
        .and_where(there.clone().is_not_null());
    // A key column belongs to a row that row-level security already filtered.
    if !matches!(link, Link::KeyHere(_)) {
        select.and_where_option(row_security::is_seen(context, from, here)?);
    }
    if !matches!(link, Link::KeyThere(_)) {
        select.and_where_option(row_security::is_seen(context, to, there)?);
    }
    Ok(select)
}

/// True where the key of a row is one of some keys.
pub(crate) fn is_one_of(
    context: &SqlContext<'_>,
    type_name: &str,
    key: Expr,
    keys: &[Parameter],
) -> Result<Expr, WriteError> {
    let key_type = context.table(type_name)?.key_type;
    let mut keys = keys
        .iter()
        .map(|key| keys::key_value(context.engine, key_type, key));
    Ok(match (keys.next(), keys.len()) {
        (None, _) => Expr::cust("1 = 0"),
        (Some(only), 0) => key.eq(only),
        (Some(first), _) => key.is_in(std::iter::once(first).chain(keys)),
    })
}

fn named_keys(scope: &Scope<'_>, place: usize) -> Option<Vec<Parameter>> {
    let named = scope.places.places.get(place)?.entities.as_ref()?.iter();
    let entities = named.filter_map(|index| scope.entities.get(*index));
    let found = entities.flat_map(|entity| scope.context.anchors.of(entity));
    let fitting = found.filter(|found| found.type_name == scope.type_of(place));
    Some(fitting.map(|found| found.key.clone()).collect())
}

/// True where the variable's instance is one of its named entities; `None` where it names none.
pub(crate) fn is_named(scope: &Scope<'_>, place: usize) -> Result<Option<Expr>, WriteError> {
    let Some(keys) = named_keys(scope, place) else {
        return Ok(None);
    };
    let key = field_value::key(scope, place)?;
    is_one_of(scope.context, scope.type_of(place), key, &keys).map(Some)
}

/// Pairs of keys as a table, and the columns of both keys.
pub(crate) struct PairTable {
    pub(crate) table: TableRef,
    pub(crate) here: Expr,
    pub(crate) there: Expr,
}

/// The pairs of keys that a hop links: those of a link table, or else a select, which any hop has.
pub(crate) fn pair_table(
    scope: &Scope<'_>,
    hop: &Hop<'_>,
    link: Option<Link>,
    alias: &str,
) -> Result<PairTable, WriteError> {
    let (table, here, there) = match link {
        Some(Link::Pairs { table, here, there }) => {
            (table_ref(&table).alias(alias.to_owned()), here, there)
        }
        _ => {
            let pairs = Box::new(pairs_between(scope, hop)?);
            let table = TableRef::SubQuery(pairs, alias.to_owned().into_iden());
            (table, HERE.to_owned(), THERE.to_owned())
        }
    };
    Ok(PairTable {
        table,
        here: column(alias, &here),
        there: column(alias, &there),
    })
}

/// True where two variables are linked by a hop.
pub(crate) fn linked(scope: &Scope<'_>, hop: &Hop<'_>) -> Result<Expr, WriteError> {
    let (from, to) = (
        field_value::key(scope, hop.from)?,
        field_value::key(scope, hop.to)?,
    );
    let link = match link(scope, hop)? {
        Some(Link::KeyHere(name)) => return Ok(scope.column(hop.from, &name).eq(to)),
        Some(Link::KeyThere(name)) => return Ok(scope.column(hop.to, &name).eq(from)),
        pairs => pairs,
    };
    let pairs = pair_table(scope, hop, link, &scope.context.alias('l'))?;
    let mut select = SelectStatement::new();
    select
        .from(pairs.table)
        .expr(Expr::cust("1"))
        .and_where(pairs.here.eq(from))
        .and_where(pairs.there.eq(to));
    Ok(Expr::exists(select))
}

/// The pairs of keys that a hop links, narrowed by the entities at its ends.
fn pairs_between(scope: &Scope<'_>, hop: &Hop<'_>) -> Result<SelectStatement, WriteError> {
    let types = (scope.type_of(hop.from), scope.type_of(hop.to));
    let (starts, ends) = (named_keys(scope, hop.from), named_keys(scope, hop.to));
    let known = (starts.as_deref(), ends.as_deref());
    pairs(scope.context, hop, types, known)
}
