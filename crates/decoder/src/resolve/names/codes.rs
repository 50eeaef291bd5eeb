//! Looks up codes and names in the codebook and in the closed lists.

use std::borrow::Cow;

use crate::contract::Str;
use crate::draft::{Draft, Word, Words};
use crate::finding::candidates::Choice;
use crate::finding::registry::Rule;
use crate::finding::topic::{ClosedList, List, Topic};
use crate::finding::{Candidate, Finding, candidates, registry};
use crate::language::{Output, Part, Scenario};
use crate::ledger::LedgerKind;
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::tables::{Column, FieldDef, MetricDef, RelationDef, ScenarioDef, Tables};

pub(crate) fn scenario<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
) -> Option<Scenario> {
    let Some(word) = &draft.scenario else {
        if draft.misread.scenario {
            return None;
        }
        notes.report(&registry::MISSING_PART, draft.span, |finding| {
            // Offer the most frequent scenarios; `clarify` is not offered.
            let served = served(context.tables).into_iter();
            let known = served.map(|scenario| Choice::member(&scenario));
            let first = context.candidates("", known.collect());
            let help = context.say("say one in `s`", "say one in `intent.scenario`");
            let finding = finding
                .explain("the intent has no scenario", help)
                .candidates(first);
            finding.on(Topic::Which(List::Scenario))
        });
        return None;
    };
    let tables = context.tables;
    let scenario = member_among(context, notes, word, || served(tables))?;
    if context.tables.scenario(scenario).is_some() {
        return Some(scenario);
    }
    if draft.misread.scenario {
        return None;
    }
    notes.report(&registry::SCENARIO_NOT_SERVED, word.span, |finding| {
        let served = served(context.tables).into_iter();
        let known = served.map(|scenario| Choice::member(&scenario)).collect();
        let candidates = context.candidates("", known);
        let (said, name) = (context.word_of(scenario), scenario.name());
        let message = match context.words {
            Words::Names => format!("`{said}` is not answered in this domain"),
            Words::Codes | Words::Sql => {
                format!("`{said}` ({name}) is not answered in this domain")
            }
        };
        let codes = candidates.iter().map(|candidate| candidate.code.as_str());
        let codes: Vec<&str> = codes.collect();
        let help = format!("its scenarios are `{}`", codes.join("`, `"));
        let finding = finding.explain(message, help).candidates(candidates);
        finding.on(Topic::Which(List::Scenario))
    });
    None
}

pub(crate) fn output<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
) -> Option<Output> {
    member(context, notes, draft.output.as_ref()?)
}

pub(crate) fn check_output<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    output: Output,
    row: &ScenarioDef,
) {
    let Some(word) = &draft.output else {
        return;
    };
    if row.outputs.contains(&output) {
        if (row.scenario, output) == (Scenario::Aggregation, Output::Relations) {
            notes.newer(word.span, Part::Metric, "numbers over matches");
        }
        return;
    }
    notes.report(&registry::OUTPUT_DOES_NOT_FIT, word.span, |finding| {
        let known = row.outputs.iter().map(Choice::member).collect();
        let candidates = context.candidates("", known);
        let codes = row.outputs.iter().map(|one| context.word_of(*one));
        let codes: Vec<&str> = codes.collect();
        let (scenario, said) = (context.word_of(row.scenario), context.word_of(output));
        let message = format!("`{scenario}` does not give `{said}`");
        let finding = finding.explain(message, format!("it gives `{}`", codes.join("`, `")));
        finding
            .candidates(candidates)
            .on(Topic::Which(List::Output))
    });
}

pub(crate) fn member<'a, T: ClosedList>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
) -> Option<T> {
    member_among(context, notes, word, || T::ALL.to_vec())
}

/// Resolves a member of a closed list; for an unknown word, offers the members in `fitting`.
pub(crate) fn member_among<'a, T: ClosedList>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
    fitting: impl FnOnce() -> Vec<T>,
) -> Option<T> {
    let found = member_named(&word.value, context.words);
    if found.is_none() {
        let known = || fitting().iter().map(Choice::member).collect();
        unknown(
            context,
            notes,
            &registry::UNKNOWN_CODE,
            word,
            T::LIST,
            known,
        );
    }
    found
}

