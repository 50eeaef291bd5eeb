//! The items of a question and the patterns over them.

use super::amount::Amount;
use super::days::{Days, around};
use super::frame::Frame;
use super::grammar::{Node, grammar};
use super::item::{Item, Kind, kind, modern_year, number_symbols, numbers};
use super::letter_form::Script;
use super::lexemes::Lexemes;
use super::symbol::{Layer, Symbol, Unit};
use super::{Grain, Meaning, Quantity};

/// The symbols that a pattern matched, with their values and items.
type Captures = Vec<(Symbol, i64, usize)>;

pub(super) struct Items {
    lexemes: Lexemes,
    items: Vec<Item>,
    today: i64,
}

impl Items {
    pub(super) fn of(question: &str, today: i64) -> Self {
        let lexemes = Lexemes::of(question);
        let mut items = Vec::with_capacity(lexemes.form.tokens.len());
        let mut start = 0;
        while start < lexemes.form.tokens.len() {
            let (kind, end) = kind(&lexemes, start);
            items.push(Item { start, end, kind });
            start = end;
        }
        let mut own = Self {
            lexemes,
            items,
            today,
        };
        for (at, pass) in grammar().passes.iter().enumerate() {
            own.apply(at, pass);
        }
        own.share_scales();
        own
    }

    pub(super) fn quantities(&self) -> Vec<Quantity> {
        let quantity = |(at, item): (usize, &Item)| {
            let meanings = self.meanings(at, item);
            (!meanings.is_empty()).then(|| Quantity {
                bytes: self.lexemes.form.place(item.start..item.end),
                meanings,
            })
        };
        self.items.iter().enumerate().filter_map(quantity).collect()
    }

    fn meanings(&self, at: usize, item: &Item) -> Vec<Meaning> {
        let mut meanings: Vec<Meaning> = match &item.kind {
            Kind::Word(_) => Vec::new(),
            Kind::Number(amount) if amount.single && !self.is_counted(at) => Vec::new(),
            Kind::Number(amount) => {
                let year = modern_year(amount).map(|year| Frame::of(&[(Symbol::Year, year)]));
                numbers(amount)
                    .chain(self.periods(year.as_slice()))
                    .collect()
            }
            Kind::Period(frames, others) => {
                others.iter().cloned().chain(self.periods(frames)).collect()
            }
        };
        // `2014-2018` is rather a range of years.
        meanings.sort_by_key(|meaning| matches!(meaning, Meaning::Numbers(_)));
        meanings.dedup();
        meanings
    }

    fn periods(&self, frames: &[Frame]) -> impl Iterator<Item = Meaning> {
        let days = frames.iter().flat_map(|frame| frame.days(self.today));
        days.filter_map(Days::period).map(Meaning::Period)
    }

    /// `true` if an unspaced digit is a number: 三家, but not 三星.
    fn is_counted(&self, at: usize) -> bool {
        let is_own =
            |symbol| matches!(symbol, Symbol::Classifier | Symbol::Unit(_) | Symbol::Joint);
        let is_counter = |item: &Item| match &item.kind {
            Kind::Word(senses) => {
                let mut senses = senses.iter().flat_map(|senses| &senses.all);
                !self.lexemes.is(item.start, Script::Unspaced)
                    || senses.any(|(own, _)| is_own(*own))
            }
            _ => true,
        };
        let before = at.checked_sub(1).and_then(|at| self.items.get(at));
        match self.items.get(at + 1) {
            Some(next) if self.lexemes.is(next.start, Script::Unspaced) => is_counter(next),
            _ => before.is_none_or(is_counter),
        }
    }

    /// Replaces the items of each longest match, from left to right.
    fn apply(&mut self, number: usize, pass: &[Node]) {
        let mut at = 0;
        while let Some(item) = self.items.get(at) {
            let begins = match &item.kind {
                Kind::Word(senses) => {
                    senses.is_some_and(|senses| senses.begins.get(number) == Some(&true))
                }
                _ => true,
            };
            if !begins {
                at += 1;
                continue;
            }
            let mut best = None;
            self.walk(pass, (0, at), &mut Vec::new(), &mut best);
            if let Some((end, layer, captures)) = best
                && let Some(kind) = self.outcome(layer, &captures)
                && let (Some(first), Some(last)) = (self.items.get(at), self.items.get(end - 1))
            {
                let (start, stop) = (first.start, last.end);
                let item = Item {
                    start,
                    end: stop,
                    kind,
                };
                self.items.splice(at..end, [item]);
            }
            at += 1;
        }
    }

