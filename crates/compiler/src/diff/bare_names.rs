//! Compares unqualified names in queries: a column without its table, a join without its relation, a value without
//! quotes. A query that used a name before may now mean a new element of that name.
//!
//! A column is looked up in every table of a query, and a query holds tables that relations connect. Names that a query
//! defines by `AS` or in double quotes are unknown to a codebook, so no rule covers them.

use std::collections::{BTreeMap, HashMap};

use cmec_decoder::encode::table_parts;
use cmec_decoder::tables::{Label, ROW_KEYS, Tables, ways_between};

use super::change::cut;
use super::comparison::Comparison;
use super::element::HasCode;
use super::rule;
use super::values::folded;
use crate::source::files::CODEBOOK;

rule::table! {
    NAME_SHARED "CD018" "name-shared" Breaking Untouched Untouched Compatible {
        what: "is that of something else, too",
        why: "a query that says the name alone meant the other one; now it means this one, or is asked about",
        instead: "another name, or another `alias` or `sql` where it is one of those",
    }
    WAY_ADDED "CD019" "way-added" Breaking Untouched Untouched Compatible {
        what: "can be joined in another way, too",
        why: "a query that joins the tables without saying the relation is asked which one is meant",
        instead: "have models say the relation behind `ON` before it comes; of two that say the same, name one the `inverse` of the other",
    }
}

pub(super) fn compare(changes: &mut Comparison<'_>) {
    let (old, new) = (changes.old.tables, changes.new.tables);
    let parts = Parts::of(old);
    names(changes, (old, new), &parts);
    ways(changes, (old, new), &parts);
}

fn names(changes: &mut Comparison<'_>, (old, new): (&Tables, &Tables), parts: &Parts<'_>) {
    let (before, after) = (Meanings::of(old), Meanings::of(new));
    for (name, now) in &after.0 {
        let Some(was) = before.0.get(name) else {
            continue;
        };
        for came in now.iter().filter(|came| !was.contains(came)) {
            let mut stayed = was.iter().filter(|own| now.contains(own));
            let Some(other) = stayed.find(|own| came.clashes(own, parts)) else {
                continue;
            };
            let element = format!("the name `{}` of {}", cut(name), came.title);
            let (at, was) = ([came.section, came.code], [other.section, other.code]);
            (changes.moved(&NAME_SHARED, element, (CODEBOOK, &was), (CODEBOOK, &at)))
                .from(other.path);
        }
    }
}

/// The meaning of a name.
#[derive(Debug, Clone)]
struct Meaning<'t> {
    kind: Kind,
    /// The type whose table has the name; for a table, its own type.
    of: &'t str,
    path: &'t str,
    section: &'static str,
    code: &'t str,
    title: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Column,
    /// A key column that is not a field.
    Key,
    /// A generic name for the key column of any table.
    AnyKey,
    Table,
    Metric,
    Value,
}

impl PartialEq for Meaning<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.kind, self.path) == (other.kind, other.path)
    }
}

impl Meaning<'_> {
    /// True where a query that uses the name for `other`, which existed before, may now mean this one.
    fn clashes(&self, other: &Self, parts: &Parts<'_>) -> bool {
        let are_other = self.path != other.path;
        let meet = || parts.meet(self.of, other.of);
        match (self.kind, other.kind) {
            (Kind::Column, Kind::AnyKey) => self.of == other.of,
            (Kind::Column, Kind::Column) => are_other && meet(),
            (Kind::Column, Kind::Key | Kind::Table | Kind::Value)
            | (Kind::Key, Kind::Table | Kind::Value) => meet(),
            (Kind::Key, Kind::Key) => are_other && meet(),
            // Tables and metrics are found in every query.
            (Kind::Table, Kind::Table) => are_other,
            (Kind::Table, Kind::Value) | (Kind::Metric, Kind::Column | Kind::Value) => true,
            // Precedence: metric, column, table, value.
            (Kind::Table | Kind::Metric | Kind::Value | Kind::AnyKey, _)
            | (Kind::Column, Kind::Metric)
            | (Kind::Key, Kind::Column | Kind::AnyKey | Kind::Metric) => false,
        }
    }
}

/// Meanings by lower-case name.
#[derive(Default)]
struct Meanings<'t>(BTreeMap<String, Vec<Meaning<'t>>>);

