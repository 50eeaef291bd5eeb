//! Metrics over groups of rows.
//!
//! A metric over rows takes each row once; a metric over bindings takes a value once per binding. Where a group has an
//! instance in several bindings, the two kinds are computed in separate parts and joined. A codebook metric has a part
//! of its own, over the instances of each group.

use cmec_decoder::contract::{Aggregation, Metric};
use cmec_decoder::definition::definition;
use cmec_decoder::language::{Function, ValueType};
use cmec_decoder::places::TARGET;
use cmec_decoder::tables::{Column, MetricDef};
use sea_query::{Expr, ExprTrait, JoinType, SelectStatement};

use crate::lane::structured::sql::conditions::needs::{MatchColumn, NeededColumns, Needs};
use crate::lane::structured::sql::context::{SqlContext, WriteError, column_name};
use crate::lane::structured::sql::group::periods;
use crate::lane::structured::sql::group::periods::INSTANCE;
use crate::lane::structured::sql::places::compare;
use crate::lane::structured::sql::places::field_value::place_read;
use crate::lane::structured::sql::places::subject::Subject;
use crate::lane::structured::sql::select::matches::shown_places;
use crate::lane::structured::sql::select::{matches, rows};
use crate::lane::structured::sql::values::expressions::{call, column};
use crate::lane::structured::sql::values::{exact_numbers, lists};
use crate::ports::database::Engine;
use crate::relative_days::contract_on;

/// Some metrics over the groups: a select of the group keys and a column for each metric.
pub(crate) struct Part {
    pub(crate) select: SelectStatement,
    /// Index of the metric, its column, and its value.
    pub(crate) columns: Vec<(usize, String, Number)>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Number {
    pub(crate) value_type: ValueType,
    pub(crate) exact: bool,
    /// True where the metric is 0 over no rows.
    pub(crate) counts: bool,
}

/// A metric with a function and the values it reads.
struct MetricRequest<'p> {
    index: usize,
    function: Function,
    needed: Option<MatchColumn<'p>>,
    value_type: ValueType,
    exact: bool,
    /// True where the metric is over bindings, among which equal ones all count.
    of_matches: bool,
}

/// The groups that a definition is computed over, with the keys of their instances.
pub(crate) struct Within<'w> {
    pub(crate) pairs: &'w SelectStatement,
    pub(crate) by: &'w [String],
}

/// The metrics of the groups of a contract; the first part has every group.
pub(crate) fn parts(
    context: &SqlContext<'_>,
    subject: &Subject<'_>,
    numbers: &Aggregation<'_>,
    by: &NeededColumns<'_>,
) -> Result<Vec<Part>, WriteError> {
    let mut parts = own_parts(context, subject, numbers, by, None)?;
    let names: Vec<String> = by.iter().map(|(name, _)| name.clone()).collect();
    for (index, def) in named(context, numbers) {
        let pairs = match &def.over_time {
            None => pairs_of(context, subject, by)?,
            Some(over_time) => periods::pairs_over_time(context, subject, by, over_time)?,
        };
        let within = Within {
            pairs: &pairs,
            by: &names,
        };
        parts.push(defined(context, def, index, &within)?);
    }
    Ok(parts)
}

fn pairs_of(
    context: &SqlContext<'_>,
    subject: &Subject<'_>,
    by: &NeededColumns<'_>,
) -> Result<SelectStatement, WriteError> {
    let mut columns = by.clone();
    columns.push((INSTANCE.to_owned(), MatchColumn::Key(TARGET)));
    let matches = matches::matches(context, subject, &Needs::distinct(columns))?;
    let alias = context.alias('m');
    let mut select = SelectStatement::new();
    select
        .distinct()
        .column((alias.clone(), sea_query::Asterisk));
    Ok(select.from_subquery(matches.select, alias).take())
}

/// The codebook metrics of a definition, computed over the instances that the definition's bindings have.
pub(crate) fn defined_within(
    context: &SqlContext<'_>,
    subject: &Subject<'_>,
    numbers: &Aggregation<'_>,
    within: &Within<'_>,
) -> Result<Vec<Part>, WriteError> {
    let mut parts = Vec::new();
    for (index, def) in named(context, numbers) {
        let needs = Needs::any_times(INSTANCE, MatchColumn::Key(TARGET));
        let own = matches::matches(context, subject, &needs)?.select;
        let alias = context.alias('x');
        let mut pairs = SelectStatement::new();
        pairs
            .column((alias.clone(), sea_query::Asterisk))
            .from_subquery(within.pairs.clone(), alias.clone())
            .and_where(column(&alias, INSTANCE).in_subquery(own));
        let within = Within {
            pairs: &pairs,
            by: within.by,
        };
        parts.push(defined(context, def, index, &within)?);
    }
    Ok(parts)
}

