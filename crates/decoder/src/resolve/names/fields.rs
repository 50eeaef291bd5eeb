//! Resolves fields and columns of the intent, plain or derived, and the variable that each is read at.

use std::borrow::Cow;

use crate::contract::Str;
use crate::draft::{Word, Words};
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::finding::topic::{List, Topic};
use crate::language::{Call, Derivation, Part, given_names};
use crate::resolve::context::Context;
use crate::resolve::names::{codes, derivations, named_places, places_read};
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::scope::known_places::{ColumnRead, ReadFor};
use crate::span::{Span, Spanned};
use crate::tables::{Column, FieldDef, OperandError};

/// Resolves a field with an unambiguous variable; returns its definition and path.
pub(crate) fn field_for<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    purpose: ReadFor,
    word: &Word<'a>,
) -> Option<(&'a FieldDef, Str<'a>)> {
    let read = match given_names::at_place(&word.value) {
        _ if Call::read(&word.value).is_some() => derived(context, scope, notes, purpose, word)?,
        (Some(place), read) => {
            named_places::column_at(context, scope, notes, purpose, word, (place, read))?
        }
        (None, read) if given_names::name(read).is_some() => {
            no_field(context, scope, notes, word);
            return None;
        }
        (None, _) => {
            let field = Column::Field(field_of_intent(context, scope, notes, word)?);
            clear(context, scope, notes, field, purpose, word.span)?
        }
    };
    Some((read.column.field()?, read.path))
}

/// Reports an alias in place of a field.
fn no_field<'a>(context: &Context<'a>, scope: &Scope<'a>, notes: &mut Notes<'a>, word: &Word<'a>) {
    notes.report(&registry::UNKNOWN_NAME, word.span, |finding| {
        let message = format!("`{}` is a name that is given, and no field", word.value);
        let known = codes::fields_of_intent(context, scope, |_| true);
        let finding = finding.explain(message, "say a field here");
        finding
            .candidates(context.candidates("", known))
            .on(Topic::Which(List::Field))
    });
}

/// Resolves a column without a variable, if the variable is unambiguous.
fn clear<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    column: Column<'a>,
    purpose: ReadFor,
    span: Span,
) -> Option<ColumnRead<'a>> {
    let read = places_read::read_of(scope, column);
    places_read::is_read(context, scope, notes, &read, purpose, span).then_some(read)
}

fn field_of_intent<'a>(
    context: &Context<'a>,
    scope: &Scope<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
) -> Option<&'a FieldDef> {
    let field = codes::field(context, scope, notes, word)?;
    if scope.about.allows(&field.type_name) {
        return Some(field);
    }
    let rule = &registry::FIELD_OF_OTHER_TYPE;
    notes.report_on(Some(field), rule, word.span, |finding| {
        let named = match context.words {
            Words::Codes => format!("`{}` is `{}`", word.value, field.path),
            Words::Names | Words::Sql => {
                format!("`{}` is of the type `{}`", field.path, field.type_name)
            }
        };
        let types = scope.about.types.names().join("`, `");
        // Candidates: fields of the same name, and fields that refer to this field's type.
        let near = codes::fields_of_intent(context, scope, |other| {
            let leads = other.reference.as_deref() == Some(field.type_name.as_ref());
            other.name == field.name || leads
        });
        let help = context.tell(
            "use a field of the target type, or name the other type in `tg`",
            "use a field of the target type, or name the other type in `target_types`",
            "use a column of a table of the query, or join the other table",
        );
        finding
            .explain(format!("{named}, and the intent is about `{types}`"), help)
            .candidates(context.candidates(&field.name, near))
    });
    None
}

