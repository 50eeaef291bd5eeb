//! Aggregations: metrics, grouping, conditions and order of groups.

use std::borrow::Cow;

use crate::contract::{Aggregation, AggregationSort, Having, Metric, Str, Value};
use crate::decimal;
use crate::draft::{DraftAggregation, DraftHaving, DraftMetric, Raw, Word, Words};
use crate::finding::candidates::Known;
use crate::finding::partial_finding::Advice;
use crate::finding::registry;
use crate::finding::topic::{Elements, List, Name, Topic};
use crate::language::{Arity, Function, Scenario};
use crate::ledger::{LedgerKind, LedgerPath};
use crate::resolve::Resolver;
use crate::resolve::constraints::PageOf;
use crate::span::Spanned;
use crate::tables::FieldDef;
use crate::typed_value::typed;

impl<'a> Resolver<'a> {
    pub(crate) fn aggregation(&mut self, said: &Spanned<DraftAggregation<'a>>) -> Aggregation<'a> {
        let value = &said.value;
        self.list_cap(&value.metrics, Elements::Metrics);
        self.list_cap(&value.group_by, Elements::GroupFields);
        self.list_cap(&value.having, Elements::Conditions);
        self.list_cap(&value.sort, Elements::SortKeys);
        let metrics: Vec<Metric<'a>> = value
            .metrics
            .iter()
            .enumerate()
            .filter_map(|(index, metric)| self.metric(index, &metric.value))
            .collect();
        self.distinct_aliases(value, &metrics);
        let group_by: Vec<Str<'a>> = value
            .group_by
            .iter()
            .filter_map(|word| self.group_field(word))
            .collect();
        let mut having = Vec::with_capacity(value.having.len());
        let mut places = Vec::with_capacity(value.having.len());
        for condition in &value.having {
            if let Some(kept) = self.having(&condition.value, &metrics) {
                having.push(kept);
                places.push(condition.span);
            }
        }
        self.check_groups_left(&having, &places);
        let mut sort: Vec<AggregationSort<'a>> = Vec::with_capacity(value.sort.len());
        let mut spans = Vec::with_capacity(value.sort.len());
        for (index, key) in value.sort.iter().enumerate() {
            let order = self.sort_order(
                key.value.order.as_ref(),
                "/constraints/aggregation/sort",
                index,
            );
            let by = self.group_key(&key.value.by, &metrics, &group_by);
            if let (Some(by), Some(order)) = (by, order) {
                sort.push(AggregationSort { by, order });
                spans.push(key.span);
            }
        }
        self.check_sorted_once(sort.iter().map(|key| &key.by).zip(spans));
        let pagination = self.page(value.page.as_ref(), PageOf::Groups, Scenario::Aggregation);
        Aggregation {
            metrics,
            group_by,
            having,
            sort,
            pagination,
        }
    }

    fn metric(&mut self, index: usize, said: &DraftMetric<'a>) -> Option<Metric<'a>> {
        let function = self.code(
            &said.function,
            List::Function,
            Function::ALL,
            Function::from_code,
            |function| (function.code(), function.name()),
        );
        let field = match &said.field {
            Some(word) => Some(self.field_here(word)?),
            None => None,
        };
        let function = function?;
        if !fits(function, field) {
            let span = said
                .field
                .as_ref()
                .map_or(said.function.span, |word| word.span);
            self.report(
                &registry::FUNCTION_DOES_NOT_FIT,
                span,
                |me| {
                    let over =
                        field.map_or("no field".to_owned(), |field| format!("`{}`", field.path));
                    let function = me.say(function.code(), function.name());
                    format!("`{function}` cannot be computed over {over}")
                },
                |_| {
                    let help =
                        "sums and means need a number, the smallest and largest an ordered value";
                    Advice::help(help).about(field)
                },
            );
            return None;
        }
        Some(self.named(index, function, field, said.alias.as_ref()))
    }

    /// A metric with the name it was given, or its default.
    pub(crate) fn named(
        &mut self,
        index: usize,
        function: Function,
        field: Option<&'a FieldDef>,
        alias: Option<&Word<'a>>,
    ) -> Metric<'a> {
        let alias = match alias {
            Some(word) => {
                self.not_empty(word, Name::Metric);
                self.not_a_field(word);
                word.value.clone()
            }
            None => self.default_alias(index, function, field),
        };
        Metric {
            function,
            field: field.map(|field| Cow::Borrowed(field.path.as_ref())),
            alias,
        }
    }

    /// The name of a metric must not be the code or path of a field: a reference to it would mean either.
    fn not_a_field(&mut self, word: &Word<'a>) {
        let said = &word.value;
        if self.tables.field_by_code(said).is_some() || self.tables.field_by_path(said).is_some() {
            self.report(
                &registry::DUPLICATE_NAME,
                word.span,
                |_| format!("a metric is called `{said}`, which is a field"),
                |_| Advice::help("give the metric a name of its own").on(Topic::Name(Name::Metric)),
            );
        }
    }

    fn default_alias(
        &mut self,
        index: usize,
        function: Function,
        field: Option<&'a FieldDef>,
    ) -> Str<'a> {
        let alias = Metric::default_alias(function, field.map(|field| field.name.as_ref()));
        self.ledger.note(
            LedgerKind::DefaultApplied,
            LedgerPath::element("/constraints/aggregation/metrics", index).member("alias"),
            alias.clone(),
            "function and field",
            None,
        );
        alias
    }

