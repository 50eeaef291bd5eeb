//! Stops an import that would lose parts of an existing codebook, with advice on how to keep them.

use std::collections::BTreeSet;

use super::codebook::Book;
use super::codebook::codes::CodedBook;
use super::finding::{ImportFinding, shown};
use super::lock::{ImportLock, TABLE};
use super::namespaces::likely_move;
use crate::finding::Rule;
use crate::source::files::{CODEBOOK, OVERLAY};

/// Rejects a codebook with handwritten elements, which the import would drop.
pub(super) fn nothing_of_hands(
    book: &Book,
    coded: &CodedBook,
    previous: &ImportLock,
) -> Result<(), ImportFinding> {
    let types = book.types.iter().map(|ty| ty.name.as_str());
    let overlay = previous.overlay.codes.iter();
    let overlay = overlay.chain(&previous.overlay.types).map(String::as_str);
    let kept: BTreeSet<&str> = (coded.codes().chain(types).chain(overlay)).collect();
    let lost = (previous.by_hand.iter()).find(|(code, _)| !kept.contains(code.as_str()));
    let Some((code, name)) = lost else {
        return Ok(());
    };
    let (code, name) = (shown(code), shown(name));
    let message = format!("`{code}` of `{CODEBOOK}` (`{name}`) did not come from an import");
    let said = if code == name {
        format!("move it to `{OVERLAY}`, under `types`")
    } else {
        format!("move it to `{OVERLAY}`, as `{name}: {{code: {code}, …}}`")
    };
    Err(ImportFinding::new(Rule::ImportLock, message)
        .help(format!("{said}; no import writes that file")))
}

/// Rejects an import that keeps no earlier code, since every code would change.
pub(super) fn some_codes_kept(
    coded: &CodedBook,
    previous: &ImportLock,
) -> Result<(), ImportFinding> {
    let codes = previous.codes().count();
    // An element whose meaning changed has a new code but still exists.
    let has_field = coded.fields.iter().any(|(_, field)| {
        let source = (field.type_name.clone(), field.property.clone());
        previous.fields.contains_key(&source)
    });
    let mut relations = coded.relations.iter();
    let has_relation = relations.any(|(_, one)| previous.relations.contains_key(&one.source()));
    if coded.kept > 0 || codes == 0 || has_field || has_relation {
        return Ok(());
    }
    let message = format!("none of the {codes} codes of `{CODEBOOK}` would be kept");
    let help = match likely_move(previous.properties(), coded.properties()) {
        Some((old, new)) => {
            let (old, new) = (shown(old), shown(new));
            format!("if the namespace moved, `--moved {old}={new}` keeps them")
        }
        None if previous.properties().any(|own| own.starts_with(TABLE)) => {
            format!("import another database with `--out DIR`; `--moved {TABLE}OLD={TABLE}NEW` says that a table has another name")
        }
        None => {
            "import another ontology with `--out DIR`; `--moved OLD=NEW` says that a namespace moved"
                .to_owned()
        }
    };
    Err(ImportFinding::new(Rule::ImportLock, message).help(help))
}

/// The largest number of elements that a finding names.
const NAMED: usize = 5;

/// Rejects an import that would overwrite manual edits of the codebook.
pub(super) fn nothing_edited(previous: &ImportLock) -> Result<(), ImportFinding> {
    if !previous.is_edited {
        return Ok(());
    }
    let edited = previous.edited.iter();
    let mut named: Vec<String> = (edited.take(NAMED))
        .map(|name| format!("`{}`", shown(name)))
        .collect();
    let more = previous.edited.len().saturating_sub(NAMED);
    named.extend((more > 0).then(|| format!("and {more} more")));
    let message = format!("edited by hand since the last import: {}", named.join(", "));
    let help =
        format!("move what you wrote to `{OVERLAY}`; then `--overwrite` writes `{CODEBOOK}` anew");
    Err(ImportFinding::new(Rule::ImportLock, message).help(help))
}
