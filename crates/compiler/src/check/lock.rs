//! Checks a codebook against its lock: every code is still there or reserved, and keeps its meaning.

use std::collections::{HashMap, HashSet};

use cmec_decoder::names;

use crate::check::broken_elements::BrokenElements;
use crate::finding::{Finding, Place, Remarks, Rule, Spanned, tell};
use crate::lock::{Entry, LOCK_FILE, LOCK_FORMAT, Meaning};
use crate::source::Source;
use crate::source::codebook::Codebook;
use crate::source::elements::{FieldSource, Scope};
use crate::source::file_trees::FileTrees;
use crate::source::files::{CODEBOOK, OVERLAY};
use crate::source::lock::{LockSource, REPAIR};

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let Some(locked) = &source.lock else {
        return;
    };
    if unreadable(locked, findings) {
        return;
    }
    let broken = BrokenElements::of(source, findings);
    damaged(locked, findings);
    given_twice(locked, findings);
    reserved(source, locked, &broken, findings);
    types(&source.codebook, locked, findings);
    fields(source, locked, &broken, findings);
    relations(&source.codebook, locked, &broken, findings);
    metrics(&source.codebook, locked, &broken, findings);
    aliases(&source.codebook, locked, findings);
}

/// True where this compiler cannot read the lock; then its lines prove nothing.
fn unreadable(locked: &LockSource, findings: &mut Vec<Finding>) -> bool {
    // A missing format is already reported.
    let Some(format) = &locked.format else {
        return true;
    };
    if format.value == LOCK_FORMAT {
        return false;
    }
    let message = format!("the lock has format {format}, this compiler reads {LOCK_FORMAT}");
    tell(findings, Rule::LockDamaged, format.place, message).help(REPAIR);
    true
}

/// Reports lines that were changed by hand or in a bad merge.
fn damaged(locked: &LockSource, findings: &mut Vec<Finding>) {
    for code in &locked.damaged {
        let message = format!("the line of `{code}` is not as it was written");
        tell(findings, Rule::LockDamaged, code.place, message).help(REPAIR);
    }
}

/// Reports codes that two lines give to different elements.
fn given_twice(locked: &LockSource, findings: &mut Vec<Finding>) {
    let lock = &locked.lock;
    for (code, entry) in &locked.clashes {
        let known = (lock.fields.get(code.text()))
            .map(|field| Entry::Field(field.clone()))
            .or_else(|| Some(Entry::Relation(lock.relations.get(code.text())?.clone())))
            .or_else(|| Some(Entry::Metric(lock.metrics.get(code.text())?.clone())));
        let (was, now) = (
            known.map(|known| known.words()).unwrap_or_default(),
            entry.words(),
        );
        let message = format!("the code `{code}` was given twice: to {was}, and to {now}");
        tell(findings, Rule::GivenTwice, code.place, message)
            .also(locked.place(code.text()), "given here")
            .help(format!("take the line that is wrong out of `{LOCK_FILE}`, and give its element the next free code in `codebook.yaml`"));
    }
}

/// Reports codes of the lock that are neither in the codebook nor in `reserved`.
fn reserved(
    source: &Source,
    locked: &LockSource,
    broken: &BrokenElements<'_>,
    findings: &mut Vec<Finding>,
) {
    let codebook = &source.codebook;
    let reserved: HashSet<&str> = codebook.reserved.iter().map(Spanned::text).collect();
    if broken.may_have_any {
        return;
    }
    let lock = &locked.lock;
    let new = new_codes(codebook, locked);
    let misspelt: HashMap<&str, &Spanned<String>> = (codebook.types.iter())
        .filter_map(|ty| Some((codebook.lost.misspelt_types.get(ty.name.text())?, &ty.name)))
        .map(|(known, name)| (known.as_str(), name))
        .collect();
    let types = lock.types.iter().map(|name| (name, "the type", None));
    let fields = (lock.fields.iter()).map(|(code, field)| (code, "the field", Some(&field.path)));
    let relations =
        (lock.relations.iter()).map(|(code, entry)| (code, "the relation", Some(&entry.name)));
    let metrics =
        (lock.metrics.iter()).map(|(code, entry)| (code, "the metric", Some(&entry.name)));
    let gone = lock.reserved.iter().map(|code| (code, "the code", None));
    for (code, what, name) in types
        .chain(fields)
        .chain(relations)
        .chain(metrics)
        .chain(gone)
    {
        let is_said = codebook.said.contains(code) || reserved.contains(code.as_str());
        if is_said || locked.is_disputed(code) {
            continue;
        }
        let other = match name {
            Some(name) => new.get(name.as_str()),
            None => misspelt.get(code.as_str()),
        };
        if let Some(other) = other {
            // The replacement has errors of its own, which are fixed first.
            if broken.have(other.text()) {
                continue;
            }
            // The code may just be misspelt, so it must not be given up.
            let message = format!("{what} `{code}` is gone, and `{other}` is new in its place");
            tell(findings, Rule::NotReserved, other.place, message)
                .also(locked.place(code), "given here")
                .help(format!("did you mean `{code}`?"));
            continue;
        }
        let named = name.map_or_else(String::new, |name| format!(", `{name}`"));
        let message = format!("{what} `{code}` is gone and not reserved{named}");
        tell(findings, Rule::NotReserved, codebook.reserved_at, message)
            .also(locked.place(code), "given here")
            .help(format!("add `{code}` to `reserved` of `codebook.yaml`"));
    }
}

