//! Reads expressions as columns: fields, instances, derived fields and aggregates.

use crate::contract::Metric as ContractMetric;
use crate::draft::Word;
use crate::finding::registry;
use crate::language::{Derivation, Function, ValueType};
use crate::ledger::LedgerKind;
use crate::read::sql::draft::Context;
use crate::read::sql::draft::names::{self, Meaning};
use crate::read::sql::draft::query::{Column, Metric, Query};
use crate::read::sql::tree::{Argument, Call, Expression, Sign};
use crate::span::{Span, Spanned};
use crate::sql_words::is_same;
use crate::tables::{FieldDef, TypeDef};

/// A term of a sum after the first.
type Term<'a> = (Spanned<Sign>, Spanned<Expression<'a>>);

/// Reads a column; reports an expression that is not one.
pub(super) fn column<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    said: &Spanned<Expression<'a>>,
) -> Option<Column<'a>> {
    let span = said.span;
    let column = match &said.value {
        Expression::Column(path) => {
            if let Some(name) = said.value.bare_name()
                && !names::is_known(context, query, path, span)
                && let Some(inner) = alias(query, &name.text)
            {
                return expanded(query, |query| column(context, query, &inner));
            }
            match names::meaning(context, query, path, span)? {
                Meaning::Field(place, field) => Column::Field(place, field),
                Meaning::Instances(place) => Column::Instances(place),
                Meaning::Relation(place, relation) => {
                    Column::Instances(names::walk(context.tables, query, (place, relation), span)?)
                }
                Meaning::Metric(_) => {
                    return metric(context, query, said, None).map(Column::Metric);
                }
                Meaning::Type(of) => {
                    let message = format!("the table `{}` is not in `FROM`", of.name);
                    context.report(&registry::UNKNOWN_FIELD, span, message, "join it");
                    return None;
                }
                Meaning::Given(_) => {
                    let message = format!("`{}` is no column of a table", context.slice(span));
                    context.report(&registry::UNKNOWN_FIELD, span, message, "compare with it");
                    return None;
                }
            }
        }
        Expression::Call(call) if is_function(call) => {
            return metric(context, query, said, None).map(Column::Metric);
        }
        Expression::Call(call) => return called(context, query, call, span),
        Expression::Sum(first, others) => {
            let mut sum = column(context, query, first)?;
            for term in others {
                sum = with_term(context, query, sum, term, span)?;
            }
            sum
        }
        _ => {
            let message = format!("`{}` is no column", context.slice(span));
            context.report(&registry::NOT_A_COLUMN, span, message, "write a column");
            return None;
        }
    };
    for place in column.places() {
        if let Some(place) = query.places.get_mut(place) {
            place.is_read = true;
        }
    }
    Some(column)
}

/// Reads a term of a sum with the span `span`, and derives a column from it and the terms before.
fn with_term<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    before: Column<'a>,
    (sign, term): &Term<'a>,
    span: Span,
) -> Option<Column<'a>> {
    if is_one(&term.value) && matches!(sign.value, Sign::Times | Sign::By) {
        let why = "a number times 1 is the number";
        context.note(LedgerKind::LeftOut, "", why, term.span);
        return Some(before);
    }
    let own = match &term.value {
        Expression::Number(_) => None,
        _ => Some(column(context, query, term)?),
    };
    let is_day = |column: &Column<'_>| {
        let field = column.field();
        field.is_some_and(|field| Derivation::Days.fits(field.value_type))
    };
    Some(match (sign.value, own) {
        (Sign::Plus, Some(own)) => Column::Derived(Derivation::Add, vec![before, own]),
        // SQL subtracts the earlier day from the later; `days` takes the earlier day first.
        (Sign::Minus, Some(own)) if is_day(&before) && is_day(&own) => {
            Column::Derived(Derivation::Days, vec![own, before])
        }
        (Sign::Minus, Some(own)) => Column::Derived(Derivation::Subtract, vec![before, own]),
        (Sign::Times, Some(own)) => Column::Derived(Derivation::Multiply, vec![before, own]),
        (Sign::By, Some(own)) => Column::Derived(Derivation::Divide, vec![before, own]),
        (Sign::Modulo | Sign::Concatenation, _) | (_, None) => {
            let message = format!("`{}` is not computed", context.slice(span));
            let help = "compute with columns only: `a + b`, `a - b`, `a * b`, `a / b`";
            context.report(&registry::NOT_A_COLUMN, term.span, message, help);
            return None;
        }
    })
}

