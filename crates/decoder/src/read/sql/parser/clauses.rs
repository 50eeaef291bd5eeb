//! Parses statements, queries and their clauses.

use std::borrow::Cow;

use crate::finding::registry;
use crate::read::sql::lexer::Token;
use crate::read::sql::parser::Parser;
use crate::read::sql::tree::{
    Body, Expression, Item, Join, Name, OrderKey, Part, Query, Select, SetOperator, Source,
    Statement, Table,
};
use crate::span::Spanned;
use crate::sql_words::table_of_parts;

/// The clauses after the body of a query.
struct Tail<'a> {
    order: Vec<Spanned<OrderKey<'a>>>,
    limit: Option<Spanned<Expression<'a>>>,
    offset: Option<Spanned<Expression<'a>>>,
}

/// First words of statements that change data.
pub(in crate::read::sql) const CHANGES: &[&str] = &[
    "alter", "create", "delete", "drop", "grant", "insert", "merge", "replace", "revoke",
    "truncate", "update",
];

impl<'a> Parser<'a> {
    pub(super) fn statement(&mut self) -> Option<Spanned<Statement<'a>>> {
        let start = self.here().start;
        let statement = match self.word("ask") {
            Some(_) => self.ask()?,
            None => Statement::Query(self.query()?),
        };
        let span = self.from(start);
        while self.take(Token::Semicolon).is_some() {}
        if self.at < self.lexemes.len() {
            self.unexpected("the end of the query");
        }
        Some(Spanned::new(statement, span))
    }

    fn ask(&mut self) -> Option<Statement<'a>> {
        // The closing quote of a question may be missing, since nothing can follow it.
        let Some(question) = self.text().or_else(|| self.open_text()) else {
            self.unexpected("a question in single quotes");
            return None;
        };
        let mut options = Vec::new();
        if self.word("options").is_some() {
            self.expect(Token::Open, "`(`")?;
            options = self.list(|own| {
                let option = own.text();
                if option.is_none() {
                    own.unexpected("an answer in single quotes");
                }
                option
            })?;
            self.expect(Token::Close, "`)`")?;
        }
        Some(Statement::Ask(question, options))
    }

    /// Parses a query; the caller counts its level.
    pub(super) fn query(&mut self) -> Option<Query<'a>> {
        let mut with = Vec::new();
        if self.word("with").is_some() {
            if let Some(span) = self.word("recursive") {
                self.unread(span, "leave `RECURSIVE` out; a path is `PATH('a', 'b')`");
                return None;
            }
            with = self.list(Self::named_query)?;
        }
        let body = self.body()?;
        let tail = self.tail();
        Some(Query {
            with,
            body,
            order: tail.order,
            limit: tail.limit,
            offset: tail.offset,
        })
    }

    fn named_query(&mut self) -> Option<(Spanned<Name<'a>>, Spanned<Query<'a>>)> {
        let Some(name) = self.name(false) else {
            self.unexpected("a name of a query");
            return None;
        };
        if self.word("as").is_none() {
            self.unexpected("`AS`");
            return None;
        }
        Some((name, self.query_in_brackets()?))
    }

    pub(super) fn query_in_brackets(&mut self) -> Option<Spanned<Query<'a>>> {
        let open = self.expect(Token::Open, "`(`")?;
        let query = self.nested(Self::query)?;
        self.expect(Token::Close, "`)`")?;
        Some(Spanned::new(query, self.from(open.start)))
    }

    pub(super) fn is_query(&self) -> bool {
        self.peek() == Some(Token::Open)
            && ["select", "with"].iter().any(|word| self.is_word(1, word))
    }

    fn body(&mut self) -> Option<Body<'a>> {
        let first = Box::new(self.part()?);
        let mut others = Vec::new();
        while let Some(operator) = self.one_of(&["union", "intersect", "except"]) {
            if let Some(all) = self.word("all") {
                self.unread(all, "leave `ALL` out: a thing is in an answer once");
            }
            let operator = operator.map(|at| match at {
                0 => SetOperator::Union,
                1 => SetOperator::Intersect,
                _ => SetOperator::Except,
            });
            others.push((operator, self.part()?));
        }
        Some(Body { first, others })
    }

    fn part(&mut self) -> Option<Spanned<Part<'a>>> {
        let start = self.here().start;
        if self.is_query() {
            let query = self.query_in_brackets()?;
            return Some(query.map(Part::Query));
        }
        let select = self.select()?;
        Some(Spanned::new(Part::Select(select), self.from(start)))
    }

    fn select(&mut self) -> Option<Select<'a>> {
        if self.word("select").is_none() {
            if let Some(word) = CHANGES.iter().find(|word| self.is_word(0, word)) {
                let message = format!("`{}` changes data", word.to_uppercase());
                let help = "data is only read: write a `SELECT`, where one is asked for";
                self.report(&registry::READ_ONLY, self.here(), message, help);
                return None;
            }
            self.unexpected("`SELECT`");
            return None;
        }
        let distinct = self.word("distinct");
        self.word("all");
        let items = self.clause(|own| own.list(Self::item)).unwrap_or_default();
        let from = match self.word("from") {
            Some(_) => self.clause(Self::sources).unwrap_or_default(),
            None => Vec::new(),
        };
        let condition = self.after(&["where"], Self::expression);
        let group_by = self.after(&["group", "by"], |own| own.list(Self::expression));
        let having = self.after(&["having"], Self::expression);
        let qualify = self.after(&["qualify"], Self::expression);
        Some(Select {
            distinct,
            items,
            from,
            condition,
            group_by: group_by.unwrap_or_default(),
            having,
            qualify,
        })
    }

    /// Parses a clause; skips to the next one after an error.
    fn clause<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let read = read(self);
        if read.is_none() {
            self.skip_clause();
        }
        read
    }

    /// Parses a clause, if its keywords are next.
    fn after<T>(&mut self, words: &[&str], read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.words(words)?;
        self.clause(read)
    }

    fn item(&mut self) -> Option<Spanned<Item<'a>>> {
        let start = self.here().start;
        let value = self.expression()?;
        let alias = self.alias()?;
        Some(Spanned::new(Item { value, alias }, self.from(start)))
    }

    /// Parses an optional alias; `None` if `AS` has no name after it.
    fn alias(&mut self) -> Option<Option<Spanned<Name<'a>>>> {
        let says = self.word("as").is_some();
        let alias = self.name(says);
        if says && alias.is_none() {
            self.unexpected("a name");
            return None;
        }
        Some(alias)
    }

    fn sources(&mut self) -> Option<Vec<Spanned<Source<'a>>>> {
        let mut sources = vec![self.source(Join::List)?];
        loop {
            let join =
                if self.take(Token::Comma).is_some() || self.words(&["cross", "join"]).is_some() {
                    Join::List
                } else if self.word("join").is_some() || self.words(&["inner", "join"]).is_some() {
                    Join::Inner
                } else if self.words(&["left", "join"]).is_some()
                    || self.words(&["left", "outer", "join"]).is_some()
                {
                    Join::Left
                } else if let Some(other) = self.one_of(&["right", "full", "natural"]) {
                    self.unread(
                        other.span,
                        "join with `JOIN`, or with `LEFT JOIN … WHERE … IS NULL`",
                    );
                    return None;
                } else {
                    return Some(sources);
                };
            sources.push(self.source(join)?);
        }
    }

    fn source(&mut self, join: Join) -> Option<Spanned<Source<'a>>> {
        let start = self.here().start;
        let table = if self.is_query() {
            self.query_in_brackets()?
                .map(|query| Table::Query(Box::new(query)))
        } else {
            // A table may have the name of a keyword: `FROM order`.
            let is_clause = ["order", "group"].iter().any(|word| self.is_word(0, word));
            // A further word suggests the first half of a name with a space.
            let goes_on = self.is_bare_word(1);
            let is_name = is_clause && !self.is_word(1, "by") && !goes_on;
            let Some(name) = self.name(is_name) else {
                self.unexpected("a table");
                return None;
            };
            let span = name.span;
            match self.peek() {
                Some(Token::Open) => {
                    let call = self.call(name)?;
                    Spanned::new(Table::Call(call), self.from(start))
                }
                Some(Token::Dot) => {
                    self.take(Token::Dot);
                    let Some(own) = self.name(true) else {
                        self.unexpected("a table");
                        return None;
                    };
                    let parts = [name.value.text.as_ref(), own.value.text.as_ref()];
                    let text = Cow::Owned(table_of_parts(parts));
                    let quote = own.value.quote;
                    Spanned::new(Table::Name(Name { text, quote }), self.from(start))
                }
                _ => {
                    let Name { text, quote } = name.value;
                    let text = Cow::Owned(table_of_parts([text.as_ref()]));
                    Spanned::new(Table::Name(Name { text, quote }), span)
                }
            }
        };
        let alias = self.alias()?;
        if let Some(using) = self.word("using") {
            self.unread(using, "write the condition behind `ON`");
            return None;
        }
        let on = match self.word("on") {
            Some(_) => Some(self.expression()?),
            None => None,
        };
        let source = Source {
            join,
            table,
            alias,
            on,
        };
        Some(Spanned::new(source, self.from(start)))
    }

    fn tail(&mut self) -> Tail<'a> {
        let mut tail = Tail {
            order: Vec::new(),
            limit: None,
            offset: None,
        };
        if let Some(order) = self.after(&["order", "by"], |own| own.list(Self::order_key)) {
            tail.order = order;
        }
        // Dialects allow either order.
        loop {
            if tail.limit.is_none() && self.word("limit").is_some() {
                tail.limit = self.clause(Self::expression);
            } else if tail.offset.is_none() && self.word("offset").is_some() {
                tail.offset = self.clause(Self::expression);
                let _ = self.one_of(&["rows", "row"]);
            } else if let Some(fetch) = self.word("fetch") {
                self.unread(fetch, "say `LIMIT` and a number");
                self.skip_clause();
            } else {
                return tail;
            }
        }
    }

    pub(super) fn order_key(&mut self) -> Option<Spanned<OrderKey<'a>>> {
        let start = self.here().start;
        let by = self.expression()?;
        let descending = self.one_of(&["asc", "desc"]);
        let mut nulls_first = None;
        if self.word("nulls").is_some() {
            nulls_first = self.one_of(&["last", "first"]);
            if nulls_first.is_none() {
                self.unexpected("`FIRST` or `LAST`");
                return None;
            }
        }
        let key = OrderKey {
            by,
            descending: descending.map(|found| found.map(|at| at == 1)),
            nulls_first: nulls_first.map(|found| found.map(|at| at == 1)),
        };
        Some(Spanned::new(key, self.from(start)))
    }
}
