//! Checks a group: its type, its name, and that a side of a set operation is a set of instances.

use crate::contract::{Group, Str};
use crate::draft::DraftGroup;
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::finding::topic::{Name, Topic};
use crate::language::Part;
use crate::resolve::checks;
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::scope::intent_types::IntentTypes;
use crate::span::Spanned;

/// Reports a group without a type, if the intent has no type for it either.
pub(crate) fn typed_group<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    Spanned { value, span }: &Spanned<DraftGroup<'a>>,
    typed: bool,
) {
    if typed || !value.targets.is_empty() {
        return;
    }
    notes.report(&registry::MISSING_PART, *span, |finding| {
        let known = context.tables.types.iter().map(Choice::type_def);
        let help = context.tell(
            "say it in `tg`",
            "say it in `target_types`",
            "say it in the group, before its filters",
        );
        let message = format!("the group `{}` is of no type", value.name.value);
        finding
            .explain(message, help)
            .candidates(context.candidates("", known.collect()))
            .on(Topic::Missing(Part::TargetType))
    });
}

pub(crate) fn new_name<'a>(
    notes: &mut Notes<'a>,
    said: &Spanned<DraftGroup<'a>>,
    before: &[Group<'a>],
) {
    let name = &said.value.name;
    checks::not_empty(notes, name, Name::Group);
    if before.iter().any(|group| group.name == name.value) {
        notes.report(&registry::DUPLICATE_NAME, name.span, |finding| {
            let message = format!("two groups are called `{}`", name.value);
            let finding = finding.explain(message, "give each group its own name");
            finding.on(Topic::Name(Name::Group))
        });
    }
}

/// Reports a side of a set operation that is not a set of instances.
pub(crate) fn check_side<'a>(
    notes: &mut Notes<'a>,
    said: &Spanned<DraftGroup<'a>>,
    group: &Group<'a>,
) {
    if !group.has_columns() {
        return;
    }
    notes.report(&registry::GROUP_DOES_NOT_FIT, said.span, |finding| {
        let message = format!(
            "`{}` is a side of the operation, and so a set of instances",
            group.name
        );
        let help = "leave its columns out, or say them for the whole";
        finding.explain(message, help).on(Topic::Name(Name::Group))
    });
}

/// Sets the types for the filters of a group: its own types and the ends of the relations, or the types of the intent
/// if it has none. Returns the previous types, to be restored later.
pub(crate) fn about_group<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    targets: &[Str<'a>],
    misread: bool,
) -> Option<IntentTypes<'a>> {
    if targets.is_empty() && !misread {
        return None;
    }
    let mut about = IntentTypes::default();
    let tables = context.tables;
    let named = targets.iter().filter_map(|name| tables.type_by_name(name));
    about.types.extend(named.map(|def| def.name.as_ref()));
    about.types.extend(scope.walked.names().iter().copied());
    about.open = misread;
    Some(std::mem::replace(&mut scope.about, about))
}

pub(crate) fn about_again<'a>(scope: &mut Scope<'a>, intent: Option<IntentTypes<'a>>) {
    if let Some(intent) = intent {
        scope.about = intent;
    }
}