/// `true` if an alias is also the name of a column and not of an earlier metric.
pub(super) fn could_be_column<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    said: &Expression<'a>,
    span: Span,
) -> bool {
    let (Expression::Column(path), Some(name)) = (said, said.bare_name()) else {
        return false;
    };
    let name = &name.text;
    let is_read = |own: &Spanned<Metric<'a>>| own.value.name.as_str() == name.as_ref();
    alias(query, name).is_some()
        && !query.numbers.metrics.iter().any(is_read)
        && names::is_known(context, query, path, span)
}

/// The column that displays instances: the field that names them, or else the key of their rows.
pub(super) fn key<'a>(context: &Context<'a>, query: &Query<'a>, column: Column<'a>) -> Column<'a> {
    match field_of_instances(context, query, &column, TypeDef::is_key) {
        Some(named) => named,
        None => row_key(context, query, column),
    }
}

/// The key of the rows, if the column stands for instances; it is needed for comparisons with numbers. Other columns
/// are unchanged.
pub(super) fn row_key<'a>(
    context: &Context<'a>,
    query: &Query<'a>,
    column: Column<'a>,
) -> Column<'a> {
    let is_row_key = |of: &TypeDef, field: &FieldDef| field.spelling() == of.row_key();
    field_of_instances(context, query, &column, is_row_key).unwrap_or(column)
}

fn field_of_instances<'a>(
    context: &Context<'a>,
    query: &Query<'a>,
    column: &Column<'a>,
    is: impl Fn(&TypeDef, &FieldDef) -> bool,
) -> Option<Column<'a>> {
    let Column::Instances(place) = column else {
        return None;
    };
    let of = query.places.get(*place)?.of;
    let mut fields = context.tables.fields.iter();
    let field = fields.find(|field| field.type_name == of.name && is(of, field))?;
    Some(Column::Field(*place, field))
}

/// Reads the column of a condition. The name of a column that is also the alias of another one is ambiguous.
pub(super) fn compared_column<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    said: &Spanned<Expression<'a>>,
) -> Option<Column<'a>> {
    if !could_be_column(context, query, &said.value, said.span) {
        let own = column(context, query, said)?;
        // Instances without a name are compared by their key.
        let mut places = own.places().into_iter();
        let has_name =
            |place: usize| (query.places.get(place)).is_some_and(|place| place.of.key.is_some());
        return Some(match places.any(has_name) {
            true => own,
            false => key(context, query, own),
        });
    }
    let name = context.slice(said.span);
    let inner = alias(query, name)?;
    let Expression::Column(path) = &said.value else {
        return None;
    };
    let own = names::meaning(context, query, path, said.span)?;
    let own = names::reading(query, own).into_iter();
    let readings = own.chain([context.slice(inner.span).to_owned()]);
    let message = format!("`{name}` is a column, and `SELECT` gives the name to another one");
    let help = "write the table before the column, or the other column";
    let rule = &registry::AMBIGUOUS_NAME;
    context.ask(rule, said.span, (message, help), readings);
    None
}

/// The expression with this alias in `SELECT`.
pub(super) fn alias<'a>(query: &Query<'a>, name: &str) -> Option<Spanned<Expression<'a>>> {
    let mut aliases = query.aliases.iter();
    let (_, value) = aliases.find(|(own, _)| is_same(&own.value.text, name))?;
    // An alias equal to its own column means the column.
    let own = value.value.bare_name();
    let is_itself = own.is_some_and(|own| is_same(&own.text, name));
    (!is_itself).then(|| value.clone())
}

/// Reads the expression of an alias with no other aliases in scope, since expansion could otherwise be endless.
fn expanded<'a, T>(query: &mut Query<'a>, read: impl FnOnce(&mut Query<'a>) -> T) -> T {
    let aliases = std::mem::take(&mut query.aliases);
    let read = read(query);
    query.aliases = aliases;
    read
}

