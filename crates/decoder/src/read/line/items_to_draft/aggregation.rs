//! Metrics, and what goes with them.

use std::borrow::Cow;

use crate::contract;
use crate::draft::{DraftAggregation, DraftHaving, DraftMetric, Raw, Word};
use crate::line::name_lookup::Found;
use crate::read::line::items::{Comparison, Item, ItemKind, Metric, code};
use crate::read::line::items_to_draft::filters::raw;
use crate::read::line::items_to_draft::{Maker, part};
use crate::span::{Span, Spanned};

impl<'a> Maker<'a> {
    pub(super) fn numbers(&mut self, span: Span) -> &mut DraftAggregation<'a> {
        part(&mut self.draft.aggregation, span)
    }

    pub(super) fn metric(&mut self, said: Metric<'a>, span: Span) {
        let field = said.field.map(|name| self.field(name, &[]).0);
        let metric = DraftMetric {
            function: code(said.function),
            field,
            alias: said.alias,
        };
        self.numbers(span).metrics.push(Spanned::new(metric, span));
    }

    pub(super) fn having(&mut self, said: Comparison<'a>, span: Span) {
        let metric = self.key_of_groups(said.name);
        let operator = code(said.operator);
        let value = match said.value {
            Some(value) => raw(value, None),
            None => Spanned::new(Raw::Null, operator.span),
        };
        let having = DraftHaving {
            metric,
            operator,
            value,
        };
        self.numbers(span).having.push(Spanned::new(having, span));
    }

    /// A name of a metric as it was said, or of a field as its code.
    pub(super) fn key_of_groups(&mut self, name: Word<'a>) -> Word<'a> {
        if self.aliases.iter().any(|alias| *alias == name.value) {
            return name;
        }
        match self.scope(&[]).field(&name.value) {
            Found::One(field) => Spanned::new(Cow::Borrowed(field.code.as_ref()), name.span),
            _ => name,
        }
    }

    pub(super) fn names_of_metrics(&self, items: &[Item<'a>]) -> Vec<String> {
        let metrics = items.iter().filter_map(|item| match &item.value {
            ItemKind::Metric(metric) => Some(metric),
            _ => None,
        });
        let named = metrics.map(|metric| match (&metric.alias, &metric.field) {
            (Some(alias), _) => alias.value.clone().into_owned(),
            (None, field) => {
                let found = field
                    .as_ref()
                    .map(|name| self.scope(&[]).field(&name.value));
                let name = match found {
                    Some(Found::One(field)) => Some(field.name.as_ref()),
                    _ => None,
                };
                contract::Metric::default_alias(metric.function.value, name).into_owned()
            }
        });
        named.collect()
    }
}
