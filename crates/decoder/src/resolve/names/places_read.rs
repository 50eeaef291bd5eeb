//! Checks that each column is read at an unambiguous variable that has a value, and one value where one is needed.
//!
//! An instance row has one value of a field at a variable with one instance, and may have several values elsewhere. The
//! latter become questions, as does an ambiguous count.

use crate::draft::Words;
use crate::finding::candidates::Choice;
use crate::finding::{Candidate, registry};
use crate::language::{Call, Function, given_names};
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::scope::known_places::{ColumnRead, NamedPlace, ReadFor, Unclear};
use crate::span::Span;
use crate::sql_words::name as sql_name;
use crate::tables::Column;

/// The type of a variable with exactly one type; its name then means the instances there.
pub(crate) fn only_type_at<'a>(scope: &Scope<'a>, name: &str) -> Option<&'a str> {
    let mut named = scope.read.named.iter();
    match named.find(|place| place.name == name)?.types.as_slice() {
        [only] => Some(only),
        _ => None,
    }
}

/// The column at each named variable of its type; `said` is the column's word in the text.
pub(crate) fn at_places<'a>(scope: &Scope<'a>, column: Column<'a>, said: &str) -> Vec<String> {
    let of_type = |place: &&NamedPlace<'a>| place.types.contains(&column.type_name());
    let places = scope.read.named.iter().filter(of_type);
    places
        .map(|place| given_names::read_at(&place.name, said).into_owned())
        .collect()
}

/// Resolves a column without a variable to the variable of its type. The path contains the variable's name if it has
/// one.
pub(crate) fn read_of<'a>(scope: &Scope<'a>, column: Column<'a>) -> ColumnRead<'a> {
    let mut named = scope.read.named.iter();
    let Some(place) = named.find(|place| place.alone_has.contains(&column.type_name())) else {
        return ColumnRead::of_type(column);
    };
    let path = given_names::read_at(&place.name, column.path());
    ColumnRead { column, path }
}

/// `true` if a column is read at an unambiguous variable and the result suffices for `purpose`; otherwise reports it.
pub(crate) fn is_read<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    read: &ColumnRead<'a>,
    purpose: ReadFor,
    span: Span,
) -> bool {
    let (column, path) = (read.column, &read.path);
    if let (Some(name), _) = given_names::at_place(path) {
        let mut named = scope.read.named.iter_mut();
        if let Some(place) = named.find(|place| place.name == name) {
            place.is_read = true;
        }
    }
    match (scope.read.unclear(column, path), purpose) {
        (Some(Unclear::Twice), _) => {
            scope.read.elsewhere = true;
            notes.report(&registry::REACHED_TWICE, span, |finding| {
                let name = column.type_name();
                let message =
                    format!("the relations reach `{name}` twice, and `{path}` could be of either");
                let help = context.tell(
                    "give the end a name, `\"to\":\"&a\"`, and say `&a.` before the field",
                    "give the end a name, `\"to\":\"&a\"`, and say `&a.` before the field",
                    "give the table an alias, and say it before the column",
                );
                let said = context.say(column.code(), column.path());
                let known = at_places(scope, column, said)
                    .into_iter()
                    .map(Choice::plain);
                let finding = finding.explain(message, help);
                finding
                    .candidates(context.candidates("", known.collect()))
                    .about(column.field())
            });
        }
        (Some(Unclear::Nowhere), ReadFor::Groups | ReadFor::Row | ReadFor::Sum) => {
            notes.report(&registry::NOTHING_THERE, span, |finding| {
                let message =
                    format!("`{path}` has no value here: the relation to it must not exist");
                let help = context.tell(
                    "leave it out, or take `no` out of the relation",
                    "leave it out, or take `absent` out of the relation",
                    "leave it out, or join the table in place of `NOT EXISTS`",
                );
                finding.explain(message, help).about(column.field())
            });
        }
        (Some(Unclear::Several), ReadFor::Row | ReadFor::Sum) => {
            notes.report(&registry::NOT_A_COLUMN, span, |finding| {
                let message = format!("a row is an instance, and may have several of `{path}`");
                let help = context.tell(
                    "ask for matches, `\"o\":\"REL\"` with `RQ` or `AGG`, or leave it out",
                    "ask for matches, the output `relations`, or leave it out",
                    "write `SUM(ALL f)` for a number over the links, group by it, or leave it out",
                );
                finding.explain(message, help).about(column.field())
            });
        }
        (Some(Unclear::Shared), ReadFor::Sum) => {
            notes.report(&registry::METRIC_DOES_NOT_FIT, span, |finding| {
                let name = column.type_name();
                let message = format!(
                    "several rows may have the same `{name}`, which would count for each of them"
                );
                let help = context.tell(
                    "make it the target, or ask for matches: `\"o\":\"REL\"`",
                    "make its type the target, or ask for matches: the output `relations`",
                    "begin `FROM` with its table, where each row counts once, or write `ALL` before the column",
                );
                let ways = match context.words {
                    Words::Sql if Call::read(path).is_none() => {
                        vec![Candidate::plain(format!("ALL {path}"))]
                    }
                    _ => Vec::new(),
                };
                let finding = finding.explain(message, help).candidates(ways);
                finding.about(column.field())
            });
        }
        _ => return true,
    }
    false
}