pub(super) const fn is_one(said: &Expression<'_>) -> bool {
    matches!(said, Expression::Number(digits) if matches!(digits.as_bytes(), b"1" | b"1.0" | b"1.00"))
}

const FUNCTIONS: &[(&str, Derivation)] = &[
    ("year", Derivation::Year),
    ("month", Derivation::MonthOf),
    ("day", Derivation::DayOf),
    ("dayofmonth", Derivation::DayOf),
    ("hour", Derivation::HourOf),
    ("date", Derivation::Day),
    ("length", Derivation::Length),
    ("char_length", Derivation::Length),
    ("character_length", Derivation::Length),
    ("len", Derivation::Length),
];

const DIFFERENCES: &[(&str, Derivation)] = &[("datediff", Derivation::Days)];

const EXTRACTED: &[(&str, Derivation)] = &[
    ("year", Derivation::Year),
    ("month", Derivation::MonthOf),
    ("day", Derivation::DayOf),
    ("hour", Derivation::HourOf),
    ("isodow", Derivation::Weekday),
];

const CUT: &[(&str, Derivation)] = &[
    ("year", Derivation::Year),
    ("quarter", Derivation::Quarter),
    ("month", Derivation::Month),
    ("week", Derivation::Week),
    ("day", Derivation::Day),
    ("hour", Derivation::Hour),
];

const FORMATS: &[(&str, Derivation)] = &[
    ("%Y", Derivation::Year),
    ("YYYY", Derivation::Year),
    ("%Y-%m", Derivation::Month),
    ("YYYY-MM", Derivation::Month),
    ("%Y-%m-%d", Derivation::Day),
    ("YYYY-MM-DD", Derivation::Day),
    ("%m", Derivation::MonthOf),
    ("MM", Derivation::MonthOf),
    ("%d", Derivation::DayOf),
    ("DD", Derivation::DayOf),
    ("%H", Derivation::HourOf),
];

fn called<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    call: &Call<'a>,
    span: Span,
) -> Option<Column<'a>> {
    let name = call.name.value.text.to_ascii_lowercase();
    let word = |said: &Argument<'a>| match &said.value.value {
        Expression::Text(text) => Some(text.clone()),
        Expression::Column(path) => path.first().map(|name| name.value.text.clone()),
        _ => None,
    };
    // The known words, the word that names the derivation, and the operands.
    let (known, said, of) = match (name.as_str(), call.arguments.as_slice()) {
        ("extract", [one]) => {
            let unit = one.name.as_ref().map(|name| name.value.text.clone());
            (EXTRACTED, unit, vec![one])
        }
        ("date_part", [unit, one]) => (EXTRACTED, word(unit), vec![one]),
        ("date_trunc", [unit, one]) => (CUT, word(unit), vec![one]),
        ("strftime", [format, one]) | ("to_char" | "date_format", [one, format]) => {
            (FORMATS, word(format), vec![one])
        }
        ("round", [one, ..]) => {
            let why = "numbers are exact, and are not rounded";
            context.note(LedgerKind::LeftOut, "", why, span);
            return column(context, query, &one.value);
        }
        (name, [one]) => (FUNCTIONS, Some(name.to_owned().into()), vec![one]),
        (name, [later, earlier]) => (
            DIFFERENCES,
            Some(name.to_owned().into()),
            vec![earlier, later],
        ),
        _ => (FUNCTIONS, None, Vec::new()),
    };
    let found = said.and_then(|said| known.iter().find(|(own, _)| is_same(own, &said)));
    let Some((_, derivation)) = found.filter(|_| call.over.is_none()) else {
        let name = context.slice(call.name.span);
        let message = format!("the function `{name}` is not supported here");
        let help = "write `COUNT`, `SUM`, `AVG`, `MIN`, `MAX`, `ARRAY_AGG`, `YEAR`, `MONTH`, `DAY`, `HOUR`, `DATE`, `LENGTH`, `DATE_TRUNC('month', …)`, \
                    `EXTRACT(ISODOW FROM …)` or `DATEDIFF(later, earlier)`";
        let (rule, span) = (&registry::FUNCTION_DOES_NOT_FIT, call.name.span);
        context.report(rule, span, message, help);
        return None;
    };
    let of = of.into_iter();
    let of = of.map(|argument| column(context, query, &argument.value));
    Some(Column::Derived(*derivation, of.collect::<Option<_>>()?))
}

