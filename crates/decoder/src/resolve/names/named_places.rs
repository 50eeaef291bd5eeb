//! Named variables: ends of relations written `&name`, and the columns read there.

use crate::draft::{Draft, DraftEnd, DraftRelation, Word};
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::finding::topic::{List, Name, Topic};
use crate::language::given_names;
use crate::resolve::context::Context;
use crate::resolve::names::{codes, places_read};
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::scope::known_places::{ColumnRead, ReadFor};
use crate::span::Spanned;
use crate::tables::Column;

/// Resolves the field or type that a word names at a named variable.
pub(crate) fn column_at<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    purpose: ReadFor,
    word: &Word<'a>,
    (place, read): (&str, &str),
) -> Option<ColumnRead<'a>> {
    let mut named = scope.read.named.iter();
    let Some(known) = named.find(|known| known.name == place) else {
        unknown_place(context, scope, notes, word, read);
        return None;
    };
    let types = known.types.clone();
    let column = codes::column_named(context, read);
    let takes = |column: &Column<'a>| purpose == ReadFor::Groups || column.field().is_some();
    let fits = |column: &Column<'a>| types.contains(&column.type_name()) && takes(column);
    let Some(fitting) = column.filter(fits) else {
        let rule = match column {
            Some(_) => &registry::FIELD_OF_OTHER_TYPE,
            None => &registry::UNKNOWN_FIELD,
        };
        scope.read.elsewhere = true;
        notes.report(rule, word.span, |finding| {
            let of = types.join("`, `");
            let message = format!("`{read}` is no field of `{of}`, which is at `&{place}`");
            let fields = context.tables.fields.iter();
            let there = fields.filter(|field| types.contains(&field.type_name.as_ref()));
            let known = there.map(|field| Choice::field(context.tables, field));
            let mut fields = context.candidates(read, known.collect());
            for field in &mut fields {
                field.code = given_names::read_at(place, &field.code).into_owned();
            }
            let finding = finding.explain(message, "say a field of what is there");
            finding.candidates(fields).on(Topic::Which(List::Field))
        });
        return None;
    };
    let path = given_names::read_at(place, fitting.path());
    let read = ColumnRead {
        column: fitting,
        path,
    };
    places_read::is_read(context, scope, notes, &read, purpose, word.span).then_some(read)
}

fn unknown_place<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
    read: &str,
) {
    if scope.read.lost || notes.overlong {
        return;
    }
    scope.read.elsewhere = true;
    notes.report(&registry::UNKNOWN_NAME, word.span, |finding| {
        let message = format!(
            "`{}` is read at a place that no relation leads to",
            word.value
        );
        let help = context.tell(
            "give an end of a relation the name, `\"to\":\"&name\"`",
            "give an end of a relation the name, `\"to\":\"&name\"`",
            "give a table the alias, `JOIN type name`",
        );
        let known = scope.read.names();
        let known = known.map(|name| Choice::plain(given_names::read_at(name, read)));
        let known: Vec<Choice<'_>> = known.collect();
        let finding = finding.explain(message, help);
        finding
            .candidates(context.candidates(&word.value, known))
            .on(Topic::Name(Name::Place))
    });
}

/// Reports named variables that nothing reads and no relation starts from.
pub(crate) fn unread_places<'a>(scope: &mut Scope<'a>, notes: &mut Notes<'a>, draft: &Draft<'a>) {
    if scope.read.lost || scope.read.elsewhere {
        return;
    }
    let ends = || {
        let hops = draft.relations.iter().map(|hop| &hop.value);
        hops.flat_map(|hop: &DraftRelation<'a>| [&hop.from, &hop.to])
            .flatten()
    };
    let says = |end: &&Spanned<DraftEnd<'a>>, name: &str| matches!(&end.value, DraftEnd::Name(said) if given_names::name(said) == Some(name));
    let named = std::mem::take(&mut scope.read.named);
    for place in named.iter().filter(|place| !place.is_read) {
        let mut said = ends().filter(|end| says(end, &place.name));
        let (Some(only), None) = (said.next(), said.next()) else {
            continue;
        };
        notes.report(&registry::UNUSED_PART, only.span, |finding| {
            let name = given_names::reference(&place.name);
            let message = format!("nothing is read at `{name}`, and nothing leads on from there");
            let finding = finding.explain(message, "leave the name out, or read a field there");
            finding.on(Topic::Name(Name::Place))
        });
    }
    scope.read.named = named;
}
