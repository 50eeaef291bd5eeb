//! The intermediate form of a query: variables, hops between them, columns, conditions and metrics.

use std::borrow::Cow;

use crate::draft::{
    DraftAggregation, DraftAny, DraftCondition, DraftFilter, DraftGroupSort, DraftHaving,
    DraftMetric, DraftPage, DraftRetrieval, Raw, Word,
};
use crate::language::{
    Call as WrittenCall, Derivation, Direction, Function, Operator, Order, given_names,
};
use crate::read::sql::draft::across;
use crate::read::sql::tree::{Alias, Name};
use crate::span::{Span, Spanned};
use crate::sql_words::is_same;
use crate::tables::{FieldDef, MetricDef, TypeDef};

/// A variable: one instance of each match.
#[derive(Debug, Clone)]
pub(super) struct Place<'a> {
    /// The alias in the query; empty if it has none.
    pub(super) name: String,
    pub(super) of: &'a TypeDef,
    pub(super) span: Span,
    /// The named entity.
    pub(super) entity: Option<Word<'a>>,
    /// `true` for a table of `FROM`, `false` for one of a subquery or a path through a relation.
    pub(super) is_table: bool,
    /// `true` if a column is read there.
    pub(super) is_read: bool,
    /// `true` for a variable of an anti-join.
    pub(super) is_absent: bool,
    /// `true` if a condition requires the absence, and not only `LEFT JOIN` allows it.
    pub(super) is_known_absent: bool,
}

/// A hop between two variables, with the direction from `from` to `to`.
#[derive(Debug, Clone)]
pub(super) struct Hop<'a> {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Codes of alternative relations.
    pub(super) relations: Vec<Word<'a>>,
    pub(super) direction: Direction,
    pub(super) times: Option<[Spanned<&'a str>; 2]>,
    pub(super) is_absent: bool,
    /// `true` for a path through a relation, such as `located.level`.
    pub(super) is_path: bool,
    pub(super) span: Span,
}

/// A query under construction.
#[derive(Debug, Default)]
pub(super) struct Query<'a> {
    pub(super) places: Vec<Place<'a>>,
    pub(super) hops: Vec<Hop<'a>>,
    /// The variables in scope, with the innermost subquery last.
    pub(super) scopes: Vec<Vec<usize>>,
    /// The names of the `WITH` queries in `FROM`.
    pub(super) given: Vec<String>,
    /// Their aliases in the query, in the same order.
    pub(super) given_names: Vec<String>,
    pub(super) filters: Vec<Spanned<Condition<'a>>>,
    pub(super) retrieval: Option<Spanned<DraftRetrieval<'a>>>,
    pub(super) numbers: Numbers<'a>,
    /// The aliases that `SELECT` gives.
    pub(super) aliases: Vec<Alias<'a>>,
}

impl<'a> Place<'a> {
    /// A variable without an alias in the query.
    pub(super) const fn nameless(of: &'a TypeDef, span: Span) -> Self {
        Self {
            name: String::new(),
            of,
            span,
            entity: None,
            is_table: false,
            is_read: false,
            is_absent: false,
            is_known_absent: false,
        }
    }
}

impl<'a> Query<'a> {
    /// `true` if a field names the instances of a variable.
    pub(super) fn is_key(&self, place: usize, field: &FieldDef) -> bool {
        (self.places.get(place)).is_some_and(|place| place.of.is_key(field))
    }

    /// `true` for a variable of an anti-join.
    pub(super) fn is_absent(&self, place: usize) -> bool {
        self.places.get(place).is_some_and(|place| place.is_absent)
    }

