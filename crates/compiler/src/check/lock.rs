//! The codebook keeps to its lock: every code is still there or reserved, and means what it meant.

use std::collections::HashMap;

use crate::finding::{Finding, Place, Rule, Spanned};
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
        let message = format!(
            "the lock has format {}, this compiler reads {LOCK_FORMAT}",
            format.value
        );
        (format.place, message)
    } else if hash.value != locked.lock.hash() {
        (hash.place, "the lock is not as it was written".to_owned())
    } else {
        return false;
    };
    findings.push(Finding::new(Rule::LockDamaged, place, message).help(format!(
        "take `{LOCK_FILE}` back from version control and compile; after a merge, take either side: what the other added joins again"
    )));
    true
}

/// Every code of the lock is in the codebook or in `reserved`.
fn reserved(source: &Source, locked: &LockSource, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let mut have: HashMap<&str, Place> = HashMap::new();
    have.extend(codebook.types.iter().map(|ty| at(&ty.name)));
    have.extend(codebook.fields.iter().map(|field| at(&field.code)));
    have.extend(codebook.relations.iter().map(|relation| at(&relation.code)));
    have.extend(codebook.reserved.iter().map(at));
    let lock = &locked.lock;
    let types = lock.types.iter().map(|name| (name, "the type", None));
    let fields = (lock.fields.iter()).map(|(code, field)| (code, "the field", Some(&field.path)));
    let relations =
        (lock.relations.iter()).map(|(code, entry)| (code, "the relation", Some(&entry.name)));
    let gone = lock.reserved.iter().map(|code| (code, "the code", None));
    for (code, what, name) in types.chain(fields).chain(relations).chain(gone) {
        if have.contains_key(code.as_str()) {
            continue;
        }
        let named = name.map_or_else(String::new, |name| format!(", `{name}`"));
        let message = format!("{what} `{code}` is gone and not reserved{named}");
        findings.push(
            Finding::new(Rule::NotReserved, codebook.reserved_at, message)
                .also(locked.place(code), "given here")
                .help(format!("add `{code}` to `reserved` of `codebook.yaml`")),
        );
    }
}

fn at(text: &Spanned<String>) -> (&str, Place) {
    (text.text(), text.place)
}

/// A type must not have the name that a field's or a relation's code had.
fn types(codebook: &Codebook, locked: &LockSource, findings: &mut Vec<Finding>) {
    for ty in &codebook.types {
        let was = was(locked, ty.name.text()).filter(|was| was.kind != "type");
        findings.extend(was.map(|was| moved(&ty.name, "a type", &was, locked)));
    }
}

fn fields(codebook: &Codebook, locked: &LockSource, findings: &mut Vec<Finding>) {
    for field in &codebook.fields {
        let Some(entry) = locked.lock.fields.get(field.code.text()) else {
            let was = was(locked, field.code.text());
            findings.extend(was.map(|was| moved(&field.code, "a field", &was, locked)));
            continue;
        };
        if entry.path != field.path.value {
            let message = format!(
                "the code `{}` named `{}` and now names `{}`",
                field.code.value, entry.path, field.path.value
            );
            findings.push(
                Finding::new(Rule::CodeMoved, field.path.place, message)
                    .also(locked.place(field.code.text()), "given here")
                    .help(format!(
                        "give `{}` the next free code, and add `{}` to `reserved`",
                        field.path.value, field.code.value
                    )),
            );
        } else if let Some(place) = other_meaning(&entry.meaning, field) {
            let message = format!(
                "the values of `{}` are no longer {}",
                field.path.value,
                entry.meaning.words()
            );
            findings.push(meaning(place, message, &field.code, locked));
        }
    }
}

