//! Aggregations: metrics, grouping, conditions and order of groups.

use std::borrow::Cow;

use crate::contract::{
    Aggregation, AggregationSort, Having, Metric, Operand, Pagination, Str, Value,
};
use crate::decimal;
use crate::draft::{DraftAggregation, DraftHaving, DraftMetric, Raw, Word, Words};
use crate::finding::candidates::Known;
use crate::finding::registry;
use crate::finding::topic::{Elements, Name, Topic};
use crate::language::{Arity, Call, Function, Operator, Part, Scenario, given};
use crate::ledger::LedgerPath;
use crate::resolve::Resolver;
use crate::resolve::constraints::PageOf;
use crate::resolve::given_groups::metric_measure;
use crate::resolve::known_places::{ColumnRead, ReadFor};
use crate::span::Spanned;
use crate::tables::Column;
use crate::typed_value::{reading, typed};

impl<'a> Resolver<'a> {
    pub(crate) fn aggregation(&mut self, said: &Spanned<DraftAggregation<'a>>) -> Aggregation<'a> {
        let value = &said.value;
        self.list_cap(&value.metrics, Elements::Metrics);
        self.list_cap(&value.group_by, Elements::GroupFields);
        self.list_cap(&value.having, Elements::Conditions);
        self.list_cap(&value.sort, Elements::SortKeys);
        let mut metrics: Vec<Metric<'a>> = Vec::with_capacity(value.metrics.len());
        for (index, said) in value.metrics.iter().enumerate() {
            let metric = match &said.value.function {
                Some(function) => self.metric(index, function, &said.value),
                None => self.without_function(index, said, &metrics),
            };
            metrics.extend(metric);
        }
        self.distinct_aliases(value, &metrics);
        let group_by = value.group_by.iter();
        let group_by: Vec<Str<'a>> = group_by.filter_map(|word| self.group(word)).collect();
        if value.metrics.is_empty() && !value.group_by.is_empty() {
            self.newer(said.span, Part::Metric, "groups without a metric");
        }
        self.check_grouped_once(&value.group_by);
        self.no_type_that_groups(value, &metrics, &group_by);
        let having = value.having.iter();
        let (having, places): (Vec<_>, Vec<_>) = having
            .filter_map(|said| Some((self.having(&said.value, &metrics)?, said.span)))
            .unzip();
        self.check_having_together(&having, &places);
        let keys = value.sort.iter().enumerate();
        let (sort, spans): (Vec<AggregationSort<'a>>, Vec<_>) = keys
            .filter_map(|(index, key)| {
                let list = "/constraints/aggregation/sort";
                let order = self.sort_order(key.value.order.as_ref(), list, index);
                let by = self.group_key(&key.value.by, &metrics, &group_by)?;
                Some((AggregationSort { by, order: order? }, key.span))
            })
            .unzip();
        self.check_sorted_once(sort.iter().map(|key| &key.by).zip(spans));
        let per = self.per(value.page.as_ref(), |path, _| {
            group_by.iter().any(|by| by == path)
        });
        let pagination = Pagination {
            per,
            ..self.page(
                value.page.as_ref(),
                None,
                PageOf::Groups,
                Scenario::Aggregation,
            )
        };
        Aggregation {
            metrics,
            group_by,
            having,
            sort,
            pagination,
        }
    }

    fn metric(
        &mut self,
        index: usize,
        word: &Word<'a>,
        said: &DraftMetric<'a>,
    ) -> Option<Metric<'a>> {
        let function: Option<Function> = self.member(word);
        let over = match &said.field {
            // One value of it is computed for each row.
            Some(word) if Call::read(&word.value).is_some() => {
                Some(self.derived_column(ReadFor::Row, word)?)
            }
            Some(word) if self.is_defined(word) => return None,
            Some(word) => Some(self.column(word)?),
            None => None,
        };
        let function = function?;
        let read = over;
        let over = read.as_ref().map(|read| read.column);
        if !fits(function, over) {
            let span = said.field.as_ref().unwrap_or(word).span;
            self.report(&registry::FUNCTION_DOES_NOT_FIT, span, |me, finding| {
                let named = over.map_or("no field".to_owned(), |over| format!("`{}`", over.path()));
                let said = me.word_of(function);
                let message = format!("`{said}` cannot be computed over {named}");
                let help = match over {
                    Some(Column::Type(_)) => "instances of a type are counted, and nothing else",
                    _ => "sums and means need a number, the smallest and largest an ordered value",
                };
                let field = over.and_then(Column::field);
                finding.explain(message, help).about(field)
            });
            return None;
        }
        let span = said.field.as_ref().unwrap_or(word).span;
        if !self.is_countable(function, read.as_ref(), span) {
            return None;
        }
        if !function.gives_one() {
            self.newer(word.span, Part::Metric, "a list of values");
        }
        if let (Some(Column::Type(_)), Some(word)) = (over, &said.field) {
            self.newer(word.span, Part::Metric, "a count of instances of a type");
        }
        Some(self.named(index, function, read, said.alias.as_ref()))
    }

    /// A metric with the name it was given, or its default.
    pub(crate) fn named(
        &mut self,
        index: usize,
        function: Function,
        over: Option<ColumnRead<'a>>,
        alias: Option<&Word<'a>>,
    ) -> Metric<'a> {
        self.called(index, Some(function), over.map(|read| read.path), alias)
    }

