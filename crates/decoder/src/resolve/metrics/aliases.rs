//! Aliases of metrics: given, default, and referred to by later parts.

use crate::contract::{Metric, Str};
use crate::draft::{DraftAggregation, Word, Words};
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::finding::topic::{Name, Topic};
use crate::language::{Function, given_names};
use crate::ledger::LedgerPath;
use crate::resolve::checks;
use crate::resolve::context::Context;
use crate::resolve::names::fields;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;

/// Builds a metric with its given alias or the default: function and path, or the derived path.
pub(crate) fn called<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    index: usize,
    function: Option<Function>,
    field: Option<Str<'a>>,
    alias: Option<&Word<'a>>,
) -> Metric<'a> {
    let alias = match alias {
        Some(word) => {
            checks::not_empty(notes, word, Name::Metric);
            not_a_field(context, notes, word);
            word.value.clone()
        }
        None => {
            let over = field
                .as_deref()
                .and_then(|path| context.tables.called(path));
            default_alias(notes, index, function, over.as_deref())
        }
    };
    Metric {
        function,
        field,
        alias,
    }
}

/// Reports an alias that is the code or path of a field: a reference to it would be ambiguous.
fn not_a_field<'a>(context: &Context<'a>, notes: &mut Notes<'a>, word: &Word<'a>) {
    let said = &word.value;
    if context.tables.field_by_code(said).is_some() || context.tables.field_by_path(said).is_some()
    {
        notes.report(&registry::DUPLICATE_NAME, word.span, |finding| {
            let message = format!("a metric is called `{said}`, which is a field");
            let finding = finding.explain(message, "give the metric a name of its own");
            finding.on(Topic::Name(Name::Metric))
        });
    }
}

fn default_alias<'a>(
    notes: &mut Notes<'a>,
    index: usize,
    function: Option<Function>,
    over: Option<&str>,
) -> Str<'a> {
    let alias = Metric::default_alias(function, over);
    let path = LedgerPath::element("/constraints/aggregation/metrics", index).member("alias");
    notes
        .ledger
        .default_value(path, alias.clone(), "function and field");
    alias
}

pub(crate) fn distinct_aliases<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: &DraftAggregation<'a>,
    metrics: &[Metric<'a>],
) {
    for (index, metric) in metrics.iter().enumerate() {
        let mut before = metrics.iter().take(index);
        if before.any(|other| other.alias == metric.alias) {
            let place = said.metrics.get(index).map(|said| said.span);
            let span = place.unwrap_or_default();
            notes.report(&registry::DUPLICATE_NAME, span, |finding| {
                let message = format!("two metrics are called `{}`", metric.alias);
                let help = context.tell(
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

/// Finds a metric by alias, or by field if only one metric has that field.
pub(crate) fn find_metric<'a, 'm>(
    context: &Context<'a>,
    scope: &Scope<'a>,
    word: &Word<'a>,
    metrics: &'m [Metric<'a>],
) -> Option<&'m Metric<'a>> {
    let mut all = metrics.iter();
    let by_alias = all.find(|metric| given_names::means(&word.value, &metric.alias));
    by_alias.or_else(|| {
        let path = fields::path_named(context, scope, &word.value)?;
        let is_field = context.tables.field_read(&path).is_some();
        (is_field || context.tables.metric_by_name(&path).is_some()).then_some(())?;
        let mut of_field = metrics
            .iter()
            .filter(|metric| metric.field.as_ref() == Some(&path));
        let first = of_field.next()?;
        of_field.next().is_none().then_some(first)
    })
}

pub(crate) fn unknown_name<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
    what: &str,
    metrics: &[Metric<'a>],
) {
    notes.report(&registry::UNKNOWN_NAME, word.span, |finding| {
        // The draft of a SQL text has the column name as a field code.
        let field =
            (context.tables.field_by_code(&word.value)).filter(|_| context.words == Words::Sql);
        let said = field.map_or(word.value.as_ref(), |field| field.spelling());
        let message = format!("no {what} is called `{said}`");
        let help = context.tell(
            "use a name given with `as`, or the code of the metric's field",
            "use the alias of a metric, or the path of its field",
            "write the number as it is selected, `SUM(f)`, or by its alias",
        );
        let known = metrics
            .iter()
            .map(|metric| Choice::plain(metric.alias.as_ref()));
        finding
            .explain(message, help)
            .candidates(context.candidates(&word.value, known.collect()))
            .on(Topic::Name(Name::Metric))
    });
}