/// Resolves a field or type of the intent. A word that names both means the field.
pub(crate) fn column<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
) -> Option<ColumnRead<'a>> {
    let purpose = ReadFor::Groups;
    if Call::read(&word.value).is_some() {
        return derived(context, scope, notes, purpose, word);
    }
    let named = given_names::name(&word.value);
    let at = match given_names::at_place(&word.value) {
        (Some(place), read) => Some((place, read)),
        // A variable with one type stands for its instance.
        (None, _) => named.and_then(|at| Some((at, places_read::only_type_at(scope, at)?))),
    };
    if let Some(at) = at {
        return named_places::column_at(context, scope, notes, purpose, word, at);
    }
    let is_field = codes::field_named(&word.value, context.words, context.tables).is_some();
    let def = context.tables.type_by_name(&word.value);
    let Some(def) = def.filter(|_| !is_field) else {
        let field = Column::Field(field_of_intent(context, scope, notes, word)?);
        return clear(context, scope, notes, field, purpose, word.span);
    };
    if scope.about.allows(&def.name) {
        let column = Column::Type(&def.name);
        return clear(context, scope, notes, column, purpose, word.span);
    }
    notes.report(&registry::FIELD_OF_OTHER_TYPE, word.span, |finding| {
        let about = scope.about.types.names();
        let types = about.join("`, `");
        let known = context.tables.types.iter();
        let known = known.filter(|def| about.contains(&def.name.as_ref()));
        let message = format!(
            "`{}` is a type, and the intent is about `{types}`",
            word.value
        );
        let ways = context.tables.relations.iter().filter(|way| {
            let ends = [way.from.as_ref(), way.to.as_ref()];
            ends.contains(&def.name.as_ref()) && ends.iter().any(|end| about.contains(end))
        });
        let ways: Vec<&str> = (ways.map(|way| way.name.as_ref()).take(context.cap())).collect();
        let help = match ways.join("` or `") {
            none if none.is_empty() => "name a type of the intent".to_owned(),
            ways => format!("walk to it, by `{ways}`, or name a type of the intent"),
        };
        finding
            .explain(message, help)
            .candidates(context.candidates(&word.value, known.map(Choice::type_def).collect()))
            .on(Topic::Which(List::Type))
    });
    None
}

/// The path of the field or type that a word names.
pub(crate) fn path_named<'a>(
    context: &Context<'a>,
    scope: &Scope<'a>,
    word: &str,
) -> Option<Str<'a>> {
    if let Some(call) = Call::read(word) {
        let derivation: Derivation = codes::member_named(call.name, context.words)?;
        let of = call.of.iter().map(|said| path_named(context, scope, said));
        let of: Vec<Str<'a>> = of.collect::<Option<_>>()?;
        return Some(Cow::Owned(Call::written(derivation.name(), &of)));
    }
    if let Some(metric) = codes::metric_named(word, context.words, context.tables) {
        return Some(Cow::Borrowed(&metric.name));
    }
    let (place, read) = given_names::at_place(word);
    let column = codes::column_named(context, read)?;
    Some(match place {
        Some(place) => given_names::read_at(place, column.path()),
        None => places_read::read_of(scope, column).path,
    })
}

/// Resolves a derived field as a column with its values.
pub(crate) fn derived<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    purpose: ReadFor,
    word: &Word<'a>,
) -> Option<ColumnRead<'a>> {
    let (said, span) = (word.value.as_ref(), word.span);
    notes.newer(span, Part::Filter, "a derived field");
    // A list over its cap already has a finding, and checking a thousand derived elements would be slow.
    if notes.overlong || !derivations::is_shallow(notes, Call::levels(said), span) {
        return None;
    }
    let path = path_derived(context, scope, notes, purpose, said, span)?;
    let column = Column::Field(context.tables.field_read(&path)?);
    let path = Cow::Owned(path);
    Some(ColumnRead { column, path })
}

/// The path of a call, or of a field.
fn path_derived<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    purpose: ReadFor,
    said: &str,
    span: Span,
) -> Option<String> {
    let Some(call) = Call::read(said) else {
        let word = Spanned::new(Cow::Owned(said.to_owned()), span);
        let (_, path) = field_for(context, scope, notes, purpose, &word)?;
        return Some(path.into_owned());
    };
    let derivation = derivations::derivation(context, notes, &call, span)?;
    if call.of.len() != derivation.arity() || call.of.contains(&"") {
        let misfit = (derivation, OperandError::Arity);
        derivations::misfit(context, scope, notes, misfit, (&call, &[]), span);
        return None;
    }
    let mut of = Vec::with_capacity(call.of.len());
    for (at, said) in call.of.iter().enumerate() {
        let before = notes.findings.len();
        of.push(path_derived(context, scope, notes, purpose, said, span));
        derivations::offer_whole(context, notes, before, &call, at);
    }
    let of: Vec<String> = of.into_iter().collect::<Option<_>>()?;
    let kinds = of.iter().map(|path| context.tables.kind(path));
    let kinds: Vec<_> = kinds.collect::<Option<_>>()?;
    if let Err(why) = derivation.kind(&kinds) {
        derivations::misfit(context, scope, notes, (derivation, why), (&call, &of), span);
        return None;
    }
    Some(Call::written(derivation.name(), &of))
}
