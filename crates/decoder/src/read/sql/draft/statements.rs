//! Converts a statement to a `Reading`: its draft, its scenario, and the tree that pointers of findings refer to.

use std::borrow::Cow;

use crate::blank;
use crate::contract::Str;
use crate::draft::{
    Draft, DraftGraph, DraftGroup, DraftQuestion, DraftSet, DraftSide, Word, Words,
};
use crate::finding::{Finding, registry};
use crate::language::{Output, Scenario, SetOperator};
use crate::ledger::Ledger;
use crate::notation::Notation;
use crate::read::json::tree::{Json, JsonKind, Member};
use crate::read::sql::draft::rows::Rows;
use crate::read::sql::draft::{self, Context, across, groups, spans};
use crate::read::sql::parser::{ParsedStatement, parse};
use crate::read::sql::tree::{self, Body, Expression, Part, Statement};
use crate::read::{ReadError, Reading};
use crate::span::{Span, Spanned};
use crate::tables::Tables;

/// Reads the statement from the byte `from` to the end of the text.
///
/// # Errors
///
/// If there is no statement.
pub(in crate::read) fn read<'a>(
    text: &'a str,
    from: usize,
    tables: &'a Tables,
) -> Result<Reading<'a>, ReadError> {
    let ParsedStatement {
        statement,
        findings,
    } = parse(text, from, tables.limits.input_depth);
    let span = Span::new(from, blank::end(text).max(from));
    let Some(statement) = statement else {
        let none = || Finding::new(&registry::UNEXPECTED_END, span, "there is no query");
        let finding = findings.into_iter().next().unwrap_or_else(none);
        return Err(ReadError {
            notation: Notation::Sql,
            finding: Box::new(finding),
        });
    };
    let root = root(&statement);
    let slips = !findings.is_empty();
    let mut context = Context {
        text,
        tables,
        findings,
        ledger: Ledger::default(),
        groups: Vec::new(),
        with: Vec::new(),
        taken: Vec::new(),
        in_choice: false,
    };
    let mut draft = Draft::new(statement.span, Words::Sql);
    let made = match &statement.value {
        Statement::Ask(question, options) => {
            let asked = DraftQuestion {
                text: question.clone(),
                options: options.clone(),
            };
            draft.question = Some(Spanned::new(asked, statement.span));
            Some(Scenario::Clarify)
        }
        Statement::Query(query) => whole(&mut context, query, &mut draft, statement.span),
    };
    draft.groups = std::mem::take(&mut context.groups);
    if let Some(scenario) = made {
        draft.scenario = Some(Spanned::new(Cow::Borrowed(scenario.code()), statement.span));
        let why = "what is said makes this scenario";
        let (path, name) = ("/intent/scenario", scenario.name());
        context.ledger.derived_value(path, name, why);
    }
    if slips || !context.findings.is_empty() {
        draft.misread.add_any();
        draft.misread.scenario = true;
    }
    Ok(Reading {
        notation: Notation::Sql,
        root,
        draft,
        findings: context.findings,
        ledger: context.ledger,
        reasoning: None,
    })
}

fn whole<'a>(
    context: &mut Context<'a>,
    query: &tree::Query<'a>,
    draft: &mut Draft<'a>,
    span: Span,
) -> Option<Scenario> {
    let queries = query.with.len() + query.body.others.len();
    if !context.fits(("queries", queries), span) {
        return None;
    }
    let names = query.with.iter().map(|(name, _)| &name.value.text);
    context.taken.extend(names.map(ToString::to_string));
    for (name, inner) in &query.with {
        let word = Spanned::new(name.value.text.clone(), name.span);
        if context.with.contains(&word.value) {
            let message = format!("two queries are called `{}`", word.value);
            let help = "give each its own name";
            context.report(&registry::DUPLICATE_NAME, name.span, message, help);
            continue;
        }
        groups::named_group(context, &inner.value, word);
        context.with.push(name.value.text.clone());
    }
    if !query.body.others.is_empty() {
        return set(context, query, draft, span);
    }
    let mut alone = query.clone();
    alone.with.clear();
    let rows = draft::read_rows(context, &alone)?;
    Some(told(rows, draft, span))
}

