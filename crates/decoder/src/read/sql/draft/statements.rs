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
use crate::read::sql::draft::{self, Context, across, groups};
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
        let first = findings.into_iter().next();
        let finding = first
            .unwrap_or_else(|| Finding::new(&registry::UNEXPECTED_END, span, "there is no query"));
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
        context.ledger.derived_scenario(scenario);
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
    context.taken.extend(
        query
            .with
            .iter()
            .map(|(name, _)| name.value.text.to_string()),
    );
    for (name, inner) in &query.with {
        let word = Spanned::new(name.value.text.clone(), name.span);
        if context.with.contains(&word.value) {
            let message = format!("two queries are called `{}`", word.value);
            context.report(
                &registry::DUPLICATE_NAME,
                name.span,
                message,
                "give each its own name",
            );
            continue;
        }
        groups::named_group(context, &inner.value, word);
        context.with.push(name.value.text.clone());
    }
    if !query.body.others.is_empty() {
        return set(context, query, draft, span);
    }
    let alone = tree::Query {
        with: Vec::new(),
        ..query.clone()
    };
    let rows = draft::read_rows(context, &alone)?;
    Some(told(rows, draft, span))
}

/// Moves the content of a query into a draft and returns the scenario.
fn told<'a>(rows: Rows<'a>, draft: &mut Draft<'a>, span: Span) -> Scenario {
    let said = rows.said;
    let word = |output: Output| Spanned::new(Cow::Borrowed(output.code()), span);
    let has_relation = said.relations.iter().any(|hop| hop.value.absent.is_none());
    let two_ends = said.targets.is_empty() && said.entities.len() >= 2;
    let scenario = if said.aggregation.is_some() {
        Scenario::Aggregation
    } else if rows.retrieval.is_some() {
        let is_plain = said.filters.is_empty() && said.relations.is_empty();
        if is_plain {
            Scenario::TextRag
        } else {
            Scenario::Hybrid
        }
    } else if let Some(walk) = &rows.walk {
        if walk.is_path {
            Scenario::PathQuery
        } else {
            Scenario::Subgraph
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
    draft.output = rows
        .output
        .filter(|output| Some(*output) != default)
        .map(word);
    draft.targets = said.targets;
    draft.entities = said.entities;
    draft.relations = said.relations;
    draft.attributes = said.attributes;
    draft.filters = said.filters;
    draft.sort = said.sort;
    draft.page = said.page;
    draft.aggregation = said.aggregation;
    draft.retrieval = rows.retrieval;
    draft.graph = rows
        .walk
        .map(|walk| walk.graph)
        .filter(|graph| *graph != DraftGraph::default())
        .map(|graph| Spanned::new(graph, span));
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
    let is_side = |group: &Spanned<DraftGroup<'a>>| names.contains(&group.value.name.value);
    let sides: Vec<&Spanned<DraftGroup<'a>>> = context
        .groups
        .iter()
        .filter(|group| is_side(group))
        .collect();
    let first = sides.first()?.value.clone();
    let types = |group: &DraftGroup<'a>| -> Vec<Str<'a>> {
        group
            .targets
            .iter()
            .map(|word| word.value.clone())
            .collect()
    };
    let columns = |group: &DraftGroup<'a>| -> Vec<Str<'a>> {
        group
            .attributes
            .iter()
            .map(|word| word.value.clone())
            .collect()
    };
    if let Some(other) = sides
        .iter()
        .find(|side| types(&side.value) != types(&first))
    {
        let span = other.span;
        let message = "the queries are of different tables";
        context.report(
            &registry::PARTS_DISAGREE,
            span,
            message,
            "write queries of one table",
        );
        return None;
    }
    if let Some(other) = sides
        .iter()
        .find(|side| columns(&side.value) != columns(&first))
    {
        let span = other.span;
        let message = "the queries have different columns";
        context.report(
            &registry::PARTS_DISAGREE,
            span,
            message,
            "write the same columns in each",
        );
        return None;
    }
    draft.targets = first.targets.clone();
    draft.attributes = first.attributes.clone();
    for group in &mut context.groups {
        if names.contains(&group.value.name.value) {
            group.value.targets.clear();
            group.value.attributes.clear();
        }
    }
    // Order and page apply to rows of the target type, so a `SELECT` over its table resolves their columns.
    let table = first.targets.first()?;
    let from = tree::Source {
        join: tree::Join::List,
        table: Spanned::new(
            tree::Table::Name(tree::Name {
                text: table.value.clone(),
                quote: None,
            }),
            table.span,
        ),
        alias: None,
        on: None,
    };
    let star = tree::Item {
        value: Spanned::new(Expression::Star(None), table.span),
        alias: None,
    };
    let select = tree::Select {
        items: vec![Spanned::new(star, table.span)],
        from: vec![Spanned::new(from, table.span)],
        ..tree::Select::default()
    };
    let tail = tree::Query {
        with: Vec::new(),
        body: Body {
            first: Box::new(Spanned::new(Part::Select(select), table.span)),
            others: Vec::new(),
        },
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
            body: Body {
                first: Box::new(part.clone()),
                others: Vec::new(),
            },
            order: Vec::new(),
            limit: None,
            offset: None,
        },
    };
    let name: Word<'a> = groups::group(context, &query, part.span)?;
    names.push(name.value.clone());
    Some(DraftSide::Group(name.value))
}

