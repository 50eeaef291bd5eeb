//! Writes one `SELECT`: a table for each variable of a contract, joined along its hops, with conditions and columns.

mod conditions;
mod numbers;

use std::borrow::Cow;

use crate::contract::{
    Aggregation, Condition, Contract, Grounding, Pagination, RagParams, Sort, Valid,
};
use crate::encode::EncodeError;
use crate::encode::c02::unknown;
use crate::encode::sql::select::conditions::{
    absent, at_path, condition, entities, nested, other_things, path_of, places_of, reads_others,
    thing_of_other_type,
};
use crate::encode::sql::select::numbers::numbers;
use crate::encode::sql::words::{self, clause, separated};
use crate::encode::sql::{lacks, searched};
use crate::language::{Call, Derivation, Direction, Order, Output, Scenario, given_names};
use crate::places::{Hop, Place, Places, TARGET, ValuePlace};
use crate::sql_words::{name, text};
use crate::tables::{Column, Tables, Text};

/// The kind of rows of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Instances; hops are written as conditions.
    Things,
    /// Instances of joined tables.
    Joined,
    /// Matches of joined tables.
    Matches,
    Texts,
}

impl Form {
    pub(super) fn of(contract: &Valid<Contract<'_>>) -> Result<Self, EncodeError> {
        let output = contract.intent.output_type;
        Ok(match (contract.intent.scenario, output) {
            (Scenario::RelationQuery | Scenario::Aggregation, Output::Relations) => Self::Matches,
            (Scenario::RelationQuery | Scenario::RelationExistence, Output::Existence) => {
                Self::Matches
            }
            (Scenario::RelationQuery | Scenario::Hybrid | Scenario::TextRag, Output::Instances) => {
                Self::Joined
            }
            (Scenario::Aggregation, Output::Attributes) => Self::Joined,
            (Scenario::Hybrid, Output::Texts) => Self::Texts,
            (Scenario::InstanceSearch, Output::Instances | Output::Existence) => Self::Things,
            (Scenario::AttributesFetch, Output::Attributes) => Self::Things,
            _ => return lacks("another output than the scenario's"),
        })
    }
}

/// The parts of a contract that use its variables.
pub(super) struct Parts<'c, 'a> {
    pub(super) filters: &'c [Condition<'a>],
    pub(super) sort: &'c [Sort<'a>],
    /// The page, and the limit that may be omitted.
    pub(super) page: (&'c Pagination<'a>, Option<u32>),
    pub(super) numbers: Option<&'c Aggregation<'a>>,
    /// The limit of groups that may be omitted.
    pub(super) default_groups: Option<u32>,
    pub(super) retrieval: Option<&'c RagParams<'a>>,
}

/// The variables of a contract as tables.
pub(super) struct Select<'c, 'a> {
    tables: &'c Tables,
    about: &'c Grounding<'a>,
    places: Places<'c>,
    /// The variable whose table starts `FROM` and whose instances the rows are.
    first: usize,
    /// The type and alias of each variable.
    named: Vec<(&'c str, Cow<'c, str>)>,
    /// A variable reached by a path expression, and that path.
    path: Option<(usize, String)>,
    /// `true` for a group, which states its type even if it has a single entity.
    is_group: bool,
}

pub(super) fn order(column: &str, order: Order) -> String {
    match order {
        Order::Asc => column.to_owned(),
        Order::Desc => format!("{column} DESC"),
    }
}

impl<'c, 'a> Select<'c, 'a> {
    pub(super) fn new(
        about: &'c Grounding<'a>,
        scenario: Scenario,
        tables: &'c Tables,
        is_group: bool,
    ) -> Result<Self, EncodeError> {
        let targets: Vec<&str> = about.target_types.iter().map(AsRef::as_ref).collect();
        if targets.len() > 1 {
            return lacks("several target types");
        }
        let places = Places::of(scenario, about, &targets, tables);
        let mut named: Vec<(&str, Cow<'_, str>)> = Vec::new();
        for place in &places.places {
            let mut types = place.types.clone();
            if types.is_empty() {
                let entities = place.entities.iter().flatten();
                let entities = entities.filter_map(|at| about.entity_list.get(*at));
                types.extend(entities.filter_map(|entity| entity.type_name.as_deref()));
            }
            types.dedup();
            let of = match types.as_slice() {
                [of] => *of,
                [] => "",
                _ => return lacks("a thing of any type"),
            };
            let base = place.name.unwrap_or(of);
            let is_free = |name: &Cow<'_, str>| named.iter().all(|(_, own)| own != name);
            let numbered = (2..).map(|number| Cow::Owned(format!("{base}{number}")));
            let mut aliases = std::iter::once(Cow::Borrowed(base)).chain(numbered);
            let alias = aliases.find(is_free).unwrap_or_default();
            named.push((of, alias));
        }
        let is_unused = |place: &Place<'_>| place.types.is_empty() && place.entities.is_none();
        let first = match places.places.first() {
            // The named entities are the targets.
            Some(place) if is_unused(place) => 1,
            _ if scenario == Scenario::RelationExistence => 1,
            _ => TARGET,
        };
        Ok(Self {
            tables,
            about,
            places,
            first,
            named,
            path: None,
            is_group,
        })
    }

    /// The type of a variable.
    fn type_of(&self, place: usize) -> Option<&'c str> {
        self.named.get(place).map(|(of, _)| *of)
    }

