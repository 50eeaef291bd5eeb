//! A mark that touches a bare value, and may belong to it.

use crate::escape::quoted;
use crate::finding::{Candidate, registry};
use crate::language::Operator;
use crate::line::name_lookup::Found;
use crate::line::word;
use crate::read::line::items::{Bare, Item, ItemKind, across};
use crate::read::line::items_to_draft::Maker;
use crate::read::line::items_to_draft::doubts::End;
use crate::span::Span;

impl<'a> Maker<'a> {
    /// Asks about an item that begins where the one before it ends, and may belong to it: where what touches ends.
    /// `items`: it and those behind it.
    pub(super) fn runs_on(
        &mut self,
        before: &Item<'a>,
        item: &Item<'a>,
        items: &[Item<'a>],
        types: &[&'a str],
    ) -> Option<usize> {
        if before.span.end != item.span.start {
            return None;
        }
        let rest = self.text.get(item.span.start..).unwrap_or_default();
        let quote = rest.starts_with('"');
        let end = self.end(before);
        let doubtful = match end {
            End::Text(_) | End::Value(_) | End::Figure | End::Presence => true,
            End::Name => quote,
            // Quotes that are doubled, or a text that goes on behind its own.
            End::Quoted => {
                quote || rest.starts_with(|first: char| first == '_' || first.is_alphanumeric())
            }
            End::Closed => false,
        };
        doubtful.then_some(())?;
        let mut apart = true;
        if let ItemKind::Lost(fault) = item.value {
            // What is no item by itself can only belong to a text. A sign of another width has its own advice.
            let mark = !quote && rest.starts_with(|first: char| first.is_ascii());
            let value = match end {
                End::Text(_) => true,
                // A value that stands alone, and no name that was said before its field.
                End::Value(_) => !matches!(before.value, ItemKind::Having(..)),
                _ => false,
            };
            (value && mark).then_some(())?;
            self.explained.push(fault);
            apart = false;
        }
        let mut last = item.span.start;
        let last = items
            .iter()
            .take_while(|other| {
                let touches = other.span.start == last;
                last = other.span.end;
                touches
            })
            .last()
            .map_or(item.span, |last| last.span);
        let whole = across(before.span, last);
        let (front, back) = (self.slice(before.span), self.slice(across(item.span, last)));
        let (front, back) = (front.to_owned(), back.to_owned());
        let value = match end {
            End::Text(value) | End::Value(value) => Some(value),
            End::Presence => {
                let stars = front.len() - front.trim_end_matches('*').len();
                Some(Span::new(before.span.end - stars, before.span.end))
            }
            End::Figure | End::Name | End::Quoted | End::Closed => None,
        };
        let together = self.together(before, value, last, types);
        self.report(&registry::TWO_READINGS, whole, |finding| {
            let apart = match back.strip_prefix([',', ';', '&']) {
                // A sign that parts things in prose.
                Some(rest) if !apart => (matches!(end, End::Value(_)) && word::is_bare(rest))
                    .then(|| format!("{front} {rest}")),
                _ => apart.then(|| format!("{front} {back}")),
            };
            let readings = together.into_iter().chain(apart);
            finding
                .explain(
                    format!("`{back}` touches `{front}` and may belong to it"),
                    "put a blank between two items, and a text with marks in quotes",
                )
                .candidates(readings.map(Candidate::plain).collect())
        });
        Some(whole.end)
    }

    /// An item and what touches it, up to the end of `last`, as one item; `value`: the place of the item's value.
    fn together(
        &mut self,
        before: &Item<'a>,
        value: Option<Span>,
        last: Span,
        types: &[&'a str],
    ) -> Vec<String> {
        let front = self.slice(before.span);
        let back = self.slice(Span::new(before.span.end, last.end));
        let joined = value.map(|value| self.joined(before.span, value, last));
        let instead = match &before.value {
            ItemKind::Bare(name) => {
                let compared = self.text_behind_sign(name, back, types);
                if compared.is_some() {
                    self.compared.push(across(before.span, last));
                }
                compared
            }
            ItemKind::Filter(said) => {
                let mark =
                    value.map(|value| self.slice(Span::new(said.name.span.end, value.start)));
                let listed = back.starts_with(',') && matches!(mark, Some("=" | "!="));
                listed.then(|| front.to_owned() + &back.replace(',', "|"))
            }
            _ => None,
        };
        // A name is no value that goes on.
        let is_name = matches!(before.value, ItemKind::Bare(_));
        let joined = joined.filter(|_| instead.is_none() || !is_name);
        instead.into_iter().chain(joined).collect()
    }

    /// A name and what touches it as a comparison with a text, where a sign is between them and the texts of the field
    /// have an order: behind a sign a text stands in quotes.
    fn text_behind_sign(&self, name: &Bare<'a>, behind: &str, types: &[&'a str]) -> Option<String> {
        let signs = [Operator::Lt, Operator::Gt].map(Operator::mark);
        let sign = signs.into_iter().find(|sign| behind.starts_with(sign))?;
        let text = behind.strip_prefix(sign)?;
        let Found::One(field) = self.scope(types).field(&name.word) else {
            return None;
        };
        let name = field.spelling();
        field
            .ordered
            .then(|| format!("{name}{sign}{}", quoted(text)))
    }
}