    fn walk(
        &self,
        pass: &[Node],
        (node, at): (usize, usize),
        captures: &mut Captures,
        best: &mut Option<(usize, Layer, Captures)>,
    ) {
        let Some(node) = pass.get(node) else {
            return;
        };
        if let Some(layer) = node.layer
            && best.as_ref().is_none_or(|(end, ..)| *end < at)
        {
            *best = Some((at, layer, captures.clone()));
        }
        let Some(item) = self.items.get(at) else {
            return;
        };
        self.symbols(item, &mut |symbol, value| {
            if let Some(next) = node.next(symbol) {
                captures.push((symbol, value, at));
                self.walk(pass, (next, at + 1), captures, best);
                captures.pop();
            }
        });
    }

    fn symbols(&self, item: &Item, take: &mut dyn FnMut(Symbol, i64)) {
        match &item.kind {
            Kind::Word(senses) => {
                for (symbol, value) in senses.iter().flat_map(|senses| &senses.all) {
                    take(*symbol, *value);
                    if matches!(symbol, Symbol::Unit(_)) {
                        take(Symbol::AnyUnit, 0);
                    }
                }
            }
            Kind::Number(amount) => {
                number_symbols(amount, self.lexemes.text(item.start..item.end), take);
            }
            Kind::Period(frames, others) => {
                if let [frame] = frames.as_slice() {
                    if frame.get(Symbol::Ago) == Some(-1) {
                        take(Symbol::AgoDate, 0);
                    }
                    match frame.sole() {
                        Some((Symbol::Edge, -1)) => take(Symbol::LastDay, 0),
                        Some((symbol, value)) => take(symbol, value),
                        None => {}
                    }
                }
                let is_sure = others
                    .iter()
                    .all(|other| matches!(other, Meaning::Numbers(_)));
                if !frames.is_empty() {
                    take(
                        if is_sure {
                            Symbol::Date
                        } else {
                            Symbol::Doubtful
                        },
                        0,
                    );
                }
            }
        }
    }

    /// The item that a match becomes; `None` if there is no such day.
    fn outcome(&self, layer: Layer, captures: &Captures) -> Option<Kind> {
        let mut frame = Frame::default();
        for (symbol, value, at) in captures {
            // Any unit is the one that the item is.
            let unit = match (symbol, self.items.get(*at).map(|item| &item.kind)) {
                (Symbol::AnyUnit, Some(Kind::Word(Some(senses)))) => senses
                    .all
                    .iter()
                    .find(|(own, _)| matches!(own, Symbol::Unit(_))),
                _ => None,
            };
            let (symbol, value) = unit.copied().unwrap_or((*symbol, *value));
            frame.take(symbol, value);
        }
        // A weekday is an end of a range, and elsewhere a part.
        let is_end = |symbol| layer == Layer::Range || symbol != Symbol::Weekday;
        let ends = captures.iter().filter(|(symbol, ..)| is_end(*symbol));
        let operands: Vec<_> = ends.filter_map(|capture| self.operand(capture)).collect();
        let frames = match layer {
            Layer::Vague | Layer::VagueDate => return Some(Kind::Word(None)),
            Layer::Range => return self.range(captures, &operands),
            Layer::Date | Layer::Dated | Layer::Maybe => {
                let is_said = |symbol| matches!(symbol, Symbol::Doubtful | Symbol::Date);
                let said = captures.iter().any(|(symbol, ..)| is_said(*symbol));
                match operands.into_iter().next().filter(|_| said) {
                    Some(frames) => frames.into_iter().map(|own| own.within(&frame)).collect(),
                    None => vec![frame],
                }
            }
            _ => {
                let inner = match operands.first() {
                    Some(frames) => frames
                        .iter()
                        .flat_map(|frame| frame.days(self.today))
                        .collect(),
                    None => vec![around(whole(&frame)?, self.today, 0)],
                };
                let outer = inner
                    .into_iter()
                    .filter_map(|days| self.derived(layer, &frame, days));
                let edge = frame.get(Symbol::Edge).filter(|_| layer == Layer::Within);
                outer.map(|days| Frame::of_days(days, edge)).collect()
            }
        };
        let mut amounts = captures.iter().filter_map(|(.., at)| self.amount(*at));
        let amount = amounts.next().filter(|_| layer == Layer::Maybe);
        let others = amount.into_iter().flat_map(numbers).collect();
        let is_real = frames
            .iter()
            .any(|frame| !frame.days(self.today).is_empty());
        is_real.then_some(Kind::Period(frames, others))
    }

    fn derived(&self, layer: Layer, frame: &Frame, days: Days) -> Option<Days> {
        let grain = days.grain;
        let (from, to) = match layer {
            Layer::Within => return frame.inside(days, self.today),
            Layer::Around => {
                return Some(around(frame.unit().unwrap_or(Unit::Week), days.from?, 0));
            }
            Layer::Distance => return frame.distant(days),
            Layer::Since => (Some(days.from?), None),
            Layer::Until => (None, Some(days.from?)),
            Layer::Through => (None, Some(days.to?)),
            Layer::After => (Some(days.to?), None),
            _ => return None,
        };
        Some(Days { from, to, grain })
    }

