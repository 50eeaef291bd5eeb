//! Metrics, and what goes with them.

use std::borrow::Cow;

use crate::contract;
use crate::draft::{DraftAggregation, DraftGroupSort, DraftHaving, DraftMetric, Raw, Word};
use crate::finding::{Candidate, registry};
use crate::language::{Call, Derivation, Function, Key, Order, given};
use crate::line::canonical_names;
use crate::line::name_lookup::Found;
use crate::read::line::items::{Column, Comparison, GroupKey, Item, ItemKind, Metric, With, code};
use crate::read::line::items_to_draft::filters::raw;
use crate::read::line::items_to_draft::{Maker, part};
use crate::span::{Span, Spanned};
use crate::tables::{self, FieldDef, Tables};

/// What a line asks for of its groups.
#[derive(Debug, Default)]
pub(super) struct Asked {
    metrics: Vec<AskedMetric>,
    group_by: Vec<Meant>,
}

/// What a column stands for.
#[derive(Debug, PartialEq)]
struct Meant {
    /// Its code, or the name of a type, at its place.
    code: String,
    /// The same as contracts have it.
    path: String,
}

impl Meant {
    fn is(&self, field: &FieldDef) -> bool {
        self.code == field.code
    }

    fn of(column: tables::Column<'_>) -> Self {
        Self {
            code: column.code().to_owned(),
            path: column.path().to_owned(),
        }
    }

    fn at(self, place: &str) -> Self {
        Self {
            code: given::read_at(place, &self.code).into_owned(),
            path: given::read_at(place, &self.path).into_owned(),
        }
    }
}

impl Asked {
    /// Whether a metric has this name.
    fn has(&self, name: &str) -> bool {
        self.metrics.iter().any(|metric| metric.alias == name)
    }
}

/// A metric with the name it has, said or not.
#[derive(Debug)]
struct AskedMetric {
    alias: String,
    function: Option<Function>,
    over: Option<Meant>,
}

