//! The items of a question and the patterns over them.

use super::amount::{Amount, Lexemes};
use super::frame::{Days, Frame, around, edge, nth};
use super::grammar::{Node, Senses, grammar};
use super::letter_form::Script;
use super::numeric::{Numeric, code, full_years};
use super::symbol::{Layer, Symbol, Unit};
use super::{Grain, Meaning, Number, NumberKind, Quantity};
use crate::letters::is_unspaced;

/// What a pattern took: the symbols with their values and items.
type Captures = Vec<(Symbol, i64, usize)>;

#[derive(Debug, Clone)]
enum Kind {
    Word(Option<&'static Senses>),
    Number(Amount),
    Numeric(Numeric, Option<Amount>),
    /// Said by its parts, which the other end of a range completes; the number it may be, too.
    Parts(Vec<Frame>, Option<Amount>),
    Days(Vec<Days>, Option<[Amount; 2]>),
    /// The last day of a period, up to which a period may go.
    LastDay(Vec<Days>),
    Code,
}

/// Tokens in a row.
#[derive(Debug, Clone)]
struct Item {
    start: usize,
    end: usize,
    kind: Kind,
}

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
            start = end.max(start + 1);
        }
        let mut own = Self {
            lexemes,
            items,
            today,
        };
        for pass in &grammar().passes {
            own.apply(pass);
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
        let periods = |days: Vec<Days>| {
            let periods = days.into_iter().filter_map(Days::period);
            periods.map(Meaning::Period)
        };
        let of_frames = |frames: &[Frame]| {
            let days = frames.iter().flat_map(|frame| frame.days(self.today));
            periods(days.collect())
        };
        let mut meanings: Vec<Meaning> = Vec::new();
        match &item.kind {
            Kind::Word(_) => {}
            Kind::Code => meanings.push(Meaning::Code),
            Kind::Number(amount) if amount.single && !self.is_counted(at) => {}
            Kind::Number(amount) => {
                meanings.extend(numbers(amount).map(Meaning::Number));
                if let Some(year) = modern_year(amount) {
                    let year = number_of_year(year);
                    meanings.extend(periods(vec![year]));
                }
            }
            Kind::Numeric(numeric, amount) => {
                let amount = amount.as_ref().filter(|_| numeric.is_number);
                meanings.extend(amount.into_iter().flat_map(numbers).map(Meaning::Number));
                meanings.extend(numeric.is_code.then_some(Meaning::Code));
                meanings.extend(of_frames(&numeric.frames));
            }
            Kind::Parts(frames, amount) => {
                meanings.extend(amount.iter().flat_map(numbers).map(Meaning::Number));
                meanings.extend(of_frames(frames));
            }
            Kind::LastDay(days) => meanings.extend(periods(days.clone())),
            Kind::Days(days, amounts) => {
                meanings.extend(periods(days.clone()));
                if let Some([low, high]) = amounts
                    && let (Some(low), Some(high)) = (numbers(low).next(), numbers(high).next())
                {
                    meanings.push(Meaning::Numbers([low, high]));
                }
            }
        }
        let mut distinct = Vec::with_capacity(meanings.len());
        for meaning in meanings {
            if !distinct.contains(&meaning) {
                distinct.push(meaning);
            }
        }
        distinct
    }

    /// `true` if an unspaced digit before this item is a number: 三家, but not 三星.
    fn is_counted(&self, at: usize) -> bool {
        let is_own =
            |symbol| matches!(symbol, Symbol::Classifier | Symbol::AnyUnit | Symbol::Joint);
        let is_counter = |item: &Item| match &item.kind {
            Kind::Word(senses) => {
                let mut senses = senses.iter().flat_map(|senses| senses.iter());
                !self.lexemes.is(item.start, Script::Unspaced)
                    || senses.any(|(own, _)| is_own(*own))
            }
            _ => true,
        };
        match (
            at.checked_sub(1).and_then(|at| self.items.get(at)),
            self.items.get(at + 1),
        ) {
            (_, Some(next)) if self.lexemes.is(next.start, Script::Unspaced) => is_counter(next),
            (before, _) => before.is_none_or(is_counter),
        }
    }

    /// Replaces what the longest pattern takes, from left to right.
    fn apply(&mut self, pass: &[Node]) {
        let mut at = 0;
        while at < self.items.len() {
            let mut best = None;
            self.walk(pass, 0, at, &mut Vec::new(), &mut best);
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
        node: usize,
        at: usize,
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
                self.walk(pass, next, at + 1, captures, best);
                captures.pop();
            }
        });
    }

    fn symbols(&self, item: &Item, take: &mut dyn FnMut(Symbol, i64)) {
        match &item.kind {
            Kind::Word(senses) => {
                for (symbol, value) in senses.iter().flat_map(|senses| senses.iter()) {
                    take(*symbol, *value);
                }
            }
            Kind::Number(amount) => {
                number_symbols(amount, self.lexemes.text(item.start..item.end), take)
            }
            Kind::Numeric(numeric, _) => {
                if !numeric.frames.is_empty() {
                    take(Symbol::Doubtful, 0);
                    if !numeric.is_number && !numeric.is_code {
                        take(Symbol::Date, 0);
                    }
                }
            }
            Kind::Parts(frames, number) => {
                let sole = frames.first().and_then(Frame::sole);
                if let Some((symbol, value)) = sole {
                    take(symbol, value);
                }
                take(
                    if number.is_some() {
                        Symbol::Doubtful
                    } else {
                        Symbol::Date
                    },
                    0,
                );
            }
            Kind::Days(..) => take(Symbol::Date, 0),
            Kind::LastDay(_) => {
                take(Symbol::LastDay, 0);
                take(Symbol::Date, 0);
            }
            Kind::Code => {}
        }
    }

    /// What a pattern makes of its items; none if there is no such day.
    fn outcome(&self, layer: Layer, captures: &Captures) -> Option<Kind> {
        let mut frame = Frame::default();
        for (symbol, value, _) in captures {
            frame.take(*symbol, *value);
        }
        // A weekday is an end of a range, and elsewhere a part.
        let is_end = |symbol| layer == Layer::Range || symbol != Symbol::Weekday;
        let ends = captures.iter().filter(|(symbol, ..)| is_end(*symbol));
        let operands: Vec<_> = ends.filter_map(|capture| self.operand(capture)).collect();
        match layer {
            Layer::Date | Layer::Dated | Layer::Maybe => {
                let frames = match operands.as_slice() {
                    [frames, ..] if captures.iter().any(|(own, ..)| *own == Symbol::Doubtful) => {
                        frames
                            .clone()
                            .ok()?
                            .iter()
                            .map(|own| own.within(&frame))
                            .collect()
                    }
                    _ => vec![frame],
                };
                let is_real = frames
                    .iter()
                    .any(|frame| !frame.days(self.today).is_empty());
                let mut amounts = captures.iter().filter_map(|(_, _, at)| self.amount(*at));
                let amount = (layer == Layer::Maybe).then(|| amounts.next().cloned());
                is_real.then(|| Kind::Parts(frames, amount.flatten()))
            }
            Layer::Vague | Layer::VagueDate => Some(Kind::Word(None)),
            Layer::Range => self.range(captures, &operands),
            _ => {
                let inner = match operands.first() {
                    Some(operand) => self.days_of(operand),
                    // 年初, the beginning of the year.
                    // Week 31 is one of the year.
                    None if frame.sole_weekday() => vec![around(Unit::Month, self.today, 0)],
                    None if frame.nth.is_some() => vec![around(Unit::Year, self.today, 0)],
                    None => vec![around(frame.unit?, self.today, 0)],
                };
                let outer = inner
                    .into_iter()
                    .filter_map(|days| self.derived(layer, &frame, days));
                let days: Vec<_> = outer.collect();
                let is_last = layer == Layer::Within && frame.edge == Some(-1);
                (!days.is_empty()).then(|| match is_last {
                    true => Kind::LastDay(days),
                    false => Kind::Days(days, None),
                })
            }
        }
    }

    fn derived(&self, layer: Layer, frame: &Frame, days: Days) -> Option<Days> {
        let open = |from, to| {
            let grain = days.grain;
            Some(Days { from, to, grain })
        };
        match layer {
            Layer::Within => match frame.edge {
                Some(own) => edge(own, days, self.today),
                None => nth(frame, days),
            },
            Layer::Around => Some(around(frame.unit.unwrap_or(Unit::Week), days.from?, 0)),
            Layer::Distance => frame.distant(days),
            Layer::Since => open(Some(days.from?), None),
            Layer::Until => open(None, Some(days.from?)),
            Layer::Through => open(None, Some(days.to?)),
            Layer::After => open(Some(days.to?), None),
            Layer::Date | Layer::Dated | Layer::Maybe | Layer::Range => None,
            Layer::Vague | Layer::VagueDate => None,
        }
    }

    fn amount(&self, at: usize) -> Option<&Amount> {
        match self.items.get(at).map(|item| &item.kind) {
            Some(Kind::Number(amount)) => Some(amount),
            _ => None,
        }
    }

    /// An end of a range: by its parts, or days that are complete.
    fn operand(
        &self,
        (symbol, value, at): &(Symbol, i64, usize),
    ) -> Option<Result<Vec<Frame>, Vec<Days>>> {
        match (symbol, self.items.get(*at).map(|item| &item.kind)?) {
            (Symbol::Date | Symbol::Doubtful, Kind::Parts(frames, _)) => Some(Ok(frames.clone())),
            (Symbol::Date | Symbol::Doubtful, Kind::Numeric(numeric, _)) => {
                Some(Ok(numeric.frames.clone()))
            }
            (Symbol::Date | Symbol::LastDay, Kind::Days(days, _) | Kind::LastDay(days)) => {
                Some(Err(days.clone()))
            }
            (
                Symbol::Day
                | Symbol::ModernYear
                | Symbol::Year
                | Symbol::AnyYear
                | Symbol::Weekday
                | Symbol::Month
                | Symbol::DayOrdinal
                | Symbol::Now
                | Symbol::DoubtfulMonth,
                _,
            ) => {
                let mut frame = Frame::default();
                frame.take(*symbol, *value);
                Some(Ok(vec![frame]))
            }
            _ => None,
        }
    }

    fn days_of(&self, operand: &Result<Vec<Frame>, Vec<Days>>) -> Vec<Days> {
        match operand {
            Ok(frames) => frames
                .iter()
                .flat_map(|frame| frame.days(self.today))
                .collect(),
            Err(days) => days.clone(),
        }
    }

    fn range(
        &self,
        captures: &Captures,
        operands: &[Result<Vec<Frame>, Vec<Days>>],
    ) -> Option<Kind> {
        let (context, left, right) = match operands {
            [left, right] => (None, left, right),
            [context, left, right] => (Some(context), left, right),
            _ => return None,
        };
        let ways = |operand: &Result<Vec<Frame>, Vec<Days>>| match operand {
            Ok(frames) => frames.len(),
            Err(days) => days.len(),
        };
        let count = ways(left).max(ways(right));
        let mut all: Vec<Days> = Vec::new();
        for way in 0..count {
            let days = self.pair(context, left, right, way);
            all.extend(days.filter(|days| !all.contains(days)));
        }
        // Bare years may be numbers.
        let years = captures
            .iter()
            .filter(|(symbol, ..)| *symbol == Symbol::ModernYear);
        let amounts: Vec<_> = years.filter_map(|(_, _, at)| self.amount(*at)).collect();
        let is_bare = captures
            .iter()
            .all(|(symbol, ..)| matches!(symbol, Symbol::ModernYear | Symbol::Literal(_)));
        let numbers = match amounts.as_slice() {
            [low, high] if is_bare && low.is_before(high) => {
                Some([(*low).clone(), (*high).clone()])
            }
            _ => None,
        };
        // Neither end is read alone, where there is no way from one to the other.
        Some(match all.is_empty() {
            true => Kind::Word(None),
            false => Kind::Days(all, numbers),
        })
    }

    /// From one end to the other, each in one way.
    fn pair(
        &self,
        context: Option<&Result<Vec<Frame>, Vec<Days>>>,
        left: &Result<Vec<Frame>, Vec<Days>>,
        right: &Result<Vec<Frame>, Vec<Days>>,
        way: usize,
    ) -> Option<Days> {
        let way_of = |frames: &[Frame]| frames.get(way).or(frames.last()).cloned();
        let first = |operand: &Result<Vec<Frame>, Vec<Days>>| match operand {
            Ok(frames) => way_of(frames)?.days(self.today).first().copied(),
            Err(days) => days.get(way).or(days.last()).copied(),
        };
        let (from, to) = match (left, right) {
            (Ok(left), Ok(right)) => {
                let (mut left, mut right) = (way_of(left)?, way_of(right)?);
                if let Some(Ok(context)) = context {
                    let context = way_of(context)?;
                    left.complete(&context);
                    right.complete(&context);
                }
                let is_day_alone = left.is_day_alone() || right.is_day_alone();
                let is_left_open = left.complete(&right);
                let is_right_open = right.complete(&left);
                let mut from = left.days(self.today).first().copied()?;
                let mut to = right.days(self.today).first().copied()?;
                if from.from > to.from && is_day_alone {
                    // From the 27th to the 3rd of April.
                    return None;
                }
                if from.from > to.from && is_left_open {
                    from = left
                        .moved(-1, self.today)
                        .days(self.today)
                        .first()
                        .copied()?;
                } else if from.from > to.from && is_right_open {
                    to = right
                        .moved(1, self.today)
                        .days(self.today)
                        .first()
                        .copied()?;
                } else if left.year.is_none() && right.year.is_none() && from.from.is_some() {
                    to = right.following(from.from?, to, self.today)?;
                }
                (from, to)
            }
            (Err(_), Ok(right)) => {
                let from = first(left)?;
                let right = way_of(right)?;
                let to = right.days(self.today).first().copied()?;
                (from, right.following(from.from?, to, self.today)?)
            }
            _ => (first(left)?, first(right)?),
        };
        let is_one = from.grain == to.grain && from.grain != Grain::Day && from == to;
        let grain = if is_one { from.grain } else { Grain::Days };
        (from.from < to.to).then_some(Days {
            from: from.from,
            to: to.to,
            grain,
        })
    }

    /// 5-8 тыс: the first has the scale of the second.
    fn share_scales(&mut self) {
        for at in 1..self.items.len() {
            let (Some(before), Some(joint), Some(after)) =
                (self.amount(at - 1), self.items.get(at), self.amount(at + 1))
            else {
                continue;
            };
            let sense = self.lexemes.sense(joint.start, Symbol::Joint);
            let shared = before.shared(after);
            let shared = match sense {
                Some((0, _)) => shared,
                Some(_) => shared.map(|shared| shared.with_other(before)),
                None => None,
            };
            if let Some(shared) = shared
                && let Some(item) = self.items.get_mut(at - 1)
            {
                item.kind = Kind::Number(shared);
            }
        }
    }
}

