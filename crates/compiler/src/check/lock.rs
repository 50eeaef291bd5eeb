//! The codebook keeps to its lock: every code is still there or reserved, and means what it meant.

use std::collections::{HashMap, HashSet};

use crate::finding::{Finding, Place, Remarks, Rule, Spanned, tell};
use crate::lock::{LOCK_FILE, LOCK_FORMAT, Meaning};
use crate::source::Source;
use crate::source::codebook::Codebook;
use crate::source::elements::FieldSource;
use crate::source::lock::LockSource;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let Some(locked) = &source.lock else {
        return;
    };
    if damaged(locked, findings) {
        return;
    }
    reserved(source, locked, findings);
    types(&source.codebook, locked, findings);
    fields(&source.codebook, locked, findings);
    relations(&source.codebook, locked, findings);
    aliases(&source.codebook, locked, findings);
}

/// Whether the file is not what the compiler wrote; then its entries prove nothing.
fn damaged(locked: &LockSource, findings: &mut Vec<Finding>) -> bool {
    // What is not there at all is already reported.
    let (Some(format), Some(hash)) = (&locked.format, &locked.hash) else {
        return true;
    };
    let (place, message) = if format.value != LOCK_FORMAT {
        let message = format!("the lock has format {format}, this compiler reads {LOCK_FORMAT}");
        (format.place, message)
    } else if hash.value != locked.lock.hash() {
        (hash.place, "the lock is not as it was written".to_owned())
    } else {
        return false;
    };
    tell(findings, Rule::LockDamaged, place, message).help(format!("take `{LOCK_FILE}` back from version control and compile; after a merge, take either side: what the other added joins again"));
    true
}

/// Every code of the lock is in the codebook or in `reserved`.
fn reserved(source: &Source, locked: &LockSource, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let have: HashSet<&str> = (codebook.type_names())
        .chain(
            codebook
                .codes()
                .chain(&codebook.reserved)
                .map(Spanned::text),
        )
        .collect();
    let lock = &locked.lock;
    let types = lock.types.iter().map(|name| (name, "the type", None));
    let fields = (lock.fields.iter()).map(|(code, field)| (code, "the field", Some(&field.path)));
    let relations =
        (lock.relations.iter()).map(|(code, entry)| (code, "the relation", Some(&entry.name)));
    let gone = lock.reserved.iter().map(|code| (code, "the code", None));
    for (code, what, name) in types.chain(fields).chain(relations).chain(gone) {
        if have.contains(code.as_str()) {
            continue;
        }
        let named = name.map_or_else(String::new, |name| format!(", `{name}`"));
        let message = format!("{what} `{code}` is gone and not reserved{named}");
        tell(findings, Rule::NotReserved, codebook.reserved_at, message)
            .also(locked.place(code), "given here")
            .help(format!("add `{code}` to `reserved` of `codebook.yaml`"));
    }
}

/// A type must not have the name that a field's or a relation's code had.
fn types(codebook: &Codebook, locked: &LockSource, findings: &mut Vec<Finding>) {
    for ty in &codebook.types {
        moved(&ty.name, "type", locked, findings);
    }
}

fn fields(codebook: &Codebook, locked: &LockSource, findings: &mut Vec<Finding>) {
    for field in &codebook.fields {
        let Some(entry) = locked.lock.fields.get(field.code.text()) else {
            moved(&field.code, "field", locked, findings);
            continue;
        };
        if entry.path != field.path.value {
            renamed(&field.code, &entry.path, &field.path, locked, findings);
        } else if let Some(place) = other_meaning(&entry.meaning, field) {
            let message = format!(
                "the values of `{}` are no longer {}",
                field.path,
                entry.meaning.words()
            );
            meaning(place, message, &field.code, locked, findings);
        }
    }
}

/// Where a field says that its values are not what they were.
fn other_meaning(was: &Meaning, field: &FieldSource) -> Option<Place> {
    let same = |was: &Option<String>, now: &Option<Spanned<String>>| {
        was.as_deref() == now.as_ref().map(Spanned::text)
    };
    let at = |said: &Option<Spanned<String>>| {
        Some(
            said.as_ref()
                .map_or(field.value_type.place, |text| text.place),
        )
    };
    if was.value_type != field.value_type.value.name() {
        Some(field.value_type.place)
    } else if !same(&was.unit, &field.unit) {
        at(&field.unit)
    } else if !same(&was.reference, &field.reference) {
        at(&field.reference)
    } else {
        (was.array != field.array).then_some(field.value_type.place)
    }
}