    /// The prefix for columns of a variable.
    fn alias(&self, place: usize) -> Cow<'_, str> {
        match &self.path {
            Some((at, path)) if *at == place => name(path),
            _ => (self.named.get(place)).map_or(Cow::Borrowed(""), |(_, alias)| name(alias)),
        }
    }

    /// The instances of a variable: its table name, or its key if a column has the same name as the table.
    fn things(&self, place: usize) -> Cow<'_, str> {
        let named = self.named.get(place);
        let alias = named.map_or("", |(_, alias)| alias.as_ref());
        let is_here = |of: &str| self.named.iter().any(|(own, _)| *own == of);
        let is = |own: &str| own.eq_ignore_ascii_case(alias);
        let goes_by = |own: &str, short: &Option<Text>| is(own) || short.as_deref().is_some_and(is);
        let mut fields = self.tables.fields.iter();
        let mut relations = self.tables.relations.iter();
        let is_column = fields.any(|own| is_here(&own.type_name) && goes_by(&own.name, &own.alias))
            || relations.any(|own| is_here(&own.from) && goes_by(&own.name, &own.alias));
        match is_column {
            true => Cow::Owned(format!("{}.id", name(alias))),
            false => name(alias),
        }
    }

    fn table(&self, place: usize) -> Result<String, EncodeError> {
        match self.named.get(place) {
            None | Some(("", _)) => lacks("a thing without a type"),
            Some((of, alias)) if of == alias => Ok(name(of).into_owned()),
            Some((of, alias)) => Ok(format!("{} {}", name(of), name(alias))),
        }
    }

    /// `true` if columns need a table prefix.
    fn is_several(&self) -> bool {
        self.places.places.len() > 1
    }

    fn hop(&self, hop: &Hop<'_>) -> Result<String, EncodeError> {
        let relations = hop.relations.iter();
        let relations = relations.map(|path| words::relation(self.tables, path));
        let relations: Vec<String> = relations.collect::<Result<_, _>>()?;
        let (from, to) = match hop.direction {
            Direction::In => (hop.to, hop.from),
            _ => (hop.from, hop.to),
        };
        let (before, from, to) = (self.alias(from), self.things(from), self.things(to));
        if hop.times != [1, 1] || hop.direction == Direction::Both {
            let names: Vec<String> = relations.iter().map(|one| text(one)).collect();
            let times = match hop.times {
                [1, 1] => String::new(),
                [least, most] => format!(", {least}, {most}"),
            };
            let either = match hop.direction {
                Direction::Both => ", 'either'",
                _ => "",
            };
            let names = names.join(", ");
            return Ok(format!("LINKED({from}, {to}, {names}{times}{either})"));
        }
        let any = relations.iter();
        let any: Vec<String> = any
            .map(|one| format!("{before}.{} = {to}", name(one)))
            .collect();
        Ok(match any.len() {
            1 => any.concat(),
            _ => format!("({})", any.join(" OR ")),
        })
    }

    /// A column, and the variable that it is read at.
    fn column_at(&self, path: &str) -> Result<(Column<'c>, usize), EncodeError> {
        let column = self.tables.column(path);
        let column = column.ok_or_else(|| unknown("field", path))?;
        match self.places.read(path, column) {
            ValuePlace::At(place) => Ok((column, place)),
            ValuePlace::Twice | ValuePlace::Nowhere => {
                lacks("a column of a place that is not clear")
            }
        }
    }

    /// The variables that a column reads.
    fn read_at(&self, path: &str) -> Result<Vec<usize>, EncodeError> {
        let is_metric = |field: &str| {
            given_names::metric(field).is_some() || self.tables.metric_by_name(field).is_some()
        };
        let fields = Call::fields(path).into_iter();
        let fields = fields.filter(|field| !is_metric(field));
        fields.map(|field| Ok(self.column_at(field)?.1)).collect()
    }

    /// Writes a column; `metric` writes a metric of the query.
    fn column(
        &self,
        path: &str,
        metric: &dyn Fn(&str) -> Result<String, EncodeError>,
    ) -> Result<String, EncodeError> {
        if let Some(call) = Call::read(path) {
            let of = call.of.iter().map(|path| {
                let inner = self.column(path, metric)?;
                let call = Call::read(path);
                let derivation = call.and_then(|call| Derivation::from_name(call.name));
                Ok(match derivation.is_some_and(Derivation::is_arithmetic) {
                    true => format!("({inner})"),
                    false => inner,
                })
            });
            let of: Vec<String> = of.collect::<Result<_, EncodeError>>()?;
            let derivation = Derivation::from_name(call.name);
            let derivation = derivation.ok_or_else(|| unknown("derivation", call.name))?;
            return derived(derivation, &of);
        }
        if let Some(own) = given_names::metric(path) {
            return metric(own);
        }
        if let Some(def) = self.tables.metric_by_name(path) {
            return Ok(name(&def.name).into_owned());
        }
        let (column, place) = self.column_at(path)?;
        let Column::Field(def) = column else {
            return Ok(self.things(place).into_owned());
        };
        let own = name(words::field(self.tables, def));
        let is_own = self.path.is_some() && place == self.first;
        Ok(match self.is_several() && !is_own {
            true => format!("{}.{own}", self.alias(place)),
            false => own.into_owned(),
        })
    }

    fn plain_column(&self, path: &str) -> Result<String, EncodeError> {
        self.column(path, &|_| lacks("a metric among columns"))
    }

    pub(super) fn write(
        mut self,
        form: Form,
        parts: &Parts<'_, '_>,
    ) -> Result<String, EncodeError> {
        if form == Form::Things {
            self.path = path_of(&self, parts)?;
        }
        let (from, mut conditions) = tables_and_conditions(&self, form, parts)?;
        let search = parts.retrieval.map(searched);
        if form != Form::Texts {
            conditions.extend(search.clone());
        }
        let query = clause("WHERE", &conditions.join(" AND "));
        if let Some(own) = parts.numbers {
            let (items, rest) = numbers(&self, own, form, parts.default_groups)?;
            return Ok(format!("SELECT {items} FROM {from}{query}{rest}"));
        }
        let items = match form {
            Form::Texts => search.unwrap_or_default(),
            _ => items(&self, form)?,
        };
        let keys = parts.sort.iter();
        let keys = keys.map(|key| Ok(order(&self.plain_column(&key.field)?, key.order)));
        let keys = separated(keys, ", ")?;
        let (page, default) = parts.page;
        let rest = paged(page, default, &keys, &|path| self.plain_column(path))?;
        Ok(format!("SELECT {items} FROM {from}{query}{rest}"))
    }
}