fn kind(lexemes: &Lexemes, start: usize) -> (Kind, usize) {
    let senses = lexemes.senses(start);
    // A part of a compound is no word of its own: Сен-Клер.
    let is_name = |at: usize| lexemes.is(at, Script::Letters) && lexemes.senses(at).is_none();
    let is_compound = lexemes.is(start, Script::Letters)
        && (lexemes.is_sign(start + 1, "-") && is_name(start + 2)
            || start > 1 && lexemes.is_sign(start - 1, "-") && is_name(start - 2));
    if is_compound {
        return (Kind::Word(None), start + 1);
    }
    if let Some((senses, end)) = senses
        && senses.iter().any(|(own, _)| *own == Symbol::Phrase)
    {
        return (Kind::Word(None), end);
    }
    if let Some((_, end)) = lexemes.sense(start, Symbol::CodeMark) {
        let mut last = end;
        while last == end || lexemes.is_tight(last) && !lexemes.is(last, Script::Unspaced) {
            let is_sign = lexemes.is(last, Script::Sign);
            if lexemes.token(last).is_none() || is_sign && !lexemes.is_sign(last, "-/._") {
                break;
            }
            last += 1;
        }
        if (end..last).any(|at| lexemes.is(at, Script::Digits)) {
            return (Kind::Code, last);
        }
    }
    let number = year_of_pair(lexemes, start).or_else(|| lexemes.number(start));
    if let Some(end) = code(lexemes, start) {
        return (Kind::Code, end);
    }
    if lexemes.is(start, Script::Digits)
        && let Some((numeric, end)) = Numeric::of(lexemes, start)
    {
        // A power of ten or a percent sign behind makes it a number.
        let is_longer = number.as_ref().is_some_and(|(_, number)| *number > end);
        if !is_longer || !numeric.is_number {
            let number = number.map(|(amount, _)| amount);
            return (Kind::Numeric(numeric, number), end);
        }
    }
    if lexemes.is_estimate(start) {
        return (Kind::Word(None), start + 2);
    }
    match (number, senses) {
        (Some((_, end)), _) if lexemes.sense(end, Symbol::Fraction).is_some() => {
            let behind = lexemes.number(end + 1).map_or(end + 1, |(_, end)| end);
            (Kind::Word(None), behind)
        }
        (Some((amount, end)), Some((_, longer))) if end >= longer => (Kind::Number(amount), end),
        (Some((amount, end)), None) => (Kind::Number(amount), end),
        (_, Some((senses, end))) => (Kind::Word(Some(senses)), end),
        (None, None) => (Kind::Word(None), start + 1),
    }
}