/// Codes that the lock lacks, by path or name.
fn new_codes<'c>(
    codebook: &'c Codebook,
    locked: &LockSource,
) -> HashMap<&'c str, &'c Spanned<String>> {
    (codebook.coded_names())
        .filter(|(code, _)| !locked.lock.has(code.text()))
        .map(|(code, name)| (name.text(), code))
        .collect()
}

/// Reports types named like a former code of a field or a relation.
fn types(codebook: &Codebook, locked: &LockSource, findings: &mut Vec<Finding>) {
    for ty in &codebook.types {
        moved(&ty.name, "type", locked, findings);
    }
}

fn fields(
    source: &Source,
    locked: &LockSource,
    broken: &BrokenElements<'_>,
    findings: &mut Vec<Finding>,
) {
    for field in &source.codebook.fields {
        let Some(entry) = locked.lock.fields.get(field.code.text()) else {
            if !broken.have(field.code.text()) {
                moved(&field.code, "field", locked, findings);
            }
            continue;
        };
        if locked.is_disputed(field.code.text()) || broken.have(field.code.text()) {
            continue;
        }
        if entry.path != field.path.value {
            renamed(&field.code, &entry.path, &field.path, locked, findings);
        } else if let Some((place, message)) = other_meaning(&entry.meaning, field, &source.trees) {
            meaning(place, message, &field.code, locked, findings);
        }
    }
}

/// The place and a description of a change in the meaning of a field's values.
fn other_meaning(was: &Meaning, field: &FieldSource, trees: &FileTrees) -> Option<(Place, String)> {
    let path = &field.path;
    let now = Meaning {
        value_type: field.value_type.value.name().to_owned(),
        array: field.array,
        reference: field.reference.as_ref().map(|said| said.value.clone()),
        unit: field.unit.as_ref().map(|said| said.value.clone()),
    };
    let at_key = |key: &str| {
        let keys = ["fields", field.code.text(), key];
        trees.place(CODEBOOK, &keys).unwrap_or(path.place)
    };
    // A value may be in another file than its key, since an overlay has places of its own.
    let at_value = |said: &Option<Spanned<String>>, key: &str| {
        said.as_ref().map_or_else(|| at_key(key), |said| said.place)
    };
    let said = |said: &Option<String>| match said {
        Some(said) => format!("`{said}`"),
        None => "none".to_owned(),
    };
    Some(if was.value_type != now.value_type {
        let (was, now) = (&was.value_type, &now.value_type);
        let message = format!("the values of `{path}` were of type `{was}` and are `{now}`");
        (field.value_type.place, message)
    } else if was.array != now.array {
        let message = match now.array {
            true => format!("`{path}` had one value and now has many"),
            false => format!("`{path}` had many values and now has one"),
        };
        (at_key("array"), message)
    } else if was.reference != now.reference {
        let (was, now) = (said(&was.reference), said(&now.reference));
        let message = format!("`{path}` referred to {was} and refers to {now}");
        (at_value(&field.reference, "reference"), message)
    } else if was.unit != now.unit {
        let (was, now) = (said(&was.unit), said(&now.unit));
        let message = format!("the unit of `{path}` was {was} and is {now}");
        (at_value(&field.unit, "unit"), message)
    } else {
        return None;
    })
}

fn relations(
    codebook: &Codebook,
    locked: &LockSource,
    broken: &BrokenElements<'_>,
    findings: &mut Vec<Finding>,
) {
    for relation in &codebook.relations {
        let Some(entry) = locked.lock.relations.get(relation.code.text()) else {
            if !broken.have(relation.code.text()) {
                moved(&relation.code, "relation", locked, findings);
            }
            continue;
        };
        if locked.is_disputed(relation.code.text()) || broken.have(relation.code.text()) {
            continue;
        }
        if entry.name != relation.name.value {
            let (code, name) = (&relation.code, &relation.name);
            renamed(code, &entry.name, name, locked, findings);
        } else if entry.from != relation.from.value || entry.to != relation.to.value {
            let (name, from, to) = (&relation.name, &entry.from, &entry.to);
            let message = format!("`{name}` no longer leads from `{from}` to `{to}`");
            let place = match entry.from == relation.from.value {
                true => relation.to.place,
                false => relation.from.place,
            };
            meaning(place, message, &relation.code, locked, findings);
        }
    }
}

