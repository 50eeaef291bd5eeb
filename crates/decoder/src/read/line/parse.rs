//! Tokens → items. LL(1) over the tokens of the grammar: an item is told by its first one, and what it goes on with by
//! the next. One slip ends one item: reading goes on at the next blank before something that can start an item.

use crate::draft::{DraftEntity, DraftQuestion, Word};
use crate::finding::{Finding, registry};
use crate::language::{Function, Key, Order, given, object};
use crate::line::marks;
use crate::line::word::is_figure;
use crate::read::line::items::{Bare, Comparison, Item, ItemKind, across};
use crate::read::line::lexer::{Lexeme, Token, lexemes};
use crate::span::{Span, Spanned};
use crate::tables::Tables;

/// Items of a line, or of a group, that are read. The caps of any codebook are below: this bounds what a text that is
/// no intent costs.
pub(super) const MOST_ITEMS: usize = 1024;
/// Slips that are told.
const MOST_SLIPS: usize = 64;

/// Where items are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    Line,
    Group,
    Choice,
}

impl Within {
    /// What ends the items.
    const fn closed_by(self) -> Option<Token> {
        match self {
            Self::Line => None,
            Self::Group => Some(Token::CloseCurly),
            Self::Choice => Some(Token::CloseRound),
        }
    }
}

/// Reads the items from the byte `from` on, and tells what is wrong with them.
pub(super) fn parse<'a>(
    text: &'a str,
    from: usize,
    tables: &Tables,
) -> (Vec<Item<'a>>, Vec<Finding>) {
    let (lexemes, rest) = lexemes(text, from);
    // Where a text in quotes was left open, what follows may be its end.
    let open = lexemes
        .last()
        .is_some_and(|last| last.token == Some(Token::OpenString));
    let mut parser = Parser {
        text,
        lexemes,
        at: 0,
        depth_cap: tables.limits.set_depth(),
        findings: Vec::new(),
    };
    let items = parser.items(Within::Line);
    if let Some(rest) = rest.filter(|_| !open) {
        parser.report(&registry::TWO_PAYLOADS, rest, |finding| {
            finding.explain(
                "a line break ends the intent, and something follows it",
                "say one intent, on one line",
            )
        });
    }
    (items, parser.findings)
}

pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) lexemes: Vec<Lexeme>,
    pub(super) at: usize,
    pub(super) depth_cap: u32,
    pub(super) findings: Vec<Finding>,
}