/// `true` if a metric has an unambiguous operand: rows, or a field with one value per row; otherwise reports it.
pub(crate) fn is_countable<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    function: Function,
    over: Option<&ColumnRead<'a>>,
    span: Span,
) -> bool {
    match (function, over) {
        (Function::Count, None) => counts_rows(context, scope, notes, span),
        // A call is shared between rows only if each of its fields is.
        (Function::Sum | Function::Avg, Some(read)) if Call::read(&read.path).is_some() => {
            let fields = Call::fields(&read.path).into_iter();
            let fields = fields.filter_map(|path| Some((context.tables.column(path)?, path)));
            let fields: Vec<(Column<'a>, &str)> = fields.collect();
            let is_shared = |(column, path): &(Column<'a>, &str)| {
                scope.read.unclear(*column, path) == Some(Unclear::Shared)
            };
            let first = fields.first().map(|(column, _)| *column);
            match first.filter(|_| fields.iter().all(is_shared)) {
                Some(column) => {
                    let path = read.path.clone();
                    let read = ColumnRead { column, path };
                    is_read(context, scope, notes, &read, ReadFor::Sum, span)
                }
                None => true,
            }
        }
        (Function::Sum | Function::Avg, Some(read)) if read.column.field().is_some() => {
            is_read(context, scope, notes, read, ReadFor::Sum, span)
        }
        // The fields of a derived one were already checked for `ReadFor::Row`.
        (Function::Count, Some(read))
            if read.column.field().is_some() && Call::read(&read.path).is_none() =>
        {
            is_read(context, scope, notes, read, ReadFor::Row, span)
        }
        _ => true,
    }
}

/// `true` if a count without a field can only mean rows; otherwise reports it.
fn counts_rows<'a>(
    context: &Context<'a>,
    scope: &Scope<'a>,
    notes: &mut Notes<'a>,
    span: Span,
) -> bool {
    if !scope.read.many {
        return true;
    }
    notes.report(&registry::COUNT_OF_WHAT, span, |finding| {
        let message =
            "a relation may lead from an instance to several, and the count does not say of what";
        let known = context.tables.types.iter();
        let known = known.filter(|def| scope.about.types.contains(&def.name));
        let named = known.clone().flat_map(|def| {
            let places = at_places(scope, Column::Type(&def.name), &def.name);
            places.into_iter().map(Choice::plain)
        });
        if context.words == Words::Sql {
            let things = known.map(|def| format!("COUNT(DISTINCT {})", sql_name(&def.name)));
            let readings = things
                .chain(["COUNT(ALL *)".to_owned()])
                .map(Candidate::plain);
            let help = "count things with `DISTINCT`, or matches with `ALL`";
            return finding
                .explain(message, help)
                .candidates(readings.collect());
        }
        finding
            .explain(message, "say the type that is counted")
            .candidates(context.candidates("", known.map(Choice::type_def).chain(named).collect()))
    });
    false
}