fn relations(codebook: &Codebook, locked: &LockSource, findings: &mut Vec<Finding>) {
    for relation in &codebook.relations {
        let Some(entry) = locked.lock.relations.get(relation.code.text()) else {
            moved(&relation.code, "relation", locked, findings);
            continue;
        };
        if entry.name != relation.name.value {
            renamed(
                &relation.code,
                &entry.name,
                &relation.name,
                locked,
                findings,
            );
        } else if entry.from != relation.from.value || entry.to != relation.to.value {
            let message = format!(
                "`{}` no longer leads from `{}` to `{}`",
                relation.name, entry.from, entry.to
            );
            let place = relation.from.place;
            meaning(place, message, &relation.code, locked, findings);
        }
    }
}

/// A code that named something else of the same kind.
fn renamed(
    code: &Spanned<String>,
    was: &str,
    now: &Spanned<String>,
    locked: &LockSource,
    findings: &mut Vec<Finding>,
) {
    let message = format!("the code `{code}` named `{was}` and now names `{now}`");
    let help = format!("give `{now}` the next free code, and add `{code}` to `reserved`");
    tell(findings, Rule::CodeMoved, now.place, message)
        .also(locked.place(code.text()), "given here")
        .help(help);
}

fn meaning(
    place: Place,
    message: String,
    code: &Spanned<String>,
    locked: &LockSource,
    findings: &mut Vec<Finding>,
) {
    let help = format!("give the new meaning the next free code, and add `{code}` to `reserved`");
    tell(findings, Rule::MeaningChanged, place, message)
        .also(locked.place(code.text()), "given here")
        .help(help);
}

/// A code that was given to another kind of thing.
fn moved(code: &Spanned<String>, now: &str, locked: &LockSource, findings: &mut Vec<Finding>) {
    let (lock, text) = (&locked.lock, code.text());
    let (kind, before) = if let Some(field) = lock.fields.get(text) {
        ("field", format!("was the field `{}`", field.path))
    } else if let Some(relation) = lock.relations.get(text) {
        ("relation", format!("was the relation `{}`", relation.name))
    } else if lock.types.contains(text) {
        ("type", format!("was the type `{text}`"))
    } else if lock.reserved.contains(text) {
        // Reserved before the lock was written: what it meant nobody knows any more.
        ("reserved", "was reserved".to_owned())
    } else {
        return;
    };
    if kind != now {
        let message = format!("the code `{code}` {before} and is now a {now}");
        tell(findings, Rule::CodeMoved, code.place, message)
            .also(locked.place(text), "given here")
            .help("give the next free code; one that was given never means something else");
    }
}

/// An alias is given to one code for good.
fn aliases<'l>(codebook: &'l Codebook, locked: &'l LockSource, findings: &mut Vec<Finding>) {
    let lock = &locked.lock;
    // An alias is one of its type's, or of the relations.
    let of = |path: &'l str| path.split('.').next().unwrap_or_default();
    let fields = (lock.fields.iter()).map(|(code, field)| (of(&field.path), code, &field.aliases));
    let relations = (lock.relations.iter()).map(|(code, entry)| ("", code, &entry.aliases));
    let mut given: HashMap<(&str, &str), &str> = HashMap::new();
    for (scope, code, aliases) in fields.chain(relations) {
        for alias in aliases.current.iter().chain(&aliases.former) {
            given.insert((scope, alias), code);
        }
    }
    for (scope, code, alias) in codebook.aliases() {
        let owner = given.get(&(scope, alias.text())).copied();
        let Some(owner) = owner.filter(|owner| *owner != code.value) else {
            continue;
        };
        let message =
            format!("the alias `{alias}` was given to `{owner}` and is now given to `{code}`");
        tell(findings, Rule::AliasMoved, alias.place, message)
            .also(locked.place(owner), "given here")
            .help("choose an alias that nothing ever had");
    }
}