/// The tables of `FROM`, and the conditions.
fn tables_and_conditions(
    select: &Select<'_, '_>,
    form: Form,
    parts: &Parts<'_, '_>,
) -> Result<(String, Vec<String>), EncodeError> {
    let hops = walked(select);
    let is_nested = form == Form::Things && !hops.is_empty();
    if is_nested && reads_others(select, parts)? {
        return lacks("columns of another thing in a search for things");
    }
    let mut from = select.table(select.first)?;
    let is_absent = |place: &usize| *place != select.first && select.places.is_absent(*place);
    let mut filters = Vec::new();
    for filter in parts.filters {
        if !places_of(select, filter)?.iter().any(is_absent) {
            filters.push(condition(select, filter)?);
        }
    }
    let all = &select.places.hops;
    let first_there = all.iter().position(|hop| !hop.absent).unwrap_or(0);
    let missing = |is_before: bool| -> Vec<&Hop<'_>> {
        let hops = all.iter().enumerate();
        let hops = hops.filter(|(at, hop)| hop.absent && (*at < first_there) == is_before);
        hops.map(|(_, hop)| hop).collect()
    };
    let mut conditions = absent(select, &missing(true), parts.filters)?;
    if is_nested {
        conditions.extend(nested(select, &hops, &missing(false), filters, parts)?);
        return Ok((from, conditions));
    }
    joined(select, &mut from, &hops, &mut conditions)?;
    let is_there = |place: usize| place == select.first || meet(&hops, place);
    conditions.extend(entities(select, is_there)?);
    for entity in other_things(select) {
        let here = select.type_of(select.first);
        let of = entity.type_name.as_deref();
        let (table, _) = thing_of_other_type(select, here, of, &entity.text)?;
        from.extend(table.map(|table| format!(", {table}")));
    }
    conditions.extend(at_path(select, parts)?);
    conditions.extend(absent(select, &missing(false), parts.filters)?);
    conditions.append(&mut filters);
    Ok((from, conditions))
}

