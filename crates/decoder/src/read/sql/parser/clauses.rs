//! Parses statements, queries and their clauses.

use std::borrow::Cow;

use crate::finding::registry;
use crate::read::sql::lexer::Token;
use crate::read::sql::parser::expressions::{call, expression, is_query, order_key};
use crate::read::sql::parser::query_in_brackets;
use crate::read::sql::parser::token_cursor::TokenCursor;
use crate::read::sql::tree::{
    Body, Item, Join, Name, Part, Query, Select, SetOperator, Source, Statement, Table,
};
use crate::span::Spanned;
use crate::sql_words::table_of_parts;

/// First words of statements that change data.
pub(in crate::read::sql) const CHANGES: &[&str] = &[
    "alter", "create", "delete", "drop", "grant", "insert", "merge", "replace", "revoke",
    "truncate", "update",
];

pub(super) fn statement<'a>(tokens: &mut TokenCursor<'a>) -> Option<Spanned<Statement<'a>>> {
    let statement = tokens.spanned(|tokens| match tokens.word("ask") {
        Some(_) => ask(tokens),
        None => query(tokens).map(Statement::Query),
    })?;
    while tokens.take(Token::Semicolon).is_some() {}
    if !tokens.is_at_end() {
        tokens.unexpected::<()>("the end of the query");
    }
    Some(statement)
}

fn ask<'a>(tokens: &mut TokenCursor<'a>) -> Option<Statement<'a>> {
    // The closing quote of a question may be missing, since nothing can follow it.
    let question = tokens.text().or_else(|| tokens.open_text());
    let question = question.or_else(|| tokens.unexpected("a question in single quotes"))?;
    let mut options = Vec::new();
    if tokens.word("options").is_some() {
        tokens.expect(Token::Open, "`(`")?;
        options = tokens.list(|tokens| {
            let option = tokens.text();
            option.or_else(|| tokens.unexpected("an answer in single quotes"))
        })?;
        tokens.expect(Token::Close, "`)`")?;
    }
    Some(Statement::Ask(question, options))
}

/// Parses a query; the caller counts its level.
pub(super) fn query<'a>(tokens: &mut TokenCursor<'a>) -> Option<Query<'a>> {
    let mut with = Vec::new();
    if tokens.word("with").is_some() {
        if let Some(span) = tokens.word("recursive") {
            return tokens.unread(span, "leave `RECURSIVE` out; a path is `PATH('a', 'b')`");
        }
        with = tokens.list(named_query)?;
    }
    let body = body(tokens)?;
    let order = after(tokens, &["order", "by"], |tokens| tokens.list(order_key));
    let mut query = Query {
        with,
        body,
        order: order.unwrap_or_default(),
        limit: None,
        offset: None,
    };
    // Dialects allow either order.
    loop {
        if query.limit.is_none() && tokens.word("limit").is_some() {
            query.limit = clause(tokens, expression);
        } else if query.offset.is_none() && tokens.word("offset").is_some() {
            query.offset = clause(tokens, expression);
            tokens.one_of(&["rows", "row"]);
        } else if let Some(fetch) = tokens.word("fetch") {
            tokens.unread::<()>(fetch, "say `LIMIT` and a number");
            tokens.skip_clause();
        } else {
            return Some(query);
        }
    }
}

fn named_query<'a>(
    tokens: &mut TokenCursor<'a>,
) -> Option<(Spanned<Name<'a>>, Spanned<Query<'a>>)> {
    let name = tokens.name(false);
    let name = name.or_else(|| tokens.unexpected("a name of a query"))?;
    tokens.word("as").or_else(|| tokens.unexpected("`AS`"))?;
    Some((name, query_in_brackets(tokens)?))
}

fn body<'a>(tokens: &mut TokenCursor<'a>) -> Option<Body<'a>> {
    let first = Box::new(part(tokens)?);
    let mut others = Vec::new();
    while let Some(operator) = tokens.one_of(&["union", "intersect", "except"]) {
        if let Some(all) = tokens.word("all") {
            tokens.unread::<()>(all, "leave `ALL` out: a thing is in an answer once");
        }
        let operator = operator.map(|at| match at {
            0 => SetOperator::Union,
            1 => SetOperator::Intersect,
            _ => SetOperator::Except,
        });
        others.push((operator, part(tokens)?));
    }
    Some(Body { first, others })
}

fn part<'a>(tokens: &mut TokenCursor<'a>) -> Option<Spanned<Part<'a>>> {
    if is_query(tokens) {
        return Some(query_in_brackets(tokens)?.map(Part::Query));
    }
    Some(tokens.spanned(select)?.map(Part::Select))
}

