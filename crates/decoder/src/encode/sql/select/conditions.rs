//! Writes conditions: filters, named entities, and anti-joins.

use crate::contract::{Condition, Entity, Filter, Operand, Value};
use crate::encode::EncodeError;
use crate::encode::sql::lacks;
use crate::encode::sql::select::{Parts, Select, meet};
use crate::encode::sql::words::{self, compared, is_column, separated, sign};
use crate::language::{Direction, Operator};
use crate::places::Hop;
use crate::sql_words::{name, text};

fn filter(
    select: &Select<'_, '_>,
    filter: &Filter<'_>,
    is_top: bool,
) -> Result<String, EncodeError> {
    let column = select.plain_column(&filter.field)?;
    let said = match &filter.operand {
        Some(Operand::Field(path)) => {
            let sign = sign(filter.operator)?;
            return Ok(format!("{column} {sign} {}", select.plain_column(path)?));
        }
        Some(Operand::Group(group)) => {
            let sign = sign(filter.operator)?;
            return Ok(format!("{column} {sign} (SELECT * FROM {})", name(group)));
        }
        Some(Operand::Value(said)) => Some(said),
        None => None,
    };
    let def = select.tables.field_read(&filter.field);
    let is_list = def.is_some_and(|def| def.array);
    let of = def.and_then(|def| Some((select.tables.type_by_name(&def.type_name)?, def)));
    let is_key = of.is_some_and(|(of, def)| of.is_key(def));
    let piece = said.and_then(Value::as_text).unwrap_or_default();
    let like = |word: &str, before: &str, behind: &str| {
        format!("{column} {word} {}", words::pattern(before, piece, behind))
    };
    Ok(match (filter.operator, said) {
        (Operator::Exists, None) => format!("{column} IS NOT NULL"),
        (Operator::Exists, Some(Value::Boolean(false))) => format!("{column} IS NULL"),
        (Operator::Exists, _) => return lacks("`exists` with `true`"),
        (Operator::Eq | Operator::Ne, _) if is_list => return lacks("a list that is equal"),
        (Operator::Contains, _) if is_list => format!("{column} = {}", text(piece)),
        (Operator::NotContains, _) if is_list => format!("{column} <> {}", text(piece)),
        (Operator::Eq, Some(_)) if is_key && is_top => like("LIKE", "", ""),
        (Operator::Contains, _) => like("LIKE", "%", "%"),
        (Operator::NotContains, _) => like("NOT LIKE", "%", "%"),
        (Operator::StartsWith, _) => like("LIKE", "", "%"),
        (Operator::EndsWith, _) => like("LIKE", "%", ""),
        (operator, Some(said)) => compared(&column, operator, said)?,
        (_, None) => return lacks("a comparison without a value"),
    })
}

pub(super) fn condition(
    select: &Select<'_, '_>,
    said: &Condition<'_>,
) -> Result<String, EncodeError> {
    let any = match said {
        Condition::Filter(own) => return filter(select, own, true),
        Condition::Any(any) => any,
    };
    let branches = any.any_of.iter().map(|branch| {
        let filters = branch.iter().map(|own| filter(select, own, false));
        let all = separated(filters, " AND ")?;
        Ok(match branch.len() {
            0 | 1 => all,
            _ => format!("({all})"),
        })
    });
    Ok(format!("({})", separated(branches, " OR ")?))
}

/// The variables that a condition reads.
pub(super) fn places_of(
    select: &Select<'_, '_>,
    said: &Condition<'_>,
) -> Result<Vec<usize>, EncodeError> {
    let mut places = Vec::new();
    for path in said.filters().flat_map(Filter::paths) {
        places.extend(select.read_at(path)?);
    }
    Ok(places)
}

/// `true` if a condition reads one of these variables.
fn any_reads(
    select: &Select<'_, '_>,
    parts: &Parts<'_, '_>,
    is: impl Fn(usize) -> bool,
) -> Result<bool, EncodeError> {
    let mut reads = false;
    for filter in parts.filters {
        reads |= places_of(select, filter)?.into_iter().any(&is);
    }
    Ok(reads)
}

/// An entity without a key, which SQL cannot say.
fn entity<'s, 'a>(select: &'s Select<'_, 'a>, index: usize) -> Result<&'s Entity<'a>, EncodeError> {
    let entity = select.about.entity_list.get(index);
    match entity.filter(|entity| entity.id.is_none()) {
        Some(entity) => Ok(entity),
        None => lacks("the key of a thing"),
    }
}

