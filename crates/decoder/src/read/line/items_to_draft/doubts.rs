//! What a line leaves in doubt between two items: whether a mark that touches a value belongs to it, whether a text
//! behind a bare value is its other half, and what a bare number says. Each is a question with its readings.

mod touching;

use crate::draft::Word;
use crate::escape::quoted;
use crate::finding::{Candidate, registry};
use crate::language::{Key, given, is_line_keyword};
use crate::line::name_lookup::Found;
use crate::line::rows;
use crate::line::word::is_figure;
use crate::read::line::items::{Bare, Comparison, Item, ItemKind, Scalar, Value, With, across};
use crate::read::line::items_to_draft::Maker;
use crate::read::line::items_to_draft::nearest_type::type_of;
use crate::span::Span;
use crate::tables::FieldDef;

/// Digits that stand together in a number that is written in groups.
const GROUPED: usize = 3;

/// What an item ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// A bare value, or a name that was made up; a text could go on.
    Text(Span),
    /// A bare value that is no text.
    Value(Span),
    /// A figure that can stand in no quotes.
    Figure,
    /// A name of the codebook, or a keyword.
    Name,
    /// A text in quotes.
    Quoted,
    /// The mark of a value that is there.
    Presence,
    /// A bracket.
    Closed,
}

impl<'a> Maker<'a> {
    /// Asks about what is in doubt in a line, or in a group of these types, and gives the places of that in their order.
    pub(super) fn doubts(&mut self, items: &[Item<'a>], types: &[&'a str]) -> Doubts {
        let mut doubts = Doubts::default();
        let mut before: Option<&Item<'a>> = None;
        // Items that touch one another are asked about once.
        let mut told = 0;
        for (at, item) in items.iter().enumerate() {
            if let Some(before) = before
                && item.span.start >= told
            {
                let rest = items.get(at..).unwrap_or_default();
                match self.runs_on(before, item, rest, types) {
                    Some(end) => {
                        told = end;
                        doubts.0.push(Span::new(before.span.start, end));
                    }
                    None => {
                        if let Some(end) = self.goes_on(before, item, rest, types) {
                            told = end;
                            doubts.0.push(Span::new(before.span.start, end));
                        }
                    }
                }
            }
            if let ItemKind::Limit(limit) = &item.value
                && !doubts.have(item.span)
                && self.bare_number(limit.value, item.span)
            {
                doubts.0.push(item.span);
            }
            before = (!matches!(item.value, ItemKind::Lost(_))).then_some(item);
        }
        doubts
    }

