//! Writes conditions: filters, named entities, and anti-joins.

use crate::contract::{Condition, Entity, Filter, Operand, Value};
use crate::encode::EncodeError;
use crate::encode::sql::lacks;
use crate::encode::sql::select::{Parts, Select};
use crate::encode::sql::words::{self, sign, value};
use crate::language::{Call, Direction, Operator};
use crate::places::Hop;
use crate::sql_words::{name, text};

impl<'a> Select<'_, 'a> {
    pub(super) fn filter(&self, filter: &Filter<'_>, is_top: bool) -> Result<String, EncodeError> {
        let column = self.plain_column(&filter.field)?;
        let def = self.tables.field_read(&filter.field);
        let is_list = def.is_some_and(|def| def.array);
        let is_derived = Call::read(&filter.field).is_some();
        let is_key = !is_derived
            && def.is_some_and(|def| {
                let of = self.tables.type_by_name(&def.type_name);
                of.is_some_and(|of| of.is_key(def))
            });
        let said = match &filter.operand {
            Some(Operand::Field(path)) => {
                let sign = sign(filter.operator)?;
                return Ok(format!("{column} {sign} {}", self.plain_column(path)?));
            }
            Some(Operand::Group(group)) => {
                let group = format!("(SELECT * FROM {})", name(group));
                let word = match filter.operator {
                    Operator::In => "IN",
                    Operator::NotIn => "NOT IN",
                    other => sign(other)?,
                };
                return Ok(format!("{column} {word} {group}"));
            }
            Some(Operand::Value(said)) => Some(said),
            None => None,
        };
        let piece = || said.and_then(Value::as_text).unwrap_or_default();
        Ok(match (filter.operator, said) {
            (Operator::Exists, None) => format!("{column} IS NOT NULL"),
            (Operator::Exists, Some(Value::Boolean(false))) => format!("{column} IS NULL"),
            (Operator::Exists, _) => return lacks("`exists` with `true`"),
            (Operator::Eq | Operator::Ne, _) if is_list => return lacks("a list that is equal"),
            (Operator::Contains, _) if is_list => format!("{column} = {}", text(piece())),
            (Operator::NotContains, _) if is_list => format!("{column} <> {}", text(piece())),
            (Operator::Eq, Some(_)) if is_key && is_top => {
                format!("{column} LIKE {}", words::pattern("", piece(), ""))
            }
            (Operator::Contains, _) => {
                format!("{column} LIKE {}", words::pattern("%", piece(), "%"))
            }
            (Operator::NotContains, _) => {
                format!("{column} NOT LIKE {}", words::pattern("%", piece(), "%"))
            }
            (Operator::StartsWith, _) => {
                format!("{column} LIKE {}", words::pattern("", piece(), "%"))
            }
            (Operator::EndsWith, _) => {
                format!("{column} LIKE {}", words::pattern("%", piece(), ""))
            }
            (Operator::In, Some(list)) => format!("{column} IN ({})", value(list)),
            (Operator::NotIn, Some(list)) => format!("{column} NOT IN ({})", value(list)),
            (Operator::Between, Some(Value::List(both))) => {
                let both: Vec<String> = both.iter().map(value).collect();
                format!("{column} BETWEEN {}", both.join(" AND "))
            }
            (other, Some(said)) => format!("{column} {} {}", sign(other)?, value(said)),
            (_, None) => return lacks("a comparison without a value"),
        })
    }

    pub(super) fn condition(&self, said: &Condition<'_>) -> Result<String, EncodeError> {
        let any = match said {
            Condition::Filter(filter) => return self.filter(filter, true),
            Condition::Any(any) => any,
        };
        let mut branches = Vec::new();
        for branch in &any.any_of {
            let filters = branch.iter().map(|filter| self.filter(filter, false));
            let filters = filters.collect::<Result<Vec<_>, _>>()?;
            branches.push(match filters.len() {
                0 | 1 => filters.concat(),
                _ => format!("({})", filters.join(" AND ")),
            });
        }
        Ok(format!("({})", branches.join(" OR ")))
    }

    pub(super) fn places_of(&self, said: &Condition<'_>) -> Result<Vec<usize>, EncodeError> {
        let mut places = Vec::new();
        for filter in said.filters() {
            for path in filter.paths() {
                places.extend(self.read_at(path)?);
            }
        }
        Ok(places)
    }

    /// `name = 'X'` for each entity at the selected variables.
    pub(super) fn entities(&self, of: impl Fn(usize) -> bool) -> Result<Vec<String>, EncodeError> {
        let mut conditions = Vec::new();
        for (at, place) in self.places.places.iter().enumerate() {
            let Some(indices) = place.entities.as_ref().filter(|_| of(at)) else {
                continue;
            };
            let [index] = indices.as_slice() else {
                return lacks("several things at one place");
            };
            let entity = self.about.entity_list.get(*index);
            let entity = entity.filter(|entity| entity.id.is_none());
            let Some(entity) = entity else {
                return lacks("the key of a thing");
            };
            let (here, said) = (
                self.named.get(at).map(|(of, _)| *of),
                entity.type_name.as_deref(),
            );
            if said != here {
                let (_, condition) = self.thing_of_other_type(here, said, &entity.text)?;
                conditions.push(condition);
                continue;
            }
            if !self.is_group
                && !self.about.target_types.is_empty()
                && self.about.relations.is_empty()
            {
                return lacks("a thing of the type that is looked for");
            }
            let of = here.and_then(|here| self.tables.type_by_name(here));
            let key = of.and_then(|of| {
                self.tables
                    .field_by_path(&format!("{}.{}", of.name, of.key.as_deref()?))
            });
            let key = key.map(|key| name(words::field(self.tables, key)));
            let column = match (key, self.is_several()) {
                (Some(key), false) => key.into_owned(),
                (Some(key), true) => format!("{}.{key}", self.alias(at)),
                (None, _) => self.things(at).into_owned(),
            };
            conditions.push(format!("{column} = {}", text(&entity.text)));
        }
        Ok(conditions)
    }

    /// The entities at the first variable whose type differs from its own.
    pub(super) fn other_things(&self) -> impl Iterator<Item = &Entity<'a>> {
        let here = self.named.get(self.first).map(|(of, _)| *of);
        let indices = self
            .places
            .places
            .get(self.first)
            .and_then(|place| place.entities.as_ref());
        let entities = indices
            .into_iter()
            .flatten()
            .filter_map(|at| self.about.entity_list.get(*at));
        entities.filter(move |entity| entity.type_name.as_deref() != here)
    }

    /// Writes an entity that no hop leads to, such as the party of an open item: `counterparty = 'X'`, or a table after
    /// a comma if a column has that name.
    pub(super) fn thing_of_other_type(
        &self,
        here: Option<&str>,
        of: Option<&str>,
        said: &str,
    ) -> Result<(Option<String>, String), EncodeError> {
        let Some(of) = of else {
            return lacks("a thing without a type");
        };
        let is_column = self.tables.fields.iter().any(|field| {
            Some(field.type_name.as_ref()) == here
                && (field.name == of || field.alias.as_deref() == Some(of))
        });
        if !is_column {
            return Ok((None, format!("{} = {}", name(of), text(said))));
        }
        let key = self
            .tables
            .type_by_name(of)
            .and_then(|of| of.key.as_deref());
        let key = key.map_or("id", |key| key);
        Ok((
            Some(name(of).into_owned()),
            format!("{}.{} = {}", name(of), name(key), text(said)),
        ))
    }

    /// A subquery for each anti-join.
    pub(super) fn absent(
        &self,
        hops: &[&Hop<'_>],
        filters: &[Condition<'_>],
    ) -> Result<Vec<String>, EncodeError> {
        let mut conditions = Vec::new();
        for hop in hops {
            let is_alone = |place: usize| place != self.first && self.places.is_absent(place);
            let other = match (is_alone(hop.to), is_alone(hop.from)) {
                (true, _) => hop.to,
                (false, true) => hop.from,
                _ => return lacks("no hop between two places that are there"),
            };
            let mut inner = vec![self.hop(hop)?];
            inner.extend(self.entities(|place| place == other)?);
            for filter in filters {
                if self.places_of(filter)?.contains(&other) {
                    inner.push(self.condition(filter)?);
                }
            }
            let table = self.table(other)?;
            conditions.push(format!(
                "NOT EXISTS (SELECT 1 FROM {table} WHERE {})",
                inner.join(" AND ")
            ));
        }
        Ok(conditions)
    }

    /// The only hop as a path expression through its relation, with the variable it leads to: `located.level`, `located
    /// = 'X'`.
    pub(super) fn path_of(
        &self,
        parts: &Parts<'_, '_>,
    ) -> Result<Option<(usize, String)>, EncodeError> {
        let ([hop], [_]) = (self.places.hops.as_slice(), self.about.relations.as_slice()) else {
            return Ok(None);
        };
        let (to, way) = match hop.direction {
            _ if hop.from == self.first => (hop.to, hop.direction),
            Direction::Out => (hop.from, Direction::In),
            Direction::In => (hop.from, Direction::Out),
            Direction::Both => return Ok(None),
        };
        let is_plain =
            (hop.from == self.first || hop.to == self.first) && hop.times == [1, 1] && !hop.absent;
        let place = self
            .places
            .places
            .get(to)
            .filter(|place| place.name.is_none() && is_plain);
        let ([relation], Some(_)) = (hop.relations.as_slice(), place) else {
            return Ok(None);
        };
        for filter in parts.filters {
            if filter.as_filter().is_none() && self.places_of(filter)?.contains(&to) {
                return Ok(None);
            }
        }
        let (of, _) = self.named.get(to).cloned().unwrap_or_default();
        let between = self.tables.relations.iter().filter(|own| {
            let ends = [own.from.as_ref(), own.to.as_ref()];
            ends.contains(&of)
                && self
                    .named
                    .get(self.first)
                    .is_some_and(|(first, _)| ends.contains(first))
        });
        let is_field = self.tables.fields.iter().any(|field| {
            let is_here = self
                .named
                .get(self.first)
                .is_some_and(|(first, _)| field.type_name == *first);
            is_here && (field.name == of || field.alias.as_deref() == Some(of))
        });
        Ok(match way {
            Direction::Out => Some((to, words::relation(self.tables, relation)?)),
            Direction::In if between.count() == 1 && !is_field => Some((to, of.to_owned())),
            _ => None,
        })
    }

    /// `true` if columns or the order read a variable other than the first.
    pub(super) fn reads_others(&self, parts: &Parts<'_, '_>) -> Result<bool, EncodeError> {
        let columns = self
            .about
            .target_attributes
            .iter()
            .chain(parts.sort.iter().map(|key| &key.field));
        for path in columns {
            if self.read_at(path)?.iter().any(|place| *place != self.first) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The condition on the variable that a path leads to: its name, or `IS NOT NULL` if none of its columns is read.
    pub(super) fn at_path(&self, parts: &Parts<'_, '_>) -> Result<Option<String>, EncodeError> {
        let Some((place, path)) = &self.path else {
            return Ok(None);
        };
        if let Some([index]) = self
            .places
            .places
            .get(*place)
            .and_then(|place| place.entities.as_deref())
        {
            let entity = self
                .about
                .entity_list
                .get(*index)
                .filter(|entity| entity.id.is_none());
            let Some(entity) = entity else {
                return lacks("the key of a thing");
            };
            return Ok(Some(format!("{} = {}", name(path), text(&entity.text))));
        }
        let mut is_read = self.reads_others(parts)?;
        for filter in parts.filters {
            is_read |= self.places_of(filter)?.contains(place);
        }
        Ok((!is_read).then(|| format!("{} IS NOT NULL", name(path))))
    }
}