/// The codebook metrics in an aggregation, with their indexes.
fn named<'n>(
    context: &'n SqlContext<'_>,
    numbers: &Aggregation<'_>,
) -> Vec<(usize, &'n MetricDef)> {
    let metrics = numbers.metrics.iter().enumerate();
    let named = metrics
        .filter_map(|(index, metric)| Some((index, context.tables.metric_asked_for(metric)?)));
    named.collect()
}

/// A codebook metric: its definition over the instances of each group.
fn defined(
    context: &SqlContext<'_>,
    def: &MetricDef,
    index: usize,
    within: &Within<'_>,
) -> Result<Part, WriteError> {
    let unknown = || WriteError::Unknown(def.name.to_string());
    let contract = definition(def, context.tables).ok_or_else(unknown)?;
    let contract = contract_on(&contract, context.today);
    let numbers = contract.constraints.aggregation.as_deref();
    let numbers = numbers.ok_or_else(unknown)?;
    let (select, number) = context.over_instances(&Subject::of(&contract), numbers, within)?;
    let (name, alias) = (format!("d{index}"), context.alias('d'));
    let mut named = SelectStatement::new();
    for by in within.by {
        named.expr_as(column(&alias, by), by.clone());
    }
    named.expr_as(column(&alias, &column_name(0)), name.clone());
    named.from_subquery(select, alias.clone());
    Ok(Part {
        select: named,
        columns: vec![(index, name, number)],
    })
}

/// The parts of the metrics that have a function.
pub(crate) fn own_parts(
    context: &SqlContext<'_>,
    subject: &Subject<'_>,
    numbers: &Aggregation<'_>,
    by: &NeededColumns<'_>,
    within: Option<&Within<'_>>,
) -> Result<Vec<Part>, WriteError> {
    let places = subject.places(context);
    let mut parts = Vec::new();
    for (index, metric) in numbers.metrics.iter().enumerate() {
        if let Some(function) = metric.function {
            parts.push(asked(context, index, function, metric, subject, &places)?);
        }
    }
    let all: Vec<&MetricRequest<'_>> = parts.iter().collect();
    let (whole, twice) = part(context, subject, &places, &all, by, within)?;
    let (of_matches, of_rows): (Vec<_>, Vec<_>) = parts.iter().partition(|asked| asked.of_matches);
    if !twice || of_matches.is_empty() || of_rows.is_empty() {
        return Ok(vec![whole]);
    }
    let (rows, _) = part(context, subject, &places, &of_rows, by, within)?;
    let (matches, _) = part(context, subject, &places, &of_matches, by, within)?;
    Ok(vec![rows, matches])
}

fn asked<'p>(
    context: &SqlContext<'_>,
    index: usize,
    function: Function,
    metric: &'p Metric<'_>,
    subject: &Subject<'_>,
    places: &cmec_decoder::places::Places<'_>,
) -> Result<MetricRequest<'p>, WriteError> {
    let path = metric.field.as_deref();
    let column = path.map(|path| (path, context.tables.column(path)));
    let (needed, kind) = match column {
        None => (None, ValueType::Integer),
        Some((path, Some(Column::Type(type_name)))) => {
            let place = place_read(places, path, Column::Type(type_name))?;
            (Some(MatchColumn::Key(place)), ValueType::Integer)
        }
        Some((path, _)) => {
            let column = rows::answer_column(context, path)?;
            let needed = match (function, column.several) {
                (Function::Count, true) => MatchColumn::HasValue(path),
                (Function::List | Function::CountDistinct, true) => MatchColumn::Member(path),
                (_, true) => MatchColumn::Shown(path),
                (_, false) => MatchColumn::Value(path),
            };
            (Some(needed), column.value_type)
        }
    };
    let of_type = matches!(needed, Some(MatchColumn::Key(_)));
    let of_members = matches!(needed, Some(MatchColumn::Member(_)));
    let any = matches!(
        function,
        Function::CountDistinct | Function::Min | Function::Max | Function::List
    );
    let is_call = path.is_some_and(|path| path.ends_with(')'));
    Ok(MetricRequest {
        index,
        function,
        needed,
        value_type: kind,
        exact: is_call && kind == ValueType::Decimal,
        // Each member of a list has a row of its own, even where rows are instances.
        of_matches: of_members || (!subject.has_matches && (of_type || any)),
    })
}