/// Moves the content of a query into a draft and returns the scenario.
fn told<'a>(rows: Rows<'a>, draft: &mut Draft<'a>, span: Span) -> Scenario {
    let said = rows.said;
    let word = |output: Output| Spanned::new(Cow::Borrowed(output.code()), span);
    let has_relation = said.relations.iter().any(|hop| hop.value.absent.is_none());
    let two_ends = said.targets.is_empty() && said.entities.len() >= 2;
    let is_plain = said.filters.is_empty() && said.relations.is_empty();
    let scenario = if said.aggregation.is_some() {
        Scenario::Aggregation
    } else if rows.retrieval.is_some() && is_plain {
        Scenario::TextRag
    } else if rows.retrieval.is_some() {
        Scenario::Hybrid
    } else if let Some(walk) = &rows.walk {
        match walk.is_path {
            true => Scenario::PathQuery,
            false => Scenario::Subgraph,
        }
    } else if two_ends && !said.relations.is_empty() {
        Scenario::RelationExistence
    } else if rows.is_joined && has_relation {
        Scenario::RelationQuery
    } else if said.targets.is_empty() && !said.entities.is_empty() {
        Scenario::AttributesFetch
    } else {
        Scenario::InstanceSearch
    };
    let default = match scenario {
        Scenario::RelationExistence => Some(Output::Existence),
        Scenario::Hybrid | Scenario::InstanceSearch => Some(Output::Instances),
        Scenario::TextRag => Some(Output::Texts),
        _ => None,
    };
    let output = rows.output.filter(|output| Some(*output) != default);
    draft.output = output.map(word);
    draft.targets = said.targets;
    draft.entities = said.entities;
    draft.relations = said.relations;
    draft.attributes = said.attributes;
    draft.filters = said.filters;
    draft.sort = said.sort;
    draft.page = said.page;
    draft.aggregation = said.aggregation;
    draft.retrieval = rows.retrieval;
    let graph = rows.walk.map(|walk| walk.graph);
    let graph = graph.filter(|graph| *graph != DraftGraph::default());
    draft.graph = graph.map(|graph| Spanned::new(graph, span));
    scenario
}

/// Reads queries joined by `UNION`, `INTERSECT` and `EXCEPT`.
fn set<'a>(
    context: &mut Context<'a>,
    query: &tree::Query<'a>,
    draft: &mut Draft<'a>,
    span: Span,
) -> Option<Scenario> {
    let mut names = Vec::new();
    let side = sides(context, &query.body, &mut names)?;
    let DraftSide::Nested(set) = side else {
        return None;
    };
    draft.set = Some(Spanned::new(*set, span));
    let is_side = |group: &&Spanned<DraftGroup<'a>>| names.contains(&group.value.name.value);
    let first = context.groups.iter().find(is_side)?.value.clone();
    let same = |one: &[Word<'a>], other: &[Word<'a>]| {
        let one = one.iter().map(|word| &word.value);
        one.eq(other.iter().map(|word| &word.value))
    };
    let mut sides = context.groups.iter().filter(is_side);
    if let Some(other) = sides.find(|side| !same(&side.value.targets, &first.targets)) {
        let span = other.span;
        let message = "the queries are of different tables";
        let help = "write queries of one table";
        context.report(&registry::PARTS_DISAGREE, span, message, help);
        return None;
    }
    let mut sides = context.groups.iter().filter(is_side);
    if let Some(other) = sides.find(|side| !same(&side.value.attributes, &first.attributes)) {
        let span = other.span;
        let message = "the queries have different columns";
        let help = "write the same columns in each";
        context.report(&registry::PARTS_DISAGREE, span, message, help);
        return None;
    }
    draft.targets.clone_from(&first.targets);
    draft.attributes = first.attributes;
    for group in &mut context.groups {
        if names.contains(&group.value.name.value) {
            group.value.targets.clear();
            group.value.attributes.clear();
        }
    }
    // Order and page apply to rows of the target type, so a `SELECT` over its table resolves their columns.
    let table = first.targets.first()?;
    let at = table.span;
    let name = tree::Table::Name(tree::Name {
        text: table.value.clone(),
        quote: None,
    });
    let from = tree::Source {
        join: tree::Join::List,
        table: Spanned::new(name, at),
        alias: None,
        on: None,
    };
    let star = tree::Item {
        value: Spanned::new(Expression::Star(None), at),
        alias: None,
    };
    let select = tree::Select {
        items: vec![Spanned::new(star, at)],
        from: vec![Spanned::new(from, at)],
        ..tree::Select::default()
    };
    let tail = tree::Query {
        with: Vec::new(),
        body: alone(Spanned::new(Part::Select(select), at)),
        ..query.clone()
    };
    let rows = draft::read_rows(context, &tail)?;
    draft.sort = rows.said.sort;
    draft.page = rows.said.page;
    Some(Scenario::SetOps)
}

/// Converts a body to a set operation. `INTERSECT` binds more tightly than the others.
fn sides<'a>(
    context: &mut Context<'a>,
    body: &Body<'a>,
    names: &mut Vec<Str<'a>>,
) -> Option<DraftSide<'a>> {
    let mut terms: Vec<(Option<Spanned<tree::SetOperator>>, DraftSide<'a>, Span)> = Vec::new();
    let first = one_side(context, &body.first, names)?;
    terms.push((None, first, body.first.span));
    for (operator, part) in &body.others {
        let right = one_side(context, part, names)?;
        match (operator.value, terms.pop()) {
            (tree::SetOperator::Intersect, Some((before, left, span))) => {
                let span = across(span, part.span);
                terms.push((before, joined((left, right), operator, span), span));
            }
            (_, last) => {
                terms.extend(last);
                terms.push((Some(operator.clone()), right, part.span));
            }
        }
    }
    let mut terms = terms.into_iter();
    let (_, mut left, mut span) = terms.next()?;
    for (operator, right, right_span) in terms {
        span = across(span, right_span);
        left = joined((left, right), &operator?, span);
    }
    Some(left)
}