/// Where a field says that its values are not what they were.
fn other_meaning(was: &Meaning, field: &FieldSource) -> Option<Place> {
    let at = |said: &Option<Spanned<String>>| said.as_ref().map(|text| text.place);
    let same = |was: &Option<String>, now: &Option<Spanned<String>>| {
        was.as_deref() == now.as_ref().map(Spanned::text)
    };
    let typed = was.value_type == field.value_type.value.name();
    let (unit, reference) = (
        same(&was.unit, &field.unit),
        same(&was.reference, &field.reference),
    );
    if typed && unit && reference && was.array == field.array {
        return None;
    }
    let changed = if !typed {
        None
    } else if !unit {
        at(&field.unit)
    } else {
        at(&field.reference).filter(|_| !reference)
    };
    Some(changed.unwrap_or(field.value_type.place))
}

fn relations(codebook: &Codebook, locked: &LockSource, findings: &mut Vec<Finding>) {
    for relation in &codebook.relations {
        let Some(entry) = locked.lock.relations.get(relation.code.text()) else {
            let was = was(locked, relation.code.text());
            findings.extend(was.map(|was| moved(&relation.code, "a relation", &was, locked)));
            continue;
        };
        if entry.name != relation.name.value {
            let message = format!(
                "the code `{}` named `{}` and now names `{}`",
                relation.code.value, entry.name, relation.name.value
            );
            findings.push(
                Finding::new(Rule::CodeMoved, relation.name.place, message)
                    .also(locked.place(relation.code.text()), "given here")
                    .help(format!(
                        "give `{}` the next free code, and add `{}` to `reserved`",
                        relation.name.value, relation.code.value
                    )),
            );
            continue;
        }
        if entry.from != relation.from.value || entry.to != relation.to.value {
            let message = format!(
                "`{}` no longer leads from `{}` to `{}`",
                relation.name.value, entry.from, entry.to
            );
            findings.push(meaning(
                relation.from.place,
                message,
                &relation.code,
                locked,
            ));
        }
    }
}

fn meaning(place: Place, message: String, code: &Spanned<String>, locked: &LockSource) -> Finding {
    Finding::new(Rule::MeaningChanged, place, message)
        .also(locked.place(code.text()), "given here")
        .help(format!(
            "give the new meaning the next free code, and add `{}` to `reserved`",
            code.value
        ))
}

/// What a code was, of another kind.
struct Was<'l> {
    kind: &'static str,
    name: &'l str,
}

fn was<'l>(locked: &'l LockSource, code: &'l str) -> Option<Was<'l>> {
    let lock = &locked.lock;
    let field = lock
        .fields
        .get(code)
        .map(|field| ("field", field.path.as_str()));
    let relation = (lock.relations.get(code)).map(|entry| ("relation", entry.name.as_str()));
    let ty = lock.types.get(code).map(|name| ("type", name.as_str()));
    // A code reserved before the lock was written: what it meant nobody knows any more.
    let reserved = lock
        .reserved
        .get(code)
        .map(|name| ("reserved", name.as_str()));
    let (kind, name) = field.or(relation).or(ty).or(reserved)?;
    Some(Was { kind, name })
}

fn moved(code: &Spanned<String>, now: &str, was: &Was<'_>, locked: &LockSource) -> Finding {
    let before = match was.kind {
        "reserved" => "was reserved".to_owned(),
        kind => format!("was the {kind} `{}`", was.name),
    };
    let message = format!("the code `{}` {before} and is now {now}", code.value);
    Finding::new(Rule::CodeMoved, code.place, message)
        .also(locked.place(code.text()), "given here")
        .help("give the next free code; one that was given never means something else")
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
    let fields =
        (codebook.fields.iter()).map(|field| (field.type_name.as_str(), &field.code, &field.alias));
    let relations = (codebook.relations.iter()).map(|entry| ("", &entry.code, &entry.alias));
    for (scope, code, alias) in fields.chain(relations) {
        let Some(alias) = alias else {
            continue;
        };
        let Some(owner) = given
            .get(&(scope, alias.text()))
            .filter(|owner| **owner != code.value)
        else {
            continue;
        };
        let message = format!(
            "the alias `{}` was given to `{owner}` and is now given to `{}`",
            alias.value, code.value
        );
        findings.push(
            Finding::new(Rule::AliasMoved, alias.place, message)
                .also(locked.place(owner), "given here")
                .help("choose an alias that nothing ever had"),
        );
    }
}