/// Nineteen ninety nine.
fn year_of_pair(lexemes: &Lexemes, start: usize) -> Option<(Amount, usize)> {
    let part = |at: usize, range: std::ops::RangeInclusive<i64>| {
        let (amount, end) = lexemes
            .number(at)
            .filter(|_| lexemes.is(at, Script::Letters))?;
        let is_part = !amount.ordinal && amount.digits == 0;
        Some((
            amount
                .plain()
                .filter(|plain| is_part && range.contains(plain))?,
            end,
        ))
    };
    let (century, end) = part(start, 18..=20)?;
    let (year, end) = part(end, 10..=99)?;
    Some((Amount::of(century * 100 + year), end))
}

fn numbers(amount: &Amount) -> impl Iterator<Item = Number> {
    let kind = match (amount.percent, amount.ordinal) {
        (true, _) => NumberKind::Percent,
        (false, true) => NumberKind::Ordinal,
        (false, false) => NumberKind::Cardinal,
    };
    amount.texts().map(move |value| Number { value, kind })
}

fn number_of_year(year: i64) -> Days {
    Frame::of(Some(year), None, None)
        .days(0)
        .first()
        .copied()
        .unwrap_or(Days::new(0, 0, Grain::Year))
}

fn modern_year(amount: &Amount) -> Option<i64> {
    let plain = amount.plain().filter(|_| !amount.ordinal)?;
    let has_digits = matches!(amount.digits, 0 | 4);
    (has_digits && (1900..2100).contains(&plain)).then_some(plain)
}

