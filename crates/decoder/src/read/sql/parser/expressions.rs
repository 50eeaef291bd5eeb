//! Parses expressions, from `OR` down to names and values.

use crate::read::sql::lexer::Token;
use crate::read::sql::parser::Parser;
use crate::read::sql::tree::{Argument, Call, Comparison, Expression, Name, Sign, Test, Window};
use crate::span::Spanned;

type Read<'a> = Option<Spanned<Expression<'a>>>;

impl<'a> Parser<'a> {
    pub(super) fn expression(&mut self) -> Read<'a> {
        self.chain("or", Expression::Or, |own| {
            own.chain("and", Expression::And, Self::negation)
        })
    }

    /// Parses operands separated by a keyword; a single operand stays as it is.
    fn chain(
        &mut self,
        word: &str,
        all: fn(Vec<Spanned<Expression<'a>>>) -> Expression<'a>,
        mut operand: impl FnMut(&mut Self) -> Read<'a>,
    ) -> Read<'a> {
        let first = operand(self)?;
        if !self.is_word(0, word) {
            return Some(first);
        }
        let start = first.span.start;
        let mut operands = vec![first];
        while self.word(word).is_some() {
            operands.push(operand(self)?);
        }
        Some(Spanned::new(all(operands), self.from(start)))
    }

    fn negation(&mut self) -> Read<'a> {
        let start = self.here().start;
        let mut is_negated = false;
        while self.is_word(0, "not") && !self.is_word(1, "exists") {
            self.at += 1;
            is_negated = !is_negated;
        }
        let not_exists = self.is_word(0, "not") && self.word("not").is_some();
        let inner = self.comparison()?;
        Some(match is_negated != not_exists {
            true => Spanned::new(Expression::Not(Box::new(inner)), self.from(start)),
            false => inner,
        })
    }

    fn comparison(&mut self) -> Read<'a> {
        let left = self.sum()?;
        let start = left.span.start;
        let operator = match self.peek() {
            Some(Token::Equal) => Comparison::Equal,
            Some(Token::Unequal) => Comparison::Unequal,
            Some(Token::Less) => Comparison::Less,
            Some(Token::AtMost) => Comparison::AtMost,
            Some(Token::More) => Comparison::More,
            Some(Token::AtLeast) => Comparison::AtLeast,
            Some(Token::Contains) => Comparison::Contains,
            _ => return self.test(left),
        };
        let operator = Spanned::new(operator, self.here());
        self.at += 1;
        let right = self.sum()?;
        let compared = Expression::Compare(Box::new(left), operator, Box::new(right));
        Some(Spanned::new(compared, self.from(start)))
    }

    /// Parses `IS`, `IN`, `BETWEEN` or `LIKE` after an expression, if one of them is next.
    fn test(&mut self, left: Spanned<Expression<'a>>) -> Read<'a> {
        let (outer, start) = (left.span.start, self.here().start);
        let mut is_negated = false;
        let test = if self.word("is").is_some() {
            is_negated = self.word("not").is_some();
            match self
                .one_of(&["null", "true", "false"])
                .map(|found| found.value)
            {
                Some(0) => Test::Null,
                Some(at) => Test::Boolean(at == 1),
                None => {
                    self.unexpected("`NULL`, `TRUE` or `FALSE`");
                    return None;
                }
            }
        } else {
            let words = ["in", "between", "like", "ilike"];
            if self.is_word(0, "not") && words.iter().any(|word| self.is_word(1, word)) {
                self.at += 1;
                is_negated = true;
            }
            match self.one_of(&words).map(|found| found.value) {
                None => return Some(left),
                Some(0) if self.is_query() => Test::Query(self.query_in_brackets()?.value),
                Some(0) => {
                    self.expect(Token::Open, "`(`")?;
                    let list = self.nested(|own| own.list(Self::sum))?;
                    self.expect(Token::Close, "`)`")?;
                    Test::List(list)
                }
                Some(1) => {
                    let from = self.sum()?;
                    if self.word("and").is_none() {
                        self.unexpected("`AND`");
                        return None;
                    }
                    Test::Between(from, self.sum()?)
                }
                Some(at) => Test::Like(self.sum()?, at == 2),
            }
        };
        let test = Box::new(Spanned::new(test, self.from(start)));
        let tested = Expression::Test(Box::new(left), test, is_negated);
        Some(Spanned::new(tested, self.from(outer)))
    }

    fn sum(&mut self) -> Read<'a> {
        let signs = [
            (Token::Plus, Sign::Plus),
            (Token::Minus, Sign::Minus),
            (Token::Concatenation, Sign::Concatenation),
        ];
        self.terms(&signs, |own| {
            let signs = [
                (Token::Star, Sign::Times),
                (Token::Slash, Sign::By),
                (Token::Percent, Sign::Modulo),
            ];
            own.terms(&signs, Self::unary)
        })
    }

    fn terms(
        &mut self,
        signs: &[(Token, Sign)],
        mut term: impl FnMut(&mut Self) -> Read<'a>,
    ) -> Read<'a> {
        let first = term(self)?;
        let mut others = Vec::new();
        while let Some((_, sign)) = signs.iter().find(|(token, _)| self.peek() == Some(*token)) {
            let sign = Spanned::new(*sign, self.here());
            self.at += 1;
            others.push((sign, term(self)?));
        }
        if others.is_empty() {
            return Some(first);
        }
        let start = first.span.start;
        Some(Spanned::new(
            Expression::Sum(Box::new(first), others),
            self.from(start),
        ))
    }

    fn unary(&mut self) -> Read<'a> {
        let start = self.here().start;
        let mut is_negative = false;
        while let Some(token @ (Token::Minus | Token::Plus)) = self.peek() {
            self.at += 1;
            is_negative ^= token == Token::Minus;
        }
        let inner = self.primary()?;
        if let Some(cast) = self.take(Token::Cast) {
            self.unread(cast, "leave the cast out: a column has its type");
            return None;
        }
        if is_negative && matches!(inner.value, Expression::Number(_)) {
            let span = self.from(start);
            if inner.span.start != start + 1 {
                self.unread(span, "write the sign right before the number");
                return None;
            }
            return Some(Spanned::new(Expression::Number(self.slice(span)), span));
        }
        Some(match is_negative {
            true => Spanned::new(Expression::Negative(Box::new(inner)), self.from(start)),
            false => inner,
        })
    }

    fn primary(&mut self) -> Read<'a> {
        let span = self.here();
        let value = match self.peek() {
            Some(Token::Number) => Expression::Number(self.slice(span)),
            Some(Token::Star) => Expression::Star(None),
            Some(Token::Text) => return Some(self.text()?.map(Expression::Text)),
            Some(Token::Open) if self.is_query() => {
                let query = self.query_in_brackets()?;
                return Some(query.map(|query| Expression::Query(Box::new(query))));
            }
            Some(Token::Open) => {
                self.at += 1;
                let inner = self.nested(Self::expression)?;
                self.expect(Token::Close, "`)`")?;
                return Some(Spanned::new(inner.value, self.from(span.start)));
            }
            _ => return self.word_or_name(),
        };
        self.at += 1;
        Some(Spanned::new(value, span))
    }

    /// Parses an expression that begins with a word or a quoted name.
    fn word_or_name(&mut self) -> Read<'a> {
        let start = self.here().start;
        if let Some(found) = self.one_of(&["null", "true", "false"]) {
            return Some(found.map(|at| match at {
                0 => Expression::Null,
                at => Expression::Boolean(at == 1),
            }));
        }
        if self.is_word(0, "exists") && self.word("exists").is_some() {
            let query = self.query_in_brackets()?.value;
            return Some(Spanned::new(
                Expression::Exists(Box::new(query)),
                self.from(start),
            ));
        }
        if let Some(case) = self.word("case") {
            self.unread(
                case,
                "say the condition behind `WHERE`, or a metric of the codebook",
            );
            return None;
        }
        let is_text_next =
            (self.lexemes.get(self.at + 1)).is_some_and(|next| next.token == Some(Token::Text));
        if is_text_next && self.one_of(&["date", "timestamp", "datetime"]).is_some() {
            return Some(self.text()?.map(Expression::Text));
        }
        if self.is_word(0, "interval") && self.word("interval").is_some() {
            let amount = Box::new(self.unary()?);
            let unit = self.name(false);
            return Some(Spanned::new(
                Expression::Interval(amount, unit),
                self.from(start),
            ));
        }
        let Some(name) = self.name(false) else {
            self.unexpected("a column or a value");
            return None;
        };
        if self.peek() == Some(Token::Open) {
            let call = Expression::Call(Box::new(self.call(name)?));
            return Some(Spanned::new(call, self.from(start)));
        }
        let mut path = vec![name];
        while self.take(Token::Dot).is_some() {
            if path.len() == 1 && self.take(Token::Star).is_some() {
                return Some(Spanned::new(Expression::Star(path.pop()), self.from(start)));
            }
            let Some(name) = self.name(true) else {
                self.unexpected("a column");
                return None;
            };
            path.push(name);
        }
        Some(Spanned::new(Expression::Column(path), self.from(start)))
    }

    /// Parses the arguments and the window of a call.
    pub(super) fn call(&mut self, name: Spanned<Name<'a>>) -> Option<Call<'a>> {
        self.expect(Token::Open, "`(`")?;
        let distinct = self.word("distinct");
        let all = self.word("all");
        let mut arguments = Vec::new();
        if self.peek() != Some(Token::Close) {
            arguments = self.nested(|own| own.list(Self::argument))?;
        }
        self.expect(Token::Close, "`)`")?;
        if let Some(filter) = self.word("filter") {
            self.unread(
                filter,
                "say the condition behind `WHERE`, or a metric of the codebook",
            );
            return None;
        }
        let over = match self.word("over") {
            Some(_) => Some(self.window()?),
            None => None,
        };
        Some(Call {
            name,
            distinct,
            all,
            arguments,
            over,
        })
    }

    fn argument(&mut self) -> Option<Spanned<Argument<'a>>> {
        let start = self.here().start;
        let next = self.lexemes.get(self.at + 1);
        let mut name = None;
        if next.is_some_and(|next| next.token == Some(Token::Arrow)) {
            name = self.name(true);
            self.at += 1;
        }
        let mut value = self.expression()?;
        // `EXTRACT(YEAR FROM founded)`: the unit becomes the name of the argument.
        if name.is_none() && self.word("from").is_some() {
            if let Expression::Column(path) = &mut value.value {
                name = path.pop();
            }
            value = self.expression()?;
        }
        let value = value.value;
        Some(Spanned::new(Argument { name, value }, self.from(start)))
    }

    fn window(&mut self) -> Option<Spanned<Window<'a>>> {
        let start = self.here().start;
        self.expect(Token::Open, "`(`")?;
        let window = self.nested(|own| {
            let partition = match own.words(&["partition", "by"]) {
                Some(_) => own.list(Self::expression)?,
                None => Vec::new(),
            };
            let order = match own.words(&["order", "by"]) {
                Some(_) => own.list(Self::order_key)?,
                None => Vec::new(),
            };
            Some(Window { partition, order })
        })?;
        self.expect(Token::Close, "`)`")?;
        Some(Spanned::new(window, self.from(start)))
    }
}