const AGGREGATES: &[(&str, Function)] = &[
    ("count", Function::Count),
    ("sum", Function::Sum),
    ("avg", Function::Avg),
    ("mean", Function::Avg),
    ("min", Function::Min),
    ("max", Function::Max),
    ("string_agg", Function::List),
    ("group_concat", Function::List),
    ("array_agg", Function::List),
];

fn function(call: &Call<'_>) -> Option<Function> {
    let name = &call.name.value.text;
    let mut functions = AGGREGATES.iter();
    Some(functions.find(|(own, _)| is_same(own, name))?.1)
}

/// `true` for a call of an aggregate function.
pub(super) fn is_function(call: &Call<'_>) -> bool {
    call.over.is_none() && function(call).is_some()
}

/// `true` if an expression is an aggregate or refers to one by an alias.
pub(super) fn is_aggregate<'a>(
    context: &Context<'a>,
    query: &Query<'a>,
    said: &Expression<'a>,
) -> bool {
    is_number(context, said, &|name| alias(query, name))
}

/// `is_aggregate` with a lookup for aliases.
fn is_number<'a>(
    context: &Context<'a>,
    said: &Expression<'a>,
    alias: &dyn Fn(&str) -> Option<Spanned<Expression<'a>>>,
) -> bool {
    match said {
        Expression::Call(call) => {
            let rounded = call.arguments.first();
            let rounded = rounded.filter(|_| is_same(&call.name.value.text, "round"));
            is_function(call)
                || rounded.is_some_and(|one| is_number(context, &one.value.value, alias))
        }
        Expression::Sum(first, others) => {
            let mut others = others.iter();
            is_number(context, &first.value, alias)
                || others.any(|(_, term)| is_number(context, &term.value, alias))
        }
        Expression::Column(path) => {
            let Some(last) = path.last() else {
                return false;
            };
            let is_metric = names::metric_called(context.tables, &last.value.text).is_some();
            let inner = alias(&last.value.text).filter(|_| path.len() == 1);
            is_metric || inner.is_some_and(|inner| is_number(context, &inner.value, &|_| None))
        }
        _ => false,
    }
}

/// Reads an expression as a metric and returns its name. `shown` is `Some` for a metric in `SELECT`, with its alias if
/// it has one. A metric that is only compared or sorted by reuses an equal one from `SELECT`.
pub(super) fn metric<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    said: &Spanned<Expression<'a>>,
    shown: Option<Option<Word<'a>>>,
) -> Option<String> {
    if let Some(inner) = without_rounding(context, said) {
        return metric(context, query, &inner, shown);
    }
    query.numbers.are_asked = true;
    let goes_by = |own: &Metric<'a>, name: &str| {
        let alias = own.alias.as_ref();
        alias.is_some_and(|alias| is_same(&alias.value, name))
    };
    if let (Some(name), None) = (said.value.bare_name(), &shown) {
        let mut metrics = query.numbers.metrics.iter();
        if let Some(named) = metrics.find(|own| goes_by(&own.value, &name.text)) {
            return Some(named.value.name.clone());
        }
    }
    let (function, over) = match &said.value {
        Expression::Call(call) if is_function(call) => computed(context, query, call)?,
        Expression::Column(path) => {
            let name = &path.last()?.value.text;
            match names::metric_called(context.tables, name) {
                Some(def) => (None, Some(Spanned::new(Column::Defined(def), said.span))),
                None => {
                    let inner = alias(query, name)?;
                    let own = Spanned::new(name.clone(), said.span);
                    let shown = shown.or(Some(Some(own)));
                    return expanded(query, |query| metric(context, query, &inner, shown));
                }
            }
        }
        _ => {
            let over = column(context, query, said)?;
            (None, Some(Spanned::new(over, said.span)))
        }
    };
    let is_same_number = |own: &Metric<'a>| {
        own.function.as_ref().map(|one| one.value) == function.as_ref().map(|one| one.value)
            && own.over.as_ref().map(|one| &one.value) == over.as_ref().map(|one| &one.value)
    };
    let mut metrics = query.numbers.metrics.iter();
    let same = metrics.find(|own| {
        is_same_number(&own.value)
            && match &shown {
                Some(Some(alias)) => goes_by(&own.value, &alias.value),
                Some(None) => false,
                None => true,
            }
    });
    if let Some(same) = same {
        return Some(same.value.name.clone());
    }
    let alias = shown.flatten();
    let name = match &alias {
        Some(alias) => alias.value.to_string(),
        None => {
            let function = function.as_ref().map(|one| one.value);
            let over = over.as_ref().map(|over| over.value.called(query));
            ContractMetric::default_alias(function, over.as_deref()).into_owned()
        }
    };
    let made = Metric {
        function,
        over,
        alias,
        name: name.clone(),
    };
    query.numbers.metrics.push(Spanned::new(made, said.span));
    Some(name)
}

