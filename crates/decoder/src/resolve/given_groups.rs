//! Groups that filters and conditions on metrics compare with, by their names.

use crate::contract::{Filter, Group, Metric, Operand, Str};
use crate::draft::{DraftFilter, DraftHaving, Word};
use crate::finding::candidates::Known;
use crate::finding::registry;
use crate::finding::topic::{Elements, Name, Topic};
use crate::language::{Function, GROUP_LEVELS, Operator, Part, given};
use crate::resolve::Resolver;
use crate::resolve::derived_metrics::derived_kind;
use crate::tables::{Column, Measure, Tables};

/// A group that is matched by itself, as those behind it and the whole know it.
pub(crate) struct GivenGroup<'a> {
    pub(crate) name: Str<'a>,
    gives: Gives<'a>,
    /// Whether it gives one row at most.
    one_row: bool,
    /// How many groups stand in one another, itself counted.
    levels: u32,
    is_side: bool,
}

/// What the rows of a group are.
enum Gives<'a> {
    /// Instances of these types.
    Instances(Vec<Str<'a>>),
    /// Values, column by column; `None`: of a column that is compared with nothing.
    Columns(Vec<Option<Measure<'a>>>),
    /// Nothing that is known: it has findings.
    Unknown,
}

impl<'a> GivenGroup<'a> {
    pub(crate) fn of(
        tables: &'a Tables,
        group: &Group<'a>,
        levels: u32,
        (is_side, is_sound): (bool, bool),
    ) -> Self {
        let gives = match group.has_columns() {
            _ if !is_sound => Gives::Unknown,
            false => Gives::Instances(group.grounding.target_types.clone()),
            true => Gives::Columns(columns(tables, group)),
        };
        let page = group.page();
        let single = page.is_some_and(|page| page.limit == 1 && page.per.is_empty());
        let numbers = group.aggregation.as_deref();
        Self {
            name: group.name.clone(),
            gives,
            one_row: single || numbers.is_some_and(|numbers| numbers.group_by.is_empty()),
            levels,
            is_side,
        }
    }

    /// Whether its rows can be compared with what is of this measure.
    fn fits(&self, compared: &Compared<'_>, operator: Operator) -> bool {
        let (one_row, is_member) = (self.one_row, is_membership(operator));
        match (&self.gives, compared) {
            (Gives::Unknown, _) => true,
            (Gives::Instances(types), Compared::Instance(name)) => {
                is_member && matches!(types.as_slice(), [only] if only == name)
            }
            (Gives::Columns(columns), Compared::Value(Some(measure))) => {
                let same = matches!(columns.as_slice(), [Some(only)] if only == measure);
                same && (is_member || one_row)
            }
            _ => false,
        }
    }
}

/// What is compared with a group.
enum Compared<'n> {
    /// An instance of this type.
    Instance(&'n str),
    /// A value of this measure; `None`: one that is compared with nothing.
    Value(Option<Measure<'n>>),
}

impl<'a> Resolver<'a> {
    /// A filter that compares with what a group gives.
    pub(crate) fn filter_by_group(
        &mut self,
        said: &DraftFilter<'a>,
        word: &Word<'a>,
    ) -> Option<Filter<'a>> {
        self.newer(word.span, Part::Filter, "a comparison with a group");
        let read = self.column(&said.field);
        let operator = self.group_operator(&said.operator);
        let is_alone = self.is_alone(
            &said.operator,
            said.value.is_some() || said.value_field.is_some(),
        );
        let (read, operator) = (read?, operator?);
        let compared = match read.column {
            Column::Type(name) => Compared::Instance(name),
            Column::Field(field) if !field.operators.contains(&operator) => {
                self.operator_not_allowed(field, operator, said);
                return None;
            }
            Column::Field(_) => Compared::Value(self.tables.measure(&read.path)),
        };
        let name = self.given_group(word, &compared, operator)?;
        is_alone.then_some(Filter {
            field: read.path,
            operator,
            operand: Some(Operand::Group(name)),
        })
    }

    /// What a condition on a metric of this measure compares with, where that is a group.
    pub(crate) fn held_by_group(
        &mut self,
        said: &DraftHaving<'a>,
        word: &Word<'a>,
        measure: Option<Measure<'_>>,
    ) -> Option<(Operator, Operand<'a>)> {
        self.newer(word.span, Part::Metric, "a comparison with a group");
        let operator = self.group_operator(&said.operator);
        let is_alone = self.is_alone(&said.operator, said.value.is_some());
        let operator = operator?;
        let name = self.given_group(word, &Compared::Value(measure), operator)?;
        is_alone.then_some((operator, Operand::Group(name)))
    }

    /// An operator that compares with a group: membership, or which is the larger one.
    fn group_operator(&mut self, word: &Word<'a>) -> Option<Operator> {
        let fitting = || Operator::comparing_groups().collect();
        let operator: Operator = self.member_among(word, fitting)?;
        if operator.compares_groups() {
            return Some(operator);
        }
        self.report(&registry::OPERATOR_NOT_ALLOWED, word.span, |me, finding| {
            let all: Vec<Operator> = fitting();
            let words: Vec<&str> = all.iter().map(|own| me.word_of(*own)).collect();
            let nearest = match operator {
                Operator::Eq => vec![Known::member(&Operator::In)],
                Operator::Ne => vec![Known::member(&Operator::NotIn)],
                _ => all.iter().map(Known::member).collect(),
            };
            let message = format!("`{}` compares with no group", me.word_of(operator));
            finding
                .explain(
                    message,
                    format!("a group goes with `{}`", words.join("`, `")),
                )
                .candidates(me.candidates("", nearest))
        });
        None
    }

    fn is_alone(&mut self, operator: &Word<'a>, said_more: bool) -> bool {
        if said_more {
            self.report(&registry::WRONG_ARITY, operator.span, |_, finding| {
                let message = format!(
                    "`{}` compares with a group or with something else, and not both",
                    operator.value
                );
                finding.explain(message, "say the one that is meant")
            });
        }
        !said_more
    }

    /// The group that a word names, where it can be compared so.
    fn given_group(
        &mut self,
        word: &Word<'a>,
        compared: &Compared<'_>,
        operator: Operator,
    ) -> Option<Str<'a>> {
        let mut given = self.given.iter();
        let Some(group) = given.find(|group| given::means(&word.value, &group.name)) else {
            self.report(&registry::UNKNOWN_NAME, word.span, |me, finding| {
                let message = format!("no group before is called `{}`", word.value);
                let help = "give a group the name, before those that compare with it";
                let fitting = me
                    .given
                    .iter()
                    .filter(|group| group.fits(compared, operator));
                let known = fitting.map(|group| Known::plain(given::reference(&group.name)));
                let known: Vec<Known<'_>> = known.collect();
                finding
                    .explain(message, help)
                    .candidates(me.candidates(&word.value, known))
                    .on(Topic::Name(Name::Group))
            });
            return None;
        };
        let (name, levels, is_side) = (group.name.clone(), group.levels, group.is_side);
        let fits = group.fits(compared, operator) && !is_side;
        self.deepest = self.deepest.max(levels);
        if levels > GROUP_LEVELS {
            self.over_cap(
                word.span,
                Elements::GroupLevels,
                levels.into(),
                GROUP_LEVELS,
            );
            return None;
        }
        if !fits {
            self.group_does_not_fit(word, compared, operator, is_side);
            return None;
        }
        Some(name)
    }

    fn group_does_not_fit(
        &mut self,
        word: &Word<'a>,
        compared: &Compared<'_>,
        operator: Operator,
        is_side: bool,
    ) {
        self.report(&registry::GROUP_DOES_NOT_FIT, word.span, |me, finding| {
            let said = &word.value;
            let (message, help) = match compared {
                _ if is_side => (
                    format!("`{said}` is a side of the operation, which is matched with the whole"),
                    "give what is compared with a group of its own",
                ),
                Compared::Instance(name) => (
                    format!("`{said}` does not give instances of `{name}`"),
                    "compare with a group of this type that has no columns, with `IN` or `NI`",
                ),
                Compared::Value(_) if is_membership(operator) => (
                    format!("`{said}` does not give one column of such values"),
                    "let the group show one column of the same type and unit",
                ),
                Compared::Value(_) => (
                    format!("`{said}` does not give one such value for certain"),
                    "let the group give one metric without `by`, or one column with a limit of 1",
                ),
            };
            let fitting = me.given.iter();
            let fitting = fitting.filter(|group| !group.is_side && group.fits(compared, operator));
            let known = fitting.map(|group| Known::plain(given::reference(&group.name)));
            let known: Vec<Known<'_>> = known.collect();
            finding
                .explain(message, help)
                .candidates(me.candidates(said, known))
                .on(Topic::Name(Name::Group))
        });
    }
}