    /// The same of a function over a path, or of what a path derives.
    pub(crate) fn called(
        &mut self,
        index: usize,
        function: Option<Function>,
        field: Option<Str<'a>>,
        alias: Option<&Word<'a>>,
    ) -> Metric<'a> {
        let alias = match alias {
            Some(word) => {
                self.not_empty(word, Name::Metric);
                self.not_a_field(word);
                word.value.clone()
            }
            None => {
                let over = field.as_deref().and_then(|path| self.tables.called(path));
                self.default_alias(index, function, over.as_deref())
            }
        };
        Metric {
            function,
            field,
            alias,
        }
    }

    /// The name of a metric must not be the code or path of a field: a reference to it would mean either.
    fn not_a_field(&mut self, word: &Word<'a>) {
        let said = &word.value;
        if self.tables.field_by_code(said).is_some() || self.tables.field_by_path(said).is_some() {
            self.report(&registry::DUPLICATE_NAME, word.span, |_, finding| {
                let message = format!("a metric is called `{said}`, which is a field");
                let finding = finding.explain(message, "give the metric a name of its own");
                finding.on(Topic::Name(Name::Metric))
            });
        }
    }

    fn default_alias(
        &mut self,
        index: usize,
        function: Option<Function>,
        over: Option<&str>,
    ) -> Str<'a> {
        let alias = Metric::default_alias(function, over);
        let path = LedgerPath::element("/constraints/aggregation/metrics", index).member("alias");
        (self.ledger).default_value(path, alias.clone(), "function and field");
        alias
    }

    fn distinct_aliases(&mut self, said: &DraftAggregation<'a>, metrics: &[Metric<'a>]) {
        for (index, metric) in metrics.iter().enumerate() {
            let mut before = metrics.iter().take(index);
            if before.any(|other| other.alias == metric.alias) {
                let place = said.metrics.get(index).map(|said| said.span);
                let span = place.unwrap_or_default();
                self.report(&registry::DUPLICATE_NAME, span, |me, finding| {
                    let message = format!("two metrics are called `{}`", metric.alias);
                    let help = me.tell(
                        "name one of them with `as`",
                        "give one of them another `alias`",
                        "give one of them another name, `MAX(f) AS n`",
                    );
                    let finding = finding.explain(message, help);
                    finding.on(Topic::Name(Name::Metric))
                });
            }
        }
    }

    /// A metric must not be called like a type that groups: a sort key could name either.
    fn no_type_that_groups(
        &mut self,
        said: &DraftAggregation<'a>,
        metrics: &[Metric<'a>],
        group_by: &[Str<'a>],
    ) {
        for (metric, place) in metrics.iter().zip(&said.metrics) {
            if group_by.contains(&metric.alias) {
                self.report(&registry::DUPLICATE_NAME, place.span, |_, finding| {
                    let name = &metric.alias;
                    let message =
                        format!("a metric is called `{name}`, and so is a type that groups");
                    let finding = finding.explain(message, "give the metric a name of its own");
                    finding.on(Topic::Name(Name::Metric))
                });
            }
        }
    }

    /// What to group by: a field that can be grouped by, or a type, whose instances each make a group.
    pub(crate) fn group(&mut self, word: &Word<'a>) -> Option<Str<'a>> {
        let read = self.column(word)?;
        let Column::Field(field) = read.column else {
            self.newer(word.span, Part::Metric, "groups by the instances of a type");
            return Some(read.path);
        };
        if field.groupable {
            return Some(read.path);
        }
        let rule = &registry::NOT_GROUPABLE;
        self.report_on(Some(field), rule, word.span, |me, finding| {
            let fields = me.tables.fields.iter();
            let groupable =
                fields.filter(|other| other.groupable && me.about.allows(&other.type_name));
            let known = groupable.map(|field| Known::field(me.tables, field));
            let candidates = me.candidates(&field.name, known.collect());
            let finding = finding.said(format!("`{}` cannot be grouped by", field.path));
            finding.candidates(candidates)
        });
        None
    }

    pub(crate) fn having(
        &mut self,
        said: &DraftHaving<'a>,
        metrics: &[Metric<'a>],
    ) -> Option<Having<'a>> {
        let comparing = || Operator::comparing().collect();
        let operator: Option<Operator> = self.member_among(&said.operator, comparing);
        let Some(metric) = self.find_metric(&said.metric, metrics) else {
            self.unknown_name(&said.metric, "metric", metrics);
            return None;
        };
        let operator = operator?;
        if !metric.gives_one() {
            let span = said.metric.span;
            self.report(&registry::OPERATOR_NOT_ALLOWED, span, |_, finding| {
                let message = format!(
                    "`{}` is a list of values, which is not compared",
                    metric.alias
                );
                let help = "say a condition on another metric, or a filter on the field";
                finding.explain(message, help)
            });
            return None;
        }
        if let Some(group) = &said.group {
            let measure = metric_measure(self.tables, metrics, metric);
            let (operator, operand) = self.held_by_group(said, group, measure)?;
            return Some(Having {
                metric: metric.alias.clone(),
                operator,
                operand,
            });
        }
        if operator.arity() != Arity::One {
            let span = said.operator.span;
            self.report(&registry::OPERATOR_NOT_ALLOWED, span, |me, finding| {
                let comparing: Vec<Operator> = Operator::comparing().collect();
                let words: Vec<&str> = comparing.iter().map(|own| me.word_of(*own)).collect();
                let known = comparing.iter().map(Known::member).collect();
                let word = me.word_of(operator);
                finding
                    .explain(
                        format!("a condition on a metric does not have `{word}`"),
                        format!("it has `{}`", words.join("`, `")),
                    )
                    .candidates(me.candidates(operator.code(), known))
            });
            return None;
        }
        let value = self.having_value(metric, said.value.as_ref()?)?;
        Some(Having {
            metric: metric.alias.clone(),
            operator,
            operand: Operand::Value(value),
        })
    }

    fn having_value(&mut self, metric: &Metric<'a>, said: &Spanned<Raw<'a>>) -> Option<Value<'a>> {
        let function = metric.function;
        let path = metric.field.as_deref();
        let field = path.and_then(|path| self.tables.field_read(path));
        // The smallest and largest value have the field's type; every other function gives a number.
        if let (Some(Function::Min | Function::Max), Some(field)) = (function, field) {
            let wrong = |wrong| self.wrong_value(field, said, wrong, None);
            let value = typed(field, said).map_err(wrong).ok()?;
            self.newer_value(&value, said.span, Part::Metric);
            return Some(value);
        }
        if let Raw::Number(digits) = &said.value {
            if decimal::is_in_range(digits) {
                return Some(Value::Decimal(Cow::Borrowed(digits)));
            }
            self.out_of_range(said);
            return None;
        }
        self.report(&registry::WRONG_VALUE_TYPE, said.span, |me, finding| {
            let function = function.map_or(metric.alias.as_ref(), |known| me.word_of(known));
            let kind = said.value.kind();
            let message = format!("`{function}` gives a number, and this is {kind}");
            let reading = reading::number(&said.value);
            finding
                .explain(message, "say a number, without quotes")
                .candidates(reading.into_iter().collect())
        });
        None
    }

    pub(crate) fn group_key(
        &mut self,
        word: &Word<'a>,
        metrics: &[Metric<'a>],
        group_by: &[Str<'a>],
    ) -> Option<Str<'a>> {
        // A grouping column is one of the columns by itself; a metric only lends its field's name.
        let path = self.path_named(&word.value);
        if let Some(by) = group_by
            .iter()
            .find(|by| Some(by.as_ref()) == path.as_deref())
        {
            return Some(by.clone());
        }
        if let Some(metric) = self.find_metric(word, metrics) {
            if metric.gives_one() {
                return Some(metric.alias.clone());
            }
            self.report(&registry::NOT_SORTABLE, word.span, |_, finding| {
                let message = format!("`{}` is a list of values, which has no order", metric.alias);
                finding.explain(message, "sort by another metric, or by what groups")
            });
            return None;
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
        let mut all = metrics.iter();
        let by_alias = all.find(|metric| given::means(&word.value, &metric.alias));
        by_alias.or_else(|| {
            let path = self.path_named(&word.value)?;
            let is_field = self.tables.field_read(&path).is_some();
            (is_field || self.tables.metric_by_name(&path).is_some()).then_some(())?;
            let mut of_field = metrics
                .iter()
                .filter(|metric| metric.field.as_ref() == Some(&path));
            let first = of_field.next()?;
            of_field.next().is_none().then_some(first)
        })
    }

    pub(crate) fn unknown_name(&mut self, word: &Word<'a>, what: &str, metrics: &[Metric<'a>]) {
        self.report(&registry::UNKNOWN_NAME, word.span, |me, finding| {
            // A name of a line stands here by its code.
            let field = (me.tables.field_by_code(&word.value)).filter(|_| me.words == Words::Sql);
            let said = field.map_or(word.value.as_ref(), |field| field.spelling());
            let message = format!("no {what} is called `{said}`");
            let help = me.tell(
                "use a name given with `as`, or the code of the metric's field",
                "use the alias of a metric, or the path of its field",
                "write the number as it is selected, `SUM(f)`, or by its alias",
            );
            let known = metrics
                .iter()
                .map(|metric| Known::plain(metric.alias.as_ref()));
            finding
                .explain(message, help)
                .candidates(me.candidates(&word.value, known.collect()))
                .on(Topic::Name(Name::Metric))
        });
    }
}

pub(crate) fn fits(function: Function, over: Option<Column<'_>>) -> bool {
    match over {
        Some(over) => over.takes(function),
        None => !function.needs_field(),
    }
}