/// `name = 'X'` for each entity at the selected variables.
pub(super) fn entities(
    select: &Select<'_, '_>,
    of: impl Fn(usize) -> bool,
) -> Result<Vec<String>, EncodeError> {
    let mut conditions = Vec::new();
    for (at, place) in select.places.places.iter().enumerate() {
        let Some(indices) = place.entities.as_ref().filter(|_| of(at)) else {
            continue;
        };
        let [index] = indices.as_slice() else {
            return lacks("several things at one place");
        };
        let entity = entity(select, *index)?;
        let (here, said) = (select.type_of(at), entity.type_name.as_deref());
        if said != here {
            let (_, condition) = thing_of_other_type(select, here, said, &entity.text)?;
            conditions.push(condition);
            continue;
        }
        let about = select.about;
        if !select.is_group && !about.target_types.is_empty() && about.relations.is_empty() {
            return lacks("a thing of the type that is looked for");
        }
        let key = here.and_then(|here| {
            let of = select.tables.type_by_name(here)?;
            let path = format!("{}.{}", of.name, of.key.as_deref()?);
            select.tables.field_by_path(&path)
        });
        let key = key.map(|key| name(words::field(select.tables, key)));
        let column = match (key, select.is_several()) {
            (Some(key), false) => key.into_owned(),
            (Some(key), true) => format!("{}.{key}", select.alias(at)),
            (None, _) => select.things(at).into_owned(),
        };
        conditions.push(format!("{column} = {}", text(&entity.text)));
    }
    Ok(conditions)
}

/// The entities at the first variable whose type differs from its own.
pub(super) fn other_things<'s, 'a>(
    select: &'s Select<'_, 'a>,
) -> impl Iterator<Item = &'s Entity<'a>> {
    let here = select.type_of(select.first);
    let place = select.places.places.get(select.first);
    let indices = place.and_then(|place| place.entities.as_ref());
    let entities = indices.into_iter().flatten();
    let entities = entities.filter_map(|at| select.about.entity_list.get(*at));
    entities.filter(move |entity| entity.type_name.as_deref() != here)
}

/// Writes an entity that no hop leads to, such as the party of an open item: `counterparty = 'X'`, or a table after a
/// comma if a column has that name.
pub(super) fn thing_of_other_type(
    select: &Select<'_, '_>,
    here: Option<&str>,
    of: Option<&str>,
    said: &str,
) -> Result<(Option<String>, String), EncodeError> {
    let Some(of) = of else {
        return lacks("a thing without a type");
    };
    let (table, said) = (name(of), text(said));
    if !is_column(select.tables, here, of) {
        return Ok((None, format!("{table} = {said}")));
    }
    let def = select.tables.type_by_name(of);
    let key = name(def.and_then(|of| of.key.as_deref()).unwrap_or("id"));
    let condition = format!("{table}.{key} = {said}");
    Ok((Some(table.into_owned()), condition))
}

