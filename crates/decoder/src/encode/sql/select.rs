//! Writes one `SELECT`: a table for each variable of a contract, joined along its hops, with conditions and columns.

mod conditions;
mod numbers;

use std::borrow::Cow;

use crate::contract::{
    Aggregation, Condition, Contract, Grounding, Pagination, RagParams, Sort, Valid,
};
use crate::encode::EncodeError;
use crate::encode::c02::unknown;
use crate::encode::sql::words;
use crate::encode::sql::{lacks, searched};
use crate::language::{Call, Derivation, Direction, Order, Output, Scenario, given_names};
use crate::places::{Hop, Place, Places, TARGET, ValuePlace};
use crate::sql_words::{name, text};
use crate::tables::{Column, Tables};

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
            (Scenario::RelationQuery, Output::Instances) => Self::Joined,
            (Scenario::RelationQuery | Scenario::RelationExistence, Output::Existence) => {
                Self::Matches
            }
            (Scenario::Aggregation, Output::Attributes) => Self::Joined,
            (Scenario::Hybrid, Output::Instances) => Self::Joined,
            (Scenario::Hybrid, Output::Texts) => Self::Texts,
            (Scenario::TextRag, Output::Instances) => Self::Joined,
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
                let entities = place
                    .entities
                    .iter()
                    .flatten()
                    .filter_map(|at| about.entity_list.get(*at));
                types.extend(entities.filter_map(|entity| entity.type_name.as_deref()));
            }
            types.dedup();
            let of = match types.as_slice() {
                [of] => *of,
                [] => "",
                _ => return lacks("a thing of any type"),
            };
            let base = place.name.unwrap_or(of);
            let is_taken = |name: &str| named.iter().any(|(_, own)| own == name);
            let numbered = (2..).map(|number| Cow::Owned(format!("{base}{number}")));
            let alias = std::iter::once(Cow::Borrowed(base))
                .chain(numbered)
                .find(|name| !is_taken(name));
            named.push((of, alias.unwrap_or_default()));
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

    /// The prefix for columns of a variable.
    fn alias(&self, place: usize) -> Cow<'_, str> {
        if let Some((_, path)) = self.path.as_ref().filter(|(at, _)| *at == place) {
            return name(path);
        }
        self.named
            .get(place)
            .map_or(Cow::Borrowed(""), |(_, alias)| name(alias))
    }

    /// The instances of a variable: its table name, or its key if a column has the same name as the table.
    fn things(&self, place: usize) -> Cow<'_, str> {
        let alias = self
            .named
            .get(place)
            .map_or("", |(_, alias)| alias.as_ref());
        let is = |own: &str| own.eq_ignore_ascii_case(alias);
        let is_here = |of: &str| self.named.iter().any(|(own, _)| *own == of);
        let fields = self
            .tables
            .fields
            .iter()
            .filter(|field| is_here(&field.type_name));
        let mut fields =
            fields.flat_map(|field| [Some(field.name.as_ref()), field.alias.as_deref()]);
        let relations = self
            .tables
            .relations
            .iter()
            .filter(|relation| is_here(&relation.from));
        let mut relations = relations
            .flat_map(|relation| [Some(relation.name.as_ref()), relation.alias.as_deref()]);
        let is_column =
            fields.any(|own| own.is_some_and(is)) || relations.any(|own| own.is_some_and(is));
        match is_column {
            true => Cow::Owned(format!("{}.id", name(alias))),
            false => name(alias),
        }
    }

    fn table(&self, place: usize) -> Result<String, EncodeError> {
        let (of, alias) = self
            .named
            .get(place)
            .map(|(of, alias)| (*of, alias.as_ref()))
            .unwrap_or_default();
        Ok(match (of, alias) {
            ("", _) => return lacks("a thing without a type"),
            (of, alias) if of == alias => name(of).into_owned(),
            (of, alias) => format!("{} {}", name(of), name(alias)),
        })
    }

    /// `true` if columns need a table prefix.
    fn is_several(&self) -> bool {
        self.places.places.len() > 1
    }

    fn hop(&self, hop: &Hop<'_>) -> Result<String, EncodeError> {
        let relations = hop
            .relations
            .iter()
            .map(|path| words::relation(self.tables, path));
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
            let either = if hop.direction == Direction::Both {
                ", 'either'"
            } else {
                ""
            };
            return Ok(format!(
                "LINKED({from}, {to}, {}{times}{either})",
                names.join(", ")
            ));
        }
        let any: Vec<String> = relations
            .iter()
            .map(|one| format!("{before}.{} = {to}", name(one)))
            .collect();
        Ok(match any.len() {
            1 => any.concat(),
            _ => format!("({})", any.join(" OR ")),
        })
    }

    fn place_of(&self, path: &str, column: Column<'_>) -> Result<usize, EncodeError> {
        match self.places.read(path, column) {
            ValuePlace::At(place) => Ok(place),
            ValuePlace::Twice | ValuePlace::Nowhere => {
                lacks("a column of a place that is not clear")
            }
        }
    }

    /// The variables that a column reads.
    fn read_at(&self, path: &str) -> Result<Vec<usize>, EncodeError> {
        let mut places = Vec::new();
        for field in Call::fields(path) {
            if given_names::metric(field).is_some() || self.tables.metric_by_name(field).is_some() {
                continue;
            }
            let column = self
                .tables
                .column(field)
                .ok_or_else(|| unknown("field", field))?;
            places.push(self.place_of(field, column)?);
        }
        Ok(places)
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
                let is_sum = Call::read(path)
                    .and_then(|call| Derivation::from_name(call.name))
                    .is_some_and(Derivation::is_arithmetic);
                Ok(if is_sum { format!("({inner})") } else { inner })
            });
            let of: Vec<String> = of.collect::<Result<_, EncodeError>>()?;
            let derivation =
                Derivation::from_name(call.name).ok_or_else(|| unknown("derivation", call.name))?;
            return derived(derivation, &of);
        }
        if let Some(own) = given_names::metric(path) {
            return metric(own);
        }
        if let Some(def) = self.tables.metric_by_name(path) {
            return Ok(name(&def.name).into_owned());
        }
        let column = self
            .tables
            .column(path)
            .ok_or_else(|| unknown("field", path))?;
        let place = self.place_of(path, column)?;
        Ok(match column {
            Column::Field(def) => {
                let own = name(words::field(self.tables, def));
                match self.is_several() {
                    true if self.path.is_some() && place == self.first => own.into_owned(),
                    true => format!("{}.{own}", self.alias(place)),
                    false => own.into_owned(),
                }
            }
            Column::Type(_) => self.things(place).into_owned(),
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
            self.path = self.path_of(parts)?;
        }
        let this = &self;
        let is_hop = |hop: &&Hop<'_>| !hop.absent && this.path.is_none();
        let hops: Vec<&Hop<'_>> = this.places.hops.iter().filter(is_hop).collect();
        let is_there = |place: usize| {
            place == self.first || hops.iter().any(|hop| hop.from == place || hop.to == place)
        };
        if form == Form::Things && !hops.is_empty() && self.reads_others(parts)? {
            return lacks("columns of another thing in a search for things");
        }
        let mut from = self.table(self.first)?;
        let mut conditions = Vec::new();
        let is_absent = |filter: &Condition<'_>| -> Result<bool, EncodeError> {
            Ok(self
                .places_of(filter)?
                .iter()
                .any(|place| *place != self.first && self.places.is_absent(*place)))
        };
        let mut filters = Vec::new();
        for filter in parts.filters {
            if !is_absent(filter)? {
                filters.push(self.condition(filter)?);
            }
        }
        let inner = |place: usize| is_there(place) && place != self.first;
        let first_there = self
            .places
            .hops
            .iter()
            .position(|hop| !hop.absent)
            .unwrap_or(0);
        let missing = |is_before: bool| {
            let hops = self.places.hops.iter().enumerate();
            let hops = hops.filter(move |(at, hop)| hop.absent && (*at < first_there) == is_before);
            hops.map(|(_, hop)| hop).collect::<Vec<_>>()
        };
        conditions.extend(self.absent(&missing(true), parts.filters)?);
        let (nested, behind): (Vec<&Hop<'_>>, Vec<&Hop<'_>>) = missing(false)
            .into_iter()
            .partition(|hop| inner(hop.from) || inner(hop.to));
        let is_nested = form == Form::Things && !hops.is_empty();
        let (nested, behind) = match is_nested {
            true => (nested, behind),
            false => (Vec::new(), missing(false)),
        };
        if form == Form::Things && !hops.is_empty() {
            conditions.extend(self.entities(|place| place == self.first)?);
            let tables = (0..self.places.places.len()).filter(|place| inner(*place));
            let tables: Vec<String> = tables
                .map(|place| self.table(place))
                .collect::<Result<_, _>>()?;
            let mut all: Vec<String> = hops
                .iter()
                .map(|hop| self.hop(hop))
                .collect::<Result<_, _>>()?;
            all.extend(self.entities(inner)?);
            let reads = |filter: &Condition<'_>| {
                Ok::<bool, EncodeError>(self.places_of(filter)?.into_iter().any(inner))
            };
            let mut is_inside = false;
            for filter in parts.filters {
                is_inside |= reads(filter)?;
            }
            // Take all of them, to keep their order.
            let outside = if is_inside {
                Vec::new()
            } else {
                std::mem::take(&mut filters)
            };
            all.append(&mut filters);
            all.extend(self.absent(&nested, parts.filters)?);
            conditions.push(format!(
                "EXISTS (SELECT 1 FROM {} WHERE {})",
                tables.join(", "),
                all.join(" AND ")
            ));
            filters = outside;
        } else {
            from = self.joined(from, &hops, &mut conditions)?;
            conditions.extend(self.entities(is_there)?);
            for entity in self.other_things() {
                let here = self.named.get(self.first).map(|(of, _)| *of);
                let (table, _) =
                    self.thing_of_other_type(here, entity.type_name.as_deref(), &entity.text)?;
                from.extend(table.map(|table| format!(", {table}")));
            }
            conditions.extend(self.at_path(parts)?);
        }
        conditions.extend(self.absent(&behind, parts.filters)?);
        conditions.append(&mut filters);
        let search = parts.retrieval.map(searched);
        if form != Form::Texts {
            conditions.extend(search.clone());
        }
        let mut query = String::new();
        if !conditions.is_empty() {
            query = format!(" WHERE {}", conditions.join(" AND "));
        }
        let items = match (parts.numbers, form) {
            (Some(numbers), _) => {
                let (items, rest) = self.numbers(numbers, form, parts.default_groups)?;
                query.push_str(&rest);
                items
            }
            (None, Form::Texts) => search.unwrap_or_default(),
            (None, _) => self.items(form, !hops.is_empty())?,
        };
        if parts.numbers.is_none() {
            query.push_str(&self.order_and_page(parts)?);
        }
        Ok(format!("SELECT {items} FROM {from}{query}"))
    }

    /// Writes the tables of `FROM`, each joined along the hop that leads to it. Hops between tables already joined
    /// become conditions.
    fn joined(
        &self,
        first: String,
        hops: &[&Hop<'_>],
        conditions: &mut Vec<String>,
    ) -> Result<String, EncodeError> {
        let mut from = first;
        let mut there = vec![self.first];
        let mut left: Vec<&Hop<'_>> = hops.to_vec();
        // A chain in the contract starts at its entity, but tables are joined starting at the target.
        while !left.is_empty() {
            let next = left
                .iter()
                .position(|hop| there.contains(&hop.from) || there.contains(&hop.to));
            let Some(next) = next else {
                return lacks("places that nothing relates");
            };
            let hop = left.remove(next);
            let other = match (there.contains(&hop.from), there.contains(&hop.to)) {
                (true, true) => {
                    conditions.push(self.hop(hop)?);
                    continue;
                }
                (true, false) => hop.to,
                _ => hop.from,
            };
            from.push_str(&format!(
                " JOIN {} ON {}",
                self.table(other)?,
                self.hop(hop)?
            ));
            there.push(other);
        }
        Ok(from)
    }

    fn items(&self, form: Form, is_joined: bool) -> Result<String, EncodeError> {
        let columns = self.about.target_attributes.iter();
        let columns: Vec<String> = columns
            .map(|path| self.plain_column(path))
            .collect::<Result<_, _>>()?;
        Ok(match columns.is_empty() {
            true if form == Form::Joined && is_joined => format!("{}.*", self.alias(self.first)),
            true => "*".to_owned(),
            false => columns.join(", "),
        })
    }

    fn order_and_page(&self, parts: &Parts<'_, '_>) -> Result<String, EncodeError> {
        let keys = parts
            .sort
            .iter()
            .map(|key| Ok(order(&self.plain_column(&key.field)?, key.order)));
        let keys: Vec<String> = keys.collect::<Result<_, EncodeError>>()?;
        let (page, default) = parts.page;
        self.paged(page, default, &keys, &|path| self.plain_column(path))
    }

    /// Writes order and page. A page per value numbers its rows.
    fn paged(
        &self,
        page: &Pagination<'_>,
        default: Option<u32>,
        keys: &[String],
        column: &dyn Fn(&str) -> Result<String, EncodeError>,
    ) -> Result<String, EncodeError> {
        let order = if keys.is_empty() {
            String::new()
        } else {
            format!("ORDER BY {}", keys.join(", "))
        };
        if page.per.is_empty() {
            let order = if order.is_empty() {
                order
            } else {
                format!(" {order}")
            };
            return Ok(order + &super::page(page, default));
        }
        let per: Vec<String> = page
            .per
            .iter()
            .map(|path| column(path))
            .collect::<Result<_, _>>()?;
        let order = if order.is_empty() {
            order
        } else {
            format!(" {order}")
        };
        let window = format!("PARTITION BY {}{order}", per.join(", "));
        let offset = super::page(
            &Pagination {
                limit: 0,
                offset: page.offset,
                per: Vec::new(),
            },
            Some(0),
        );
        Ok(format!(
            " QUALIFY ROW_NUMBER() OVER ({window}) <= {}{offset}",
            page.limit
        ))
    }
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
