//! The parts of an item that have parts of their own: relations, walks, paths, choices, metrics, sets.

use std::borrow::Cow;

use crate::draft::{DraftEnd, DraftPath, DraftRelation, DraftSet, DraftSide, Word, Words};
use crate::finding::candidates::{self, Known};
use crate::finding::registry;
use crate::finding::topic::{List, Topic};
use crate::language::{
    Call, DERIVATION_LEVELS, Derivation, Direction, Function, SetOperator, given,
};
use crate::line::marks;
use crate::line::word::is_figure;
use crate::read::line::items::{Column, GraphWalk, GroupKey, ItemKind, Metric, across, code};
use crate::read::line::lexer::Token;
use crate::read::line::parse::{Parser, Within};
use crate::span::{Span, Spanned};

/// Derivations in one another that are read: more than may be, so that all of them are told of, and few enough for any stack.
const MOST_LEVELS: usize = 8;

impl<'a> Parser<'a> {
    pub(super) fn relation(&mut self, absent: Option<Spanned<bool>>) -> Option<ItemKind<'a>> {
        let direction = self.meant(Direction::ALL, marks::direction)?;
        self.at += 1;
        let first = self.name("a relation")?;
        let mut names = self.more(first, Token::Bar, |parser| parser.name("a relation"))?;
        let or = names.split_off(1);
        let relation = names.pop()?;
        let hops = self.times()?;
        let (mut from, mut to) = (None, None);
        if self.ends_follow()
            && let Some(colon) = self.take(Token::Colon)
        {
            from = Some(Spanned::new(target(), colon));
            to = Some(self.end()?);
        } else if self.take(Token::OpenSquare).is_some() {
            if self.peek() != Some(Token::Comma) {
                from = Some(self.end()?);
            }
            self.expect(Token::Comma, "`,`")?;
            if self.peek() != Some(Token::CloseSquare) {
                to = Some(self.end()?);
            }
            self.expect(Token::CloseSquare, "`]`")?;
        }
        Some(ItemKind::Relation(DraftRelation {
            relation,
            or,
            direction: Some(code(direction)),
            from,
            to,
            hops,
            absent,
        }))
    }

    /// Whether a colon is next with an end behind it: with a word behind it says how to look for texts.
    fn ends_follow(&self) -> bool {
        let behind = self.second().and_then(|lexeme| self.named(lexeme));
        self.peek() == Some(Token::Colon) && behind.is_none()
    }

    /// `[1..3]`, how often a relation is walked, where that is next.
    fn times(&mut self) -> Option<Option<Spanned<Vec<Spanned<&'a str>>>>> {
        let behind = self.lexemes.get(self.at + 2);
        let says = behind.is_some_and(|lexeme| lexeme.token == Some(Token::Range));
        if !says || self.peek() != Some(Token::OpenSquare) {
            return Some(None);
        }
        let open = self.expect(Token::OpenSquare, "`[`")?;
        let least = self.figure("a number of hops")?;
        self.expect(Token::Range, "`..`")?;
        let most = self.figure("a number of hops")?;
        let close = self.expect(Token::CloseSquare, "`]`")?;
        Some(Some(Spanned::new(vec![least, most], across(open, close))))
    }

    /// An end of a relation: `*` for the target, the index of an entity, or the name of a place.
    fn end(&mut self) -> Option<Spanned<DraftEnd<'a>>> {
        if let Some(star) = self.take(Token::Star) {
            return Some(Spanned::new(target(), star));
        }
        if let Some(name) = self.given()? {
            return Some(Spanned::new(DraftEnd::Name(name.value), name.span));
        }
        let digits = self.figure("`*`, the number of an entity, or `&` and a name")?;
        Some(Spanned::new(DraftEnd::Index(digits.value), digits.span))
    }

    pub(super) fn walk(&mut self) -> Option<ItemKind<'a>> {
        self.at += 1;
        let mut walk = GraphWalk {
            depth: None,
            direction: None,
            relations: Vec::new(),
        };
        let next = self.lexeme("a depth or a way")?;
        if next.token == Some(Token::Word) && is_figure(self.slice(next.span)) {
            walk.depth = Some(self.figure("a depth")?);
        }
        let deep = self.at;
        match self.meant(Direction::ALL, marks::direction) {
            Some(direction) => {
                self.at += 1;
                walk.direction = Some(direction);
                if self.take(Token::Star).is_none() {
                    let first = self.name("a relation, or `*` for any")?;
                    walk.relations = self.names(first)?;
                }
                // What goes on as only a relation does is one, and the walk says no more than how far.
                let relation = matches!(self.peek(), Some(Token::Bar | Token::OpenSquare));
                if walk.depth.is_some() && (relation || self.ends_follow()) {
                    self.at = deep;
                    walk.direction = None;
                    walk.relations.clear();
                }
            }
            None if walk.depth.is_none() => return self.unexpected("a depth or a way"),
            None => {}
        }
        Some(ItemKind::GraphWalk(walk))
    }

    /// What stands before a bracket: a function, a path, or a choice.
    pub(super) fn call(&mut self, name: &Word<'a>, within: Within) -> Option<ItemKind<'a>> {
        if name.value == marks::PATH {
            return self.path();
        }
        if name.value == marks::ANY {
            return self.choice(within);
        }
        if Derivation::from_mark(&name.value).is_some() {
            let derived = self.derived(name.clone(), 1)?;
            // Of names that are given it is a metric, unless it is compared.
            let fields = Call::fields(&derived.value);
            let of_names = fields.iter().all(|of| given::metric(of).is_some());
            return match of_names && self.peek() != Some(Token::Comparison) {
                true => self.metric_of(None, Some(Column::Named(derived))),
                false => Some(ItemKind::Filter(self.filter(derived)?)),
            };
        }
        let Some(function) = Function::from_mark(&name.value) else {
            self.unknown_function(name, Function::ALL);
            return None;
        };
        let over = self.computed_over()?;
        self.metric_of(Some(Spanned::new(function, name.span)), over)
    }

    /// Reports what stands before a bracket and is no derivation, and none of the functions that may stand there.
    fn unknown_function(&mut self, name: &Word<'a>, functions: &[Function]) {
        self.report(&registry::UNKNOWN_CODE, name.span, |finding| {
            let functions = functions.iter().map(Known::member);
            let derivations = Derivation::ALL.iter().map(Known::member);
            let known = functions.chain(derivations);
            let known: Vec<Known<'_>> = known.map(|own| own.said_in(Words::Line)).collect();
            let all = known.len();
            let candidates = candidates::rank_or_all(&name.value, known, all);
            let message = format!("the function `{}` is not registered", name.value);
            let finding = finding.said(message).candidates(candidates);
            finding.on(Topic::Which(List::Function))
        });
    }

    /// What stands in the brackets of a function, which are next.
    fn computed_over(&mut self) -> Option<Option<Column<'a>>> {
        self.expect(Token::OpenRound, "`(`")?;
        let over = match self.peek() {
            Some(Token::CloseRound) => None,
            _ => Some(self.column("a field")?),
        };
        self.expect(Token::CloseRound, "`)`")?;
        Some(over)
    }

    /// A field, `@type`, or `&name`.
    pub(super) fn column(&mut self, wanted: &str) -> Option<Column<'a>> {
        if self.take(Token::At).is_some() {
            return Some(Column::Type(self.name("a type")?));
        }
        match self.given()? {
            Some(name) => Some(Column::Given(name)),
            None => Some(Column::Named(self.field(wanted)?)),
        }
    }

    /// A field by its name, or one that is derived.
    pub(super) fn field(&mut self, wanted: &str) -> Option<Word<'a>> {
        self.field_within(wanted, 0)
    }

    /// The same in so many derivations.
    fn field_within(&mut self, wanted: &str, levels: usize) -> Option<Word<'a>> {
        let quoted = self.peek() == Some(Token::Name);
        let name = self.name(wanted)?;
        let called = !quoted && self.peek() == Some(Token::OpenRound);
        match Derivation::from_mark(&name.value) {
            _ if !called => Some(name),
            Some(_) => self.derived(name, levels + 1),
            None => {
                self.unknown_function(&name, &[]);
                None
            }
        }
    }

    /// A derived field, whose name is read: `month(founded)`.
    fn derived(&mut self, name: Word<'a>, levels: usize) -> Option<Word<'a>> {
        if levels > MOST_LEVELS {
            self.report(&registry::FUNCTION_DOES_NOT_FIT, name.span, |finding| {
                let message = format!("more than {MOST_LEVELS} derivations stand in one another");
                let help = format!("{DERIVATION_LEVELS} is the most");
                finding.explain(message, help)
            });
            return None;
        }
        self.expect(Token::OpenRound, "`(`")?;
        let mut of = Vec::new();
        if self.peek() != Some(Token::CloseRound) {
            let first = self.derived_of(levels)?;
            of = self.more(first, Token::Comma, |parser| parser.derived_of(levels))?;
        }
        let close = self.expect(Token::CloseRound, "`)`")?;
        let of: Vec<&str> = of.iter().map(|said| said.value.as_ref()).collect();
        let call = Call::written(&name.value, &of);
        Some(Spanned::new(Cow::Owned(call), across(name.span, close)))
    }

    /// What something is derived from.
    fn derived_of(&mut self, levels: usize) -> Option<Word<'a>> {
        match self.given()? {
            Some(name) => Some(name),
            None => self.field_within("a field", levels),
        }
    }

    /// A name that is given, with its mark, where the mark is next.
    pub(super) fn given(&mut self) -> Option<Option<Word<'a>>> {
        let Some(mark) = self.take(Token::And) else {
            return Some(None);
        };
        let name = self.text("a name")?;
        let span = across(mark, name.span);
        let reference = given::reference(&name.value);
        Some(Some(Spanned::new(reference, span)))
    }

    /// A condition on a metric, whose keyword is read.
    pub(super) fn having(&mut self) -> Option<ItemKind<'a>> {
        let key = match self.given()? {
            Some(name) => GroupKey::Given(name),
            None => {
                let quoted = self.peeks_text();
                let name = self.text("the name of a metric")?;
                self.group_key(name, quoted)?
            }
        };
        let name = match &key {
            GroupKey::Name(name)
            | GroupKey::Quoted(name)
            | GroupKey::Given(name)
            | GroupKey::Type(name) => name.clone(),
            GroupKey::Metric(metric, span) => {
                let function = metric.function.as_ref().map(|said| said.value);
                Spanned::new(Cow::Borrowed(function.map_or("", Function::mark)), *span)
            }
        };
        Some(ItemKind::Having(key, self.comparison(name)?))
    }

    /// What to sort by: a field, or a metric, whose name can be any text.
    pub(super) fn sort_key(&mut self) -> Option<GroupKey<'a>> {
        if self.take(Token::At).is_some() {
            return Some(GroupKey::Type(self.name("a type")?));
        }
        if let Some(name) = self.given()? {
            return Some(GroupKey::Given(name));
        }
        let quoted = self.peeks_text();
        if quoted {
            let name = self.text("a name")?;
            return self.group_key(name, quoted);
        }
        let named = self.peek() == Some(Token::Name);
        let name = self.name("a field to sort by")?;
        let called = !named && self.peek() == Some(Token::OpenRound);
        if called && Derivation::from_mark(&name.value).is_some() {
            return Some(GroupKey::Name(self.derived(name, 1)?));
        }
        if called && Function::from_mark(&name.value).is_none() {
            self.unknown_function(&name, Function::ALL);
            return None;
        }
        self.group_key(name, false)
    }

    /// A name, or with brackets behind it a metric as it is asked for.
    fn group_key(&mut self, name: Word<'a>, quoted: bool) -> Option<GroupKey<'a>> {
        if quoted {
            return Some(GroupKey::Quoted(name));
        }
        let function = Function::from_mark(&name.value);
        let Some(function) = function.filter(|_| self.peek() == Some(Token::OpenRound)) else {
            return Some(GroupKey::Name(name));
        };
        let over = self.computed_over()?;
        let span = across(name.span, self.last());
        let metric = Metric {
            function: Some(Spanned::new(function, name.span)),
            over,
            alias: None,
        };
        Some(GroupKey::Metric(metric, span))
    }

    pub(super) fn metric_of(
        &mut self,
        function: Option<Spanned<Function>>,
        over: Option<Column<'a>>,
    ) -> Option<ItemKind<'a>> {
        let alias = match self.take(Token::Colon) {
            Some(_) => Some(self.text("the name of a metric")?),
            None => None,
        };
        Some(ItemKind::Metric(Metric {
            function,
            over,
            alias,
        }))
    }

    fn path(&mut self) -> Option<ItemKind<'a>> {
        self.at += 1;
        let mut path = DraftPath::default();
        while self.take(Token::CloseRound).is_none() {
            if self.take(Token::Hash).is_some() {
                path.sources.push(self.text("a key")?);
            } else if path.hops.is_none() && self.take(Token::Star).is_some() {
                path.hops = Some(self.figure("a number of hops")?);
            } else if self.take(Token::More).is_some() {
                path.relations.push(self.name("a relation")?);
            } else if let Some(Token::Word | Token::Name) = self.peek() {
                path.targets.push(self.name("a type")?);
            } else {
                return self.unexpected("`#key`, a type, `*hops`, `>relation` or `)`");
            }
        }
        Some(ItemKind::Path(path))
    }

    /// `any(a or b)`, whose bracket is next.
    fn choice(&mut self, within: Within) -> Option<ItemKind<'a>> {
        if within == Within::Choice {
            let bracket = self.lexeme("a filter")?.span;
            self.report(&registry::LINE_ORDER, bracket, |finding| {
                finding.said("a choice holds no choice")
            });
            self.skip_brackets();
            return None;
        }
        self.at += 1;
        let items = self.items(Within::Choice);
        self.expect(Token::CloseRound, "`)`")?;
        Some(ItemKind::Choice(items))
    }

    /// Goes on behind the bracket that closes the one which is next.
    fn skip_brackets(&mut self) {
        let mut open = 0_usize;
        while let Some(token) = self.peek() {
            self.at += 1;
            match token {
                Token::OpenRound => open += 1,
                Token::CloseRound => open = open.saturating_sub(1),
                _ => {}
            }
            if open == 0 {
                break;
            }
        }
    }

    /// Sides with operations between them, from left to right.
    pub(super) fn set(&mut self, depth: u32) -> Option<DraftSet<'a>> {
        let mut left = self.side(depth)?;
        let mut nested = depth;
        loop {
            let operator = self.meant(SetOperator::ALL, marks::set_operator);
            let Some(operator) = operator else {
                return self.unexpected("`|`, `&` or `!`");
            };
            self.at += 1;
            let right = self.side(depth)?;
            let span = across(left.span, right.span);
            let set = DraftSet {
                left,
                operator: code(operator),
                right,
            };
            if self.meant(SetOperator::ALL, marks::set_operator).is_none() {
                return Some(set);
            }
            nested += 1;
            self.not_too_deep(nested, span)?;
            left = Spanned::new(DraftSide::Nested(Box::new(set)), span);
        }
    }

    fn side(&mut self, depth: u32) -> Option<Spanned<DraftSide<'a>>> {
        let Some(open) = self.take(Token::OpenRound) else {
            let name = self.text("the name of a group")?;
            return Some(Spanned::new(DraftSide::Group(name.value), name.span));
        };
        self.not_too_deep(depth + 1, open)?;
        let set = self.set(depth + 1)?;
        let close = self.expect(Token::CloseRound, "`)`")?;
        let side = DraftSide::Nested(Box::new(set));
        Some(Spanned::new(side, across(open, close)))
    }

    /// A reader of sets calls itself once a level.
    fn not_too_deep(&mut self, depth: u32, span: Span) -> Option<()> {
        let cap = self.depth_cap;
        if depth < cap {
            return Some(());
        }
        self.report(&registry::TOO_DEEP, span, |finding| {
            finding.said(format!("the line is nested more than {cap} deep"))
        });
        None
    }
}

/// The end that is the target.
const fn target<'a>() -> DraftEnd<'a> {
    DraftEnd::Name(Cow::Borrowed("target"))
}