    /// Adds a variable to the innermost scope and returns its index.
    pub(super) fn add(&mut self, place: Place<'a>) -> usize {
        let at = self.places.len();
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(at);
        }
        self.places.push(place);
        at
    }

    /// The end of a path through a relation. Equal paths share one variable.
    pub(super) fn path_end(&mut self, hop: Hop<'a>, of: &'a TypeDef) -> usize {
        let code = |hop: &Hop<'a>| hop.relations.first().map(|word| word.value.clone());
        let same = self.hops.iter().find(|own| {
            own.is_path
                && own.from == hop.from
                && own.direction == hop.direction
                && code(own) == code(&hop)
        });
        if let Some(same) = same {
            return same.to;
        }
        let to = self.places.len();
        self.places.push(Place::nameless(of, hop.span));
        self.hops.push(Hop {
            to,
            is_path: true,
            ..hop
        });
        to
    }

    /// The `WITH` query that a column belongs to.
    pub(super) fn given_at(&self, path: &[Spanned<Name<'a>>]) -> Option<String> {
        let [table, _] = path else {
            return None;
        };
        let mut names = self.given_names.iter();
        let at = names.position(|own| is_same(own, &table.value.text))?;
        self.given.get(at).cloned()
    }

    /// `true` if a hop starts or ends at a variable.
    pub(super) fn is_linked(&self, place: usize) -> bool {
        self.hops
            .iter()
            .any(|hop| hop.from == place || hop.to == place)
    }
}

impl Hop<'_> {
    /// The other end of a hop; `None` if `end` is not one of its ends.
    pub(super) const fn other(&self, end: usize) -> Option<usize> {
        if self.from == end {
            Some(self.to)
        } else if self.to == end {
            Some(self.from)
        } else {
            None
        }
    }

    /// The direction as seen from this end.
    pub(super) const fn way_from(&self, end: usize) -> Direction {
        match self.direction {
            Direction::Out if self.from != end => Direction::In,
            Direction::In if self.from != end => Direction::Out,
            way => way,
        }
    }
}