    fn distinct_aliases(&mut self, said: &DraftAggregation<'a>, metrics: &[Metric<'a>]) {
        for (index, metric) in metrics.iter().enumerate() {
            let before = metrics.iter().take(index);
            if before.into_iter().any(|other| other.alias == metric.alias) {
                let span = said
                    .metrics
                    .get(index)
                    .map_or_else(Default::default, |said| said.span);
                self.report(
                    &registry::DUPLICATE_NAME,
                    span,
                    |_| format!("two metrics are called `{}`", metric.alias),
                    |_| Advice::help("name one of them with `as`").on(Topic::Name(Name::Metric)),
                );
            }
        }
    }

    /// The path of a field that can be grouped by.
    pub(crate) fn group_field(&mut self, word: &Word<'a>) -> Option<Str<'a>> {
        let field = self.field_here(word)?;
        if field.groupable {
            return Some(Cow::Borrowed(&field.path));
        }
        self.report_on(
            Some(field),
            &registry::NOT_GROUPABLE,
            word.span,
            |_| format!("`{}` cannot be grouped by", field.path),
            |me| {
                let groupable = me.tables.fields.iter();
                let groupable =
                    groupable.filter(|other| other.groupable && me.about.allows(&other.type_name));
                let known = groupable
                    .map(|field| Known::field(me.tables, field))
                    .collect();
                Advice::candidates(me.candidates(&field.name, known))
            },
        );
        None
    }

    pub(crate) fn having(
        &mut self,
        said: &DraftHaving<'a>,
        metrics: &[Metric<'a>],
    ) -> Option<Having<'a>> {
        let operator = self.operator(&said.operator);
        let Some(metric) = self.find_metric(&said.metric, metrics) else {
            self.unknown_name(&said.metric, "metric", metrics);
            return None;
        };
        let operator = operator?;
        if operator.arity() != Arity::One {
            self.report(
                &registry::OPERATOR_NOT_ALLOWED,
                said.operator.span,
                |me| {
                    let operator = me.say(operator.code(), operator.name());
                    format!("a condition on a metric does not have `{operator}`")
                },
                |me| {
                    Advice::help(me.tell(
                        "it has `EQ`, `NE`, `LT`, `LE`, `GT`, `GE`",
                        "it has `eq`, `ne`, `lt`, `le`, `gt`, `ge`",
                        "it has `=`, `!=`, `<`, `<=`, `>`, `>=`",
                    ))
                },
            );
            return None;
        }
        let value = self.having_value(metric, &said.value)?;
        Some(Having {
            metric: metric.alias.clone(),
            operator,
            value,
        })
    }

    fn having_value(&mut self, metric: &Metric<'a>, said: &Spanned<Raw<'a>>) -> Option<Value<'a>> {
        let function = metric.function;
        let path = metric.field.as_deref();
        let field = path.and_then(|path| self.tables.field_by_path(path));
        // The smallest and largest value have the field's type; every other function gives a number.
        if let (Function::Min | Function::Max, Some(field)) = (function, field) {
            return match typed(field, said) {
                Ok(value) => Some(value),
                Err(wrong) => {
                    self.wrong_value(field, said, wrong, None);
                    None
                }
            };
        }
        if let Raw::Number(digits) = &said.value {
            if decimal::is_in_range(digits) {
                return Some(Value::Decimal(Cow::Borrowed(digits)));
            }
            self.out_of_range(said);
            return None;
        }
        self.report(
            &registry::WRONG_VALUE_TYPE,
            said.span,
            |me| {
                let function = me.say(function.code(), function.name());
                format!(
                    "`{function}` gives a number, and this is {}",
                    said.value.kind()
                )
            },
            |_| Advice::help("say a number, without quotes"),
        );
        None
    }

    pub(crate) fn group_key(
        &mut self,
        word: &Word<'a>,
        metrics: &[Metric<'a>],
        group_by: &[Str<'a>],
    ) -> Option<Str<'a>> {
        // A grouping field is one of the columns by itself; a metric only lends its field's name.
        if let Some(field) = self.field_named(word)
            && group_by.contains(&field.path)
        {
            return Some(Cow::Borrowed(&field.path));
        }
        if let Some(metric) = self.find_metric(word, metrics) {
            return Some(metric.alias.clone());
        }
        self.unknown_name(word, "metric or grouping field", metrics);
        None
    }

    /// A metric by its alias, or by its field where only one metric has that field.
    fn find_metric<'m>(
        &self,
        word: &Word<'a>,
        metrics: &'m [Metric<'a>],
    ) -> Option<&'m Metric<'a>> {
        let by_alias = metrics.iter().find(|metric| metric.alias == word.value);
        by_alias.or_else(|| {
            let path = self.field_named(word)?.path.as_ref();
            let mut of_field = metrics
                .iter()
                .filter(|metric| metric.field.as_deref() == Some(path));
            let first = of_field.next()?;
            of_field.next().is_none().then_some(first)
        })
    }

    fn field_named(&self, word: &Word<'a>) -> Option<&'a FieldDef> {
        match self.words {
            Words::Codes | Words::Line => self.tables.field_by_code(&word.value),
            Words::Names => self.tables.field_by_path(&word.value),
        }
    }

    fn unknown_name(&mut self, word: &Word<'a>, what: &str, metrics: &[Metric<'a>]) {
        self.report(
            &registry::UNKNOWN_NAME,
            word.span,
            |_| format!("no {what} is called `{}`", word.value),
            |me| {
                let known = metrics.iter().map(|metric| Known::plain(&metric.alias));
                let candidates = me.candidates(&word.value, known.collect());
                Advice::help("use a name given with `as`, or the code of the metric's field")
                    .or(candidates)
                    .on(Topic::Name(Name::Metric))
            },
        );
    }
}

pub(crate) fn fits(function: Function, field: Option<&FieldDef>) -> bool {
    match field {
        Some(field) => function.fits(field.value_type),
        None => !function.needs_field(),
    }
}