pub(crate) fn field<'a>(
    context: &Context<'a>,
    scope: &Scope<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
) -> Option<&'a FieldDef> {
    let found = field_named(&word.value, context.words, context.tables);
    if found.is_none() && !reserved(context, notes, word, List::Field) {
        unknown_field(context, scope, notes, word);
    }
    found
}

/// Reports an unknown field. Candidates are cached by word, since a text may repeat a word a thousand times.
fn unknown_field<'a>(
    context: &Context<'a>,
    scope: &Scope<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
) {
    if let Some(def) = metric_named(&word.value, context.words, context.tables) {
        notes.report(&registry::UNKNOWN_FIELD, word.span, |finding| {
            let name = &def.name;
            let message = format!("`{name}` is a metric of the codebook, and no field");
            let help = format!("ask for it among the metrics, and say `&{name}` where it is shown, compared or sorted by");
            finding.explain(message, help)
        });
        return;
    }
    notes.report(&registry::UNKNOWN_FIELD, word.span, |finding| {
        let mut near = context.near_fields.borrow_mut();
        let known = near.iter().find(|(said, _)| *said == word.value);
        let candidates = match known {
            Some((_, candidates)) => candidates.clone(),
            None => {
                let known = candidates::fields(context.tables, scope.about.types.names());
                let candidates = context.candidates(&word.value, known);
                near.push((word.value.clone(), candidates.clone()));
                candidates
            }
        };
        not_registered(finding, word, List::Field, candidates)
    });
}

/// Resolves a relation; for an unknown word, `fits` selects the candidates.
pub(crate) fn relation<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
    fits: impl Fn(&'a RelationDef) -> bool,
) -> Option<&'a RelationDef> {
    let def = relation_called(context, notes, word, fits);
    // An unknown relation may lead to any type.
    scope.about.open |= def.is_none();
    def
}

fn relation_called<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
    fits: impl Fn(&'a RelationDef) -> bool,
) -> Option<&'a RelationDef> {
    if let Some(def) = relation_named(&word.value, context.words, context.tables) {
        return Some(def);
    }
    if !reserved(context, notes, word, List::Relation) {
        let (rule, list) = (&registry::UNKNOWN_RELATION, List::Relation);
        let known = || match known_relations(context, fits) {
            none if none.is_empty() => known_relations(context, |_| true),
            some => some,
        };
        unknown(context, notes, rule, word, list, known);
    }
    None
}

/// The relations of the codebook that pass `fits`, as candidates.
pub(crate) fn known_relations<'a>(
    context: &Context<'a>,
    fits: impl Fn(&'a RelationDef) -> bool,
) -> Vec<Choice<'a>> {
    let tables = context.tables;
    let relations = tables.relations.iter().filter(|def| fits(def));
    relations.map(|def| Choice::relation(tables, def)).collect()
}

pub(crate) fn type_name<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
) -> Option<&'a str> {
    let found = context.tables.type_by_name(&word.value);
    if found.is_none() {
        let (rule, list) = (&registry::UNKNOWN_TYPE, List::Type);
        let known = || context.tables.types.iter().map(Choice::type_def).collect();
        unknown(context, notes, rule, word, list, known);
    }
    found.map(|def| def.name.as_ref())
}

/// Resolves type names and leaves out unknown ones. A repeated type counts once, with one ledger entry for the first
/// repetition.
pub(crate) fn type_names<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    words: &[Word<'a>],
) -> Vec<Str<'a>> {
    let mut names: Vec<Str<'a>> = Vec::with_capacity(words.len());
    let mut again = None;
    for word in words {
        let Some(name) = type_name(context, notes, word) else {
            continue;
        };
        match names.iter().any(|own| own == name) {
            true => again = again.or(Some((name, word.span))),
            false => names.push(Cow::Borrowed(name)),
        }
    }
    if let Some((name, span)) = again {
        let why = "the type is said twice";
        let kind = LedgerKind::LeftOut;
        notes.ledger.note(kind, "", name, why, Some(span));
    }
    names
}

pub(crate) fn has_unknown_type<'a>(context: &Context<'a>, words: &[Word<'a>]) -> bool {
    let mut words = words.iter();
    words.any(|word| context.tables.type_by_name(&word.value).is_none())
}