/// A column of a query.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Column<'a> {
    Field(usize, &'a FieldDef),
    /// The instances of a variable.
    Instances(usize),
    Derived(Derivation, Vec<Self>),
    /// A metric of the query, by its name.
    Metric(String),
    /// A metric of the codebook.
    Defined(&'a MetricDef),
}

impl<'a> Column<'a> {
    /// The definition that gives the type of the column's values.
    pub(super) fn field(&self) -> Option<&'a FieldDef> {
        match self {
            Self::Field(_, field) => Some(field),
            Self::Derived(derivation, _) => Some(derivation.field()),
            Self::Instances(_) | Self::Metric(_) | Self::Defined(_) => None,
        }
    }

    /// `true` for a period or the number of one.
    pub(super) const fn is_period(&self) -> bool {
        matches!(self, Self::Derived(derivation, _) if derivation.is_period() || matches!(
            derivation, Derivation::MonthOf | Derivation::DayOf | Derivation::HourOf
        ))
    }

    /// The variables it is read at.
    pub(super) fn places(&self) -> Vec<usize> {
        match self {
            Self::Field(place, _) | Self::Instances(place) => vec![*place],
            Self::Derived(_, of) => of.iter().flat_map(Self::places).collect(),
            Self::Metric(_) | Self::Defined(_) => Vec::new(),
        }
    }

    /// The column in a draft: codes, with the name of the variable if it has one.
    pub(super) fn code(&self, query: &Query<'a>, named: &[bool]) -> Cow<'a, str> {
        let at = |place: usize, code: &'a str| match named.get(place) {
            Some(true) => {
                let name = query.places.get(place).map_or("", |place| &place.name);
                given_names::read_at(name, code).into_owned().into()
            }
            _ => Cow::Borrowed(code),
        };
        match self {
            Self::Field(place, field) => at(*place, &field.code),
            Self::Instances(place) => {
                let of = query.places.get(*place);
                at(*place, of.map_or("", |place| &place.of.name))
            }
            Self::Derived(derivation, of) => {
                let of: Vec<Cow<'_, str>> = of.iter().map(|one| one.code(query, named)).collect();
                Cow::Owned(WrittenCall::written(derivation.code(), &of))
            }
            Self::Metric(name) => given_names::reference(name).into_owned().into(),
            Self::Defined(metric) => Cow::Borrowed(&metric.code),
        }
    }

    /// The default name of a metric over this column.
    pub(super) fn called(&self, query: &Query<'a>) -> String {
        match self {
            Self::Field(_, field) => field.name.to_string(),
            Self::Instances(place) => {
                let of = query.places.get(*place).map(|place| place.of);
                of.map_or_else(String::new, |of| of.name.to_string())
            }
            Self::Derived(derivation, of) => {
                let of: Vec<String> = of.iter().map(|one| one.called(query)).collect();
                format!("{}_{}", derivation.mark(), of.join("_"))
            }
            Self::Metric(name) => name.clone(),
            Self::Defined(metric) => metric.name.to_string(),
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Filter<'a> {
    pub(super) column: Spanned<Column<'a>>,
    pub(super) operator: Spanned<Operator>,
    pub(super) operand: Operand<'a>,
}

/// The right side of a filter.
#[derive(Debug, Clone)]
pub(super) enum Operand<'a> {
    Nothing,
    Value(Spanned<Raw<'a>>),
    Column(Spanned<Column<'a>>),
    Group(Word<'a>),
}

impl<'a> Operand<'a> {
    pub(super) const fn value(raw: Raw<'a>, span: Span) -> Self {
        Self::Value(Spanned::new(raw, span))
    }
}

/// A filter, or a choice between branches of filters.
#[derive(Debug, Clone)]
pub(super) enum Condition<'a> {
    Filter(Filter<'a>),
    Any(Vec<Branch<'a>>),
}

pub(super) type Branch<'a> = Vec<Spanned<Filter<'a>>>;

impl<'a> Filter<'a> {
    fn draft(&self, query: &Query<'a>, named: &[bool]) -> DraftFilter<'a> {
        let word = |column: &Spanned<Column<'a>>| {
            Spanned::new(column.value.code(query, named), column.span)
        };
        let operator = Cow::Borrowed(self.operator.value.code());
        let mut filter = DraftFilter {
            field: word(&self.column),
            operator: Spanned::new(operator, self.operator.span),
            ..DraftFilter::default()
        };
        match &self.operand {
            Operand::Nothing => {}
            Operand::Value(value) => filter.value = Some(value.clone()),
            Operand::Column(column) => filter.value_field = Some(word(column)),
            Operand::Group(name) => filter.group = Some(name.clone()),
        }
        filter
    }
}

impl<'a> Condition<'a> {
    /// `true` if every branch reads a variable.
    pub(super) fn reads(&self, place: usize) -> bool {
        let of = |filter: &Filter<'a>| {
            let other = match &filter.operand {
                Operand::Column(column) => column.value.places(),
                _ => Vec::new(),
            };
            filter.column.value.places().contains(&place) || other.contains(&place)
        };
        match self {
            Self::Filter(filter) => of(filter),
            Self::Any(branches) => {
                (branches.iter()).all(|branch| branch.iter().any(|filter| of(&filter.value)))
            }
        }
    }

    /// Converts the condition for a draft.
    pub(super) fn draft(&self, query: &Query<'a>, named: &[bool]) -> DraftCondition<'a> {
        let draft =
            |said: &Spanned<Filter<'a>>| Spanned::new(said.value.draft(query, named), said.span);
        match self {
            Self::Filter(filter) => DraftCondition::Filter(filter.draft(query, named)),
            Self::Any(branches) => {
                let branches = branches.iter().map(|branch| {
                    let span = match branch.as_slice() {
                        [first, .., last] => across(first.span, last.span),
                        [only] => only.span,
                        [] => Span::default(),
                    };
                    Spanned::new(branch.iter().map(draft).collect(), span)
                });
                DraftCondition::Any(DraftAny {
                    branches: branches.collect(),
                })
            }
        }
    }
}

/// The aggregation of a query.
#[derive(Debug, Default)]
pub(super) struct Numbers<'a> {
    pub(super) metrics: Vec<Spanned<Metric<'a>>>,
    pub(super) group_by: Vec<Spanned<Column<'a>>>,
    pub(super) having: Vec<Spanned<Having<'a>>>,
    /// `true` if the rows are groups.
    pub(super) are_asked: bool,
    /// The span of `ALL`, which makes a count apply to matches instead of instances.
    pub(super) of_matches: Option<Span>,
}

/// A metric.
#[derive(Debug)]
pub(super) struct Metric<'a> {
    pub(super) function: Option<Spanned<Function>>,
    pub(super) over: Option<Spanned<Column<'a>>>,
    pub(super) alias: Option<Word<'a>>,
    /// The alias, given or by default.
    pub(super) name: String,
}

impl Metric<'_> {
    /// `true` for a metric of the codebook.
    pub(super) fn is_defined(&self) -> bool {
        matches!(
            self.over.as_ref().map(|over| &over.value),
            Some(Column::Defined(_))
        )
    }
}

#[derive(Debug)]
pub(super) struct Having<'a> {
    pub(super) metric: String,
    pub(super) operator: Spanned<Operator>,
    pub(super) operand: Operand<'a>,
}

impl<'a> Numbers<'a> {
    /// The default columns of groups: the grouping columns, then the metrics.
    pub(super) fn columns(&self) -> Vec<Column<'a>> {
        let groups = self.group_by.iter().map(|by| by.value.clone());
        let metrics = self.metrics.iter();
        let metrics = metrics.map(|own| Column::Metric(own.value.name.clone()));
        groups.chain(metrics).collect()
    }

    /// Converts the aggregation for a draft.
    pub(super) fn draft(
        &self,
        query: &Query<'a>,
        named: &[bool],
        page: Option<Spanned<DraftPage<'a>>>,
    ) -> DraftAggregation<'a> {
        let code = |column: &Spanned<Column<'a>>| {
            Spanned::new(column.value.code(query, named), column.span)
        };
        let function =
            |one: &Spanned<Function>| Spanned::new(Cow::Borrowed(one.value.code()), one.span);
        let metrics = self.metrics.iter().map(|own| {
            let metric = DraftMetric {
                function: own.value.function.as_ref().map(function),
                field: own.value.over.as_ref().map(code),
                alias: own.value.alias.clone(),
            };
            Spanned::new(metric, own.span)
        });
        let having = self.having.iter().map(|held| {
            let own = &held.value;
            let operator = Cow::Borrowed(own.operator.value.code());
            let mut having = DraftHaving {
                metric: Spanned::new(Cow::Owned(own.metric.clone()), held.span),
                operator: Spanned::new(operator, own.operator.span),
                ..DraftHaving::default()
            };
            match &own.operand {
                Operand::Value(value) => having.value = Some(value.clone()),
                Operand::Group(group) => having.group = Some(group.clone()),
                Operand::Column(_) | Operand::Nothing => {}
            }
            Spanned::new(having, held.span)
        });
        DraftAggregation {
            metrics: metrics.collect(),
            group_by: self.group_by.iter().map(code).collect(),
            having: having.collect(),
            sort: Vec::new(),
            page,
        }
    }
}

/// A sort column and its order.
pub(super) type SortKey<'a> = Spanned<(Column<'a>, Spanned<Order>)>;

/// Converts sort keys of groups for a draft.
pub(super) fn sort<'a>(
    keys: &[SortKey<'a>],
    query: &Query<'a>,
    named: &[bool],
) -> Vec<Spanned<DraftGroupSort<'a>>> {
    let keys = keys.iter().map(|key| {
        let (by, order) = &key.value;
        let by = match by {
            Column::Metric(name) => Cow::Owned(name.clone()),
            other => other.code(query, named),
        };
        let order = Spanned::new(Cow::Borrowed(order.value.code()), order.span);
        let sort = DraftGroupSort {
            by: Spanned::new(by, key.span),
            order: Some(order),
        };
        Spanned::new(sort, key.span)
    });
    keys.collect()
}
