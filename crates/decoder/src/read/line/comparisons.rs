//! Comparisons and what stands behind their marks: values, another field, or a group.

use crate::draft::Word;
use crate::language::{Arity, Operator, RelativeDay};
use crate::line::marks;
use crate::line::word::is_figure;
use crate::read::line::items::{Comparison, Scalar, Value, With, across};
use crate::read::line::lexer::{Lexeme, Token};
use crate::read::line::parse::Parser;
use crate::span::Spanned;

impl<'a> Parser<'a> {
    /// A filter of the field of this name: a comparison with values, or with another field.
    pub(super) fn filter(&mut self, name: Word<'a>) -> Option<Comparison<'a>> {
        if self.names_a_group() {
            return self.comparison(name);
        }
        let operator = self.meant(Operator::ALL, Operator::mark);
        let takes = |said: &Spanned<Operator>| said.value.arity() != Arity::Flag;
        let Some(operator) = operator.filter(|said| takes(said) && self.names_a_field()) else {
            return self.comparison(name);
        };
        self.at += 2;
        let other = match self.given()? {
            Some(name) => name,
            None => self.field("a field")?,
        };
        Some(Comparison {
            name,
            of_type: false,
            operator,
            with: With::Field(other),
        })
    }

    /// Whether a mark that compares and the mark of a name that is given are next.
    pub(super) fn names_a_group(&self) -> bool {
        let behind = self.lexemes.get(self.at + 1);
        behind.is_some_and(|lexeme| lexeme.token == Some(Token::And))
    }

    /// Whether a mark, a dot and a name are next, or the mark of a name that is given.
    fn names_a_field(&self) -> bool {
        let ahead = |steps| self.lexemes.get(self.at + steps);
        let is_name = |lexeme: &Lexeme| match lexeme.token {
            Some(Token::Word) => !is_figure(self.slice(lexeme.span)),
            token => matches!(token, Some(Token::Name | Token::And)),
        };
        ahead(1).is_some_and(|dot| dot.token == Some(Token::Dot)) && ahead(2).is_some_and(is_name)
    }

    /// A comparison of what has this name.
    pub(super) fn comparison(&mut self, name: Word<'a>) -> Option<Comparison<'a>> {
        if let Some(said) = self.meant(&[None, Some(true), Some(false)], marks::presence) {
            self.at += 1;
            let flag = |yes| Spanned::new(Value::One(Scalar::Flag(yes)), said.span);
            return Some(Comparison {
                name,
                of_type: false,
                operator: Spanned::new(Operator::Exists, said.span),
                with: said
                    .value
                    .map_or(With::Nothing, |yes| With::Value(flag(yes))),
            });
        }
        let Some(mut operator) = self.meant(Operator::ALL, Operator::mark) else {
            return self.unexpected("a comparison");
        };
        self.at += 1;
        if let Some(group) = self.given()? {
            operator.value = match operator.value {
                Operator::Eq => Operator::In,
                Operator::Ne => Operator::NotIn,
                other => other,
            };
            return Some(Comparison {
                name,
                of_type: false,
                operator,
                with: With::Group(group),
            });
        }
        let Spanned {
            value: (value, form),
            span,
        } = self.value()?;
        operator.value = match (operator.value, form) {
            (Operator::Eq, Form::Range) => Operator::Between,
            (Operator::Eq, Form::List) => Operator::In,
            (Operator::Ne, Form::List) => Operator::NotIn,
            (other, _) => other,
        };
        Some(Comparison {
            name,
            of_type: false,
            operator,
            with: With::Value(Spanned::new(value, span)),
        })
    }

    /// `a`, `a..b`, `a|b`, or `[a]` for a list of one.
    fn value(&mut self) -> Option<Spanned<(Value<'a>, Form)>> {
        if let Some(open) = self.take(Token::OpenSquare) {
            let first = self.scalar()?;
            let values = self.more(first, Token::Bar, Self::scalar)?;
            let close = self.expect(Token::CloseSquare, "`]`")?;
            let span = across(open, close);
            return Some(Spanned::new((Value::Many(values), Form::List), span));
        }
        let first = self.scalar()?;
        let start = first.span;
        let (value, form) = match self.peek() {
            Some(Token::Range) => {
                self.at += 1;
                let second = self.scalar()?;
                (Value::Many(vec![first, second]), Form::Range)
            }
            Some(Token::Bar) => {
                let values = self.more(first, Token::Bar, Self::scalar)?;
                (Value::Many(values), Form::List)
            }
            _ => (Value::One(first.value), Form::One),
        };
        Some(Spanned::new((value, form), across(start, self.last())))
    }

    fn scalar(&mut self) -> Option<Spanned<Scalar<'a>>> {
        let lexeme = self.lexeme("a value")?;
        match lexeme.token {
            Some(Token::Word) => {
                self.take(Token::Word)?;
                let scalar = Scalar::Bare(self.slice(lexeme.span));
                Some(Spanned::new(scalar, lexeme.span))
            }
            Some(Token::Minus) if self.is_negative() => {
                self.take(Token::Minus)?;
                let digits = self.figure("a number")?;
                let span = across(lexeme.span, digits.span);
                Some(Spanned::new(Scalar::Bare(self.slice(span)), span))
            }
            Some(Token::Plus) if self.is_later_day() => {
                let sign = self.take(Token::Plus)?;
                let day = self.figure("a day")?;
                let span = across(sign, day.span);
                Some(Spanned::new(Scalar::Bare(self.slice(span)), span))
            }
            _ => {
                let text = self.text("a value")?;
                Some(Spanned::new(Scalar::Quoted(text.value), text.span))
            }
        }
    }

    /// Whether the plus that is next begins a day counted from today.
    fn is_later_day(&self) -> bool {
        let (sign, count) = (self.lexemes.get(self.at), self.second());
        let both = sign.zip(count).filter(|(_, count)| !count.apart);
        both.is_some_and(|(sign, count)| {
            RelativeDay::read(self.slice(across(sign.span, count.span))).is_some()
        })
    }

    /// Whether the minus that is next stands right before its digits.
    fn is_negative(&self) -> bool {
        let digits = self.second();
        digits.is_some_and(|next| !next.apart && is_figure(self.slice(next.span)))
    }
}

/// How a value is made of scalars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    One,
    Range,
    List,
}