/// The expression inside `ROUND` or a multiplication by 1.
fn without_rounding<'a>(
    context: &mut Context<'a>,
    said: &Spanned<Expression<'a>>,
) -> Option<Spanned<Expression<'a>>> {
    match &said.value {
        Expression::Call(call) if is_same(&call.name.value.text, "round") => {
            let inner = call.arguments.first()?;
            let why = "numbers are exact, and are not rounded";
            context.note(LedgerKind::LeftOut, "", why, said.span);
            Some(inner.value.clone())
        }
        Expression::Sum(first, others) => {
            let is_same = |(sign, term): &Term<'a>| {
                is_one(&term.value) && matches!(sign.value, Sign::Times | Sign::By)
            };
            others.iter().all(is_same).then(|| first.as_ref().clone())
        }
        _ => None,
    }
}

type Computation<'a> = (Option<Spanned<Function>>, Option<Spanned<Column<'a>>>);

fn computed<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    call: &Call<'a>,
) -> Option<Computation<'a>> {
    let span = call.name.span;
    let mut function = function(call)?;
    query.numbers.of_matches = query.numbers.of_matches.or(call.all);
    let argument = call.arguments.first().map(|one| &one.value);
    let counts_rows =
        |said: &Expression<'_>| matches!(said, Expression::Star(_) | Expression::Number(_));
    let over = match argument.filter(|said| !counts_rows(&said.value)) {
        None => None,
        Some(said) => Some(Spanned::new(column(context, query, said)?, said.span)),
    };
    if let Some(over) = over.as_ref()
        && matches!(over.value, Column::Metric(_) | Column::Defined(_))
    {
        let message = format!("`{}` is a number already", context.slice(over.span));
        let help = "write it by its name alone";
        context.report(&registry::FUNCTION_DOES_NOT_FIT, over.span, message, help);
        return None;
    }
    let is_list = function == Function::List;
    if call.arguments.len() > if is_list { 2 } else { 1 } {
        let message = format!("`{}` is of one column", context.slice(span));
        let help = "write one column";
        context.report(&registry::FUNCTION_DOES_NOT_FIT, span, message, help);
        return None;
    }
    let of_instances = matches!(
        over.as_ref().map(|over| &over.value),
        Some(Column::Instances(_))
    );
    if call.distinct.is_some() && function == Function::Count && !of_instances {
        function = Function::CountDistinct;
    }
    let field = over.as_ref().and_then(|over| over.value.field());
    let is_flag = field.is_some_and(|field| field.value_type == ValueType::Boolean);
    if function == Function::Count && is_flag {
        let name = argument.map_or("", |one| context.slice(one.span));
        let message = format!("`COUNT({name})` counts yes and no alike");
        let help = format!("write `COUNT(*)` with `WHERE {name} = TRUE`, or `GROUP BY {name}`");
        let span = argument.map_or(span, |one| one.span);
        context.report(&registry::COUNT_OF_WHAT, span, message, help);
        return None;
    }
    Some((Some(Spanned::new(function, span)), over))
}
