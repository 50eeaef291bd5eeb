//! `GivenGroup`: the result shape of a subquery, for the parts that compare with it.

use crate::contract::{Group, Str};
use crate::language::{Operator, given_names};
use crate::resolve::metric_kinds;
use crate::tables::{Measure, Tables};

/// The result shape of a subquery.
pub(crate) struct GivenGroup<'a> {
    pub(crate) name: Str<'a>,
    gives: Gives<'a>,
    one_row: bool,
    /// The nesting depth of subqueries, including this one.
    pub(crate) levels: u32,
    pub(crate) is_side: bool,
}

/// The rows of a subquery.
enum Gives<'a> {
    Instances(Vec<Str<'a>>),
    /// The measure of each column; `None` for a column that cannot be compared.
    Columns(Vec<Option<Measure<'a>>>),
    /// Unknown, because the subquery has findings.
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

    /// `true` if the rows can be compared with the operand.
    pub(crate) fn fits(&self, compared: &SubqueryOperand<'_>, operator: Operator) -> bool {
        let (one_row, is_member) = (self.one_row, is_membership(operator));
        match (&self.gives, compared) {
            (Gives::Unknown, _) => true,
            (Gives::Instances(types), SubqueryOperand::Instance(name)) => {
                is_member && matches!(types.as_slice(), [only] if only == name)
            }
            (Gives::Columns(columns), SubqueryOperand::Value(Some(measure))) => {
                let same = matches!(columns.as_slice(), [Some(only)] if only == measure);
                same && (is_member || one_row)
            }
            _ => false,
        }
    }
}

/// The left side of a comparison with a subquery.
pub(crate) enum SubqueryOperand<'n> {
    Instance(&'n str),
    /// A value of this measure; `None` if it cannot be compared.
    Value(Option<Measure<'n>>),
}

pub(crate) const fn is_membership(operator: Operator) -> bool {
    matches!(operator, Operator::In | Operator::NotIn)
}

fn columns<'a>(tables: &'a Tables, group: &Group<'a>) -> Vec<Option<Measure<'a>>> {
    let of_path = |path: &str| tables.measure(path);
    let shown = &group.grounding.target_attributes;
    let Some(numbers) = &group.aggregation else {
        return shown.iter().map(|path| of_path(path)).collect();
    };
    let of_metric = |name: &str| {
        let metric = numbers.metrics.iter().find(|metric| metric.alias == name)?;
        metric_kinds::metric_measure(tables, &numbers.metrics, metric)
    };
    if shown.is_empty() {
        let grouped = numbers.group_by.iter().map(|path| of_path(path));
        let computed = numbers.metrics.iter();
        let computed = computed.map(|metric| of_metric(&metric.alias));
        return grouped.chain(computed).collect();
    }
    let columns = shown
        .iter()
        .map(|column| match given_names::metric(column) {
            Some(name) => of_metric(name),
            None => of_path(column),
        });
    columns.collect()
}