impl<'a> Maker<'a> {
    pub(super) fn numbers(&mut self, span: Span) -> &mut DraftAggregation<'a> {
        part(&mut self.draft.aggregation, span)
    }

    pub(super) fn metric(&mut self, said: Metric<'a>, span: Span) {
        let over = said.over.map(|over| self.column(over));
        let metric = DraftMetric {
            function: said.function.map(code),
            field: over,
            alias: said.alias,
        };
        self.numbers(span).metrics.push(Spanned::new(metric, span));
    }

    /// What a draft says for a column that has a name: the code of a field, or the name of a type.
    pub(super) fn column_near(&mut self, name: Word<'a>, types: &[&'a str]) -> Word<'a> {
        let is_type = self.tables.type_by_name(&name.value).is_some();
        match self.scope(types).field(&name.value) {
            Found::Nothing if is_type => name,
            _ => self.field(name, types).0,
        }
    }

    /// What a draft says for a column: the code of a field, the name of a type, a given name with its mark.
    pub(super) fn column(&mut self, said: Column<'a>) -> Word<'a> {
        match said {
            Column::Type(name) | Column::Metric(name) => name,
            Column::Given(name) => self.field(name, &[]).0,
            Column::Named(name) => match self.scope(&[]).field(&name.value) {
                Found::Nothing if self.tables.type_by_name(&name.value).is_some() => name,
                Found::Nothing if self.tables.metric_by_name(&name.value).is_some() => {
                    self.metric_code(name)
                }
                // Without its mark, where it can be nothing else.
                Found::Nothing if self.asked.has(&name.value) => {
                    Spanned::new(given::reference(&name.value), name.span)
                }
                _ => self.field(name, &[]).0,
            },
        }
    }

    /// The code of a metric of the codebook, or its name with the mark where it is asked for.
    fn metric_code(&self, name: Word<'a>) -> Word<'a> {
        if self.asked.has(&name.value) {
            return Spanned::new(given::reference(&name.value), name.span);
        }
        let tables: &'a Tables = self.tables;
        let def = tables.metric_by_name(&name.value);
        let code = def.map(|def| Cow::Borrowed(def.code.as_ref()));
        Spanned::new(code.unwrap_or(name.value), name.span)
    }

    /// What a column stands for.
    fn meant(&self, said: &Column<'a>) -> Option<Meant> {
        match said {
            Column::Type(name) => self.type_meant(&name.value),
            Column::Metric(code) => self.metric_meant(&code.value),
            Column::Given(name) | Column::Named(name) => self.name_meant(&name.value),
        }
    }

    fn type_meant(&self, name: &str) -> Option<Meant> {
        let def = self.tables.type_by_name(name)?;
        Some(Meant::of(tables::Column::Type(&def.name)))
    }

    fn metric_meant(&self, code: &str) -> Option<Meant> {
        let def = self.tables.metric_by_code(code)?;
        Some(Meant {
            code: def.code.to_string(),
            path: def.name.to_string(),
        })
    }

    fn name_meant(&self, name: &str) -> Option<Meant> {
        if let Some(call) = Call::read(name) {
            let derivation = Derivation::from_mark(call.name)?;
            let of = call.of.iter().map(|name| self.name_meant(name));
            let of: Vec<Meant> = of.collect::<Option<_>>()?;
            let codes: Vec<&str> = of.iter().map(|meant| meant.code.as_str()).collect();
            let paths: Vec<&str> = of.iter().map(|meant| meant.path.as_str()).collect();
            return Some(Meant {
                code: Call::written(derivation.code(), &codes),
                path: Call::written(derivation.name(), &paths),
            });
        }
        let field = |field| Meant::of(tables::Column::Field(field));
        if given::name(name).is_some() {
            let (place, read) = given::at_place(name);
            let Some(place) = place else {
                // The name of a metric.
                return Some(Meant {
                    code: name.to_owned(),
                    path: name.to_owned(),
                });
            };
            let first = self
                .fields_at(place, read)
                .first()
                .map(|first| field(first));
            return Some(first.or_else(|| self.type_meant(read))?.at(place));
        }
        match self.scope(&[]).field(name) {
            Found::One(found) => Some(field(found)),
            Found::Nothing => self.type_meant(name),
            Found::Several(_) => None,
        }
    }

    pub(super) fn having(&mut self, by: GroupKey<'a>, said: Comparison<'a>, span: Span) {
        let metric = self.key_of_groups(by);
        let operator = code(said.operator);
        let (value, group) = match said.with {
            With::Value(value) => (Some(raw(value, None)), None),
            With::Group(group) => (None, Some(group)),
            With::Nothing | With::Field(_) => (Some(Spanned::new(Raw::Null, operator.span)), None),
        };
        let having = DraftHaving {
            metric,
            operator,
            value,
            group,
        };
        self.numbers(span).having.push(Spanned::new(having, span));
    }

    pub(super) fn sort_of_groups(&mut self, by: GroupKey<'a>, order: Spanned<Order>, span: Span) {
        let by = self.key_of_groups(by);
        let order = Some(code(order));
        let sort = Spanned::new(DraftGroupSort { by, order }, span);
        self.numbers(span).sort.push(sort);
    }

    /// A name of a metric as it was said, or of a field as its code.
    fn key_of_groups(&mut self, key: GroupKey<'a>) -> Word<'a> {
        let (name, quoted) = match key {
            GroupKey::Name(name) => (name, false),
            GroupKey::Quoted(name) => (name, true),
            GroupKey::Given(name) => return self.field(name, &[]).0,
            GroupKey::Type(name) => return name,
            GroupKey::Metric(metric, span) => return self.asked_for(&metric, span),
        };
        if !quoted && Call::read(&name.value).is_some() {
            return self.field(name, &[]).0;
        }
        let field = match self.scope(&[]).field(&name.value) {
            Found::One(field) => Some(field),
            _ => None,
        };
        let mut metrics = self.asked.metrics.iter();
        if let Some(at) = metrics.position(|metric| metric.alias == name.value) {
            if let Some(field) = field.filter(|_| !quoted) {
                self.metric_or_field(&name, at, field);
            }
            return name;
        }
        // A metric of the codebook has the name that it is given.
        let mut metrics = self.asked.metrics.iter();
        let defined = metrics.find(|metric| {
            let over = metric.over.as_ref().filter(|_| metric.function.is_none());
            over.is_some_and(|over| over.path == name.value)
        });
        match (field, defined) {
            (Some(field), _) => Spanned::new(Cow::Borrowed(field.code.as_ref()), name.span),
            (None, Some(metric)) => Spanned::new(Cow::Owned(metric.alias.clone()), name.span),
            (None, None) => name,
        }
    }

    /// The name of the metric that is asked for in these words; the words themselves where none is.
    fn asked_for(&self, said: &Metric<'a>, span: Span) -> Word<'a> {
        let over = said.over.as_ref().map(|over| self.meant(over));
        let mut metrics = self.asked.metrics.iter();
        let found = metrics.find(|metric| {
            let same = match &over {
                None => metric.over.is_none(),
                Some(said) => said.is_some() && *said == metric.over,
            };
            same && metric.function == said.function.as_ref().map(|said| said.value)
        });
        let words = self.text.get(span.start..span.end).unwrap_or_default();
        let name = found.map_or_else(|| words.into(), |metric| metric.alias.clone().into());
        Spanned::new(name, span)
    }

    /// Asks which is meant, where a bare name is a metric's and also that of a field which groups or is computed.
    fn metric_or_field(&mut self, name: &Word<'a>, at: usize, field: &'a FieldDef) {
        let mut others = (self.asked.metrics.iter().enumerate()).filter(|(other, _)| *other != at);
        let computed =
            others.find(|(_, metric)| metric.over.as_ref().is_some_and(|over| over.is(field)));
        let mut group_by = self.asked.group_by.iter();
        let groups = group_by.any(|by| by.is(field));
        let other = match computed {
            Some((_, metric)) if !groups => {
                let mark = metric.function.map_or("", Function::mark);
                format!("{mark}({})", field.spelling())
            }
            _ if groups => field.path.to_string(),
            _ => return,
        };
        self.report(&registry::AMBIGUOUS_NAME, name.span, |finding| {
            let message = format!("`{}` is the name of a metric and a field", name.value);
            let readings = [canonical_names::reference(&name.value), other];
            finding
                .explain(
                    message,
                    "say a metric's name with `&`, and a field by its whole path",
                )
                .candidates(readings.map(Candidate::plain).into())
        });
    }

    /// What a line asks for: needed before its items are read, since a key may stand before its metric.
    pub(super) fn asked(&self, items: &[Item<'a>]) -> Asked {
        let mut asked = Asked::default();
        for item in items {
            match &item.value {
                ItemKind::Metric(metric) => {
                    let over = metric.over.as_ref().and_then(|over| self.meant(over));
                    let function = metric.function.as_ref().map(|said| said.value);
                    let alias = match &metric.alias {
                        Some(alias) => alias.value.clone().into_owned(),
                        None => {
                            let name = over
                                .as_ref()
                                .and_then(|over| self.tables.called(&over.path));
                            contract::Metric::default_alias(function, name.as_deref()).into_owned()
                        }
                    };
                    asked.metrics.push(AskedMetric {
                        alias,
                        function,
                        over,
                    });
                }
                ItemKind::Columns(Key::By, columns) => {
                    let known = columns.iter().filter_map(|said| self.meant(said));
                    asked.group_by.extend(known);
                }
                _ => {}
            }
        }
        asked
    }
}