    /// Asks whether an item goes on with the value before it: where what may belong to it ends. `items`: it and those
    /// behind it.
    fn goes_on(
        &mut self,
        before: &Item<'a>,
        item: &Item<'a>,
        items: &[Item<'a>],
        types: &[&'a str],
    ) -> Option<usize> {
        let mut whole = across(before.span, item.span);
        match (&item.value, self.end(before)) {
            (ItemKind::Text(_), End::Text(value)) if self.is_text(before, types) => {
                let apart = self.apart(before.span, value, item.span);
                let joined = self.joined(before.span, value, item.span);
                let (said, text) = (
                    self.slice(value).to_owned(),
                    self.slice(item.span).to_owned(),
                );
                self.report(&registry::TWO_READINGS, whole, |finding| {
                    finding
                        .explain(
                            format!("the text {text} behind `{said}` may be the rest of it"),
                            "put the whole value in quotes, or the value before a text to look for",
                        )
                        .candidates([joined, apart].map(Candidate::plain).into())
                });
            }
            (ItemKind::Limit(limit), _)
                if is_group(limit.value) && self.last_figure(before).is_some_and(is_digits) =>
            {
                let figure = self.last_figure(before).unwrap_or_default();
                let front = self.slice(before.span).to_owned();
                let digits = limit.value;
                let (groups, end) = groups(items);
                let number = front.clone() + &groups;
                // A line has one number of rows, and not more than there may be.
                let is_limit = matches!(
                    before.value,
                    ItemKind::Limit(_) | ItemKind::Rows(Key::Lim, _)
                );
                let most = u64::from(self.tables.limits.page_cap);
                if is_limit
                    && !format!("{figure}{groups}")
                        .parse()
                        .is_ok_and(|rows: u64| rows <= most)
                {
                    return None;
                }
                whole.end = end.unwrap_or(whole.end);
                let apart = (!is_limit && rows::is_number(digits))
                    .then(|| format!("{front} {}", rows::named(digits)));
                self.report(&registry::TWO_READINGS, whole, |finding| {
                    let readings = std::iter::once(number).chain(apart);
                    finding
                        .explain(
                            format!("`{digits}` behind `{front}` may be the rest of the number"),
                            "write a number without blanks, and a number of rows as `limit N`",
                        )
                        .candidates(readings.map(Candidate::plain).collect())
                });
            }
            _ => return None,
        }
        Some(whole.end)
    }

    /// The figure that an item ends with: a value, or a number of rows, of rows left out or of texts.
    fn last_figure(&self, item: &Item<'a>) -> Option<&'a str> {
        match &item.value {
            ItemKind::Limit(digits) | ItemKind::Rows(_, digits) | ItemKind::Top(digits) => {
                Some(digits.value)
            }
            _ => match self.end(item) {
                End::Text(value) | End::Value(value) => Some(self.slice(value)),
                _ => None,
            },
        }
    }

    /// Asks about a bare number beside a text that is written in figures, and gives whether that was asked.
    fn bare_number(&mut self, digits: &'a str, span: Span) -> bool {
        let tables = self.tables;
        let near = [self.near.targets.as_slice(), &self.near.others].concat();
        let is_near = |name: &str| near.is_empty() || near.contains(&name);
        let types = tables.types.iter();
        if !types.clone().any(|def| def.figures && is_near(&def.name)) {
            return false;
        }
        self.report(&registry::TWO_READINGS, span, |finding| {
            let fields = tables.fields.iter();
            let fields = fields.filter(|field| field.figures && is_near(&field.type_name));
            let said = |field: &FieldDef| {
                let only = near.len() == 1 || tables.types.len() == 1;
                let name = if only { field.spelling() } else { &field.path };
                format!("{name}={digits}")
            };
            let cap = (tables.limits.candidates_cap as usize).saturating_sub(1);
            let rows = rows::is_number(digits).then(|| rows::named(digits));
            let message = match rows {
                Some(_) => format!("`{digits}` may be a value or a number of rows"),
                None => format!("`{digits}` stands alone, and is no number of rows"),
            };
            let readings = fields.map(said).take(cap).chain(rows);
            finding
                .explain(
                    message,
                    "say the value with its field, and a number of rows as `limit N`",
                )
                .candidates(readings.map(Candidate::plain).collect())
        });
        true
    }

    fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// An item whose value and all that follows it to the end of another place stand in quotes.
    fn joined(&self, item: Span, value: Span, last: Span) -> String {
        let front = self.slice(Span::new(item.start, value.start));
        let whole = self.slice(Span::new(value.start, last.end));
        format!("{front}{}", quoted(whole))
    }

    /// An item whose value stands in quotes, and what follows it.
    fn apart(&self, item: Span, value: Span, next: Span) -> String {
        let front = self.slice(Span::new(item.start, value.start));
        let back = self.slice(Span::new(value.end, item.end));
        format!(
            "{front}{}{back} {}",
            quoted(self.slice(value)),
            self.slice(next)
        )
    }

    fn end(&self, item: &Item<'a>) -> End {
        let said = self.slice(item.span);
        let bare = |span: Span| {
            if is_figure(self.slice(span).trim_start_matches('-')) {
                End::Value(span)
            } else {
                End::Text(span)
            }
        };
        if said.ends_with('"') {
            return End::Quoted;
        }
        if said.ends_with(['`', ')', '}', ']']) {
            return End::Closed;
        }
        match &item.value {
            ItemKind::Bare(word) if self.is_name(word) => End::Name,
            ItemKind::Bare(_) => End::Value(item.span),
            ItemKind::AnyOf(words) | ItemKind::NoneOf(words) => {
                words.last().map_or(End::Name, |word| End::Value(word.span))
            }
            ItemKind::Entity(entity) => End::Text(entity.id.as_ref().unwrap_or(&entity.text).span),
            ItemKind::Relation(relation) if relation.to.is_some() => End::Figure,
            ItemKind::GraphWalk(walk) if walk.direction.is_none() => End::Figure,
            // Whatever the field holds: its type may be said further on.
            ItemKind::Filter(said) if ends_with_name(said) => End::Name,
            ItemKind::Filter(said) => last_value(said).map_or(End::Presence, End::Text),
            ItemKind::Having(_, said) if ends_with_name(said) => End::Name,
            ItemKind::Having(_, said) => last_value(said).map_or(End::Presence, bare),
            ItemKind::Limit(_) | ItemKind::Rows(..) | ItemKind::Top(_) => End::Figure,
            ItemKind::Metric(metric) => {
                (metric.alias.as_ref()).map_or(End::Name, |alias| End::Text(alias.span))
            }
            ItemKind::Corpus(word) | ItemKind::Tag(word) | ItemKind::Project(word) => {
                End::Text(word.span)
            }
            ItemKind::Question(asked) => {
                (asked.options.last()).map_or(End::Quoted, |answer| End::Text(answer.span))
            }
            _ => End::Name,
        }
    }

    /// Whether an item ends with a value of a text field, or with the name of an entity.
    fn is_text(&self, item: &Item<'a>, types: &[&'a str]) -> bool {
        match &item.value {
            ItemKind::Entity(_) => true,
            ItemKind::Filter(said) => {
                (self.named(&said.name, types)).is_some_and(|field| field.value_type.is_text())
            }
            _ => false,
        }
    }

    fn named(&self, name: &Word<'a>, types: &[&'a str]) -> Option<&'a FieldDef> {
        if let (Some(place), read) = given::at_place(&name.value) {
            return self.fields_at(place, read).first().copied();
        }
        match self.scope(types).field(&name.value) {
            Found::One(field) => Some(field),
            Found::Several(fields) => fields.first().copied(),
            Found::Nothing => None,
        }
    }