impl<'t> Meanings<'t> {
    fn of(tables: &'t Tables) -> Self {
        let mut all = Self::default();
        for ty in tables.types.iter() {
            let mut meaning = Meaning {
                kind: Kind::Table,
                of: &ty.name,
                path: &ty.name,
                section: "types",
                code: &ty.name,
                title: format!("type `{}`", cut(&ty.name)),
            };
            let own = ty.sql.as_deref().and_then(table_parts);
            let own = own.and_then(|mut parts| parts.pop());
            let names = [Some(&*ty.name), ty.sql.as_deref(), own.as_deref()];
            all.add(names.into_iter().flatten(), &meaning);
            meaning.kind = Kind::Key;
            all.add(ty.sql_key.as_deref(), &meaning);
            meaning.kind = Kind::AnyKey;
            all.add(ROW_KEYS, &meaning);
        }
        for field in tables.fields.iter() {
            let mut meaning = of(field, Kind::Column, &field.type_name);
            let names = [
                Some(&*field.name),
                field.sql.as_deref(),
                field.alias.as_deref(),
            ];
            all.add(names.into_iter().flatten(), &meaning);
            meaning.kind = Kind::Value;
            for value in field.values.iter() {
                let labels = value.labels.iter().flat_map(Label::names);
                all.add([&*value.value].into_iter().chain(labels), &meaning);
            }
        }
        for relation in tables.relations.iter() {
            let others = [relation.sql.as_deref(), relation.alias.as_deref()];
            let meaning = of(relation, Kind::Column, &relation.from);
            all.add([&*relation.name], &meaning);
            all.add(others.into_iter().flatten(), &meaning);
        }
        for metric in tables.metrics.iter() {
            let meaning = of(metric, Kind::Metric, &metric.type_name);
            all.add([&*metric.name], &meaning);
        }
        all
    }

    fn add<'n>(&mut self, names: impl IntoIterator<Item = &'n str>, meaning: &Meaning<'t>) {
        for name in names {
            let own = self.0.entry(folded(name)).or_default();
            if !own.contains(meaning) {
                own.push(meaning.clone());
            }
        }
    }
}

fn of<'t, T: HasCode>(element: &'t T, kind: Kind, type_name: &'t str) -> Meaning<'t> {
    Meaning {
        kind,
        of: type_name,
        path: element.full_name(),
        section: T::SECTION,
        code: element.code(),
        title: element.title(),
    }
}

/// Reports tables that can be joined without naming the relation because there is only one.
fn ways(changes: &mut Comparison<'_>, (old, new): (&Tables, &Tables), parts: &Parts<'_>) {
    let code = |tables: &Tables, from: &str, to: &str| -> Vec<String> {
        let ways = ways_between(tables, from, to).into_iter();
        ways.map(|(relation, _)| relation.code.to_string())
            .collect()
    };
    for relation in new.relations.iter() {
        let (from, to) = (&*relation.from, &*relation.to);
        if !parts.meet(from, to) {
            continue;
        }
        let (was, now) = (code(old, from, to), code(new, from, to));
        let only = match was.as_slice() {
            [only] => Some(only.as_str()),
            // They were joined through a third table.
            [] if from != to || parts.is_joined(from) => None,
            _ => continue,
        };
        let own = &*relation.code;
        if !now.iter().any(|way| way == own) || only == Some(own) {
            continue;
        }
        let element = format!("`{}` and `{}`", cut(from), cut(to));
        let at = ["relations", own];
        let old_at = only.map_or(at, |only| ["relations", only]);
        (changes.moved(&WAY_ADDED, element, (CODEBOOK, &old_at), (CODEBOOK, &at)))
            .to(relation.name.as_ref());
    }
}

/// Types in connected components: a query covers only one component.
struct Parts<'t>(HashMap<&'t str, Part>);

struct Part {
    number: usize,
    is_joined: bool,
}

impl<'t> Parts<'t> {
    fn of(tables: &'t Tables) -> Self {
        let mut ends: HashMap<&str, Vec<&str>> = HashMap::new();
        for relation in tables.relations.iter() {
            let (from, to) = (relation.from.as_ref(), relation.to.as_ref());
            ends.entry(from).or_default().push(to);
            ends.entry(to).or_default().push(from);
        }
        let mut parts = HashMap::new();
        for (number, ty) in tables.types.iter().enumerate() {
            let mut reached = vec![ty.name.as_ref()];
            while let Some(name) = reached.pop() {
                let others = ends.get(name).map_or(&[][..], Vec::as_slice);
                let is_joined = !others.is_empty();
                if !parts.contains_key(name) {
                    parts.insert(name, Part { number, is_joined });
                    reached.extend(others);
                }
            }
        }
        Self(parts)
    }

    /// True where a query may contain both types.
    fn meet(&self, one: &str, other: &str) -> bool {
        let number = |name: &str| self.0.get(name).map(|part| part.number);
        number(one).is_some() && number(one) == number(other)
    }

    fn is_joined(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|part| part.is_joined)
    }
}