/// The field or type of this code or name; a word that names both means the field.
pub(crate) fn column_named<'a>(context: &Context<'a>, word: &str) -> Option<Column<'a>> {
    let field = field_named(word, context.words, context.tables).map(Column::Field);
    field.or_else(|| Some(Column::Type(&context.tables.type_by_name(word)?.name)))
}

/// Reports a retired code; returns `true` if the word is one.
fn reserved<'a>(context: &Context<'a>, notes: &mut Notes<'a>, word: &Word<'a>, list: List) -> bool {
    let reserved = context.words != Words::Names && context.tables.reserved.contains(&word.value);
    if reserved {
        notes.report(&registry::RESERVED_CODE, word.span, |finding| {
            let message = format!("the code `{}` is not in use any more", word.value);
            let finding = finding.explain(message, "refresh the prompt card");
            finding.on(Topic::Which(list))
        });
    }
    reserved
}

/// The fields of the intent's types that pass `can`, as candidates.
pub(crate) fn fields_of_intent<'a>(
    context: &Context<'a>,
    scope: &Scope<'a>,
    can: impl Fn(&FieldDef) -> bool,
) -> Vec<Choice<'a>> {
    let types = &scope.about.types;
    let of_types = |field: &&FieldDef| types.names().is_empty() || types.contains(&field.type_name);
    let fields = context.tables.fields.iter().filter(of_types);
    let fitting = fields.filter(|field| can(field));
    let choices = fitting.map(|field| Choice::field(context.tables, field));
    choices.collect()
}

pub(crate) fn unknown<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    rule: &'static Rule,
    word: &Word<'a>,
    list: List,
    known: impl FnOnce() -> Vec<Choice<'a>>,
) {
    notes.report(rule, word.span, |finding| {
        let candidates = context.candidates(&word.value, known());
        not_registered(finding, word, list, candidates)
    });
}

/// Fills in a finding for a word that is not in a list, with near candidates.
pub(crate) fn not_registered<'a>(
    finding: Finding,
    word: &Word<'a>,
    list: List,
    candidates: Vec<Candidate>,
) -> Finding {
    let what = list.name();
    let help = candidates::slip(&word.value, &candidates).unwrap_or_else(|| {
        if candidates.is_empty() {
            return format!("the codebook has no {what}");
        }
        let known = candidates.iter().map(|candidate| candidate.code.as_str());
        let codes: Vec<&str> = known.collect();
        format!("say a registered one, such as `{}`", codes.join("`, `"))
    });
    let message = format!("the {what} `{}` is not registered", word.value);
    let finding = finding.explain(message, help).candidates(candidates);
    finding.on(Topic::Which(list))
}

/// The scenarios that the domain answers; `clarify` is excluded.
fn served(tables: &Tables) -> Vec<Scenario> {
    let rows = tables.scenarios.iter().map(|row| row.scenario);
    rows.filter(|scenario| *scenario != Scenario::Clarify)
        .collect()
}

pub(crate) fn member_named<T: ClosedList>(word: &str, words: Words) -> Option<T> {
    match words {
        Words::Codes | Words::Sql => T::from_code(word),
        Words::Names => T::from_name(word),
    }
}

pub(crate) fn field_named<'t>(
    word: &str,
    words: Words,
    tables: &'t Tables,
) -> Option<&'t FieldDef> {
    match words {
        Words::Codes | Words::Sql => tables.field_by_code(word),
        Words::Names => tables.field_by_path(word),
    }
}

pub(crate) fn metric_named<'t>(
    word: &str,
    words: Words,
    tables: &'t Tables,
) -> Option<&'t MetricDef> {
    match words {
        Words::Codes | Words::Sql => tables.metric_by_code(word),
        Words::Names => tables.metric_by_name(word),
    }
}

pub(crate) fn relation_named<'t>(
    word: &str,
    words: Words,
    tables: &'t Tables,
) -> Option<&'t RelationDef> {
    match words {
        Words::Codes | Words::Sql => tables.relation_by_code(word),
        Words::Names => tables.relation_by_name(word),
    }
}