/// The type and unit of a metric depend on its definition, which is read later.
fn metrics(
    codebook: &Codebook,
    locked: &LockSource,
    broken: &BrokenElements<'_>,
    findings: &mut Vec<Finding>,
) {
    for metric in &codebook.metrics {
        let code = &metric.code;
        match locked.lock.metrics.get(code.text()) {
            _ if locked.is_disputed(code.text()) || broken.have(code.text()) => {}
            None => moved(code, "metric", locked, findings),
            Some(entry) if entry.name != metric.name.value => {
                renamed(code, &entry.name, &metric.name, locked, findings);
            }
            Some(_) => {}
        }
    }
}

/// Reports a code that named another element of the same kind.
fn renamed(
    code: &Spanned<String>,
    was: &str,
    now: &Spanned<String>,
    locked: &LockSource,
    findings: &mut Vec<Finding>,
) {
    let message = format!("the code `{code}` named `{was}` and now names `{now}`");
    let other = format!("give `{now}` the next free code, and add `{code}` to `reserved`");
    // The code may just be misspelt, so it must not be given up.
    let help = match names::nearest([was], now.text()).next() {
        Some(was) => format!("did you mean `{was}`? To name something else, {other}"),
        None => other,
    };
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
    let help = match place.file == code.place.file {
        true => format!("give the new meaning the next free code, and add `{code}` to `reserved`"),
        // The code is in a file that an import writes.
        false => format!("take it out of `{OVERLAY}`: it does not change what `{code}` means"),
    };
    tell(findings, Rule::MeaningChanged, place, message)
        .also(locked.place(code.text()), "given here")
        .help(help);
}

/// Reports a code that belonged to another kind of element.
fn moved(code: &Spanned<String>, now: &str, locked: &LockSource, findings: &mut Vec<Finding>) {
    let (lock, text) = (&locked.lock, code.text());
    let (kind, before) = if let Some(field) = lock.fields.get(text) {
        ("field", format!("was the field `{}`", field.path))
    } else if let Some(relation) = lock.relations.get(text) {
        ("relation", format!("was the relation `{}`", relation.name))
    } else if let Some(metric) = lock.metrics.get(text) {
        ("metric", format!("was the metric `{}`", metric.name))
    } else if lock.types.contains(text) {
        ("type", format!("was the type `{text}`"))
    } else if lock.reserved.contains(text) {
        // Reserved before the lock existed, so its meaning is unknown.
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

/// Reports aliases that belonged to another code.
fn aliases<'l>(codebook: &'l Codebook, locked: &'l LockSource, findings: &mut Vec<Finding>) {
    let lock = &locked.lock;
    let fields = (lock.fields.iter())
        .map(|(code, field)| (Scope::FieldsOf(field.type_name()), code, &field.aliases));
    let relations = (lock.relations.iter())
        .map(|(code, entry)| (Scope::RelationsFrom(&entry.from), code, &entry.aliases));
    let mut given: HashMap<(Scope<'_>, &str), &str> = HashMap::new();
    let mut disputed: HashSet<(Scope<'_>, &str)> = HashSet::new();
    for (scope, code, aliases) in fields.chain(relations) {
        for alias in aliases.all() {
            let first = *given.entry((scope, alias)).or_insert(code);
            if first != code {
                disputed.insert((scope, alias));
                let message =
                    format!("the alias `{alias}` was given twice: to `{first}`, and to `{code}`");
                tell(findings, Rule::GivenTwice, locked.place(code), message)
                    .also(locked.place(first), "given here")
                    .help(format!("take the line of the one that is to be called otherwise out of `{LOCK_FILE}`, and compile"));
            }
        }
    }
    let other = |scope: Scope<'l>, name: &'l str, code: &str| {
        let owner = given.get(&(scope, name)).copied();
        owner.filter(|owner| *owner != code && !disputed.contains(&(scope, name)))
    };
    for (scope, code, alias) in codebook.aliases() {
        if let Some(owner) = other(scope, alias.text(), code.text()) {
            let message =
                format!("the alias `{alias}` was given to `{owner}` and is now given to `{code}`");
            tell(findings, Rule::AliasMoved, alias.place, message)
                .also(locked.place(owner), "given here")
                .help("choose an alias that nothing ever had");
        } else if let Some(was) = lock.alias(code.text())
            && was != alias.text()
        {
            let message =
                format!("`{code}` was given the alias `{was}` and is now called `{alias}`");
            tell(findings, Rule::AliasMoved, alias.place, message)
                .also(locked.place(code.text()), "given here")
                .help(format!("leave `alias` out, or write `alias: {was}`; while nobody has said `{was}`, take the line of `{code}` out of `{LOCK_FILE}` instead"));
        }
    }
    for (scope, code, name) in codebook.own_names() {
        // A name takes precedence over an alias, so queries that use the alias would change their meaning.
        let Some(owner) = other(scope, name, code.text()) else {
            continue;
        };
        // The former owner may have had this as its own name; then a path still resolves as before.
        if lock.has(code.text()) || lock.own_name(owner) == Some(name) {
            continue;
        }
        let message = format!("`{code}` is called `{name}`, which is an alias of `{owner}`");
        tell(findings, Rule::AliasMoved, code.place, message)
            .also(locked.place(owner), "given here")
            .help("choose another name; an alias belongs to its code for good");
    }
}