fn joined<'a>(
    (left, right): (DraftSide<'a>, DraftSide<'a>),
    operator: &Spanned<tree::SetOperator>,
    span: Span,
) -> DraftSide<'a> {
    let code = match operator.value {
        tree::SetOperator::Union => SetOperator::Union,
        tree::SetOperator::Intersect => SetOperator::Intersect,
        tree::SetOperator::Except => SetOperator::Except,
    };
    DraftSide::Nested(Box::new(DraftSet {
        left: Spanned::new(left, span),
        operator: Spanned::new(Cow::Borrowed(code.code()), operator.span),
        right: Spanned::new(right, span),
    }))
}

fn one_side<'a>(
    context: &mut Context<'a>,
    part: &Spanned<Part<'a>>,
    names: &mut Vec<Str<'a>>,
) -> Option<DraftSide<'a>> {
    let query = match &part.value {
        Part::Query(query) if !query.body.others.is_empty() => {
            return sides(context, &query.body, names);
        }
        Part::Query(query) => query.clone(),
        Part::Select(_) => tree::Query {
            with: Vec::new(),
            body: alone(part.clone()),
            order: Vec::new(),
            limit: None,
            offset: None,
        },
    };
    let name: Word<'a> = groups::group(context, &query, part.span)?;
    names.push(name.value.clone());
    Some(DraftSide::Group(name.value))
}

/// The body of one query.
fn alone(part: Spanned<Part<'_>>) -> Body<'_> {
    Body {
        first: Box::new(part),
        others: Vec::new(),
    }
}

/// The tree for pointers: `/select/1`, `/where/0`. With several queries, each has its number in front.
fn root<'a>(statement: &Spanned<Statement<'a>>) -> Json<'a> {
    let members = match &statement.value {
        Statement::Ask(question, options) => lists(vec![
            ("ask", vec![question.span]),
            ("options", spans(options)),
        ]),
        Statement::Query(query) => of_query(query),
    };
    object(statement.span, members)
}

fn of_query<'a>(query: &tree::Query<'a>) -> Vec<Member<'a>> {
    let mut members = match query.body.others.as_slice() {
        [] => of_part(&query.body.first),
        others => {
            let others = others.iter().map(|(_, part)| part);
            let parts = std::iter::once(query.body.first.as_ref()).chain(others);
            let parts = parts.map(|part| object(part.span, of_part(part)));
            list("queries", parts.collect()).into_iter().collect()
        }
    };
    members.extend(lists(vec![
        ("order", spans(&query.order)),
        ("limit", spans(query.limit.as_slice())),
        ("offset", spans(query.offset.as_slice())),
    ]));
    let with = query.with.iter();
    let with = with.map(|(_, inner)| object(inner.span, of_query(&inner.value)));
    members.extend(list("with", with.collect()));
    members
}

fn of_part<'a>(part: &Spanned<Part<'a>>) -> Vec<Member<'a>> {
    let select = match &part.value {
        Part::Query(query) => return of_query(query),
        Part::Select(select) => select,
    };
    let terms = |said: &Option<Spanned<Expression<'a>>>| match said {
        None => Vec::new(),
        Some(said) => match &said.value {
            Expression::And(terms) => spans(terms),
            _ => vec![said.span],
        },
    };
    lists(vec![
        ("select", spans(&select.items)),
        ("from", spans(&select.from)),
        ("where", terms(&select.condition)),
        ("group", spans(&select.group_by)),
        ("having", terms(&select.having)),
        ("qualify", spans(select.qualify.as_slice())),
    ])
}

/// The members for lists of parts that have no parts of their own; an empty list has none.
fn lists<'a>(lists: Vec<(&'static str, Vec<Span>)>) -> Vec<Member<'a>> {
    let members = lists.into_iter().filter_map(|(key, spans)| {
        let items = spans.into_iter().map(|span| Json {
            span,
            kind: JsonKind::Null,
        });
        list(key, items.collect())
    });
    members.collect()
}

fn list<'a>(key: &'static str, items: Vec<Json<'a>>) -> Option<Member<'a>> {
    let span = across(items.first()?.span, items.last()?.span);
    let value = Json {
        span,
        kind: JsonKind::List(items),
    };
    Some(Member {
        key: Spanned::new(Cow::Borrowed(key), span),
        value,
    })
}

fn object<'a>(span: Span, members: Vec<Member<'a>>) -> Json<'a> {
    Json {
        span,
        kind: JsonKind::Object(members),
    }
}