    fn amount(&self, at: usize) -> Option<&Amount> {
        match self.items.get(at).map(|item| &item.kind) {
            Some(Kind::Number(amount)) => Some(amount),
            _ => None,
        }
    }

    /// The periods that a capture may be.
    fn operand(&self, (symbol, value, at): &(Symbol, i64, usize)) -> Option<Vec<Frame>> {
        match (symbol, self.items.get(*at).map(|item| &item.kind)?) {
            (
                Symbol::Date | Symbol::Doubtful | Symbol::LastDay | Symbol::AgoDate,
                Kind::Period(frames, _),
            ) => Some(frames.clone()),
            (
                Symbol::Day
                | Symbol::DayOrdinal
                | Symbol::ModernYear
                | Symbol::Weekday
                | Symbol::DoubtfulMonth
                | Symbol::Now,
                _,
            ) => Some(vec![Frame::of(&[(*symbol, *value)])]),
            _ => None,
        }
    }

    fn range(&self, captures: &Captures, operands: &[Vec<Frame>]) -> Option<Kind> {
        let (context, left, right) = match operands {
            [left, right] => (None, left, right),
            [context, left, right] => (context.first(), left, right),
            _ => return None,
        };
        let mut all = Vec::new();
        for way in 0..left.len().max(right.len()) {
            let [mut left, mut right] =
                [left, right].map(|frames| frames.get(way).or(frames.last()).cloned());
            for (frame, context) in left
                .iter_mut()
                .chain(&mut right)
                .zip(context.into_iter().cycle())
            {
                frame.complete(context);
            }
            let days = self.days_between(left?, right?);
            all.extend(
                days.map(|days| Frame::of_days(days, None))
                    .filter(|frame| !all.contains(frame)),
            );
        }
        // Bare years may be numbers.
        let is_bare = |(symbol, ..): &&(Symbol, i64, usize)| *symbol == Symbol::ModernYear;
        let years = captures.iter().filter(is_bare);
        let is_bare = captures
            .iter()
            .all(|(symbol, ..)| matches!(symbol, Symbol::ModernYear | Symbol::Literal(_)));
        let numbers: Vec<_> = years
            .filter_map(|(.., at)| self.amount(*at)?.texts().next())
            .collect();
        let numbers = <[String; 2]>::try_from(numbers).ok().filter(|_| is_bare);
        // Where the ends make no range, neither is read alone.
        Some(match all.is_empty() {
            true => Kind::Word(None),
            false => Kind::Period(all, numbers.map(Meaning::Numbers).into_iter().collect()),
        })
    }

    /// The days between two ends, each of which completes the other.
    fn days_between(&self, mut left: Frame, mut right: Frame) -> Option<Days> {
        let first = |frame: &Frame| frame.days(self.today).first().copied();
        let is_day_alone = left.is_day_alone() || right.is_day_alone();
        let is_left_open = left.complete(&right);
        let is_right_open = right.complete(&left);
        let (mut from, mut to) = (first(&left)?, first(&right)?);
        if from.from > to.from && is_day_alone {
            // From the 27th to the 3rd of April.
            return None;
        } else if from.from > to.from && is_left_open {
            from = first(&left.moved(-1, self.today))?;
        } else if from.from > to.from && is_right_open {
            to = first(&right.moved(1, self.today))?;
        } else if left.get(Symbol::Year).or(right.get(Symbol::Year)).is_none() {
            to = right.following(from.from?, self.today)?;
        }
        (from.from < to.to).then_some(Days {
            from: from.from,
            to: to.to,
            grain: Grain::Days,
        })
    }

    /// 5-8 тыс: the first has the scale of the second.
    fn share_scales(&mut self) {
        for at in 1..self.items.len() {
            let (Some(before), Some(joint)) = (self.amount(at - 1), self.items.get(at)) else {
                continue;
            };
            let shared = self.amount(at + 1).and_then(|after| before.shared(after));
            let shared = match self.lexemes.sense(joint.start, Symbol::Joint) {
                Some((0, _)) => shared,
                Some(_) => shared.map(|shared| shared.with_other(before)),
                None => None,
            };
            if let (Some(shared), Some(item)) = (shared, self.items.get_mut(at - 1)) {
                item.kind = Kind::Number(shared);
            }
        }
    }
}

/// The unit around today that a part belongs to if the question names no period: the year for a week, the month for a
/// weekday, or the unit of an edge.
fn whole(frame: &Frame) -> Option<Unit> {
    match (frame.get(Symbol::Nth), frame.get(Symbol::Weekday)) {
        (Some(_), Some(_)) => Some(Unit::Month),
        (Some(_), None) => Some(Unit::Year),
        _ => frame.unit(),
    }
}