/// The hops between tables; none if a path expression stands for the only one.
fn walked<'s>(select: &'s Select<'_, '_>) -> Vec<&'s Hop<'s>> {
    let hops = select.places.hops.iter();
    hops.filter(|hop| !hop.absent && select.path.is_none())
        .collect()
}

/// `true` if a hop starts or ends at a variable.
fn meet(hops: &[&Hop<'_>], place: usize) -> bool {
    (hops.iter()).any(|hop| hop.from == place || hop.to == place)
}

/// Adds the tables of `FROM`, each joined along the hop that leads to it. Hops between tables already joined become
/// conditions.
fn joined(
    select: &Select<'_, '_>,
    from: &mut String,
    hops: &[&Hop<'_>],
    conditions: &mut Vec<String>,
) -> Result<(), EncodeError> {
    let mut there = vec![select.first];
    let mut left: Vec<&Hop<'_>> = hops.to_vec();
    // A chain in the contract starts at its entity, but tables are joined starting at the target.
    while !left.is_empty() {
        let known = |hop: &&Hop<'_>| there.contains(&hop.from) || there.contains(&hop.to);
        let Some(next) = left.iter().position(known) else {
            return lacks("places that nothing relates");
        };
        let hop = left.remove(next);
        let other = match (there.contains(&hop.from), there.contains(&hop.to)) {
            (true, true) => {
                conditions.push(select.hop(hop)?);
                continue;
            }
            (true, false) => hop.to,
            _ => hop.from,
        };
        let (table, on) = (select.table(other)?, select.hop(hop)?);
        from.push_str(&format!(" JOIN {table} ON {on}"));
        there.push(other);
    }
    Ok(())
}

fn items(select: &Select<'_, '_>, form: Form) -> Result<String, EncodeError> {
    let columns = select.about.target_attributes.iter();
    let columns = separated(columns.map(|path| select.plain_column(path)), ", ")?;
    let is_joined = form == Form::Joined && !walked(select).is_empty();
    Ok(match columns.is_empty() {
        true if is_joined => format!("{}.*", select.alias(select.first)),
        true => "*".to_owned(),
        false => columns,
    })
}

/// Writes order and page. A page per value numbers its rows.
fn paged(
    page: &Pagination<'_>,
    default: Option<u32>,
    keys: &str,
    column: &dyn Fn(&str) -> Result<String, EncodeError>,
) -> Result<String, EncodeError> {
    let order = clause("ORDER BY", keys);
    if page.per.is_empty() {
        return Ok(order + &super::page(page, default));
    }
    let per = separated(page.per.iter().map(|path| column(path)), ", ")?;
    // The number of rows is the bound of the window.
    let offset = super::page(page, Some(page.limit));
    let limit = page.limit;
    Ok(format!(
        " QUALIFY ROW_NUMBER() OVER (PARTITION BY {per}{order}) <= {limit}{offset}"
    ))
}

fn derived(derivation: Derivation, of: &[String]) -> Result<String, EncodeError> {
    let cut = |unit: &str, of: &str| format!("DATE_TRUNC('{unit}', {of})");
    Ok(match (derivation, of) {
        (Derivation::Add, [one, other]) => format!("{one} + {other}"),
        (Derivation::Subtract, [one, other]) => format!("{one} - {other}"),
        (Derivation::Multiply, [one, other]) => format!("{one} * {other}"),
        (Derivation::Divide, [one, other]) => format!("{one} / {other}"),
        (Derivation::Days, [first, last]) => format!("DATEDIFF({last}, {first})"),
        (Derivation::Year, [of]) => format!("YEAR({of})"),
        (
            Derivation::Quarter
            | Derivation::Month
            | Derivation::Week
            | Derivation::Day
            | Derivation::Hour,
            [of],
        ) => cut(derivation.name(), of),
        (Derivation::MonthOf, [of]) => format!("MONTH({of})"),
        (Derivation::DayOf, [of]) => format!("DAY({of})"),
        (Derivation::HourOf, [of]) => format!("HOUR({of})"),
        (Derivation::Weekday, [of]) => format!("EXTRACT(ISODOW FROM {of})"),
        (Derivation::Length, [of]) => format!("LENGTH({of})"),
        _ => return lacks("a derivation of so many columns"),
    })
}