/// What a number can be in a pattern.
fn number_symbols(amount: &Amount, text: &str, take: &mut dyn FnMut(Symbol, i64)) {
    let Some(plain) = amount.plain() else {
        return;
    };
    let mut within = |symbol, range: std::ops::RangeInclusive<i64>| {
        if range.contains(&plain) {
            take(symbol, plain);
        }
    };
    if amount.digits <= 2 {
        within(Symbol::Day, 1..=31);
        within(Symbol::MonthNumber, 1..=12);
        // One quarter is an amount.
        if amount.digits > 0 || amount.ordinal || text.starts_with(is_unspaced) {
            within(Symbol::Quarter, 1..=4);
        }
        within(Symbol::Half, 1..=2);
        within(Symbol::WeekNumber, 1..=53);
        within(Symbol::Century, 1..=30);
    }
    if amount.ordinal {
        within(Symbol::DayOrdinal, 1..=31);
        within(Symbol::Nth, 1..=60);
        within(Symbol::QuarterOrdinal, 1..=4);
    } else {
        within(
            Symbol::Count,
            if text.starts_with('0') {
                1..=0
            } else {
                1..=999
            },
        );
    }
    if matches!(amount.digits, 0 | 4) {
        within(Symbol::Year, 1_000..=2_999);
    }
    if modern_year(amount).is_some() {
        take(Symbol::ModernYear, plain);
    }
    if plain % 10 == 0 && matches!(plain, 10..=90 | 1_100..=2_090) {
        take(Symbol::Decade, plain);
    }
    match amount.digits {
        2 => {
            let years = full_years(&format!("{plain:02}"));
            years
                .first()
                .into_iter()
                .for_each(|year| take(Symbol::AnyYear, *year));
        }
        3.. if plain < 10_000 && plain > 0 => take(Symbol::AnyYear, plain),
        0 if plain >= 100 && plain < 10_000 => take(Symbol::AnyYear, plain),
        _ => {}
    }
}