/// A subquery for each anti-join.
pub(super) fn absent(
    select: &Select<'_, '_>,
    hops: &[&Hop<'_>],
    filters: &[Condition<'_>],
) -> Result<Vec<String>, EncodeError> {
    let is_alone = |place: usize| place != select.first && select.places.is_absent(place);
    let mut conditions = Vec::new();
    for hop in hops {
        let other = match (is_alone(hop.to), is_alone(hop.from)) {
            (true, _) => hop.to,
            (false, true) => hop.from,
            _ => return lacks("no hop between two places that are there"),
        };
        let mut inner = vec![select.hop(hop)?];
        inner.extend(entities(select, |place| place == other)?);
        for filter in filters {
            if places_of(select, filter)?.contains(&other) {
                inner.push(condition(select, filter)?);
            }
        }
        let (table, inner) = (select.table(other)?, inner.join(" AND "));
        conditions.push(format!("NOT EXISTS (SELECT 1 FROM {table} WHERE {inner})"));
    }
    Ok(conditions)
}

/// The conditions of a search for instances, with its hops in a subquery. `missing` are the anti-joins that follow,
/// `filters` the filters as they are written.
pub(super) fn nested(
    select: &Select<'_, '_>,
    hops: &[&Hop<'_>],
    missing: &[&Hop<'_>],
    filters: Vec<String>,
    parts: &Parts<'_, '_>,
) -> Result<Vec<String>, EncodeError> {
    let is_inner = |place: usize| place != select.first && meet(hops, place);
    let mut conditions = entities(select, |place| place == select.first)?;
    let tables = (0..select.places.places.len()).filter(|place| is_inner(*place));
    let tables = separated(tables.map(|place| select.table(place)), ", ")?;
    let walked = hops.iter().map(|hop| select.hop(hop));
    let mut inner: Vec<String> = walked.collect::<Result<_, _>>()?;
    inner.extend(entities(select, is_inner)?);
    // All of them are on one side, to keep their order.
    let (inside, outside) = match any_reads(select, parts, is_inner)? {
        true => (filters, Vec::new()),
        false => (Vec::new(), filters),
    };
    inner.extend(inside);
    let (nested, behind): (Vec<&Hop<'_>>, Vec<&Hop<'_>>) =
        (missing.iter()).partition(|hop| is_inner(hop.from) || is_inner(hop.to));
    inner.extend(absent(select, &nested, parts.filters)?);
    let inner = inner.join(" AND ");
    conditions.push(format!("EXISTS (SELECT 1 FROM {tables} WHERE {inner})"));
    conditions.extend(absent(select, &behind, parts.filters)?);
    conditions.extend(outside);
    Ok(conditions)
}

/// The only hop as a path expression through its relation, with the variable it leads to: `located.level`, `located =
/// 'X'`.
pub(super) fn path_of(
    select: &Select<'_, '_>,
    parts: &Parts<'_, '_>,
) -> Result<Option<(usize, String)>, EncodeError> {
    let ([hop], [_]) = (
        select.places.hops.as_slice(),
        select.about.relations.as_slice(),
    ) else {
        return Ok(None);
    };
    let (to, way) = match hop.direction {
        _ if hop.from == select.first => (hop.to, hop.direction),
        Direction::Out => (hop.from, Direction::In),
        Direction::In => (hop.from, Direction::Out),
        Direction::Both => return Ok(None),
    };
    let is_of_first = hop.from == select.first || hop.to == select.first;
    let is_plain = is_of_first && hop.times == [1, 1] && !hop.absent;
    let place = select.places.places.get(to);
    let place = place.filter(|place| place.name.is_none() && is_plain);
    let ([relation], Some(_)) = (hop.relations.as_slice(), place) else {
        return Ok(None);
    };
    for filter in parts.filters {
        if filter.as_filter().is_none() && places_of(select, filter)?.contains(&to) {
            return Ok(None);
        }
    }
    let of = select.type_of(to).unwrap_or_default();
    let first = select.type_of(select.first);
    let between = select.tables.relations.iter().filter(|own| {
        let ends = [own.from.as_ref(), own.to.as_ref()];
        ends.contains(&of) && first.is_some_and(|first| ends.contains(&first))
    });
    let is_clear = || between.count() == 1 && !is_column(select.tables, first, of);
    Ok(match way {
        Direction::Out => Some((to, words::relation(select.tables, relation)?)),
        Direction::In if is_clear() => Some((to, of.to_owned())),
        _ => None,
    })
}

/// `true` if columns or the order read a variable other than the first.
pub(super) fn reads_others(
    select: &Select<'_, '_>,
    parts: &Parts<'_, '_>,
) -> Result<bool, EncodeError> {
    let columns = select.about.target_attributes.iter();
    for path in columns.chain(parts.sort.iter().map(|key| &key.field)) {
        let mut places = select.read_at(path)?.into_iter();
        if places.any(|place| place != select.first) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The condition on the variable that a path leads to: its name, or `IS NOT NULL` if none of its columns is read.
pub(super) fn at_path(
    select: &Select<'_, '_>,
    parts: &Parts<'_, '_>,
) -> Result<Option<String>, EncodeError> {
    let Some((at, path)) = &select.path else {
        return Ok(None);
    };
    let (place, path) = (select.places.places.get(*at), name(path));
    if let Some([index]) = place.and_then(|place| place.entities.as_deref()) {
        let entity = entity(select, *index)?;
        return Ok(Some(format!("{path} = {}", text(&entity.text))));
    }
    let is_read = reads_others(select, parts)?;
    let is_read = any_reads(select, parts, |place| place == *at)? || is_read;
    Ok((!is_read).then(|| format!("{path} IS NOT NULL")))
}