impl<'a> Parser<'a> {
    pub(super) fn items(&mut self, within: Within) -> Vec<Item<'a>> {
        let mut items = Vec::new();
        while let Some(lexeme) = self.lexemes.get(self.at).copied() {
            if items.len() >= MOST_ITEMS {
                self.report(&registry::TOO_LARGE, lexeme.span, |finding| {
                    finding.said(format!("the line has more than {MOST_ITEMS} items"))
                });
                self.at = self.lexemes.len();
                break;
            }
            if self.findings.len() >= MOST_SLIPS {
                self.at = self.lexemes.len();
                break;
            }
            if within != Within::Line && lexeme.token == within.closed_by() {
                break;
            }
            let (start, first, told) = (self.at, lexeme.span, self.findings.len());
            match self.kind(within) {
                Some(kind) => items.push(Spanned::new(kind, across(first, self.last()))),
                None => {
                    self.recover(start, within);
                    let fault = self.findings.get(told).map_or(first, |fault| fault.span);
                    items.push(Spanned::new(
                        ItemKind::Lost(fault),
                        across(first, self.last()),
                    ));
                }
            }
        }
        items
    }

    /// Goes on after a slip.
    fn recover(&mut self, start: usize, within: Within) {
        self.at = self.at.max(start + 1);
        while let Some(lexeme) = self.lexemes.get(self.at) {
            let closes = within != Within::Line && lexeme.token == within.closed_by();
            if closes || (lexeme.apart && lexeme.token.is_some_and(starts_item)) {
                return;
            }
            self.at += 1;
        }
    }

    fn kind(&mut self, within: Within) -> Option<ItemKind<'a>> {
        let lexeme = self.lexeme("an item")?;
        let Some(token) = lexeme.token else {
            return self.unexpected("an item");
        };
        match token {
            Token::Word | Token::Name => self.of_word(within),
            Token::String | Token::EscapedString | Token::OpenString => {
                let text = self.text("a text")?;
                if self.peek() == Some(Token::OpenCurly) {
                    return self.group(text, within);
                }
                Some(ItemKind::Text(text.value))
            }
            Token::At if self.compares_a_type() => {
                self.at += 1;
                let name = self.name("a type")?;
                let said = self.comparison(name)?;
                Some(ItemKind::Filter(Comparison {
                    of_type: true,
                    ..said
                }))
            }
            Token::At
            | Token::Dot
            | Token::Semicolon
            | Token::Percent
            | Token::Caret
            | Token::Slash
            | Token::Colon
            | Token::Dollar => {
                self.at += 1;
                self.marked(token)
            }
            Token::More | Token::Less | Token::Either => self.relation(None),
            Token::Star => self.walk(),
            Token::Minus | Token::Plus => self.signed(token, lexeme.span),
            Token::Question => self.question(),
            Token::And => {
                self.at += 1;
                let name = self.text("a name")?;
                match self.peek() {
                    Some(Token::OpenCurly) => self.group(name, within),
                    Some(token) if self.compares(token) => {
                        let reference = given::reference(&name.value);
                        let name = Spanned::new(reference, across(lexeme.span, name.span));
                        Some(ItemKind::Filter(self.filter(name)?))
                    }
                    _ => self.unexpected("`{`, or a comparison"),
                }
            }
            Token::Not => self.none_of(),
            _ => self.unexpected("an item"),
        }
    }

    /// Whether `@type=&group` is next.
    fn compares_a_type(&self) -> bool {
        let ahead = |steps: usize| {
            self.lexemes
                .get(self.at + steps)
                .and_then(|next| next.token)
        };
        let is_name = matches!(ahead(1), Some(Token::Word | Token::Name));
        is_name && ahead(2) == Some(Token::Comparison) && ahead(3) == Some(Token::And)
    }

    /// An item of one thing behind its mark, which is read.
    fn marked(&mut self, mark: Token) -> Option<ItemKind<'a>> {
        Some(match mark {
            Token::Dot => ItemKind::Attribute(self.column("a field")?),
            Token::Semicolon => ItemKind::Set(self.set(0)?),
            Token::Percent => ItemKind::Tag(self.text("a tag")?),
            Token::Caret => ItemKind::Top(self.figure("a number of texts")?),
            Token::Colon => ItemKind::Mode(self.name("a depth of retrieval")?),
            Token::Slash => ItemKind::Corpus(self.text("a corpus")?),
            Token::Dollar => ItemKind::Project(self.text("a project")?),
            _ => return self.entity(None),
        })
    }

    fn of_word(&mut self, within: Within) -> Option<ItemKind<'a>> {
        let lexeme = self.lexeme("a word")?;
        let quoted = lexeme.token == Some(Token::Name);
        let slice = self.slice(lexeme.span);
        if !quoted && is_figure(slice) {
            self.at += 1;
            return Some(ItemKind::Limit(Spanned::new(slice, lexeme.span)));
        }
        let word = self.name("a name")?;
        match self.peek() {
            Some(Token::Colon) if !quoted && slice == marks::COUNT => {
                self.metric_of(Some(Spanned::new(Function::Count, lexeme.span)), None)
            }
            Some(Token::Colon) => {
                self.at += 1;
                self.entity(Some(word))
            }
            Some(Token::OpenRound) => self.call(&word, within),
            Some(Token::OpenCurly) => self.group(word, within),
            Some(Token::Bar) => Some(ItemKind::AnyOf(self.alternatives(word)?)),
            Some(token) if self.compares(token) => Some(ItemKind::Filter(self.filter(word)?)),
            // What is compared means nothing without it.
            None if self.is_compared_by_a_sign() => self.unexpected("an operator"),
            _ if quoted => Some(bare(word, true)),
            _ => self.keyword(word),
        }
    }

    /// A word with nothing after it that it goes on with.
    fn keyword(&mut self, word: Word<'a>) -> Option<ItemKind<'a>> {
        match Key::of_keyword(&word.value) {
            Some(Key::Hav) => self.having(),
            Some(Key::Rr) => Some(ItemKind::Rerank(true)),
            Some(Key::Lim) if !self.peeks_figure() => Some(bare(word, false)),
            Some(key) if object::PAGE.counts(key) => self.rows(key),
            Some(key) => {
                let first = self.column("a field to group by")?;
                let columns = self.more(first, Token::Comma, |parser| parser.column("a field"))?;
                Some(ItemKind::Columns(key, columns))
            }
            None if word.value == marks::COUNT => {
                let function = Spanned::new(Function::Count, word.span);
                self.metric_of(Some(function), None)
            }
            None => Some(bare(word, false)),
        }
    }

    /// A number of a page, behind what says which.
    fn rows(&mut self, key: Key) -> Option<ItemKind<'a>> {
        Some(ItemKind::Rows(key, self.figure("a number of rows")?))
    }

    /// `name`, or `type:name`, and its key: the mark is read.
    fn entity(&mut self, type_name: Option<Word<'a>>) -> Option<ItemKind<'a>> {
        let text = self.text("the name of an entity")?;
        let id = match self.take(Token::Hash) {
            Some(_) => Some(self.text("a key")?),
            None => None,
        };
        Some(ItemKind::Entity(DraftEntity {
            text,
            type_name,
            id,
        }))
    }

    fn signed(&mut self, sign: Token, span: Span) -> Option<ItemKind<'a>> {
        self.at += 1;
        if sign == Token::Plus && self.peeks_figure() {
            return self.rows(Key::Off);
        }
        let order = if sign == Token::Plus {
            Order::Asc
        } else {
            Order::Desc
        };
        let key = self.sort_key()?;
        Some(ItemKind::Sort(key, Spanned::new(order, span)))
    }

    fn question(&mut self) -> Option<ItemKind<'a>> {
        self.at += 1;
        if !self.peeks_text() {
            return Some(ItemKind::Asked(self.name("a kind of question")?));
        }
        let text = self.text("a question")?;
        let mut options = Vec::new();
        if self.take(Token::Colon).is_some() {
            let first = self.text("an answer")?;
            options = self.more(first, Token::Bar, |parser| parser.text("an answer"))?;
        }
        Some(ItemKind::Question(DraftQuestion { text, options }))
    }

    /// What stands behind `!`: a relation that must not be there, or values none of which may be.
    fn none_of(&mut self) -> Option<ItemKind<'a>> {
        let mark = self.lexeme("an item")?.span;
        self.at += 1;
        if let Some(Token::More | Token::Less | Token::Either) = self.peek() {
            return self.relation(Some(Spanned::new(true, mark)));
        }
        let quoted = self.peek() == Some(Token::Name);
        let word = self.name("a value")?;
        if !quoted && Key::of_keyword(&word.value) == Some(Key::Rr) {
            return Some(ItemKind::Rerank(false));
        }
        Some(ItemKind::NoneOf(self.alternatives(word)?))
    }

    fn alternatives(&mut self, first: Word<'a>) -> Option<Vec<Word<'a>>> {
        self.more(first, Token::Bar, |parser| parser.name("a value"))
    }

    fn group(&mut self, name: Word<'a>, within: Within) -> Option<ItemKind<'a>> {
        if within != Within::Line {
            let brace = self.lexeme("a filter")?.span;
            self.report(&registry::LINE_ORDER, brace, |finding| {
                finding.said("no group stands in a group or in a choice")
            });
            return None;
        }
        self.at += 1;
        let items = self.items(Within::Group);
        self.expect(Token::CloseCurly, "`}`")?;
        Some(ItemKind::Group(name, items))
    }

    /// Whether a mark after a word compares it; `>` and `<` before a name are the start of a relation.
    fn compares(&self, token: Token) -> bool {
        if !matches!(token, Token::More | Token::Less) {
            return token == Token::Comparison;
        }
        match self.lexemes.get(self.at + 1) {
            Some(next) if next.token == Some(Token::Word) => is_figure(self.slice(next.span)),
            next => next.is_none_or(|next| next.token != Some(Token::Name)),
        }
    }
}

fn bare(word: Word<'_>, quoted: bool) -> ItemKind<'_> {
    ItemKind::Bare(Bare {
        word: word.value,
        quoted,
    })
}

/// Whether an item can start with this token.
const fn starts_item(token: Token) -> bool {
    matches!(
        token,
        Token::Word
            | Token::Name
            | Token::String
            | Token::EscapedString
            | Token::OpenString
            | Token::At
            | Token::More
            | Token::Less
            | Token::Either
            | Token::Star
            | Token::Dot
            | Token::Minus
            | Token::Plus
            | Token::Semicolon
            | Token::Question
            | Token::Percent
            | Token::Caret
            | Token::Slash
            | Token::Colon
            | Token::Dollar
            | Token::Not
            | Token::And
    )
}
