//! Resolves the columns that an aggregation groups by.

use crate::contract::{Metric, Str};
use crate::draft::Word;
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::language::Part;
use crate::resolve::context::Context;
use crate::resolve::metrics::aliases;
use crate::resolve::names::fields;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::tables::Column;

/// Resolves a grouping column: a groupable field, or a type, each instance of which makes a group.
pub(crate) fn group<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
) -> Option<Str<'a>> {
    let read = fields::column(context, scope, notes, word)?;
    let Column::Field(field) = read.column else {
        notes.newer(word.span, Part::Metric, "groups by the instances of a type");
        return Some(read.path);
    };
    if field.groupable {
        return Some(read.path);
    }
    let rule = &registry::NOT_GROUPABLE;
    notes.report_on(Some(field), rule, word.span, |finding| {
        let fields = context.tables.fields.iter();
        let groupable =
            fields.filter(|other| other.groupable && scope.about.allows(&other.type_name));
        let known = groupable.map(|field| Choice::field(context.tables, field));
        let candidates = context.candidates(&field.name, known.collect());
        let finding = finding.said(format!("`{}` cannot be grouped by", field.path));
        finding.candidates(candidates)
    });
    None
}

pub(crate) fn group_key<'a>(
    context: &Context<'a>,
    scope: &Scope<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
    metrics: &[Metric<'a>],
    group_by: &[Str<'a>],
) -> Option<Str<'a>> {
    // A grouping column takes precedence over a metric of the same field.
    let path = fields::path_named(context, scope, &word.value);
    if let Some(by) = group_by
        .iter()
        .find(|by| Some(by.as_ref()) == path.as_deref())
    {
        return Some(by.clone());
    }
    if let Some(metric) = aliases::find_metric(context, scope, word, metrics) {
        if metric.gives_one() {
            return Some(metric.alias.clone());
        }
        notes.report(&registry::NOT_SORTABLE, word.span, |finding| {
            let message = format!("`{}` is a list of values, which has no order", metric.alias);
            finding.explain(message, "sort by another metric, or by what groups")
        });
        return None;
    }
    aliases::unknown_name(context, notes, word, "metric or grouping field", metrics);
    None
}