fn select<'a>(tokens: &mut TokenCursor<'a>) -> Option<Select<'a>> {
    if tokens.word("select").is_none() {
        let Some(word) = CHANGES.iter().find(|word| tokens.is_word(0, word)) else {
            return tokens.unexpected("`SELECT`");
        };
        let message = format!("`{}` changes data", word.to_uppercase());
        let help = "data is only read: write a `SELECT`, where one is asked for";
        tokens.report(&registry::READ_ONLY, tokens.here(), message, help);
        return None;
    }
    let distinct = tokens.word("distinct");
    tokens.word("all");
    let items = clause(tokens, |tokens| tokens.list(item));
    let from = after(tokens, &["from"], sources);
    let condition = after(tokens, &["where"], expression);
    let group_by = after(tokens, &["group", "by"], |tokens| tokens.list(expression));
    let having = after(tokens, &["having"], expression);
    let qualify = after(tokens, &["qualify"], expression);
    Some(Select {
        distinct,
        items: items.unwrap_or_default(),
        from: from.unwrap_or_default(),
        condition,
        group_by: group_by.unwrap_or_default(),
        having,
        qualify,
    })
}

/// Parses a clause; skips to the next one after an error.
fn clause<'a, T>(
    tokens: &mut TokenCursor<'a>,
    read: impl FnOnce(&mut TokenCursor<'a>) -> Option<T>,
) -> Option<T> {
    let read = read(tokens);
    if read.is_none() {
        tokens.skip_clause();
    }
    read
}

/// Parses a clause, if its keywords are next.
fn after<'a, T>(
    tokens: &mut TokenCursor<'a>,
    words: &[&str],
    read: impl FnOnce(&mut TokenCursor<'a>) -> Option<T>,
) -> Option<T> {
    tokens.words(words)?;
    clause(tokens, read)
}

fn item<'a>(tokens: &mut TokenCursor<'a>) -> Option<Spanned<Item<'a>>> {
    tokens.spanned(|tokens| {
        let value = expression(tokens)?;
        let alias = alias(tokens)?;
        Some(Item { value, alias })
    })
}

/// Parses an optional alias; `None` if `AS` has no name after it.
fn alias<'a>(tokens: &mut TokenCursor<'a>) -> Option<Option<Spanned<Name<'a>>>> {
    if tokens.word("as").is_none() {
        return Some(tokens.name(false));
    }
    let alias = tokens.name(true);
    Some(Some(alias.or_else(|| tokens.unexpected("a name"))?))
}

fn sources<'a>(tokens: &mut TokenCursor<'a>) -> Option<Vec<Spanned<Source<'a>>>> {
    let mut sources = vec![source(tokens, Join::List)?];
    while let Some(join) = join(tokens)? {
        sources.push(source(tokens, join)?);
    }
    Some(sources)
}

/// Parses the words of a join; `Some(None)` if there is no further table.
fn join(tokens: &mut TokenCursor<'_>) -> Option<Option<Join>> {
    const JOINS: &[(&[&str], Join)] = &[
        (&["cross", "join"], Join::List),
        (&["join"], Join::Inner),
        (&["inner", "join"], Join::Inner),
        (&["left", "join"], Join::Left),
        (&["left", "outer", "join"], Join::Left),
    ];
    if tokens.take(Token::Comma).is_some() {
        return Some(Some(Join::List));
    }
    let mut joins = JOINS.iter();
    if let Some((_, join)) = joins.find(|(words, _)| tokens.words(words).is_some()) {
        return Some(Some(*join));
    }
    if let Some(other) = tokens.one_of(&["right", "full", "natural"]) {
        let help = "join with `JOIN`, or with `LEFT JOIN … WHERE … IS NULL`";
        return tokens.unread(other.span, help);
    }
    Some(None)
}

fn source<'a>(tokens: &mut TokenCursor<'a>, join: Join) -> Option<Spanned<Source<'a>>> {
    tokens.spanned(|tokens| {
        let table = table(tokens)?;
        let alias = alias(tokens)?;
        if let Some(using) = tokens.word("using") {
            return tokens.unread(using, "write the condition behind `ON`");
        }
        let on = match tokens.word("on") {
            Some(_) => Some(expression(tokens)?),
            None => None,
        };
        Some(Source {
            join,
            table,
            alias,
            on,
        })
    })
}

fn table<'a>(tokens: &mut TokenCursor<'a>) -> Option<Spanned<Table<'a>>> {
    if is_query(tokens) {
        let query = query_in_brackets(tokens)?;
        return Some(query.map(|query| Table::Query(Box::new(query))));
    }
    tokens.spanned(|tokens| {
        // A table may have the name of a keyword: `FROM order`.
        let is_clause = ["order", "group"]
            .iter()
            .any(|word| tokens.is_word(0, word));
        // A further word suggests the first half of a name with a space.
        let goes_on = tokens.is_bare_word(1);
        let is_name = is_clause && !tokens.is_word(1, "by") && !goes_on;
        let name = tokens.name(is_name);
        let name = name.or_else(|| tokens.unexpected("a table"))?;
        if tokens.peek(0) == Some(Token::Open) {
            return Some(Table::Call(call(tokens, name)?));
        }
        let mut parts = vec![name.value];
        if tokens.take(Token::Dot).is_some() {
            let own = tokens.name(true);
            parts.push(own.or_else(|| tokens.unexpected("a table"))?.value);
        }
        let quote = parts.last()?.quote;
        let text = table_of_parts(parts.iter().map(|part| part.text.as_ref()));
        let text = Cow::Owned(text);
        Some(Table::Name(Name { text, quote }))
    })
}