/// A part with some metrics, and whether its bindings had to be made distinct.
fn part(
    context: &SqlContext<'_>,
    subject: &Subject<'_>,
    places: &cmec_decoder::places::Places<'_>,
    asked: &[&MetricRequest<'_>],
    by: &NeededColumns<'_>,
    within: Option<&Within<'_>>,
) -> Result<(Part, bool), WriteError> {
    let any_times = !asked.is_empty() && asked.iter().all(|asked| asked.of_matches);
    let mut columns = by.clone();
    if within.is_some() || !any_times {
        columns.push((INSTANCE.to_owned(), MatchColumn::Key(TARGET)));
    }
    if subject.has_matches {
        let others = shown_places(places)
            .into_iter()
            .filter(|place| *place != TARGET);
        columns.extend(others.map(|place| (format!("i{place}"), MatchColumn::Key(place))));
    }
    for asked in asked {
        if let Some(needed) = &asked.needed {
            columns.push((format!("v{}", asked.index), needed.clone()));
        }
    }
    let needs = Needs {
        columns,
        whole: subject.has_matches,
        any_times,
    };
    let matches = matches::matches(context, subject, &needs)?;
    let alias = context.alias('m');
    let mut select = SelectStatement::new();
    let (groups, of): (Vec<String>, String) = match within {
        None => {
            select.from_subquery(matches.select, alias.clone());
            let groups = by.iter().map(|(name, _)| name.clone());
            (groups.collect(), alias.clone())
        }
        Some(within) => {
            let of = context.alias('x');
            select.from_subquery(within.pairs.clone(), of.clone());
            let same = column(&of, INSTANCE).eq(column(&alias, INSTANCE));
            // The left join keeps a group whose instances have no binding in the definition.
            select.join_subquery(JoinType::LeftJoin, matches.select, alias.clone(), same);
            (within.by.to_vec(), of)
        }
    };
    for name in &groups {
        let own = column(&of, name);
        select.expr_as(own.clone(), name.clone());
        select.add_group_by([own]);
    }
    let mut numbers = Vec::new();
    for asked in asked {
        let name = format!("n{}", asked.index);
        let value = column(&alias, &format!("v{}", asked.index));
        let row = column(&alias, INSTANCE);
        let (expr, number) = number_of(context, asked, value, within.map(|_| row));
        select.expr_as(expr, name.clone());
        numbers.push((asked.index, name, number));
    }
    if groups.is_empty() && numbers.is_empty() {
        // Without group keys there is one group of all rows.
        select.expr_as(call("count", [Expr::cust("*")]), "rows");
    }
    let part = Part {
        select,
        columns: numbers,
    };
    Ok((part, matches.twice))
}

/// The expression of a metric over the rows of a group. `row` is a column that every row has, where a group may be
/// empty.
fn number_of(
    context: &SqlContext<'_>,
    asked: &MetricRequest<'_>,
    value: Expr,
    row: Option<Expr>,
) -> (Expr, Number) {
    let engine = context.engine;
    let ordered = |value: Expr| compare::in_order(context, value, asked.value_type);
    let exact = asked.exact;
    let counted = |arg: Expr| call("count", [arg]);
    let of_value = Number {
        value_type: asked.value_type,
        exact,
        counts: false,
    };
    let count = Number {
        value_type: ValueType::Integer,
        exact: false,
        counts: true,
    };
    match asked.function {
        Function::Count if matches!(asked.needed, Some(MatchColumn::Key(_))) => {
            (counted(lists::distinct(engine, value)), count)
        }
        Function::Count if asked.needed.is_some() => (counted(value), count),
        Function::Count => (counted(row.unwrap_or_else(|| Expr::cust("*"))), count),
        Function::CountDistinct => (counted(lists::distinct(engine, value)), count),
        Function::Min => (call("min", [ordered(value)]), of_value),
        Function::Max => (call("max", [ordered(value)]), of_value),
        Function::List => (lists::listed(engine, ordered(value)), of_value),
        Function::Sum => {
            let native = asked.value_type == ValueType::Integer && !exact;
            let sum = exact_numbers::sum(engine, value, asked.value_type, exact);
            let exact = engine == Engine::Sqlite && !native;
            (sum, Number { exact, ..of_value })
        }
        Function::Avg => {
            let number = Number {
                value_type: ValueType::Decimal,
                exact: engine == Engine::Sqlite,
                counts: false,
            };
            (exact_numbers::mean(engine, value), number)
        }
    }
}