/// Whether an operator asks whether something is among the rows.
const fn is_membership(operator: Operator) -> bool {
    matches!(operator, Operator::In | Operator::NotIn)
}

/// What the columns of a group are measured in.
fn columns<'a>(tables: &'a Tables, group: &Group<'a>) -> Vec<Option<Measure<'a>>> {
    let of_path = |path: &str| tables.measure(path);
    let shown = &group.grounding.target_attributes;
    let Some(numbers) = &group.aggregation else {
        return shown.iter().map(|path| of_path(path)).collect();
    };
    let of_metric = |name: &str| {
        let metric = numbers.metrics.iter().find(|metric| metric.alias == name)?;
        metric_measure(tables, &numbers.metrics, metric)
    };
    if shown.is_empty() {
        let grouped = numbers.group_by.iter().map(|path| of_path(path));
        let computed = numbers
            .metrics
            .iter()
            .map(|metric| of_metric(&metric.alias));
        return grouped.chain(computed).collect();
    }
    let columns = shown.iter().map(|column| match given::metric(column) {
        Some(name) => of_metric(name),
        None => of_path(column),
    });
    columns.collect()
}

/// What the values of a metric are, which stands among others; `None` where they are compared with nothing.
pub(crate) fn metric_measure<'t>(
    tables: &'t Tables,
    metrics: &[Metric<'_>],
    metric: &Metric<'_>,
) -> Option<Measure<'t>> {
    match (metric.function, metric.field.as_deref()) {
        (Some(Function::Count | Function::CountDistinct), _) | (_, None) => Some(Measure::COUNT),
        (Some(Function::List), _) => None,
        (None, Some(path)) => Some(Measure::of_kind(derived_kind(tables, metrics, path)?)),
        (Some(Function::Sum | Function::Avg | Function::Min | Function::Max), Some(path)) => {
            tables.measure(path)
        }
    }
}