    fn is_name(&self, bare: &Bare<'a>) -> bool {
        type_of(bare, self.tables).is_some() || (!bare.quoted && is_line_keyword(&bare.word))
    }
}

/// The places of what is in doubt, in their order.
#[derive(Debug, Default)]
pub(super) struct Doubts(pub(super) Vec<Span>);

impl Doubts {
    /// Whether a place is in one of them: what is wrong there may only follow from the doubt.
    pub(super) fn have(&self, place: Span) -> bool {
        let before = self.0.partition_point(|doubt| doubt.start <= place.start);
        let last = before.checked_sub(1).and_then(|last| self.0.get(last));
        last.is_some_and(|doubt| place.end <= doubt.end)
    }
}

/// The digits of the groups of a number that items begin with, and where they end. Behind a fraction there is none.
fn groups(items: &[Item<'_>]) -> (String, Option<usize>) {
    let (mut number, mut end) = (String::new(), None);
    for item in items {
        match &item.value {
            ItemKind::Limit(limit) if is_group(limit.value) && !number.contains('.') => {
                number.push_str(limit.value);
                end = Some(item.span.end);
            }
            _ => break,
        }
    }
    (number, end)
}

/// Whether a comparison is with what has a name: a field, a group.
const fn ends_with_name(said: &Comparison<'_>) -> bool {
    matches!(said.with, With::Field(_) | With::Group(_))
}

/// The place of the last value of a comparison; `None` where it has none.
fn last_value(said: &Comparison<'_>) -> Option<Span> {
    let With::Value(value) = &said.with else {
        return None;
    };
    match &value.value {
        Value::One(Scalar::Flag(_)) => None,
        Value::One(_) => Some(value.span),
        Value::Many(values) => Some(values.last().map_or(value.span, |last| last.span)),
    }
}

fn is_digits(said: &str) -> bool {
    let said = said.strip_prefix('-').unwrap_or(said);
    !said.is_empty() && said.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether these are the digits of a group, with a fraction or without.
fn is_group(said: &str) -> bool {
    let (whole, fraction) = said.split_once('.').unwrap_or((said, "0"));
    whole.len() == GROUPED && is_digits(whole) && is_digits(fraction)
}