/// The tree for pointers: `/select/1`, `/where/0`. With several queries, each has its number in front.
fn root<'a>(statement: &Spanned<Statement<'a>>) -> Json<'a> {
    match &statement.value {
        Statement::Ask(question, options) => object(
            statement.span,
            vec![
                ("ask", vec![question.span]),
                ("options", options.iter().map(|one| one.span).collect()),
            ],
        ),
        Statement::Query(query) => of_query(query, statement.span),
    }
}

fn of_query<'a>(query: &tree::Query<'a>, span: Span) -> Json<'a> {
    let tail = vec![
        ("order", query.order.iter().map(|key| key.span).collect()),
        ("limit", query.limit.iter().map(|said| said.span).collect()),
        (
            "offset",
            query.offset.iter().map(|said| said.span).collect(),
        ),
    ];
    let with: Vec<Json<'a>> = query
        .with
        .iter()
        .map(|(_, inner)| of_query(&inner.value, inner.span))
        .collect();
    let parts = std::iter::once(query.body.first.as_ref())
        .chain(query.body.others.iter().map(|(_, part)| part));
    let mut parts: Vec<Json<'a>> = parts.map(of_part).collect();
    let mut whole = match (parts.len(), parts.pop()) {
        (1, Some(only)) => only,
        (_, last) => {
            parts.extend(last);
            let span = query.body.first.span;
            let list = Json {
                span: parts.iter().map(|part| part.span).fold(span, across),
                kind: JsonKind::List(parts),
            };
            Json {
                span,
                kind: JsonKind::Object(vec![member("queries", list)]),
            }
        }
    };
    whole.span = span;
    if let (JsonKind::Object(members), JsonKind::Object(more)) =
        (&mut whole.kind, object(span, tail).kind)
    {
        members.extend(more);
        if let (Some(first), Some(last)) = (with.first(), with.last()) {
            let list = Json {
                span: across(first.span, last.span),
                kind: JsonKind::List(with),
            };
            members.push(member("with", list));
        }
    }
    whole
}

fn of_part<'a>(part: &Spanned<Part<'a>>) -> Json<'a> {
    let select = match &part.value {
        Part::Query(query) => return of_query(query, part.span),
        Part::Select(select) => select,
    };
    let terms = |said: &Option<Spanned<Expression<'a>>>| match said {
        None => Vec::new(),
        Some(said) => match &said.value {
            Expression::And(terms) => terms.iter().map(|term| term.span).collect(),
            _ => vec![said.span],
        },
    };
    object(
        part.span,
        vec![
            (
                "select",
                select.items.iter().map(|item| item.span).collect(),
            ),
            (
                "from",
                select.from.iter().map(|source| source.span).collect(),
            ),
            ("where", terms(&select.condition)),
            ("group", select.group_by.iter().map(|by| by.span).collect()),
            ("having", terms(&select.having)),
            (
                "qualify",
                select.qualify.iter().map(|said| said.span).collect(),
            ),
        ],
    )
}

fn object<'a>(span: Span, lists: Vec<(&'static str, Vec<Span>)>) -> Json<'a> {
    let members = lists.into_iter().filter_map(|(key, spans)| {
        let (first, last) = (*spans.first()?, *spans.last()?);
        let items = spans.into_iter().map(|span| Json {
            span,
            kind: JsonKind::Null,
        });
        let list = Json {
            span: across(first, last),
            kind: JsonKind::List(items.collect()),
        };
        Some(member(key, list))
    });
    Json {
        span,
        kind: JsonKind::Object(members.collect()),
    }
}

fn member<'a>(key: &'static str, value: Json<'a>) -> Member<'a> {
    Member {
        key: Spanned::new(Cow::Borrowed(key), value.span),
        value,
    }
}
